// SSREE's ladder from one report: what each level must and must not say.
#include "ssree/ladder.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "fiducial/radsem.h"
#include "ssree/reword.h"

namespace fiducial::ssree {
namespace {

constexpr const char* kReport =
    "The heart is enlarged. A nodule of 8 mm is seen in the right upper lobe. Small left pleural effusion. "
    "The trachea is patent. No pneumothorax. The liver contains a cyst. The spleen is normal in size.";

std::optional<Ladder> ladder_of(const char* report, std::uint64_t seed, std::string& why) {
  return LadderBuilder(findings::Lexicon::embedded()).build(report, seed, why);
}

std::pair<std::size_t, std::size_t> abnormal_and_all(const std::string& text) {
  radsem::Matcher radsem;
  const radsem::Rewritten rewritten = radsem.rewrite(text);
  std::size_t abnormal = 0;
  for (const radsem::Atom& atom : rewritten.atoms) abnormal += atom.abnormal ? 1U : 0U;
  return {abnormal, rewritten.atoms.size()};
}

TEST(Ladder, EachLevelTurnsAsManyFindingsAsItShould) {
  std::string why;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const auto ladder = ladder_of(kReport, seed, why);
    ASSERT_TRUE(ladder) << why;
    const auto [abnormal, all] = abnormal_and_all(kReport);
    ASSERT_EQ(abnormal, 4U);
    EXPECT_EQ(abnormal_and_all(ladder->levels[0]), (std::pair{abnormal, all})) << ladder->levels[0];
    EXPECT_EQ(abnormal_and_all(ladder->levels[1]), (std::pair{abnormal - 1, all})) << ladder->levels[1];
    EXPECT_EQ(abnormal_and_all(ladder->levels[2]), (std::pair{abnormal - 2, all})) << ladder->levels[2];
    EXPECT_EQ(abnormal_and_all(ladder->levels[3]), (std::pair{std::size_t{0}, all})) << ladder->levels[3];
    EXPECT_EQ(abnormal_and_all(ladder->levels[4]), (std::pair{all - abnormal, all})) << ladder->levels[4];
  }
}

TEST(Ladder, ScoresFallFromRungToRung) {
  std::string why;
  const auto ladder = ladder_of(kReport, 3, why);
  ASSERT_TRUE(ladder);
  radsem::Matcher radsem;
  double before = 1.01;
  for (const std::string& level : ladder->levels) {
    const double score = radsem.score(kReport, level).score;
    EXPECT_LT(score, before) << level;
    before = score;
  }
}

TEST(Ladder, TheSeedDecidesAndNothingElse) {
  std::string why;
  EXPECT_EQ(ladder_of(kReport, 1, why)->levels, ladder_of(kReport, 1, why)->levels);
  EXPECT_NE(ladder_of(kReport, 1, why)->levels, ladder_of(kReport, 2, why)->levels);
}

TEST(Ladder, ReportsWithTooLittleAreLeftOut) {
  std::string why;
  EXPECT_FALSE(ladder_of("The heart is enlarged. The trachea is patent.", 1, why));
  EXPECT_EQ(why, "fewer than three abnormal findings");
  EXPECT_FALSE(ladder_of("The heart is enlarged. A liver cyst. A nodule in the pancreas.", 1, why));
  EXPECT_EQ(why, "no normal finding");
}

// L1 says what the report says, in English: no "three" for "a few", no synonym that is not one.
TEST(Ladder, TheFirstLevelKeepsTheMeaning) {
  constexpr const char* kWords =
      "A few small nodules are seen in the right lung. Several mildly enlarged mediastinal lymph nodes. "
      "There is a moderate left pleural effusion. A couple of calcified granulomas in the left lung. No pneumothorax. "
      "The heart is unremarkable.";
  std::string why;
  radsem::Matcher radsem;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const auto ladder = ladder_of(kWords, seed, why);
    ASSERT_TRUE(ladder) << why;
    const std::string& level = ladder->levels[0];
    EXPECT_NE(level.find("few small nodules are"), std::string::npos) << level;
    EXPECT_NE(level.find("A couple of calcified granulomas in the left lung."), std::string::npos) << level;
    EXPECT_NE(level.find("moderate left pleural effusion"), std::string::npos) << level;
    EXPECT_TRUE(level.find("The heart is unremarkable.") != std::string::npos ||
                level.find("The heart is normal.") != std::string::npos)
        << level;
    EXPECT_EQ(radsem.score(kWords, level).score, 1.0) << level;
  }
}

TEST(Ladder, WhatIsTurnedIsSaidInTheReportsWords) {
  std::string why;
  const auto ladder = ladder_of(kReport, 1, why);
  ASSERT_TRUE(ladder);
  EXPECT_NE(ladder->levels[3].find("No nodule in the right upper lobe."), std::string::npos) << ladder->levels[3];
}

// Headings, lists and sentences without a finding between those that have one.
// "No enlarged in the heart" reads as it should and is no English.
TEST(Ladder, WhatDescribesAPlaceIsSaidOfIt) {
  std::string why;
  const auto ladder = ladder_of(
      "The heart is slightly enlarged. The common bile duct is dilated. There is a 5 mm stone in the left kidney. No "
      "pleural effusion.",
      1, why);
  ASSERT_TRUE(ladder) << why;
  for (const std::string& level : ladder->levels) {
    EXPECT_EQ(level.find("No enlarged"), std::string::npos) << level;
    EXPECT_EQ(level.find("No dilated"), std::string::npos) << level;
  }
  EXPECT_NE(ladder->levels[3].find("The heart is not enlarged."), std::string::npos) << ladder->levels[3];
}

TEST(Ladder, EveryLevelIsEnglish) {
  std::string why;
  const auto ladder = ladder_of(
      "Status post cholecystectomy. The bladder is distended. The right main pulmonary artery measures 2.1 cm. Small "
      "left pleural effusion. No hydronephrosis.",
      1, why);
  ASSERT_TRUE(ladder) << why;
  for (const std::string& level : ladder->levels) {
    EXPECT_EQ(level.find("No status post"), std::string::npos) << level;
    EXPECT_EQ(level.find("bladder are"), std::string::npos) << level;
    EXPECT_NE(level.find("The right main pulmonary artery measures 2.1 cm."), std::string::npos) << level;
  }
  EXPECT_NE(ladder->levels[3].find("No cholecystectomy."), std::string::npos) << ladder->levels[3];
}

TEST(Ladder, ReportsOfAnyShapeHaveLevels) {
  constexpr const char* kShaped =
      "TECHNIQUE: CT of the abdomen.\n\nFINDINGS:\nLiver: 2 cm cyst in the left lobe. Comparison is made with 2019.\n"
      "Gallbladder: Several stones.\nSpleen: Normal.\n\n- Left renal stone; no hydronephrosis.\n- Enlarged prostate\n"
      "IMPRESSION:\n1. Gallstones.";
  std::string why;
  const auto ladder = ladder_of(kShaped, 2, why);
  ASSERT_TRUE(ladder) << why;
  EXPECT_EQ(abnormal_and_all(ladder->levels[0]).first, abnormal_and_all(kShaped).first) << ladder->levels[0];
}

TEST(Reword, ChangesWordsAndFramesOnly) {
  const auto has = [](std::string_view sentence, std::string_view wanted) {
    const auto all = rewordings(sentence);
    return std::find(all.begin(), all.end(), wanted) != all.end();
  };
  EXPECT_TRUE(has("There is no effusion.", "No effusion."));
  EXPECT_TRUE(has("No enlarged lymph nodes in the neck.", "There are no enlarged lymph nodes in the neck."));
  EXPECT_TRUE(has("No pancreatitis.", "There is no pancreatitis."));
  EXPECT_TRUE(has("There is a cyst in the liver.", "A cyst in the liver is present."));
  EXPECT_TRUE(has("Mild edema.", "Slight edema."));
  EXPECT_FALSE(has("Mildly enlarged.", "Slightly enlarge.")) << "whole words";
  EXPECT_TRUE(has("Mildly enlarged.", "Slightly enlarged."));
  EXPECT_FALSE(has("No effusion is seen.", "There is no effusion is seen."));
  EXPECT_TRUE(rewordings("Complete tear of the ligament.").empty()) << "left as it was";
}

}  // namespace
}  // namespace fiducial::ssree
