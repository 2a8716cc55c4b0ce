// When two measures are one, and when a measure keeps within a limit.
#pragma once

#include <algorithm>
#include <cmath>

#include "lexicon/lexicon.h"

namespace fiducial::radfact {

using lexicon::HintKind;

inline bool sizes_close(double a, double b) {
  return std::fabs(a - b) <= 0.15 * std::max(a, b);
}

// Does a measure lie on the right side of a limit? "Under 6 mm" of 4 mm.
inline bool within(HintKind bound, double value, double limit) {
  return bound == HintKind::under ? value <= limit * 1.02 : value >= limit * 0.98;
}

}  // namespace fiducial::radfact
