// Correlations and percentiles: values computed by hand, and Kendall's tau against counting all pairs.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "fiducial/problem.h"
#include "fiducial/stats.h"

namespace fiducial::stats {
namespace {

using Values = std::vector<double>;
const double kNaN = std::numeric_limits<double>::quiet_NaN();

// The definition, pair by pair.
double slow_tau_b(const Values& x, const Values& y) {
  double concordant = 0;
  double discordant = 0;
  double only_x = 0;
  double only_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      const double a = x[i] - x[j];
      const double b = y[i] - y[j];
      if (a == 0 && b != 0) ++only_x;
      if (a != 0 && b == 0) ++only_y;
      if (a * b > 0) ++concordant;
      if (a * b < 0) ++discordant;
    }
  }
  const double untied = concordant + discordant;
  return (concordant - discordant) / std::sqrt((untied + only_x) * (untied + only_y));
}

TEST(KendallTauB, ByHand) {
  EXPECT_DOUBLE_EQ(kendall_tau_b(Values{1, 2, 3, 4}, Values{1, 2, 3, 4}), 1.0);
  EXPECT_DOUBLE_EQ(kendall_tau_b(Values{1, 2, 3, 4}, Values{4, 3, 2, 1}), -1.0);
  EXPECT_DOUBLE_EQ(kendall_tau_b(Values{1, 2, 3, 4}, Values{1, 3, 2, 4}), 4.0 / 6);
  // C = 4, D = 0, one tie in x, one in y: 4 / sqrt(5 · 5).
  EXPECT_DOUBLE_EQ(kendall_tau_b(Values{1, 1, 2, 3}, Values{1, 2, 3, 3}), 4.0 / 5);
  // C = 1, D = 2, no tie in x, three in y: -1 / sqrt(6 · 3).
  EXPECT_DOUBLE_EQ(kendall_tau_b(Values{1, 2, 3, 4}, Values{0, 1, 0, 0}), -1 / std::sqrt(18.0));
  EXPECT_DOUBLE_EQ(kendall_tau_b(Values{1, 2, 3, 4}, Values{0, 0, 0, 1}), 3 / std::sqrt(18.0));
}

TEST(KendallTauB, EqualsCountingAllPairs) {
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    const std::size_t n = 2 + random() % 60;
    const auto levels = static_cast<std::uint32_t>(2 + random() % 30);
    Values x;
    Values y;
    for (std::size_t i = 0; i < n; ++i) {
      x.push_back(static_cast<double>(random() % levels));
      y.push_back(static_cast<double>(random() % levels) - 3);
    }
    const double slow = slow_tau_b(x, y);
    const double fast = kendall_tau_b(x, y);
    if (std::isnan(slow)) {
      ASSERT_TRUE(std::isnan(fast));
    } else {
      ASSERT_NEAR(fast, slow, 1e-12);
    }
  }
}

TEST(KendallTauB, HundredThousandPointsAreNoBurden) {
  Values x;
  Values y;
  for (int i = 0; i < 100000; ++i) {
    x.push_back(i);
    y.push_back(i % 2 == 0 ? i + 1 : i - 1);  // neighbours exchanged: 50,000 discordant pairs
  }
  EXPECT_NEAR(kendall_tau_b(x, y), 1 - 2 * 50000.0 / (100000.0 * 99999 / 2), 1e-12);
}

TEST(Pearson, ByHand) {
  EXPECT_DOUBLE_EQ(pearson(Values{1, 2, 3}, Values{2, 4, 6}), 1.0);
  EXPECT_DOUBLE_EQ(pearson(Values{1, 2, 3}, Values{1, 0, -1}), -1.0);
  // Deviations (-1.5, -.5, .5, 1.5) and (-1.5, .5, -.5, 1.5): 4 / 5.
  EXPECT_DOUBLE_EQ(pearson(Values{1, 2, 3, 4}, Values{1, 3, 2, 4}), 0.8);
}

TEST(Spearman, UsesAverageRanks) {
  EXPECT_EQ(average_ranks(Values{30, 10, 20, 10}), (Values{4, 1.5, 3, 1.5}));
  EXPECT_EQ(average_ranks(Values{5, 5, 5}), (Values{2, 2, 2}));
  EXPECT_EQ(average_ranks(Values{}), Values{});
  EXPECT_DOUBLE_EQ(spearman(Values{1, 2, 3, 4}, Values{1, 10, 100, 1000}), 1.0);
  EXPECT_DOUBLE_EQ(spearman(Values{1, 2, 3, 4}, Values{1, 30, 2, 40}), 0.8);
  // Ranks (1.5, 1.5, 3) and (1, 2, 3): 1.5 / sqrt(1.5 · 2).
  EXPECT_DOUBLE_EQ(spearman(Values{0, 0, 7}, Values{1, 2, 3}), 1.5 / std::sqrt(3.0));
}

TEST(Correlation, IsNotANumberWhereItIsNotDefined) {
  for (auto* f : {&kendall_tau_b, &pearson, &spearman}) {
    EXPECT_TRUE(std::isnan(f(Values{}, Values{})));
    EXPECT_TRUE(std::isnan(f(Values{1}, Values{2})));
    EXPECT_TRUE(std::isnan(f(Values{0.1, 0.1, 0.1}, Values{1, 2, 3})));
    EXPECT_TRUE(std::isnan(f(Values{1, 2, 3}, Values{0.7, 0.7, 0.7})));
    EXPECT_TRUE(std::isnan(f(Values{1, 2, kNaN}, Values{1, 2, 3})));
    EXPECT_THROW(f(Values{1, 2}, Values{1}), Error);
  }
}

TEST(Percentile, InterpolatesBetweenNeighbours) {
  const Values v = {1, 2, 4, 8};
  EXPECT_EQ(percentile(v, 0), 1);
  EXPECT_EQ(percentile(v, 100), 8);
  EXPECT_EQ(percentile(v, 50), 3);
  EXPECT_DOUBLE_EQ(percentile(v, 25), 1.75);
  EXPECT_DOUBLE_EQ(percentile(v, 2.5), 1.075);
  EXPECT_DOUBLE_EQ(percentile(v, 97.5), 7.7);
  EXPECT_EQ(percentile(Values{3}, 97.5), 3);
  EXPECT_TRUE(std::isnan(percentile(Values{}, 50)));
}

}  // namespace
}  // namespace fiducial::stats
