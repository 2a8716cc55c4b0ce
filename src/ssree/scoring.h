// How a stress test asks metrics: pairs that it makes one by one, and for each column of a metric the list of values.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "fiducial/io.h"
#include "fiducial/score.h"

namespace fiducial::ssree {

struct Scoring {
  unsigned threads = 0;                            // 0: as many as the machine has
  std::function<void(std::size_t done)> progress;  // called now and then with the pairs done; may throw to end the work
};

using PairAt = std::function<io::Pair(std::size_t)>;

// The values of one column of one metric, NaN where it is not defined.
struct ColumnValues {
  std::size_t metric = 0;  // its place in the list
  std::string column;      // "radsem", "radsem.abnormal"
  std::vector<double> values;

  // Whether it stands for the metric, and is not one of its parts.
  bool whole() const { return column.find('.') == std::string::npos; }
};

// Every column for `count` pairs, in the order of metrics and columns. A metric that needs the corpus sees the
// reference of each pair first.
std::vector<ColumnValues> score_pairs(std::size_t count, const PairAt& pair_at, const Metrics& metrics,
                                      const Scoring& scoring);

}  // namespace fiducial::ssree
