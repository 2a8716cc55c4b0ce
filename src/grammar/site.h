// Where a finding is: organs, pieces of them and directions, a side, a vertebral level.
//
// "Posterior segment of the right upper lobe" is the organ `upper lobe`, the pieces `segment` and `posterior`, side
// right. A Site keeps only the most specific organs (a lobe, not also its lung), so that two wordings of one place
// become one value.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "lexicon/lexicon.h"

namespace fiducial::findings {

using lexicon::ConceptId;
using lexicon::kNone;
using lexicon::Lexicon;
using lexicon::Side;

inline bool sides_clash(Side a, Side b) {
  return (a == Side::left && b == Side::right) || (a == Side::right && b == Side::left);
}

// A set of a few concepts, sorted. No report needs more; what does not fit is left out, and the trace says so.
template <std::size_t N>
struct ConceptSet {
  std::array<ConceptId, N> ids{};
  std::uint8_t size = 0;
  bool more = false;  // something did not fit

  bool has(ConceptId id) const {
    for (std::uint8_t i = 0; i < size; ++i) {
      if (ids[i] == id) return true;
    }
    return false;
  }
  void add(ConceptId id) {
    if (id == kNone || has(id)) return;
    if (size == N) {
      more = true;
      return;
    }
    std::uint8_t at = size++;
    while (at > 0 && ids[at - 1U] > id) {
      ids[at] = ids[at - 1U];
      --at;
    }
    ids[at] = id;
  }
  void remove(ConceptId id) {
    std::uint8_t kept = 0;
    for (std::uint8_t i = 0; i < size; ++i) {
      if (ids[i] != id) ids[kept++] = ids[i];
    }
    size = kept;
  }
  bool empty() const { return size == 0; }
  const ConceptId* begin() const { return ids.data(); }
  const ConceptId* end() const { return ids.data() + size; }
  friend bool operator==(const ConceptSet& a, const ConceptSet& b) {
    if (a.size != b.size) return false;
    for (std::uint8_t i = 0; i < a.size; ++i) {
      if (a.ids[i] != b.ids[i]) return false;
    }
    return true;
  }
};

// A vertebra (1…29), the place between two (kBetween + the upper one), a rib (kRib + its number), or 0.
using Level = std::uint8_t;
inline constexpr Level kBetween = 32;
inline constexpr Level kRib = 64;

// Of the left the right; of all else the left.
inline bool is_one_side(Side side) {
  return side == Side::left || side == Side::right;
}

inline Side opposite(Side side) {
  return side == Side::left ? Side::right : Side::left;
}

struct Site {
  ConceptSet<4> organs;
  ConceptSet<6> parts;
  Side side = Side::none;
  Level level = 0;                // after `expand`: the one level
  std::uint8_t from = 0, to = 0;  // before it: the range as written
  bool pair = false;
  bool single = false;   // before it: a paired organ in the singular ("the costophrenic angle")
  bool several = false;  // before it: … in the plural ("the hips")

  bool empty() const { return organs.empty() && parts.empty() && side == Side::none && from == 0 && level == 0; }
  bool only_side() const { return organs.empty() && parts.empty() && from == 0; }  // "on the right", or nothing
  bool anywhere() const { return organs.empty() && from == 0 && level == 0; }      // names no organ
  friend bool operator==(const Site& a, const Site& b) {
    return a.organs == b.organs && a.parts == b.parts && a.side == b.side && a.level == b.level;
  }
};

// Adds a place of the lexicon to the site, as an organ or as a piece.
void add_place(const Lexicon& lexicon, Site& site, ConceptId place);
// The place `inner` within the place `outer`: "upper pole" in "left kidney".
Site within(const Lexicon& lexicon, const Site& inner, const Site& outer);
// Could `inner` lie in `outer`? True for pieces and for parts of outer's organs.
bool lies_in(const Lexicon& lexicon, const Site& inner, const Site& outer);
// Only things that are all over the body (nodes, vessels, bone): another place says which.
bool systemic(const Lexicon& lexicon, const Site& site);
// Do both lie in one region of the body?
bool same_region(const Lexicon& lexicon, const Site& a, ConceptId b);
// Is an organ of the site one of a pair?
bool paired(const Lexicon& lexicon, const Site& site);
// Pieces of one whole: the upper and the lower lobe.
bool siblings(const Lexicon& lexicon, const Site& a, const Site& b);
// The same, one within the other, or pieces of one whole.
bool near_each_other(const Lexicon& lexicon, const Site& a, const Site& b);
// Does an organ of the site lie in that place, or is it the place itself?
bool is_within(const Lexicon& lexicon, const Site& site, ConceptId place);
// In words: "left upper lobe of the lung, posterior".
std::string describe(const Lexicon& lexicon, const Site& site);

}  // namespace fiducial::findings
