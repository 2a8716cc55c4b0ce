// Places of which it is news that they are seen: "thickening of the wall with perigastric nodes" has nodes,
// "hyperinflation and perihilar markings, likely infection" has markings.
#pragma once

#include "grammar/steps.h"

namespace fiducial::findings {

// The place at `i` becomes the head that it is called when it is seen, if it is such a place. Nothing may deny it.
void name_seen_place(const Setting& setting, Clause& clause, std::size_t i);

}  // namespace fiducial::findings
