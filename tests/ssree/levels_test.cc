// SSREE's levels as a library: measures by hand, and which scores are judged.
#include "ssree/levels.h"

#include <gtest/gtest.h>

#include "ssree/ordering.h"

namespace fiducial::ssree {
namespace {

std::string level_lines(const std::string& name, const std::vector<double>& scores) {
  std::string out;
  for (std::size_t k = 0; k < scores.size(); ++k)
    out += io::json_line({{"name", name}, {"level", k + 1}, {"score", scores[k]}});
  return out;
}

TEST(Levels, OrderingOfTwoTypes) {
  std::vector<Case> cases{{"r", "CT", "", {}}, {"s", "MR", "", {}}};
  io::ProblemLog failed;
  const std::string file = level_lines("r", {5, 4, 3, 2, 1}) + level_lines("s", {5, 4, 3, 1, 2});
  const Judged judged = judge_file(io::memory_source(file, "dir/own.jsonl"), "score", cases, failed);
  EXPECT_EQ(judged.metric, "own");
  EXPECT_EQ(failed.count(), 0U);
  Resampling how;
  how.resamples = 0;
  const OrderingResult result = result_of(judged, cases, how);
  EXPECT_EQ(result.all.n, 2U);
  EXPECT_NEAR(result.all.values[0], 0.9, 1e-12);  // tau-b: 1 and 0.8
  EXPECT_NEAR(result.all.values[3], 0.5, 1e-12);  // perfect chains
  ASSERT_EQ(result.by_type.size(), 2U);
  EXPECT_EQ(result.by_type[1].type, "MR");
  EXPECT_NEAR(result.by_type[1].measures.values[0], 0.8, 1e-12);
  EXPECT_DOUBLE_EQ(result.wins[3][4], 0.5);
  EXPECT_DOUBLE_EQ(result.wins[4][3], 0.5);
  EXPECT_DOUBLE_EQ(result.wins[0][4], 1.0);
}

TEST(Levels, ACaseWithoutAllLevelsIsLeftOut) {
  std::vector<Case> cases;
  io::ProblemLog failed;
  const std::string file = level_lines("r", {5, 4, 3, 2, 1}) + level_lines("s", {5, 4});
  const Judged judged = judge_file(io::memory_source(file, "own.jsonl"), "score", cases, failed);
  EXPECT_EQ(cases.size(), 2U);
  EXPECT_EQ(judged.cases, (std::vector<std::size_t>{0}));
  ASSERT_EQ(failed.count(), 1U);
  EXPECT_EQ(failed.kept()[0].text(), "own.jsonl: id s: expected scores of all 5 levels, found 2");
}

TEST(Levels, MetricsScoreEveryLevelAgainstItsReference) {
  std::vector<Case> cases{{"r", "CT", "a b c d e", {"a b c d e", "a b c d x", "a b c x y", "a b x y z", "v w x y z"}}};
  Metrics metrics;
  metrics.push_back(make_metric("rougeL"));
  const auto judged = judge_metrics(cases, metrics, {1, {}});
  ASSERT_EQ(judged.size(), 1U);
  EXPECT_EQ(judged[0].metric, "rougeL");
  ASSERT_EQ(judged[0].scores.size(), kLevels);
  EXPECT_DOUBLE_EQ(judged[0].scores[0], 1.0);
  EXPECT_DOUBLE_EQ(judged[0].scores[4], 0.0);
  for (std::size_t k = 0; k + 1 < kLevels; ++k) EXPECT_GT(judged[0].scores[k], judged[0].scores[k + 1]);
}

}  // namespace
}  // namespace fiducial::ssree
