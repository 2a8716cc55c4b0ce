// RadFact, LUNGUAGE and the statistics, stage by stage.
#pragma once

#include <nanobind/nanobind.h>

namespace fiducial::python {

void bind_stages(nanobind::module_& m);

}  // namespace fiducial::python
