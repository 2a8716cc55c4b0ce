// Correlation of two lists, and the small things that all of statistics needs: means, ranks, percentiles.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "fiducial/problem.h"
#include "fiducial/stats.h"

namespace fiducial::stats {

namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

bool has_nan(std::span<const double> values) {
  return std::any_of(values.begin(), values.end(), [](double v) { return std::isnan(v); });
}

// False where no correlation is defined.
bool correlatable(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size()) throw Error("correlation: the lists have different lengths");
  return x.size() >= 2 && !has_nan(x) && !has_nan(y);
}

bool constant(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); });
}

double clip(double correlation) {
  return std::clamp(correlation, -1.0, 1.0);
}

// Pairs within runs of equal neighbours: Σ t(t-1)/2.
template <typename Equal>
double tied_pairs(std::size_t n, const Equal& equal) {
  double pairs = 0;
  double run = 0;  // how many before this one are equal to it
  for (std::size_t i = 1; i < n; ++i) {
    run = equal(i - 1, i) ? run + 1 : 0;
    pairs += run;
  }
  return pairs;
}

// Sorts and returns the number of pairs that were in the wrong order (merge sort; equal values are in order).
double sort_and_count(std::vector<double>& values) {
  std::vector<double> merged(values.size());
  double inversions = 0;
  for (std::size_t width = 1; width < values.size(); width *= 2) {
    for (std::size_t begin = 0; begin < values.size(); begin += 2 * width) {
      const std::size_t middle = std::min(begin + width, values.size());
      const std::size_t end = std::min(begin + 2 * width, values.size());
      std::size_t left = begin;
      std::size_t right = middle;
      for (std::size_t at = begin; at < end; ++at) {
        if (left < middle && (right == end || values[left] <= values[right])) {
          merged[at] = values[left++];
        } else {
          merged[at] = values[right++];
          inversions += static_cast<double>(middle - left);
        }
      }
    }
    values.swap(merged);
  }
  return inversions;
}

}  // namespace

// Knight's method: in the order of x (and of y where x is tied), the discordant pairs are the inversions of y.
double kendall_tau_b(std::span<const double> x, std::span<const double> y) {
  if (!correlatable(x, y)) return kUndefined;
  const std::size_t n = x.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return x[a] != x[b] ? x[a] < x[b] : y[a] < y[b]; });
  const double x_ties = tied_pairs(n, [&](std::size_t a, std::size_t b) { return x[order[a]] == x[order[b]]; });
  const double both_ties = tied_pairs(
      n, [&](std::size_t a, std::size_t b) { return x[order[a]] == x[order[b]] && y[order[a]] == y[order[b]]; });
  std::vector<double> ys(n);
  for (std::size_t i = 0; i < n; ++i) ys[i] = y[order[i]];
  const double discordant = sort_and_count(ys);
  const double y_ties = tied_pairs(n, [&](std::size_t a, std::size_t b) { return ys[a] == ys[b]; });
  const double pairs = static_cast<double>(n) * static_cast<double>(n - 1) / 2;
  const double denominator = std::sqrt((pairs - x_ties) * (pairs - y_ties));
  if (!(denominator > 0)) return kUndefined;
  return clip((pairs - x_ties - y_ties + both_ties - 2 * discordant) / denominator);
}

double pearson(std::span<const double> x, std::span<const double> y) {
  if (!correlatable(x, y) || constant(x) || constant(y)) return kUndefined;
  const double mean_x = mean(x);
  const double mean_y = mean(y);
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  return clip(xy / (std::sqrt(xx) * std::sqrt(yy)));
}

double spearman(std::span<const double> x, std::span<const double> y) {
  if (!correlatable(x, y)) return kUndefined;
  return pearson(average_ranks(x), average_ranks(y));
}

std::vector<double> average_ranks(std::span<const double> values) {
  const std::size_t n = values.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(n);
  for (std::size_t begin = 0; begin < n;) {
    std::size_t end = begin + 1;
    while (end < n && values[order[end]] == values[order[begin]]) ++end;
    const double rank = static_cast<double>(begin + 1 + end) / 2;
    for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = rank;
    begin = end;
  }
  return ranks;
}

double mean(std::span<const double> values) {
  if (values.empty()) return kUndefined;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double percentile(std::span<const double> sorted, double p) {
  if (sorted.empty()) return kUndefined;
  const double place = std::clamp(p, 0.0, 100.0) / 100 * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

}  // namespace fiducial::stats
