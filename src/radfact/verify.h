// All hypotheses of one report against all premises of the other: several premises may together entail.
#pragma once

#include "fiducial/radfact.h"
#include "radfact/entail.h"

namespace fiducial::radfact {

// A hypothesis is entailed if each of its claims is, by one premise or, for what is normal or denied without a side, by
// one for the left and one for the right. It is contradicted if a claim of it is. The evidence of an entailment is as
// small as it can be found from the front; of a contradiction, all that contradict.
Verdict verify(const Entailment& rules, const Statement& hypothesis, std::span<const Statement> premises, bool reasons);

}  // namespace fiducial::radfact
