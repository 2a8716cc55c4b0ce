// The arithmetic of exact weights, and what is more than any weight.
#pragma once

#include <limits>

#include "fiducial/stats.h"

namespace fiducial::stats {

inline ExactWeight operator-(ExactWeight a) {
  return {-a.first, -a.second};
}
inline ExactWeight operator-(ExactWeight a, ExactWeight b) {
  return {a.first - b.first, a.second - b.second};
}
inline ExactWeight operator+(ExactWeight a, ExactWeight b) {
  return {a.first + b.first, a.second + b.second};
}
inline ExactWeight& operator+=(ExactWeight& a, ExactWeight b) {
  return a = a + b;
}
inline ExactWeight& operator-=(ExactWeight& a, ExactWeight b) {
  return a = a - b;
}

// More than any cost can be.
template <class Weight>
constexpr Weight endless() {
  return std::numeric_limits<Weight>::infinity();
}
template <>
constexpr ExactWeight endless<ExactWeight>() {
  return {std::numeric_limits<std::int64_t>::max(), 0};
}

}  // namespace fiducial::stats
