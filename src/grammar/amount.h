// How many there are said to be. The lexicon ranks its words for numbers: one to five as they are, above that by a
// fixed step, and between them the words that do not count ("a few", "multiple").
#pragma once

#include <algorithm>

#include "lexicon/lexicon.h"

namespace fiducial::findings {

struct Amount {
  int least, most;
  bool counted() const { return least == most; }
};

inline Amount amount(int rank) {
  constexpr int kFew = 6, kNumerous = 7, kMultiple = 8, kInnumerable = 9, kCountedAbove = 10, kMany = 1000;
  if (rank > kCountedAbove) return {rank - kCountedAbove, rank - kCountedAbove};
  if (rank == kInnumerable) return {11, kMany};
  if (rank == kNumerous) return {6, kMany};
  if (rank == kMultiple) return {3, kMany};
  return rank >= kFew ? Amount{3, 6} : Amount{rank, rank};
}

// Do these details say that there are more than one?
template <typename Details>
bool says_several(const lexicon::Lexicon& lexicon, const Details& details) {
  return std::any_of(details.begin(), details.end(), [&](lexicon::ConceptId d) {
    return lexicon[d].is(lexicon::ModifierKind::number) && lexicon[d].rank > 1;
  });
}

}  // namespace fiducial::findings
