// `--engine llm` of `radfact phrases`, `verify` and `run`, and of the metric `radfact`: RadFact's stages on a language
// model. As RadFact does it, a phrase that no model would verify counts as not entailed, and is counted and listed.
#pragma once

#include <string>
#include <vector>

#include "cli/llm_run.h"
#include "cli/radfact_files.h"
#include "cli/reports.h"
#include "fiducial/radfact.h"
#include "llm/radfact_tasks.h"

namespace fiducial::cli {

// A sample on its way through the stages.
struct RadfactCase {
  std::string file;
  std::size_t line = 0;
  radfact::Sample sample;          // its id; grounded, or after phrases(), its phrases
  std::string prediction, target;  // the texts of a narrative sample
  radfact::Verified verified;      // after verify()
  std::size_t unanswered = 0;      // phrases that count as not entailed because nobody answered
  bool done = true;                // false: a report could not be made into phrases
};

class RadfactByLlm {
 public:
  explicit RadfactByLlm(const std::string& prompts);
  // Fills the phrases of narrative samples; a report without a sentence needs no question.
  void phrases(LlmRun& run, std::vector<RadfactCase>& cases) const;
  // Fills what is verified, each phrase by a question of its own; where the other side has no phrase it needs none.
  void verify(LlmRun& run, std::vector<RadfactCase>& cases) const;
  // Who read, for signatures.
  std::string reader(const LlmRun& run, radfact::Kind kind) const;

 private:
  llm::PhrasesTask phrases_;
  llm::VerifyTask verify_;
};

// The stages alone write one file each, `out`; what a run keeps (cache, journal, lists) stands beside it under its name
// and a period. `failed` has the records that could not be read.
int phrases_by_llm(const LlmOptions& llm, const ReportFile& reports, const Common& common, const std::string& out,
                   io::ProblemLog& failed);
// `records` are written again with their "output", in the order of the cases.
int verify_by_llm(const LlmOptions& llm, std::vector<RadfactCase>& cases, std::vector<io::Json>& records,
                  const Common& common, const std::string& out, io::ProblemLog& failed);

struct RadfactLlmJob {
  const LlmOptions& llm;
  std::string in;
  RadfactWriting writing;
  const Resampling& resampling;
  const Common& common;
  std::string out;  // the folder
  bool overwrite;
};
int run_radfact_llm(const RadfactLlmJob& job);

}  // namespace fiducial::cli
