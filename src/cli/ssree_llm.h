// `ssree build --engine llm`: reports to atomic sentences, and those to five levels, on a language model as the paper
// did it.
#pragma once

#include <cstdint>
#include <string>

#include "cli/llm_run.h"
#include "cli/reports.h"

namespace fiducial::cli {

struct SsreeLlmJob {
  const LlmOptions& llm;
  const ReportFile& reports;
  std::uint64_t seed;
  const Common& common;
  std::string out;  // the folder
};

int build_ssree_llm(const SsreeLlmJob& job, io::ProblemLog& failed);

}  // namespace fiducial::cli
