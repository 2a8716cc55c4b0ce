// What is said of a device: that it is there, and in which state it is ("the tibial nail has broken").
#pragma once

#include "grammar/steps.h"

namespace fiducial::findings {

void describe_devices(const Setting& setting, Clause& clause);

}  // namespace fiducial::findings
