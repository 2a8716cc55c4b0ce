// Bit-parallel (Crochemore, Iliopoulos, Pinzon and Reid; Hyyrö): a row of the usual table changes by 0 or 1 from one
// column to the next, so that a row is a bit string and a step over one element of b is an addition of long numbers.
// The string is computed 64 columns at a time over all of b; what an addition carries into the next 64 is kept for each
// element of b. Memory is thus linear in the lengths.
#include "lexical/lcs.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace fiducial::lexical {

std::size_t longest_common_subsequence(std::span<const Id> a, std::span<const Id> b, std::size_t distinct) {
  thread_local std::vector<std::uint64_t> places;  // of each number in the 64 elements of a, as bits
  thread_local std::vector<std::uint8_t> carries;  // into the 64 columns, for each element of b
  places.assign(distinct, 0);
  carries.assign(b.size(), 0);
  std::size_t length = 0;
  for (std::size_t first = 0; first < a.size(); first += 64) {
    const auto block = a.subspan(first, std::min<std::size_t>(64, a.size() - first));
    for (std::size_t i = 0; i < block.size(); ++i) places[block[i]] |= std::uint64_t{1} << i;
    std::uint64_t row = ~std::uint64_t{0};  // a bit is 0 where the table's row goes up by 1
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (b[j] == no_id) continue;
      const std::uint64_t at = places[b[j]];
      const std::uint64_t half = row + (row & at);
      const std::uint64_t sum = half + carries[j];
      carries[j] = (half < row || sum < half) ? 1 : 0;
      row = sum | (row & ~at);
    }
    const std::uint64_t used = block.size() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << block.size()) - 1;
    length += static_cast<std::size_t>(std::popcount(~row & used));
    for (const Id id : block) places[id] = 0;
  }
  return length;
}

}  // namespace fiducial::lexical
