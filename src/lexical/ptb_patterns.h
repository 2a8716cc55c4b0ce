// The patterns of Penn Treebank words: each says where a word of its kind, begun at `at`, ends.
//
// The tokenizer takes the longest match of all patterns (ptb.cc). A pattern that looks ahead counts what it looked at:
// "patient's" is matched whole by the pattern "word before 's" (length 9), though only "patient" (length 7) is taken.
#pragma once

#include <cstddef>
#include <string_view>

#include "lexical/ptb_scan.h"

namespace fiducial::lexical::ptb {

// The longest match of the patterns that begin with a letter or a digit. There is always one.
Match alphanumeric(const Text& text, std::size_t at);
// Numbers with a sign, a leading point, telephone numbers; also (012) 345 678 and fractions after a whole number.
Match numeric(const Text& text, std::size_t at);
// Words that begin with an apostrophe: 's, 'll, 'em, '90s, 'n'.
Match apostrophe_word(const Text& text, std::size_t at);
// Whether all of it is a reduced verb or not: 's, 'll, n't. Their apostrophe is written straight.
bool is_reduced(std::string_view word);
// A markup tag, or an address in angle brackets.
Match tag(const Text& text, std::size_t at);
// A face made of signs, which even reports have by accident: "(see below:)".
Match face(const Text& text, std::size_t at);
// @name and #tag.
Match handle(const Text& text, std::size_t at);

}  // namespace fiducial::lexical::ptb
