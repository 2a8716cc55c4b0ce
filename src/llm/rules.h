// Reading a model's JSON by a task's rules: each getter throws a BrokenRule, which says to the model what is wrong, and
// to people what kind of thing it is.
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/io.h"
#include "llm/engine.h"
#include "llm/prompts.h"

namespace fiducial::llm {

struct BrokenRule {
  std::string to_model;
  std::string reason;  // quotes nothing that the model wrote
};

// The object of an answer.
io::Json answered_object(const std::string& answer);
// A field of an object, of the right kind.
const io::Json& list_in(const io::Json& object, const char* name);
std::string text_in(const io::Json& object, const char* name);
// From 1 to `most`.
std::size_t number_in(const io::Json& object, const char* name, std::size_t most);
std::size_t number_of(const io::Json& value, const char* name, std::size_t most);
// One of the words; empty for null, if `or_null`.
std::string word_in(const io::Json& object, const char* name, std::initializer_list<const char*> words, bool or_null);

// Which of the sentences 1 … n an answer has spoken of so far, where each must stand in one place.
// BrokenRule if a text shares nothing with where it says that it comes from: no word that means something, and nothing
// that the lexicon knows under two names. A report may tell a model what to write; what it writes is from the report.
void check_origin(const std::string& text, const std::string& origin);

class Accounts {
 public:
  Accounts(const char* field, std::size_t sentences) : field_(field), seen_(sentences + 1, false) {}
  // A sentence that stands in the field here. Broken if it stood there before.
  void add(std::size_t number);
  // Broken if one is missing.
  void check() const;

 private:
  const char* field_;
  std::vector<bool> seen_;
};

// Runs `read`, and makes a complaint of the rule that it found broken.
template <class Read>
Complaint by_rules(const Prompt& prompt, Read read) {
  try {
    read();
    return {};
  } catch (const BrokenRule& broken) {
    return {prompt.fill("again", {{"error", broken.to_model}}), broken.reason};
  }
}

// Pieces of JSON Schema, as the strict mode of endpoints wants them.
io::Json object_schema(std::initializer_list<std::pair<const char*, io::Json>> fields);
io::Json list_schema(io::Json items);
io::Json word_schema(std::initializer_list<const char*> words, bool or_null);

}  // namespace fiducial::llm
