// Did you mean …? as the commands say it; see io/suggest.h.
#pragma once

#include "io/suggest.h"

namespace fiducial::cli {

using io::did_you_mean;
using io::edit_distance;
using io::nearest;

}  // namespace fiducial::cli
