// What a concept is called of its place: "density is increased" is one concept, "inflammation of the pancreas" has a
// name of its own, and "buckled" means of bones what it does not mean of ligaments.
#pragma once

#include "grammar/steps.h"

namespace fiducial::findings {

struct Said {
  ConceptId concept_id, attribute;
};

// Cardiomegaly "with edema": where that is which the lexicon names beside the organ; kNone: it is in the organ.
ConceptId beside_what(const Lexicon& lexicon, ConceptId c, ConceptId organ);
// "Density is increased" is one concept, as is "increased density"; "markings are increased" is another.
Said in_one_word(const Lexicon& lexicon, Said said, const Located& sites);

}  // namespace fiducial::findings
