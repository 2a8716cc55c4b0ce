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

bool has_name_in(const Lexicon& lexicon, ConceptId c, const Site& place) {
  return std::any_of(place.organs.begin(), place.organs.end(), [&](ConceptId organ) {
    const auto wholes = lexicon.ancestors(organ);
    return lexicon.composed(c, organ) != kNone || std::any_of(wholes.begin(), wholes.end(), [&](ConceptId whole) {
             return lexicon.composed(c, whole) != kNone;
           });
  });
}

}  // namespace fiducial::findings
