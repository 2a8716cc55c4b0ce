// Boxes of RadFact's files.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "fiducial/radfact.h"

namespace fiducial::radfact {

// null or a list of boxes. Empty result: done; else ".boxes[0]: what is wrong".
std::string read_boxes(const nlohmann::ordered_json& json, std::vector<Box>& boxes);

}  // namespace fiducial::radfact
