// RadSEM behind the interface that every metric has: one number a pair, and its parts.
#pragma once

#include <memory>

#include "fiducial/metric.h"
#include "fiducial/radsem.h"

namespace fiducial::radsem {

// Columns radsem, radsem.abnormal, radsem.normal; named radsem_alt under the alternative policy.
std::unique_ptr<Metric> make_metric(Policy policy);

}  // namespace fiducial::radsem
