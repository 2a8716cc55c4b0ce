// RadSEM's score against hand-computed cases and against the slow implementation on random records.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "fiducial/radsem.h"
#include "radsem/record_json.h"
#include "random_tags.h"
#include "slow_score.h"

namespace fiducial::radsem {
namespace {

using Json = nlohmann::ordered_json;
using enum Normality;

TagPair pair(std::string ref, std::string gen, Normality normality, Relation site = Relation::equivalent,
             Details details = Details::equivalent) {
  return {std::move(ref), std::move(gen), normality, site, Relation::equivalent, Relation::null, details};
}

TEST(PairWeight, IsAThirdForEachPartWholeTimesTheDetailCoefficient) {
  EXPECT_DOUBLE_EQ(pair_weight(0, Details::equivalent), 1.0);
  EXPECT_DOUBLE_EQ(pair_weight(0, Details::null), 1.0);
  EXPECT_DOUBLE_EQ(pair_weight(0, Details::other), 1.0);
  EXPECT_DOUBLE_EQ(pair_weight(0, Details::partial), 0.75);
  EXPECT_DOUBLE_EQ(pair_weight(0, Details::none), 0.5);
  EXPECT_DOUBLE_EQ(pair_weight(1, Details::equivalent), 1.0 / 3);
  EXPECT_DOUBLE_EQ(pair_weight(2, Details::partial), 0.75 / 9);
  EXPECT_DOUBLE_EQ(pair_weight(3, Details::none), 0.5 / 27);
  TagPair p = pair("a", "b", normal, Relation::part_whole, Details::none);
  EXPECT_DOUBLE_EQ(pair_weight(p), 0.5 / 3);  // the detail coefficient holds for normal pairs too
  p.anatomical = Relation::other;
  EXPECT_DOUBLE_EQ(pair_weight(p), 0.5);
}

TEST(Score, ThePapersExample) {
  Tag tag;
  for (int i = 0; i < 4; ++i) tag.pairs.push_back(pair("r" + std::to_string(i), "g" + std::to_string(i), abnormal));
  for (int i = 0; i < 15; ++i) tag.pairs.push_back(pair("n" + std::to_string(i), "m" + std::to_string(i), normal));
  for (int i = 0; i < 2; ++i) tag.unmatched.push_back({Side::ref, "u" + std::to_string(i), abnormal});
  for (int i = 0; i < 2; ++i) tag.unmatched.push_back({Side::gen, "v" + std::to_string(i), normal});
  const Audit audit = score(tag);
  EXPECT_DOUBLE_EQ(audit.abnormal.score, 0.8);
  EXPECT_DOUBLE_EQ(audit.normal.score, 0.9375);
  EXPECT_DOUBLE_EQ(audit.score, 0.81375);
  EXPECT_DOUBLE_EQ(Scorer().score(tag).score, 0.81375);
}

TEST(Score, NothingPresentIsZero) {
  EXPECT_EQ(score(Tag{}).score, 0.0);
  EXPECT_EQ(score(Tag{}).abnormal.rule, Rule::absent);
  Tag only_bad;
  only_bad.pairs = {pair("a", "b", Normality::other), pair("  ", "b", abnormal)};
  only_bad.unmatched = {{Side::other, "x", abnormal}, {Side::ref, "x", Normality::other}};
  const Audit audit = score(only_bad);
  EXPECT_EQ(audit.score, 0.0);
  EXPECT_EQ(audit.pairs[0].status, PairStatus::bad_normality);
  EXPECT_EQ(audit.pairs[1].status, PairStatus::empty_sentence);
  EXPECT_TRUE(audit.unmatched.empty());
}

TEST(Score, ARecordWithoutFindingsIsZeroWhateverElseItHolds) {
  Tag tag;
  tag.pairs = {pair("a", "b", abnormal)};
  tag.well_formed = false;
  EXPECT_EQ(score(tag).score, 0.0);
  EXPECT_EQ(score(tag, Policy::alt).score, 0.0);
}

TEST(Score, OneClassHasTheWholeMixture) {
  Tag tag;
  tag.pairs = {pair("a", "b", normal)};
  tag.unmatched = {{Side::ref, "c", normal}};
  const Audit audit = score(tag);
  EXPECT_DOUBLE_EQ(audit.score, 2.0 / 3);
  EXPECT_EQ(audit.normal.mixture_share, 1.0);
  EXPECT_EQ(audit.abnormal.mixture_share, 0.0);
}

TEST(Score, UnmatchedItemsCountRawWithOrWithoutText) {
  Tag tag;
  tag.pairs = {pair("a", "b", abnormal)};
  tag.unmatched = {{Side::ref, "same", abnormal}, {Side::ref, "same", abnormal}, {Side::gen, "", abnormal}};
  const Audit audit = score(tag);
  EXPECT_EQ(audit.abnormal.unmatched_ref, 2U);
  EXPECT_EQ(audit.abnormal.unmatched_gen, 1U);
  EXPECT_DOUBLE_EQ(audit.score, 2.0 / 5);
}

TEST(Score, NoUnmatchedWithPartialWeights) {
  Tag tag;
  tag.pairs = {pair("a", "b", abnormal), pair("c", "d", abnormal, Relation::equivalent, Details::none),
               pair("e", "f", abnormal, Relation::equivalent, Details::partial),
               pair("g", "h", abnormal, Relation::equivalent, Details::partial)};
  const Audit audit = score(tag);
  EXPECT_EQ(audit.abnormal.rule, Rule::partial_match);
  EXPECT_EQ(audit.abnormal.n, 4U);
  EXPECT_DOUBLE_EQ(audit.abnormal.q, 0.75);
  EXPECT_DOUBLE_EQ(audit.abnormal.lambda, 0.125);
  EXPECT_DOUBLE_EQ(audit.score, 1 - 0.125 * 0.25);
  EXPECT_DOUBLE_EQ(audit.abnormal.matched, 3.0);
}

TEST(Score, ARepeatedPairAllocatesByItsHeaviestAndAdjustsByItsFirst) {
  Tag tag;
  tag.pairs = {pair("a", "b", abnormal, Relation::equivalent, Details::none), pair(" a", "b\n", abnormal)};
  Audit audit = score(tag);
  EXPECT_EQ(audit.pairs[0].status, PairStatus::duplicate);
  EXPECT_EQ(audit.pairs[1].status, PairStatus::counted);
  EXPECT_EQ(audit.pairs[1].credit, 1.0);
  EXPECT_EQ(audit.abnormal.n, 1U);
  EXPECT_DOUBLE_EQ(audit.score, 1 - 0.25 * 0.5);
  tag.unmatched = {{Side::gen, "x", abnormal}};
  EXPECT_DOUBLE_EQ(score(tag).score, 2.0 / 3);
  // The other way round the first is the full match, and nothing is adjusted.
  tag.unmatched.clear();
  std::swap(tag.pairs[0], tag.pairs[1]);
  audit = score(tag);
  EXPECT_EQ(audit.pairs[1].status, PairStatus::duplicate);
  EXPECT_EQ(audit.abnormal.rule, Rule::no_unmatched);
  EXPECT_EQ(audit.score, 1.0);
}

TEST(Score, ASentenceGivesOneUnitOfCreditAtMost) {
  Tag tag;  // two full matches of one Ref sentence, the second Gen free for another
  tag.pairs = {pair("a", "x", abnormal), pair("a", "y", abnormal), pair("b", "x", abnormal)};
  tag.unmatched = {{Side::ref, "c", abnormal}};
  const Audit audit = score(tag);
  EXPECT_DOUBLE_EQ(audit.abnormal.matched, 2.0);  // the greedy a–x had to move to a–y for b–x
  EXPECT_DOUBLE_EQ(audit.pairs[0].credit, 0.0);
  EXPECT_DOUBLE_EQ(audit.pairs[1].credit, 1.0);
  EXPECT_DOUBLE_EQ(audit.pairs[2].credit, 1.0);
}

TEST(Score, FourPartsOfOneWhole) {
  Tag tag;
  for (int i = 0; i < 4; ++i) tag.pairs.push_back(pair("whole", std::to_string(i), abnormal, Relation::part_whole));
  tag.unmatched = {{Side::ref, "c", abnormal}};
  const Audit audit = score(tag);
  EXPECT_NEAR(audit.abnormal.matched, 1.0, 1e-12);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(audit.pairs[static_cast<std::size_t>(i)].credit, 1.0 / 3, 1e-12);
  EXPECT_EQ(audit.pairs[3].credit, 0.0);
}

TEST(Score, CapacityIsPerClass) {
  Tag tag;
  tag.pairs = {pair("a", "x", abnormal), pair("a", "x", normal)};
  const Audit audit = score(tag);
  EXPECT_EQ(audit.abnormal.matched, 1.0);
  EXPECT_EQ(audit.normal.matched, 1.0);
}

TEST(Score, AgreesWithTheSlowImplementationOnRandomRecords) {
  RandomTags tags(1);
  Scorer scorer;
  std::map<Rule, int> rules;
  int malformed = 0;
  for (int i = 0; i < 12000; ++i) {
    const Json record = tags.record();
    const Tag tag = tag_from_json(record);
    const Audit audit = score(tag);
    ASSERT_NEAR(audit.score, slow::score(record), 1e-9) << i << ' ' << record.dump();
    ASSERT_EQ(scorer.score(tag).score, audit.score);
    ASSERT_GE(audit.score, 0.0);
    ASSERT_LE(audit.score, 1.0);
    ++rules[audit.abnormal.rule];
    malformed += audit.well_formed ? 0 : 1;
  }
  // The records are of every kind.
  EXPECT_GT(rules[Rule::absent], 100);
  EXPECT_GT(rules[Rule::base], 1000);
  EXPECT_GT(rules[Rule::no_unmatched], 50);
  EXPECT_GT(rules[Rule::partial_match], 1000);
  EXPECT_GT(malformed, 100);
}

TEST(Score, AltAgreesWithTheSlowImplementationOnRandomRecords) {
  RandomTags tags(2);
  Scorer scorer;
  for (int i = 0; i < 12000; ++i) {
    const Json record = tags.record();
    const Tag tag = tag_from_json(record);
    const Audit audit = score(tag, Policy::alt);
    ASSERT_NEAR(audit.score, slow::score_alt(record), 1e-9) << i << ' ' << record.dump();
    ASSERT_EQ(scorer.score(tag, Policy::alt).score, audit.score);
  }
}

// What every audit must satisfy: credits within weights and capacities, their sum is the matched count.
void check_audit(const Tag& tag, const Audit& audit) {
  std::map<std::string, double> used;
  std::map<Normality, double> matched;
  for (std::size_t i = 0; i < tag.pairs.size(); ++i) {
    const PairAudit& p = audit.pairs[i];
    EXPECT_LE(p.credit, p.weight + 1e-9);
    EXPECT_GE(p.credit, 0.0);
    EXPECT_TRUE(p.status == PairStatus::counted || p.credit == 0.0);
    const std::string name(label(tag.pairs[i].normality));
    const auto strip = [](const std::string& s) {
      const auto b = s.find_first_not_of(" \n\t");
      return b == std::string::npos ? std::string() : s.substr(b, s.find_last_not_of(" \n\t") - b + 1);
    };
    used[name + "/r/" + strip(tag.pairs[i].ref_sentence)] += p.credit;
    used[name + "/g/" + strip(tag.pairs[i].gen_sentence)] += p.credit;
    matched[tag.pairs[i].normality] += p.credit;
  }
  for (const auto& [sentence, credit] : used) EXPECT_LE(credit, 1 + 1e-9);
  EXPECT_NEAR(matched[abnormal], audit.abnormal.matched, 1e-9);
  EXPECT_NEAR(matched[normal], audit.normal.matched, 1e-9);
  EXPECT_EQ(matched[Normality::other], 0.0);
}

TEST(Score, AuditsAddUp) {
  RandomTags tags(3);
  for (int i = 0; i < 1000; ++i) {
    const Tag tag = tag_from_json(tags.record());
    check_audit(tag, score(tag));
    check_audit(tag, score(tag, Policy::alt));
  }
}

// F1 treats both reports alike: exchanging Ref and Gen changes nothing (under many-to-many).
TEST(Score, IsSymmetric) {
  RandomTags tags(4);
  for (int i = 0; i < 1000; ++i) {
    const Tag tag = tag_from_json(tags.record());
    Tag swapped = tag;
    for (TagPair& p : swapped.pairs) std::swap(p.ref_sentence, p.gen_sentence);
    for (Unmatched& u : swapped.unmatched) {
      if (u.side != Side::other) u.side = u.side == Side::ref ? Side::gen : Side::ref;
    }
    ASSERT_NEAR(score(swapped).score, score(tag).score, 1e-9);
  }
}

TEST(Score, AnUnmatchedSentenceMoreNeverRaisesAClassThatHasSome) {
  RandomTags tags(5);
  for (int i = 0; i < 1000; ++i) {
    Tag tag = tag_from_json(tags.record());
    tag.unmatched.push_back({Side::gen, "one", abnormal});
    const double before = score(tag).abnormal.score;
    tag.unmatched.push_back({Side::ref, "two", abnormal});
    ASSERT_LE(score(tag).abnormal.score, before);
  }
}

}  // namespace
}  // namespace fiducial::radsem
