// Paired approximate randomization: if the two systems were the same, it would not matter which of the two rows of a
// sample is whose. A trial exchanges them at random; p is how often that makes a difference as large as the real one.
//
// With S the sums of a + b and D those of ±(a - b), a trial's sums are (S + D)/2 and (S - D)/2, so only D is computed
// anew. Rows are taken block by block for a group of trials, as in resample.cc.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "fiducial/problem.h"
#include "fiducial/stats.h"
#include "resample.h"
#include "workers.h"

namespace fiducial::stats {

namespace {

constexpr std::size_t kTrialsAtOnce = 16;
// So that the coins are not the bits that drew a bootstrap of the same seed.
constexpr std::uint64_t kCoins = 0x636f696e;

// x or -x by the lowest bit of coin, without a branch that no processor could foresee.
double flipped(double x, std::uint64_t coin) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) ^ (coin << 63));
}

// Adds ±difference of each row, the sign by coin. Single columns, the usual case, are added to two sums in turn, as one
// addition would wait for the one before.
void add_signed(std::span<const double> differences, std::size_t width, Random random, double* sums) {
  if (width == 1) {
    double even = 0;
    double odd = 0;
    for (std::size_t begin = 0; begin < differences.size(); begin += 64) {
      const auto some = differences.subspan(begin, std::min<std::size_t>(64, differences.size() - begin));
      std::uint64_t coins = random.next();
      std::size_t i = 0;
      for (; i + 2 <= some.size(); i += 2, coins >>= 2) {
        even += flipped(some[i], coins);
        odd += flipped(some[i + 1], coins >> 1);
      }
      if (i < some.size()) even += flipped(some[i], coins);
    }
    sums[0] += even + odd;
    return;
  }
  std::uint64_t coins = 0;
  for (std::size_t i = 0; i * width < differences.size(); ++i, coins >>= 1) {
    if (i % 64 == 0) coins = random.next();
    for (std::size_t c = 0; c < width; ++c) sums[c] += flipped(differences[i * width + c], coins);
  }
}

struct Trials {
  Rows a;
  Rows b;
  std::uint64_t seed;

  // D of trials first … first+count-1, one after the other.
  void run(std::size_t first, std::size_t count, std::vector<double>& sums) const {
    const std::size_t width = a.width;
    const std::size_t n = a.count();
    std::vector<double> differences;
    sums.assign(count * width, 0.0);
    for (std::size_t block = 0; block < block_count(n); ++block) {
      const std::size_t begin = block * kBlock * width;
      differences.resize(block_size(n, block) * width);
      for (std::size_t i = 0; i < differences.size(); ++i) differences[i] = a.data[begin + i] - b.data[begin + i];
      for (std::size_t t = 0; t < count; ++t) {
        add_signed(differences, width, Random(seed ^ kCoins, first + t, block), sums.data() + t * width);
      }
    }
  }
};

// value(a) - value(b) from S and D, and how large the values are.
struct Difference {
  const std::vector<double>& total;
  std::size_t n;
  const ValuesOfSums& function;
  std::vector<double> half, of_a, of_b;

  Difference(const std::vector<double>& s, std::size_t samples, std::size_t values, const ValuesOfSums& f)
      : total(s), n(samples), function(f), half(s.size()), of_a(values), of_b(values) {}

  void set(std::span<const double> d) {
    for (std::size_t c = 0; c < total.size(); ++c) half[c] = (total[c] + d[c]) / 2;
    function(half, n, of_a);
    for (std::size_t c = 0; c < total.size(); ++c) half[c] = (total[c] - d[c]) / 2;
    function(half, n, of_b);
  }
};

void check_pairing(const Rows& a, const Rows& b) {
  check_rows(a);
  check_rows(b);
  if (a.width != b.width || a.data.size() != b.data.size()) {
    throw Error("paired rows: different numbers of samples or widths");
  }
}

}  // namespace

std::vector<Randomization> randomization_test(Rows a, Rows b, std::size_t values, const ValuesOfSums& function,
                                              const Resampling& how) {
  check_pairing(a, b);
  std::vector<double> total = column_sums(a);
  std::vector<double> real = total;
  const std::vector<double> sums_b = column_sums(b);
  for (std::size_t c = 0; c < a.width; ++c) {
    total[c] += sums_b[c];
    real[c] -= sums_b[c];
  }
  Difference observed(total, a.count(), values, function);
  observed.set(real);
  std::vector<Randomization> result(values);
  std::vector<double> threshold(values);
  for (std::size_t v = 0; v < values; ++v) {
    result[v].difference = observed.of_a[v] - observed.of_b[v];
    result[v].trials = how.resamples;
    // A trial that equals the real difference but for rounding must count.
    const double rounding = 1e-12 * (std::abs(observed.of_a[v]) + std::abs(observed.of_b[v]));
    threshold[v] = std::abs(result[v].difference) - rounding;
  }

  std::vector<std::uint8_t> extreme(how.resamples * values);
  const std::size_t groups = (how.resamples + kTrialsAtOnce - 1) / kTrialsAtOnce;
  run_workers(groups, how.threads, [&](const Take& take) {
    const Trials trials{a, b, how.seed};
    Difference difference(total, a.count(), values, function);
    std::vector<double> sums;
    for (std::size_t g = take(); g < groups; g = take()) {
      if (how.check) how.check();
      const std::size_t count = std::min(kTrialsAtOnce, how.resamples - g * kTrialsAtOnce);
      trials.run(g * kTrialsAtOnce, count, sums);
      for (std::size_t t = 0; t < count; ++t) {
        difference.set(std::span(sums).subspan(t * a.width, a.width));
        for (std::size_t v = 0; v < values; ++v) {
          const double size = std::abs(difference.of_a[v] - difference.of_b[v]);
          extreme[(g * kTrialsAtOnce + t) * values + v] = size < threshold[v] ? 0 : 1;
        }
      }
    }
  });

  for (std::size_t v = 0; v < values; ++v) {
    for (std::size_t t = 0; t < how.resamples; ++t) result[v].extreme += extreme[t * values + v];
    result[v].p = std::isnan(result[v].difference)
                      ? std::numeric_limits<double>::quiet_NaN()
                      : static_cast<double>(result[v].extreme + 1) / static_cast<double>(how.resamples + 1);
  }
  return result;
}

MeanComparison compare_means(std::span<const double> a, std::span<const double> b, const Resampling& bootstrap,
                             const Resampling& randomization) {
  if (a.size() != b.size()) throw Error("compare_means: the lists have different lengths");
  std::vector<double> both_a;
  std::vector<double> both_b;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) || std::isnan(b[i])) continue;
    both_a.push_back(a[i]);
    both_b.push_back(b[i]);
  }
  MeanComparison result;
  result.n = both_a.size();
  result.mean_a = mean(both_a);
  result.mean_b = mean(both_b);
  result.difference = paired_bootstrap({both_a, 1}, {both_b, 1}, 1, means_of_sums, bootstrap)[0];
  result.test = randomization_test({both_a, 1}, {both_b, 1}, 1, means_of_sums, randomization)[0];
  return result;
}

// The smallest p is multiplied by how many there are, the next by one less, …, and none may fall below the one before.
std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!std::isnan(p[i])) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.begin(), p.end());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    largest = std::max(largest, std::min(1.0, p[order[i]] * static_cast<double>(order.size() - i)));
    adjusted[order[i]] = largest;
  }
  return adjusted;
}

}  // namespace fiducial::stats
