#include "llm/answer.h"

namespace fiducial::llm {
namespace {

using io::Json;

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

}  // namespace

std::optional<Json> object_in(std::string_view answer) {
  constexpr std::string_view kThought = "</think>";
  if (const std::size_t thought = answer.rfind(kThought); thought != std::string_view::npos)
    answer.remove_prefix(thought + kThought.size());
  if (Json whole = Json::parse(answer, nullptr, false); whole.is_object()) return whole;
  std::optional<Json> found;
  std::size_t at = answer.find('{');
  while (at != std::string_view::npos) {
    const std::size_t end = object_end(answer, at);
    if (end == std::string_view::npos) return found;
    Json object = Json::parse(answer.substr(at, end - at), nullptr, false);
    const bool good = object.is_object();
    if (good && found && *found != object) return std::nullopt;
    if (good) found = std::move(object);
    at = answer.find('{', end);  // never inside: a part of a broken object is not what was meant
  }
  return found;
}

}  // namespace fiducial::llm
