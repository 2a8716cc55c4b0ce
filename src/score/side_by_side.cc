// Lists of scores side by side: with ratings, and with another system's.
#include <array>
#include <cmath>
#include <mutex>

#include "fiducial/problem.h"
#include "fiducial/score.h"

namespace fiducial {
namespace {

// In the order of Correlations::kNames.
std::array<double, Correlations::kNames.size()> correlations_of(std::span<const double> x, std::span<const double> y) {
  return {stats::kendall_tau_b(x, y), stats::pearson(x, y), stats::spearman(x, y)};
}

void check_lengths(std::size_t a, std::size_t b) {
  if (a != b) throw Error("scores side by side: different numbers of samples");
}

}  // namespace

Correlations correlate(std::span<const double> scores, std::span<const double> ratings, const Resampling& how) {
  check_lengths(scores.size(), ratings.size());
  Correlations out;
  out.values = correlations_of(scores, ratings);
  std::array<std::vector<double>, Correlations::kNames.size()> drawn;
  std::mutex guard;
  const auto resample = [&](std::size_t, std::span<const std::uint32_t> indices) {
    std::vector<double> x;
    std::vector<double> y;
    for (const std::uint32_t i : indices) {
      x.push_back(scores[i]);
      y.push_back(ratings[i]);
    }
    const auto values = correlations_of(x, y);
    const std::lock_guard lock(guard);
    for (std::size_t k = 0; k < values.size(); ++k) drawn[k].push_back(values[k]);
  };
  stats::bootstrap(scores.size(), how, resample);
  for (std::size_t k = 0; k < drawn.size(); ++k) out.intervals[k] = percentile_interval(drawn[k], how.confidence);
  return out;
}

SystemComparison compare_scores(std::span<const double> scores, std::span<const double> baseline, std::size_t trials,
                                const Resampling& how) {
  check_lengths(scores.size(), baseline.size());
  Resampling once = how;  // the interval is made below, for any confidence
  once.resamples = 1;
  Resampling swaps = how;
  swaps.resamples = trials;
  const stats::MeanComparison means = stats::compare_means(scores, baseline, once, swaps);
  std::vector<double> differences(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) differences[i] = scores[i] - baseline[i];
  return {means.n, means.mean_a, means.mean_b, means.test.difference, interval_of_mean(differences, how), means.test.p};
}

}  // namespace fiducial
