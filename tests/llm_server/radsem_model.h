// A model that does RadSEM's tasks by the simplest rules, so that a whole run has known numbers: each sentence of a
// report is an atom; sentences that are the same word for word are a pair; a sentence that begins with "No" is normal.
#pragma once

#include <string>

#include "server.h"

namespace fiducial::llm_server {

// The answer to a question of either task.
std::string radsem_answer(const Request& request);

}  // namespace fiducial::llm_server
