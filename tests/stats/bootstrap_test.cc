// The bootstrap: same numbers for any number of threads, the right distribution of draws, sums that agree with indices.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "fiducial/problem.h"
#include "fiducial/stats.h"
#include "stats/resample.h"

namespace fiducial::stats {
namespace {

using Draws = std::map<std::size_t, std::vector<std::uint32_t>>;

Draws draws(std::size_t n, std::size_t resamples, std::uint64_t seed, unsigned threads) {
  Draws result;
  std::mutex mutex;
  bootstrap(n, {resamples, seed, threads}, [&](std::size_t r, std::span<const std::uint32_t> indices) {
    const std::scoped_lock lock(mutex);
    EXPECT_TRUE(result.emplace(r, std::vector(indices.begin(), indices.end())).second);
  });
  return result;
}

TEST(Bootstrap, EveryResampleOnceWithIndicesBelowN) {
  for (const std::size_t n : {1U, 7U, 2048U, 2049U, 10000U}) {
    const Draws all = draws(n, 10, 5, 2);
    ASSERT_EQ(all.size(), 10U);
    for (const auto& [r, indices] : all) {
      EXPECT_LT(r, 10U);
      ASSERT_EQ(indices.size(), n);
      EXPECT_LT(*std::max_element(indices.begin(), indices.end()), n);
    }
  }
  EXPECT_TRUE(draws(0, 3, 1, 1).at(2).empty());
  EXPECT_TRUE(draws(5, 0, 1, 1).empty());
}

TEST(Bootstrap, IsTheSameForAnyNumberOfThreads) {
  EXPECT_EQ(draws(5000, 30, 7, 1), draws(5000, 30, 7, 4));
  EXPECT_NE(draws(5000, 1, 7, 1), draws(5000, 1, 8, 1));
  // More resamples begin with the same ones.
  EXPECT_EQ(draws(100, 3, 7, 1).at(2), draws(100, 9, 7, 2).at(2));
}

TEST(Bootstrap, IsTheSameOnEveryMachine) {
  // Numbers are part of the contract: an interval in a paper must come out again.
  const Draws all = draws(10, 1, 20250101, 1);
  EXPECT_EQ(all.at(0), (std::vector<std::uint32_t>{5, 7, 4, 6, 0, 8, 9, 5, 4, 5}));
}

TEST(Bootstrap, AnExceptionEndsTheWorkAndIsThrownAgain) {
  EXPECT_THROW(
      bootstrap(10, {100, 1, 2}, [](std::size_t, std::span<const std::uint32_t>) { throw std::runtime_error("stop"); }),
      std::runtime_error);
}

// Counts of an index over resamples are binomial: mean 1, variance 1 - 1/n, across block borders too.
TEST(Bootstrap, DrawsAreUniform) {
  const std::size_t n = 5000;  // two blocks and a part
  const std::size_t resamples = 400;
  std::vector<double> count(n);
  double block_square = 0;
  for (const auto& [r, indices] : draws(n, resamples, 3, 2)) {
    double in_last = 0;
    for (const std::uint32_t i : indices) {
      ++count[i];
      in_last += i >= 4096 ? 1 : 0;
    }
    block_square += (in_last - 904) * (in_last - 904);
  }
  // Each count is about Poisson(400): six deviations allow for the largest of five thousand.
  EXPECT_GT(*std::min_element(count.begin(), count.end()), 400 - 6 * 20);
  EXPECT_LT(*std::max_element(count.begin(), count.end()), 400 + 6 * 20);
  double chi = 0;
  for (const double c : count) chi += (c - 400) * (c - 400) / 400;
  EXPECT_NEAR(chi, 5000, 6 * std::sqrt(2 * 5000.0));
  // The number in the last block: variance n p (1 - p) = 740.6, estimated from 400 resamples.
  const double p = 904.0 / 5000;
  EXPECT_NEAR(block_square / 400 / (5000 * p * (1 - p)), 1.0, 6 * std::sqrt(2.0 / 400));
}

TEST(Binomial, HasTheRightMeanAndVariance) {
  Random random(1);
  for (const auto& [a, b] :
       std::vector<std::pair<std::uint64_t, std::uint64_t>>{{1, 2}, {1, 3}, {7, 10}, {999, 1000}}) {
    const double p = static_cast<double>(a) / static_cast<double>(b);
    double sum = 0;
    double squares = 0;
    const int rounds = 20000;
    for (int i = 0; i < rounds; ++i) {
      const auto x = static_cast<double>(binomial(random, 100, a, b));
      sum += x;
      squares += (x - 100 * p) * (x - 100 * p);
    }
    const double variance = 100 * p * (1 - p);
    EXPECT_NEAR(sum / rounds, 100 * p, 6 * std::sqrt(variance / rounds));
    EXPECT_NEAR(squares / rounds / variance, 1.0, 0.5);
    EXPECT_NEAR(squares / rounds / variance, 1.0, 6 * std::sqrt((2 + 1 / variance) / rounds));
  }
  EXPECT_EQ(binomial(random, 17, 3, 3), 17U);
  EXPECT_EQ(binomial(random, 17, 0, 3), 0U);
  EXPECT_EQ(binomial(random, 0, 1, 3), 0U);
}

TEST(Binomial, SmallCasesHaveTheExactDistribution) {
  // Two trials of 1/3: 4/9, 4/9, 1/9.
  Random random(2);
  std::vector<double> seen(3);
  for (int i = 0; i < 90000; ++i) ++seen[binomial(random, 2, 1, 3)];
  EXPECT_NEAR(seen[0], 40000, 900);
  EXPECT_NEAR(seen[1], 40000, 900);
  EXPECT_NEAR(seen[2], 10000, 600);
}

TEST(Random, BelowIsUniform) {
  Random random(3);
  std::vector<double> seen(6);
  for (int i = 0; i < 60000; ++i) ++seen[random.below(6)];
  for (const double s : seen) EXPECT_NEAR(s, 10000, 600);
  EXPECT_EQ(Random(1, 2, 3).next(), Random(1, 2, 3).next());
  EXPECT_NE(Random(1, 2, 3).next(), Random(1, 3, 2).next());
}

TEST(Spread, ByHand) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Spread s = spread(std::vector<double>{4, nan, 2, 8, 1});
  EXPECT_EQ(s.defined, 4U);
  EXPECT_DOUBLE_EQ(s.mean, 3.75);
  EXPECT_DOUBLE_EQ(s.standard_error, std::sqrt((0.0625 + 3.0625 + 18.0625 + 7.5625) / 4));
  EXPECT_DOUBLE_EQ(s.p50, 3);
  EXPECT_DOUBLE_EQ(s.p2_5, 1.075);
  EXPECT_DOUBLE_EQ(s.p25, 1.75);
  EXPECT_DOUBLE_EQ(s.p75, 5);
  EXPECT_DOUBLE_EQ(s.p97_5, 7.7);
  const Spread none = spread(std::vector<double>{nan});
  EXPECT_EQ(none.defined, 0U);
  EXPECT_TRUE(std::isnan(none.mean) && std::isnan(none.standard_error) && std::isnan(none.p50));
}

std::vector<double> some_rows(std::size_t n, std::size_t width) {
  Random random(9);
  std::vector<double> rows(n * width);
  for (double& x : rows) x = random.below(1000) / 1000.0;
  return rows;
}

TEST(BootstrapSums, AgreesWithAddingUpByIndices) {
  for (const std::size_t width : {1U, 2U, 3U, 15U}) {
    const std::size_t n = 4500;
    const std::vector<double> data = some_rows(n, width);
    const Resampling how{20, 4, 2};
    std::vector<std::vector<double>> means(width, std::vector<double>(how.resamples));
    bootstrap(n, how, [&](std::size_t r, std::span<const std::uint32_t> indices) {
      for (std::size_t c = 0; c < width; ++c) {
        double sum = 0;
        for (const std::uint32_t i : indices) sum += data[i * width + c];
        means[c][r] = sum / static_cast<double>(n);
      }
    });
    const auto estimates = bootstrap_sums({data, width}, width, means_of_sums, how);
    for (std::size_t c = 0; c < width; ++c) {
      const Spread expected = spread(means[c]);
      EXPECT_NEAR(estimates[c].spread.mean, expected.mean, 1e-12);
      EXPECT_NEAR(estimates[c].spread.p2_5, expected.p2_5, 1e-12);
      EXPECT_NEAR(estimates[c].spread.p97_5, expected.p97_5, 1e-12);
      EXPECT_NEAR(estimates[c].spread.standard_error, expected.standard_error, 1e-12);
    }
  }
}

TEST(BootstrapSums, IsTheSameBitForBitForAnyNumberOfThreads) {
  const std::vector<double> data = some_rows(10000, 3);
  const auto ratio = [](std::span<const double> sums, std::size_t, std::span<double> out) {
    out[0] = sums[0] / sums[2];
  };
  const Estimate a = bootstrap_sums({data, 3}, 1, ratio, {100, 4, 1})[0];
  const Estimate b = bootstrap_sums({data, 3}, 1, ratio, {100, 4, 5})[0];
  EXPECT_EQ(a.value, b.value);
  EXPECT_EQ(a.spread.mean, b.spread.mean);
  EXPECT_EQ(a.spread.p2_5, b.spread.p2_5);
  EXPECT_EQ(a.spread.p97_5, b.spread.p97_5);
}

TEST(BootstrapSums, TheStandardErrorIsThatOfTheMean) {
  // Half zeros, half ones: sd of the mean of 400 is 0.025.
  std::vector<double> data(400);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = i % 2 == 0 ? 1.0 : 0.0;
  const Estimate e = bootstrap_mean(data, {4000, 1, 2});
  EXPECT_EQ(e.value, 0.5);
  EXPECT_NEAR(e.spread.standard_error, 0.025, 0.001);
  EXPECT_NEAR(e.spread.p2_5, 0.5 - 1.96 * 0.025, 0.005);
  EXPECT_NEAR(e.spread.p97_5, 0.5 + 1.96 * 0.025, 0.005);
}

TEST(BootstrapSums, LeavesOutWhatIsNotANumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Estimate e = bootstrap_mean(std::vector<double>{nan, 2, 2, nan}, {10, 1, 1});
  EXPECT_EQ(e.value, 2);
  EXPECT_EQ(e.spread.p97_5, 2);
  const Estimate none = bootstrap_mean(std::vector<double>{nan}, {10, 1, 1});
  EXPECT_TRUE(std::isnan(none.value));
  EXPECT_EQ(none.spread.defined, 0U);
}

TEST(BootstrapSums, RefusesRowsThatAreNotWhole) {
  const std::vector<double> data(5);
  EXPECT_THROW(bootstrap_sums({data, 2}, 1, means_of_sums, {1, 1, 1}), Error);
  EXPECT_THROW(bootstrap_sums({data, 0}, 1, means_of_sums, {1, 1, 1}), Error);
}

}  // namespace
}  // namespace fiducial::stats
