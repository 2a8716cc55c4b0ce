// See resample.h.
#include "resample.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "fiducial/problem.h"
#include "workers.h"

namespace fiducial::stats {

std::uint32_t Random::below(std::uint32_t bound) {
  // Lemire's method: the upper half of a product, with the few products that would make it uneven drawn again.
  const std::uint32_t uneven = (0U - bound) % bound;
  for (;;) {
    const std::uint64_t product = (next() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) >= uneven) return static_cast<std::uint32_t>(product >> 32);
  }
}

namespace {

// How many of n fair coins show heads.
std::uint64_t heads(Random& random, std::uint64_t n) {
  std::uint64_t count = 0;
  for (; n >= 64; n -= 64) count += static_cast<std::uint64_t>(std::popcount(random.next()));
  if (n > 0) count += static_cast<std::uint64_t>(std::popcount(random.next() >> (64 - n)));
  return count;
}

void split(Random& random, std::size_t n, std::size_t first_block, std::uint64_t draws,
           std::span<std::uint32_t> counts) {
  if (counts.size() == 1) {
    counts[0] = static_cast<std::uint32_t>(draws);
    return;
  }
  const std::size_t half = counts.size() / 2;
  const std::size_t begin = first_block * kBlock;
  const std::size_t end = std::min(n, (first_block + counts.size()) * kBlock);
  const std::uint64_t left = binomial(random, draws, half * kBlock, end - begin);
  split(random, n, first_block, left, counts.first(half));
  split(random, n, first_block + half, draws - left, counts.subspan(half));
}

// Adds W columns of the rows named by indices. The sums are local, so that they stay in registers; narrow rows are
// added to several sums in turn, as one addition would wait for the one before.
template <std::size_t W>
void add_columns(const double* rows, std::size_t stride, std::span<const std::uint32_t> indices, double* sums) {
  constexpr std::size_t kLanes = W < 4 ? 4 / W : 1;
  double local[kLanes][W] = {};
  std::size_t i = 0;
  for (; i + kLanes <= indices.size(); i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double* row = rows + indices[i + lane] * stride;
      for (std::size_t c = 0; c < W; ++c) local[lane][c] += row[c];
    }
  }
  for (; i < indices.size(); ++i) {
    for (std::size_t c = 0; c < W; ++c) local[0][c] += rows[indices[i] * stride + c];
  }
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    for (std::size_t c = 0; c < W; ++c) sums[c] += local[lane][c];
  }
}

void add_rows(const double* rows, std::size_t width, std::span<const std::uint32_t> indices, double* sums) {
  std::size_t c = 0;
  for (; c + 8 <= width; c += 8) add_columns<8>(rows + c, width, indices, sums + c);
  for (; c + 4 <= width; c += 4) add_columns<4>(rows + c, width, indices, sums + c);
  for (; c + 2 <= width; c += 2) add_columns<2>(rows + c, width, indices, sums + c);
  for (; c < width; ++c) add_columns<1>(rows + c, width, indices, sums + c);
}

// Resamples that walk over the blocks together, so that a block is read from memory once for all of them.
constexpr std::size_t kGroup = 16;

struct GroupScratch {
  std::vector<std::uint32_t> counts;  // block_count(n) for each resample of the group
  std::vector<std::uint32_t> indices;
  std::vector<double> sums;
};

void sum_group(std::span<const Rows> tables, std::size_t width, std::uint64_t seed, std::size_t first,
               std::size_t count, GroupScratch& scratch) {
  const std::size_t n = tables[0].count();
  const std::size_t blocks = block_count(n);
  scratch.counts.resize(count * blocks);
  scratch.sums.assign(count * width, 0.0);
  for (std::size_t r = 0; r < count; ++r) {
    draw_counts(n, seed, first + r, std::span(scratch.counts).subspan(r * blocks, blocks));
  }
  for (std::size_t b = 0; b < blocks; ++b) {
    for (std::size_t r = 0; r < count; ++r) {
      scratch.indices.resize(scratch.counts[r * blocks + b]);
      draw_block(block_size(n, b), seed, first + r, b, scratch.indices);
      double* sums = scratch.sums.data() + r * width;
      for (const Rows& table : tables) {
        add_rows(table.data.data() + b * kBlock * table.width, table.width, scratch.indices, sums);
        sums += table.width;
      }
    }
  }
}

}  // namespace

// Each trial compares a uniform number with p = a/b, bit by bit from the first: where the two differ, the trial is
// decided. Only the number of undecided trials matters, so a step is a count of heads. The bits of p come from long
// division. On average two coins a trial are thrown.
std::uint64_t binomial(Random& random, std::uint64_t trials, std::uint64_t a, std::uint64_t b) {
  if (a >= b) return trials;
  std::uint64_t successes = 0;
  std::uint64_t rest = a;
  while (trials > 0 && rest > 0) {
    rest *= 2;
    const bool bit = rest >= b;
    if (bit) rest -= b;
    const std::uint64_t ones = heads(random, trials);
    if (bit) {
      successes += trials - ones;  // their number has a 0 where p has a 1: it is smaller
      trials = ones;
    } else {
      trials -= ones;  // a 1 where p has a 0: larger
    }
  }
  return successes;
}

void draw_counts(std::size_t n, std::uint64_t seed, std::size_t resample, std::span<std::uint32_t> counts) {
  if (counts.empty()) return;
  Random random(seed, resample, std::numeric_limits<std::uint64_t>::max());
  split(random, n, 0, n, counts);
}

void draw_block(std::size_t size, std::uint64_t seed, std::size_t resample, std::size_t block,
                std::span<std::uint32_t> indices) {
  Random random(seed, resample, block);
  const auto bound = static_cast<std::uint32_t>(size);
  const std::uint32_t uneven = (0U - bound) % bound;
  // As Random::below, but two from each number drawn, and without a branch: what is refused is written over.
  const auto draw = [bound, uneven](std::uint64_t bits, std::uint32_t& place) -> std::size_t {
    const std::uint64_t product = (bits & 0xffffffff) * bound;
    place = static_cast<std::uint32_t>(product >> 32);
    return static_cast<std::uint32_t>(product) >= uneven ? 1 : 0;
  };
  std::size_t i = 0;
  while (i + 2 <= indices.size()) {
    const std::uint64_t bits = random.next();
    i += draw(bits, indices[i]);
    i += draw(bits >> 32, indices[i]);
  }
  while (i < indices.size()) {
    const std::uint64_t bits = random.next();
    i += draw(bits, indices[i]);
    if (i < indices.size()) i += draw(bits >> 32, indices[i]);
  }
}

void check_count(std::size_t n) {
  if (n > std::numeric_limits<std::uint32_t>::max()) throw Error("bootstrap: too many samples");
}

void check_rows(const Rows& rows) {
  if (rows.width == 0 || rows.data.size() % rows.width != 0) {
    throw Error("statistics rows: the data are not a whole number of rows");
  }
  check_count(rows.count());
}

std::vector<double> column_sums(const Rows& rows) {
  std::vector<double> sums(rows.width, 0.0);
  std::vector<double> part(rows.width);
  for (std::size_t begin = 0; begin < rows.count(); begin += kBlock) {
    std::fill(part.begin(), part.end(), 0.0);
    for (std::size_t i = begin; i < std::min(rows.count(), begin + kBlock); ++i) {
      for (std::size_t c = 0; c < rows.width; ++c) part[c] += rows.data[i * rows.width + c];
    }
    for (std::size_t c = 0; c < rows.width; ++c) sums[c] += part[c];
  }
  return sums;
}

void bootstrap(std::size_t n, const Resampling& how,
               const std::function<void(std::size_t, std::span<const std::uint32_t>)>& visit) {
  check_count(n);
  run_workers(how.resamples, how.threads, [&](const Take& take) {
    std::vector<std::uint32_t> indices(n);
    std::vector<std::uint32_t> counts(block_count(n));
    for (std::size_t r = take(); r < how.resamples; r = take()) {
      if (how.check) how.check();
      draw_counts(n, how.seed, r, counts);
      std::size_t done = 0;
      for (std::size_t b = 0; b < counts.size(); ++b) {
        const auto part = std::span(indices).subspan(done, counts[b]);
        draw_block(block_size(n, b), how.seed, r, b, part);
        for (std::uint32_t& i : part) i += static_cast<std::uint32_t>(b * kBlock);
        done += counts[b];
      }
      visit(r, indices);
    }
  });
}

void resample_sums(std::span<const Rows> tables, const Resampling& how, const VisitSums& visit) {
  std::size_t width = 0;
  for (const Rows& table : tables) {
    check_rows(table);
    if (table.count() != tables[0].count()) throw Error("paired rows: different numbers of samples");
    width += table.width;
  }
  const std::size_t groups = (how.resamples + kGroup - 1) / kGroup;
  run_workers(groups, how.threads, [&](const Take& take) {
    GroupScratch scratch;
    for (std::size_t g = take(); g < groups; g = take()) {
      if (how.check) how.check();
      const std::size_t first = g * kGroup;
      const std::size_t count = std::min(kGroup, how.resamples - first);
      sum_group(tables, width, how.seed, first, count, scratch);
      for (std::size_t r = 0; r < count; ++r) {
        if (how.check) how.check();
        visit(first + r, std::span(scratch.sums).subspan(r * width, width));
      }
    }
  });
}

}  // namespace fiducial::stats
