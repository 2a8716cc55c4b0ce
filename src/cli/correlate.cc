// `fiducial correlate`: do scores go with what people say? Per-sample scores and human ratings (or counts of errors)
// in, Kendall's, Pearson's and Spearman's correlation with bootstrap intervals out, and a scatter plot.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cli/app.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/numbers.h"
#include "cli/scatter.h"
#include "cli/suggest.h"
#include "fiducial/stats.h"
#include "io/show.h"
#include "score/score_file.h"

namespace fiducial::cli {
namespace {

struct CorrelateOptions {
  std::vector<std::string> files;
  std::string ratings, rating = "rating", metrics, json, svg;
  Resampling resampling;
  TableFormat format = TableFormat::text;
  Common common;
};

struct Correlation {
  std::string metric;
  std::vector<double> ratings, scores;  // of the samples that have both
  Correlations of;
};

// A number, or the mean of a list of numbers (several raters); NaN for anything else.
double rating_of(const io::Json* value) {
  if (value == nullptr) return std::numeric_limits<double>::quiet_NaN();
  if (value->is_number()) return value->get<double>();
  if (value->is_string()) {  // CSV
    const std::string& text = value->get_ref<const std::string&>();
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0' ? number : std::numeric_limits<double>::quiet_NaN();
  }
  double sum = 0;
  std::size_t count = 0;
  if (value->is_array()) {
    for (const io::Json& one : *value) {
      if (!one.is_number()) return std::numeric_limits<double>::quiet_NaN();
      sum += one.get<double>();
      ++count;
    }
  }
  return count > 0 ? sum / static_cast<double>(count) : std::numeric_limits<double>::quiet_NaN();
}

std::unordered_map<std::string, double> read_ratings(const CorrelateOptions& options, io::ProblemLog& failed) {
  io::RecordReader reader(open_input(options.ratings));
  std::unordered_map<std::string, double> out;
  io::Record record;
  std::vector<std::string> fields;
  while (reader.next(record)) {
    if (fields.empty()) {
      for (const auto& [name, value] : record.fields.items()) fields.push_back(name);
    }
    const std::string id = record.id();
    const double value = rating_of(record.find(options.rating));
    if (id.empty() || std::isnan(value)) {
      reader.reject(record, fmt::format("expected an id and a number in '{}', found none", options.rating), id);
    } else if (!out.emplace(id, value).second) {
      reader.reject(record, "expected each id once, found it again", id);
    }
  }
  if (out.empty()) {
    throw UsageError(fmt::format("--rating: no record of {} has an id and a number in '{}'; the record has {}.{}",
                                 options.ratings, options.rating, io::show_columns(fields),
                                 did_you_mean(options.rating, fields)));
  }
  failed.add(reader.problems(), reader.problem_count());
  return out;
}

Correlation correlate_one(const std::string& metric, const ScoreFile& file,
                          const std::unordered_map<std::string, double>& ratings, const Resampling& how) {
  Correlation out{metric, {}, {}, {}};
  for (std::size_t i = 0; i < file.ids.size(); ++i) {
    const auto rating = ratings.find(file.ids[i]);
    const double score = file.at(metric, i);
    if (rating == ratings.end() || std::isnan(score)) continue;
    out.ratings.push_back(rating->second);
    out.scores.push_back(score);
  }
  out.of = correlate(out.scores, out.ratings, how);
  return out;
}

// The scores asked for, each with the file that has it.
std::vector<std::pair<std::string, const ScoreFile*>> chosen(const CorrelateOptions& options,
                                                             const std::vector<ScoreFile>& files) {
  std::vector<std::pair<std::string, const ScoreFile*>> all;
  std::vector<std::string> names;
  for (const ScoreFile& file : files) {
    for (const std::string& column : file.columns) {
      if (column == options.rating) continue;
      all.emplace_back(column, &file);
      names.push_back(column);
    }
  }
  if (options.metrics.empty() || options.metrics == "all") return all;
  std::vector<std::pair<std::string, const ScoreFile*>> out;
  for (std::string& name : CLI::detail::split(options.metrics, ',')) {
    CLI::detail::trim(name);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      throw UsageError(fmt::format("--metrics: '{}' is in none of the files.{} They have: {}", name,
                                   did_you_mean(name, names), fmt::join(names, ", ")));
    }
    out.push_back(all[static_cast<std::size_t>(found - names.begin())]);
  }
  return out;
}

io::Json summary_of(const std::vector<Correlation>& list, const CorrelateOptions& options) {
  io::Json metrics = io::Json::array();
  for (const Correlation& one : list) {
    io::Json entry{{"metric", one.metric}, {"n", one.scores.size()}};
    for (std::size_t k = 0; k < Correlations::kNames.size(); ++k) {
      entry[Correlations::kNames[k]] = {{"value", json_number(one.of.values[k])},
                                        {"interval", json_interval(one.of.intervals[k])}};
    }
    metrics.push_back(std::move(entry));
  }
  return {{"version", program_version()},
          {"rating", options.rating},
          {"bootstrap", json_resampling(options.resampling)},
          {"correlations", std::move(metrics)}};
}

int run_correlate(CorrelateOptions& options) {
  if (options.ratings.empty()) options.ratings = options.files.front();
  io::ProblemLog failed;
  const auto ratings = read_ratings(options, failed);
  std::vector<ScoreFile> files;
  for (const std::string& path : options.files)
    files.push_back(with_reasons(failed, [&] { return read_scores(open_input(path), failed); }));
  for (const ScoreFile& file : files) {
    for (const std::string& id : file.ids) {
      if (!ratings.contains(id)) failed.add({file.path, 0, id, "expected a rating of every sample, but it has none"});
    }
  }
  std::vector<Correlation> list;
  std::vector<Scatter> panels;
  Table table({{"metric", Align::left},
               {"Kendall"},
               {interval_head(options.resampling.confidence), Align::right, true},
               {"Pearson"},
               {"interval", Align::right, true},
               {"Spearman"},
               {"interval", Align::right, true},
               {"n"}});
  for (const auto& [metric, file] : chosen(options, files)) {
    check_interrupt();
    list.push_back(correlate_one(metric, *file, ratings, resampling_with(options.resampling, options.common)));
    const Correlation& one = list.back();
    std::vector<std::string> cells{metric};
    for (std::size_t k = 0; k < Correlations::kNames.size(); ++k) {
      cells.push_back(shown(one.of.values[k], 3));
      cells.push_back(shown(one.of.intervals[k], 3));
    }
    cells.push_back(fmt::format("{}", one.scores.size()));
    table.add(std::move(cells));
    panels.push_back(
        {metric, fmt::format("tau {:.2f}, r {:.2f}", one.of.values[0], one.of.values[1]), one.ratings, one.scores});
  }
  if (!options.svg.empty()) io::write_file(options.svg, scatter_svg(panels, options.rating));
  if (!options.json.empty()) io::write_file(options.json, io::json_pretty(summary_of(list, options)));
  const bool taken = options.json == "-" || options.svg == "-";
  print_result(options.format == TableFormat::text ? table.text(Paint(!taken && stdout_paint().on()))
                                                   : written({{"", table}}, options.format, ""),
               taken);
  return list_failed(failed);
}

}  // namespace

void add_correlate(Program& program) {
  auto options = std::make_shared<CorrelateOptions>();
  CLI::App& command = *program.app.add_subcommand(
      "correlate", "Correlate scores with human ratings or error counts: coefficients with intervals");
  value_name(command.add_option("scores", options->files, "Score files, as 'score --samples' writes them"), "FILE")
      ->required()
      ->expected(1, 1000);
  value_name(command.add_option("--ratings", options->ratings, "Ratings by id (default: in the first score file)"),
             "FILE");
  command.add_option("--rating", options->rating, "Column of the rating: a number, or a list of several raters'")
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("--metrics,-m", options->metrics, "Scores to correlate, comma-separated (default: all)")
      ->type_name("LIST");
  value_name(command.add_option("--svg", options->svg, "Draw scores against ratings, a panel a metric"), "FILE");
  value_name(command.add_option("--json", options->json, "Write the correlations as JSON"), "FILE");
  add_table_format(command, options->format);
  add_resampling(command, options->resampling);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial correlate samples.jsonl --ratings ratings.csv --rating errors --svg scatter.svg");
  command.callback([&program, options] { program.job = [options] { return run_correlate(*options); }; });
}

}  // namespace fiducial::cli
