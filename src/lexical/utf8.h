// Characters of UTF-8 text, and the classes of characters that the peers' tokenizers ask for.
// A byte that is not valid UTF-8 is a character of its own, U+FFFD to every question and itself in the output.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fiducial::lexical {

// The one letter whose lower case is two characters: an ASCII i and a combining dot.
inline constexpr char32_t capital_i_with_dot = 0x130;

struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
};

// The character at `at`, which must be inside the text.
Character decode(std::string_view text, std::size_t at);
void append(std::string& out, char32_t code);

// Letters and decimal digits of any script.
bool is_letter(char32_t code);
bool is_digit(char32_t code);
// What Python's str.split() and str.strip() take for white space.
bool is_space(char32_t code);

// Appends the text in lower case, as Python's and Java's full mapping (except for the Greek final sigma).
void append_lower(std::string& out, std::string_view text);

// ASCII answers without a call: nine characters of ten in a report are these.
enum : std::uint8_t { ascii_lower = 1, ascii_upper = 2, ascii_digit = 4, ascii_space = 8 };
inline constexpr std::uint8_t ascii_letter = ascii_lower | ascii_upper;
inline constexpr std::uint8_t ascii_alnum = ascii_letter | ascii_digit;

inline constexpr std::array<std::uint8_t, 256> ascii_classes = [] {
  std::array<std::uint8_t, 256> classes{};
  for (unsigned c = 'a'; c <= 'z'; ++c) classes[c] = ascii_lower;
  for (unsigned c = 'A'; c <= 'Z'; ++c) classes[c] = ascii_upper;
  for (unsigned c = '0'; c <= '9'; ++c) classes[c] = ascii_digit;
  for (unsigned c = 9; c <= 13; ++c) classes[c] = ascii_space;
  for (unsigned c = 28; c <= 32; ++c) classes[c] = ascii_space;
  return classes;
}();

inline bool is_ascii(char c, std::uint8_t classes) {
  return (ascii_classes[static_cast<unsigned char>(c)] & classes) != 0;
}
inline bool is_beyond_ascii(char c) {
  return static_cast<unsigned char>(c) >= 0x80;
}
inline char lower_ascii(char c) {
  return static_cast<char>(c | ((ascii_classes[static_cast<unsigned char>(c)] & ascii_upper) << 4));  // bit 0x20
}

}  // namespace fiducial::lexical
