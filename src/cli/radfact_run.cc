// `fiducial radfact run`: RadFact from a file of samples to a folder of results.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/app.h"
#include "cli/numbers.h"
#include "cli/own_terms.h"
#include "cli/radfact_files.h"
#include "cli/radfact_llm.h"
#include "cli/radfact_samples.h"
#include "cli/run_folder.h"
#include "io/safe_text.h"
#include "radfact/metric.h"

namespace fiducial::cli {
namespace {

using radfact::Kind;

struct RunOptions {
  std::string in, out;
  bool narrative = false;
  bool reasons = false;
  bool published_names = false;
  radfact::BoxRules boxes;
  bool overwrite = false;
  OwnTerms terms;
  LlmOptions llm;
  SectionChoice section;
  Resampling resampling;
  Common common;

  Kind kind() const { return narrative ? Kind::narrative : Kind::grounded; }
  RadfactWriting writing() const { return {kind(), boxes, published_names}; }
};

RadfactResult verify_sample(radfact::Verifier& reader, const RadfactSample& task, const RunOptions& options) {
  radfact::Sample sample = task.sample;
  if (options.narrative) {
    radfact::Narrative read = reader.verify_reports(task.prediction, task.target, true, options.reasons);
    sample.candidate = as_phrases(std::move(read.candidate));
    sample.reference = as_phrases(std::move(read.reference));
    return result_of(sample, read.verified, options.writing());
  }
  if (task.verified) return result_of(sample, *task.verified, options.writing());
  return result_of(sample, reader.verify(texts_of(sample.candidate), texts_of(sample.reference), options.reasons),
                   options.writing());
}

std::string skipped_csv(const io::ProblemLog& failed) {
  std::string out;
  const std::string head[] = {"example_id", "line", "problem"};
  io::append_csv(out, head);
  for (const Problem& problem : failed.kept()) {
    const std::string fields[] = {io::safe_cell(problem.id), std::to_string(problem.line),
                                  io::safe_cell(problem.message)};
    io::append_csv(out, fields);
  }
  return out;
}

int run_embedded(RunOptions& options) {
  options.terms.load();
  const std::string signed_by = radfact::embedded_reader(options.terms.lexicon.version()) + options.section.signature();
  OutFolder out(options.out);
  out.claim("radfact run", radfact_signature(signed_by, {options.kind(), options.boxes}), {options.in},
            options.overwrite);
  const auto samples = open_samples(options.in, options.kind());
  RadfactFolder folder(out);
  Progress bar("verifying", "samples", 0, options.common.quiet);
  InOrder<RadfactSample, RadfactResult> work;
  work.next = [&](RadfactSample& sample) {
    const bool more = samples->next(sample);
    if (more && options.narrative) {
      options.section.apply(sample.prediction);
      options.section.apply(sample.target);
    }
    return more;
  };
  work.make_worker = [&]() -> std::function<RadfactResult(const RadfactSample&)> {
    const auto reader = std::make_shared<radfact::Verifier>(options.terms.lexicon);
    return [reader, &options](const RadfactSample& sample) { return verify_sample(*reader, sample, options); };
  };
  work.bytes = [](const RadfactSample& sample) { return sample.prediction.size() + sample.target.size(); };
  std::size_t given = 0;
  work.deliver = [&](const RadfactSample& sample, const RadfactResult& result) {
    check_interrupt();
    given += sample.verified ? 1U : 0U;
    folder.add(sample.sample.id, result);
    bar.at(folder.count());
  };
  io::ProblemLog failed;
  work.failed = [&](const RadfactSample& sample, const std::string& why) {
    failed.add({options.in, sample.line, sample.sample.id, why});
  };
  work.run(options.common.threads);
  bar.finish();
  check_interrupt();
  failed.add(samples->problems(), samples->problem_count());
  const int code = list_failed(failed);
  if (folder.count() == 0) throw InputError({options.in, 0, "", "expected samples, found none that can be used"});
  const RadfactSummary summary =
      summarize_radfact(folder.rows(), {options.kind(), options.boxes}, failed.count(),
                        given == folder.count() ? "reader:given" : signed_by + (given > 0 ? "+given" : ""),
                        resampling_with(options.resampling, options.common), stdout_paint().on());
  out.put("skipped.csv", skipped_csv(failed));
  folder.commit(summary.json);
  folder.remarks().show(options.common.quiet);
  options.section.say(options.common.quiet);
  print_result(summary.table, false);
  return code;
}

int run_radfact(RunOptions& options) {
  check_reader(options.llm, options.terms, options.reasons ? "--reasons" : options.section.wanted() ? "--section" : "");
  if (options.section.wanted() && !options.narrative)
    throw UsageError("--section: expected --narrative, since grounded phrases have no sections");
  if (!options.llm.wanted()) return run_embedded(options);
  const Resampling resampling = resampling_with(options.resampling, options.common);
  return run_radfact_llm(
      {options.llm, options.in, options.writing(), resampling, options.common, options.out, options.overwrite});
}

struct VerifiedOptions {
  std::string in, json, samples;
  bool published_names = false;
  radfact::BoxRules boxes;
  Resampling resampling;
  Common common;
};

// Samples that somebody has verified, all of them: whether any has boxes decides what is in the table.
std::vector<RadfactSample> read_verified(const std::string& in, io::ProblemLog& failed, Kind& kind) {
  const auto samples = open_samples(in, Kind::grounded);
  std::vector<RadfactSample> out;
  RadfactSample sample;
  kind = Kind::narrative;
  const auto boxed = [](const std::vector<radfact::Phrase>& phrases) {
    return std::any_of(phrases.begin(), phrases.end(), [](const radfact::Phrase& p) { return !p.boxes.empty(); });
  };
  while (samples->next(sample)) {
    if (!sample.verified) {
      failed.add({in, sample.line, sample.sample.id,
                  "expected phrases with their status, found none: 'radfact verify' gives it"});
      continue;
    }
    if (boxed(sample.sample.candidate) || boxed(sample.sample.reference)) kind = Kind::grounded;
    out.push_back(std::move(sample));
  }
  failed.add(samples->problems(), samples->problem_count());
  return out;
}

int score_verified(const VerifiedOptions& options) {
  io::ProblemLog failed;
  RadfactWriting writing{Kind::narrative, options.boxes, options.published_names};
  const std::vector<RadfactSample> samples = read_verified(options.in, failed, writing.kind);
  if (samples.empty()) {
    (void)list_failed(failed);
    throw InputError({options.in, 0, "", "expected verified samples, found none that can be used"});
  }
  std::string lines;
  std::vector<double> rows;
  Remarks remarks;
  bool two_way = false;
  for (const RadfactSample& sample : samples) {
    const RadfactResult result = result_of(sample.sample, *sample.verified, writing);
    lines += result.scores;
    rows.resize(rows.size() + radfact::kRowWidth);
    radfact::row_of(result.counts, std::span(rows).last(radfact::kRowWidth));
    two_way |= only_not_entailed(result.counts);
    if (!result.remark.empty()) remarks.add(sample.sample.id, result.remark);
  }
  if (two_way) forget_contradicted(rows);
  const bool taken = options.json == "-" || options.samples == "-";
  const RadfactSummary summary =
      summarize_radfact({rows, radfact::kRowWidth}, {writing.kind, options.boxes}, failed.count(), "reader:given",
                        resampling_with(options.resampling, options.common), !taken && stdout_paint().on());
  if (!options.samples.empty()) io::write_file(options.samples, lines);
  if (!options.json.empty()) io::write_file(options.json, io::json_pretty(summary.json));
  remarks.show(options.common.quiet);
  print_result(summary.table, taken);
  return list_failed(failed);
}

void add_boxes(CLI::App& command, radfact::BoxRules& boxes, bool& published_names) {
  command.add_option("--image-size", boxes.image_size, "Boxes are compared on a mask of so many pixels a side")
      ->type_name("N")
      ->check(in_range(1, radfact::kLargestMask))
      ->capture_default_str();
  command
      .add_option("--box-threshold", boxes.threshold,
                  "Spatial entailment needs more than this share of a phrase's pixels in those of its evidence")
      ->type_name("X")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command.add_flag("--published-names", published_names,
                   "Write outputs and scores with the field names of RadFact's own program");
}

}  // namespace

void add_radfact_run(Program& program, CLI::App& group) {
  auto options = std::make_shared<RunOptions>();
  options->resampling.resamples = 500;  // as RadFact documents
  CLI::App& command = *group.add_subcommand("run", "All stages, from a file of samples to a folder of results");
  value_name(
      command.add_option("samples", options->in,
                         "Grounded reports: JSON of {\"example_id\",\"prediction\",\"target\"}, lists of "
                         "{\"text\",\"boxes\"}; or what 'radfact verify' takes or gives; with --narrative pairs of "
                         "texts: CSV or JSONL; - is standard input"),
      "FILE")
      ->required();
  value_name(
      command.add_option("--out", options->out, "Folder for outputs.json, scores.jsonl, summary.json and skipped.csv"),
      "DIR")
      ->required();
  add_overwrite(command, options->overwrite);
  command.add_flag("--narrative", options->narrative, "The samples are narrative text, to be made into phrases first");
  command.add_flag("--reasons", options->reasons, "Say of each phrase why, in outputs.json");
  options->section.add_to(command);
  add_boxes(command, options->boxes, options->published_names);
  add_llm(command, options->llm);
  add_resampling(command, options->resampling);
  add_own_terms(command, options->terms);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial radfact run examples/radfact/grounded.json --out run");
  command.callback([&program, options] { program.job = [options] { return run_radfact(*options); }; });
}

void add_radfact_score(Program& program, CLI::App& group) {
  auto options = std::make_shared<VerifiedOptions>();
  options->resampling.resamples = 500;
  CLI::App& command = *group.add_subcommand("score", "The measures of phrases that are verified already, by anybody");
  value_name(
      command.add_option("verified", options->in,
                         "What 'radfact verify' gives, a run's outputs.json, or such a list of your own: each phrase "
                         "with its status and evidence; - is standard input"),
      "FILE")
      ->required();
  value_name(command.add_option("--json", options->json, "Write the summary as JSON"), "FILE");
  value_name(command.add_option("--samples", options->samples, "Write each sample's measures as JSONL"), "FILE");
  add_boxes(command, options->boxes, options->published_names);
  add_resampling(command, options->resampling);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command,
              "fiducial radfact verify examples/radfact/phrases.json -o verified.json\n"
              "  fiducial radfact score verified.json");
  command.callback([&program, options] { program.job = [options] { return score_verified(*options); }; });
}

}  // namespace fiducial::cli
