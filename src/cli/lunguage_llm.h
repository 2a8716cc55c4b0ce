// `--engine llm` of the `lunguage` commands: reports to rows and rows to timelines by a language model.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "cli/llm_run.h"
#include "cli/lunguage_input.h"
#include "cli/section.h"
#include "llm/gold_examples.h"
#include "llm/lunguage_tasks.h"

namespace fiducial::cli {

// How a model is to read.
struct LunguageReading {
  LlmOptions llm;
  SectionChoice section;
  std::string vocabulary;          // candidates of this one instead of ours
  std::string gold, gold_reports;  // examples from these rows and texts
  std::size_t shots = 5;
  std::string shots_by = "diverse";       // or bm25
  lunguage::CandidateOptions candidates;  // which terms are shown

  llm::Choice choice() const { return shots_by == "bm25" ? llm::Choice::alike : llm::Choice::diverse; }
};
// --engine and its like, --gold-reports, --shots and the paper's ablations.
void add_lunguage_reading(CLI::App& command, LunguageReading& reading);

struct LunguageRows {
  std::string reader;                               // for signatures
  std::vector<std::optional<lunguage::Rows>> rows;  // of each report; nothing of one that was skipped
};
// The rows of the file's reports, asked for without examples, in a run that has other tasks too.
LunguageRows rows_by_llm(LlmRun& run, const std::string& prompts, LunguageFile& file);

class LunguageLlm {
 public:
  // What a run keeps begins with `prefix`, as in LlmRun. Problems of the vocabulary and of gold rows go to `failed`.
  LunguageLlm(const LunguageReading& reading, const std::string& prefix, const Common& common, io::ProblemLog& failed);

  LlmRun& run() { return run_; }
  // The rows of the files' reports. A study that was skipped is in none of the files any more: what the model could not
  // read is nobody's mistake.
  void structure(std::span<LunguageFile* const> files);
  // Groups and episodes of the files' rows. Gives the patients that were skipped. `decisions` are for a single file.
  std::set<std::string> group(std::span<LunguageFile* const> files,
                              std::vector<lunguage::GroupDecision>* decisions = nullptr);
  // The calls that follow when the rows are known, as a remark for the end of a dry run or batch file; or nothing.
  std::string later_calls(std::span<LunguageFile* const> files) const;
  // "model:m|temperature:0|prompts:1-…,1-…|shots:5|vocabulary:embedded"
  std::string signature() const;

 private:
  llm::GoldExamples examples_for(std::span<LunguageFile* const> files);

  const LunguageReading& reading_;
  const Common& common_;
  io::ProblemLog& failed_;
  std::optional<lunguage::Vocabulary> vocabulary_;
  llm::StructureTask structuring_;
  llm::GroupTask grouping_;
  LlmRun run_;
  bool grouped_ = false;  // the grouping has been asked for
};

}  // namespace fiducial::cli
