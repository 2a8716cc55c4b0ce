// The words of a text, and small integers for words and n-grams.
//
// A metric compares words and n-grams for equality only. Words are numbered in order of first appearance by a
// WordTable; an n-gram is the pair (the n-gram one shorter that starts at the same word, its last word), numbered in
// turn by a PairTable. Numbers are exact: tables compare keys, not hashes. Both tables are emptied in constant time,
// so that a thread can keep one for all the pairs that it measures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fiducial::lexical {

using Id = std::uint32_t;
inline constexpr Id no_id = UINT32_MAX;

// A list of words in one buffer.
class Words {
 public:
  std::size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }
  std::string_view operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(bytes_).substr(begin, ends_[i] - begin);
  }
  void clear() {
    bytes_.clear();
    ends_.clear();
  }
  // A word is written to the end of the buffer, then closed; closing an empty one adds no word.
  std::string& buffer() { return bytes_; }
  void close() {
    if (bytes_.size() > (ends_.empty() ? 0 : ends_.back())) ends_.push_back(bytes_.size());
  }
  void add(std::string_view word) {
    bytes_.append(word);
    close();
  }

 private:
  std::string bytes_;
  std::vector<std::size_t> ends_;
};

// Numbers words 0, 1, 2, …
class WordTable {
 public:
  Id intern(std::string_view word);
  Id find(std::string_view word) const;  // no_id: not here
  std::size_t size() const { return words_.size(); }
  std::string_view word(Id id) const { return words_[id]; }
  void clear();

 private:
  struct Slot {
    std::uint32_t epoch = 0;  // the slot is free unless this is the table's epoch
    std::uint32_t hash = 0;
    Id id = 0;
  };
  std::size_t place(std::string_view word, std::uint32_t hash) const;
  void grow();

  std::vector<Slot> slots_ = std::vector<Slot>(256);
  std::uint32_t epoch_ = 1;
  Words words_;
};

// Numbers pairs of numbers 0, 1, 2, …
class PairTable {
 public:
  Id intern(Id first, Id second);
  Id find(Id first, Id second) const;  // no_id: not here
  std::size_t size() const { return size_; }
  // The pairs in the order of their numbers.
  std::vector<std::pair<Id, Id>> all() const;
  void clear();

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t epoch = 0;
    Id id = 0;
  };
  std::size_t place(std::uint64_t key) const;
  void grow();

  std::vector<Slot> slots_ = std::vector<Slot>(256);
  std::uint32_t epoch_ = 1;
  Id size_ = 0;
};

}  // namespace fiducial::lexical
