// Two places: how they cover each other, and in what they exclude each other. What statements make of it is in
// relate.h.
#pragma once

#include "compare/relate.h"

namespace fiducial::findings {

struct Inclusion {
  bool related = false;
  Direction direction = Direction::none;  // none: equal
};

inline Inclusion inclusion(const Lexicon& lexicon, ConceptId a, ConceptId b) {
  if (a == b) return {true, Direction::none};
  if (lexicon.contains(a, b)) return {true, Direction::first_wider};
  if (lexicon.contains(b, a)) return {true, Direction::second_wider};
  return {};
}

struct Cover {
  bool a_all = true, b_all = true, any = false, equal = true;
  bool a_wider = false, b_wider = false;
};

template <typename Set>
Cover cover(const Lexicon& lexicon, const Set& a, const Set& b) {
  Cover c;
  std::uint32_t b_linked = 0;
  for (ConceptId x : a) {
    bool linked = false;
    std::uint32_t i = 0;
    for (ConceptId y : b) {
      const Inclusion l = inclusion(lexicon, x, y);
      if (l.related) {
        linked = true;
        b_linked |= 1U << i;
        if (l.direction == Direction::first_wider) c.a_wider = true;
        if (l.direction == Direction::second_wider) c.b_wider = true;
        if (l.direction != Direction::none) c.equal = false;
      }
      ++i;
    }
    c.any |= linked;
    c.a_all &= linked;
  }
  for (std::uint32_t i = 0; i < b.size; ++i) c.b_all &= (b_linked >> i & 1U) != 0;
  if (!c.a_all || !c.b_all) c.equal = false;
  return c;
}

// The organs of a place and what they are in, as bits. Of two reports most findings are far apart, and this tells most
// of them without a look at the organs.
class PlaceBits {
 public:
  PlaceBits(const Lexicon& lexicon, const Site& site);
  // `relate_sites` would call them apart; false says nothing.
  bool surely_apart(const PlaceBits& other) const {
    const bool no_common_organ =
        organs_ != 0 && other.organs_ != 0 && (organs_ & other.up_to_body_) == 0 && (other.organs_ & up_to_body_) == 0;
    return no_common_organ || sides_clash(side_, other.side_);
  }

 private:
  std::uint64_t organs_ = 0, up_to_body_ = 0;  // the organs, and with all that they are in
  Side side_;
};

// Do they share an organ, below the level of body regions? ("joint" and "knee joint", two walls of one organ)
bool overlap(const Lexicon& lexicon, const Site& a, const Site& b);
// The upper and the lower lobe, the frontal and the occipital bone, the upper and the lower pole: pieces of one whole
// that are named against each other.
bool told_apart(const Lexicon& lexicon, const Site& a, const Site& b);
bool levels_clash(Level a, Level b);

}  // namespace fiducial::findings
