#include "compare/relate.h"

#include <algorithm>
#include <cmath>

#include "compare/details.h"
#include "compare/places.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ModifierKind;
using lexicon::Section;

namespace {

struct Aspect {
  ConceptId concept_id = kNone;  // the abnormality asserted or denied; kNone for "normal" alone
  ConceptId about = kNone;
  std::int8_t direction = 0;
  bool general = false;  // "unremarkable", "abnormality": nothing in particular
  bool value = false;    // a normal value, not a denied abnormality
};

// What a finding is about, whether said by the value or by denying its opposite.
Aspect aspect(const Lexicon& lexicon, const Finding& f) {
  Aspect out;
  if (f.concept_id == kNone) return out;
  const Concept& c = lexicon[f.concept_id];
  out.about = f.attribute != kNone ? f.attribute : c.about;
  if (!c.has(Concept::normal)) {
    out.concept_id = f.concept_id;
    out.direction = c.direction;
    out.general = f.concept_id == lexicon.known().abnormality && out.about == kNone;
    return out;
  }
  const bool own_attribute =
      f.attribute == kNone || f.attribute == c.about || c.about == kNone || lexicon.contains(f.attribute, c.about);
  if (c.opposite != kNone && f.abnormal && own_attribute) {
    out.concept_id = c.opposite;  // "not patent"
    out.direction = lexicon[c.opposite].direction;
    if (out.about == kNone) out.about = lexicon[c.opposite].about;
  } else if (f.abnormal) {
    out.concept_id = lexicon.known().abnormality;
    out.general = out.about == kNone;
  } else {
    out.value = true;
    out.general = out.about == kNone;
    out.concept_id = c.opposite;
  }
  return out;
}

bool same_attribute(const Lexicon& lexicon, ConceptId a, ConceptId b) {
  return a != kNone && b != kNone && (a == b || lexicon.contains(a, b) || lexicon.contains(b, a));
}

struct Features {
  ConceptSet<6> shapes, densities, signals, sequences;
};

bool is_sequence(const Lexicon& lexicon, ConceptId d) {
  return lexicon[d].is(ModifierKind::sequence);
}

Features features(const Lexicon& lexicon, const Finding& f) {
  Features out;
  for (ConceptId d : f.details) {
    const Concept& c = lexicon[d];
    if (c.section != Section::modifier) continue;
    if (c.modifier() == ModifierKind::shape && !c.has(Concept::vague))
      out.shapes.add(d);  // "irregular" tells no kind of lesion
    if (c.modifier() == ModifierKind::density) out.densities.add(d);
    if (c.modifier() == ModifierKind::signal) out.signals.add(d);
    if (is_sequence(lexicon, d)) out.sequences.add(d);
  }
  if (f.concept_id != kNone && lexicon[f.concept_id].has_detail != kNone) {
    const ConceptId d = lexicon[f.concept_id].has_detail;
    const ModifierKind kind = lexicon[d].modifier();
    if (kind == ModifierKind::shape && out.shapes.empty()) out.shapes.add(d);
    if (kind == ModifierKind::density) out.densities.add(d);
    if (kind == ModifierKind::signal) out.signals.add(d);
  }
  return out;
}

enum class Agreement : std::uint8_t { clash, silent, one_sided, shared };

template <typename Set>
Agreement agree(const Lexicon& lexicon, const Set& a, const Set& b) {
  if (a.empty() && b.empty()) return Agreement::silent;
  if (a.empty() || b.empty()) return Agreement::one_sided;
  return cover(lexicon, a, b).any ? Agreement::shared : Agreement::clash;
}

// Bare shadows and areas are what their shape, density and signal say.
Likeness relate_generic(const Lexicon& lexicon, const Finding& a, const Finding& b, Likeness by_name) {
  const Features fa = features(lexicon, a);
  const Features fb = features(lexicon, b);
  const Agreement shape = agree(lexicon, fa.shapes, fb.shapes);
  const Agreement density = agree(lexicon, fa.densities, fb.densities);
  const Agreement signal = agree(lexicon, fa.signals, fb.signals);
  const Agreement sequence = agree(lexicon, fa.sequences, fb.sequences);
  if (shape == Agreement::clash || density == Agreement::clash || signal == Agreement::clash ||
      sequence == Agreement::clash)
    return Likeness::apart;
  const bool shared = shape == Agreement::shared || density == Agreement::shared || signal == Agreement::shared;
  if (shared) return Likeness::equivalent;
  const bool silent = shape == Agreement::silent && density == Agreement::silent && signal == Agreement::silent;
  if (silent) return by_name == Likeness::apart ? Likeness::part_whole : by_name;
  return Likeness::part_whole;
}

bool share_word(const Words& a, const Words& b) {
  for (std::uint8_t i = 0; i < a.size; ++i) {
    for (std::uint8_t k = 0; k < b.size; ++k) {
      if (a.hashes[i] == b.hashes[k]) return true;
    }
  }
  return false;
}

bool same_words(const Words& a, const Words& b) {
  if (a.size != b.size) return false;
  for (std::uint8_t i = 0; i < a.size; ++i) {
    bool found = false;
    for (std::uint8_t k = 0; k < b.size; ++k) found |= a.hashes[i] == b.hashes[k];
    if (!found) return false;
  }
  return true;
}

struct ConceptRelation {
  Likeness likeness = Likeness::apart;
  Direction direction = Direction::none;
};

// Two abnormalities, both asserted or both denied.
ConceptRelation relate_abnormal(const Lexicon& lexicon, const Finding& a, const Finding& b, const Aspect& x,
                                const Aspect& y) {
  if (x.concept_id == kNone || y.concept_id == kNone) {
    if (x.concept_id == y.concept_id && same_words(a.words, b.words)) return {Likeness::equivalent, Direction::none};
    if (share_word(a.words, b.words)) return {Likeness::part_whole, Direction::none};
    return {};
  }
  const Concept& ca = lexicon[x.concept_id];
  const Concept& cb = lexicon[y.concept_id];
  Likeness by_name = Likeness::apart;
  Direction direction = Direction::none;
  if (lexicon.representative(x.concept_id) == lexicon.representative(y.concept_id)) {
    by_name = Likeness::equivalent;
  } else if (lexicon.contains(x.concept_id, y.concept_id)) {
    by_name = Likeness::part_whole;
    direction = Direction::first_wider;
  } else if (lexicon.contains(y.concept_id, x.concept_id)) {
    by_name = Likeness::part_whole;
    direction = Direction::second_wider;
  }
  if (ca.has(Concept::generic) && cb.has(Concept::generic))
    return {relate_generic(lexicon, a, b, by_name), Direction::none};
  const ConceptId lesion = lexicon.known().lesion;
  if (ca.has(Concept::generic) != cb.has(Concept::generic) &&
      lexicon.contains(lesion, ca.has(Concept::generic) ? y.concept_id : x.concept_id)) {
    // A bare shadow may be any lesion that its features do not exclude.
    const Likeness l = relate_generic(lexicon, a, b, by_name);
    return {l == Likeness::apart ? l : Likeness::part_whole,
            ca.has(Concept::generic) ? Direction::first_wider : Direction::second_wider};
  }
  if (by_name == Likeness::apart && (a.details.has(y.concept_id) || b.details.has(x.concept_id)))
    return {Likeness::part_whole, Direction::none};
  if (by_name != Likeness::apart) {
    const bool both_about = x.about != kNone && y.about != kNone;
    if (by_name == Likeness::equivalent && x.concept_id == lexicon.known().abnormality && both_about &&
        !same_attribute(lexicon, x.about, y.about))
      return {};
    return {by_name, direction};
  }
  // "Something is wrong" and a particular wrong say too little of each other; that all is well includes each
  // particular.
  if (x.general && !a.abnormal) return {Likeness::part_whole, Direction::first_wider};
  if (y.general && !b.abnormal) return {Likeness::part_whole, Direction::second_wider};
  if (same_attribute(lexicon, x.about, y.about)) {
    if (x.direction != 0 && x.direction == y.direction && x.about == y.about)
      return {Likeness::equivalent, Direction::none};
    if (x.direction == 0 && y.direction == 0) return {Likeness::part_whole, Direction::none};
    if (x.direction == 0 || y.direction == 0)
      return {Likeness::part_whole, x.direction == 0 ? Direction::first_wider : Direction::second_wider};
    if (x.direction == y.direction) return {Likeness::part_whole, Direction::none};
  }
  return {};
}

// Two statements that all is well.
ConceptRelation relate_normal(const Lexicon& lexicon, const Finding& a, const Finding& b, const Aspect& x,
                              const Aspect& y) {
  if (!x.value && !y.value) return relate_abnormal(lexicon, a, b, x, y);
  if (x.value && y.value) {
    if (a.concept_id != b.concept_id && (x.general || y.general) &&
        lexicon.representative(a.concept_id) == lexicon.representative(b.concept_id))
      return {Likeness::equivalent, Direction::none};  // "clear", "well defined"
    if (x.general && y.general) return {Likeness::equivalent, Direction::none};
    if (x.general) return {Likeness::part_whole, Direction::first_wider};
    if (y.general) return {Likeness::part_whole, Direction::second_wider};
    return {same_attribute(lexicon, x.about, y.about) ? Likeness::equivalent : Likeness::apart, Direction::none};
  }
  const Aspect& value = x.value ? x : y;
  const Aspect& denied = x.value ? y : x;
  const Direction value_wider = x.value ? Direction::first_wider : Direction::second_wider;
  const Direction denied_wider = x.value ? Direction::second_wider : Direction::first_wider;
  if (denied.concept_id == kNone) return {};
  if (value.general && denied.general) return {Likeness::equivalent, Direction::none};
  if (value.concept_id != kNone &&
      lexicon.representative(value.concept_id) == lexicon.representative(denied.concept_id))
    return {Likeness::equivalent, Direction::none};
  if (lexicon[denied.concept_id].opposite == (x.value ? a : b).concept_id)
    return {Likeness::equivalent, Direction::none};  // "the ribs are intact", "no rib fracture"
  if (value.general) return {Likeness::part_whole, value_wider};
  // "Normal in caliber" says that there is no aneurysm, among other things.
  if (value.concept_id != kNone && lexicon.contains(value.concept_id, denied.concept_id))
    return {Likeness::part_whole, value_wider};
  if (same_attribute(lexicon, value.about, denied.about)) return {Likeness::equivalent, Direction::none};
  if (denied.general || lexicon[denied.concept_id].has(Concept::vague)) return {Likeness::part_whole, denied_wider};
  return {};
}

// One says that something is wrong, the other that all is well: do they speak of the same thing?
bool contradict(const Lexicon& lexicon, const Finding& a, const Finding& b, const Aspect& x, const Aspect& y) {
  const Aspect& wrong = a.abnormal ? x : y;
  const Aspect& well = a.abnormal ? y : x;
  if (well.value) {
    if (well.general) return true;
    return same_attribute(lexicon, well.about, wrong.about) ||
           (well.concept_id != kNone && wrong.concept_id != kNone &&
            (well.concept_id == wrong.concept_id || lexicon.contains(well.concept_id, wrong.concept_id)));
  }
  if (of_another_age(lexicon, a, b)) return false;
  // What is denied in general is denied in particular; denying the particular leaves the general open.
  const ConceptRelation r = relate_abnormal(lexicon, a, b, x, y);
  if (r.likeness == Likeness::equivalent) return true;
  if (r.likeness == Likeness::apart) return false;
  const bool denied_wider = a.abnormal ? r.direction == Direction::second_wider : r.direction == Direction::first_wider;
  return denied_wider;
}

bool opposite_directions(const Lexicon& lexicon, const Aspect& x, const Aspect& y) {
  if (x.concept_id == kNone || y.concept_id == kNone) return false;
  if (lexicon[x.concept_id].opposite == y.concept_id || lexicon[y.concept_id].opposite == x.concept_id) return true;
  return x.about != kNone && x.about == y.about && x.direction * y.direction < 0;
}

}  // namespace

// What only one of them says makes them alike in part; what they say differently weighs more, and beside something
// that is missing leaves nothing in common.
DetailLikeness detail_likeness(const DetailDifferences& d) {
  if (d.conflicts != 0) return d.missing != 0 || d.shared == 0 ? DetailLikeness::none : DetailLikeness::partial;
  if (d.missing == 0) return d.shared == 0 ? DetailLikeness::null : DetailLikeness::equivalent;
  return d.shared > 0 ? DetailLikeness::partial : DetailLikeness::none;
}

DetailLikeness relate_details(const Lexicon& lexicon, const Finding& a, const Finding& b) {
  return detail_likeness(compare_details(lexicon, a, b));
}

namespace {

// Each of another MRI sequence: neither agrees nor disagrees with the other.
bool other_sequence(const Lexicon& lexicon, const Finding& a, const Finding& b) {
  bool any = false;
  for (ConceptId d : a.details) {
    if (!is_sequence(lexicon, d)) continue;
    bool rival = false;
    for (ConceptId e : b.details) {
      if (d == e || lexicon.contains(d, e) || lexicon.contains(e, d)) return false;
      rival |= is_sequence(lexicon, e);
    }
    if (!rival) return false;
    any = true;
  }
  return any;
}

}  // namespace

bool of_another_age(const Lexicon& lexicon, const Finding& a, const Finding& b) {
  const auto onset = [&](const Finding& f) {
    for (ConceptId d : f.details) {
      if (lexicon[d].is(ModifierKind::onset)) return d;
    }
    return kNone;
  };
  const ConceptId x = onset(a);
  const ConceptId y = onset(b);
  return x != kNone && y != kNone && x != y && !lexicon.contains(x, y) && !lexicon.contains(y, x);
}

Relation relate(const Lexicon& lexicon, const Finding& a, const Finding& b) {
  Relation r;
  r.site = relate_sites(lexicon, a.site, b.site, r.site_direction);
  if (r.site == Likeness::apart || other_sequence(lexicon, a, b)) return r;
  const Aspect x = aspect(lexicon, a);
  const Aspect y = aspect(lexicon, b);
  if (a.concept_id == kNone && b.concept_id == kNone && a.absent != b.absent) {
    r.contradictory = share_word(a.words, b.words);  // whatever it is, it is there or not
    return r;
  }
  if (a.abnormal != b.abnormal) {
    r.contradictory = contradict(lexicon, a, b, x, y);
    const Aspect& well = a.abnormal ? y : x;
    r.in_general = well.general;
    return r;
  }
  const ConceptRelation c = a.abnormal ? relate_abnormal(lexicon, a, b, x, y) : relate_normal(lexicon, a, b, x, y);
  r.concept_likeness = c.likeness;
  r.concept_direction = c.direction;
  r.normal = !a.abnormal;
  // "The spleen is 9.9 cm" and "the spleen is 14 cm" are not the same.
  if (r.normal && c.likeness != Likeness::apart) {
    const DetailDifferences d = compare_details(lexicon, a, b);
    // "an anterior placenta" and "a posterior placenta": each is well, and they are not the same
    const bool opposed = x.value && y.value && lexicon[a.concept_id].opposite == b.concept_id;
    if (opposed || d.has_conflict(Dimension::size) || d.has_conflict(Dimension::quantity)) {
      r.concept_likeness = Likeness::apart;
      r.contradictory = true;
    }
  }
  if (a.abnormal && c.likeness == Likeness::apart && opposite_directions(lexicon, x, y)) r.contradictory = true;
  if (r.compatible() && a.abnormal) r.details = relate_details(lexicon, a, b);
  return r;
}

Likeness relate_concepts(const Lexicon& lexicon, const Finding& a, const Finding& b, Direction& direction) {
  const Aspect x = aspect(lexicon, a);
  const Aspect y = aspect(lexicon, b);
  const ConceptRelation c = a.abnormal ? relate_abnormal(lexicon, a, b, x, y) : relate_normal(lexicon, a, b, x, y);
  direction = c.direction;
  return c.likeness;
}

namespace {

bool among(const ConceptSet<12>& some, const ConceptSet<12>& all) {
  return !some.empty() && std::all_of(some.begin(), some.end(), [&](ConceptId place) { return all.has(place); });
}

}  // namespace

bool same_places_said(const Finding& a, const Finding& b) {
  return among(a.places_said, b.places_said) || among(b.places_said, a.places_said);
}

bool all_places_said(const Finding& a, const Finding& b) {
  return among(a.places_said, b.places_said) && among(b.places_said, a.places_said);
}

namespace {

bool same_size(const Finding& a, const Finding& b) {
  return a.size_count != 0 && b.size_count != 0 && std::abs(a.sizes[0] - b.sizes[0]) < 0.51F;
}

// A tube is where it goes in, where it runs and where it ends: its places say little.
bool same_device(const Lexicon& lexicon, const Finding& a, const Finding& b) {
  return a.device && b.device &&
         (a.concept_id == b.concept_id || lexicon.contains(a.concept_id, b.concept_id) ||
          lexicon.contains(b.concept_id, a.concept_id));
}

// "The adnexa shows heterogeneous enhancement", beside "a mass of the adnexa that enhances heterogeneously": how a
// thing looks, told of the place where it is.
bool looks_like(const Lexicon& lexicon, const Finding& a, const Finding& b) {
  return std::any_of(b.details.begin(), b.details.end(), [&](ConceptId d) {
    return lexicon[d].section == lexicon::Section::modifier && lexicon[d].seen == a.concept_id && lexicon[d].rank != 0;
  });
}

// What `a` says stands in the sentence of `b` too, though tied to something else there.
bool said_beside(const Lexicon& lexicon, const Finding& a, const Finding& b) {
  if (a.concept_id == kNone) return false;
  if (looks_like(lexicon, a, b)) return true;
  if (lexicon[a.concept_id].has(Concept::vague)) return false;
  for (ConceptId organ : b.site.organs) {  // enlarged nodes are nodes that are seen
    if (lexicon[organ].seen == a.concept_id) return true;
    for (ConceptId up : lexicon.ancestors(organ)) {
      if (lexicon[up].seen == a.concept_id) return true;
    }
  }
  const ConceptId detail = lexicon[a.concept_id].has_detail;
  for (ConceptId c : b.said) {
    if (c == a.concept_id || lexicon.representative(c) == lexicon.representative(a.concept_id)) return true;
    if (detail != kNone && c == detail) return true;
    if (lexicon[c].section == lexicon::Section::modifier && lexicon[c].seen == a.concept_id && a.details.has(c))
      return true;  // "the lobe has unclear margins", of opacities with unclear margins
  }
  return false;
}

}  // namespace

namespace {

// May a finding be covered by another, as far as their places go?
bool could_cover(const Lexicon& lexicon, const Finding& a, const Finding& b, Relation& out) {
  out = Relation{};
  out.site = relate_sites(lexicon, a.site, b.site, out.site_direction);
  if (sides_clash(a.site.side, b.site.side) || levels_clash(a.site.level, b.site.level)) return false;
  // Two bare shadows in parts of one organ are two; of what has a name the parts are less telling.
  const auto named = [&](const Finding& f) {
    return f.concept_id != kNone && !lexicon[f.concept_id].has(Concept::generic);
  };
  // One nodule in the upper lobe, another in the lower.
  const bool second_one =
      a.concept_id == b.concept_id && !a.inferred_site && !b.inferred_site && told_apart(lexicon, a.site, b.site);
  if (out.site == Likeness::apart && named(a) && named(b) && !second_one && overlap(lexicon, a.site, b.site))
    out.site = Likeness::part_whole;
  return out.site != Likeness::apart && !other_sequence(lexicon, a, b);
}

}  // namespace

bool another_one(const Lexicon& lexicon, const Finding& a, const Finding& b) {
  Direction direction{};
  return a.concept_id != kNone && a.concept_id == b.concept_id && !a.inferred_site && !b.inferred_site &&
         relate_sites(lexicon, a.site, b.site, direction) == Likeness::apart;
}

bool said_with(const Lexicon& lexicon, const Finding& a, const Finding& b) {
  Relation places;
  Direction direction{};
  // the displaced fracture of the fibula does not say that the malleolus is broken too
  if (!a.inferred_site && !b.inferred_site && relate_sites(lexicon, a.site, b.site, direction) == Likeness::apart)
    return false;
  return !another_one(lexicon, a, b) && could_cover(lexicon, a, b, places) && said_beside(lexicon, a, b);
}

bool covers(const Lexicon& lexicon, const Finding& a, const Finding& b, Relation& out) {
  if (!could_cover(lexicon, a, b, out) || (!said_beside(lexicon, a, b) && !said_beside(lexicon, b, a))) return false;
  // "Calcification of the nodule" and "a calcified nodule": the one's name is the other's detail.
  const auto named_as_detail = [&](const Finding& f, const Finding& other) {
    const ConceptId detail = f.concept_id != kNone ? lexicon[f.concept_id].has_detail : kNone;
    return other.details.has(f.concept_id) ||
           (detail != kNone && lexicon[detail].is(ModifierKind::density) && other.details.has(detail) &&
            lexicon[other.concept_id].has_detail != detail);
  };
  const bool named =
      (a.concept_id != kNone && b.concept_id != kNone) && (named_as_detail(a, b) || named_as_detail(b, a));
  out.concept_likeness = named ? Likeness::equivalent : Likeness::part_whole;
  out.details = named ? DetailLikeness::null : relate_details(lexicon, a, b);
  return true;
}

namespace {

// `same_size`: they measure the same.
double affinity_if(const Lexicon& lexicon, const Finding& a, const Finding& b, bool same_size, Relation& out) {
  if (sides_clash(a.site.side, b.site.side) || levels_clash(a.site.level, b.site.level)) return 0;
  out = Relation{};
  out.site = relate_sites(lexicon, a.site, b.site, out.site_direction);
  double place = out.site == Likeness::equivalent ? 1.0 : out.site == Likeness::part_whole ? 0.8 : 0.0;
  bool by_name = false;  // only if they have one name
  if (place == 0.0) {
    const bool near = overlap(lexicon, a.site, b.site);
    const bool said = !a.inferred_site && !b.inferred_site;
    by_name = said && (!near || told_apart(lexicon, a.site, b.site) || same_device(lexicon, a, b));
    if (by_name && !same_places_said(a, b)) return 0;
    place = near ? 0.5 : 0.4;
    out.site = Likeness::part_whole;
  }
  const Aspect x = aspect(lexicon, a);
  const Aspect y = aspect(lexicon, b);
  const ConceptId abnormality = lexicon.known().abnormality;
  if (opposite_directions(lexicon, x, y) || x.concept_id == abnormality || y.concept_id == abnormality) return 0;
  const ConceptRelation c = relate_abnormal(lexicon, a, b, x, y);
  if (by_name && c.likeness != Likeness::equivalent) return 0;
  out.concept_likeness = c.likeness;
  double concept_affinity = c.likeness == Likeness::equivalent ? 1.0 : c.likeness == Likeness::part_whole ? 0.7 : 0.0;
  const bool unknown = x.concept_id == kNone || y.concept_id == kNone;
  if (concept_affinity == 0.0 && same_size) concept_affinity = 0.6;
  if (concept_affinity == 0.0 && (said_beside(lexicon, a, b) || said_beside(lexicon, b, a))) concept_affinity = 0.5;
  if (concept_affinity == 0.0 && unknown && place >= 0.8) concept_affinity = 0.4;
  // Atelectasis and volume loss of one lobe: names that reports use for each other.
  if (concept_affinity == 0.0 && place >= 0.8 && !unknown && lexicon.near(x.concept_id, y.concept_id))
    concept_affinity = 0.45;
  // A nodule and a mass, alone in the same place of both reports, are one thing by two names.
  const ConceptId lesion = lexicon.known().lesion;
  if (concept_affinity == 0.0 && place == 1.0 && lexicon.contains(lesion, x.concept_id) &&
      lexicon.contains(lesion, y.concept_id) && !other_sequence(lexicon, a, b))
    concept_affinity = 0.35;
  if (concept_affinity == 0.0) return 0;
  if (out.concept_likeness == Likeness::apart) out.concept_likeness = Likeness::part_whole;
  out.details = relate_details(lexicon, a, b);
  double total = place * concept_affinity;
  if (same_size) total += 0.2;
  if (out.details == DetailLikeness::equivalent) total += 0.1;
  if (out.details == DetailLikeness::partial) total += 0.05;
  return total;
}

}  // namespace

double affinity(const Lexicon& lexicon, const Finding& a, const Finding& b, Relation& out) {
  return affinity_if(lexicon, a, b, same_size(a, b), out);
}

bool may_be_one(const Lexicon& lexicon, const Finding& a, const Finding& b) {
  Relation ignored;
  return affinity_if(lexicon, a, b, a.size_count != 0 && b.size_count != 0, ignored) > 0;
}

}  // namespace fiducial::findings
