// `fiducial compare`: is one system better than another? Per-sample scores of two or more systems over the same ids in,
// differences with intervals and p-values out.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "cli/app.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/numbers.h"
#include "cli/progress.h"
#include "cli/suggest.h"
#include "fiducial/stats.h"
#include "score/score_file.h"

namespace fiducial::cli {
namespace {

struct CompareOptions {
  std::vector<std::string> files;
  std::string metrics, baseline, json;
  Resampling resampling;
  std::size_t trials = 10000;
  TableFormat format = TableFormat::text;
  Common common;
};

struct Systems {
  std::vector<ScoreFile> files;
  std::vector<std::string> names;  // the file's name without its ending; the whole path where two would be the same
  std::size_t baseline = 0;
  std::vector<std::string> ids;  // those that every file has, in the baseline's order
};

struct Comparison {
  std::string metric;
  std::size_t system = 0;
  SystemComparison with_baseline;
  double adjusted_p = 0;
};

std::vector<std::string> system_names(const std::vector<std::string>& paths) {
  std::map<std::string, int> uses;
  for (const std::string& path : paths) ++uses[std::filesystem::path(path).stem().string()];
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    const std::string stem = std::filesystem::path(path).stem().string();
    names.push_back(uses[stem] == 1 ? stem : path);
  }
  return names;
}

std::size_t baseline_among(const CompareOptions& options, const std::vector<std::string>& names) {
  if (options.baseline.empty()) return 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (options.baseline == names[i] || options.baseline == options.files[i]) return i;
  }
  throw UsageError(fmt::format("--baseline: expected one of {}, found '{}'.{}", fmt::join(names, ", "),
                               options.baseline, did_you_mean(options.baseline, names)));
}

// An id that not every file has is left out of the comparison and is one failed record of the file that lacks it.
void align(Systems& systems, io::ProblemLog& failed) {
  const auto lacks = [&](const ScoreFile& file, const std::string& id) {
    if (file.place.contains(id)) return false;
    failed.add({file.path, 0, id, "expected the same ids in every file, but this one is not here"});
    return true;
  };
  const ScoreFile& base = systems.files[systems.baseline];
  for (const std::string& id : base.ids) {
    bool everywhere = true;
    for (const ScoreFile& file : systems.files) everywhere = !lacks(file, id) && everywhere;
    if (everywhere) systems.ids.push_back(id);
  }
  for (const ScoreFile& file : systems.files) {
    for (const std::string& id : file.ids) (void)lacks(base, id);
  }
  if (systems.ids.empty()) {
    (void)list_failed(failed);
    throw InputError({base.path, 0, "", "expected ids that all files share, found none"});
  }
}

std::vector<std::string> metrics_of(const CompareOptions& options, const Systems& systems) {
  std::vector<std::string> shared;
  for (const std::string& column : systems.files.front().columns) {
    const bool everywhere = std::all_of(systems.files.begin(), systems.files.end(),
                                        [&](const ScoreFile& file) { return file.scores.contains(column); });
    if (everywhere) shared.push_back(column);
  }
  if (shared.empty())
    throw InputError({options.files.front(), 0, "", "expected a score that all files have, found none"});
  if (options.metrics.empty() || options.metrics == "all") return shared;
  std::vector<std::string> chosen;
  for (std::string& name : CLI::detail::split(options.metrics, ',')) {
    CLI::detail::trim(name);
    if (std::find(shared.begin(), shared.end(), name) == shared.end()) {
      throw UsageError(fmt::format("--metrics: '{}' is not in every file.{} All files have: {}", name,
                                   did_you_mean(name, shared), fmt::join(shared, ", ")));
    }
    chosen.push_back(name);
  }
  return chosen;
}

std::vector<double> scores_of(const Systems& systems, std::size_t system, const std::string& metric) {
  const ScoreFile& file = systems.files[system];
  std::vector<double> out;
  out.reserve(systems.ids.size());
  for (const std::string& id : systems.ids) out.push_back(file.at(metric, file.place.at(id)));
  return out;
}

Comparison compare_one(const Systems& systems, std::size_t system, const std::string& metric,
                       const CompareOptions& options) {
  const Resampling how = resampling_with(options.resampling, options.common);
  const std::vector<double> ours = scores_of(systems, system, metric);
  const std::vector<double> base = scores_of(systems, systems.baseline, metric);
  return {metric, system, compare_scores(ours, base, options.trials, how), 0};
}

std::vector<Comparison> compare_all(const Systems& systems, const std::vector<std::string>& metrics,
                                    const CompareOptions& options) {
  std::vector<Comparison> out;
  for (const std::string& metric : metrics) {
    for (std::size_t system = 0; system < systems.files.size(); ++system) {
      check_interrupt();
      if (system != systems.baseline) out.push_back(compare_one(systems, system, metric, options));
    }
  }
  std::vector<double> p;
  p.reserve(out.size());
  for (const Comparison& one : out) p.push_back(one.with_baseline.p);
  const std::vector<double> adjusted = stats::holm(p);
  for (std::size_t i = 0; i < out.size(); ++i) out[i].adjusted_p = adjusted[i];
  return out;
}

Table table_of(const Systems& systems, const std::vector<Comparison>& comparisons, double confidence) {
  const bool several = comparisons.size() > 1;
  std::vector<Column> heads{{"metric", Align::left},
                            {"system", Align::left},
                            {"mean"},
                            {"baseline"},
                            {"difference"},
                            {interval_head(confidence), Align::right, true},
                            {"p"}};
  if (several) heads.push_back({"p (Holm)"});
  heads.push_back({"n"});
  Table table(std::move(heads));
  for (const Comparison& one : comparisons) {
    std::vector<std::string> cells{one.metric,
                                   systems.names[one.system],
                                   shown(one.with_baseline.mean),
                                   shown(one.with_baseline.baseline_mean),
                                   fmt::format("{:+.4f}", one.with_baseline.difference),
                                   shown(one.with_baseline.interval),
                                   shown_p(one.with_baseline.p)};
    if (several) cells.push_back(shown_p(one.adjusted_p));
    cells.push_back(with_commas(one.with_baseline.n));
    table.add(std::move(cells));
  }
  return table;
}

io::Json summary_of(const Systems& systems, const std::vector<Comparison>& comparisons, const CompareOptions& options) {
  io::Json list = io::Json::array();
  for (const Comparison& one : comparisons) {
    list.push_back({{"metric", one.metric},
                    {"system", systems.names[one.system]},
                    {"n", one.with_baseline.n},
                    {"mean", json_number(one.with_baseline.mean)},
                    {"baseline_mean", json_number(one.with_baseline.baseline_mean)},
                    {"difference", json_number(one.with_baseline.difference)},
                    {"interval", json_interval(one.with_baseline.interval)},
                    {"p", json_number(one.with_baseline.p)},
                    {"p_holm", json_number(one.adjusted_p)}});
  }
  return {{"version", program_version()},
          {"baseline", systems.names[systems.baseline]},
          {"systems", systems.names},
          {"ids", systems.ids.size()},
          {"bootstrap", json_resampling(options.resampling)},
          {"randomization_trials", options.trials},
          {"comparisons", std::move(list)}};
}

int compare(const CompareOptions& options) {
  Systems systems;
  systems.names = system_names(options.files);
  systems.baseline = baseline_among(options, systems.names);
  io::ProblemLog failed;
  for (const std::string& path : options.files)
    systems.files.push_back(with_reasons(failed, [&] { return read_scores(open_input(path), failed); }));
  align(systems, failed);
  const auto comparisons = compare_all(systems, metrics_of(options, systems), options);
  const int code = list_failed(failed);
  if (!options.json.empty()) io::write_file(options.json, io::json_pretty(summary_of(systems, comparisons, options)));
  const Table table = table_of(systems, comparisons, options.resampling.confidence);
  const std::string title = "baseline: " + systems.names[systems.baseline];
  print_result(options.format == TableFormat::text ? title + "\n\n" + table.text(stdout_paint())
                                                   : written({{title, table}}, options.format, ""),
               options.json == "-");
  return code;
}

}  // namespace

void add_compare(Program& program) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App& command = *program.app.add_subcommand(
      "compare", "Compare systems by their per-sample scores: differences with intervals and p-values");
  value_name(command.add_option("files", options->files,
                                "Score files of two or more systems, as 'score --samples' writes them"),
             "FILE")
      ->required()
      ->expected(2, 1000);
  command
      .add_option("--metrics,-m", options->metrics,
                  "Scores to compare, comma-separated (default: all that every file has)")
      ->type_name("LIST");
  value_name(command.add_option("--baseline", options->baseline,
                                "The system that the others are compared with (default: the first)"),
             "FILE");
  value_name(command.add_option("--json", options->json, "Write the comparisons as JSON"), "FILE");
  command.add_option("--trials", options->trials, "Trials of the approximate randomization test")
      ->type_name("N")
      ->check(in_range(1, 1e8))
      ->capture_default_str();
  add_table_format(command, options->format);
  add_resampling(command, options->resampling);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial compare model-a.jsonl model-b.jsonl model-c.jsonl --metrics bleu4 --baseline model-a");
  command.callback([&program, options] { program.job = [options] { return compare(*options); }; });
}

}  // namespace fiducial::cli
