// What became of every finding of two reports, as a record: for the page, the service and Python.
#pragma once

#include <string_view>

#include "fiducial/io.h"
#include "fiducial/radsem.h"
#include "lexicon/lexicon.h"

namespace fiducial::explain {

// {"reference": {"findings", "left_out"}, "candidate": …, "radsem": {"score", "policy", "classes", "clashes"}}.
// A finding has what finding_json gives, and
//   "sentence"   RadSEM's atomic sentence for it
//   "outcome"    matched | partly | contradicted | missing (of the reference) | invented (of the candidate)
//   "partners"   [{"finding": its number in the other report, "labels", "weight", "credit"}]
//   "against"    numbers of findings of the other report that cannot be true with it
io::Json case_record(const lexicon::Lexicon& lexicon, std::string_view reference, std::string_view candidate,
                     radsem::Policy policy);

}  // namespace fiducial::explain
