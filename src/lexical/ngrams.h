// n-grams that two texts have in common, counted at most as often as the reference has them.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "lexical/words.h"

namespace fiducial::lexical {

inline constexpr std::size_t max_order = 4;

// What comparing a pair's n-grams yields; index 0 is unigrams.
struct NgramOverlap {
  std::size_t reference_words = 0;
  std::size_t candidate_words = 0;
  std::array<std::size_t, max_order> matches{};

  static std::size_t ngrams(std::size_t words, std::size_t order) { return words >= order ? words - order + 1 : 0; }
};

// Compares up to n-grams of `order` words; `order` is 1 … max_order.
NgramOverlap overlap(const Words& reference, const Words& candidate, std::size_t order);

}  // namespace fiducial::lexical
