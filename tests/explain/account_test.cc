// Accounts of a case: what each metric tells, that its score is the metric's own, and the two ways to show it.
#include "explain/account.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "explain/explain.h"
#include "fiducial/score.h"

namespace fiducial::explain {
namespace {

const io::Pair kCase{"case-1", "The heart is enlarged. No pneumothorax. There is a nodule in the left upper lobe.",
                     "Cardiomegaly. There is a right pneumothorax. The trachea is patent.", 1};

const Entry* entry_of(const Account& account, Outcome outcome) {
  for (const Part& part : account.parts) {
    for (const Entry& entry : part.entries) {
      if (entry.outcome == outcome) return &entry;
    }
  }
  return nullptr;
}

TEST(Account, AsTextAndAsJson) {
  Account account{"a", "Toy", "plain", 0.5, "one", "two", {"a remark"}, {}, "sum"};
  account.parts.push_back({"first",
                           {{Outcome::matched, {{Report::reference, "R1", "A.", "an  a\nhere", 3, 9}}, "alike"},
                            {Outcome::missing, {{Report::reference, "R2", "B.", "", 0, 0}}, ""},
                            {Outcome::missing, {{Report::reference, "R3", "C.", "", 0, 0}}, ""},
                            {Outcome::unsupported, {{Report::candidate, "G1", "D.", "", 0, 0}}, "why"}},
                           {"note"}});
  account.parts.push_back({"empty", {}, {}});
  EXPECT_EQ(text(account, Paint(false)),
            "a  Toy 0.5000  (plain)\nreference (R): one\ncandidate (G): two\n\na remark\n\nfirst\n"
            "  R1   A.  \"an a here\"\n       alike\n"
            "  missing: only the reference says\n  R2   B.\n  R3   C.\n"
            "  unsupported: only the candidate says\n  G1   D.\n       why\n"
            "  note\n\nsum\n");
  const io::Json shown = json(account);
  ASSERT_EQ(shown["parts"].size(), 1U);
  const io::Json& entries = shown["parts"][0]["entries"];
  EXPECT_EQ(entries[0]["outcome"], "matched");
  EXPECT_EQ(entries[0]["reference"][0]["span"], io::Json::array({3, 9}));
  EXPECT_FALSE(entries[1]["reference"][0].contains("span"));
  EXPECT_EQ(entries[3]["candidate"][0]["mark"], "G1");
  account.score = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(json(account)["score"].is_null());
  EXPECT_TRUE(text(account, Paint(false)).starts_with("a  Toy not defined  (plain)\n"));
}

TEST(Account, EveryExplainedMetricGivesItsOwnScore) {
  for (const std::string& name : explained_metrics()) {
    const auto metric = make_metric(name);
    ASSERT_TRUE(metric) << name;
    for (const io::Pair& pair : {kCase, io::Pair{"same", kCase.reference, kCase.reference, 0},
                                 io::Pair{"empty", kCase.reference, "", 0}, io::Pair{"none", "", "", 0}}) {
      std::vector<double> statistics(metric->statistics());
      std::vector<double> values(metric->columns().size());
      metric->measure(pair.reference, pair.candidate, statistics);
      metric->pair_values(statistics, values);
      const auto account = explain(name, pair);
      ASSERT_TRUE(account);
      EXPECT_EQ(account->id, pair.id);
      EXPECT_FALSE(account->sum.empty());
      if (std::isnan(values[0])) {
        EXPECT_TRUE(std::isnan(account->score)) << name << " " << pair.id;
      } else {
        EXPECT_DOUBLE_EQ(account->score, values[0]) << name << " " << pair.id;
      }
    }
  }
  EXPECT_FALSE(explain("bleu4", kCase));
}

TEST(RadsemAccount, PutsStatementsWhereTheyStand) {
  const auto account = explain("radsem", kCase);
  const Entry* match = entry_of(*account, Outcome::matched);
  ASSERT_NE(match, nullptr);
  ASSERT_EQ(match->statements.size(), 2U);
  EXPECT_EQ(match->statements[0].mark, "R1");
  EXPECT_EQ(match->statements[1].mark, "G1");
  EXPECT_EQ(match->statements[1].quote, "Cardiomegaly");
  const Entry* clash = entry_of(*account, Outcome::contradicted);
  ASSERT_NE(clash, nullptr);
  EXPECT_TRUE(clash->remark.starts_with("on: R \"no\"")) << clash->remark;
}

TEST(RadfactAccount, SaysWhatFollowsAndWhatIsContradicted) {
  const auto account = explain("radfact", kCase);
  const Entry* follows = entry_of(*account, Outcome::matched);
  ASSERT_NE(follows, nullptr);
  EXPECT_EQ(follows->statements[0].report, Report::candidate);
  EXPECT_EQ(follows->statements[1].report, Report::reference);
  EXPECT_TRUE(follows->remark.starts_with("follows: R")) << follows->remark;
  const Entry* clash = entry_of(*account, Outcome::contradicted);
  ASSERT_NE(clash, nullptr);
  EXPECT_TRUE(clash->remark.starts_with("contradicted: R")) << clash->remark;
  EXPECT_NE(entry_of(*account, Outcome::missing), nullptr);
}

TEST(LunguageAccount, HistoryIsLeftOutAndMarked) {
  const auto account =
      explain("lunguage", {"a", "HISTORY: Fever.\nFINDINGS: The heart is enlarged.", "Cardiomegaly.", 0});
  const Entry* left_out = entry_of(*account, Outcome::left_out);
  ASSERT_NE(left_out, nullptr);
  EXPECT_TRUE(left_out->remark.starts_with("R")) << left_out->remark;
}

TEST(LunguageAccount, SaysInWhatTwoEntitiesDiffer) {
  const auto account = explain(
      "lunguage", {"a", "Small left pleural effusion.", "Large left pleural effusion. The heart is enlarged.", 0});
  const Entry* match = entry_of(*account, Outcome::matched);
  ASSERT_NE(match, nullptr);
  EXPECT_NE(match->remark.find("differs in severity"), std::string::npos) << match->remark;
  EXPECT_NE(match->remark.find("against"), std::string::npos);
  EXPECT_NE(entry_of(*account, Outcome::unsupported), nullptr);
}

// The example of docs/clinical.md.
TEST(ClinicalAccount, HasTheErrorsAndTheSum) {
  const io::Pair pair{"a", "Small left pneumothorax. Left pleural effusion. The aorta is calcified.",
                      "Small right pneumothorax. Left pleural effusion. Fracture of the left clavicle.", 1, "40"};
  const Account account = *explain("clinical", pair);
  EXPECT_EQ(account.how, "age 40");
  EXPECT_EQ(account.reference, "3 statements, 3 of something abnormal");
  ASSERT_EQ(account.parts.size(), 2U);
  EXPECT_EQ(account.parts[0].notes, std::vector<std::string>{"M = 0.7500"});
  const Part& errors = account.parts[1];
  ASSERT_EQ(errors.entries.size(), 3U);
  EXPECT_EQ(errors.entries[0].outcome, Outcome::missing);
  EXPECT_EQ(errors.entries[1].remark, "invented: significant, costs 0.5000");
  EXPECT_EQ(errors.entries[2].remark, "side: urgent, costs 0.7500");
  EXPECT_EQ(errors.entries[2].statements[0].text, "pneumothorax, left pleura");
  EXPECT_EQ(account.sum,
            "S = (0.1 + M) / (0.1 + M + missed + false + 0.0025 for details and words that only one report has) = "
            "0.8500 / 2.1030 = 0.4042");
}

TEST(ClinicalAccount, OfNothing) {
  EXPECT_EQ(explain("clinical", {"a", "Left pleural effusion.", "", 1})->sum,
            "one report has nothing that can be read as a statement, and the other has: S = 0");
}

}  // namespace
}  // namespace fiducial::explain
