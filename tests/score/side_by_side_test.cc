// Lists of scores side by side: correlations with ratings, and systems against a baseline.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "fiducial/score.h"

namespace fiducial {
namespace {

TEST(Correlate, HasEachKindWithItsInterval) {
  const std::vector<double> scores{1, 2, 3, 4, 5, 6};
  const std::vector<double> ratings{1, 3, 2, 4, 6, 5};
  const Correlations found = correlate(scores, ratings, {.resamples = 200, .seed = 3});
  EXPECT_DOUBLE_EQ(found.values[0], 11.0 / 15);    // 13 of 15 pairs agree
  EXPECT_DOUBLE_EQ(found.values[1], 15.5 / 17.5);  // both are ranks
  EXPECT_DOUBLE_EQ(found.values[2], found.values[1]);
  for (std::size_t k = 0; k < found.values.size(); ++k) {
    EXPECT_LT(found.intervals[k].low, found.values[k]) << Correlations::kNames[k];
    EXPECT_GE(found.intervals[k].high, found.values[k]) << Correlations::kNames[k];
  }
}

TEST(Correlate, IsTheSameForAnyNumberOfThreads) {
  std::vector<double> scores;
  std::vector<double> ratings;
  for (int i = 0; i < 300; ++i) {
    scores.push_back(std::fmod(i * 0.37, 1.0));
    ratings.push_back(std::fmod(i * 0.73, 5.0));
  }
  const Correlations one = correlate(scores, ratings, {.resamples = 100, .threads = 1});
  const Correlations four = correlate(scores, ratings, {.resamples = 100, .threads = 4});
  for (std::size_t k = 0; k < one.values.size(); ++k) {
    EXPECT_EQ(one.intervals[k].low, four.intervals[k].low);
    EXPECT_EQ(one.intervals[k].high, four.intervals[k].high);
  }
}

TEST(Correlate, HasNothingOfWhatDoesNotVary) {
  const Correlations flat = correlate(std::vector<double>{1, 1, 1}, std::vector<double>{1, 2, 3}, {});
  EXPECT_TRUE(std::isnan(flat.values[0]));
  EXPECT_TRUE(std::isnan(flat.intervals[0].low));
  const Correlations none = correlate({}, {}, {.resamples = 0});
  EXPECT_TRUE(std::isnan(none.values[2]));
  EXPECT_TRUE(std::isnan(none.intervals[2].high));
  EXPECT_THROW(correlate(std::vector<double>{1, 2}, std::vector<double>{1}, {}), Error);
}

TEST(CompareScores, LeavesOutWhatOnlyOneHas) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> ours{0.5, 0.75, 1.0, kNone, 0.25};
  const std::vector<double> base{0.25, 0.5, 0.75, 0.5, kNone};
  const SystemComparison found = compare_scores(ours, base, 99, {.resamples = 50});
  EXPECT_EQ(found.n, 3U);
  EXPECT_DOUBLE_EQ(found.mean, 0.75);
  EXPECT_DOUBLE_EQ(found.baseline_mean, 0.5);
  EXPECT_DOUBLE_EQ(found.difference, 0.25);
  EXPECT_DOUBLE_EQ(found.interval.low, 0.25);  // it is a quarter in every sample
  EXPECT_DOUBLE_EQ(found.interval.high, 0.25);
  EXPECT_GT(found.p, 0.1);  // one trial in four swaps all or none of three
  EXPECT_LT(found.p, 0.5);
}

TEST(CompareScores, CanBeStopped) {
  const std::vector<double> values(100, 0.5);
  const Resampling stopped{.check = [] { throw std::runtime_error("interrupted"); }};
  EXPECT_THROW(compare_scores(values, values, 1000, stopped), std::runtime_error);
  EXPECT_THROW(compare_scores(values, {}, 1000, {}), Error);
}

}  // namespace
}  // namespace fiducial
