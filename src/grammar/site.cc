#include "grammar/site.h"

#include <algorithm>

#include "text/level.h"

namespace fiducial::findings {

using lexicon::Concept;

void add_place(const Lexicon& lexicon, Site& site, ConceptId place) {
  const Concept& c = lexicon[place];
  if (c.has(Concept::part)) {
    for (ConceptId organ : site.organs) {  // "the ureter, in its middle third"
      if (const ConceptId both = lexicon.composed(place, organ); both != kNone) return add_place(lexicon, site, both);
    }
    site.parts.add(place);
    return;
  }
  place = lexicon.representative(place);
  for (ConceptId other : site.organs) {
    if (other == place || lexicon.contains(place, other)) return;  // it says no more than what is there
  }
  for (ConceptId other : site.organs) {
    if (const ConceptId both = lexicon.composed(place, other); both != kNone) {
      site.organs.remove(other);
      return add_place(lexicon, site, both);
    }
  }
  for (ConceptId part : site.parts) {  // "the middle third of the ureter"
    if (const ConceptId both = lexicon.composed(place, part); both != kNone) {
      site.parts.remove(part);
      return add_place(lexicon, site, both);
    }
  }
  for (ConceptId up : lexicon.ancestors(place)) site.organs.remove(lexicon.representative(up));
  site.organs.add(place);
  if (site.side == Side::none && c.side != Side::none) site.side = c.side;
}

Site within(const Lexicon& lexicon, const Site& inner, const Site& outer) {
  Site out = inner;
  for (ConceptId organ : outer.organs) add_place(lexicon, out, organ);
  for (ConceptId part : outer.parts) add_place(lexicon, out, part);
  if (out.side == Side::none) out.side = outer.side;
  if (out.from == 0) {
    out.from = outer.from;
    out.to = outer.to;
    out.pair = outer.pair;
    out.level = outer.level;
  }
  return out;
}

bool lies_in(const Lexicon& lexicon, const Site& inner, const Site& outer) {
  if (inner.organs.empty()) return true;
  for (ConceptId organ : inner.organs) {
    for (ConceptId whole : outer.organs) {
      if (organ == whole || lexicon.contains(whole, organ)) return true;
    }
  }
  return outer.organs.empty();
}

bool systemic(const Lexicon& lexicon, const Site& site) {
  for (ConceptId organ : site.organs) {
    if (lexicon[organ].parent_count != 1) return false;
    const ConceptId whole = lexicon.ancestors(organ)[0];
    if (whole != lexicon.known().body && !lexicon[whole].has(Concept::tissue)) return false;
  }
  return !site.organs.empty();
}

bool same_region(const Lexicon& lexicon, const Site& a, ConceptId b) {
  const ConceptId body = lexicon.known().body;
  for (ConceptId x : a.organs) {
    if (x == b || lexicon.contains(x, b)) return true;
    for (ConceptId up : lexicon.ancestors(x)) {
      if (up != body && !lexicon[up].has(Concept::tissue) && (up == b || lexicon.contains(up, b))) return true;
    }
  }
  return false;
}

bool paired(const Lexicon& lexicon, const Site& site) {
  for (ConceptId organ : site.organs) {
    if (lexicon[organ].has(Concept::paired)) return true;
  }
  return false;
}

bool siblings(const Lexicon& lexicon, const Site& a, const Site& b) {
  for (ConceptId x : a.organs) {
    for (ConceptId y : b.organs) {
      for (ConceptId up : lexicon.ancestors(x).first(lexicon[x].parent_count)) {
        for (ConceptId other : lexicon.ancestors(y).first(lexicon[y].parent_count)) {
          if (up == other && up != lexicon.known().body) return true;
        }
      }
    }
  }
  return false;
}

bool near_each_other(const Lexicon& lexicon, const Site& a, const Site& b) {
  return lies_in(lexicon, a, b) || lies_in(lexicon, b, a) || siblings(lexicon, a, b);
}

bool is_within(const Lexicon& lexicon, const Site& site, ConceptId place) {
  return std::any_of(site.organs.begin(), site.organs.end(),
                     [&](ConceptId organ) { return organ == place || lexicon.contains(place, organ); });
}

namespace {

std::string level_name(Level level) {
  if (level > kBetween) {
    const auto upper = static_cast<std::uint8_t>(level - kBetween);
    return text::vertebra_name(upper) + "/" + text::vertebra_name(static_cast<std::uint8_t>(upper + 1));
  }
  return text::vertebra_name(level);
}

// "the spleen", "the right ventricle": the side is in the name, or there is no other.
bool side_goes_without_saying(const Lexicon& lexicon, const Site& site, std::string_view side) {
  return std::all_of(site.organs.begin(), site.organs.end(), [&](ConceptId organ) {
    return lexicon[organ].side == site.side || lexicon.label(organ).starts_with(side);
  });
}

std::string rib_number(int n) {
  const std::string_view ending = n == 1 ? "st" : n == 2 ? "nd" : n == 3 ? "rd" : "th";
  return std::to_string(n) + std::string(ending);
}

bool is_tissue(const Lexicon& lexicon, ConceptId organ) {
  const auto wholes = lexicon.ancestors(organ).first(lexicon[organ].parent_count);
  return lexicon[organ].has(Concept::tissue) || std::any_of(wholes.begin(), wholes.end(), [&](ConceptId whole) {
           return lexicon[whole].has(Concept::tissue);
         });
}

// The range as written: "L2-L4"; "L4/L5" between two vertebrae.
std::string range_name(const Site& site) {
  const std::string first = text::vertebra_name(site.from);
  return site.to > site.from ? first + (site.pair ? "/" : "-") + text::vertebra_name(site.to) : first;
}

// Soft tissue, bone and vessels before what they are of: "soft tissue of the neck".
std::vector<ConceptId> in_order(const Lexicon& lexicon, const Site& site) {
  std::vector<ConceptId> organs(site.organs.begin(), site.organs.end());
  std::stable_partition(organs.begin(), organs.end(), [&](ConceptId organ) { return is_tissue(lexicon, organ); });
  return organs;
}

}  // namespace

std::string describe(const Lexicon& lexicon, const Site& site) {
  std::string out;
  const auto add = [&](std::string_view word) {
    if (!out.empty() && !word.empty()) out += ' ';
    out += word;
  };
  const std::string_view side = site.side == Side::left    ? "left"
                                : site.side == Side::right ? "right"
                                : site.side == Side::both  ? "bilateral"
                                                           : "";
  if (site.organs.empty() || !side_goes_without_saying(lexicon, site, side)) add(side);
  if (site.level > kRib) {
    add(rib_number(site.level - kRib));
  } else if (site.level != 0) {
    add(level_name(site.level));
  } else if (site.from != 0 && site.from < kRib) {
    add(range_name(site));
  } else if (site.from > kRib) {
    add(rib_number(site.from - kRib));
  }
  std::string pieces;
  for (ConceptId part : site.parts) {
    if (lexicon[part].has(Concept::direction_word)) {
      add(lexicon.label(part));
    } else {
      pieces += ' ';
      pieces += lexicon.label(part);
    }
  }
  const std::vector<ConceptId> organs = in_order(lexicon, site);
  for (std::size_t i = 0; i < organs.size(); ++i) {
    if (i > 0) add(is_tissue(lexicon, organs[i - 1]) && !is_tissue(lexicon, organs[i]) ? "of the" : "/");
    add(lexicon.label(organs[i]));
  }
  out += pieces;
  return !out.empty() && out.front() == ' ' ? out.substr(1) : out;
}

}  // namespace fiducial::findings
