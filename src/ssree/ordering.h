// What is reported of a metric on SSREE's levels: the ordering measures over all reports and by type of examination,
// and how often each level scores above each other one.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "ssree/levels.h"

namespace fiducial::ssree {

// The ordering measures over some reports, in the order of stats::ordering_columns.
struct Measures {
  std::size_t n = 0;
  std::vector<double> values;
  std::vector<Interval> intervals;
};

struct TypeMeasures {
  std::string type;
  Measures measures;
};

// wins[i][j]: the fraction (0 … 1) of reports in which level i+1 scores strictly higher than level j+1.
using Wins = std::array<std::array<double, kLevels>, kLevels>;

struct OrderingResult {
  const Judged* judged = nullptr;  // whose result it is
  Measures all;
  std::vector<TypeMeasures> by_type;  // by name; reports without a type are in `all` only
  Wins wins{};
};

// `scores` has kLevels values a report.
Measures measure_ordering(const std::vector<double>& scores, const Resampling& how);
OrderingResult result_of(const Judged& judged, const std::vector<Case>& cases, const Resampling& how);

}  // namespace fiducial::ssree
