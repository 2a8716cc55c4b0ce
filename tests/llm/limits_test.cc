// Limits, waits and the breaker on a clock that the test moves.
#include "llm/limits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace fiducial::llm {
namespace {

TEST(Bucket, NoLimitIsAlwaysReady) {
  Bucket bucket(0);
  for (int i = 0; i < 1000; ++i) bucket.take(5, 1e9);
  EXPECT_EQ(bucket.ready(5, 1e9), 5);
}

TEST(Bucket, GivesASecondsWorthAtOnceAndThenTheRate) {
  Bucket bucket(600);  // ten at once, then so many that no minute has more than 600
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(bucket.ready(100, 1), 100) << i;
    bucket.take(100, 1);
  }
  const double next = 100 + 60.0 / 591;
  EXPECT_NEAR(bucket.ready(100, 1), next, 1e-9);
  EXPECT_NEAR(bucket.ready(100.05, 1), next, 1e-9);
  EXPECT_EQ(bucket.ready(101, 1), 101);
}

// Taken as soon as they are ready, after a rest in which the bucket was filled.
TEST(Bucket, NoMinuteHasMoreThanTheLimit) {
  for (const double limit : {1.0, 7.0, 60.0, 600.0, 10000.0}) {
    Bucket bucket(limit);
    std::vector<double> times;
    for (double now = 1000; (now = bucket.ready(now, 1)) < 1200;) {
      bucket.take(now, 1);
      times.push_back(now);
    }
    for (std::size_t i = 0; i < times.size(); ++i) {
      const auto end = std::lower_bound(times.begin(), times.end(), times[i] + 60 - 1e-6);
      EXPECT_LE(static_cast<double>(end - times.begin()) - static_cast<double>(i), limit) << limit << " from " << i;
    }
    EXPECT_GE(static_cast<double>(times.size()), 3 * 0.98 * limit);
  }
}

TEST(Bucket, AnAmountAboveItsRoomPassesWhenItIsFullAndIsPaidBack) {
  Bucket bucket(60);
  EXPECT_EQ(bucket.ready(0, 20), 0);
  bucket.take(0, 20);
  EXPECT_NEAR(bucket.ready(0, 1), 20, 1e-9);
}

TEST(Bucket, IsCorrectedByTheTruth) {
  Bucket bucket(600);
  bucket.take(0, 10);
  bucket.correct(-5);  // it was only five
  EXPECT_EQ(bucket.ready(0, 5), 0);
  EXPECT_GT(bucket.ready(0, 6), 0);
}

TEST(Backoff, DoublesUpToTheLongestWithinHalfAndWhole) {
  Backoff backoff(1, 60, 7);
  for (int round = 0; round < 100; ++round) {
    double whole = 1;
    for (std::size_t n = 1; n < 200; ++n) {
      const double wait = backoff.wait(n);
      EXPECT_GE(wait, whole / 2);
      EXPECT_LE(wait, whole);
      whole = std::min(60.0, whole * 2);
    }
  }
}

TEST(Backoff, TwoCallersDoNotComeBackTogether) {
  Backoff a(1, 60, 1);
  Backoff b(1, 60, 2);
  int same = 0;
  for (std::size_t n = 1; n < 50; ++n) same += a.wait(n) == b.wait(n) ? 1 : 0;
  EXPECT_EQ(same, 0);
}

TEST(Breaker, OpensAfterFailuresInARowOnly) {
  Breaker breaker(3, 10, 60);
  for (int i = 0; i < 10; ++i) {
    EXPECT_FALSE(breaker.failed(0));
    EXPECT_FALSE(breaker.failed(0));
    breaker.succeeded();
  }
  EXPECT_FALSE(breaker.failed(0));
  EXPECT_FALSE(breaker.failed(0));
  EXPECT_TRUE(breaker.failed(0));
  EXPECT_EQ(breaker.ready(1), 10);
}

TEST(Breaker, LetsOneTryAndRestsTwiceAsLongIfItFails) {
  Breaker breaker(1, 10, 35);
  breaker.failed(0);
  EXPECT_FALSE(breaker.failed(1)) << "what was in flight changes nothing";
  EXPECT_EQ(breaker.ready(0), 10);
  breaker.passed(10);
  EXPECT_EQ(breaker.ready(11), kNever);
  EXPECT_TRUE(breaker.failed(12));
  EXPECT_EQ(breaker.ready(12), 32);
  breaker.passed(32);
  EXPECT_TRUE(breaker.failed(32));
  EXPECT_EQ(breaker.ready(33), 67) << "no longer than the longest";
  breaker.passed(67);
  breaker.succeeded();
  EXPECT_EQ(breaker.ready(68), 68);
  breaker.failed(70);
  EXPECT_EQ(breaker.ready(70), 80) << "after a success the rest begins small again";
}

TEST(Breaker, ATrialThatSaysNothingLetsAnotherTry) {
  Breaker breaker(1, 10, 60);
  breaker.failed(0);
  breaker.passed(10);
  breaker.undecided();
  EXPECT_EQ(breaker.ready(11), 11);
}

}  // namespace
}  // namespace fiducial::llm
