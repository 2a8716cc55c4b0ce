// Draws bootstrap resamples block by block.
//
// A resample of n takes n indices below n, each independent and uniform. Drawn one after the other they jump all over
// the data, and every jump misses the cache. So it is first decided how many of the n fall into each block of
// neighbouring indices, and then which ones within it. That is the same distribution, exactly: the numbers per block
// are multinomial, and are made by splitting the blocks in halves with a binomial draw each. The binomial draw is made
// of fair bits (see binomial()), so that no floating point and no library's taste has part in what is drawn.
//
// Each (resample, block) has a generator of its own. Blocks and resamples may then be visited in any order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fiducial/stats.h"

namespace fiducial::stats {

// Fixed, as the numbers drawn depend on it. A block of rows of a few doubles stays in the first or second level cache.
inline constexpr std::size_t kBlock = 2048;

inline std::size_t block_count(std::size_t n) {
  return (n + kBlock - 1) / kBlock;
}
inline std::size_t block_size(std::size_t n, std::size_t block) {
  return std::min(kBlock, n - block * kBlock);
}

// How many of `trials` succeed, each with probability a/b; a <= b, b > 0.
std::uint64_t binomial(Random& random, std::uint64_t trials, std::uint64_t a, std::uint64_t b);

// How many of the n draws of a resample fall into each block; counts has block_count(n) places.
void draw_counts(std::size_t n, std::uint64_t seed, std::size_t resample, std::span<std::uint32_t> counts);
// Which ones: count indices within the block, from 0 to its size.
void draw_block(std::size_t size, std::uint64_t seed, std::size_t resample, std::size_t block,
                std::span<std::uint32_t> indices);

// Throws Error if rows are incomplete or too many to be numbered.
void check_rows(const Rows& rows);
void check_count(std::size_t n);
// The sums of all rows as they are.
std::vector<double> column_sums(const Rows& rows);

}  // namespace fiducial::stats
