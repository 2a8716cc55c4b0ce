// The length of the longest common subsequence of two sequences of numbers.
#pragma once

#include <cstddef>
#include <span>

#include "lexical/words.h"

namespace fiducial::lexical {

// `distinct`: all numbers in `a` are below it; numbers in `b` may be no_id, which equals nothing.
std::size_t longest_common_subsequence(std::span<const Id> a, std::span<const Id> b, std::size_t distinct);

}  // namespace fiducial::lexical
