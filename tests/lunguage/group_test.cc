// Timelines: what joins a group and when an episode begins, one rule a test.
#include <gtest/gtest.h>

#include "rows.h"

namespace fiducial::lunguage {
namespace {

struct Seen {
  int study;
  long day;
  Row row;
};

Row absent(Row one) {
  one.positive = false;
  return one;
}
Row of(Category category, Row one) {
  one.category = category;
  return one;
}

// Groups by number of first appearance with the episode: "1.1 1.2 2.1".
std::string grouped(const std::vector<Seen>& seen, const GroupOptions& options = {}) {
  Rows rows;
  for (const Seen& s : seen) {
    rows.push_back(s.row);
    rows.back().study = "s" + std::to_string(s.study);
    rows.back().sequence = s.study;
    rows.back().day = s.day;
    rows.back().ent_idx = static_cast<int>(rows.size());
  }
  std::vector<GroupDecision> decisions;
  group(rows, options, &decisions);
  EXPECT_EQ(decisions.size(), rows.size());
  std::vector<std::string> names;
  std::string out;
  for (const Row& one : rows) {
    const auto found = std::find(names.begin(), names.end(), one.group);
    const auto number = found - names.begin() + 1;
    if (found == names.end()) names.push_back(one.group);
    out += (out.empty() ? "" : " ") + std::to_string(number) + "." + std::to_string(one.episode);
  }
  return out;
}

const std::pair<Relation, std::string> kLeft{Relation::location, "left"};
const std::pair<Relation, std::string> kRight{Relation::location, "right"};

TEST(Group, NormalAndAbnormalShareAGroupNotAnEpisode) {
  EXPECT_EQ(
      grouped({{1, 0, row("pleural effusion")}, {2, 5, absent(row("effusion"))}, {3, 9, absent(row("effusion"))}}),
      "1.1 1.2 1.2");
}

TEST(Group, LeftAndRightNever) {
  EXPECT_EQ(grouped({{1, 0, row("effusion", {kLeft})}, {2, 1, row("effusion", {kRight})}}), "1.1 2.1");
}

TEST(Group, APlaceMayComeLater) {
  EXPECT_EQ(
      grouped({{1, 0, absent(row("effusion"))}, {2, 1, row("effusion", {kRight})}, {3, 2, row("effusion", {kLeft})}}),
      "1.1 1.2 2.1");
}

TEST(Group, DescriptionAndDiagnosisNever) {
  EXPECT_EQ(grouped({{1, 0, row("opacity")}, {1, 0, of(Category::cf, row("pneumonia"))}}), "1.1 2.1");
}

TEST(Group, WordsForOneThing) {
  EXPECT_EQ(grouped({{1, 0, row("heart", {{Relation::measurement, "enlarged"}})},
                     {2, 1, absent(row("heart size", {{Relation::measurement, "normal"}}))}}),
            "1.1 1.2");
  EXPECT_EQ(grouped({{1, 0, row("unheardof lesionoma")}, {2, 1, row("Unheardof lesionoma")}}), "1.1 1.1");
}

TEST(Episode, ALongGapOrAReturnBeginsANewOne) {
  const Row opacity = row("opacity", {kLeft});
  EXPECT_EQ(grouped({{1, 0, opacity}, {2, 45, opacity}, {3, 180, opacity}}), "1.1 1.1 1.2");
  EXPECT_EQ(grouped({{1, 0, opacity}, {2, 45, opacity}, {3, 180, opacity}}, {200}), "1.1 1.1 1.1");
  EXPECT_EQ(
      grouped({{1, 0, opacity}, {2, 5, row("opacity", {kLeft, {Relation::improved, "resolved"}})}, {3, 9, opacity}}),
      "1.1 1.1 1.2");
  EXPECT_EQ(grouped({{1, 0, opacity}, {2, 180, row("opacity", {kLeft, {Relation::no_change, "unchanged"}})}}),
            "1.1 1.1");
  EXPECT_EQ(grouped({{1, 0, opacity}, {2, 9, row("opacity", {kLeft, {Relation::onset, "new"}})}}), "1.1 1.2");
}

TEST(Episode, ADeviceIsOneUntilRemoved) {
  const Row tube = of(Category::oth, row("endotracheal tube"));
  EXPECT_EQ(grouped({{1, 0, tube}, {2, 400, tube}}), "1.1 1.1");
  EXPECT_EQ(grouped({{1, 0, tube},
                     {2, 1, of(Category::oth, row("endotracheal tube", {{Relation::placement, "removed"}}))},
                     {3, 2, tube}}),
            "1.1 1.1 1.2");
}

TEST(Episode, ASymptomIsNewEachTime) {
  const Row cough = of(Category::patient_info, row("cough"));
  EXPECT_EQ(grouped({{1, 0, cough}, {1, 0, cough}, {2, 1, cough}}), "1.1 1.1 1.2");
}

TEST(Group, NamesAreEntityPlaceAndChange) {
  Rows rows{row("Effusion", {kLeft}), row("effusion", {kLeft, {Relation::improved, "decreased"}})};
  rows[1].study = "t";
  rows[1].sequence = 2;
  group(rows, {});
  EXPECT_EQ(rows[0].group, "effusion left decreased");
  EXPECT_EQ(rows[1].group, rows[0].group);
}

TEST(Evaluate, CountsByHand) {
  Rows gold{row("pleural effusion", {kLeft}), row("pneumothorax")};
  gold[1].ent_idx = 1;
  Rows pred{row("pleural effusions", {kRight})};
  const Evaluation result = evaluate(pred, gold);
  // Predicted: cat, status, certainty, location; gold has these and three of the pneumothorax.
  EXPECT_EQ(result.entity_relation.both, 4U);
  EXPECT_EQ(result.entity_relation.pred, 4U);
  EXPECT_EQ(result.entity_relation.gold, 7U);
  EXPECT_EQ(result.triplet.both, 3U);
  EXPECT_NEAR(ratio("effusion", "effusions"), 200.0 * 8 / 17, 1e-9);
}

}  // namespace
}  // namespace fiducial::lunguage
