// The published program's measures: values worked out by hand, and by Python's difflib.
#include "lunguage/published.h"

#include <gtest/gtest.h>

#include "rows.h"

namespace fiducial::lunguage {
namespace {

TEST(BlockRatio, IsThatOfDifflib) {
  // round(100 * difflib.SequenceMatcher(None, a, b).ratio()); a longest common subsequence gives more for the third.
  EXPECT_EQ(block_ratio("opacity", "opacities"), 75);
  EXPECT_EQ(block_ratio("pleural effusion", "effusion"), 67);
  EXPECT_EQ(block_ratio("abxcd", "cdxab"), 40);
  EXPECT_EQ(block_ratio("pneumonia", "pneumothorax"), 67);
  EXPECT_EQ(block_ratio("mass", "mass"), 100);
  EXPECT_EQ(block_ratio("", ""), 0);
  EXPECT_EQ(block_ratio("a", ""), 0);
}

Row at(std::string entity, int sentence, int index) {
  Row out = row(std::move(entity));
  out.sent_idx = sentence;
  out.ent_idx = index;
  return out;
}

TEST(PublishedTriplets, CountWithAndWithoutTheSentence) {
  const Rows gold{at("opacity", 1, 1), at("effusion", 2, 2)};
  Rows pred{at("opacities", 2, 1), at("effusion", 2, 2), at("effusion", 2, 3)};
  pred[1].positive = false;
  PublishedEvaluation out;
  count_published(pred, gold, out);
  // Category, status and certainty of each entity. The second effusion finds its likes taken: neither right nor wrong.
  const Tally any = out.entity_relation_any_sentence.micro();
  EXPECT_EQ(any.right, 6U);
  EXPECT_EQ(any.wrong, 0U);
  EXPECT_EQ(any.gold, 6U);
  const Tally same = out.entity_relation.micro();
  EXPECT_EQ(same.right, 3U) << "the opacity is of another sentence";
  EXPECT_EQ(same.wrong, 3U);
  EXPECT_EQ(same.precision(), 0.5);
  // The first effusion has another status; the second one has the right one.
  const Tally triplet = out.triplet_any_sentence.micro();
  EXPECT_EQ(triplet.right, 6U);
  EXPECT_EQ(triplet.wrong, 1U);
  EXPECT_DOUBLE_EQ(out.triplet_any_sentence.macro().precision, (1 + 2 / 3.0 + 1) / 3);
  EXPECT_DOUBLE_EQ(out.entity_relation_any_sentence.macro().recall, 3 / 19.0) << "over all relations, as published";
}

TEST(PublishedTriplets, AMissingStudyIsMissed) {
  PublishedEvaluation out;
  count_published({}, {at("opacity", 1, 1)}, out);
  EXPECT_EQ(out.triplet.micro().gold, 3U);
  EXPECT_EQ(out.triplet.micro().recall(), 0);
}

TEST(PublishedTriplets, PlacesAreSets) {
  const auto f1 = [](const std::string& a, const std::string& b) {
    PublishedEvaluation out;
    Row gold = row("opacity", {{Relation::location, a}});
    Row pred = row("opacity", {{Relation::location, b}});
    count_published({pred}, {gold}, out);
    return out.triplet.relations[static_cast<std::size_t>(Relation::location)].f1();
  };
  EXPECT_EQ(f1("right base, left apex", "left apex, right base"), 1);
  EXPECT_EQ(f1("right base, left apex", "right base"), 0);
}

TEST(PublishedGroups, AreComparedByPairsPurityAndRand) {
  // Predicted {1 2 3} {4}, gold {1 2} {3 4}.
  const std::vector<LabelledRow> rows{
      {"p", "a", "x", 1, 1}, {"p", "a", "x", 1, 1}, {"p", "a", "y", 1, 2}, {"p", "b", "y", 2, 2}, {"q", "a", "", 1, 1}};
  PublishedEvaluation out;
  compare_groups(rows, out);
  EXPECT_EQ(out.grouped_rows, 4U) << "a row without a label is left out";
  EXPECT_DOUBLE_EQ(out.entity_groups.pairs.precision, 1 / 3.0);
  EXPECT_DOUBLE_EQ(out.entity_groups.pairs.recall, 0.5);
  EXPECT_DOUBLE_EQ(out.entity_groups.pairs.f1, 0.4);
  EXPECT_DOUBLE_EQ(out.entity_groups.purity, 0.75);
  EXPECT_NEAR(out.entity_groups.adjusted_rand, 0.0, 1e-12);
  EXPECT_DOUBLE_EQ(out.temporal_groups_by_patient.pairs.f1, 0.4);
}

TEST(PublishedGroups, AgreementIsOne) {
  PublishedEvaluation out;
  compare_groups({{"p", "a", "x", 1, 1}, {"p", "b", "y", 1, 1}, {"p", "b", "y", 2, 3}}, out);
  EXPECT_EQ(out.entity_groups.adjusted_rand, 1);
  EXPECT_EQ(out.entity_groups.pairs.f1, 1);
  EXPECT_EQ(out.temporal_groups.purity, 1);
}

}  // namespace
}  // namespace fiducial::lunguage
