// `ssree build --engine llm`: reports to atomic sentences, and those to five levels, on a language model as the paper
// did it.
#pragma once

#include <cstdint>
#include <string>

#include "cli/llm_run.h"
#include "cli/reports.h"
#include "cli/run_folder.h"

namespace fiducial::cli {

struct SsreeLlmJob {
  const LlmOptions& llm;
  const ReportFile& reports;
  std::uint64_t seed;
  const Common& common;
  std::string out;    // the folder
  OutFolder* folder;  // the same, open; none in a dry run
  bool overwrite;
};

int build_ssree_llm(const SsreeLlmJob& job, io::ProblemLog& failed);

}  // namespace fiducial::cli
