// What a measure says of a place whose normal limits the tables know (lexicon/entailment.txt): a duct of 11 mm is
// dilated.
#pragma once

#include "grammar/finding.h"
#include "lexicon/lexicon.h"

namespace fiducial::findings {

// That of the place itself, and of every lymph node that of lymph nodes; 0: none is known.
inline double normal_limit(const Lexicon& lexicon, ConceptId organ, lexicon::NumberKey key) {
  const ConceptId node = lexicon.known().lymph_node;
  return lexicon.number(lexicon.contains(node, organ) ? node : organ, key, 0);
}

enum class Judgement : std::uint8_t { none, small, normal, large, aneurysm };

// By its longest diameter, its volume or its share; a wall is judged by its thickness.
Judgement judge_measure(const Lexicon& lexicon, const Finding& finding, bool& thickness);

// What it is called if it is not as it should be; none: it is.
ConceptId name_of_measure(const Lexicon& lexicon, const Finding& finding, Judgement judgement, bool thickness);

// "The appendix measures 12 mm": it is enlarged.
void judge_beyond_normal(const Lexicon& lexicon, Finding& finding);

}  // namespace fiducial::findings
