// `fiducial radfact run`: RadFact from a file of samples to a folder of results.
#include <fmt/format.h>

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
  bool overwrite = false;
  OwnTerms terms;
  LlmOptions llm;
  SectionChoice section;
  Resampling resampling;
  Common common;

  Kind kind() const { return narrative ? Kind::narrative : Kind::grounded; }
};

RadfactResult verify_sample(radfact::Embedded& reader, const RadfactSample& task, const RunOptions& options) {
  radfact::Sample sample = task.sample;
  if (options.narrative) {
    radfact::Narrative read = reader.verify_reports(task.prediction, task.target, true, options.reasons);
    sample.candidate = as_phrases(std::move(read.candidate));
    sample.reference = as_phrases(std::move(read.reference));
    return result_of(sample, read.verified, options.kind());
  }
  return result_of(sample, reader.verify(texts_of(sample.candidate), texts_of(sample.reference), options.reasons),
                   options.kind());
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
  out.claim("radfact run", radfact_signature(signed_by, options.kind()), {options.in}, options.overwrite);
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
    const auto reader = std::make_shared<radfact::Embedded>(options.terms.lexicon);
    return [reader, &options](const RadfactSample& sample) { return verify_sample(*reader, sample, options); };
  };
  work.bytes = [](const RadfactSample& sample) { return sample.prediction.size() + sample.target.size(); };
  work.deliver = [&](const RadfactSample& sample, const RadfactResult& result) {
    check_interrupt();
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
      summarize_radfact(folder.rows(), options.kind(), failed.count(), signed_by,
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
      {options.llm, options.in, options.kind(), resampling, options.common, options.out, options.overwrite});
}

}  // namespace

void add_radfact_run(Program& program, CLI::App& group) {
  auto options = std::make_shared<RunOptions>();
  options->resampling.resamples = 500;  // as RadFact documents
  CLI::App& command = *group.add_subcommand("run", "All stages, from a file of samples to a folder of results");
  takes(command.add_option("samples", options->in,
                           "Grounded reports: JSON of {\"example_id\",\"prediction\",\"target\"}, lists of "
                           "{\"text\",\"boxes\"}; with --narrative pairs of texts: CSV or JSONL; - is standard input"),
        "FILE")
      ->required();
  takes(
      command.add_option("--out", options->out, "Folder for outputs.json, scores.jsonl, summary.json and skipped.csv"),
      "DIR")
      ->required();
  add_overwrite(command, options->overwrite);
  command.add_flag("--narrative", options->narrative, "The samples are narrative text, to be made into phrases first");
  command.add_flag("--reasons", options->reasons, "Say of each phrase why, in outputs.json");
  options->section.add_to(command);
  add_llm(command, options->llm);
  add_resampling(command, options->resampling);
  add_own_terms(command, options->terms);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial radfact run examples/radfact/grounded.json --out run");
  command.callback([&program, options] { program.job = [options] { return run_radfact(*options); }; });
}

}  // namespace fiducial::cli
