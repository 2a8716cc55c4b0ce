// RadFact's samples and phrases as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "fiducial/radfact.h"

namespace fiducial::radfact {

// Reads a sample, without its id. Empty result: done; else what was expected and what was there
// ("prediction[2].boxes[0]: expected x_max not below x_min, found …"); never the text of a phrase. Keys that are not
// known are an error too, so that a misspelt "boxes" is not taken for none.
std::string sample_from_json(const nlohmann::ordered_json& record, Sample& out);
// Samples whose phrases are verified already, by `radfact verify`, by people or by another program. In the shape of
// RadFact's examples, {"input": {"phrases_A", "phrases_B"}, "output": {"phrases_A_evidenced": [{"phrase", "status",
// "evidence"}], "phrases_B_evidenced"}}, or of a run's outputs.json, {"prediction": […], "target": […]}; a phrase may
// have boxes, evidence is text or an object with it, and is matched to the phrases of the other report as RadFact does
// it.
bool is_verified(const nlohmann::ordered_json& record);
std::string verified_from_json(const nlohmann::ordered_json& record, Sample& out, Verified& verified);
// The phrases of {"input": {"phrases_A", "phrases_B"}}: texts, or objects with text and boxes.
std::string phrases_from_json(const nlohmann::ordered_json& record, Sample& out);
// null or a list of boxes. Empty result: done; else ".boxes[0]: what is wrong".
std::string read_boxes(const nlohmann::ordered_json& json, std::vector<Box>& boxes);
// {"text", "boxes"}; boxes are null if there are none.
nlohmann::ordered_json to_json(const Phrase& phrase);

}  // namespace fiducial::radfact
