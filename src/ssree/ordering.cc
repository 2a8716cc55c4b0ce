#include "ssree/ordering.h"

#include <map>

#include "fiducial/stats.h"

namespace fiducial::ssree {
namespace {

std::vector<TypeMeasures> measure_types(const Judged& judged, const std::vector<Case>& cases, const Resampling& how) {
  std::map<std::string, std::vector<double>> scores;
  for (std::size_t i = 0; i < judged.cases.size(); ++i) {
    auto& list = scores[cases[judged.cases[i]].type];
    for (std::size_t k = 0; k < kLevels; ++k) list.push_back(judged.scores[kLevels * i + k]);
  }
  std::vector<TypeMeasures> out;
  for (const auto& [type, list] : scores) {
    if (!type.empty()) out.push_back({type, measure_ordering(list, how)});
  }
  return out;
}

}  // namespace

Measures measure_ordering(const std::vector<double>& scores, const Resampling& how) {
  const std::size_t width = stats::ordering_width(kLevels);
  const std::vector<double> rows = stats::ordering_rows(scores, kLevels);
  Measures out{scores.size() / kLevels, std::vector<double>(width, 0.0), {}};
  for (std::size_t i = 0; i < rows.size(); ++i) out.values[i % width] += rows[i] / static_cast<double>(out.n);
  out.intervals = intervals({rows, width}, width, stats::means_of_sums, how);
  return out;
}

OrderingResult result_of(const Judged& judged, const std::vector<Case>& cases, const Resampling& how) {
  OrderingResult out{&judged, measure_ordering(judged.scores, how), measure_types(judged, cases, how), {}};
  const auto wins = stats::ordering_heatmap(judged.scores, kLevels);
  for (std::size_t i = 0; i < kLevels * kLevels; ++i) out.wins.at(i / kLevels).at(i % kLevels) = wins[i];
  return out;
}

}  // namespace fiducial::ssree
