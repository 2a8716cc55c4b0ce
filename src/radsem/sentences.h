// From the texts of a tag record to sentence numbers: what the fast scorer works on.
// A sentence is its text, trimmed as Python's str.strip does; two pairs that write it alike mean one sentence.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "fiducial/radsem.h"

namespace fiducial::radsem {

// Without white space (Unicode's, in UTF-8) at both ends.
std::string_view trim(std::string_view text);

// Numbers different texts from 0 in the order in which they come. The texts must outlive it or the next clear().
class SentenceNumbers {
 public:
  // Forgets all; room for at most `capacity` texts.
  void clear(std::size_t capacity);
  std::uint32_t number(std::string_view text);
  // A number of its own for something that has no text.
  std::uint32_t fresh();
  std::string_view text(std::uint32_t number) const { return texts_[number]; }

 private:
  std::vector<std::string_view> texts_;
  std::vector<std::uint32_t> slots_;  // open addressing, a power of two; 0 is free, else number + 1
};

// A tag record by numbers.
struct NumberedCase {
  std::vector<Edge> edges;             // the pairs that count, in order
  std::vector<std::uint32_t> pair_of;  // for each edge, its place among the tag's pairs
  std::vector<LeftOver> left_over;     // the unmatched items that count, in order
  SentenceNumbers refs;
  SentenceNumbers gens;

  // `number_left_over`: false if only the number of items left over matters, and their sentences are left 0.
  void read(const Tag& tag, bool number_left_over);
};

// Why a pair does not count, or `counted`.
PairStatus countable(const TagPair& pair);
// True if an unmatched item counts: both its labels are valid. Its sentence may be empty.
bool countable(const Unmatched& item);

}  // namespace fiducial::radsem
