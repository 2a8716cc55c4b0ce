#include "cli/app.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <utility>

#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/suggest.h"
#include "cli/terminal.h"
#include "fiducial/score.h"

namespace fiducial::cli {
namespace {

constexpr const char* kPurpose =
    "A research tool for measuring report generators; not for diagnosis or treatment of patients.";
constexpr const char* kExitCodes =
    "Exit codes: 0 done; 1 some records failed (they are listed); 2 bad usage or unreadable input.";

// Program version first, alone on its line for scripts; then the metric part of each signature.
std::string version_text() {
  std::string text =
      fmt::format("fiducial {}\n\nSignatures, each followed by |version:{}\n", program_version(), program_version());
  for (const std::string& name : metric_names()) {
    text += fmt::format("  {:<10} {}\n", name, make_metric(name)->signature());
  }
  return text + "\n" + kPurpose;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// Walks down the tree along the words typed. If a group is followed by a word that is none of its commands, `unknown`
// is that word; otherwise it is empty and the result is the command that was asked for.
const CLI::App* asked_for(const CLI::App& root, const std::vector<std::string>& words, std::string& unknown) {
  const CLI::App* at = &root;
  for (const std::string& word : words) {
    const auto names = command_names(*at);
    if (names.empty()) break;
    if (word.starts_with("-")) continue;
    if (std::find(names.begin(), names.end(), word) == names.end()) {
      unknown = word;
      return at;
    }
    at = at->get_subcommand(word);
  }
  return at;
}

std::string full_name(const CLI::App& command) {
  return command.get_parent() == nullptr ? std::string("fiducial")
                                         : full_name(*command.get_parent()) + " " + command.get_name();
}

int complain(const std::string& message) {
  note(stderr_paint().red("error: ") + message);
  return kBadUsage;
}

int complain_of_usage(const std::string& message, const CLI::App& command) {
  complain(message);
  note(fmt::format("See '{} --help'.", full_name(command)));
  return kBadUsage;
}

// CLI11 says which arguments it could not place; a mistyped option gets the nearest one named.
std::string with_suggestion(const CLI::ParseError& error, const CLI::App& command,
                            const std::vector<std::string>& words) {
  const auto* extras = dynamic_cast<const CLI::ExtrasError*>(&error);
  if (extras == nullptr) return error.what();
  const auto known = option_names(command);
  for (const std::string& word : words) {
    const std::string option = word.substr(0, word.find('='));
    if (!option.starts_with("--") || std::find(known.begin(), known.end(), option) != known.end()) continue;
    return fmt::format("no option '{}'.{}", option, did_you_mean(option, known));
  }
  return error.what();
}

// Nothing is read before it is known that nothing that is read would be written over.
Job checked(const CLI::App& command, Job job) {
  return [&command, job = std::move(job)] {
    refuse_clashes(command);
    return job();
  };
}

int parse(Program& program, const std::vector<std::string>& words) {
  std::string unknown;
  const CLI::App* command = asked_for(program.app, words, unknown);
  if (!unknown.empty()) {
    return complain_of_usage(fmt::format("'{}' is not a command of {}.{}", unknown, full_name(*command),
                                         did_you_mean(unknown, command_names(*command))),
                             *command);
  }
  try {
    program.app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 takes them from the back
    program.job = checked(*command, std::move(program.job));
  } catch (const CLI::CallForHelp&) {
    program.job = [command] {
      emit(command->help(command->get_parent() == nullptr ? "" : full_name(*command->get_parent())));
      return kDone;
    };
  } catch (const CLI::CallForVersion&) {
    program.job = [] {
      emit_line(version_text());
      return kDone;
    };
  } catch (const CLI::ParseError& error) {
    return complain_of_usage(with_suggestion(error, *command, words), *command);
  }
  return kDone;
}

// The exception that is being handled, as a message and an exit code.
int complain_of_failure() {
  try {
    throw;
  } catch (const InputError& error) {
    // A reader that closed the pipe early (head) wanted no more: no complaint.
    const bool closed = error.problem().message.find(std::strerror(EPIPE)) != std::string::npos;
    if (error.problem().source == "-" && (closed || errno == EPIPE)) return kDone;
    return complain(error.what());
  } catch (const std::bad_alloc&) {
    return complain("out of memory");
  } catch (const std::exception& error) {
    return complain(error.what());
  }
}

[[noreturn]] void end_by_signal() {
  note("interrupted; no output file was changed");
  die_of_interrupt();
}

int run_job(const Job& job) {
  try {
    const int code = job();
    if (!interrupted()) return code;
    (void)std::fflush(stdout);
    die_of_interrupt();  // all was done before the signal was looked at
  } catch (const Interrupted&) {
    end_by_signal();
  } catch (const std::exception&) {
    if (interrupted()) end_by_signal();  // a call that the signal broke off
    return complain_of_failure();
  }
}

// What was printed must have arrived.
int flush_output(int code) {
  errno = 0;
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (!failed) return code;
  if (errno == EPIPE) return code;
  return complain(fmt::format("standard output: expected to write the results, but: {}",
                              errno != 0 ? std::strerror(errno) : "write error"));
}

}  // namespace

void add_quiet(CLI::App& command, Common& common) {
  command.add_flag("--quiet,-q", common.quiet, "No progress and no remarks; results and errors only");
}

void add_threads(CLI::App& command, Common& common) {
  command
      .add_option("--threads", common.threads, "Threads to use; the result is the same for any number (0: all cores)")
      ->type_name("N")
      ->check(in_range(0, 1024));
}

void add_pair_columns(CLI::App& command, io::PairColumns& columns) {
  command.add_option("--id-col", columns.id, "Column of the id (default: id, name, example_id, study_id)")
      ->type_name("NAME");
  command
      .add_option("--ref-col", columns.reference,
                  "Column of the reference (default: reference, ref, target, ground_truth, gt)")
      ->type_name("NAME");
  command
      .add_option(
          "--cand-col", columns.candidate,
          "Column of the candidate (default: candidate, cand, prediction, pred, hypothesis, hyp, generated, gen)")
      ->type_name("NAME");
}

void add_resampling(CLI::App& command, Resampling& resampling) {
  command.add_option("--resamples", resampling.resamples, "Bootstrap resamples for the intervals (0: no intervals)")
      ->type_name("N")
      ->check(in_range(0, 1000000))
      ->capture_default_str();
  command.add_option("--seed", resampling.seed, "Seed of the resampling")->type_name("N")->capture_default_str();
  command.add_option("--confidence", resampling.confidence, "Percent that an interval covers")
      ->type_name("PERCENT")
      ->check(in_range(1, 99.99))
      ->capture_default_str();
}

CLI::Validator in_range(double low, double high) {
  // Without its description, which would stand between the option and its meaning in the help.
  return CLI::Range(low, high).description("");
}

void add_example(CLI::App& command, const std::string& example) {
  command.footer("Example:\n  " + example + "\n\n" + kExitCodes);
}

CLI::Option* value_name(CLI::Option* option, const std::string& what) {
  option->type_name(what);
  if (what.find('|') == std::string::npos) return option;
  const auto words = CLI::detail::split(what, '|');
  return option->check(CLI::Validator(
      [words, what](std::string& value) {
        if (std::find(words.begin(), words.end(), value) != words.end()) return std::string();
        return fmt::format("expected one of {}, found '{}'.{}", what, value, did_you_mean(value, words));
      },
      ""));
}

Resampling resampling_with(const Resampling& asked, const Common& common) {
  Resampling how = asked;
  how.threads = common.threads;
  how.check = check_interrupt;
  return how;
}

int list_failed(std::span<const Problem> problems, std::size_t count) {
  constexpr std::size_t kShown = 20;
  if (count == 0) return kDone;
  const Paint paint = stderr_paint();
  // The same failure of the same file is told once, where it came first, with its count.
  std::vector<std::pair<const Problem*, std::size_t>> kinds;
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> places;
  for (const Problem& problem : problems) {
    const auto [place, fresh] = places.try_emplace({problem.source, problem.message}, kinds.size());
    if (fresh) kinds.emplace_back(&problem, 0);
    ++kinds[place->second].second;
  }
  for (const auto& [problem, times] : std::span(kinds).first(std::min(kShown, kinds.size()))) {
    note(paint.yellow("failed: ") + problem->text() +
         (times == 1 ? "" : fmt::format(" ({} records fail so; this is the first)", with_commas(times))));
  }
  note(fmt::format("{} failed{}", count == 1 ? "1 record" : with_commas(count) + " records",
                   kinds.size() > kShown ? fmt::format("; the first {} are listed above", kShown) : ""));
  return kSomeFailed;
}

std::unique_ptr<Program> make_program() {
  auto program = std::make_unique<Program>();
  CLI::App& app = program->app;
  app.name("fiducial");
  app.description("Measures how clinically right a radiology report is, finding by finding, against its reference.");
  app.footer(fmt::format("Example:\n  fiducial score examples/pairs.jsonl\n\n{}\n\n{}", kExitCodes, kPurpose));
  app.set_version_flag("--version", [] { return version_text(); });
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  add_score(*program);
  add_radsem(*program);
  add_radfact(*program);
  add_lunguage(*program);
  add_findings(*program);
  add_lexicon(*program);
  add_errors(*program);
  add_compare(*program);
  add_correlate(*program);
  add_ssree(*program);
  add_contrast(*program);
  add_serve(*program);
  add_report(*program);
  add_doctor(*program);
  add_completion(*program);
  return program;
}

int run(int argc, char** argv) {
  watch_interrupts();
  const auto program = make_program();
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) {
    emit(program->app.help());
    return flush_output(kBadUsage);
  }
  const int parsed = parse(*program, words);
  if (parsed != kDone) return parsed;
  return flush_output(run_job(program->job));
}

}  // namespace fiducial::cli
