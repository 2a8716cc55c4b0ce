// Agreement between raters: published values, values by hand, and what is not defined.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "fiducial/problem.h"
#include "fiducial/stats.h"

namespace fiducial::stats {
namespace {

using Ratings = std::vector<double>;
const double kLeftOut = std::numeric_limits<double>::quiet_NaN();

// The example of Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011): twelve units, four observers.
const Ratings kPublished = {
    1,        1,        kLeftOut, 1,  //
    2,        2,        3,        2,  //
    3,        3,        3,        3,  //
    3,        3,        3,        3,  //
    2,        2,        2,        2,  //
    1,        2,        3,        4,  //
    4,        4,        4,        4,  //
    1,        1,        2,        1,  //
    2,        2,        2,        2,  //
    kLeftOut, 5,        5,        5,  //
    kLeftOut, kLeftOut, 1,        1,  //
    kLeftOut, 3,        kLeftOut, kLeftOut,
};

TEST(KrippendorffAlpha, HasThePublishedValues) {
  EXPECT_NEAR(krippendorff_alpha(kPublished, 4, Scale::nominal), 0.743, 0.0005);
  EXPECT_NEAR(krippendorff_alpha(kPublished, 4, Scale::ordinal), 0.815, 0.0005);
  EXPECT_NEAR(krippendorff_alpha(kPublished, 4, Scale::interval), 0.849, 0.0005);
}

TEST(KrippendorffAlpha, IsOneForTheSameAndBelowZeroForTheReverse) {
  EXPECT_DOUBLE_EQ(krippendorff_alpha(Ratings{1, 1, 5, 5, 3, 3}, 2, Scale::ordinal), 1.0);
  EXPECT_LT(krippendorff_alpha(Ratings{1, 5, 5, 1}, 2, Scale::interval), 0.0);
}

TEST(KrippendorffAlpha, IsUndefinedWhereNothingCanBeCompared) {
  EXPECT_TRUE(std::isnan(krippendorff_alpha(Ratings{}, 2, Scale::ordinal)));
  EXPECT_TRUE(std::isnan(krippendorff_alpha(Ratings{4, kLeftOut, kLeftOut, 3}, 2, Scale::ordinal)));
  EXPECT_TRUE(std::isnan(krippendorff_alpha(Ratings{4, 4, 4, 4}, 2, Scale::ordinal)));
  EXPECT_THROW(krippendorff_alpha(Ratings{1, 2, 3}, 2, Scale::ordinal), Error);
  EXPECT_THROW(krippendorff_alpha(Ratings{1}, 0, Scale::ordinal), Error);
}

TEST(WeightedKappa, ByHand) {
  EXPECT_DOUBLE_EQ(weighted_kappa(Ratings{1, 2, 5}, Ratings{1, 2, 5}), 1.0);
  EXPECT_DOUBLE_EQ(weighted_kappa(Ratings{1, 1, 2, 2}, Ratings{1, 2, 1, 2}), 0.0);
  EXPECT_DOUBLE_EQ(weighted_kappa(Ratings{1, 5}, Ratings{5, 1}), -1.0);
  EXPECT_DOUBLE_EQ(weighted_kappa(Ratings{1, kLeftOut, 5}, Ratings{1, 3, 5}), 1.0);
  EXPECT_TRUE(std::isnan(weighted_kappa(Ratings{3, 3}, Ratings{3, 3})));
  EXPECT_TRUE(std::isnan(weighted_kappa(Ratings{}, Ratings{})));
  EXPECT_THROW(weighted_kappa(Ratings{1}, Ratings{}), Error);
}

// The definition: the mean squared distance of all pairs of ratings is what chance would give.
TEST(WeightedKappa, AgreesWithCountingAllPairs) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    Ratings x, y;
    for (int i = 0; i < 20; ++i) {
      x.push_back(1 + static_cast<double>(random() % 5));
      y.push_back(1 + static_cast<double>(random() % 5));
    }
    double observed = 0, chance = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      observed += (x[i] - y[i]) * (x[i] - y[i]) / 20;
      for (const double other : y) chance += (x[i] - other) * (x[i] - other) / 400;
    }
    EXPECT_NEAR(weighted_kappa(x, y), 1 - observed / chance, 1e-12);
  }
}

}  // namespace
}  // namespace fiducial::stats
