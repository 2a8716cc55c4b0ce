// A Finding as the record that `fiducial findings` writes: DESIGN's fields, in words that a person can read.
#pragma once

#include <string_view>

#include "fiducial/io.h"
#include "grammar/finding.h"
#include "grammar/parse.h"

namespace fiducial::explain {

// `report` is the text that the finding was read from. The span covers all words of the finding, in bytes of it.
io::Json finding_json(const findings::Lexicon& lexicon, const findings::Finding& finding, std::string_view report);

// The parse of a clause: {"text", "items", "chunks", "links", "scopes", "left_out"}.
io::Json clause_json(const findings::Lexicon& lexicon, const findings::Clause& clause, std::string_view report);

}  // namespace fiducial::explain
