// What every command with `--engine llm` shares: its options, and a run that asks the questions of its stages, with a
// bar, a journal, a list of what was skipped, and an account by endpoint.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/app.h"
#include "cli/own_terms.h"
#include "fiducial/lunguage.h"
#include "io/lock.h"
#include "io/run_folder.h"
#include "llm/batch.h"
#include "llm/cache.h"
#include "llm/config.h"
#include "llm/engine.h"
#include "llm/journal.h"

namespace fiducial::cli {

struct LlmOptions {
  std::string engine = "embedded";
  std::string config, prompts, write_batch, read_batch;
  bool dry_run = false, retry_skipped = false;

  bool encoder = false;  // the configuration's encoders are wanted, whoever reads the text

  bool wanted() const { return engine == "llm"; }
  // Nothing is asked, only counted or written as a batch.
  bool only_collects() const { return dry_run || !write_batch.empty(); }
  // UsageError for options that do not go together.
  void check() const;
};
void add_llm(CLI::App& command, LlmOptions& options);
// Where a stage that writes one file keeps its cache and lists: beside it. UsageError for standard output.
std::string beside(const std::string& out);

// One stage: `count` questions of a task.
struct LlmStage {
  std::string task, label;
  std::size_t count = 0;
  std::function<llm::Question(std::size_t)> question;
  // Looks at an answer, and keeps what it says if it is good.
  std::function<llm::Complaint(std::size_t, const std::string&)> check;
  // What to add to the list of failed records: file, line and id of the record.
  std::function<Problem(std::size_t)> place;
};

class LlmRun {
 public:
  // `prefix` begins the paths of the journal, the lists and, if the configuration names no other place, the cache:
  // "DIR/" or "FILE.".
  LlmRun(const LlmOptions& options, std::string prefix, const Common& common);

  const llm::Config& config() const { return config_; }
  // Whether each question was answered. The others are listed at the end.
  std::vector<bool> ask(const LlmStage& stage);
  // The configuration's encoders for these phrases. InputError if one cannot be encoded.
  std::unique_ptr<lunguage::Encoder> encoder(const std::vector<std::string>& phrases);
  // How many vectors would have to be asked for; a batch file gets them.
  std::size_t collect_vectors(const std::vector<std::string>& phrases);
  // True after a stage of a dry run or a batch file had questions to ask: later stages depend on their answers.
  bool stopped() const { return collected_ > 0; }

  // Adds records that could not be read to the lists of failed and skipped ones: the first of `count`.
  void skip_unread(const std::vector<Problem>& first, std::size_t count);
  std::size_t answered() const;  // of all questions so far
  // The model and parameters of these tasks, for signatures: "model:m|temperature:0", and others that are set.
  std::string signature(const std::vector<std::string>& tasks) const;
  // The end of a run: skipped.csv, progress.csv, the account; what was skipped goes to `failed`.
  // The lists are files of the folder's new run, if there is a folder.
  void finish(io::ProblemLog& failed, io::RunFolder* folder = nullptr) const;
  // skipped.csv and progress.csv.
  void write_lists(io::RunFolder* folder = nullptr) const;
  // The end of a run of which nothing is to be written: InputError. The lists say why, unless they would come to stand
  // beside an older run.
  [[noreturn]] void fail_whole(const std::string& message, const io::RunFolder& folder) const;
  // What was done or would be: for standard error.
  void say_account() const;
  // The end of a dry run or batch file: says what was collected; `later` is a remark on the stages after it. What could
  // not be read or was skipped goes to `failed`.
  void finish_collecting(const std::string& later, io::ProblemLog& failed);

 private:
  void open_batches();

  const LlmOptions& options_;
  std::string prefix_;
  const Common& common_;
  llm::Config config_;
  std::optional<io::Lock> lock_;  // of what stands beside a file; a run folder has its own
  std::unique_ptr<llm::Cache> cache_;
  std::optional<llm::Journal> journal_;
  std::optional<io::AtomicFile> batch_;
  io::ProblemLog failed_;
  std::vector<std::vector<std::string>> skipped_;            // rows: task, file, id, reason
  std::vector<std::pair<std::string, llm::Totals>> totals_;  // by task
  std::size_t collected_ = 0, cached_ = 0;
  llm::Usage collected_tokens_;
  double collected_cost_ = 0;
};

// `--engine embedded` of commands that have no other reader; `instead` says where the other one is to be had.
void add_embedded_only(CLI::App& command, const std::string& instead);
// Checks the options of both readers: those of the other one are not silently without effect. `embedded_only` is an
// option that was given and that only the embedded reader has.
void check_reader(const LlmOptions& llm, const OwnTerms& terms, const std::string& embedded_only);

}  // namespace fiducial::cli
