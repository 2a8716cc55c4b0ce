// The details of two Findings of one thing, dimension by dimension: how much, how large, how many, since when, how it
// changed, how sure, how it looks. What only one of them says is missing; what they say differently is a conflict.
#pragma once

#include <cstdint>

#include "grammar/finding.h"

namespace fiducial::findings {

enum class Dimension : std::uint8_t {
  severity,
  size,
  quantity,
  count,
  acuity,
  change,
  certainty,
  shape,
  margin,
  density,
  signal,
  enhancement,
  distribution,
  position,
  other,
};
inline constexpr int kDimensions = 15;
std::string_view name(Dimension dimension);

struct DetailDifferences {
  int shared = 0;
  std::uint32_t missing = 0;    // a bit for each dimension
  std::uint32_t conflicts = 0;  // likewise
  bool has_conflict(Dimension d) const { return (conflicts >> static_cast<unsigned>(d) & 1U) != 0; }
  void miss(Dimension d) { missing |= 1U << static_cast<unsigned>(d); }
  void clash(Dimension d) { conflicts |= 1U << static_cast<unsigned>(d); }
};

// How much of it there is: the rank of its severity or size; if it says neither, what its per cents mean ("an 80%
// stenosis" is severe). -1: unsaid.
struct Degree {
  int rank = -1;
  bool by_percent = false;
};
Degree degree_of(const Lexicon& lexicon, const Finding& finding);

// How many steps of certainty part two findings in meaning. 0 too: two that are both in doubt; and "an opacity,
// consistent with pneumonia" beside "pneumonia", of which the one says by what it was known.
int certainty_gap(const Finding& a, const Finding& b);

DetailDifferences compare_details(const Lexicon& lexicon, const Finding& a, const Finding& b);

}  // namespace fiducial::findings
