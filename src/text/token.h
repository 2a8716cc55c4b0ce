// Words, numbers and marks of a report, each with its place in the text.
//
// A word is known by the hash of its *stem*: lower case, American spelling, singular, without the endings of regular
// verbs, hyphens resolved ("low-density" is two words, "non-enhancing" one). The lexicon's forms go through the very
// same function, so both sides always agree; no string is built or compared when a report is read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fiducial::text {

using WordHash = std::uint64_t;

// Of ASCII letters; others stay as they are.
inline char lower(char c) {
  return (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : c;
}

enum class TokenKind : std::uint8_t {
  word,     // letters, or letters and digits
  number,   // 12, 3.5
  ordinal,  // 3rd
  level,    // a vertebra, a disc or a range of them: L4, L4/5, C3-C7
  comma,
  semicolon,
  colon,
  period,  // ends a sentence only where `sentences` says so
  line,    // one or more line breaks
  open,
  close,
  times,  // between measurements: x, *, ×
  dash,   // between numbers, or a dash between clauses
  slash,
  other,
};

struct Token {
  std::uint32_t begin = 0;  // bytes of the text
  std::uint32_t end = 0;
  TokenKind kind = TokenKind::other;
  bool capital = false;                       // begins with a capital letter
  bool joined = false;                        // no space between this and the token before
  std::uint8_t lines = 0;                     // of a line token: how many breaks
  std::uint8_t level_from = 0, level_to = 0;  // of a level: see level.h
  bool level_pair = false;                    // written as two neighbours, as discs are: L4/5
  bool adjective = false, plural = false;     // of a word: by its ending
  bool participle = false;                    // likewise: "compressing"
  bool noun = false;                          // likewise: "narrowing", "dilatation", and not "narrow", "wide"
  std::uint8_t counts = 0;                    // of a word: 8 for "eighth"
  WordHash word = 0;                          // of a word: the hash of its stem
  double value = 0;                           // of a number or ordinal
};

// The tokens of a text, in order. Any bytes are accepted; what is not text becomes `other`.
void tokenize(std::string_view text, std::vector<Token>& out);

// Have the two texts the same words, numbers and signs, whatever their case and spacing?
bool same_words(std::string_view a, std::string_view b);

// Whether a token of `text` is that word, which is given in lower case. Asked often, and answered by the length mostly.
inline bool is_word(std::string_view text, const Token& token, std::string_view word) {
  return token.end - token.begin == word.size() &&
         std::equal(word.begin(), word.end(), text.begin() + token.begin,
                    [](char expected, char found) { return expected == lower(found); });
}

// The stem of one word as a string (for the lexicon's messages and tests), and its hash.
std::string stem(std::string_view word);
WordHash hash_word(std::string_view stemmed) noexcept;

}  // namespace fiducial::text
