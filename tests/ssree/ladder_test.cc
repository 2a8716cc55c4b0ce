// SSREE's ladder from one report: what each level must and must not say.
#include "ssree/ladder.h"

#include <gtest/gtest.h>

#include "fiducial/radsem.h"

namespace fiducial::ssree {
namespace {

constexpr const char* kReport =
    "The heart is enlarged. A nodule of 8 mm is seen in the right upper lobe. Small left pleural effusion. "
    "The trachea is patent. No pneumothorax. The liver contains a cyst. The spleen is normal in size.";

std::optional<Ladder> ladder_of(const char* report, std::uint64_t seed, std::string& why) {
  return LadderBuilder(findings::Lexicon::embedded()).build(report, seed, why);
}

std::pair<std::size_t, std::size_t> abnormal_and_all(const std::string& text) {
  radsem::Embedded radsem;
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
  radsem::Embedded radsem;
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

}  // namespace
}  // namespace fiducial::ssree
