// A model that does every task by the simplest rules, so that a whole run has known numbers. RadSEM's are in
// radsem_model.h. RadFact's: each sentence of a report is a phrase, but those that begin with "Technique" are left out;
// a phrase is entailed by the same phrase, and contradicted by the one that has, or lacks, "No" before it. SSREE's: a
// sentence is normal if it begins with "No" or is "intact", and is turned by putting "No" before it, or by taking it
// off.
#pragma once

#include <string>

#include "server.h"

namespace fiducial::llm_server {

// The question of a request, without what was said after it when answers broke the rules.
std::string question_of(const Request& request);
// The answer to a question of any task.
std::string model_answer(const Request& request);

}  // namespace fiducial::llm_server
