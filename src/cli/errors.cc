// `fiducial errors`: which mistakes the candidates have, of which kind, how much each matters, and the worst cases.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "cli/app.h"
#include "cli/errors_tables.h"
#include "cli/errors_within.h"
#include "cli/explain_pair.h"
#include "cli/in_order.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/llm_run.h"
#include "cli/numbers.h"
#include "cli/own_terms.h"
#include "cli/progress.h"
#include "errors/assessor.h"
#include "explain/errors_json.h"

namespace fiducial::cli {
namespace {

struct ErrorsOptions {
  std::string pairs, json, cases, explain, text_column;
  io::PairColumns columns;
  std::size_t worst = 5, least = 5;
  bool within = false;
  SectionChoice section;
  TableFormat format = TableFormat::text;
  OwnTerms terms;
  Resampling resampling;
  Common common;

  bool stdout_is_taken() const { return json == "-" || cases == "-"; }
};

// What a pair gives: its account, and its line of --cases.
struct PairErrors {
  errors::Account account;
  std::string line;
};

// Where pairs come from, and how much of it was read: a share, or less than 0 if that cannot be told.
struct PairSource {
  std::function<bool(io::Pair&)> next;
  std::function<double()> fraction;
};

template <class Reader>
double fraction_of(const Reader& reader) {
  return reader.total_bytes() > 0 ? static_cast<double>(reader.bytes_read()) / static_cast<double>(reader.total_bytes())
                                  : -1.0;
}

struct Counted {
  errors::Tally tally;
  RowStore rows{kErrorColumns};  // of each pair, for the intervals
  std::vector<WorstCase> worst;  // heaviest first
};

void keep_worst(Counted& counted, io::Pair& pair, errors::Account& account, std::size_t most) {
  const double weight = account.missed + account.invented;
  if (most == 0 || weight <= 0) return;
  if (counted.worst.size() == most && counted.worst.back().weight >= weight) return;
  const auto at = std::upper_bound(counted.worst.begin(), counted.worst.end(), weight,
                                   [](double w, const WorstCase& other) { return w > other.weight; });
  counted.worst.insert(at, {pair.id, weight, std::move(account)});
  if (counted.worst.size() > most) counted.worst.pop_back();
}

Counted count(const ErrorsOptions& options, const PairSource& source, io::AtomicFile* cases) {
  Counted out;
  Progress bar("comparing", "pairs", 0, options.common.quiet);
  std::size_t done = 0;
  InOrder<io::Pair, PairErrors> work;
  work.next = [&](io::Pair& pair) {
    check_interrupt();
    return source.next(pair);
  };
  work.bytes = [](const io::Pair& pair) { return pair.reference.size() + pair.candidate.size(); };
  work.make_worker = [&]() -> std::function<PairErrors(const io::Pair&)> {
    const auto state = std::make_shared<errors::Assessor::State>(options.terms.lexicon);
    return [state, &options, with_line = cases != nullptr](const io::Pair& given) {
      io::Pair pair = given;
      options.section.apply(pair);
      state->run(pair.reference, pair.candidate, {pair.age, pair.indication});
      PairErrors errors_of_pair{state->account(pair.reference, pair.candidate), {}};
      if (options.within) errors::keep_disagreements(errors_of_pair.account);
      if (with_line) {
        io::Json record = explain::errors_record(pair, *state, errors_of_pair.account);
        if (options.within) record.erase("clinical");
        errors_of_pair.line = io::json_line(record);
      }
      return errors_of_pair;
    };
  };
  work.deliver = [&](io::Pair& pair, PairErrors& errors_of_pair) {
    if (cases != nullptr) cases->write(errors_of_pair.line);
    out.tally.add(errors_of_pair.account);
    out.rows.append(error_row(errors_of_pair.account));
    keep_worst(out, pair, errors_of_pair.account, options.worst);
    bar.at(++done, source.fraction());
  };
  work.run(options.common.threads);
  return out;
}

// Counts, writes and prints what there is of the pairs.
void report_errors(const ErrorsOptions& options, const PairSource& source, const std::function<std::size_t()>& failed) {
  std::optional<io::AtomicFile> cases;
  if (!options.cases.empty()) cases.emplace(options.cases);
  const Counted counted = count(options, source, cases ? &*cases : nullptr);
  if (counted.tally.reports == 0)
    throw InputError({options.pairs, 0, "",
                      options.within ? "expected reports with findings and an impression, found none"
                                     : "expected pairs to compare, found none that can be used"});
  const auto spread = error_intervals(counted.rows, resampling_with(options.resampling, options.common));
  const std::string signature =
      fmt::format("{}{}{}|version:{}", errors::signature(options.terms.lexicon.version()), options.section.signature(),
                  options.within ? "|within" : "", program_version());
  if (cases) cases->commit();
  if (!options.json.empty()) {
    io::Json summary = errors_json(counted.tally, spread, counted.worst, !options.within);
    summary["failed"] = failed();
    summary["bootstrap"] = json_resampling(options.resampling);
    summary["signature"] = signature;
    io::write_file(options.json, io::json_pretty(summary));
  }
  const Paint paint(!options.stdout_is_taken() && stdout_paint().on());
  const ErrorsShown how{options.least, options.resampling.confidence, options.format, !options.within,
                        signature + "\n"};
  print_result(errors_text(counted.tally, spread, counted.worst, how, paint), options.stdout_is_taken());
}

// Each report's impression against its findings.
int list_within(ErrorsOptions& options) {
  WithinReader reader(options.pairs, {options.columns.id, options.text_column});
  with_reasons_of(reader.reader(), [&] {
    report_errors(options,
                  {[&](io::Pair& pair) { return reader.next(pair); }, [&] { return fraction_of(reader.reader()); }},
                  [&] { return reader.reader().problem_count(); });
  });
  if (reader.without() > 0 && !options.common.quiet)
    note(fmt::format("--within: {} without findings or without an impression left out",
                     reader.without() == 1 ? "1 report" : with_commas(reader.without()) + " reports"));
  return list_failed(reader.reader().problems(), reader.reader().problem_count());
}

int list_errors(ErrorsOptions& options) {
  options.terms.load();
  options.columns.patient = true;
  if (options.within) return list_within(options);
  if (!options.explain.empty())
    return explain_pair(options.pairs, options.columns, options.explain, "clinical", options.section,
                        options.terms.lexicon);
  const PairsInput input(options.pairs, options.columns, false);
  io::PairReader reader = input.open();
  with_reasons_of(reader, [&] {
    report_errors(options, {[&](io::Pair& pair) { return reader.next(pair); }, [&] { return fraction_of(reader); }},
                  [&] { return reader.problem_count(); });
  });
  options.section.say(options.common.quiet);
  return list_failed(reader.problems(), reader.problem_count());
}

}  // namespace

void add_errors(Program& program) {
  auto options = std::make_shared<ErrorsOptions>();
  CLI::App& command = *program.app.add_subcommand(
      "errors", "Which mistakes the candidates have: by kind and significance, by finding, by body part, the worst");
  value_name(
      command.add_option("pairs", options->pairs, "Pairs: JSONL, JSON, CSV or TSV, gzip or not; - is standard input"),
      "FILE")
      ->required();
  value_name(command.add_option("--json", options->json, "Write all tables as JSON"), "FILE");
  value_name(
      command.add_option("--cases", options->cases, "Write each pair's errors as JSONL, in the order of the input"),
      "FILE");
  auto* explain = command.add_option("--explain", options->explain,
                                     "Only show the errors of this one pair and how its score came about");
  explain->type_name("ID");
  auto* within = command.add_flag("--within", options->within,
                                  "The file has reports: compare each one's impression with its own findings");
  within->excludes(explain);
  command.add_option("--worst", options->worst, "How many of the worst cases to show")
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--least", options->least, "By finding: only concepts that are said at least so often")
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--id-col", options->columns.id, "Column of the id (default: id, name, example_id, study_id)")
      ->type_name("NAME");
  command.add_option("--ref-col", options->columns.reference, "Column of the reference (as in 'score')")
      ->type_name("NAME");
  command.add_option("--cand-col", options->columns.candidate, "Column of the candidate (as in 'score')")
      ->type_name("NAME");
  command.add_option("--text-col", options->text_column, "With --within: column of the report (as in 'findings')")
      ->type_name("NAME")
      ->needs(within);
  options->section.add_to(command);
  command.get_option("--section")->excludes(within);
  add_table_format(command, options->format);
  add_resampling(command, options->resampling);
  add_own_terms(command, options->terms);
  add_own_significance(command, options->terms);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial errors examples/pairs.jsonl --cases cases.jsonl");
  command.callback([&program, options] { program.job = [options] { return list_errors(*options); }; });
}

}  // namespace fiducial::cli
