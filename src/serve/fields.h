// The fields of a request's JSON, or an ApiError that names the one that is wrong.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "serve/http.h"

namespace fiducial::serve {

// The body as one JSON object. ApiError 415: another content type; 400: what is wrong with it, and where.
io::Json object_of(const Request& request);

// Each says of a field what was expected and what was there: "pairs[3].candidate: expected a string, found null".
class Fields {
 public:
  explicit Fields(const io::Json& object, std::string path = {}) : object_(object), path_(std::move(path)) {}

  bool has(std::string_view name) const { return object_.contains(name); }
  std::string text(std::string_view name) const;
  std::string text_or(std::string_view name, std::string_view otherwise) const;
  bool flag_or(std::string_view name, bool otherwise) const;
  // A whole number from `low` to `high`.
  int whole(std::string_view name, int low, int high) const;
  // The object that stands there.
  Fields in(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;
  // An array of at most `most` objects.
  std::vector<Fields> objects(std::string_view name, std::size_t most) const;
  // An id: a string or a whole number; empty if there is none.
  std::string id() const;
  const io::Json& object() const { return object_; }
  // Nothing but these; a misspelt option must not be taken for none.
  void only(std::initializer_list<std::string_view> names) const;

 private:
  const io::Json& at(std::string_view name) const;
  std::string named(std::string_view name) const;

  const io::Json& object_;
  std::string path_;
};

// Of UTF-8, not bytes.
std::size_t characters(std::string_view text);

// {"id", "reference", "candidate", "age", "indication"}; a pair without an id is named by its number.
io::Pair pair_in(const Fields& fields, std::size_t number);

}  // namespace fiducial::serve
