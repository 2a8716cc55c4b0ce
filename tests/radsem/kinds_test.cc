// Matching by kinds of findings against matching each with each: the same pairs in the same order.
#include "compare/kinds.h"

#include <gtest/gtest.h>

#include <string>

#include "fiducial/problem.h"
#include "fiducial/stats.h"
#include "grammar/reader.h"
#include "radsem/match.h"

namespace fiducial::radsem {
namespace {

using findings::Finding;
using findings::Lexicon;

template <std::size_t N>
const char* any(stats::Random& random, const char* const (&list)[N]) {
  return list[random.below(N)];
}

// Sentences of all kinds that the matching tells apart: asserted, denied, normal, measured, unknown words, no place, a
// place that is carried over, devices, both sides, what is said beside.
std::string random_report(stats::Random& random, int sentences) {
  constexpr const char* kPlaces[] = {
      "liver", "spleen",  "right upper lobe", "left lower lobe", "left kidney", "right clavicle", "lungs", "pleura",
      "heart", "abdomen", "clavicle",         "lumbar spine",    "L4",          "mediastinum"};
  constexpr const char* kSeen[] = {"cyst",     "mass",     "nodule",         "opacity",
                                   "fracture", "effusion", "hypodense area", "stenosis"};
  constexpr const char* kWords[] = {"blorphism", "quaxity", "frandle"};
  constexpr const char* kSizes[] = {"", "3 mm ", "4 mm ", "12 mm ", "small ", "large calcified "};
  std::string out;
  for (int i = 0; i < sentences; ++i) {
    const std::string place = any(random, kPlaces);
    const std::string seen = any(random, kSeen);
    switch (random.below(11)) {
      case 0:
        out += "No " + seen + " in the " + place + ". ";
        break;
      case 1:
        out += "The " + place + " is normal. ";
        break;
      case 2:
        out += "The " + place + " is enlarged. ";
        break;
      case 3:
        out += "There is a " + std::string(any(random, kWords)) + " in the " + place + ". ";
        break;
      case 4:
        out += "There is a " + std::string(any(random, kWords)) + ". ";
        break;
      case 5:
        out += "A " + seen + ". ";
        break;
      case 6:
        out += "The " + place + " measures " + std::to_string(8 + random.below(5)) + " cm. ";
        break;
      case 7:
        out += "A catheter ends in the " + place + ". ";
        break;
      case 8:
        out += "A " + seen + " with calcification in the " + place + ", consistent with a " + any(random, kSeen) + ". ";
        break;
      case 9:
        out += "No " + std::string(any(random, kWords)) + " in the " + place + ". ";
        break;
      default:
        out += "A " + std::string(any(random, kSizes)) + seen + " in the " + place + ". ";
        break;
    }
  }
  return out;
}

void expect_same(const Matching& a, const Matching& b) {
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  for (std::size_t k = 0; k < a.pairs.size(); ++k) {
    EXPECT_EQ(a.pairs[k].ref, b.pairs[k].ref);
    EXPECT_EQ(a.pairs[k].gen, b.pairs[k].gen);
    EXPECT_EQ(a.pairs[k].weight, b.pairs[k].weight);
    EXPECT_EQ(a.pairs[k].relation.details, b.pairs[k].relation.details);
    EXPECT_EQ(a.pairs[k].relation.site, b.pairs[k].relation.site);
  }
  EXPECT_EQ(a.unmatched_ref, b.unmatched_ref);
  EXPECT_EQ(a.unmatched_gen, b.unmatched_gen);
  ASSERT_EQ(a.contradictions.size(), b.contradictions.size());
  for (std::size_t k = 0; k < a.contradictions.size(); ++k) {
    EXPECT_EQ(a.contradictions[k].ref, b.contradictions[k].ref);
    EXPECT_EQ(a.contradictions[k].gen, b.contradictions[k].gen);
  }
}

TEST(Kinds, MatchingByThemIsTheMatchingOfAll) {
  const Lexicon& lexicon = Lexicon::embedded();
  findings::Reader reader(lexicon);
  stats::Random random(8);
  findings::Reading ref;
  findings::Reading gen;
  std::size_t pairs = 0;
  std::size_t contradictions = 0;
  std::size_t alone = 0;
  for (int round = 0; round < 400; ++round) {
    reader.read(random_report(random, 1 + static_cast<int>(random.below(30))), ref);
    reader.read(random_report(random, 1 + static_cast<int>(random.below(30))), gen);
    for (const Policy policy : {Policy::many_to_many, Policy::alt}) {
      Matching slow;
      Matching fast;
      match(lexicon, ref.findings, gen.findings, policy, Search::all, slow);
      match(lexicon, ref.findings, gen.findings, policy, Search::kinds, fast);
      expect_same(fast, slow);
      if (HasFailure()) FAIL() << "round " << round;
      pairs += slow.pairs.size();
      contradictions += slow.contradictions.size();
      alone += slow.unmatched_ref.size();
    }
  }
  EXPECT_GT(pairs, 1000U);
  EXPECT_GT(contradictions, 1000U);
  EXPECT_GT(alone, 1000U);
}

// What is left out is what `relate` finds nothing in, and of kinds it says the same as of their members.
TEST(Kinds, NothingRelatedIsLeftOut) {
  const Lexicon& lexicon = Lexicon::embedded();
  findings::Reader reader(lexicon);
  stats::Random random(9);
  findings::Reading ref;
  findings::Reading gen;
  for (int round = 0; round < 60; ++round) {
    reader.read(random_report(random, 20), ref);
    reader.read(random_report(random, 20), gen);
    findings::Kinds kinds(lexicon, gen.findings);
    for (const Finding& f : ref.findings) {
      std::vector<bool> related(kinds.size(), false);
      for (const std::uint32_t kind : kinds.related_to(f)) {
        EXPECT_FALSE(related[kind]) << "twice";
        related[kind] = true;
      }
      for (std::uint32_t j = 0; j < gen.findings.size(); ++j) {
        const findings::Relation r = findings::relate(lexicon, f, gen.findings[j]);
        EXPECT_TRUE(related[kinds.of(j)] || !(r.contradictory || r.compatible()));
        const findings::Relation of_kind = findings::relate(lexicon, f, kinds.one(kinds.of(j)));
        EXPECT_EQ(r.contradictory || r.compatible(), of_kind.contradictory || of_kind.compatible());
        findings::Relation ignored;
        EXPECT_EQ(findings::covers(lexicon, f, gen.findings[j], ignored),
                  findings::covers(lexicon, f, kinds.one(kinds.of(j)), ignored));
        EXPECT_TRUE(findings::affinity(lexicon, f, gen.findings[j], ignored) == 0 ||
                    findings::may_be_one(lexicon, f, kinds.one(kinds.of(j))));
      }
    }
  }
}

TEST(Kinds, LongReportsAreMatchedAndTooManyPairsRefused) {
  const Lexicon& lexicon = Lexicon::embedded();
  findings::Reader reader(lexicon);
  findings::Reading reading;
  std::string text;
  for (int i = 0; i < 6000; ++i)
    text += "A " + std::to_string(i / 4 % 97 + 3) + " mm " + (i % 2 == 0 ? "cyst" : "stone") + " in the " +
            (i % 4 < 2 ? "liver" : "spleen") + ", number " + std::to_string(i) + ". ";
  reader.read(text, reading);
  Matching matching;
  match(lexicon, reading.findings, reading.findings, Policy::many_to_many, matching);
  EXPECT_TRUE(matching.unmatched_ref.empty());
  Finding alike = reading.findings.front();
  std::vector<Finding> many(3000, alike);
  EXPECT_THROW(match(lexicon, many, many, Policy::many_to_many, matching), RecordError);
}

}  // namespace
}  // namespace fiducial::radsem
