// `fiducial doctor`: is this installation whole, and do the language models of a configuration work?
#include "llm/doctor.h"

#include <fmt/format.h>

#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/table.h"
#include "fiducial/radsem.h"
#include "lexicon/lexicon.h"
#include "llm/config.h"
#include "llm/prompts.h"

namespace fiducial::cli {
namespace {

struct DoctorOptions {
  std::string config, prompts;
  Common common;
};

void show(Table& table, const llm::Diagnosis& found) {
  using Kind = llm::Diagnosis::Kind;
  const char* mark = found.kind == Kind::good ? "ok" : found.kind == Kind::remark ? "remark" : "WRONG";
  table.add({mark, found.endpoint, found.what, found.words});
}

// A report against itself is a perfect score: lexicon, reader and scorer are in their places.
bool examine_installation(Table& table, const std::string& prompts) {
  using Kind = llm::Diagnosis::Kind;
  show(table, {"fiducial", "version", Kind::good, std::string(program_version())});
  radsem::Matcher reader;
  constexpr const char* kReport = "Heart is enlarged. No pleural effusion.";
  const double score = reader.score(kReport, kReport).score;
  show(table, {"fiducial", "embedded reader", score == 1 ? Kind::good : Kind::bad,
               fmt::format("lexicon {}, a report against itself scores {}", reader.lexicon_version(), score)});
  for (const std::string& task : llm::task_names()) {
    show(table, {"fiducial", "prompt " + task, Kind::good, llm::prompt_for(task, prompts).version()});
  }
  return score == 1;
}

int examine(const DoctorOptions& options) {
  Table table({{"", Align::left}, {"of", Align::left}, {"what", Align::left}, {"found", Align::left}});
  std::size_t wrong = examine_installation(table, options.prompts) ? 0 : 1;
  if (!options.config.empty()) {
    const llm::Config config = llm::read_config(options.config);
    Progress bar("asking the endpoints", "checks", 0, options.common.quiet);
    std::size_t checks = 0;
    llm::examine(
        config, options.prompts,
        [&](const llm::Diagnosis& found) {
          if (found.kind == llm::Diagnosis::Kind::bad) ++wrong;
          ++checks;
          show(table, found);
        },
        [&] {
          check_interrupt();
          bar.at(checks);
        });
  }
  emit(table.text(stdout_paint()));
  emit_line(wrong == 0 ? "\nEverything works."
                       : fmt::format("\n{} of these {} wrong.", wrong, wrong == 1 ? "is" : "are"));
  return wrong == 0 ? kDone : kSomeFailed;
}

}  // namespace

void add_doctor(Program& program) {
  auto options = std::make_shared<DoctorOptions>();
  CLI::App& command =
      *program.app.add_subcommand("doctor", "Check the installation and, with --config, every language model of it");
  value_name(command.add_option("--config", options->config, "The endpoints and tasks to try (YAML; see docs/llm.md)"),
             "FILE");
  value_name(command.add_option("--prompts", options->prompts, "Prompts that replace the built-in ones"), "DIR");
  add_quiet(command, options->common);
  add_example(command, "fiducial doctor --config endpoints.yaml");
  command.callback([&program, options] { program.job = [options] { return examine(*options); }; });
}

}  // namespace fiducial::cli
