// Looking at a text for the Penn Treebank patterns: characters by kind, runs, and what a match is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "lexical/utf8.h"

namespace fiducial::lexical::ptb {

// Where the match ends and where the word ends; reach 0 is no match.
struct Match {
  std::size_t reach = 0;
  std::size_t end = 0;
};

inline void take(Match& best, Match other) {
  if (other.reach > best.reach) best = other;
}
inline void take(Match& best, std::size_t end) {
  if (end > best.reach) best = {end, end};
}

// The text, with an endless blank after it.
class Text {
 public:
  explicit Text(std::string_view bytes) : bytes_(bytes) {}
  std::string_view bytes() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }
  char operator[](std::size_t at) const { return at < bytes_.size() ? bytes_[at] : '\n'; }
  std::string_view slice(std::size_t begin, std::size_t end) const { return bytes_.substr(begin, end - begin); }

  // Bytes of the character at `at` if it is of that kind, else 0.
  std::size_t letter(std::size_t at) const;
  std::size_t letter_or_digit(std::size_t at) const;
  std::size_t apostrophe(std::size_t at) const;  // ' or ’ or &apos;
  std::size_t blank(std::size_t at) const;       // a space or a no-break space

  // What patterns that look far ahead have found out, lest they look again at every word of a long run without blanks.
  struct Known {
    std::size_t no_hyphen_before = 0;
    std::size_t no_address_before = 0;
  };
  mutable Known known;

 private:
  std::string_view bytes_;
};

inline bool is_alpha(char c) {
  return is_ascii(c, ascii_letter);
}
inline bool is_alnum(char c) {
  return is_ascii(c, ascii_alnum);
}
inline bool is_figure(char c) {
  return is_ascii(c, ascii_digit);
}
inline bool one_of(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}
inline bool starts(const Text& text, std::size_t at, std::string_view what) {
  return text.bytes().substr(std::min(at, text.size())).starts_with(what);
}
inline bool starts_in_any_case(const Text& text, std::size_t at, std::string_view lower) {
  for (std::size_t i = 0; i < lower.size(); ++i) {
    if (lower_ascii(text[at + i]) != lower[i]) return false;
  }
  return true;
}

template <class Is>
std::size_t run(const Text& text, std::size_t at, Is is) {
  while (at < text.size() && is(text[at])) ++at;
  return at;
}

}  // namespace fiducial::lexical::ptb
