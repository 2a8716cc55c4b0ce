// The allocation of credit on sentence numbers: against the minimum cut by brute force, against slow maximum flow on
// dense blocks, and on graphs that are hard on the program rather than on the mathematics.
#include <gtest/gtest.h>

#include <random>

#include "fiducial/radsem.h"
#include "slow_score.h"

namespace fiducial::radsem {
namespace {

const std::vector<double> kWeights = {1.0,     0.75,     0.5,     1.0 / 3,  0.75 / 3,  0.5 / 3,
                                      1.0 / 9, 0.75 / 9, 0.5 / 9, 1.0 / 27, 0.75 / 27, 0.5 / 27};

struct Graphs {
  std::mt19937 random{11};

  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(random() % n); }
  std::vector<Edge> draw(std::size_t refs, std::size_t gens, std::size_t edges) {
    std::vector<Edge> result;
    for (std::size_t i = 0; i < edges; ++i) {
      result.push_back({below(refs), below(gens), kWeights[below(kWeights.size())]});
    }
    return result;
  }
};

slow::Amounts heaviest(const std::vector<Edge>& edges) {
  slow::Amounts result;
  for (const Edge& e : edges) {
    double& weight = result[{std::to_string(e.ref), std::to_string(e.gen)}];
    weight = std::max(weight, e.weight);
  }
  return result;
}

TEST(Allocation, EqualsTheMinimumCutByBruteForce) {
  Graphs graphs;
  Scorer scorer;
  for (int i = 0; i < 2000; ++i) {
    const auto edges = graphs.draw(1 + graphs.below(8), 1 + graphs.below(8), graphs.below(30));
    const slow::Amounts weights = heaviest(edges);
    const double cut = slow::minimum_cut(weights);
    ASSERT_NEAR(scorer.class_score(edges, 0, 0).matched, cut, 1e-9);
    ASSERT_NEAR(slow::maximum_flow(weights), cut, 1e-9);
  }
}

TEST(Allocation, EqualsSlowMaximumFlowOnDenseBlocks) {
  Graphs graphs;
  Scorer scorer;
  for (int i = 0; i < 20; ++i) {
    const auto edges = graphs.draw(30, 30, 200 + graphs.below(700));
    ASSERT_NEAR(scorer.class_score(edges, 0, 0).matched, slow::maximum_flow(heaviest(edges)), 1e-9);
  }
}

TEST(Allocation, PrefersHeavierThenEarlierPairs) {
  Scorer scorer;
  const std::vector<Edge> edges = {{0, 0, 0.5}, {0, 1, 0.75}, {0, 2, 0.5}};
  std::vector<EdgeCredit> credits(3);
  const ClassScore c = scorer.class_score(edges, 0, 0, credits);
  EXPECT_DOUBLE_EQ(c.matched, 1.0);
  EXPECT_DOUBLE_EQ(credits[0].credit, 0.25);
  EXPECT_DOUBLE_EQ(credits[1].credit, 0.75);
  EXPECT_DOUBLE_EQ(credits[2].credit, 0.0);
}

TEST(Allocation, LeavesUncontestedPairsWhole) {
  Scorer scorer;
  const std::vector<Edge> edges = {{0, 0, 0.25}, {0, 1, 0.75}, {1, 1, 0.75}};
  std::vector<EdgeCredit> credits(3);
  EXPECT_DOUBLE_EQ(scorer.class_score(edges, 0, 0, credits).matched, 1.25);
  EXPECT_DOUBLE_EQ(credits[0].credit, 0.25);
}

TEST(Allocation, WeightsThatAreNothingGiveNothing) {
  Scorer scorer;
  const std::vector<Edge> edges = {{0, 0, 0.0}, {1, 1, 1e-13}, {2, 2, -1.0}};
  const ClassScore c = scorer.class_score(edges, 1, 0);
  EXPECT_EQ(c.matched, 0.0);
  EXPECT_EQ(c.score, 0.0);
  EXPECT_TRUE(c.present());
}

TEST(Allocation, AScorerIsNotChangedByWhatItScoredBefore) {
  Graphs graphs;
  Scorer used;
  for (int i = 0; i < 300; ++i) {
    const auto edges = graphs.draw(1 + graphs.below(40), 1 + graphs.below(40), graphs.below(80));
    std::vector<EdgeCredit> a(edges.size());
    std::vector<EdgeCredit> b(edges.size());
    ASSERT_EQ(used.class_score(edges, 1, 0, a).score, Scorer().class_score(edges, 1, 0, b).score);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      ASSERT_EQ(a[e].credit, b[e].credit);
      ASSERT_EQ(a[e].status, b[e].status);
    }
  }
}

TEST(Allocation, ALongChainNeedsOneLongPath) {
  // Greedy takes every second pair of the chain; the last Ref sentence gets its place only if all of them move.
  const std::uint32_t n = 20000;
  std::vector<Edge> edges;
  for (std::uint32_t i = 0; i < n; ++i) edges.push_back({i, i, 1.0});
  for (std::uint32_t i = 0; i < n; ++i) edges.push_back({i, i + 1, 1.0});
  edges.push_back({n, 0, 1.0});
  EXPECT_DOUBLE_EQ(Scorer().class_score(edges, 0, 0).matched, n + 1.0);
}

TEST(Allocation, AStarOfManyPairs) {
  std::vector<Edge> edges;
  for (std::uint32_t i = 0; i < 50000; ++i) edges.push_back({0, i, 1.0 / 3});
  for (std::uint32_t i = 0; i < 50000; ++i) edges.push_back({0, i, 1.0});
  EXPECT_DOUBLE_EQ(Scorer().class_score(edges, 0, 0).matched, 1.0);
}

TEST(Allocation, ClassesAreScoredApart) {
  const std::vector<Edge> edges = {
      {0, 0, 1.0, Normality::abnormal}, {0, 0, 0.5, Normality::normal}, {1, 1, 1.0, Normality::other}};
  const std::vector<LeftOver> left_over = {{0, Side::ref, Normality::normal}, {0, Side::other, Normality::abnormal}};
  std::vector<EdgeCredit> credits(3);
  const CaseScore c = Scorer().score(edges, left_over, Policy::many_to_many, credits);
  EXPECT_EQ(c.abnormal.rule, Rule::no_unmatched);
  EXPECT_DOUBLE_EQ(c.normal.score, 0.5);
  EXPECT_DOUBLE_EQ(c.score, 0.9 + 0.05);
  EXPECT_EQ(credits[2].status, PairStatus::bad_normality);
}

}  // namespace
}  // namespace fiducial::radsem
