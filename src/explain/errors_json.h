// The clinical errors of a pair as a record: what `errors --cases` writes, and what the service answers.
#pragma once

#include "errors/embedded.h"
#include "fiducial/io.h"

namespace fiducial::explain {

// {"id", "clinical", "errors": [{"kind", "significance", "weight", "reference", "candidate", "text"}]}; the two
// Findings are null where a report says nothing of it. `account` is that of `state` after it ran on the pair.
io::Json errors_record(const io::Pair& pair, const errors::Embedded::State& state, const errors::Account& account);

}  // namespace fiducial::explain
