// `fiducial score --engine llm`: the metrics that read reports, with a language model's readings of the pairs. All
// pairs are read first, stage by stage; then the metrics find what was read of each pair.
#pragma once

#include <string>

#include "cli/input.h"
#include "cli/llm_run.h"
#include "cli/metrics.h"

namespace fiducial::cli {

// Puts metrics that know the model's readings in the place of those of `metrics` that read reports. A pair that could
// not be read by the model has no value, and the run lists it; records that are no pairs go to `no_pairs`. UsageError
// if no metric reads.
void read_by_llm(LlmRun& run, const std::string& prompts, const std::string& path, const PairsInput& input,
                 Metrics& metrics, io::ProblemLog& no_pairs);

}  // namespace fiducial::cli
