// RadFact's samples and phrases as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "fiducial/radfact.h"

namespace fiducial::radfact {

// Reads a sample, without its id. Empty result: done; else what was expected and what was there
// ("prediction[2].boxes[0]: expected x_max not below x_min, found …"); never the text of a phrase. Keys that are not
// known are an error too, so that a misspelt "boxes" is not taken for none.
std::string sample_from_json(const nlohmann::ordered_json& record, Sample& out);
// {"text", "boxes"}; boxes are null if there are none.
nlohmann::ordered_json to_json(const Phrase& phrase);

}  // namespace fiducial::radfact
