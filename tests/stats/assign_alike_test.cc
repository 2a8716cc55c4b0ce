// The assignment of kinds against the assignment of every single row and column.
#include <gtest/gtest.h>

#include <numeric>

#include "fiducial/stats.h"

namespace fiducial::stats {
namespace {

struct Kinds {
  std::vector<std::uint32_t> rows, columns;
  std::vector<std::vector<ExactWeight>> weights;

  std::vector<std::uint32_t> spread(const std::vector<std::uint32_t>& counts) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t kind = 0; kind < counts.size(); ++kind) out.insert(out.end(), counts[kind], kind);
    return out;
  }
  ExactWeight heaviest() const {
    const auto left = spread(rows);
    const auto right = spread(columns);
    std::vector<ExactWeight> table;
    for (const std::uint32_t i : left) {
      for (const std::uint32_t j : right) table.push_back(weights[i][j]);
    }
    const std::vector<int> column = assign(table, left.size(), right.size());
    ExactWeight sum;
    for (std::size_t i = 0; i < left.size(); ++i)
      add(sum, table[i * right.size() + static_cast<std::size_t>(column[i])]);
    return sum;
  }
  static void add(ExactWeight& sum, ExactWeight more, std::int64_t times = 1) {
    sum.first += times * more.first;
    sum.second += times * more.second;
  }
};

constexpr ExactWeight kTop{8, -8};

// Weights of a few sizes, so that much is tied; the second part is of the column, as LunguageScore has it.
Kinds random_kinds(Random& random) {
  Kinds out;
  for (std::uint32_t n = 1 + random.below(6); n > 0; --n) out.rows.push_back(1 + random.below(4));
  for (std::uint32_t n = 1 + random.below(6); n > 0; --n) out.columns.push_back(1 + random.below(4));
  while (std::accumulate(out.columns.begin(), out.columns.end(), 0U) <
         std::accumulate(out.rows.begin(), out.rows.end(), 0U))
    out.columns.push_back(1 + random.below(3));
  for (std::size_t i = 0; i < out.rows.size(); ++i) {
    out.weights.emplace_back();
    for (std::size_t j = 0; j < out.columns.size(); ++j)
      out.weights.back().push_back({static_cast<std::int64_t>(random.below(9)), 0});
  }
  for (std::size_t j = 0; j < out.columns.size(); ++j) {
    std::int64_t best = 0;
    for (const auto& row : out.weights) best = std::max(best, row[j].first);
    for (auto& row : out.weights) row[j].second = -best;
  }
  return out;
}

Alike problem_of(const Kinds& kinds) {
  Alike problem;
  problem.rows = kinds.rows;
  problem.columns = kinds.columns;
  problem.most = kTop;
  problem.weights = [&kinds](std::size_t row) { return std::span<const ExactWeight>(kinds.weights[row]); };
  return problem;
}

// Pairs that weigh the most of all, each kind once.
std::vector<AlikeCount> twins(const Kinds& kinds) {
  std::vector<AlikeCount> out;
  std::vector<char> taken(kinds.columns.size(), 0);
  for (std::uint32_t i = 0; i < kinds.rows.size(); ++i) {
    for (std::uint32_t j = 0; j < kinds.columns.size(); ++j) {
      if (taken[j] != 0 || kinds.weights[i][j] != kTop) continue;
      taken[j] = 1;
      out.push_back({i, j, std::min(kinds.rows[i], kinds.columns[j])});
      break;
    }
  }
  return out;
}

TEST(AssignAlike, WeighsAsMuchAsTheAssignmentOfEachRow) {
  Random random(21);
  std::size_t started = 0;
  for (int round = 0; round < 3000; ++round) {
    const Kinds kinds = random_kinds(random);
    Alike problem = problem_of(kinds);
    if (round % 2 == 0) problem.start = twins(kinds);
    started += problem.start.size();
    const auto found = assign_alike(problem);
    ASSERT_TRUE(found);
    ExactWeight sum;
    std::vector<std::uint32_t> rows(kinds.rows.size());
    std::vector<std::uint32_t> columns(kinds.columns.size());
    for (const AlikeCount& c : *found) {
      Kinds::add(sum, kinds.weights[c.row][c.column], c.count);
      rows[c.row] += c.count;
      columns[c.column] += c.count;
    }
    EXPECT_EQ(rows, kinds.rows);
    for (std::size_t j = 0; j < columns.size(); ++j) EXPECT_LE(columns[j], kinds.columns[j]);
    EXPECT_EQ(sum, kinds.heaviest()) << round;
  }
  EXPECT_GT(started, 1000U);
}

TEST(AssignAlike, GivesUpWhereItWouldTakeTooLong) {
  Kinds kinds;
  kinds.rows.assign(50, 1);
  kinds.columns.assign(50, 1);
  kinds.weights.assign(50, std::vector<ExactWeight>(50));
  for (std::int64_t i = 0; i < 50; ++i) {
    for (std::int64_t j = 0; j < 50; ++j)
      kinds.weights[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].first = i * j % 7;
  }
  Alike problem = problem_of(kinds);
  problem.most_steps = 1000;
  EXPECT_FALSE(assign_alike(problem));
  problem.most_steps = 10'000'000;
  EXPECT_TRUE(assign_alike(problem));
}

}  // namespace
}  // namespace fiducial::stats
