// Rows matched by kinds against rows matched each with each.
#include "lunguage/matching.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "fiducial/problem.h"
#include "fiducial/stats.h"
#include "rows.h"

namespace fiducial::lunguage {
namespace {

Rows random_rows(stats::Random& random, std::uint32_t most) {
  const char* entities[] = {"effusion", "opacity", "nodule", "pneumothorax", "cardiomegaly"};
  const char* places[] = {"left", "right", "right base", "left upper lobe", ""};
  const char* degrees[] = {"small", "large", ""};
  Rows out;
  for (std::uint32_t n = random.below(most + 1); n > 0; --n) {
    out.push_back(row(entities[random.below(5)],
                      {{Relation::location, places[random.below(5)]}, {Relation::severity, degrees[random.below(3)]}}));
    out.back().positive = random.below(3) != 0;
    out.back().definitive = random.below(4) != 0;
    out.back().given[1] = random.below(9) == 0 ? 0 : 1;
    out.back().group = entities[random.below(3)];
    out.back().sequence = static_cast<int>(random.below(2));
    out.back().episode = static_cast<int>(random.below(2));
  }
  return out;
}

struct Counts {
  std::int64_t matched = 0, lost_left = 0, lost_right = 0, pairs = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
};

Counts counts_of(const RowMatching& matching, std::size_t left, std::size_t right) {
  const Units units(left + right);
  Counts out;
  std::vector<int> taken(right, 0);
  for (std::size_t i = 0; i < left; ++i) {
    if (matching.column[i] < 0) {
      out.lost_left += units.of(matching.best_left[i]);
      continue;
    }
    EXPECT_EQ(taken[static_cast<std::size_t>(matching.column[i])]++, 0);
    out.matched += units.of(matching.totals[i]);
    ++out.pairs;
  }
  for (std::size_t j = 0; j < right; ++j) out.lost_right += taken[j] != 0 ? 0 : units.of(matching.best_right[j]);
  return out;
}

struct Sides {
  Texts texts;
  std::vector<Prepared> left, right;

  Sides(const Rows& pred, const Rows& gold, Setting setting) {
    for (const Row& one : pred) left.push_back(prepare(one, setting, texts));
    for (const Row& one : gold) right.push_back(prepare(one, setting, texts));
    const auto encoder = make_lexicon_encoder();
    texts.meanings.encode(*encoder, false);
    texts.attributes.encode(*encoder, true);
  }
};

TEST(MatchKinds, CountsWhatMatchingEachCounts) {
  stats::Random random(5);
  for (int round = 0; round < 400; ++round) {
    const Rows pred = random_rows(random, 24);
    Rows gold = round % 4 == 0 ? pred : random_rows(random, 24);
    if (round % 8 == 0 && !gold.empty()) gold.resize(gold.size() / 2);
    for (const Setting setting : {Setting::single, Setting::sequential}) {
      Sides sides(pred, gold, setting);
      const RowMatching slow = match_each(sides.left, sides.right, setting, sides.texts);
      const RowMatching fast = match_kinds(sides.left, sides.right, setting, sides.texts);
      EXPECT_EQ(counts_of(fast, pred.size(), gold.size()), counts_of(slow, pred.size(), gold.size())) << round;
    }
  }
}

// Both sides are long, and differ in a few rows only.
TEST(MatchKinds, LongReportsAreMatched) {
  Rows pred;
  for (int i = 0; i < 20000; ++i)
    pred.push_back(row(i % 2 == 0 ? "nodule" : "mass", {{Relation::measurement, std::to_string(i / 2 % 800) + " mm"}}));
  Rows gold = pred;
  for (int i = 0; i < 5; ++i) gold[static_cast<std::size_t>(i)].text(Relation::location) = "left";
  const auto encoder = make_lexicon_encoder();
  EXPECT_EQ(score(pointers(pred), pointers(pred), Setting::single, *encoder).f1, 1.0);
  const Score s = score(pointers(pred), pointers(gold), Setting::single, *encoder);
  EXPECT_EQ(s.pairs.size(), 20000U);
  EXPECT_LT(s.f1, 1.0);
  EXPECT_GT(s.f1, 0.9997);
}

TEST(MatchKinds, TooManyThatDifferAreRefused) {
  Rows pred;
  Rows gold;
  for (int i = 0; i < 2500; ++i) {
    pred.push_back(row("nodule", {{Relation::measurement, std::to_string(i) + " mm"}}));
    gold.push_back(row("mass", {{Relation::measurement, std::to_string(i) + " mm"}}));
  }
  EXPECT_THROW((void)score(pointers(pred), pointers(gold), Setting::single, *make_lexicon_encoder()), RecordError);
}

}  // namespace
}  // namespace fiducial::lunguage
