// `fiducial radsem score`: from RadSEM's tag records to scores, with the account of each. Also the place where the
// other stages of RadSEM join.
#include "fiducial/radsem.h"

#include <fmt/format.h>

#include <optional>

#include "cli/app.h"
#include "cli/explain_pair.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/numbers.h"
#include "cli/progress.h"
#include "cli/radsem_summary.h"
#include "explain/radsem_audit.h"
#include "fiducial/tag_reader.h"
#include "radsem/record_json.h"

namespace fiducial::cli {
namespace {

struct RadsemOptions {
  std::string tags, out, audit, json, explain;
  RadsemPolicy policy;
  Resampling resampling;
  Common common;
};

std::string signature(const RadsemOptions& options) {
  return fmt::format("radsem:tags|policy:{}|weights:{},{}|version:{}", options.policy.name, radsem::kAbnormalWeight,
                     radsem::kNormalWeight, program_version());
}

void summarize_cases(const RadsemOptions& options, const RadsemColumns& columns, std::size_t failed) {
  // Without -o the scores themselves are the result on standard output, and the table is a remark.
  const bool taken = options.out == "-" || options.audit == "-" || options.json == "-";
  const RadsemSummary summary =
      summarize_radsem(columns, failed, options.policy, signature(options),
                       resampling_with(options.resampling, options.common), !taken && stdout_paint().on());
  if (!options.json.empty()) io::write_file(options.json, io::json_pretty(summary.json));
  if (taken && options.common.quiet) return;
  print_result(summary.table, taken);
}

int score(const RadsemOptions& options) {
  radsem::TagReader reader(open_input(options.tags));
  io::AtomicFile scores(options.out);
  std::optional<io::AtomicFile> audits;
  if (!options.audit.empty()) audits.emplace(options.audit);
  Progress bar("scoring", "records", 0, options.common.quiet);
  RadsemColumns columns;
  radsem::Scorer scorer;
  const radsem::Policy policy = options.policy.chosen();
  radsem::Tag tag;
  while (reader.next(tag)) {
    check_interrupt();
    const radsem::CaseScore result = scorer.score(tag, policy);
    columns.add(result);
    scores.write(io::json_line({{"name", tag.name}, {"score", result.score}}));
    if (audits) audits->write(io::json_line(radsem::to_json(tag, radsem::score(tag, policy))));
    const auto total = static_cast<double>(reader.total_bytes());
    bar.at(columns.score.size(), total > 0 ? static_cast<double>(reader.bytes_read()) / total : -1.0);
  }
  bar.finish();
  const std::size_t failed = reader.problem_count();
  const int code = list_failed(reader.problems(), failed);
  if (columns.score.empty())
    throw InputError({options.tags, 0, "", "expected tag records, found none that can be used"});
  scores.commit();
  if (audits) audits->commit();
  summarize_cases(options, columns, failed);
  return code;
}

int explain(const RadsemOptions& options) {
  radsem::TagReader reader(open_input(options.tags));
  std::vector<std::string> names;
  radsem::Tag tag;
  while (reader.next(tag)) {
    check_interrupt();
    if (tag.name == options.explain) {
      emit(explain::explanation(tag, radsem::score(tag, options.policy.chosen()), stdout_paint()));
      return kDone;
    }
    if (names.size() < 100000) names.push_back(tag.name);
  }
  throw UsageError(missing_case(options.tags, options.explain, names));
}

}  // namespace

void add_radsem(Program& program) {
  auto options = std::make_shared<RadsemOptions>();
  CLI::App& group =
      *program.app.add_subcommand("radsem", "RadSEM: atomic findings, matched without contradiction, scored");
  group.require_subcommand(1);
  group.footer("Example:\n  fiducial radsem score examples/tags.jsonl -o scores.jsonl");
  add_radsem_stages(program, group);
  CLI::App& command =
      *group.add_subcommand("score", "Score tag records: one score a record, with the whole account on request");
  value_name(command.add_option("tags", options->tags, "Tag records (JSONL or JSON); - is standard input"), "FILE")
      ->required();
  add_policy(command, options->policy);
  value_name(
      command.add_option("-o,--out", options->out, "Write {\"name\",\"score\"} lines here (default: standard output)"),
      "FILE");
  value_name(command.add_option("--audit", options->audit, "Write the account of each record as JSONL"), "FILE");
  value_name(command.add_option("--json", options->json, "Write the summary as JSON"), "FILE");
  command.add_option("--explain", options->explain, "Only show how this one record came to its score, for a person")
      ->type_name("NAME");
  add_resampling(command, options->resampling);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial radsem score examples/tags.jsonl --explain part-and-whole");
  command.callback([&program, options] {
    if (options->out.empty()) options->out = "-";
    program.job = [options] { return options->explain.empty() ? score(*options) : explain(*options); };
  });
}

}  // namespace fiducial::cli
