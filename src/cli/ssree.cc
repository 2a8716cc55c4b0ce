// `fiducial ssree evaluate`: does a metric's score fall as a report gets worse? The paper's Tables 4, 5 and 6, its
// Figure 4, a breakdown by examination type, and the cases that were misordered.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "cli/app.h"
#include "cli/input.h"
#include "cli/llm_run.h"
#include "cli/metrics.h"
#include "cli/numbers.h"
#include "cli/own_terms.h"
#include "cli/progress.h"
#include "cli/section.h"
#include "cli/stress.h"
#include "fiducial/stats.h"
#include "ssree/ordering.h"

namespace fiducial::cli {
namespace {

using ssree::Judged;
using ssree::kLevels;
using ssree::Measures;
using ssree::OrderingResult;
using ssree::RewriteResult;

struct SsreeOptions {
  std::string data, metrics, json, svg, failures, scores, rewrites;
  std::string scores_column = "score";
  OwnTerms terms;
  lexical::Options lexical;
  Resampling resampling;
  TableFormat format = TableFormat::text;
  SectionChoice section;
  Common common;
};

std::vector<Heatmap> heatmaps_of(const std::vector<OrderingResult>& results) {
  std::vector<Heatmap> maps;
  for (const OrderingResult& result : results) {
    Heatmap map{result.judged->metric, {"L1", "L2", "L3", "L4", "L5"}, {"L1", "L2", "L3", "L4", "L5"}, {}};
    for (std::size_t i = 0; i < kLevels; ++i) {
      for (std::size_t j = 0; j < kLevels; ++j)
        map.cells.push_back(i == j ? std::numeric_limits<double>::quiet_NaN() : result.wins.at(i).at(j));
    }
    maps.push_back(std::move(map));
  }
  return maps;
}

std::string signature_text(const std::vector<OrderingResult>& results) {
  std::vector<std::string> all;
  all.reserve(results.size());
  for (const OrderingResult& result : results) all.push_back(result.judged->signature);
  return signatures_of(all);
}

// Tau is a coefficient, the rest are percentages.
std::string cell(const Measures& measures, std::size_t column) {
  const bool tau = column == 0;
  return with_interval(measures.values[column], measures.intervals[column], tau ? 1.0 : 100.0, tau ? 3 : 1);
}

// Columns `from` to `to` of the ordering measures, one row a metric.
std::string measures_table(const std::vector<OrderingResult>& results, const std::vector<std::string>& heads,
                           std::size_t from) {
  std::vector<Column> columns{{"metric", Align::left}};
  for (const std::string& head : heads) columns.push_back({head});
  Table table(std::move(columns));
  for (const OrderingResult& result : results) {
    std::vector<std::string> cells{result.judged->metric};
    for (std::size_t i = 0; i < heads.size(); ++i) cells.push_back(cell(result.all, from + i));
    table.add(std::move(cells));
  }
  return table.text(stdout_paint());
}

std::string types_table(const std::vector<OrderingResult>& results) {
  Table table({{"metric", Align::left},
               {"type", Align::left},
               {"Kendall tau-b"},
               {"all-pairs %"},
               {"adjacent %"},
               {"perfect %"},
               {"n"}});
  for (const OrderingResult& result : results) {
    bool first = true;
    for (const auto& [type, measures] : result.by_type) {
      table.add({first ? result.judged->metric : "", type, shown(measures.values[0], 3), percent(measures.values[1]),
                 percent(measures.values[2]), percent(measures.values[3]), with_commas(measures.n)});
      first = false;
    }
  }
  return table.empty() ? "" : table.text(stdout_paint());
}

std::string ordering_text(const std::vector<OrderingResult>& results, const Resampling& how) {
  const Paint paint = stdout_paint();
  std::string text = paint.bold(fmt::format("Ranking consistency, {} reports", with_commas(results.front().all.n)));
  if (how.resamples > 0) text += fmt::format(" ({}% intervals, bootstrap over reports)", how.confidence);
  text += "\n\n" + measures_table(results, {"Kendall tau-b", "all-pairs %", "adjacent %", "perfect chain %"}, 0);
  text += "\n" + paint.bold("Adjacent transitions") + "\n\n";
  text += measures_table(results, {"L1>L2 %", "L2>L3 %", "L3>L4 %", "L4>L5 %"}, 4);
  const std::string types = types_table(results);
  if (!types.empty()) text += "\n" + paint.bold("By examination type") + "\n\n" + types;
  text +=
      "\n" + paint.bold("Pairwise ordering") + ": % of reports in which the row's level scores above the column's\n\n";
  const std::vector<Heatmap> maps = heatmaps_of(results);
  text += heatmap_text(maps, paint) + "\n";
  return text + signature_text(results);
}

// All of it as one table: a row for all reports of a metric, and one for each type.
Table tidy_table(const std::vector<OrderingResult>& results) {
  constexpr const char* kHeads[] = {"tau-b",   "all-pairs %", "adjacent %", "perfect %",
                                    "L1>L2 %", "L2>L3 %",     "L3>L4 %",    "L4>L5 %"};
  std::vector<Column> columns{{"metric", Align::left}, {"type", Align::left}};
  for (const char* head : kHeads) {
    columns.push_back({head});
    columns.push_back({"interval", Align::right, true});
  }
  columns.push_back({"n"});
  Table table(std::move(columns));
  const auto add = [&](const std::string& metric, const std::string& type, const Measures& measures) {
    std::vector<std::string> cells{metric, type};
    for (std::size_t i = 0; i < std::size(kHeads); ++i) {
      const Interval& in = measures.intervals[i];
      cells.push_back(i == 0 ? shown(measures.values[i], 3) : percent(measures.values[i]));
      cells.push_back(i == 0 ? shown(in, 3) : percent(in));
    }
    cells.push_back(with_commas(measures.n));
    table.add(std::move(cells));
  };
  for (const OrderingResult& result : results) {
    add(result.judged->metric, "all", result.all);
    for (const auto& [type, measures] : result.by_type) add(result.judged->metric, type, measures);
  }
  return table;
}

Table rewrites_table(const std::vector<RewriteResult>& results, const Resampling& how) {
  Table table({{"metric", Align::left},
               {"total"},
               {"correct"},
               {"accuracy %"},
               {interval_head(how.confidence), Align::right, true}});
  for (const RewriteResult& result : results) {
    const double accuracy = stats::mean(result.correct);
    const auto correct = static_cast<std::size_t>(std::count(result.correct.begin(), result.correct.end(), 1.0));
    table.add({result.metric, with_commas(result.correct.size()), with_commas(correct), percent(accuracy, 2),
               percent(interval_of_mean(result.correct, how), 2)});
  }
  return table;
}

std::string rewrites_text(const std::vector<RewriteResult>& results, const Resampling& how) {
  return stdout_paint().bold("Synonymous above antonymous rewrites") + " (ties are failures)\n\n" +
         rewrites_table(results, how).text(stdout_paint());
}

io::Json json_of(const Measures& measures) {
  io::Json out{{"n", measures.n}};
  const auto columns = stats::ordering_columns(kLevels);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    out[columns[i]] = {{"value", json_number(measures.values[i])}, {"interval", json_interval(measures.intervals[i])}};
  }
  return out;
}

io::Json json_of(const OrderingResult& result) {
  io::Json types = io::Json::object();
  for (const auto& [type, measures] : result.by_type) types[type] = json_of(measures);
  io::Json wins = io::Json::array();
  for (const auto& row : result.wins) wins.push_back(row);
  return {{"metric", result.judged->metric},
          {"signature", result.judged->signature.empty() ? io::Json(nullptr) : io::Json(result.judged->signature)},
          {"all", json_of(result.all)},
          {"by_type", std::move(types)},
          {"heatmap", std::move(wins)}};
}

io::Json json_of(const RewriteResult& result, const Resampling& how) {
  return {{"metric", result.metric},
          {"total", result.correct.size()},
          {"correct", std::count(result.correct.begin(), result.correct.end(), 1.0)},
          {"accuracy", json_number(stats::mean(result.correct))},
          {"interval", json_interval(interval_of_mean(result.correct, how))}};
}

constexpr const char* kCaption = "% of reports in which the row's level scores strictly above the column's";

io::Json failure_of(const Judged& judged, std::size_t i, const ssree::Case& one, const stats::Ordering& ordering) {
  io::Json failed = io::Json::array();
  for (std::size_t k = 0; k + 1 < kLevels; ++k) {
    if (!ordering.transitions[k]) failed.push_back(fmt::format("L{}>L{}", k + 1, k + 2));
  }
  io::Json scores = io::Json::array();
  for (std::size_t k = 0; k < kLevels; ++k) scores.push_back(json_number(judged.scores[kLevels * i + k]));
  io::Json out{{"name", one.name},
               {"type", one.type},
               {"metric", judged.metric},
               {"scores", std::move(scores)},
               {"failed", std::move(failed)}};
  if (one.reference.empty()) return out;  // scores from a file, without the reports
  out["reference"] = one.reference;
  out["levels"] = one.levels;
  return out;
}

void write_failures(const std::string& path, const std::vector<Judged>& judged, const std::vector<ssree::Case>& cases) {
  io::AtomicFile file(path);
  for (const Judged& one : judged) {
    for (std::size_t i = 0; i < one.cases.size(); ++i) {
      const auto ordering = stats::ordering(std::span(one.scores).subspan(kLevels * i, kLevels));
      if (!ordering.perfect) file.write(io::json_line(failure_of(one, i, cases[one.cases[i]], ordering)));
    }
  }
  file.commit();
}

// Which metrics to run: those asked for; all if nothing else was asked for.
Metrics metrics_for(const SsreeOptions& options) {
  if (!options.metrics.empty()) return metrics_from(options.metrics, options.terms.lexicon, options.lexical);
  return options.scores.empty() ? metrics_from(all_metrics(), options.terms.lexicon, options.lexical) : Metrics();
}

std::vector<Judged> judge(const SsreeOptions& options, const Metrics& metrics, std::vector<ssree::Case>& cases,
                          io::ProblemLog& failed) {
  std::vector<Judged> judged;
  if (!options.data.empty()) {
    cases = with_reasons(failed, [&] { return ssree::read_cases(options.data, failed); });
    for (ssree::Case& one : cases) {
      options.section.apply(one.reference);
      for (std::string& level : one.levels) options.section.apply(level);
    }
    options.section.say(options.common.quiet);
    if (!metrics.empty()) {
      with_scoring(kLevels * cases.size(), options.common,
                   [&](const ssree::Scoring& how) { judged = ssree::judge_metrics(cases, metrics, how); });
      for (Judged& one : judged) one.signature += options.section.signature();
    }
  }
  if (!options.scores.empty())
    judged.push_back(with_reasons(
        failed, [&] { return ssree::judge_file(open_input(options.scores), options.scores_column, cases, failed); }));
  return judged;
}

// A metric that observed one corpus must not mix it with another: the rewrites get metrics of their own.
std::vector<RewriteResult> judge_rewrites(const SsreeOptions& options, const Metrics& metrics, io::ProblemLog& failed) {
  if (options.rewrites.empty()) return {};
  const Metrics fresh =
      metrics.empty() ? metrics_from(all_metrics(), options.terms.lexicon, options.lexical) : metrics_for(options);
  const std::vector<ssree::Rewrite> rewrites =
      with_reasons(failed, [&] { return ssree::read_rewrites(open_input(options.rewrites), failed); });
  std::vector<RewriteResult> out;
  with_scoring(2 * rewrites.size(), options.common,
               [&](const ssree::Scoring& how) { out = ssree::judge_rewrites(rewrites, fresh, how); });
  return out;
}

io::Json ssree_summary(const std::vector<OrderingResult>& results, const std::vector<RewriteResult>& rewrites,
                       std::size_t failed, const Resampling& how) {
  io::Json summary{{"version", program_version()}, {"failed", failed}, {"bootstrap", json_resampling(how)}};
  summary["metrics"] = io::Json::array();
  for (const OrderingResult& result : results) summary["metrics"].push_back(json_of(result));
  if (!rewrites.empty()) summary["rewrites"] = io::Json::array();
  for (const RewriteResult& result : rewrites) summary["rewrites"].push_back(json_of(result, how));
  return summary;
}

std::string ssree_text(const SsreeOptions& options, const std::vector<OrderingResult>& results,
                       const std::vector<RewriteResult>& rewrites, const Resampling& how) {
  if (options.format != TableFormat::text) {
    std::vector<TitledTable> tables;
    if (!results.empty()) tables.push_back({"Ranking consistency", tidy_table(results)});
    if (!rewrites.empty()) tables.push_back({"Synonymous above antonymous rewrites", rewrites_table(rewrites, how)});
    return written(tables, options.format, signature_text(results));
  }
  std::string text = results.empty() ? "" : ordering_text(results, how);
  if (!rewrites.empty()) text += (text.empty() ? "" : "\n") + rewrites_text(rewrites, how);
  return text;
}

void check_ssree(const SsreeOptions& options) {
  const bool levels = !options.data.empty() || !options.scores.empty();
  if (!levels && options.rewrites.empty()) {
    throw UsageError("expected --data DIR, --scores FILE or --rewrites FILE; see 'fiducial ssree evaluate --help'");
  }
  if (options.format == TableFormat::csv && levels && !options.rewrites.empty())
    throw UsageError("--csv: expected levels or --rewrites, found both, which are two tables; ask for one at a time");
}

int evaluate_ssree(SsreeOptions& options) {
  check_ssree(options);
  options.terms.load();
  const Resampling how = resampling_with(options.resampling, options.common);
  const Metrics metrics = metrics_for(options);
  io::ProblemLog failed;
  std::vector<ssree::Case> cases;
  const std::vector<Judged> judged = judge(options, metrics, cases, failed);
  std::vector<OrderingResult> results;
  results.reserve(judged.size());
  for (const Judged& one : judged) results.push_back(ssree::result_of(one, cases, how));
  const std::vector<RewriteResult> rewrites = judge_rewrites(options, metrics, failed);
  const int code = list_failed(failed);
  if (!options.json.empty())
    io::write_file(options.json, io::json_pretty(ssree_summary(results, rewrites, failed.count(), how)));
  if (!options.failures.empty()) write_failures(options.failures, judged, cases);
  if (!options.svg.empty() && !results.empty()) write_heatmaps(options.svg, heatmaps_of(results), kCaption);
  print_result(ssree_text(options, results, rewrites, how), options.json == "-" || options.failures == "-");
  return code;
}

}  // namespace

void add_ssree(Program& program) {
  auto options = std::make_shared<SsreeOptions>();
  CLI::App& group = *program.app.add_subcommand("ssree", "SSREE: does a metric fall as reports get worse?");
  group.require_subcommand(1);
  group.footer("Example:\n  fiducial ssree evaluate --data examples/ssree");
  add_ssree_build(program, group);
  CLI::App& command =
      *group.add_subcommand("evaluate", "Judge metrics, or scores from a file, on five levels of corruption");
  value_name(command.add_option("--data", options->data,
                                "Folder with NAME.jsonl and NAME_l1.jsonl to NAME_l5.jsonl (SSREE: sample)"),
             "DIR");
  add_metrics(command, options->metrics, "all; none with --scores");
  value_name(command.add_option(
                 "--scores", options->scores,
                 "Judge these scores: JSONL {\"name\",\"level\",\"score\"} or {\"id\":\"name|level\",\"score\"}"),
             "FILE");
  command.add_option("--scores-col", options->scores_column, "The field of --scores that holds the score")
      ->type_name("NAME")
      ->capture_default_str();
  value_name(command.add_option("--rewrites", options->rewrites,
                                "Also compare rewrites: JSONL {\"original\",\"synonymous\",\"antonymous\"}"),
             "FILE");
  value_name(command.add_option("--json", options->json, "Write all results as JSON"), "FILE");
  value_name(
      command.add_option("--svg", options->svg, "Write the heatmaps: all into one file, or one each into a folder"),
      "FILE");
  value_name(
      command.add_option("--failures", options->failures, "Write each misordered case, with its texts, as JSONL"),
      "FILE");
  add_embedded_only(command, "score the levels with 'fiducial score --engine llm', and judge those scores by --scores");
  options->section.add_to(command);
  add_table_format(command, options->format);
  add_own_terms(command, options->terms);
  add_lexical_options(command, options->lexical);
  add_resampling(command, options->resampling);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial ssree evaluate --data examples/ssree --metrics bleu,rougeL --svg heatmaps.svg");
  command.callback([&program, options] { program.job = [options] { return evaluate_ssree(*options); }; });
}

}  // namespace fiducial::cli
