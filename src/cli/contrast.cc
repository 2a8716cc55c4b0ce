// `fiducial contrast evaluate`: which kinds of clinical error can a metric tell from other words for the same? Minimal
// pairs in, what is told apart by kind out, for our metrics and for any other program's scores.
#include "ssree/contrast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "cli/app.h"
#include "cli/input.h"
#include "cli/llm_run.h"
#include "cli/metrics.h"
#include "cli/numbers.h"
#include "cli/own_terms.h"
#include "cli/progress.h"
#include "cli/section.h"
#include "cli/stress.h"

namespace fiducial::cli {
namespace {

using ssree::Contrasted;
using ssree::ContrastMeasures;
using ssree::ContrastResult;
using ssree::MinimalPair;

struct ContrastOptions {
  std::string pairs, metrics, scores, json, svg, failures;
  OwnTerms terms;
  SectionChoice section;
  Resampling resampling;
  TableFormat format = TableFormat::text;
  Common common;

  bool stdout_is_taken() const { return json == "-" || svg == "-" || failures == "-"; }
};

std::vector<Contrasted> contrast_all(ContrastOptions& options, const std::vector<MinimalPair>& pairs,
                                     io::ProblemLog& failed) {
  std::vector<Contrasted> out;
  if (!options.metrics.empty() || options.scores.empty()) {
    const fiducial::Lexicon& with = options.terms.lexicon;
    const Metrics metrics =
        options.metrics.empty() ? metrics_from(all_metrics(), with) : metrics_from(options.metrics, with);
    with_scoring(2 * pairs.size(), options.common,
                 [&](const ssree::Scoring& how) { out = ssree::contrast_metrics(pairs, metrics, how); });
  }
  if (!options.scores.empty()) {
    auto scored = with_reasons(
        failed, [&] { return ssree::contrast_file(read_scores(open_input(options.scores), failed), pairs, failed); });
    for (Contrasted& one : scored) out.push_back(std::move(one));
  }
  return out;
}

bool any_names(const std::vector<ContrastResult>& results) {
  return std::any_of(results.begin(), results.end(),
                     [](const ContrastResult& result) { return !result.contrasted->named.empty(); });
}

// One row a metric, for a person: each measure with its interval in brackets.
std::string measures_text(const std::vector<ContrastResult>& results, const Paint& paint) {
  std::vector<Column> columns{{"metric", Align::left}, {"told apart %"}, {"auc %"}, {"mean of same"}, {"mean fall"}};
  const bool names = any_names(results);
  if (names) columns.push_back({"kind named %"});
  Table table(std::move(columns));
  for (const ContrastResult& result : results) {
    const ContrastMeasures& all = result.all;
    std::vector<std::string> cells{
        result.contrasted->metric, with_interval(all.told_apart.value, all.told_apart.interval, 100, 1),
        with_interval(all.auc.value, all.auc.interval, 100, 1), with_interval(all.same.value, all.same.interval, 1, 3),
        with_interval(all.fall.value, all.fall.interval, 1, 3)};
    if (names) cells.push_back(with_interval(all.named.value, all.named.interval, 100, 1));
    table.add(std::move(cells));
  }
  return table.text(paint);
}

// Kinds against metrics: the share told apart.
Heatmap kinds_map(const std::vector<ContrastResult>& results) {
  Heatmap map{"", {}, {}, {}};
  std::set<std::string> kinds;
  for (const ContrastResult& result : results) {
    map.columns.push_back(result.contrasted->metric);
    for (const ssree::GroupMeasures& one : result.by_kind) kinds.insert(one.group);
  }
  for (const std::string& kind : kinds) {
    map.rows.push_back(kind);
    for (const ContrastResult& result : results) {
      const auto found = std::find_if(result.by_kind.begin(), result.by_kind.end(),
                                      [&](const ssree::GroupMeasures& one) { return one.group == kind; });
      map.cells.push_back(found == result.by_kind.end() ? kUndefined : found->measures.told_apart.value);
    }
  }
  return map;
}

// All of it as one table: a row for all pairs of a metric, then one for each kind.
Table contrast_table(const std::vector<ContrastResult>& results) {
  const bool names = any_names(results);
  std::vector<Column> columns{{"metric", Align::left}, {"kind", Align::left}};
  const auto measure = [&](const char* head) {
    columns.push_back({head});
    columns.push_back({"interval", Align::right, true});
  };
  for (const char* head : {"told apart %", "auc %", "mean of same", "mean fall"}) measure(head);
  if (names) measure("kind named %");
  columns.push_back({"n"});
  Table table(std::move(columns));
  const auto add = [&](const std::string& metric, const std::string& kind, const ContrastMeasures& m) {
    std::vector<std::string> cells{metric,
                                   kind,
                                   percent(m.told_apart.value),
                                   percent(m.told_apart.interval),
                                   percent(m.auc.value),
                                   percent(m.auc.interval),
                                   shown(m.same.value, 3),
                                   shown(m.same.interval, 3),
                                   shown(m.fall.value, 3),
                                   shown(m.fall.interval, 3)};
    if (names) cells.insert(cells.end(), {percent(m.named.value), percent(m.named.interval)});
    cells.push_back(with_commas(m.n));
    table.add(std::move(cells));
  };
  for (const ContrastResult& result : results) {
    add(result.contrasted->metric, "all", result.all);
    for (const auto& [kind, measures] : result.by_kind) add(result.contrasted->metric, kind, measures);
  }
  return table;
}

std::string contrast_text(const ContrastOptions& options, const std::vector<ContrastResult>& results) {
  std::vector<std::string> signatures;
  signatures.reserve(results.size());
  for (const ContrastResult& result : results) signatures.push_back(result.contrasted->signature);
  if (options.format != TableFormat::text)
    return written({{"Minimal pairs by kind of error", contrast_table(results)}}, options.format,
                   signatures_of(signatures));
  const Paint paint(!options.stdout_is_taken() && stdout_paint().on());
  std::string text = paint.bold(fmt::format("Minimal pairs, {}", with_commas(results.front().all.n)));
  if (options.resampling.resamples > 0)
    text += fmt::format(" ({}% intervals, bootstrap over pairs)", options.resampling.confidence);
  text += "\n\n" + measures_text(results, paint) + "\n" + paint.bold("By kind of error") +
          ": % of pairs in which the right report scores above the wrong one";
  const std::string map = heatmap_text({kinds_map(results)}, paint);
  return text + "\n" + map + "\n" + signatures_of(signatures);
}

io::Json json_of(const ssree::Estimated& estimated) {
  return {{"value", json_number(estimated.value)}, {"interval", json_interval(estimated.interval)}};
}

io::Json json_of(const ContrastMeasures& measures) {
  io::Json out{{"n", measures.n},
               {"told_apart", json_of(measures.told_apart)},
               {"auc", json_of(measures.auc)},
               {"same", json_of(measures.same)},
               {"wrong", json_of(measures.wrong)},
               {"fall", json_of(measures.fall)}};
  if (!std::isnan(measures.named.value)) out["kind_named"] = json_of(measures.named);
  return out;
}

io::Json contrast_summary(const std::vector<ContrastResult>& results, std::size_t failed, const Resampling& how) {
  io::Json summary{{"version", program_version()}, {"failed", failed}, {"bootstrap", json_resampling(how)}};
  summary["metrics"] = io::Json::array();
  for (const ContrastResult& result : results) {
    const std::string& signature = result.contrasted->signature;
    io::Json kinds = io::Json::object();
    for (const auto& [kind, measures] : result.by_kind) kinds[kind] = json_of(measures);
    io::Json modalities = io::Json::object();
    for (const auto& [modality, measures] : result.by_modality) modalities[modality] = json_of(measures);
    summary["metrics"].push_back({{"metric", result.contrasted->metric},
                                  {"signature", signature.empty() ? io::Json(nullptr) : io::Json(signature)},
                                  {"all", json_of(result.all)},
                                  {"by_kind", std::move(kinds)},
                                  {"by_modality", std::move(modalities)}});
  }
  return summary;
}

// Every pair that a metric does not tell apart, with its texts.
void write_untold(const std::string& path, const std::vector<Contrasted>& all, const std::vector<MinimalPair>& pairs) {
  io::AtomicFile file(path);
  for (const Contrasted& one : all) {
    for (std::size_t k = 0; k < one.pairs.size(); ++k) {
      if (one.same[k] > one.wrong[k]) continue;
      const MinimalPair& pair = pairs[one.pairs[k]];
      file.write(io::json_line({{"id", pair.id},
                                {"kind", pair.kind},
                                {"metric", one.metric},
                                {"scores", {{"same", one.same[k]}, {"wrong", one.wrong[k]}}},
                                {"reference", pair.reference},
                                {"same", pair.same},
                                {"wrong", pair.wrong}}));
    }
  }
  file.commit();
}

int evaluate_contrast(ContrastOptions& options) {
  options.terms.load();
  const Resampling how = resampling_with(options.resampling, options.common);
  io::ProblemLog failed;
  std::vector<MinimalPair> pairs =
      with_reasons(failed, [&] { return ssree::read_minimal_pairs(open_input(options.pairs), failed); });
  for (MinimalPair& pair : pairs) {
    for (std::string* text : {&pair.reference, &pair.same, &pair.wrong}) options.section.apply(*text);
  }
  options.section.say(options.common.quiet);
  std::vector<Contrasted> all = contrast_all(options, pairs, failed);
  for (Contrasted& one : all) one.signature += one.signature.empty() ? "" : options.section.signature();
  std::vector<ContrastResult> results;
  results.reserve(all.size());
  for (const Contrasted& one : all) results.push_back(ssree::result_of(one, pairs, how));
  const int code = list_failed(failed);
  if (!options.json.empty())
    io::write_file(options.json, io::json_pretty(contrast_summary(results, failed.count(), how)));
  if (!options.failures.empty()) write_untold(options.failures, all, pairs);
  if (!options.svg.empty()) {
    Heatmap map = kinds_map(results);
    map.title = "Told apart";
    write_heatmaps(options.svg, {map}, "% of pairs in which the right report scores above the wrong one");
  }
  print_result(contrast_text(options, results), options.stdout_is_taken());
  return code;
}

}  // namespace

void add_contrast(Program& program) {
  auto options = std::make_shared<ContrastOptions>();
  CLI::App& group =
      *program.app.add_subcommand("contrast", "Minimal pairs: which kinds of clinical error does a metric see?");
  group.require_subcommand(1);
  group.footer("Example:\n  fiducial contrast evaluate examples/contrast.jsonl --metrics radsem,bleu4");
  CLI::App& command = *group.add_subcommand(
      "evaluate", "Judge metrics, or scores from a file, on minimal pairs of a right and a wrong report");
  value_name(command.add_option(
                 "pairs", options->pairs,
                 "Minimal pairs: JSONL {\"id\",\"modality\",\"area\",\"kind\",\"reference\",\"same\",\"wrong\"}"),
             "FILE")
      ->required();
  add_metrics(command, options->metrics, "all; none with --scores");
  value_name(command.add_option("--scores", options->scores,
                                "Judge these scores: JSONL {\"id\":\"ID|same\" or \"ID|wrong\", NAME: score, …} or "
                                "{\"id\",\"same\",\"wrong\"}"),
             "FILE");
  value_name(command.add_option("--json", options->json, "Write all results as JSON"), "FILE");
  value_name(command.add_option("--svg", options->svg, "Draw what is told apart, kinds against metrics"), "FILE");
  value_name(
      command.add_option("--failures", options->failures, "Write each pair not told apart, with its texts, as JSONL"),
      "FILE");
  add_embedded_only(command, "score both versions with 'fiducial score --engine llm', and judge those by --scores");
  add_own_terms(command, options->terms);
  options->section.add_to(command);
  add_table_format(command, options->format);
  add_resampling(command, options->resampling);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial contrast evaluate examples/contrast.jsonl --metrics radsem,bleu4 --svg contrast.svg");
  command.callback([&program, options] { program.job = [options] { return evaluate_contrast(*options); }; });
}

}  // namespace fiducial::cli
