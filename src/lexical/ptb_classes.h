// What the Penn Treebank tokenizer knows by heart: abbreviations, openers of sentences, and which characters beyond
// ASCII are words by themselves. Found by asking pycocoevalcap's tokenizer (docs/baselines.md says how).
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace fiducial::lexical::ptb {

// What the full stop after this word means.
enum class Abbreviation {
  none,
  firm,    // part of the word: "vs."
  final,   // part of the word, and of no longer one: "etc.and" is two words, "vs.the" is one
  name,    // final where the word begins with a capital: "Mass." is Massachusetts, "mass." is not
  figure,  // part of the word before a figure: "no. 5"
};
inline constexpr std::size_t longest_abbreviation = 7;
// `lower` is in lower case and without its full stop.
Abbreviation abbreviation_of(std::string_view lower);
inline constexpr std::size_t longest_opener = 12;
// Words that open a new sentence after a single letter and a full stop ("hepatitis B. The …"), in lower case.
bool opens_sentence(std::string_view lower);
// Words with an apostrophe that are kept whole: "cont'd.".
std::span<const std::string_view> words_with_apostrophe();
// Signs beyond ASCII that are words by themselves (×, °, ≥); other characters that are no letters are dropped.
bool is_sign(char32_t code);
// Marks that may stand in a word like a letter, though they are none (combining accents).
bool is_mark(char32_t code);

}  // namespace fiducial::lexical::ptb
