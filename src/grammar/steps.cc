// What several steps ask of a phrase, a place or a mark.
#include "grammar/steps.h"

#include <algorithm>

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ModifierKind;

Site usual_place(const Lexicon& lexicon, const Phrase& phrase) {
  Site site = own_place(lexicon, phrase);
  const ConceptId at = phrase.concept_id != kNone ? lexicon[phrase.concept_id].at : kNone;
  if (site.organs.empty() && at != kNone) add_place(lexicon, site, at);
  return site;
}

Site home_place(const Lexicon& lexicon, const Phrase& phrase) {
  Site site = usual_place(lexicon, phrase);
  const ConceptId home = phrase.concept_id != kNone ? lexicon[phrase.concept_id].home : kNone;
  if (site.organs.empty() && home != kNone) add_place(lexicon, site, home);
  return site;
}

bool is_lesion(const Lexicon& lexicon, ConceptId c) {
  return c != kNone && (c == lexicon.known().lesion || lexicon.contains(lexicon.known().lesion, c));
}

namespace {

// "A nodule, likely metastasis": a word for the shape of a lesion, whatever kind of lesion it turns out to be.
bool names_lump(const Lexicon& lexicon, ConceptId sign, ConceptId diagnosis) {
  const ConceptId shape = lexicon[sign].has_detail;
  return shape != kNone && lexicon[shape].is(lexicon::ModifierKind::shape) && is_lesion(lexicon, diagnosis) &&
         lexicon[diagnosis].has_detail != shape && !lexicon[diagnosis].has(lexicon::Concept::generic);
}

}  // namespace

bool is_sign_of(const Lexicon& lexicon, ConceptId sign, ConceptId diagnosis) {
  if (is_lesion(lexicon, sign)) return lexicon.contains(sign, diagnosis) || names_lump(lexicon, sign, diagnosis);
  const auto& implied = lexicon[diagnosis].implies;
  return std::find(std::begin(implied), std::end(implied), sign) != std::end(implied);
}

bool lies_apart(const Lexicon& lexicon, const Phrase& companion, const Phrase& diagnosis) {
  const Site there = own_place(lexicon, companion);
  if (there.organs.empty() || diagnosis.concept_id == kNone) return false;
  const Concept& c = lexicon[diagnosis.concept_id];
  const ConceptId usual = c.at != kNone ? c.at : c.home;
  Site home = own_place(lexicon, diagnosis);
  if (home.organs.empty() && usual != kNone) add_place(lexicon, home, usual);
  if (home.organs.empty()) return systemic(lexicon, there);
  return !lies_in(lexicon, there, home) && !lies_in(lexicon, home, there);
}

bool explains_findings_before(const Clause& clause) {
  if (!clause.runs.empty() || clause.marks.empty()) return false;
  const Mark& first = clause.marks.front();
  // "Appearances are in keeping with a granuloma"
  const bool bare = std::all_of(clause.chunks.begin(), clause.chunks.begin() + first.next, [](const Chunk& c) {
    return c.phrase.kind == PhraseKind::attribute && c.phrase.site.empty();
  });
  return bare && (first.cue == lexicon::CueKind::infer ||
                  (first.cue == lexicon::CueKind::hedge && clause.anaphor && clause.verb));
}

bool is_operation(const Lexicon& lexicon, ConceptId c) {
  return c != kNone && (c == lexicon.known().poststate || lexicon.contains(lexicon.known().poststate, c));
}

bool is_node(const Lexicon& lexicon, ConceptId place) {
  return place == lexicon.known().lymph_node || lexicon.contains(lexicon.known().lymph_node, place);
}

bool speaks_of_lesion(const Lexicon& lexicon, const Context& context, const std::vector<Finding>& out) {
  for (std::size_t i = context.last_begin; i < context.last_end && i < out.size(); ++i) {
    if (!out[i].absent && is_lesion(lexicon, out[i].concept_id)) return true;
  }
  return false;
}

bool is_category(const Lexicon& lexicon, const Phrase& p) {
  return p.concept_id != kNone && lexicon[p.concept_id].has(Concept::category);
}

bool heads_before(const Clause& clause, std::size_t end) {
  return std::any_of(clause.chunks.begin(), clause.chunks.begin() + static_cast<std::ptrdiff_t>(end),
                     [](const Chunk& c) { return c.head(); });
}

bool has_levels(const Lexicon& lexicon, const Site& site) {
  const ConceptId spine = lexicon.known().spine;
  return site.from != 0 || std::all_of(site.organs.begin(), site.organs.end(), [&](ConceptId organ) {
           return organ == spine || lexicon.contains(spine, organ);
         });
}

bool names_rib(const Lexicon& lexicon, const Site& site) {
  const ConceptId rib = lexicon.known().rib;
  return std::any_of(site.organs.begin(), site.organs.end(),
                     [&](ConceptId organ) { return organ == rib || lexicon.contains(rib, organ); });
}

int previous_head(const Clause& clause, std::size_t i) {
  while (i-- > 0) {
    if (clause.chunks[i].head()) return static_cast<int>(i);
  }
  return -1;
}

bool governs_place(const Clause& clause, std::size_t head, std::size_t end) {
  for (std::size_t k = head + 1; k < end; ++k) {
    if (clause.chunks[k].is(PhraseKind::place) && clause.chunks[k].prepositional()) return true;
  }
  return false;
}

// "Increase", "normal", "enlarged": what is said of something, rather than something that is seen.
bool is_value(const Lexicon& lexicon, const Phrase& p) {
  if (p.kind != PhraseKind::head || p.concept_id == kNone) return false;
  const Lexicon::Known& k = lexicon.known();
  const Concept& c = lexicon[p.concept_id];
  if (c.has(Concept::normal) || p.concept_id == k.increase || p.concept_id == k.decrease ||
      p.concept_id == k.abnormality)
    return true;
  return (c.about != kNone || c.direction != 0) && !lexicon.contains(k.lesion, p.concept_id);
}

// What a detail is called when it is all that is said of a place: "the left kidney is small", "soft tissue attenuation
// in the sinus". The least of a scale is none of it.
Named named_by(const Lexicon& lexicon, ConceptId detail, ConceptId attribute) {
  const Concept& m = lexicon[detail];
  if (m.section != lexicon::Section::modifier) return {};
  // "RV function has worsened": the function, and not the size, that a change is mostly of
  const bool other = m.is(ModifierKind::change) && attribute != kNone && m.about != kNone && m.about != attribute &&
                     !lexicon.contains(m.about, attribute);
  if (other) {
    const ConceptId changed = lexicon.changed(attribute, m.direction);
    return {changed != kNone || m.direction < 0 ? changed : lexicon.changed(attribute, -m.direction), false};
  }
  if (m.direction != 0) return {lexicon.changed(m.about != kNone ? m.about : attribute, m.direction), false};
  return {m.seen, m.rank == 0};
}

ConceptId seen_name(const Lexicon& lexicon, ConceptId organ) {
  if (lexicon[organ].seen != kNone) return lexicon[organ].seen;
  for (ConceptId up : lexicon.ancestors(organ)) {
    if (lexicon[up].seen != kNone) return lexicon[up].seen;
  }
  return kNone;
}

ConceptId measured_name(const Lexicon& lexicon, const Site& site) {
  for (ConceptId organ : site.organs) {
    if (const ConceptId seen = seen_name(lexicon, organ); seen != kNone) return seen;
  }
  return lexicon.known().measured;
}

bool says_change(const Lexicon& lexicon, const Phrase& phrase) {
  return std::any_of(phrase.details.begin(), phrase.details.end(),
                     [&](ConceptId d) { return lexicon[d].is(ModifierKind::change); });
}

bool is_bare_change(const Lexicon& lexicon, const Phrase& phrase) {
  const Lexicon::Known& k = lexicon.known();
  return (phrase.concept_id == k.increase || phrase.concept_id == k.decrease) &&
         (phrase.attribute == kNone || phrase.attribute == lexicon[k.measured].about);
}

bool may_have_detail(const Lexicon& lexicon, ConceptId thing, ConceptId detail) {
  if (thing == kNone || detail == kNone || lexicon[thing].has(Concept::normal)) return false;
  const Concept& d = lexicon[detail];
  if (d.is(ModifierKind::enhancement) || d.is(ModifierKind::shape)) return is_lesion(lexicon, thing);
  return d.is(ModifierKind::position) && d.seen != kNone && lexicon[thing].about != kNone &&
         lexicon[thing].about != lexicon[d.seen].about;
}

bool led_to(const Lexicon& lexicon, const Clause& clause, std::size_t i, lexicon::CueKind cue) {
  return std::any_of(clause.marks.begin(), clause.marks.end(), [&](const Mark& m) {
    return m.next == i && m.cue == cue && lexicon[m.cue_concept].direction > 0;
  });
}

bool of_one_organ(const Lexicon& lexicon, const Site& a, const Site& b) {
  if (a.organs.size != 1 || b.organs.size != 1 || !a.parts.empty() || !b.parts.empty() || a.organs == b.organs)
    return false;
  const ConceptId x = *a.organs.begin();
  const ConceptId y = *b.organs.begin();
  const auto wholes = lexicon.ancestors(x).first(lexicon[x].parent_count);
  const auto others = lexicon.ancestors(y).first(lexicon[y].parent_count);
  const Lexicon::Known& k = lexicon.known();
  return std::any_of(wholes.begin(), wholes.end(), [&](ConceptId whole) {
    return std::find(others.begin(), others.end(), whole) != others.end() && whole != k.body &&
           lexicon.number(whole, lexicon::NumberKey::organs, 0) == 0 && !lexicon.contains(k.upper_limb, whole) &&
           !lexicon.contains(k.lower_limb, whole);
  });
}

bool vessel_of_division(const Lexicon& lexicon, const Site& own, const Site& division) {
  if (own.organs.size != 1 || division.organs.empty() || own.from != 0 || division.from != 0) return false;
  const ConceptId vessel = *own.organs.begin();
  const ConceptId all = lexicon.known().vascular_system;
  const auto wholes = lexicon.ancestors(vessel).first(lexicon[vessel].parent_count);
  return lexicon.contains(all, vessel) && std::any_of(wholes.begin(), wholes.end(), [&](ConceptId whole) {
           return lexicon[whole].has(Concept::paired) && !lexicon.contains(all, whole) &&
                  std::all_of(division.organs.begin(), division.organs.end(), [&](ConceptId organ) {
                    return lexicon.contains(whole, organ) && !lexicon.contains(all, organ);
                  });
         });
}

Site other_piece(const Lexicon& lexicon, const Site& piece, const Site& named) {
  if (piece.parts.size != 1 || !piece.organs.empty() || named.organs.size != 1) return {};
  const ConceptId part = *piece.parts.begin();
  const ConceptId organ = *named.organs.begin();
  if (lexicon.composed(organ, part) != kNone || lexicon[part].has(Concept::direction_word)) return {};
  for (const ConceptId whole : lexicon.ancestors(organ)) {
    const ConceptId other = lexicon.composed(whole, part);
    if (other == kNone || !lexicon.contains(whole, other)) continue;
    Site out;
    add_place(lexicon, out, other);
    out.side = piece.side != Side::none || !paired(lexicon, out) ? piece.side : named.side;
    return out;
  }
  return {};
}

bool size_within_place(const Clause& clause, std::size_t i) {
  const Chunk& c = clause.chunks[i];
  return i > 0 && c.phrase.kind == PhraseKind::details && clause.chunks[i - 1].is(PhraseKind::place) &&
         clause.chunks[i - 1].phrase.span.begin == c.phrase.span.begin;
}

bool makes_a_place(const Lexicon& lexicon, const Site& a, const Site& b) {
  return std::any_of(a.organs.begin(), a.organs.end(), [&](ConceptId x) {
    return std::any_of(b.organs.begin(), b.organs.end(), [&](ConceptId y) { return lexicon.composed(x, y) != kNone; });
  });
}

}  // namespace fiducial::findings
