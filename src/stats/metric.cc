#include "fiducial/metric.h"

#include <cmath>
#include <limits>

namespace fiducial {

void MeanMetric::measure(std::string_view reference, std::string_view candidate, std::span<double> out) const {
  const std::size_t n = columns().size();
  score(reference, candidate, out.first(n));
  for (std::size_t i = 0; i < n; ++i) {
    const bool defined = !std::isnan(out[i]);
    if (!defined) out[i] = 0.0;
    out[n + i] = defined ? 1.0 : 0.0;
  }
}

void MeanMetric::pair_values(std::span<const double> statistics, std::span<double> values) const {
  corpus_values(statistics, 1, values);
}

void MeanMetric::corpus_values(std::span<const double> sums, std::size_t /*n*/, std::span<double> values) const {
  const std::size_t n = columns().size();
  for (std::size_t i = 0; i < n; ++i) {
    values[i] = sums[n + i] > 0 ? sums[i] / sums[n + i] : std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace fiducial
