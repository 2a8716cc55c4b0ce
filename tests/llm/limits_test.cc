// Limits, waits and the breaker on a clock that the test moves.
#include "llm/limits.h"

#include <gtest/gtest.h>

namespace fiducial::llm {
namespace {

TEST(Bucket, NoLimitIsAlwaysReady) {
  Bucket bucket(0);
  for (int i = 0; i < 1000; ++i) bucket.take(5, 1e9);
  EXPECT_EQ(bucket.ready(5, 1e9), 5);
}

TEST(Bucket, GivesATenthOfAMinuteAtOnceAndThenTheRate) {
  Bucket bucket(60);  // one a second, six at once
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(bucket.ready(100, 1), 100) << i;
    bucket.take(100, 1);
  }
  EXPECT_NEAR(bucket.ready(100, 1), 101, 1e-9);
  EXPECT_NEAR(bucket.ready(100.5, 1), 101, 1e-9);
  EXPECT_EQ(bucket.ready(101, 1), 101);
}

// In any window that is long enough, no more than the rate and one burst.
TEST(Bucket, NeverGivesMoreThanTheRate) {
  Bucket bucket(600);
  double now = 0;
  int taken = 0;
  while (true) {
    now = bucket.ready(now, 1);
    if (now > 60) break;
    bucket.take(now, 1);
    ++taken;
  }
  EXPECT_LE(taken, 660);
  EXPECT_GE(taken, 655);
}

TEST(Bucket, AnAmountAboveItsRoomPassesWhenItIsFullAndIsPaidBack) {
  Bucket bucket(60);
  EXPECT_EQ(bucket.ready(0, 20), 0);
  bucket.take(0, 20);
  EXPECT_NEAR(bucket.ready(0, 1), 15, 1e-9);
}

TEST(Bucket, IsCorrectedByTheTruth) {
  Bucket bucket(60);
  bucket.take(0, 6);
  bucket.correct(-5);  // it was only one
  EXPECT_EQ(bucket.ready(0, 5), 0);
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
