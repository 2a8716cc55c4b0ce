// `--engine llm` of `radsem rewrite`, `match` and `run`: the stages of RadSEM on a language model.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "cli/llm_run.h"
#include "cli/radsem_summary.h"
#include "cli/reports.h"
#include "cli/run_folder.h"

namespace fiducial::cli {

// The stages alone write one file each, `out`; what a run keeps (cache, journal, lists) stands beside it under its name
// and a period.
int rewrite_by_llm(const LlmOptions& llm, const ReportFile& reports, const Common& common, const std::string& out,
                   io::ProblemLog& failed);
// The first stage over reports in memory: the atomic sentences of each that was answered, in the order of the file.
struct RewrittenReport {
  const io::Report* report = nullptr;
  std::vector<std::string> atoms;
};
std::vector<RewrittenReport> rewritten_by_llm(LlmRun& run, const std::string& prompts, const ReportFile& reports);
// The reports are rewritten ones.
int match_by_llm(const LlmOptions& llm, const ReportFile& ref, const ReportFile& gen,
                 const std::vector<std::string>& names, const RadsemPolicy& policy, const Common& common,
                 const std::string& out, io::ProblemLog& failed);

// Both stages over reports in memory. The rewriting is the same for all policies.
struct RadsemTags {
  radsem::Policy policy;
  std::string reader;                                 // for signatures
  std::unordered_map<std::string, radsem::Tag> tags;  // by name; those that were skipped are not there
};
std::vector<RadsemTags> tags_by_llm(LlmRun& run, const std::string& prompts, const ReportFile& ref,
                                    const ReportFile& gen, const std::vector<std::string>& names,
                                    const std::vector<radsem::Policy>& policies);

struct RadsemLlmJob {
  const LlmOptions& llm;
  const ReportFile& ref;
  const ReportFile& gen;
  const std::vector<std::string>& names;  // that both sides have
  const RadsemPolicy& policy;
  const Resampling& resampling;
  const Common& common;
  std::string out;    // the folder
  OutFolder* folder;  // the same, open; none in a dry run
  bool overwrite;
};

// Reports that only one side has are not rewritten: nothing is paid for what is not scored. `failed` gets the records
// that were skipped.
int run_radsem_llm(const RadsemLlmJob& job, io::ProblemLog& failed);

}  // namespace fiducial::cli
