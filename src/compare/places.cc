#include "compare/places.h"

#include <algorithm>

namespace fiducial::findings {

using lexicon::Concept;

bool levels_clash(Level a, Level b) {
  if (a == 0 || b == 0 || a == b) return false;
  const bool a_between = a > kBetween && a < kRib;
  const bool b_between = b > kBetween && b < kRib;
  if (a_between == b_between) return true;
  // a vertebra and the disc below or above it: not the same, but not apart either
  const Level vertebra = a_between ? b : a;
  const auto upper = static_cast<Level>((a_between ? a : b) - kBetween);
  return vertebra != upper && vertebra != upper + 1;
}

namespace {

// Directions that exclude each other: upper and lower, anterior and posterior.
bool parts_clash(const Lexicon& lexicon, const Site& a, const Site& b) {
  bool a_direction = false;
  bool b_direction = false;
  bool shared = false;
  for (ConceptId x : a.parts) {
    if (!lexicon[x].has(Concept::direction_word)) continue;
    a_direction = true;
    shared |= b.parts.has(x);
  }
  for (ConceptId y : b.parts) b_direction |= lexicon[y].has(Concept::direction_word);
  return a_direction && b_direction && !shared;
}

// "An upper pole stone" and one in the lower pole of the kidney: the bare pole, were it the kidney's, would be another.
bool bare_part_clashes(const Lexicon& lexicon, const Site& bare, const Site& full) {
  if (!bare.organs.empty()) return false;
  for (ConceptId part : bare.parts) {
    // a pole is a piece of its own; "upper" may be said of anything
    if (!lexicon[part].has(Concept::direction_word) || lexicon[part].parent_count == 0) continue;
    for (ConceptId organ : full.organs) {
      for (ConceptId whole : lexicon.ancestors(organ).first(lexicon[organ].parent_count)) {
        const ConceptId meant = lexicon.composed(part, whole);
        if (meant != kNone && meant != organ && !lexicon.contains(meant, organ) && !lexicon.contains(organ, meant))
          return true;
      }
    }
  }
  return false;
}

bool directions_clash(const Lexicon& lexicon, const Site& a, const Site& b) {
  if (a.parts.empty() && b.parts.empty()) return false;
  return parts_clash(lexicon, a, b) || bare_part_clashes(lexicon, a, b) || bare_part_clashes(lexicon, b, a);
}

ConceptSet<6> without_light_parts(const Lexicon& lexicon, const ConceptSet<6>& parts) {
  ConceptSet<6> out;
  for (ConceptId p : parts) {
    if (!lexicon[p].has(Concept::light)) out.add(p);
  }
  return out;
}

}  // namespace

PlaceBits::PlaceBits(const Lexicon& lexicon, const Site& site) : side_(site.side) {
  for (const ConceptId organ : site.organs) {
    organs_ |= lexicon::ancestor_bit(organ);
    up_to_body_ |= lexicon::ancestor_bit(organ) | lexicon[organ].above;
  }
}

Likeness relate_sites(const Lexicon& lexicon, const Site& a, const Site& b, Direction& direction) {
  direction = Direction::none;
  if (a == b) return Likeness::equivalent;
  if (sides_clash(a.side, b.side) || levels_clash(a.level, b.level)) return Likeness::apart;
  const Cover organs = cover(lexicon, a.organs, b.organs);
  const bool placed = !a.organs.empty() && !b.organs.empty();
  if ((placed && !organs.any) || directions_clash(lexicon, a, b)) return Likeness::apart;
  bool a_wider = organs.a_wider;
  bool b_wider = organs.b_wider;
  if (!placed) {
    const bool both = a.organs.empty() && b.organs.empty();
    if (!both) (a.organs.empty() ? a_wider : b_wider) = true;
  } else {
    if (!organs.a_all && !organs.b_all) return Likeness::apart;
    a_wider |= !organs.b_all;
    b_wider |= !organs.a_all;
    if (a_wider && b_wider)
      return Likeness::apart;  // a hilar node and a mediastinal one: each says what the other does not
  }
  bool weak = false;
  const ConceptSet<6> a_parts = without_light_parts(lexicon, a.parts);
  const ConceptSet<6> b_parts = without_light_parts(lexicon, b.parts);
  if (!(a_parts == b_parts)) {
    const Cover parts = cover(lexicon, a_parts, b_parts);
    if (parts.a_all && !parts.b_all)
      a_wider = true;
    else if (parts.b_all && !parts.a_all)
      b_wider = true;
    else if (!parts.equal)
      weak = true;
  }
  if (a.side != b.side) (a.side == Side::none ? a_wider : b_wider) = true;
  if (a.level != b.level) (a.level == 0 ? a_wider : b.level == 0 ? b_wider : weak) = true;
  if (!a_wider && !b_wider && !weak) return Likeness::equivalent;
  direction = a_wider && !b_wider   ? Direction::first_wider
              : b_wider && !a_wider ? Direction::second_wider
                                    : Direction::none;
  return Likeness::part_whole;
}

bool overlap(const Lexicon& lexicon, const Site& a, const Site& b) {
  const ConceptId body = lexicon.known().body;
  const auto narrow = [&](ConceptId id) {
    const auto up = lexicon.ancestors(id);
    return !(lexicon[id].parent_count == 1 && !up.empty() && up[0] == body) && id != body;
  };
  for (ConceptId x : a.organs) {
    for (ConceptId y : b.organs) {
      if (x == y || lexicon.contains(x, y) || lexicon.contains(y, x)) return true;
      for (ConceptId up : lexicon.ancestors(x)) {
        if (narrow(up) && (up == y || lexicon.contains(up, y))) return true;
      }
    }
  }
  return false;
}

bool told_apart(const Lexicon& lexicon, const Site& a, const Site& b) {
  return directions_clash(lexicon, a, b) || (!cover(lexicon, a.organs, b.organs).any && siblings(lexicon, a, b));
}

SiteDifference compare_sites(const Lexicon& lexicon, const Site& a, const Site& b) {
  SiteDifference d;
  d.side = sides_clash(a.side, b.side);
  d.level = levels_clash(a.level, b.level);
  d.direction = directions_clash(lexicon, a, b);
  if (a.organs.empty() || b.organs.empty()) {
    d.related = true;
    return d;
  }
  d.organ = !cover(lexicon, a.organs, b.organs).any;
  d.related = !d.organ || overlap(lexicon, a, b);
  return d;
}

}  // namespace fiducial::findings
