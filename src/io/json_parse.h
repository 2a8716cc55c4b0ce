// From the text of one JSON record to its value, or to a sentence that says what is wrong with it.
//
// simdjson does the work. What it refuses goes to nlohmann's parser, which has the last word: it takes integers of any
// length, and it knows at which byte the trouble is. Neither parser's own messages are shown, as they quote the text.
#pragma once

#include <simdjson.h>

#include <optional>
#include <string>
#include <string_view>

#include "fiducial/io.h"

namespace fiducial::io {

// Limits that no honest record comes near and that bound what a hostile one can cost.
bool within_limits(simdjson::dom::object object);
std::string beyond_limits_message();

// As nlohmann's own parser would have read it.
Json to_json(simdjson::dom::object object);

class JsonParser {
 public:
  // The fast path: an object, valid until the next call. Nothing: fast or slow, ask parse().
  // Window::kPadding readable bytes must follow `text`.
  std::optional<simdjson::dom::object> parse_fast(std::string_view text);

  // An object into `out`. Returns an empty string, or what was expected and what was there.
  std::string parse(std::string_view text, Json& out);

 private:
  simdjson::dom::parser parser_;
  bool large_ = false;
};

}  // namespace fiducial::io
