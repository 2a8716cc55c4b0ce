// The clinical errors of one pair as the record that `fiducial errors --cases` writes, in DESIGN's fields.
#pragma once

#include <string_view>

#include "errors/embedded.h"
#include "fiducial/io.h"

namespace fiducial::explain {

// [{"kind", "significance", "weight", "reference", "candidate", "text"}]: the errors of `account`, which `state` has
// just made of the two reports.
io::Json errors_json(const errors::Embedded::State& state, const errors::Account& account, std::string_view reference,
                     std::string_view candidate);

}  // namespace fiducial::explain
