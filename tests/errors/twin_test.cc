// The assignment against a slow twin that tries every pairing, on random findings.
#include <gtest/gtest.h>

#include <algorithm>

#include "errors/account.h"
#include "fiducial/stats.h"

namespace fiducial::errors {
namespace {

using findings::ConceptId;
using findings::Finding;
using findings::Lexicon;

// Findings of a few names at a few places, with sides, sizes and degrees: much is alike, so much can be paired.
Finding random_finding(const Lexicon& lexicon, stats::Random& random) {
  constexpr const char* kNames[] = {"nodule", "mass", "fluid", "fracture", "consolidation", "pneumonia", "opacity"};
  constexpr const char* kPlaces[] = {"lung", "pleura", "liver", "kidney", "rib", "upper_lobe"};
  constexpr const char* kDegrees[] = {"severity.mild", "severity.moderate", "severity.severe"};
  Finding f;
  f.concept_id = lexicon.find(kNames[random.below(std::size(kNames))]);
  f.abnormal = true;
  const ConceptId place = lexicon.find(kPlaces[random.below(std::size(kPlaces))]);
  if (place != findings::kNone) add_place(lexicon, f.site, place);
  f.site.side = static_cast<lexicon::Side>(random.below(3));
  if (random.below(2) == 0) f.add_size(3 + random.below(40));
  if (random.below(2) == 0) f.details.add(lexicon.find(kDegrees[random.below(std::size(kDegrees))]));
  if (random.below(4) == 0) f.certainty = findings::Certainty::possible;
  f.head.begin = 10 * random.below(1000);
  f.head.end = f.head.begin + 5;
  f.sentence = random.below(1000);
  return f;
}

double saved(const Lexicon& lexicon, const Weigher& weigher, const Statement& x, const Statement& y) {
  const Difference d = compare(lexicon, weigher, x.finding, y.finding);
  if (!d.of_one_thing) return 0;
  const double larger = std::max(x.weight, y.weight);
  const double amount = x.weight + y.weight - larger * d.distance;
  return amount > 0 ? amount * (1 + 0.01 * d.closeness) - kNuance * larger * d.nuances : 0;
}

// The most that can be saved by pairing statements from the i-th on with those not taken yet.
double best(const std::vector<std::vector<double>>& table, std::size_t i, unsigned taken) {
  if (i == table.size()) return 0;
  double most = best(table, i + 1, taken);
  for (std::size_t j = 0; j < table[i].size(); ++j) {
    if (table[i][j] > 0 && (taken >> j & 1U) == 0)
      most = std::max(most, table[i][j] + best(table, i + 1, taken | 1U << j));
  }
  return most;
}

TEST(Twin, TheAccountSavesAsMuchAsTryingAll) {
  const Lexicon& lexicon = Lexicon::embedded();
  const Weigher weigher(lexicon);
  Accountant accountant(lexicon, weigher);
  Balance balance;
  stats::Random random(11);
  for (int round = 0; round < 300; ++round) {
    std::vector<Finding> reference(1 + random.below(6));
    std::vector<Finding> candidate(1 + random.below(6));
    for (Finding& f : reference) f = random_finding(lexicon, random);
    for (Finding& f : candidate) f = random_finding(lexicon, random);
    accountant.run(reference, candidate, balance);
    std::vector<std::vector<double>> table;
    for (const Statement& x : balance.reference) {
      table.emplace_back();
      for (const Statement& y : balance.candidate) table.back().push_back(saved(lexicon, weigher, x, y));
    }
    double fast = 0;
    for (const Matched& m : balance.matched) fast += table[m.reference][m.candidate];
    EXPECT_NEAR(fast, best(table, 0, 0), 1e-9) << "round " << round;
  }
}

TEST(Twin, WeightsAddUp) {
  const Lexicon& lexicon = Lexicon::embedded();
  const Weigher weigher(lexicon);
  Accountant accountant(lexicon, weigher);
  Balance balance;
  stats::Random random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<Finding> reference(random.below(8));
    std::vector<Finding> candidate(random.below(8));
    for (Finding& f : reference) f = random_finding(lexicon, random);
    for (Finding& f : candidate) f = random_finding(lexicon, random);
    accountant.run(reference, candidate, balance);
    double errors = 0;
    for (const Mistake& m : balance.mistakes) errors += m.weight;
    EXPECT_NEAR(errors, balance.missed + balance.invented, 1e-9);
    if (reference.empty() == candidate.empty()) {
      double nuances = 0;
      for (const Matched& m : balance.matched) nuances += 0.002 * m.weight * m.difference.nuances;
      EXPECT_NEAR(balance.score, (0.1 + balance.credit) / (0.1 + balance.credit + errors + nuances), 1e-12);
    }
    EXPECT_GE(balance.score, 0.0);
    EXPECT_LE(balance.score, 1.0);
  }
}

// A report too long to be compared all with all still finds itself, in any order.
TEST(Twin, ALongReportFindsItself) {
  const Lexicon& lexicon = Lexicon::embedded();
  const Weigher weigher(lexicon);
  Accountant accountant(lexicon, weigher);
  Balance balance;
  std::vector<Finding> report;
  const std::vector<ConceptId> all = lexicon.of_section(lexicon::Section::observation);
  for (std::size_t i = 0; i < 400 && i < all.size(); ++i) {
    const ConceptId id = all[i * all.size() / 400];
    const ConceptId symptom = lexicon.known().symptom;
    const lexicon::Concept& c = lexicon[id];
    if (c.has(lexicon::Concept::normal) || id == symptom || lexicon.contains(symptom, id)) continue;
    Finding f;
    f.concept_id = id;
    f.abnormal = true;
    if (c.at != findings::kNone) add_place(lexicon, f.site, c.at);
    f.head = {static_cast<std::uint32_t>(10 * i), static_cast<std::uint32_t>(10 * i + 5)};
    f.sentence = static_cast<std::uint32_t>(i);
    report.push_back(f);
  }
  std::vector<Finding> reversed(report.rbegin(), report.rend());
  accountant.run(report, reversed, balance);
  EXPECT_EQ(balance.score, 1.0);
  EXPECT_TRUE(balance.mistakes.empty());
  EXPECT_EQ(balance.matched.size(), balance.reference.size());
}

}  // namespace
}  // namespace fiducial::errors
