// The JSON object in a model's answer, repaired where that is safe: reasoning before it (<think>…</think>), a code
// fence around it, words before or after it. Nothing inside the object is touched.
#pragma once

#include <optional>
#include <string_view>

#include "fiducial/io.h"

namespace fiducial::llm {

// Nothing if there is no object, or several that differ: which one was meant nobody knows.
std::optional<io::Json> object_in(std::string_view answer);

}  // namespace fiducial::llm
