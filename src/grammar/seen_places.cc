#include "grammar/seen_places.h"

#include <algorithm>

namespace fiducial::findings {

namespace {

// "A central mass and paratracheal nodes": beside a lesion with a name, and not one more of its places.
bool lesion_before(const Setting& setting, const Clause& clause, std::size_t i) {
  const Phrase* const p = i > 0 ? &clause.chunks[i - 1].phrase : nullptr;
  return p != nullptr && p->kind == PhraseKind::head && p->concept_id != kNone && !p->adjective &&
         is_lesion(setting.lexicon, p->concept_id) && !clause.chunks[i - 1].denied && p->span.end == p->head.end &&
         own_place(setting.lexicon, *p).organs.empty();  // "a hilar mass and mediastinal nodes": in both
}

// "A nodule, likely a lymph node": what it is.
bool behind_inference(const Clause& clause, std::size_t i) {
  return std::any_of(clause.marks.begin(), clause.marks.end(), [&](const Mark& m) {
    return m.next == i && (m.cue == lexicon::CueKind::hedge || m.cue == lexicon::CueKind::infer);
  });
}

// "Thickening of the gastric wall with perigastric nodes": there are nodes, and the thickening is not in them.
void name_place_with(const Setting& setting, Clause& clause, std::size_t i) {
  Chunk& c = clause.chunks[i];
  const bool listed = (c.joint == Joint::list || (c.listed && c.joint == Joint::start)) && !c.alternative &&
                      !behind_inference(clause, i) && lesion_before(setting, clause, i);
  const bool behind_thing =
      c.joint == Joint::with ? heads_before(clause, i) : listed && i != 0 && clause.chunks[i - 1].head();
  if (!c.is(PhraseKind::place) || !behind_thing || c.phrase.site.organs.size != 1 || !setting.on(Rule::seen_place))
    return;
  const ConceptId organ = *c.phrase.site.organs.begin();
  if (!is_node(setting.lexicon, organ)) return;
  // "with nodes in the hilum", but "with nodes and a tiny ulcer"
  const Chunk* const next = i + 1 < clause.chunks.size() ? &clause.chunks[i + 1] : nullptr;
  const bool thing = next != nullptr && next->joint == Joint::list && next->phrase.kind == PhraseKind::head;
  if (next != nullptr && !next->comma && !thing) return;
  c.phrase.kind = PhraseKind::head;
  c.phrase.concept_id = setting.lexicon[setting.lexicon.known().lymph_node].seen;
  c.phrase.head = c.phrase.span;
}

// "Hyperinflation and perihilar markings likely representing infection": the markings are seen.
void name_place_of_sign(const Setting& setting, Clause& clause, std::size_t i) {
  Chunk& c = clause.chunks[i];
  if (!c.is(PhraseKind::place) || c.prepositional() || !(c.listed || c.joint == Joint::list) || i == 0 ||
      !clause.chunks[i - 1].is(PhraseKind::head) || i + 1 >= clause.chunks.size() ||
      clause.chunks[i + 1].joint != Joint::infer || !setting.on(Rule::seen_place))
    return;
  for (const ConceptId organ : c.phrase.site.organs) {
    const ConceptId seen =
        setting.lexicon[organ].seen != kNone ? setting.lexicon[organ].seen : setting.lexicon[organ].up;
    if (seen == kNone || setting.lexicon[seen].at != organ || setting.lexicon[seen].direction == 0) continue;
    c.phrase.kind = PhraseKind::head;
    c.phrase.concept_id = seen;
    c.phrase.head = c.phrase.span;
    return;
  }
}

}  // namespace

void name_seen_place(const Setting& setting, Clause& clause, std::size_t i) {
  name_place_with(setting, clause, i);
  name_place_of_sign(setting, clause, i);
}

}  // namespace fiducial::findings
