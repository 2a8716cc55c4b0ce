#include "llm/answer.h"

namespace fiducial::llm {
namespace {

using io::Json;

constexpr std::size_t kMostMarks = 16;

// The end of the object that begins at `begin`, by its braces outside of strings; npos if it does not end.
std::size_t object_end(std::string_view text, std::size_t begin) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        in_string = false;
      }
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

// The one object in a text, in a fence or between other words; none if there are two.
std::optional<Json> only_object(std::string_view text) {
  if (Json whole = Json::parse(text, nullptr, false); whole.is_object()) return whole;
  std::optional<Json> found;
  std::size_t at = text.find('{');
  while (at != std::string_view::npos) {
    const std::size_t end = object_end(text, at);
    if (end == std::string_view::npos) return found;
    Json object = Json::parse(text.substr(at, end - at), nullptr, false);
    const bool good = object.is_object();
    if (good && found && *found != object) return std::nullopt;
    if (good) found = std::move(object);
    at = text.find('{', end);  // never inside: a part of a broken object is not what was meant
  }
  return found;
}

}  // namespace

// What a model thought aloud ends with a mark. A report may hold that mark too, and an answer quote it: the answer is
// what stands behind the first mark behind which there is one.
std::optional<Json> object_in(std::string_view answer) {
  constexpr std::string_view kThought = "</think>";
  if (Json whole = Json::parse(answer, nullptr, false); whole.is_object()) return whole;
  std::size_t marks = 0;
  for (std::size_t at = answer.find(kThought); at != std::string_view::npos && marks < kMostMarks;
       at = answer.find(kThought, at + 1), ++marks) {
    if (auto found = only_object(answer.substr(at + kThought.size()))) return found;
  }
  return marks > 0 && !answer.starts_with('{') && !answer.starts_with("```") ? std::nullopt : only_object(answer);
}

}  // namespace fiducial::llm
