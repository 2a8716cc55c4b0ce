// The normal limits that the tables know (lexicon/entailment.txt).
#pragma once

#include "lexicon/lexicon.h"

namespace fiducial::findings {

// That of the place itself, and of every lymph node that of lymph nodes; 0: none is known.
inline double normal_limit(const lexicon::Lexicon& lexicon, lexicon::ConceptId organ, lexicon::NumberKey key) {
  const lexicon::ConceptId node = lexicon.known().lymph_node;
  return lexicon.number(lexicon.contains(node, organ) ? node : organ, key, 0);
}

}  // namespace fiducial::findings
