// `fiducial findings`: what the embedded reader understands of each report, as records.
#include <fmt/format.h>

#include <memory>

#include "cli/app.h"
#include "cli/llm_run.h"
#include "cli/own_terms.h"
#include "cli/record_table.h"
#include "cli/reports.h"
#include "explain/finding_json.h"
#include "grammar/content.h"
#include "grammar/reader.h"
#include "grammar/trace.h"
#include "io/safe_text.h"

namespace fiducial::cli {
namespace {

struct FindingsOptions {
  std::string in, out = "-", as;
  io::ReportColumns columns;
  OwnTerms terms;
  SectionChoice section;
  Common common;
  bool trace = false, json = false, rules = false;
  std::vector<std::string> without;  // names of rules that are switched off
};

findings::RuleSet switched_off(const std::vector<std::string>& names) {
  findings::RuleSet off;
  for (const std::string& name : names) {
    const auto rule = findings::rule_named(name);
    if (!rule) throw UsageError("there is no rule '" + name + "'; 'fiducial findings --rules' lists them");
    off.set(static_cast<std::size_t>(*rule));
  }
  return off;
}

int list_rules() {
  for (const findings::RuleInfo& rule : findings::rules().subspan(1))
    fmt::print("{:28} {}\n", rule.name, rule.sentence);
  return 0;
}

// The words that mean something and that no Finding says.
io::Json left_over(const findings::ContentWords& words, std::string_view report) {
  io::Json out = io::Json::array();
  for (const findings::ContentWord& word : words.words()) {
    const auto [begin, end] = word.span;
    if (!word.placed) out.push_back({{"text", report.substr(begin, end - begin)}, {"span", {begin, end}}});
  }
  return out;
}

std::string left_over_line(const findings::ContentWords& words, std::string_view report) {
  std::string out;
  for (const io::Json& word : left_over(words, report))
    out += (out.empty() ? "left over " : " · ") + io::safe_line(word["text"].get<std::string>());
  return out.empty() ? out : out + "\n\n";
}

int write_findings(FindingsOptions& options) {
  const ChosenLexicon lexicon(options.terms);
  const findings::RuleSet off = switched_off(options.without);
  const bool table = !options.trace && as_table(options.as, options.out);
  ReportJob job{options.in, options.out, "reading", options.columns, options.common, {}};
  job.make_worker = [&lexicon, &options, off, table]() -> LineOf {
    const auto reader = std::make_shared<findings::Reader>(*lexicon, off);
    const auto reading = std::make_shared<findings::Reading>();
    return [&lexicon, &options, reader, reading, table](const io::Report& report) -> ReportLine {
      std::string text;
      io::Json clauses = io::Json::array();
      findings::ClauseWatcher watch;
      findings::ContentWords words(*lexicon);
      if (options.trace) {
        watch = [&](const findings::Clause& clause, std::span<const findings::Finding> found) {
          words.add(clause);
          if (options.json)
            clauses.push_back(explain::clause_json(*lexicon, clause, report.text));
          else
            text += io::safe_lines(findings::trace(*lexicon, report.text, clause, found)) + "\n";
        };
      }
      reader->read(report.text, *reading, watch);
      words.place(reading->findings);
      if (options.trace && !options.json)
        return {"== " + io::safe_line(report.name) + "\n" + text + left_over_line(words, report.text), ""};
      io::Json list = io::Json::array();
      for (const findings::Finding& finding : reading->findings)
        list.push_back(explain::finding_json(*lexicon, finding, report.text));
      if (table) return {findings_table(report.name, list), ""};
      io::Json out = {{"id", report.name}, {"findings", std::move(list)}};
      if (options.trace) {
        out["clauses"] = std::move(clauses);
        out["left_over"] = left_over(words, report.text);
      }
      return {io::json_line(out), ""};
    };
  };
  job.section = &options.section;
  return write_lines(job);
}

}  // namespace

void add_findings(Program& program) {
  auto options = std::make_shared<FindingsOptions>();
  CLI::App& command = *program.app.add_subcommand(
      "findings", "Read reports: what is said of which place, asserted or denied, normal or abnormal");
  value_name(command.add_option("reports", options->in,
                                "Reports: JSONL, JSON, CSV or TSV, gzip or not; a .txt file, a folder of them; - is "
                                "standard input"),
             "FILE");
  value_name(
      command.add_option("-o,--out", options->out, "Write {\"id\",\"findings\"} lines here (default: standard output)"),
      "FILE");
  add_report_columns(command, options->columns);
  add_as(command, options->as);
  add_embedded_only(command,
                    "findings are what the embedded reader understands; see 'radsem rewrite' and 'radfact phrases'");
  command.add_flag("--trace", options->trace,
                   "How each clause was read: items, chunks, links and scopes with their rules");
  command.add_flag("--json", options->json, "With --trace: the trace as JSON, in the field \"clauses\"");
  value_name(command.add_option("--without", options->without, "Switch a rule of the grammar off (see --rules)"),
             "RULE");
  command.add_flag("--rules", options->rules,
                   "List the rules of the grammar, each with the sentence that it is there for");
  add_own_terms(command, options->terms);
  options->section.add_to(command);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial findings examples/ssree/reports.jsonl -o findings.jsonl");
  command.callback([&program, options] {
    program.job = [options] {
      if (options->rules) return list_rules();
      if (options->in.empty()) throw UsageError("findings needs a file of reports ('-' is standard input)");
      return write_findings(*options);
    };
  });
}

}  // namespace fiducial::cli
