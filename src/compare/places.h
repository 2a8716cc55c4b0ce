// Two places: how they cover each other, and in what they exclude each other. What statements make of it is in
// relate.h.
#pragma once

#include "compare/relate.h"

namespace fiducial::findings {

struct Link {
  bool linked = false;
  Direction direction = Direction::none;  // none: equal
};

inline Link link(const Lexicon& lexicon, ConceptId a, ConceptId b) {
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
      const Link l = link(lexicon, x, y);
      if (l.linked) {
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

// Do they share an organ, below the level of body regions? ("joint" and "knee joint", two walls of one organ)
bool overlap(const Lexicon& lexicon, const Site& a, const Site& b);
// The upper and the lower lobe, the frontal and the occipital bone, the upper and the lower pole: pieces of one whole
// that are named against each other.
bool told_apart(const Lexicon& lexicon, const Site& a, const Site& b);
bool levels_clash(Level a, Level b);

}  // namespace fiducial::findings
