// RadSEM's records as JSON: the tags of the published files, and the audit.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "fiducial/radsem.h"

namespace fiducial::radsem {

// Reads a record of the published file shape; never throws on what is in it (see docs for each kind of damage).
// `findings` may also be a string that holds the JSON object, with or without a code fence around it.
Tag tag_from_json(const nlohmann::ordered_json& record);
// The same shape back. Labels that were `other` are written as null.
nlohmann::ordered_json to_json(const Tag& tag);

// One object with `name`, `score`, `policy`, `classes`, `pairs` and `unmatched_sentences`; the tag gives the texts.
nlohmann::ordered_json to_json(const Tag& tag, const Audit& audit);

}  // namespace fiducial::radsem
