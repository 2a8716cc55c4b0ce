// The ordering measures of SSREE, five levels and others, with ties.
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

TEST(Ordering, TheRightOrder) {
  const Ordering o = ordering(Values{5, 4, 3, 2, 1});
  EXPECT_DOUBLE_EQ(o.tau_b, 1.0);
  EXPECT_DOUBLE_EQ(o.concordance, 1.0);
  EXPECT_DOUBLE_EQ(o.adjacent, 1.0);
  EXPECT_TRUE(o.perfect);
  EXPECT_EQ(o.transitions, (std::vector<bool>{true, true, true, true}));
}

TEST(Ordering, TheWrongOrder) {
  const Ordering o = ordering(Values{1, 2, 3, 4, 5});
  EXPECT_DOUBLE_EQ(o.tau_b, -1.0);
  EXPECT_DOUBLE_EQ(o.concordance, 0.0);
  EXPECT_DOUBLE_EQ(o.adjacent, 0.0);
  EXPECT_FALSE(o.perfect);
}

TEST(Ordering, TiesAreHalfInConcordanceAndFailuresInTransitions) {
  // L2 = L3: C = 9, T = 1.
  const Ordering o = ordering(Values{0.9, 0.7, 0.7, 0.3, 0.1});
  EXPECT_DOUBLE_EQ(o.tau_b, 9 / std::sqrt(90.0));
  EXPECT_DOUBLE_EQ(o.concordance, 0.95);
  EXPECT_DOUBLE_EQ(o.adjacent, 0.75);
  EXPECT_FALSE(o.perfect);
  EXPECT_EQ(o.transitions, (std::vector<bool>{true, false, true, true}));
}

TEST(Ordering, ATieAndAReversal) {
  // L1 < L2, L4 = L5: C = 8, D = 1, T = 1.
  const Ordering o = ordering(Values{0.7, 0.9, 0.5, 0.2, 0.2});
  EXPECT_DOUBLE_EQ(o.tau_b, 7 / std::sqrt(90.0));
  EXPECT_DOUBLE_EQ(o.concordance, 0.85);
  EXPECT_DOUBLE_EQ(o.adjacent, 0.5);
}

TEST(Ordering, AllTiedIsZero) {
  const Ordering o = ordering(Values{0, 0, 0, 0, 0});
  EXPECT_EQ(o.tau_b, 0.0);
  EXPECT_EQ(o.concordance, 0.5);
  EXPECT_EQ(o.adjacent, 0.0);
}

TEST(Ordering, ANaNIsAFailureEverywhere) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Ordering o = ordering(Values{nan, 2, 1});
  EXPECT_DOUBLE_EQ(o.concordance, 1.0 / 3);
  EXPECT_DOUBLE_EQ(o.tau_b, -1.0 / 3);
  EXPECT_FALSE(o.perfect);
}

TEST(Ordering, TauIsKendallsAgainstTheExpectedOrder) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const std::size_t levels = 2 + random() % 6;
    Values scores;
    Values quality;
    for (std::size_t i = 0; i < levels; ++i) {
      scores.push_back(static_cast<double>(random() % 5));
      quality.push_back(-static_cast<double>(i));
    }
    const double tau = kendall_tau_b(quality, scores);
    ASSERT_NEAR(ordering(scores).tau_b, std::isnan(tau) ? 0.0 : tau, 1e-12);
  }
}

TEST(Ordering, RowsAverageToWhatIsReported) {
  const Values scores = {5,   4,   3,   2,   1,  //
                         0.9, 0.7, 0.7, 0.3, 0.1};
  const Values rows = ordering_rows(scores, 5);
  ASSERT_EQ(rows.size(), 2 * ordering_width(5));
  EXPECT_EQ(ordering_width(5), 8U);
  EXPECT_EQ(ordering_columns(5), (std::vector<std::string>{"tau_b", "all_pairs", "adjacent", "perfect", "L1>L2",
                                                           "L2>L3", "L3>L4", "L4>L5"}));
  const auto estimates = bootstrap_sums({rows, 8}, 8, means_of_sums, {10, 1, 1});
  EXPECT_DOUBLE_EQ(estimates[0].value, (1 + 9 / std::sqrt(90.0)) / 2);
  EXPECT_DOUBLE_EQ(estimates[1].value, 0.975);
  EXPECT_DOUBLE_EQ(estimates[2].value, 0.875);
  EXPECT_DOUBLE_EQ(estimates[3].value, 0.5);
  EXPECT_DOUBLE_EQ(estimates[4].value, 1.0);
  EXPECT_DOUBLE_EQ(estimates[5].value, 0.5);
}

TEST(Ordering, TheHeatmapIsStrict) {
  const Values map = ordering_heatmap(Values{3, 2, 2,  //
                                             1, 2, 0},
                                      3);
  EXPECT_EQ(map, (Values{0, 0.5, 1,    //
                         0.5, 0, 0.5,  //
                         0, 0, 0}));
  EXPECT_TRUE(std::isnan(ordering_heatmap(Values{}, 3)[0]));
}

TEST(Ordering, RefusesWhatHasNoOrder) {
  EXPECT_THROW(ordering(Values{1}), Error);
  EXPECT_THROW(ordering_rows(Values{1, 2, 3}, 2), Error);
  EXPECT_THROW(ordering_heatmap(Values{1, 2, 3}, 2), Error);
}

}  // namespace
}  // namespace fiducial::stats
