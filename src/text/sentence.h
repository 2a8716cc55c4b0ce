// Sections, headings and sentences of a report, as ranges of tokens.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/token.h"

namespace fiducial::text {

struct Sentence {
  std::uint32_t first = 0, last = 0;  // tokens [first, last)
  bool line_start = false;            // begins a line: it may begin with a heading
  bool paragraph = false;             // a blank line stands before it
};

// Splits tokens into sentences: at periods that are not part of an abbreviation, at semicolons' larger brothers (blank
// lines, bullets), and at line breaks that do not merely wrap a line.
void sentences(std::string_view text, std::span<const Token> tokens, std::vector<Sentence>& out);

}  // namespace fiducial::text
