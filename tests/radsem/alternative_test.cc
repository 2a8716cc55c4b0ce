// RadSEM-Alt on cases small enough to follow by hand; docs/radsem-score.md says why each comes out so.
#include <gtest/gtest.h>

#include <cmath>

#include "fiducial/radsem.h"

namespace fiducial::radsem {
namespace {

using enum Normality;

TagPair pair(std::string ref, std::string gen, Details details = Details::equivalent, Normality normality = abnormal,
             Relation site = Relation::equivalent) {
  return {std::move(ref), std::move(gen), normality, site, Relation::equivalent, Relation::null, details};
}

TEST(Alt, AGenSentenceGoesToItsHeaviestRef) {
  Tag tag;
  tag.pairs = {pair("a", "x", Details::none), pair("b", "x")};
  const Audit audit = score(tag, Policy::alt);
  EXPECT_EQ(audit.pairs[0].status, PairStatus::outranked);
  EXPECT_EQ(audit.pairs[1].status, PairStatus::counted);
  EXPECT_EQ(audit.abnormal.unmatched_ref, 1U);  // a is left over
  EXPECT_EQ(audit.abnormal.unmatched_gen, 0U);
  ASSERT_EQ(audit.unmatched.size(), 1U);
  EXPECT_EQ(audit.unmatched[0].sentence, "a");
  EXPECT_DOUBLE_EQ(audit.score, 2.0 / 3);
}

TEST(Alt, OfEqualWeightsTheFirstListedWins) {
  Tag tag;
  tag.pairs = {pair("b", "x"), pair("a", "x")};
  const Audit audit = score(tag, Policy::alt);
  EXPECT_EQ(audit.pairs[0].status, PairStatus::counted);
  EXPECT_EQ(audit.pairs[1].status, PairStatus::outranked);
}

TEST(Alt, ARefFillsUpToOneAndTheLastIsTruncated) {
  Tag tag;
  tag.pairs = {pair("a", "w", Details::none), pair("a", "x", Details::partial), pair("a", "y", Details::none)};
  const Audit audit = score(tag, Policy::alt);
  EXPECT_DOUBLE_EQ(audit.pairs[1].credit, 0.75);
  EXPECT_DOUBLE_EQ(audit.pairs[0].credit, 0.25);
  EXPECT_EQ(audit.pairs[2].status, PairStatus::ref_full);  // and its Gen sentence is unmatched
  EXPECT_EQ(audit.abnormal.unmatched_gen, 1U);
  EXPECT_DOUBLE_EQ(audit.score, 2.0 / 3);
}

TEST(Alt, NoUnmatchedAdjustsByTheWeightsOfRetainedPairs) {
  Tag tag;
  tag.pairs = {pair("a", "w", Details::partial), pair("a", "x", Details::partial)};
  const Audit audit = score(tag, Policy::alt);
  EXPECT_DOUBLE_EQ(audit.abnormal.matched, 1.0);
  EXPECT_EQ(audit.abnormal.rule, Rule::partial_match);
  EXPECT_DOUBLE_EQ(audit.abnormal.q, 0.75);
  EXPECT_DOUBLE_EQ(audit.score, 1 - 0.25 / std::sqrt(2.0) * 0.25);
}

TEST(Alt, UnmatchedItemsAreSentencesNotItems) {
  Tag tag;
  tag.pairs = {pair("a", "x")};
  tag.unmatched = {{Side::ref, "b", abnormal}, {Side::ref, " b ", abnormal},  // one sentence
                   {Side::ref, "a", abnormal},                                // matched after all
                   {Side::gen, "a", abnormal},                                // another report's sentence
                   {Side::gen, "", abnormal},  {Side::gen, "", abnormal}};    // two that cannot be told apart
  const Audit audit = score(tag, Policy::alt);
  EXPECT_EQ(audit.abnormal.unmatched_ref, 1U);
  EXPECT_EQ(audit.abnormal.unmatched_gen, 3U);
}

TEST(Alt, OneAssignmentPerGenSentenceAcrossClasses) {
  Tag tag;
  tag.pairs = {pair("a", "x", Details::none, abnormal), pair("a", "x", Details::null, normal)};
  const Audit audit = score(tag, Policy::alt);
  EXPECT_EQ(audit.pairs[0].status, PairStatus::duplicate);
  EXPECT_FALSE(audit.abnormal.present());
  EXPECT_EQ(audit.score, 1.0);
}

TEST(Alt, AgreesWithManyToManyWhereEverySentenceHasOnePair) {
  Tag tag;
  for (int i = 0; i < 10; ++i) {
    tag.pairs.push_back(pair("r" + std::to_string(i), "g" + std::to_string(i),
                             i % 3 == 0 ? Details::none : Details::null, i % 2 == 0 ? abnormal : normal));
  }
  tag.unmatched = {{Side::ref, "u", abnormal}, {Side::gen, "v", normal}};
  EXPECT_DOUBLE_EQ(score(tag, Policy::alt).score, score(tag).score);
}

}  // namespace
}  // namespace fiducial::radsem
