// `fiducial ssree build`: SSREE's five levels from a user's own reports, so that a metric can be tried on them.
#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>

#include "cli/app.h"
#include "cli/numbers.h"
#include "cli/own_terms.h"
#include "cli/reports.h"
#include "cli/run_folder.h"
#include "cli/ssree_files.h"
#include "cli/ssree_llm.h"
#include "ssree/ladder.h"
#include "ssree/sample_files.h"

namespace fiducial::cli {
namespace {

struct BuildOptions {
  std::string in, out;
  bool overwrite = false;
  std::uint64_t seed = 1;
  io::ReportColumns columns;
  OwnTerms terms;
  LlmOptions llm;
  Common common;
};

struct BuiltCase {
  std::optional<ssree::Ladder> ladder;
  std::string why;
};

int build_ssree(BuildOptions& options) {
  check_reader(options.llm, options.terms, "");
  const ChosenLexicon lexicon(options.terms);
  std::optional<OutFolder> folder;
  if (!options.llm.dry_run) folder.emplace(options.out);
  if (folder && !options.llm.wanted())
    folder->claim("ssree build",
                  fmt::format("ssree|reader:embedded|lexicon:{}|seed:{}|version:{}", (*lexicon).version(), options.seed,
                              program_version()),
                  {options.in}, options.overwrite);
  io::ProblemLog failed;
  const ReportFile reports = read_reports(options.in, options.columns, options.common.quiet, failed);
  if (options.llm.wanted())
    return build_ssree_llm({options.llm, reports, options.seed, options.common, options.out,
                            folder ? &*folder : nullptr, options.overwrite},
                           failed);
  ssree::SampleFiles files(*folder);
  std::size_t built = 0;
  std::map<std::string, std::size_t> unfit;
  for_each_place<BuiltCase>(
      reports.reports.size(), "building", "reports", options.common,
      [&] {
        return [&, builder = std::make_shared<ssree::LadderBuilder>(*lexicon)](const std::size_t& i) {
          const io::Report& report = reports.reports[i];
          BuiltCase out;
          out.ladder = builder->build(report.text, ssree::seed_of(options.seed, report.name), out.why);
          return out;
        };
      },
      [&](std::size_t i, BuiltCase& one) {
        if (one.ladder) {
          files.write(reports.reports[i], *one.ladder);
          ++built;
        } else {
          ++unfit[one.why];
        }
      });
  const int code = list_failed(failed);
  files.commit();
  print_result(built_text(built, reports.reports.size(), options.out, unfit), false);
  return code;
}

}  // namespace

void add_ssree_build(Program& program, CLI::App& group) {
  auto options = std::make_shared<BuildOptions>();
  CLI::App& command = *group.add_subcommand("build", "Make the five levels from your own reports");
  value_name(command.add_option("reports", options->in, "Reports: JSONL, JSON or CSV with name and English_Report"),
             "FILE")
      ->required();
  value_name(
      command.add_option("--out", options->out, "Folder for sample.jsonl and sample_l1.jsonl to sample_l5.jsonl"),
      "DIR")
      ->required();
  add_overwrite(command, options->overwrite);
  command.add_option("--seed", options->seed, "Chooses words, order and which findings are turned")
      ->capture_default_str();
  add_report_columns(command, options->columns);
  add_llm(command, options->llm);
  add_own_terms(command, options->terms);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial ssree build reports.jsonl --out my-ssree && fiducial ssree evaluate --data my-ssree");
  command.callback([&program, options] { program.job = [options] { return build_ssree(*options); }; });
}

}  // namespace fiducial::cli
