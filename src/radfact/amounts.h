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

// Can both limits hold? "Under 9 mm" and "over 20 mm" cannot.
inline bool limits_meet(HintKind a, double limit, HintKind b, double other) {
  if (a == b) return true;
  return a == HintKind::under ? limit >= other : other >= limit;
}

// Does the second limit follow from the first? "Under 10 mm" from "under 6 mm".
inline bool limit_follows(HintKind a, double limit, HintKind b, double other) {
  return a == b && within(b, limit, other);
}

}  // namespace fiducial::radfact
