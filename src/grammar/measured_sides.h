// "Renal stones of 5 mm on the left and 7 mm on the right", "stones in the left (5 mm) and right (7 mm) kidney", "5 mm
// left and 7 mm right renal stone": what stands on both sides, and then the measure of each side. All are told in the
// order of the first, with a comma before the measures, as "renal stones, 5 mm on the left and 7 mm on the right".
#pragma once

#include <vector>

#include "grammar/items.h"

namespace fiducial::findings {

void tell_measured_sides(std::vector<Item>& items);

}  // namespace fiducial::findings
