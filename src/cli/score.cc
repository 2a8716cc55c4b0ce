// `fiducial score`: pairs in, a table of means with intervals out.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <optional>

#include "cli/app.h"
#include "cli/explain_pair.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/metrics.h"
#include "cli/numbers.h"
#include "cli/own_terms.h"
#include "cli/progress.h"
#include "cli/score_llm.h"
#include "cli/section.h"
#include "cli/unread.h"
#include "explain/explain.h"

namespace fiducial::cli {
namespace {

struct ScoreOptions {
  std::string pairs, metrics, samples, json, explain;
  io::PairColumns columns;
  OwnTerms terms;
  lexical::Options lexical;
  LlmOptions llm;
  SectionChoice section;
  Resampling resampling;
  TableFormat format = TableFormat::text;
  Common common;

  bool stdout_is_taken() const { return samples == "-" || json == "-"; }
};

struct Scored {
  const Metric* metric;
  std::vector<ColumnSummary> columns;
};

// A reader whose progress can be asked from another thread.
struct Stream {
  io::PairReader reader;
  const SectionChoice& section;
  std::atomic<double> fraction{-1.0};

  Stream(io::PairReader from, const SectionChoice& read) : reader(std::move(from)), section(read) {}
  bool next(io::Pair& pair) {
    const bool more = reader.next(pair);
    if (more) section.apply(pair);
    if (reader.total_bytes() > 0) {
      fraction = static_cast<double>(reader.bytes_read()) / static_cast<double>(reader.total_bytes());
    }
    return more;
  }
};

// Runs `work` over the pairs with a bar beside it, and ends it when a signal comes.
template <class Work>
void with_progress(Stream& stream, const std::string& label, bool quiet, const Work& work) {
  Progress bar(label, "pairs", 0, quiet);
  const NextPair next = [&stream](io::Pair& pair) { return stream.next(pair); };
  work(next, [&](std::size_t done) {
    check_interrupt();
    bar.at(done, stream.fraction);
  });
}

Table table_of(const std::vector<Scored>& scored, double confidence) {
  bool corpus = false;
  for (const Scored& one : scored) {
    for (const ColumnSummary& column : one.columns) corpus = corpus || column.has_corpus;
  }
  std::vector<Column> heads{{"metric", Align::left}, {"mean"}, {interval_head(confidence), Align::right, true}};
  if (corpus) heads.push_back({"corpus"});
  heads.push_back({"n"});
  Table table(std::move(heads));
  for (const Scored& one : scored) {
    for (const ColumnSummary& column : one.columns) {
      std::vector<std::string> cells{column.column, shown(column.mean), shown(column.mean_interval)};
      if (corpus) cells.push_back(column.has_corpus ? shown(column.corpus) : "");
      cells.push_back(with_commas(column.n));
      table.add(std::move(cells));
    }
  }
  return table;
}

io::Json summary_of(const std::vector<Scored>& scored, std::size_t pairs, std::size_t failed, const Unread* unread,
                    const ScoreOptions& options) {
  io::Json scores = io::Json::object();
  io::Json signatures = io::Json::object();
  for (const Scored& one : scored) {
    signatures[std::string(one.metric->name())] = signature_of(*one.metric) + options.section.signature();
    for (const ColumnSummary& column : one.columns) {
      io::Json value{
          {"mean", json_number(column.mean)}, {"interval", json_interval(column.mean_interval)}, {"n", column.n}};
      if (column.has_corpus) {
        value["corpus"] = json_number(column.corpus);
        value["corpus_interval"] = json_interval(column.corpus_interval);
      }
      scores[column.column] = std::move(value);
    }
  }
  io::Json out{{"version", program_version()}, {"pairs", pairs}, {"failed", failed}};
  if (unread != nullptr) out["nothing_to_score"] = unread->json();
  out["bootstrap"] = json_resampling(options.resampling);
  out["scores"] = std::move(scores);
  out["signatures"] = std::move(signatures);
  return out;
}

void print_scores(const ScoreOptions& options, const std::vector<Scored>& scored, const Metrics& metrics) {
  const Resampling& how = options.resampling;
  const Table table = table_of(scored, how.confidence);
  const std::string bootstrap =
      how.resamples == 0 ? ""
                         : fmt::format("|bootstrap:{}|seed:{}|confidence:{}", how.resamples, how.seed, how.confidence);
  const std::string signatures = signature_lines(metrics, options.section.signature() + bootstrap);
  const Paint paint(!options.stdout_is_taken() && stdout_paint().on());
  print_result(options.format == TableFormat::text ? table.text(paint) + "\n" + signatures
                                                   : written({{"", table}}, options.format, signatures),
               options.stdout_is_taken());
}

// What a run on a language model keeps stands beside the samples.
std::string llm_prefix(const ScoreOptions& options) {
  if (options.samples.empty() || options.samples == "-")
    throw UsageError("--engine llm: expected --samples FILE: the cache and the journal are kept beside it");
  return options.samples + ".";
}

// Lists what failed: how many, and the exit code.
std::pair<std::size_t, int> failures_of(const io::PairReader& reader, const io::ProblemLog& too_long,
                                        const LlmRun* run) {
  io::ProblemLog failed;
  failed.add(reader.problems(), reader.problem_count());
  failed.add(too_long);
  if (run != nullptr) run->finish(failed);
  const int code = list_failed(failed);
  return {failed.count(), code};
}

int score(ScoreOptions& options) {
  check_reader(options.llm, options.terms, options.section.wanted() ? "--section" : "");
  options.terms.load();
  const fiducial::Lexicon& lexicon = options.terms.lexicon;
  Metrics metrics = options.metrics.empty() ? metrics_from(default_metrics(), lexicon, options.lexical)
                                            : metrics_from(options.metrics, lexicon, options.lexical);
  const bool twice = need_corpus(metrics);
  options.columns.patient =
      std::any_of(metrics.begin(), metrics.end(), [](const auto& metric) { return metric->uses_patient(); });
  const PairsInput input(options.pairs, options.columns, twice || options.llm.wanted());
  std::optional<LlmRun> run;
  if (options.llm.wanted()) {
    run.emplace(options.llm, llm_prefix(options), options.common);
    io::ProblemLog no_pairs;  // the scoring finds them again
    read_by_llm(*run, options.llm.prompts, options.pairs, input, metrics, no_pairs);
    if (options.llm.only_collects()) {
      run->finish_collecting("and the calls of later stages, if there are any: they are known with these answers",
                             no_pairs);
      return list_failed(no_pairs);
    }
  }
  std::optional<io::AtomicFile> samples;
  if (!options.samples.empty()) samples.emplace(options.samples);

  if (twice) {
    Stream stream(input.open(), options.section);
    with_progress(stream, "reading references", options.common.quiet,
                  [&](const NextPair& next, const auto& progress) { observe_references(next, metrics, progress); });
  }
  options.section.forget();  // what the first pass counted
  std::optional<Stream> stream(std::in_place, input.open(), options.section);
  std::vector<RowStore> rows;
  io::ProblemLog too_long;
  std::optional<Unread> unread;
  if (!options.llm.wanted() &&
      std::any_of(metrics.begin(), metrics.end(), [](const auto& metric) { return metric->reads(); }))
    unread.emplace(lexicon);
  with_progress(*stream, "scoring", options.common.quiet, [&](const NextPair& next, const auto& progress) {
    EvaluateOptions how{options.common.threads, {}, progress, {}};
    how.failed = [&](const io::Pair& pair, const std::string& why) {
      too_long.add({options.pairs, pair.line, pair.id, why});
    };
    if (unread) {
      how.remark = [&](const io::Pair& pair) { return unread->remark(pair); };
      how.remarked = [&](const io::Pair& pair, const std::string& remark) { unread->add(pair, remark); };
    }
    if (samples) how.samples = [&samples](std::string_view lines) { samples->write(lines); };
    rows = evaluate(next, metrics, how);
  });
  check_interrupt();
  const auto [failed, code] = failures_of(stream->reader, too_long, run ? &*run : nullptr);
  stream.reset();  // and with it the ids that it remembers
  const std::size_t pairs = rows.front().count();
  if (pairs == 0) throw InputError({options.pairs, 0, "", "expected pairs to score, found none that can be used"});

  std::vector<Scored> scored;
  auto summaries = summarize(metrics, std::move(rows), resampling_with(options.resampling, options.common));
  for (std::size_t m = 0; m < metrics.size(); ++m) scored.push_back({metrics[m].get(), std::move(summaries[m])});
  if (samples) samples->commit();
  if (!options.json.empty()) {
    io::write_file(options.json,
                   io::json_pretty(summary_of(scored, pairs, failed, unread ? &*unread : nullptr, options)));
  }
  options.section.say(options.common.quiet);
  if (unread) unread->show(options.common.quiet);
  print_scores(options, scored, metrics);
  return code;
}

// One pair, told by the metrics that have something to tell.
int explain(ScoreOptions& options) {
  check_reader(options.llm, options.terms, "--explain");
  options.terms.load();
  return explain_pair(options.pairs, options.columns, options.explain,
                      options.metrics.empty() ? "radsem" : options.metrics, options.section, options.terms.lexicon);
}

}  // namespace

void add_score(Program& program) {
  auto options = std::make_shared<ScoreOptions>();
  CLI::App& command = *program.app.add_subcommand(
      "score", "Score pairs of reference and candidate reports: a table of means with intervals");
  value_name(
      command.add_option("pairs", options->pairs, "Pairs: JSONL, JSON, CSV or TSV, gzip or not; - is standard input"),
      "FILE")
      ->required();
  add_metrics(command, options->metrics, fmt::format("{}", fmt::join(default_metrics(), ",")));
  value_name(
      command.add_option("--samples", options->samples, "Write each pair's scores as JSONL, in the order of the input"),
      "FILE");
  value_name(command.add_option("--json", options->json, "Write the summary as JSON"), "FILE");
  command
      .add_option("--explain", options->explain,
                  fmt::format("Only show how the score of this one pair came about, for a person: by --metrics, of {} "
                              "(default: radsem)",
                              fmt::join(explain::explained_metrics(), ", ")))
      ->type_name("ID");
  add_pair_columns(command, options->columns);
  options->section.add_to(command);
  add_llm(command, options->llm);
  add_table_format(command, options->format);
  add_resampling(command, options->resampling);
  add_own_terms(command, options->terms);
  add_lexical_options(command, options->lexical);
  add_own_significance(command, options->terms);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial score examples/pairs.jsonl --metrics bleu,rougeL,cider --samples samples.jsonl");
  command.callback([&program, options] {
    program.job = [options] { return options->explain.empty() ? score(*options) : explain(*options); };
  });
}

}  // namespace fiducial::cli
