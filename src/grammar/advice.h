// Advice and messages: "follow-up is recommended", "discussed with the surgeon" are no findings.
#pragma once

#include "grammar/steps.h"

namespace fiducial::findings {

// "A nodule in the right lobe, follow-up is recommended": the advice is left out, and what stands before it stays;
// "CT is recommended for a new 4.5 cm mass": so does what it is recommended for, if something is said of it.
void leave_out_advice(const Setting& setting, Clause& clause);

// The first chunk of the stretch that the mark stands in: behind a comma, "and" or "which".
std::size_t segment_of(const Clause& clause, const Mark& m);

}  // namespace fiducial::findings
