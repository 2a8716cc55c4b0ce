// Packing must give back every row bit for bit, whatever is in it.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "fiducial/score.h"

namespace fiducial {
namespace {

void expect_same_bits(std::span<const double> expected, std::span<const double> found) {
  ASSERT_EQ(expected.size(), found.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(std::bit_cast<std::uint64_t>(expected[i]), std::bit_cast<std::uint64_t>(found[i])) << "at " << i;
  }
}

TEST(RowStore, GivesBackWhatIsHardToPack) {
  const std::vector<double> hard{0.0,
                                 -0.0,
                                 1.0,
                                 255.0,
                                 256.0,
                                 65535.0,
                                 65536.0,
                                 -1.0,
                                 0.5,
                                 0.1,
                                 1e300,
                                 3.5e38,
                                 5e-324,
                                 std::numeric_limits<double>::quiet_NaN(),
                                 std::numeric_limits<double>::infinity()};
  // Each value against each other as the two kinds of a column of one block.
  for (const double a : hard) {
    for (const double b : hard) {
      std::vector<double> rows;
      for (int i = 0; i < 32768; ++i) rows.insert(rows.end(), {a, i == 32000 ? b : a});
      RowStore store(2);
      store.append(rows);
      expect_same_bits(rows, store.unpacked());
    }
  }
}

TEST(RowStore, GivesBackRandomRowsInAnyPieces) {
  std::mt19937_64 random(7);
  for (const std::size_t width : {1U, 2U, 3U, 10U}) {
    std::vector<double> rows;
    for (int i = 0; i < 100000; ++i) {
      for (std::size_t c = 0; c < width; ++c) {
        rows.push_back(c % 2 == 0 ? static_cast<double>(random() % 300)
                                  : std::ldexp(static_cast<double>(random()), -64));
      }
    }
    RowStore store(width);
    std::span<const double> rest = rows;
    while (!rest.empty()) {
      const std::size_t some = std::min<std::size_t>(rest.size() / width, 1 + random() % 700) * width;
      store.append(rest.first(some));
      rest = rest.subspan(some);
    }
    EXPECT_EQ(store.count(), 100000U);
    expect_same_bits(rows, store.unpacked());
  }
}

TEST(RowStore, CountsAndConstantsTakeLittle) {
  RowStore store(3);
  for (int i = 0; i < 1'000'000; ++i) {
    const std::vector<double> row{static_cast<double>(i % 200), 1.0, static_cast<double>(i) / 3.0};
    store.append(row);
  }
  EXPECT_EQ(store.count(), 1'000'000U);
  // One byte, next to nothing, and eight bytes a row; and the block that is not full.
  EXPECT_LT(store.bytes(), 10'000'000U);
}

TEST(RowStore, AFewDifferentScoresTakeTwoBytes) {
  RowStore store(1);
  std::vector<double> rows(131072);  // four blocks
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<double>(i % 997) / 997.0;
  rows[5] = std::numeric_limits<double>::quiet_NaN();
  rows[6] = -0.0;
  store.append(rows);
  EXPECT_LT(store.bytes(), rows.size() * 2 + (4000 + 32768) * sizeof(double) + 1000);
  expect_same_bits(rows, store.unpacked());
}

}  // namespace
}  // namespace fiducial
