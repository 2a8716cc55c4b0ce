// RadSEM from reports to scores: `radsem rewrite` (Stage 1), `radsem match` (Stage 2), and
// `radsem run`, which does all stages into a folder of the published pipeline's files.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "cli/app.h"
#include "cli/explain_pair.h"
#include "cli/numbers.h"
#include "cli/own_terms.h"
#include "cli/radsem_files.h"
#include "cli/radsem_llm.h"
#include "cli/radsem_summary.h"
#include "cli/reports.h"
#include "cli/run_folder.h"
#include "explain/radsem_account.h"

namespace fiducial::cli {
namespace {

struct StageOptions {
  std::string in, ref, gen, explain;
  std::string out;  // a file, or the folder of `run`
  bool overwrite = false;
  io::ReportColumns columns;
  RadsemPolicy policy;
  OwnTerms terms;
  LlmOptions llm;
  SectionChoice section;
  Resampling resampling;
  Common common;
};

// Empty if the report can be scored.
std::string remark_on(const io::Report& report, const radsem::Rewritten& rewritten) {
  if (rewritten.compared_by_words) return "nothing can be scored: compared by its words";
  return rewritten.atoms.empty() ? explain::overview(report.text, rewritten) : "";
}

// ------------------------------------------------------------------------------------------------------------ rewrite

int rewrite(StageOptions& options) {
  check_reader(options.llm, options.terms, options.explain.empty() ? "" : "--explain");
  if (options.llm.wanted()) {
    io::ProblemLog failed;
    const ReportFile reports =
        read_reports(options.in, options.columns, options.common.quiet, failed, &options.section);
    options.section.say(options.common.quiet);
    return rewrite_by_llm(options.llm, reports, options.common, options.out, failed);
  }
  options.terms.load();
  ReportJob job{options.in, options.out, "rewriting", options.columns, options.common, {}};
  job.make_worker = [&options]() -> LineOf {
    const auto reader = std::make_shared<radsem::Matcher>(options.terms.lexicon);
    return [reader](const io::Report& report) -> ReportLine {
      const radsem::Rewritten rewritten = reader->rewrite(report.text);
      return {rewritten_line(report, rewritten.text()), remark_on(report, rewritten)};
    };
  };
  job.section = &options.section;
  return write_lines(job);
}

// -------------------------------------------------------------------------------------------------------------- match

Problem problem_of(const ReportFile& file, const std::string& name, const std::string& why) {
  return {file.path, file.find(name)->line, name, why};
}

struct TaggedCase {
  std::string line;
  std::size_t unread = 0;
};

int match(StageOptions& options) {
  check_reader(options.llm, options.terms, options.explain.empty() ? "" : "--explain");
  options.terms.load();
  io::ProblemLog failed;
  const io::ReportColumns columns{options.columns.name, "rewritten_report", "English_Report"};
  const ReportFile ref = read_reports(options.ref, columns, options.common.quiet, failed);
  const ReportFile gen = read_reports(options.gen, columns, options.common.quiet, failed);
  const auto names = shared_names(ref, gen, failed);
  if (options.llm.wanted())
    return match_by_llm(options.llm, ref, gen, names, options.policy, options.common, options.out, failed);
  io::AtomicFile out(options.out);
  std::size_t unread = 0;
  for_each_place<TaggedCase>(
      names.size(), "matching", "cases", options.common,
      [&]() -> std::function<TaggedCase(const std::size_t&)> {
        const auto reader = std::make_shared<radsem::Matcher>(options.terms.lexicon);
        return [&, reader](const std::size_t& i) -> TaggedCase {
          const io::Report& a = *ref.find(names[i]);
          const io::Report& b = *gen.find(names[i]);
          radsem::OwnSentences own = reader->match(radsem::RewrittenReport{a.text, a.source},
                                                   radsem::RewrittenReport{b.text, b.source}, options.policy.chosen());
          return {tag_line(own.tag, a), own.unread};
        };
      },
      [&](std::size_t, const TaggedCase& tagged) {
        out.write(tagged.line);
        unread += tagged.unread;
      },
      [&](std::size_t i, const std::string& why) { failed.add(problem_of(gen, names[i], why)); });
  const int code = list_failed(failed);
  out.commit();
  if (unread > 0 && !options.common.quiet) {
    note(fmt::format("{} sentence{} no finding of {} own and {} in no tag", with_commas(unread),
                     unread == 1 ? " gave" : "s gave", unread == 1 ? "its" : "their", unread == 1 ? "is" : "are"));
  }
  return code;
}

// ---------------------------------------------------------------------------------------------------------------- run

// What one case gives for the files and the summary.
struct ScoredCase {
  std::string tag, score;  // lines
  radsem::CaseScore classes;
  std::string ref_remark, gen_remark;
};

ScoredCase score_case(radsem::Matcher& reader, const io::Report& ref, const io::Report& gen, radsem::Policy policy) {
  radsem::Matched matched = reader.match(ref.text, gen.text, policy);
  const radsem::Audit audit = radsem::score(matched.tag, policy);
  return {tag_line(matched.tag, ref),
          score_line(ref.name, audit.score),
          {audit.abnormal, audit.normal, audit.score},
          remark_on(ref, matched.ref),
          remark_on(gen, matched.gen)};
}

// The signature of the metric that `fiducial score` would use, with the lexicon that was used here.
std::string signature(const StageOptions& options) {
  const bool alt = options.policy.chosen() == radsem::Policy::alt;
  return signature_of(*make_metric(alt ? "radsem_alt" : "radsem", options.terms.lexicon)) + options.section.signature();
}

void write_rewritten(const ReportFile& file, const StageOptions& options, io::AtomicFile& out) {
  for_each_place<std::string>(
      file.reports.size(), "rewriting", "reports", options.common,
      [&]() -> std::function<std::string(const std::size_t&)> {
        const auto reader = std::make_shared<radsem::Matcher>(options.terms.lexicon);
        return [&file, reader](const std::size_t& i) {
          return rewritten_line(file.reports[i], reader->rewrite(file.reports[i].text).text());
        };
      },
      [&out](std::size_t, const std::string& line) { out.write(line); });
}

int explain(const StageOptions& options, const ReportFile& ref, const ReportFile& gen) {
  const io::Report* a = ref.find(options.explain);
  const io::Report* b = gen.find(options.explain);
  if (a == nullptr) throw UsageError(missing_case(options.ref, options.explain, ref.names()));
  if (b == nullptr) throw UsageError(missing_case(options.gen, options.explain, gen.names()));
  const radsem::Matched matched =
      radsem::Matcher(options.terms.lexicon).match(a->text, b->text, options.policy.chosen());
  emit(explain::text(explain::radsem_account({a->name, a->text, b->text, a->line, {}, {}}, matched,
                                             radsem::score(matched.tag, options.policy.chosen())),
                     stdout_paint()));
  return kDone;
}

std::size_t say_if_empty(Remarks& remarks, const std::string& name, const char* side, const std::string& remark) {
  if (remark.empty()) return 0;
  remarks.add(name, fmt::format("{}: {}", side, remark));
  return 1;
}

int run_embedded_stages(const StageOptions& options, const ReportFile& ref, const ReportFile& gen,
                        const std::vector<std::string>& names, OutFolder& folder, io::ProblemLog& failed) {
  RadsemFiles files(folder);
  write_rewritten(ref, options, files.ref);
  write_rewritten(gen, options, files.gen);
  RadsemColumns columns;
  Remarks remarks;
  std::size_t ref_empty = 0;
  std::size_t gen_empty = 0;
  for_each_place<ScoredCase>(
      names.size(), "matching", "cases", options.common,
      [&]() -> std::function<ScoredCase(const std::size_t&)> {
        const auto reader = std::make_shared<radsem::Matcher>(options.terms.lexicon);
        return [&, reader](const std::size_t& i) {
          return score_case(*reader, *ref.find(names[i]), *gen.find(names[i]), options.policy.chosen());
        };
      },
      [&](std::size_t i, const ScoredCase& scored) {
        files.tags.write(scored.tag);
        files.scores.write(scored.score);
        columns.add(scored.classes);
        ref_empty += say_if_empty(remarks, names[i], "reference", scored.ref_remark);
        gen_empty += say_if_empty(remarks, names[i], "candidate", scored.gen_remark);
      },
      [&](std::size_t i, const std::string& why) { failed.add(problem_of(gen, names[i], why)); });
  if (columns.score.empty()) {
    (void)list_failed(failed);
    throw InputError({options.gen, 0, "", "expected cases to score, found none that can be scored"});
  }
  RadsemSummary summary = summarize_radsem(columns, failed.count(), options.policy, signature(options),
                                           resampling_with(options.resampling, options.common), stdout_paint().on());
  summary.json["nothing_to_score"] = {{"ref", ref_empty}, {"gen", gen_empty}};
  files.summary.write(io::json_pretty(summary.json));
  const int code = list_failed(failed);
  folder.commit();
  remarks.show(options.common.quiet);
  print_result(summary.table, false);
  return code;
}

int run_stages(StageOptions& options) {
  if (options.explain.empty() && options.out.empty()) throw UsageError("--out: expected a folder for the results");
  check_reader(options.llm, options.terms, options.explain.empty() ? "" : "--explain");
  options.terms.load();
  std::optional<OutFolder> folder;
  if (options.explain.empty() && !options.llm.dry_run) folder.emplace(options.out);
  if (folder && !options.llm.wanted())
    folder->claim("radsem run", signature(options), {options.ref, options.gen}, options.overwrite);
  io::ProblemLog failed;
  const ReportFile ref = read_reports(options.ref, options.columns, options.common.quiet, failed, &options.section);
  const ReportFile gen = read_reports(options.gen, options.columns, options.common.quiet, failed, &options.section);
  options.section.say(options.common.quiet);
  if (!options.explain.empty()) return explain(options, ref, gen);

  const auto names = shared_names(ref, gen, failed);
  if (options.llm.wanted()) {
    const Resampling resampling = resampling_with(options.resampling, options.common);
    return run_radsem_llm({options.llm, ref, gen, names, options.policy, resampling, options.common, options.out,
                           folder ? &*folder : nullptr, options.overwrite},
                          failed);
  }
  return run_embedded_stages(options, ref, gen, names, *folder, failed);
}

// ------------------------------------------------------------------------------------------------------ the commands

void add_sides(CLI::App& command, StageOptions& options, const std::string& what) {
  value_name(command.add_option("--ref", options.ref, "The references: " + what), "FILE")->required();
  value_name(command.add_option("--gen", options.gen, "The generated reports, by the same names"), "FILE")->required();
}

void add_reading(CLI::App& command, StageOptions& options) {
  add_own_terms(command, options.terms);
  add_threads(command, options.common);
  add_quiet(command, options.common);
}

void add_rewrite(Program& program, CLI::App& group) {
  auto options = std::make_shared<StageOptions>();
  options->out = "-";
  CLI::App& command = *group.add_subcommand("rewrite", "Stage 1: each report as atomic finding sentences");
  value_name(command.add_option("reports", options->in, "Reports: JSONL, JSON, CSV or TSV; - is standard input"),
             "FILE")
      ->required();
  value_name(
      command.add_option("-o,--out", options->out, "Write the rewritten reports here (default: standard output)"),
      "FILE");
  options->section.add_to(command);
  add_report_columns(command, options->columns);
  add_llm(command, options->llm);
  add_reading(command, *options);
  add_example(command, "fiducial radsem rewrite examples/ssree/reports.jsonl -o ref_rewritten.jsonl");
  command.callback([&program, options] { program.job = [options] { return rewrite(*options); }; });
}

void add_match(Program& program, CLI::App& group) {
  auto options = std::make_shared<StageOptions>();
  options->out = "-";
  CLI::App& command = *group.add_subcommand("match", "Stage 2: tags from two files of rewritten reports");
  add_sides(command, *options, "records with rewritten_report, whoever wrote it");
  value_name(command.add_option("-o,--out", options->out, "Write the tag records here (default: standard output)"),
             "FILE");
  add_policy(command, options->policy);
  command.add_option("--id-col", options->columns.name, "Column of the id (default: name, id, example_id, study_id)")
      ->type_name("NAME");
  add_llm(command, options->llm);
  add_reading(command, *options);
  add_example(command, "fiducial radsem match --ref ref_rewritten.jsonl --gen gen_rewritten.jsonl -o tags.jsonl");
  command.callback([&program, options] { program.job = [options] { return match(*options); }; });
}

void add_run(Program& program, CLI::App& group) {
  auto options = std::make_shared<StageOptions>();
  CLI::App& command = *group.add_subcommand("run", "All stages, from two files of reports to a folder of results");
  add_sides(command, *options, "JSONL, JSON, CSV or TSV");
  value_name(command.add_option("--out", options->out,
                                "Folder for ref_rewritten, gen_rewritten, tags and scores (.jsonl) and summary.json"),
             "DIR");
  add_overwrite(command, options->overwrite);
  add_policy(command, options->policy);
  command.add_option("--explain", options->explain, "Only show how this one case came to its score, for a person")
      ->type_name("NAME");
  options->section.add_to(command);
  add_report_columns(command, options->columns);
  add_llm(command, options->llm);
  add_resampling(command, options->resampling);
  add_reading(command, *options);
  add_example(command,
              "fiducial radsem run --ref examples/ssree/reports.jsonl --gen examples/ssree/reports_l2.jsonl --out run");
  command.callback([&program, options] { program.job = [options] { return run_stages(*options); }; });
}

}  // namespace

void add_radsem_stages(Program& program, CLI::App& group) {
  add_rewrite(program, group);
  add_match(program, group);
  add_run(program, group);
}

}  // namespace fiducial::cli
