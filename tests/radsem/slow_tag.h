// Tag records from JSON in the obvious way: look each field up in a value that nlohmann built. The slow twin of the
// reader in src/radsem/tag_json.cc.
#pragma once

#include <nlohmann/json.hpp>

#include "fiducial/radsem.h"

namespace fiducial::radsem {

Tag slow_tag(const nlohmann::ordered_json& record);

}  // namespace fiducial::radsem
