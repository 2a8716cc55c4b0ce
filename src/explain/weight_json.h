// What a term weighs, and why: which entries of lexicon/significance.txt speak of it, and which one decides.
#pragma once

#include <span>

#include "errors/weigh.h"
#include "fiducial/io.h"

namespace fiducial::explain {

// {"significance", "points", "from", "rules": [{"from", "kind", "significance", "points", "place", "patient"}]}, or
// null for what has no weight (a place, a cue). `significance` is that of the bare term, at its place, of a patient of
// whom nothing is known, and `from` the concept whose entry decides; both are null for a detail, which only raises or
// lowers. The rules stand nearest first: what the concept says itself, then what more general ones say.
io::Json weight_json(const errors::Weigher& weigher, const lexicon::Lexicon& lexicon, const lexicon::Sense& sense);

}  // namespace fiducial::explain
