#include "cli/radfact_llm.h"

#include <fmt/format.h>

#include "cli/numbers.h"
#include "cli/radfact_files.h"
#include "cli/radfact_samples.h"
#include "cli/run_folder.h"
#include "llm/radsem_tasks.h"

namespace fiducial::cli {
namespace {

using radfact::Kind;
using Texts = std::vector<std::string>;

// One report to be made into phrases.
struct Parsing {
  Problem place;
  Texts sentences;
  std::vector<radfact::Parsed> parsed;
  bool done = true;
};

void parse(LlmRun& run, const llm::PhrasesTask& task, std::vector<Parsing>& all) {
  std::vector<Parsing*> asked;
  for (Parsing& one : all) {
    if (!one.sentences.empty()) asked.push_back(&one);
  }
  LlmStage stage{"radfact_phrases", "phrases", asked.size(), {}, {}, {}};
  stage.question = [&](std::size_t i) { return task.question(asked[i]->place.id, asked[i]->sentences); };
  stage.check = [&](std::size_t i, const std::string& answer) {
    return task.read(answer, asked[i]->sentences, asked[i]->parsed);
  };
  stage.place = [&](std::size_t i) { return asked[i]->place; };
  const std::vector<bool> answered = run.ask(stage);
  for (std::size_t i = 0; i < asked.size(); ++i) asked[i]->done = answered[i];
}

std::vector<radfact::Phrase> phrases_of(const std::vector<radfact::Parsed>& parsed) {
  std::vector<radfact::Phrase> out;
  for (const radfact::Parsed& sentence : parsed) {
    for (const std::string& phrase : sentence.phrases) out.push_back({phrase, {}});
  }
  return out;
}

// A phrase to be verified.
struct Hypothesis {
  const RadfactCase* of = nullptr;
  bool predicted = false;  // of the prediction, else of the target
  std::size_t place = 0;
  const Texts* phrases = nullptr;
  const Texts* premises = nullptr;
  radfact::Verdict* verdict = nullptr;

  // "s1 prediction[2]"
  std::string name() const {
    return fmt::format("{} {}[{}]", of->sample.id, predicted ? "prediction" : "target", place);
  }
};

struct PhraseTexts {
  Texts candidate, reference;
};

std::vector<Hypothesis> hypotheses_of(std::vector<RadfactCase>& cases, std::vector<PhraseTexts>& sides) {
  std::vector<Hypothesis> all;
  sides.resize(cases.size());
  for (std::size_t c = 0; c < cases.size(); ++c) {
    RadfactCase& one = cases[c];
    if (!one.done) continue;
    sides[c] = {texts_of(one.sample.candidate), texts_of(one.sample.reference)};
    one.verified.candidate.assign(sides[c].candidate.size(), {});
    one.verified.reference.assign(sides[c].reference.size(), {});
    if (sides[c].candidate.empty() || sides[c].reference.empty()) continue;
    for (std::size_t i = 0; i < sides[c].candidate.size(); ++i)
      all.push_back({&one, true, i, &sides[c].candidate, &sides[c].reference, &one.verified.candidate[i]});
    for (std::size_t i = 0; i < sides[c].reference.size(); ++i)
      all.push_back({&one, false, i, &sides[c].reference, &sides[c].candidate, &one.verified.reference[i]});
  }
  return all;
}

std::string later(std::size_t samples) {
  return fmt::format("and the calls of the verification, one a phrase, of {} samples: they are known with the phrases",
                     with_commas(samples));
}

std::vector<RadfactCase> radfact_cases(LlmRun& run, const RadfactLlmJob& job) {
  std::vector<RadfactCase> cases;
  const auto samples = open_samples(job.in, job.writing.kind);
  RadfactSample sample;
  while (samples->next(sample)) {
    if (sample.verified)
      throw InputError({job.in, sample.line, sample.sample.id,
                        "expected phrases to verify, found verified ones: 'radfact score' has their measures"});
    cases.push_back({job.in, sample.line, sample.sample, sample.prediction, sample.target, {}, 0, true});
  }
  run.skip_unread(samples->problems(), samples->problem_count());
  if (cases.empty()) throw InputError({job.in, 0, "", "expected samples, found none that can be used"});
  return cases;
}

int write_results(const RadfactLlmJob& job, LlmRun& run, const std::vector<RadfactCase>& cases,
                  const std::string& reader, OutFolder& out) {
  RadfactFolder folder(out);
  std::size_t unanswered = 0;
  for (const RadfactCase& one : cases) {
    if (!one.done) continue;
    folder.add(one.sample.id, result_of(one.sample, one.verified, job.writing));
    unanswered += one.unanswered;
  }
  io::ProblemLog failed;
  run.finish(failed, &out);
  const int code = list_failed(failed);
  if (folder.count() == 0 || (unanswered > 0 && run.answered() == 0)) run.fail_whole("no sample could be read", out);
  RadfactSummary summary = summarize_radfact(folder.rows(), {job.writing.kind, job.writing.boxes}, failed.count(),
                                             reader, job.resampling, stdout_paint().on());
  summary.json["num_llm_failures"] = unanswered;
  folder.commit(summary.json);
  folder.remarks().show(job.common.quiet);
  print_result(summary.table, false);
  return code;
}

}  // namespace

RadfactByLlm::RadfactByLlm(const std::string& prompts)
    : phrases_(llm::prompt_for("radfact_phrases", prompts)), verify_(llm::prompt_for("radfact_verify", prompts)) {}

void RadfactByLlm::phrases(LlmRun& run, std::vector<RadfactCase>& cases) const {
  std::vector<Parsing> all;
  for (const RadfactCase& one : cases) {
    for (const std::string* text : {&one.prediction, &one.target})
      all.push_back({{one.file, one.line, one.sample.id, ""}, llm::report_sentences(*text), {}, true});
  }
  parse(run, phrases_, all);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    cases[i].done = all[2 * i].done && all[2 * i + 1].done;
    cases[i].sample.candidate = phrases_of(all[2 * i].parsed);
    cases[i].sample.reference = phrases_of(all[2 * i + 1].parsed);
  }
}

void RadfactByLlm::verify(LlmRun& run, std::vector<RadfactCase>& cases) const {
  std::vector<PhraseTexts> sides;
  const std::vector<Hypothesis> all = hypotheses_of(cases, sides);
  LlmStage stage{"radfact_verify", "verifying", all.size(), {}, {}, {}};
  stage.question = [&](std::size_t i) {
    return verify_.question(all[i].name(), (*all[i].phrases)[all[i].place], *all[i].premises);
  };
  stage.check = [&](std::size_t i, const std::string& answer) {
    return verify_.read(answer, all[i].premises->size(), *all[i].verdict);
  };
  stage.place = [&](std::size_t i) { return Problem{all[i].of->file, all[i].of->line, all[i].name(), ""}; };
  const std::vector<bool> answered = run.ask(stage);
  if (run.stopped()) return;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (answered[i]) continue;
    *all[i].verdict = {radfact::Status::neutral, {}, "no answer: counts as not entailed", {}};
    ++cases[static_cast<std::size_t>(all[i].of - cases.data())].unanswered;
  }
}

std::string RadfactByLlm::reader(const LlmRun& run, Kind kind) const {
  if (kind == Kind::grounded)
    return fmt::format("reader:llm|{}|prompts:{}", run.signature({"radfact_verify"}), verify_.prompt().version());
  return fmt::format("reader:llm|{}|prompts:{},{}", run.signature({"radfact_phrases", "radfact_verify"}),
                     phrases_.prompt().version(), verify_.prompt().version());
}

int phrases_by_llm(const LlmOptions& llm, const ReportFile& reports, const Common& common, const std::string& out,
                   io::ProblemLog& failed) {
  const llm::PhrasesTask task(llm::prompt_for("radfact_phrases", llm.prompts));
  LlmRun run(llm, beside(out), common);
  std::vector<Parsing> all;
  for (const io::Report& report : reports.reports)
    all.push_back({{reports.path, report.line, report.name, ""}, llm::report_sentences(report.text), {}, true});
  parse(run, task, all);
  if (llm.only_collects()) {
    run.finish_collecting("", failed);
    return list_failed(failed);
  }
  io::AtomicFile file(out);
  for (const Parsing& one : all) {
    if (one.done) file.write(phrases_line(one.place.id, one.parsed));
  }
  run.finish(failed);
  const int code = list_failed(failed);
  file.commit();
  return code;
}

int verify_by_llm(const LlmOptions& llm, std::vector<RadfactCase>& cases, std::vector<io::Json>& records,
                  const Common& common, const std::string& out, io::ProblemLog& failed) {
  const RadfactByLlm reader(llm.prompts);
  LlmRun run(llm, beside(out), common);
  reader.verify(run, cases);
  if (llm.only_collects()) {
    run.finish_collecting("", failed);
    return list_failed(failed);
  }
  JsonList list(out);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Texts a = texts_of(cases[i].sample.candidate);
    const Texts b = texts_of(cases[i].sample.reference);
    records[i]["output"] = {{"phrases_A_evidenced", evidenced(a, cases[i].verified.candidate, b)},
                            {"phrases_B_evidenced", evidenced(b, cases[i].verified.reference, a)}};
    std::string line;
    io::append_json(line, records[i]);
    list.add(line);
  }
  run.finish(failed);
  const int code = list_failed(failed);
  list.commit();
  return code;
}

int run_radfact_llm(const RadfactLlmJob& job) {
  const RadfactByLlm reader(job.llm.prompts);
  std::optional<OutFolder> out;
  if (!job.llm.dry_run) out.emplace(job.out);
  LlmRun run(job.llm, job.out + "/", job.common);
  const std::string signed_by = reader.reader(run, job.writing.kind);
  if (out)
    out->claim("radfact run", radfact_signature(signed_by, {job.writing.kind, job.writing.boxes}), {job.in},
               job.overwrite);
  std::vector<RadfactCase> cases = radfact_cases(run, job);
  if (job.writing.kind == Kind::narrative) reader.phrases(run, cases);
  const bool all_parsed = !run.stopped();
  reader.verify(run, cases);
  if (job.llm.only_collects()) {
    io::ProblemLog failed;
    run.finish_collecting(all_parsed ? "" : later(cases.size()), failed);
    return list_failed(failed);
  }
  return write_results(job, run, cases, signed_by, *out);
}

}  // namespace fiducial::cli
