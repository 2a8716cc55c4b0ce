// The program as a tree of commands. Each command's file adds itself to the tree (add_score, add_compare, …): its
// options, its help, and the job to run if it is the one that was asked for. run() parses, runs the job and turns
// whatever happens into an exit code: 0 done, 1 some records failed (they are listed), 2 bad usage or unreadable input.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "fiducial/io.h"
#include "fiducial/problem.h"
#include "fiducial/score.h"

namespace fiducial::cli {

inline constexpr int kDone = 0;
inline constexpr int kSomeFailed = 1;
inline constexpr int kBadUsage = 2;

// The one thing a parsed command line asks for.
using Job = std::function<int()>;

struct Program {
  CLI::App app;
  Job job;
};

// A wrong argument that the parser cannot know: a metric that does not exist. Ends with exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Options that mean the same in every command that has them.
struct Common {
  bool quiet = false;
  unsigned threads = 0;  // 0: as many as the machine has
};
void add_quiet(CLI::App& command, Common& common);
void add_threads(CLI::App& command, Common& common);

// --id-col, --ref-col and --cand-col.
void add_pair_columns(CLI::App& command, io::PairColumns& columns);

// --resamples, --seed and --confidence; the threads come from Common, and Ctrl-C ends the work.
void add_resampling(CLI::App& command, Resampling& resampling);
Resampling resampling_with(const Resampling& asked, const Common& common);

// A number between two others, both allowed.
CLI::Validator in_range(double low, double high);

// The end of a command's help: an example, then the exit codes.
void add_example(CLI::App& command, const std::string& example);

// An option or a positional says what it takes by its type name, from which completion scripts are made too:
// FILE, DIR, LIST (metrics, comma-separated), or the words themselves: "many-to-many|alt".
CLI::Option* value_name(CLI::Option* option, const std::string& what);

// Lists the records that failed, the first twenty and then how many there were, and gives the exit code that follows.
int list_failed(std::span<const Problem> problems, std::size_t count);
inline int list_failed(const io::ProblemLog& log) {
  return list_failed(log.kept(), log.count());
}

// Reads by a function that may find nothing of use: then what failed is listed before its error.
template <class Read>
auto with_reasons(const io::ProblemLog& failed, const Read& read) {
  try {
    return read();
  } catch (const InputError&) {
    (void)list_failed(failed);
    throw;
  }
}

// The same for a reader that keeps its own list.
template <class Reader, class Read>
auto with_reasons_of(const Reader& reader, const Read& read) {
  try {
    return read();
  } catch (const InputError&) {
    (void)list_failed(reader.problems(), reader.problem_count());
    throw;
  }
}

// The commands. `fiducial radsem …` and the like are groups with commands of their own.
void add_score(Program& program);
void add_errors(Program& program);
void add_radsem(Program& program);
void add_radsem_stages(Program& program, CLI::App& group);  // rewrite, match and run, beside `radsem score`
void add_radfact(Program& program);
void add_radfact_score(Program& program, CLI::App& group);
void add_radfact_run(Program& program, CLI::App& group);  // beside `radfact phrases` and `radfact verify`
void add_lunguage(Program& program);
void add_findings(Program& program);
void add_lexicon(Program& program);
void add_compare(Program& program);
void add_correlate(Program& program);
void add_ssree(Program& program);
void add_contrast(Program& program);
void add_ssree_build(Program& program, CLI::App& group);
void add_serve(Program& program);
void add_report(Program& program);
void add_doctor(Program& program);
void add_completion(Program& program);

// The whole tree.
std::unique_ptr<Program> make_program();
int run(int argc, char** argv);

}  // namespace fiducial::cli
