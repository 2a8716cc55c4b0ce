// What a concept is called of its place: "density is increased" is one concept, "inflammation of the pancreas" has a
// name of its own, and "buckled" means of bones what it does not mean of ligaments.
#pragma once

#include "grammar/steps.h"

namespace fiducial::findings {

struct Said {
  ConceptId concept_id, attribute;
};

// "Density is increased" is one concept, as is "increased density"; "markings are increased" is another.
Said in_one_word(const Lexicon& lexicon, Said said, const Located& sites);

}  // namespace fiducial::findings
