// `fiducial ssree evaluate`: does a metric's score fall as a report gets worse? The paper's Tables 4, 5 and 6, its
// Figure 4, a breakdown by examination type, and the cases that were misordered.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "cli/app.h"
#include "cli/heatmap.h"
#include "cli/llm_run.h"
#include "cli/metrics.h"
#include "cli/numbers.h"
#include "cli/progress.h"
#include "cli/ssree_data.h"
#include "fiducial/stats.h"

namespace fiducial::cli {
namespace {

struct SsreeOptions {
  std::string data, metrics, json, svg, failures, scores, rewrites;
  std::string scores_column = "score";
  Resampling resampling;
  Common common;
};

// The ordering measures over some reports, in the order of stats::ordering_columns.
struct Measures {
  std::size_t n = 0;
  std::vector<double> values;
  std::vector<Interval> intervals;
};

struct TypeMeasures {
  std::string type;
  Measures measures;
};

struct MetricResult {
  const Judged* judged;
  Measures all;
  std::vector<TypeMeasures> by_type;
  Heatmap heatmap;
};

Measures measure(const std::vector<double>& scores, const Resampling& how) {
  const std::size_t width = stats::ordering_width(kLevels);
  const std::vector<double> rows = stats::ordering_rows(scores, kLevels);
  Measures out{scores.size() / kLevels, std::vector<double>(width, 0.0), {}};
  for (std::size_t i = 0; i < rows.size(); ++i) out.values[i % width] += rows[i] / static_cast<double>(out.n);
  out.intervals = intervals({rows, width}, width, stats::means_of_sums, how);
  return out;
}

std::vector<TypeMeasures> measure_types(const Judged& judged, const std::vector<SsreeCase>& cases,
                                        const Resampling& how) {
  std::map<std::string, std::vector<double>> scores;
  for (std::size_t i = 0; i < judged.cases.size(); ++i) {
    auto& list = scores[cases[judged.cases[i]].type];
    for (std::size_t k = 0; k < kLevels; ++k) list.push_back(judged.scores[kLevels * i + k]);
  }
  std::vector<TypeMeasures> out;
  for (const auto& [type, list] : scores) {
    if (!type.empty()) out.push_back({type, measure(list, how)});
  }
  return out;
}

MetricResult result_of(const Judged& judged, const std::vector<SsreeCase>& cases, const Resampling& how) {
  MetricResult out{&judged, measure(judged.scores, how), measure_types(judged, cases, how), {judged.metric, {}}};
  const auto wins = stats::ordering_heatmap(judged.scores, kLevels);
  for (std::size_t i = 0; i < kLevels * kLevels; ++i) out.heatmap.wins.at(i / kLevels).at(i % kLevels) = wins[i];
  return out;
}

std::vector<Heatmap> heatmaps_of(const std::vector<MetricResult>& results) {
  std::vector<Heatmap> maps;
  maps.reserve(results.size());
  for (const MetricResult& result : results) maps.push_back(result.heatmap);
  return maps;
}

// One measure and its interval in brackets: "97.8 [97.2, 98.3]"; tau is a coefficient, the rest are percentages.
std::string cell(const Measures& measures, std::size_t column) {
  const bool tau = column == 0;
  const double scale = tau ? 1.0 : 100.0;
  const int digits = tau ? 3 : 1;
  const Interval& interval = measures.intervals[column];
  std::string text = shown(scale * measures.values[column], digits);
  if (interval.low <= interval.high) {
    text += fmt::format(" [{:.{}f}, {:.{}f}]", scale * interval.low, digits, scale * interval.high, digits);
  }
  return text;
}

// Columns `from` to `to` of the ordering measures, one row a metric.
std::string measures_table(const std::vector<MetricResult>& results, const std::vector<std::string>& heads,
                           std::size_t from) {
  std::vector<Column> columns{{"metric", Align::left}};
  for (const std::string& head : heads) columns.push_back({head});
  Table table(std::move(columns));
  for (const MetricResult& result : results) {
    std::vector<std::string> cells{result.judged->metric};
    for (std::size_t i = 0; i < heads.size(); ++i) cells.push_back(cell(result.all, from + i));
    table.add(std::move(cells));
  }
  return table.text(stdout_paint());
}

std::string types_table(const std::vector<MetricResult>& results) {
  Table table({{"metric", Align::left},
               {"type", Align::left},
               {"Kendall tau-b"},
               {"all-pairs %"},
               {"adjacent %"},
               {"perfect %"},
               {"n"}});
  for (const MetricResult& result : results) {
    bool first = true;
    for (const auto& [type, measures] : result.by_type) {
      table.add({first ? result.judged->metric : "", type, shown(measures.values[0], 3), percent(measures.values[1]),
                 percent(measures.values[2]), percent(measures.values[3]), with_commas(measures.n)});
      first = false;
    }
  }
  return table.empty() ? "" : table.text(stdout_paint());
}

std::string ordering_text(const std::vector<MetricResult>& results, const Resampling& how) {
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
  std::string last;  // the columns of one metric share its signature
  for (const MetricResult& result : results) {
    if (!result.judged->signature.empty() && result.judged->signature != last) text += result.judged->signature + "\n";
    last = result.judged->signature;
  }
  return text;
}

std::string rewrites_text(const std::vector<RewriteResult>& results, const Resampling& how) {
  Table table({{"metric", Align::left}, {"total"}, {"correct"}, {"accuracy %"}, {interval_head(how.confidence)}});
  for (const RewriteResult& result : results) {
    const double accuracy = stats::mean(result.correct);
    const auto correct = static_cast<std::size_t>(std::count(result.correct.begin(), result.correct.end(), 1.0));
    table.add({result.metric, with_commas(result.correct.size()), with_commas(correct), percent(accuracy, 2),
               percent(interval_of_mean(result.correct, how), 2)});
  }
  return stdout_paint().bold("Synonymous above antonymous rewrites") + " (ties are failures)\n\n" +
         table.text(stdout_paint());
}

io::Json json_of(const Measures& measures) {
  io::Json out{{"n", measures.n}};
  const auto columns = stats::ordering_columns(kLevels);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    out[columns[i]] = {{"value", json_number(measures.values[i])}, {"interval", json_interval(measures.intervals[i])}};
  }
  return out;
}

io::Json json_of(const MetricResult& result) {
  io::Json types = io::Json::object();
  for (const auto& [type, measures] : result.by_type) types[type] = json_of(measures);
  io::Json wins = io::Json::array();
  for (const auto& row : result.heatmap.wins) wins.push_back(row);
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

// A name that is safe as a file's: metrics have letters, digits and dots, but a score file may be named anything.
std::string file_name_of(const std::string& metric) {
  std::string out;
  for (const char c : metric) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    out += plain ? c : '_';
  }
  return out;
}

constexpr const char* kCaption = "% of reports in which the row's level scores strictly above the column's";

// A folder gets one picture a metric; a file gets all of them as panels.
void write_svg(const std::string& where, const std::vector<MetricResult>& results) {
  const std::vector<Heatmap> maps = heatmaps_of(results);
  if (!where.ends_with("/") && !std::filesystem::is_directory(where)) {
    io::write_file(where, heatmap_svg(maps, kCaption));
    return;
  }
  std::error_code ignored;  // what is wrong shows when the first file is written
  std::filesystem::create_directories(where, ignored);
  for (const Heatmap& map : maps) {
    const auto path = std::filesystem::path(where) / fmt::format("heatmap-{}.svg", file_name_of(map.title));
    io::write_file(path.string(), heatmap_svg({map}, kCaption));
  }
}

io::Json failure_of(const Judged& judged, std::size_t i, const SsreeCase& one, const stats::Ordering& ordering) {
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

void write_failures(const std::string& path, const std::vector<Judged>& judged, const std::vector<SsreeCase>& cases) {
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
  if (!options.metrics.empty()) return metrics_from(options.metrics);
  return options.scores.empty() ? metrics_from(all_metrics()) : Metrics();
}

std::vector<Judged> judge(const SsreeOptions& options, const Metrics& metrics, std::vector<SsreeCase>& cases,
                          io::ProblemLog& failed) {
  std::vector<Judged> judged;
  if (!options.data.empty()) {
    cases = read_cases(options.data, failed);
    if (!metrics.empty()) judged = judge_metrics(cases, metrics, options.common);
  }
  if (!options.scores.empty()) judged.push_back(judge_file(options.scores, options.scores_column, cases, failed));
  return judged;
}

int evaluate_ssree(const SsreeOptions& options) {
  if (options.data.empty() && options.scores.empty() && options.rewrites.empty()) {
    throw UsageError("expected --data DIR, --scores FILE or --rewrites FILE; see 'fiducial ssree evaluate --help'");
  }
  const Resampling how = resampling_with(options.resampling, options.common);
  const Metrics metrics = metrics_for(options);
  io::ProblemLog failed;
  std::vector<SsreeCase> cases;
  const std::vector<Judged> judged = judge(options, metrics, cases, failed);
  std::vector<MetricResult> results;
  results.reserve(judged.size());
  for (const Judged& one : judged) results.push_back(result_of(one, cases, how));
  std::vector<RewriteResult> rewrites;
  // A metric that observed one corpus must not mix it with another: the rewrites get metrics of their own.
  if (!options.rewrites.empty()) {
    const Metrics fresh = metrics.empty() ? metrics_from(all_metrics()) : metrics_for(options);
    rewrites = judge_rewrites(read_rewrites(options.rewrites, failed), fresh, options.common);
  }

  const int code = list_failed(failed);
  if (!options.json.empty()) {
    io::Json summary{{"version", program_version()}, {"failed", failed.count()}, {"bootstrap", json_resampling(how)}};
    summary["metrics"] = io::Json::array();
    for (const MetricResult& result : results) summary["metrics"].push_back(json_of(result));
    if (!rewrites.empty()) summary["rewrites"] = io::Json::array();
    for (const RewriteResult& result : rewrites) summary["rewrites"].push_back(json_of(result, how));
    io::write_file(options.json, io::json_pretty(summary));
  }
  if (!options.failures.empty()) write_failures(options.failures, judged, cases);
  if (!options.svg.empty() && !results.empty()) write_svg(options.svg, results);
  std::string text = results.empty() ? "" : ordering_text(results, how);
  if (!rewrites.empty()) text += (text.empty() ? "" : "\n") + rewrites_text(rewrites, how);
  print_result(text, options.json == "-" || options.failures == "-");
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
  takes(command.add_option("--data", options->data,
                           "Folder with NAME.jsonl and NAME_l1.jsonl to NAME_l5.jsonl (SSREE: sample)"),
        "DIR");
  add_metrics(command, options->metrics, "all; none with --scores");
  takes(command.add_option(
            "--scores", options->scores,
            "Judge these scores: JSONL {\"name\",\"level\",\"score\"} or {\"id\":\"name|level\",\"score\"}"),
        "FILE");
  command.add_option("--scores-col", options->scores_column, "The field of --scores that holds the score")
      ->type_name("NAME")
      ->capture_default_str();
  takes(command.add_option("--rewrites", options->rewrites,
                           "Also compare rewrites: JSONL {\"original\",\"synonymous\",\"antonymous\"}"),
        "FILE");
  takes(command.add_option("--json", options->json, "Write all results as JSON"), "FILE");
  takes(command.add_option("--svg", options->svg, "Write the heatmaps: all into one file, or one each into a folder"),
        "FILE");
  takes(command.add_option("--failures", options->failures, "Write each misordered case, with its texts, as JSONL"),
        "FILE");
  add_embedded_only(command, "score the levels with 'fiducial score --engine llm', and judge those scores by --scores");
  add_resampling(command, options->resampling);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial ssree evaluate --data examples/ssree --metrics bleu,rougeL --svg heatmaps.svg");
  command.callback([&program, options] { program.job = [options] { return evaluate_ssree(*options); }; });
}

}  // namespace fiducial::cli
