// `fiducial findings`: what the embedded reader understands of each report, as records.
#include <memory>

#include "cli/app.h"
#include "cli/finding_json.h"
#include "cli/llm_run.h"
#include "cli/own_terms.h"
#include "cli/reports.h"
#include "grammar/reader.h"

namespace fiducial::cli {
namespace {

struct FindingsOptions {
  std::string in, out = "-";
  io::ReportColumns columns;
  OwnTerms terms;
  Common common;
};

int write_findings(FindingsOptions& options) {
  const ChosenLexicon lexicon(options.terms);
  ReportJob job{options.in, options.out, "reading", options.columns, options.common, {}};
  job.make_worker = [&lexicon]() -> LineOf {
    const auto reader = std::make_shared<findings::Reader>(*lexicon);
    const auto reading = std::make_shared<findings::Reading>();
    return [&lexicon, reader, reading](const io::Report& report) -> ReportLine {
      reader->read(report.text, *reading);
      io::Json list = io::Json::array();
      for (const findings::Finding& finding : reading->findings)
        list.push_back(finding_json(*lexicon, finding, report.text));
      return {io::json_line({{"id", report.name}, {"findings", std::move(list)}}), ""};
    };
  };
  return write_lines(job);
}

}  // namespace

void add_findings(Program& program) {
  auto options = std::make_shared<FindingsOptions>();
  CLI::App& command = *program.app.add_subcommand(
      "findings", "Read reports: what is said of which place, asserted or denied, normal or abnormal");
  takes(
      command.add_option("reports", options->in, "Reports: JSONL, JSON, CSV or TSV, gzip or not; - is standard input"),
      "FILE")
      ->required();
  takes(
      command.add_option("-o,--out", options->out, "Write {\"id\",\"findings\"} lines here (default: standard output)"),
      "FILE");
  add_report_columns(command, options->columns);
  add_embedded_only(command,
                    "findings are what the embedded reader understands; see 'radsem rewrite' and 'radfact phrases'");
  add_own_terms(command, options->terms);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial findings examples/ssree/reports.jsonl -o findings.jsonl");
  command.callback([&program, options] { program.job = [options] { return write_findings(*options); }; });
}

}  // namespace fiducial::cli
