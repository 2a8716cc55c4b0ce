// The clinical errors of a pair as a record: what `errors --cases` writes, and what Python and the service answer.
#pragma once

#include <string_view>

#include "errors/assessor.h"
#include "fiducial/io.h"

namespace fiducial::explain {

// [{"kind", "significance", "weight", "reference", "candidate", "text"}]: the errors of `account`, which `state` has
// just made of the two reports. The two Findings are null where a report says nothing of it.
io::Json errors_json(const errors::Assessor::State& state, const errors::Account& account, std::string_view reference,
                     std::string_view candidate);
// {"id", "clinical", "errors": as above}.
io::Json errors_record(const io::Pair& pair, const errors::Assessor::State& state, const errors::Account& account);

}  // namespace fiducial::explain
