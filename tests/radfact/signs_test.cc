// What the rules leave open: how terms are held, which signs come of it, and that weighing keeps to what it may decide.
#include "radfact/signs.h"

#include <gtest/gtest.h>

namespace fiducial::radfact {
namespace {

class SignsTest : public testing::Test {
 protected:
  std::vector<Hold> holds(const std::string& premise, const std::string& hypothesis) {
    const std::vector<std::string> phrases = {premise};
    const std::vector<Statement> premises = statements_.read_report(phrases);
    return Aligner(rules_).align(statements_.read(hypothesis), premises[0]).holds;
  }
  Signs signs(const std::vector<std::string>& premises, const std::string& hypothesis) {
    const std::vector<Statement> read = statements_.read_report(premises);
    return read_signs(Aligner(rules_), statements_.read(hypothesis), read);
  }

  StatementReader statements_{Lexicon::embedded()};
  Entailment rules_{Lexicon::embedded()};
};

TEST_F(SignsTest, HowATermIsHeld) {
  using enum Hold;
  EXPECT_EQ(holds("Cyst in the left kidney.", "Cyst of the left kidney."), (std::vector<Hold>{held, held, held}));
  EXPECT_EQ(holds("Cyst in the left kidney.", "Cyst of the right kidney."),
            (std::vector<Hold>{elsewhere, rival, held}));
  EXPECT_EQ(holds("Fracture of L1.", "Fracture of T12."), (std::vector<Hold>{elsewhere, rival}));
  EXPECT_EQ(holds("A 7 mm stone in the ureter.", "A 12 mm stone in the ureter."),
            (std::vector<Hold>{rival, held, held}));
  EXPECT_EQ(holds("No hydronephrosis.", "Hydronephrosis."), (std::vector<Hold>{against}));
  EXPECT_EQ(holds("The aorta is tortuous.", "Gallstones."), (std::vector<Hold>{open}));
}

TEST_F(SignsTest, OfSeveralMeasuresTheOneThatStandsNearest) {
  const auto found = holds("A 9 mm cyst in the liver and a 30 mm cyst in the spleen.", "A 9 mm cyst in the spleen.");
  EXPECT_EQ(found.front(), Hold::rival);
}

TEST_F(SignsTest, BothSidesMayBeSaidInOneWord) {
  const auto found = holds("Bibasilar atelectasis.", "Atelectasis at both bases.");
  EXPECT_EQ(found[1], Hold::held);
}

TEST_F(SignsTest, TheNearestPremiseHoldsTheMost) {
  const Signs found = signs({"The spleen is normal.", "Small cyst in the left kidney.", "Degenerative spine."},
                            "Tiny cyst of the left kidney.");
  EXPECT_TRUE(found.any);
  EXPECT_EQ(found.nearest, 1U);
  EXPECT_GT(found[Sign::coverage], 0.8F);
  EXPECT_EQ(found[Sign::report_lacks_much], 0.0F);
}

TEST_F(SignsTest, WhatNoPremiseSpeaksOfIsNeither) {
  const Signs found = signs({"The spleen is normal."}, "Calcaneal spur.");
  EXPECT_FALSE(found.any);
  EXPECT_EQ(weigh(found, Status::neutral), Status::neutral);
  EXPECT_EQ(weigh(signs({}, "Calcaneal spur."), Status::neutral), Status::neutral);
  EXPECT_EQ(weigh(signs({"The spleen is normal."}, ""), Status::neutral), Status::neutral);
}

// Of the chest the rules know what follows: what they read alike and leave open stays open.
TEST_F(SignsTest, OfTheChestTheRulesDecide) {
  const Signs found = signs({"Consolidation in the left lung."}, "Consolidation in the left lower lobe.");
  EXPECT_TRUE(found.of_chest);
  EXPECT_TRUE(found.read_alike);
  EXPECT_EQ(weigh(found, Status::neutral), Status::neutral);
}

TEST_F(SignsTest, WhatTheRulesFoundIsASign) {
  Signs found = signs({"The spleen is normal."}, "The spleen is enlarged.");
  add_ruling(found, Status::neutral, std::vector<Ground>{Ground::none});
  EXPECT_EQ(found[Sign::ruled_contradicted] + found[Sign::ruled_entailed], 0.0F);
  add_ruling(found, Status::contradiction, std::vector<Ground>{Ground::none, Ground::normal, Ground::other_look});
  EXPECT_EQ(found[Sign::ruled_contradicted], 1.0F);
  EXPECT_EQ(found[Sign::contradicted_normal], 1.0F);
  EXPECT_EQ(found[Sign::contradicted_look], 1.0F);
  EXPECT_EQ(found[Sign::contradicted_denied] + found[Sign::ruled_entailed], 0.0F);
  Signs said = signs({"The spleen is normal."}, "The spleen is normal.");
  add_ruling(said, Status::entailment, std::vector<Ground>{Ground::same});
  EXPECT_EQ(said[Sign::entailed_same], 1.0F);
  EXPECT_EQ(weigh(said, Status::entailment), Status::entailment);
  add_ruling(said, Status::contradiction, std::vector<Ground>{Ground::same});
  EXPECT_EQ(said[Sign::contradicted_though_said], 1.0F);
}

// Of the chest the verdict of the rules stands, whatever the content weighs.
TEST_F(SignsTest, OfTheChestAVerdictStands) {
  Signs found = signs({"Consolidation in the left lung."}, "Consolidation in the left lower lobe.");
  EXPECT_EQ(weigh(found, Status::contradiction), Status::contradiction);
  EXPECT_EQ(weigh(found, Status::entailment), Status::entailment);
}

TEST_F(SignsTest, EverySignHasAName) {
  for (std::size_t i = 0; i < kSigns; ++i) EXPECT_FALSE(sign_name(i).empty());
  EXPECT_EQ(sign_name(0), "observation open");
  EXPECT_EQ(sign_name(kTermSigns), "observation open in report");
  EXPECT_EQ(sign_name(kSigns - 1), "place unspoken");
}

TEST(Weighing, OutsideTheRules) {
  Verifier radfact;
  const std::vector<std::string> premises = {"The spleen is normal.", "The bulb is full of zyxtide on the right."};
  const std::vector<std::string> hypotheses = {"The bulb is full of zyxtide on the left.",
                                               "The patient has low blood sugar."};
  const std::vector<Verdict> got = radfact.verify(hypotheses, premises, true).candidate;
  EXPECT_EQ(got[0].status, Status::contradiction);
  EXPECT_EQ(got[0].evidence, std::vector<std::uint32_t>{1});
  EXPECT_EQ(got[0].reason, "phrase 2: weighed by what it says of the content");
  EXPECT_FALSE(got[0].signs.empty());
  EXPECT_EQ(got[1].status, Status::neutral);
  EXPECT_EQ(got[1].reason, "no phrase speaks of it");
}

}  // namespace
}  // namespace fiducial::radfact
