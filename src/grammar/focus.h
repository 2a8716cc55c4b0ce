// What a clause spoke of, for those behind it: the places that a bare piece, "it" or a finding without a place may be
// of.
#pragma once

#include <cstddef>
#include <span>

#include "grammar/steps.h"

namespace fiducial::findings {

// `found`: all Findings so far; those of this clause begin at `before`.
void remember_focus(const Setting& setting, const Clause& clause, std::span<const Finding> found, std::size_t before,
                    Context& context);

}  // namespace fiducial::findings
