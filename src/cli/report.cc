// `fiducial report`: one HTML file of one run or several.
#include "serve/report.h"

#include <fmt/format.h>

#include "cli/app.h"
#include "cli/own_terms.h"
#include "cli/progress.h"

namespace fiducial::cli {
namespace {

struct HtmlOptions {
  std::vector<std::string> inputs;
  std::string out;
  io::PairColumns columns;
  serve::ReportOptions report;
  Resampling resampling;
  OwnTerms terms;
  Common common;
};

std::string repeat_command(const HtmlOptions& options) {
  std::string text = "fiducial report";
  for (const std::string& path : options.inputs) text += " " + std::filesystem::path(path).filename().string();
  if (options.report.anonymous) text += " --anonymous";
  return text + " -o report.html";
}

int write_report(HtmlOptions& options) {
  options.terms.load();
  options.report.command = repeat_command(options);
  std::vector<std::shared_ptr<const serve::MeasuredRun>> runs;
  io::ProblemLog failed;
  Progress bar("measuring", "files", options.inputs.size(), options.common.quiet);
  for (const std::string& path : options.inputs) {
    runs.push_back(serve::measured_run(serve::read_cases(path, options.columns), options.terms.lexicon,
                                       resampling_with(options.resampling, options.common), options.common.threads));
    failed.add(runs.back()->cases.problems);
    if (runs.back()->cases.pairs.empty()) {
      (void)list_failed(failed);
      throw InputError({path, 0, "", "expected a pair that can be compared, found none"});
    }
    bar.at(runs.size());
  }
  io::write_file(options.out, serve::report_html(serve::report_data(runs, options.report)));
  return list_failed(failed);
}

}  // namespace

void add_report(Program& program) {
  auto options = std::make_shared<HtmlOptions>();
  CLI::App& command = *program.app.add_subcommand(
      "report", "One HTML file that needs nothing: tables with intervals, charts, the worst cases, systems compared");
  value_name(command.add_option("inputs", options->inputs,
                                "Pairs of reports, or folders of RadSEM runs; the first is the baseline"),
             "FILE")
      ->required();
  value_name(command.add_option("-o,--out", options->out, "Write the report here; - is standard output"), "FILE")
      ->required();
  command.add_flag("--anonymous", options->report.anonymous, "Leave out all texts, and number the cases");
  command.add_option("--worst", options->report.worst, "How many of the worst cases to show whole, of each run")
      ->type_name("N")
      ->check(in_range(0, 1000))
      ->capture_default_str();
  add_pair_columns(command, options->columns);
  add_resampling(command, options->resampling);
  add_own_terms(command, options->terms);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial report model_a.jsonl model_b.jsonl -o report.html");
  command.callback([&program, options] { program.job = [options] { return write_report(*options); }; });
}

}  // namespace fiducial::cli
