// The audit of one RadSEM case, told to a person: each pair with its labels, weight and credit, what stayed unmatched,
// and how the class scores and the final mixture follow.
#pragma once

#include <string>

#include "explain/paint.h"
#include "fiducial/radsem.h"

namespace fiducial::explain {

std::string explanation(const radsem::Tag& tag, const radsem::Audit& audit, const Paint& paint);
// Its parts, for other accounts of a case: "site equivalent, details partial", "2M / (2M + U) = …", "final: …".
std::string labels_of(const radsem::TagPair& pair);
std::string account(const radsem::ClassScore& score);
std::string mixture(const radsem::Audit& audit);

// RecordError for a case of more pairs than anybody reads: they would be a hundred megabytes.
void check_shown_pairs(std::size_t pairs);

}  // namespace fiducial::explain
