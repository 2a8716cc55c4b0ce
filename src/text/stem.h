// The stemmer on a buffer, for the tokenizer; see token.h for what a stem is.
#pragma once

#include <cstddef>
#include <string_view>

#include "text/token.h"

namespace fiducial::text {

// Longer words (of which no language has many) are cut for stemming only.
inline constexpr std::size_t kLongestWord = 64;

// Stems n lower-case bytes in place; returns the new length.
std::size_t stem_in_place(char* s, std::size_t n);
// "femora", "feet": a plural that no rule gives.
bool is_irregular_plural(std::string_view word);
WordHash hash_bytes(const char* s, std::size_t n) noexcept;

}  // namespace fiducial::text
