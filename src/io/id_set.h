// The ids that a file has had so far, each with the line it was on, in 12 bytes a place: a million ids take 24 MiB.
//
// Ids are kept as 64-bit hashes. Two different ids with one hash would make the later record a false "duplicate": it is
// reported, never silently lost or mixed up, and among a million ids that happens once in about 37 million files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace fiducial::io {

class IdSet {
 public:
  // 0 if the id is new, and it is kept; else the line where it was first (capped at what 32 bits hold).
  std::size_t insert(std::string_view id, std::size_t line) {
    if (10 * (count_ + 1) > 7 * hashes_.size()) grow();
    // 0 marks a free place.
    std::uint64_t hash = std::hash<std::string_view>{}(id);
    if (hash == 0) hash = 1;
    const std::size_t place = find(hash);
    if (hashes_[place] == hash) return lines_[place];
    hashes_[place] = hash;
    constexpr std::size_t last = std::numeric_limits<std::uint32_t>::max();
    lines_[place] = static_cast<std::uint32_t>(line < last ? line : last);
    ++count_;
    return 0;
  }

 private:
  // Where the hash is, or the free place where it would be.
  std::size_t find(std::uint64_t hash) const {
    const std::size_t mask = hashes_.size() - 1;
    std::size_t place = hash & mask;
    while (hashes_[place] != 0 && hashes_[place] != hash) place = (place + 1) & mask;
    return place;
  }

  void grow() {
    const std::vector<std::uint64_t> hashes = std::exchange(hashes_, {});
    const std::vector<std::uint32_t> lines = std::exchange(lines_, {});
    const std::size_t size = hashes.empty() ? 1024 : 2 * hashes.size();
    hashes_.resize(size);
    lines_.resize(size);
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      if (hashes[i] == 0) continue;
      const std::size_t place = find(hashes[i]);
      hashes_[place] = hashes[i];
      lines_[place] = lines[i];
    }
  }

  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint32_t> lines_;
  std::size_t count_ = 0;
};

}  // namespace fiducial::io
