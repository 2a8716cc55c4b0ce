#include "grammar/companions.h"

#include <algorithm>

namespace fiducial::findings {

bool is_named_node(const Lexicon& lexicon, const Chunk& c) {
  return c.joint == Joint::with && c.phrase.concept_id == lexicon[lexicon.known().lymph_node].seen &&
         c.phrase.site.organs.size == 1;
}

bool joins_companion(const Lexicon& lexicon, const Clause& clause, std::size_t i, std::size_t before) {
  const Chunk& c = clause.chunks[i];
  const Chunk& b = clause.chunks[before];
  if (c.joint != Joint::list || c.comma || c.alternative || b.joint != Joint::with || b.follows < 0 || b.denied ||
      (b.phrase.span.end > b.phrase.head.end && !b.phrase.site.organs.empty()) ||
      usual_place(lexicon, b.phrase).organs.empty() || !own_place(lexicon, c.phrase).empty() ||
      governs_place(clause, before, i))
    return false;
  if (c.phrase.concept_id != kNone && lexicon[c.phrase.concept_id].at != kNone) return false;
  return is_lesion(lexicon, clause.chunks[static_cast<std::size_t>(b.follows)].phrase.concept_id);
}

std::size_t first_of_all(const Lexicon& lexicon, const Clause& clause, std::size_t i, std::size_t before) {
  constexpr int kMost = 8;
  const bool but = clause.chunks[i].denied && is_lesion(lexicon, clause.chunks[i].phrase.concept_id) &&
                   std::any_of(clause.marks.begin(), clause.marks.end(),
                               [&](const Mark& m) { return m.next == i && m.cue == lexicon::CueKind::negend; });
  // "a nodule in the thyroid, no cervical nodes, | no calcification"
  const bool anew = clause.chunks[i].denied && is_named_node(lexicon, clause.chunks[before]) &&
                    std::any_of(clause.marks.begin(), clause.marks.end(),
                                [&](const Mark& m) { return m.next == i && m.cue == lexicon::CueKind::neg; });
  for (int n = 0; (but || anew) && n < kMost && clause.chunks[before].follows >= 0; ++n)
    before = static_cast<std::size_t>(clause.chunks[before].follows);
  return before;
}

int lesion_of_signs(const Lexicon& lexicon, const Clause& clause, std::size_t i, int last) {
  if (last <= 0 || !is_lesion(lexicon, clause.chunks[i].phrase.concept_id) || !clause.chunks[i].comma) return -1;
  const auto named = static_cast<std::size_t>(last);
  const Chunk& sign = clause.chunks[named];
  const int before = previous_head(clause, named);
  if (before < 0 || is_lesion(lexicon, sign.phrase.concept_id) || sign.joint != Joint::with ||
      !own_place(lexicon, sign.phrase).empty() || governs_place(clause, named, i))
    return -1;
  const Chunk& mass = clause.chunks[static_cast<std::size_t>(before)];
  return mass.is(PhraseKind::head) && !mass.denied && is_lesion(lexicon, mass.phrase.concept_id) ? before : -1;
}

std::int16_t owner_of_list(const Lexicon& lexicon, const Clause& clause, std::size_t i, int run) {
  const int before = previous_head(clause, i);
  if (before < 0 || run < 0 || clause.chunks[i].joint != Joint::list) return -1;
  const Chunk& b = clause.chunks[static_cast<std::size_t>(before)];
  if (b.follows >= 0) return b.follows;
  const bool of = clause.runs[static_cast<std::size_t>(run)].joint == Joint::of;
  return of && !own_place(lexicon, b.phrase).organs.empty() ? static_cast<std::int16_t>(before) : std::int16_t{-1};
}

bool speaks_of_others(const Clause& clause) {
  return !heads_before(clause, clause.chunks.size()) &&
         std::any_of(clause.marks.begin(), clause.marks.end(),
                     [](const Mark& m) { return m.cue == lexicon::CueKind::rest && m.next == 0; });
}

bool has_name_in(const Lexicon& lexicon, ConceptId c, const Site& place) {
  return std::any_of(place.organs.begin(), place.organs.end(),
                     [&](ConceptId organ) { return lexicon.composed_within(c, organ) != kNone; });
}

// "A mass with displacement of bowel loops": what it does to them, and not where it is.
bool acts_elsewhere(const Lexicon& lexicon, ConceptId c) {
  const auto kinds = lexicon.ancestors(c);
  return lexicon[c].has(Concept::acts_elsewhere) || std::any_of(kinds.begin(), kinds.end(), [&](ConceptId kind) {
           return lexicon[kind].has(Concept::acts_elsewhere);
         });
}

bool said_as_verb(const Clause& clause, const Phrase& phrase) {
  const auto said = std::find_if(clause.items.begin(), clause.items.end(),
                                 [&](const Item& item) { return item.begin == phrase.head.begin; });
  return said != clause.items.end() && said->plural &&
         (said + 1 == clause.items.end() || !is_cue(*(said + 1), lexicon::CueKind::of));  // "compressions of the cord"
}

std::vector<Site> last_if_singular(const Clause& clause, std::size_t i, const std::vector<Site>& sites) {
  const auto verb = std::find_if(clause.items.rbegin(), clause.items.rend(), [&](const Item& k) {
    return k.end <= clause.chunks[i].words.begin && is_cue(k, lexicon::CueKind::show);
  });
  return verb != clause.items.rend() && verb->plural && !sites.empty() ? std::vector<Site>{sites.back()} : sites;
}

}  // namespace fiducial::findings
