// What a place in a chunk is, beside what is said of it.
#pragma once

#include "grammar/clause.h"
#include "grammar/parse.h"

namespace fiducial::findings {

// Adds the chunk of phrase `p`, and one more for what it says that is not of its place: "a mass in the liver measuring
// 3 cm", "nodules in both lungs have grown".
void push_place_apart(const Lexicon& lexicon, Phrase& p, Chunk& c, std::vector<Chunk>& chunks);

// In the liver S5 is a segment, not a vertebra.
void read_liver_segment(const Lexicon& lexicon, const Context& context, const Clause& clause, Site& site);

}  // namespace fiducial::findings
