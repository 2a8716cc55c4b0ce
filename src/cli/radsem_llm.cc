#include "cli/radsem_llm.h"

#include <fmt/format.h>

#include "cli/numbers.h"
#include "cli/radsem_files.h"
#include "cli/run_folder.h"
#include "llm/radsem_tasks.h"
#include "radsem/metric.h"

namespace fiducial::cli {
namespace {

// A report of one side on its way: its sentences, then its atomic sentences.
struct Rewriting {
  const ReportFile* file = nullptr;
  const io::Report* report = nullptr;
  std::vector<std::string> sentences, atoms;
  bool done = false;
};

// The shared names' references, then their candidates.
std::vector<Rewriting> both_sides(const ReportFile& ref, const ReportFile& gen, const std::vector<std::string>& names) {
  std::vector<Rewriting> all;
  for (const ReportFile* file : {&ref, &gen}) {
    for (const std::string& name : names) all.push_back({file, file->find(name), {}, {}, false});
  }
  return all;
}

// Fills the atoms; a report without a sentence needs no question.
void rewrite(LlmRun& run, const llm::RewriteTask& task, std::vector<Rewriting>& all) {
  std::vector<Rewriting*> asked;
  for (Rewriting& one : all) {
    one.sentences = llm::report_sentences(one.report->text);
    one.done = one.sentences.empty();
    if (!one.done) asked.push_back(&one);
  }
  LlmStage stage{"radsem_rewrite", "rewriting", asked.size(), {}, {}, {}};
  stage.question = [&](std::size_t i) { return task.question(*asked[i]->report, asked[i]->sentences); };
  stage.check = [&](std::size_t i, const std::string& answer) {
    return task.read(answer, asked[i]->sentences, asked[i]->atoms);
  };
  stage.place = [&](std::size_t i) {
    return Problem{asked[i]->file->path, asked[i]->report->line, asked[i]->report->name, ""};
  };
  const std::vector<bool> answered = run.ask(stage);
  for (std::size_t i = 0; i < asked.size(); ++i) asked[i]->done = answered[i];
}

struct MatchCase {
  const Rewriting* ref = nullptr;
  const Rewriting* gen = nullptr;
  radsem::Tag tag;
  bool done = false;
};

// The cases whose both reports were rewritten: the first half of `all` is the references.
std::vector<MatchCase> cases_of(const std::vector<Rewriting>& all) {
  std::vector<MatchCase> cases;
  const std::size_t count = all.size() / 2;
  for (std::size_t i = 0; i < count; ++i) {
    if (all[i].done && all[count + i].done) cases.push_back({&all[i], &all[count + i], {}, false});
  }
  return cases;
}

// Fills the tags; two reports without a sentence need no question.
void match(LlmRun& run, const llm::MatchTask& task, std::vector<MatchCase>& cases) {
  std::vector<MatchCase*> asked;
  for (MatchCase& one : cases) {
    one.done = one.ref->atoms.empty() && one.gen->atoms.empty();
    if (!one.done) asked.push_back(&one);
  }
  LlmStage stage{"radsem_match", "matching", asked.size(), {}, {}, {}};
  stage.question = [&](std::size_t i) {
    return task.question(asked[i]->ref->report->name, asked[i]->ref->atoms, asked[i]->gen->atoms);
  };
  stage.check = [&](std::size_t i, const std::string& answer) {
    return task.read(answer, asked[i]->ref->atoms, asked[i]->gen->atoms, asked[i]->tag);
  };
  stage.place = [&](std::size_t i) {
    return Problem{asked[i]->gen->file->path, asked[i]->gen->report->line, asked[i]->gen->report->name, ""};
  };
  const std::vector<bool> answered = run.ask(stage);
  for (std::size_t i = 0; i < asked.size(); ++i) asked[i]->done = answered[i];
}

// Who read, for signatures.
std::string reader_of(const LlmRun& run, const llm::RewriteTask& rewriting, const llm::MatchTask& matching) {
  return fmt::format("reader:llm|{}|prompts:{},{}", run.signature({"radsem_rewrite", "radsem_match"}),
                     rewriting.prompt().version(), matching.prompt().version());
}

void write_rewritten(const std::vector<Rewriting>& all, const ReportFile& file, io::AtomicFile& out) {
  for (const Rewriting& one : all) {
    if (one.file == &file && one.done) out.write(rewritten_line(*one.report, llm::rewritten_text(one.atoms)));
  }
}

int write_results(const RadsemLlmJob& job, LlmRun& run, const std::vector<Rewriting>& all,
                  std::vector<MatchCase>& cases, const std::string& signed_by, io::ProblemLog& failed) {
  RadsemFiles files(*job.folder);
  write_rewritten(all, job.ref, files.ref);
  write_rewritten(all, job.gen, files.gen);
  RadsemColumns columns;
  std::size_t ref_empty = 0;
  std::size_t gen_empty = 0;
  for (MatchCase& one : cases) {
    if (!one.done) continue;
    const radsem::Audit audit = radsem::score(one.tag, job.policy.chosen());
    columns.add({audit.abnormal, audit.normal, audit.score});
    files.tags.write(tag_line(one.tag, *one.ref->report));
    files.scores.write(score_line(one.ref->report->name, audit.score));
    if (one.ref->atoms.empty()) ++ref_empty;
    if (one.gen->atoms.empty()) ++gen_empty;
  }
  run.finish(failed, job.folder);
  const int code = list_failed(failed);
  if (columns.score.empty()) run.fail_whole("no case could be scored", *job.folder);
  RadsemSummary summary =
      summarize_radsem(columns, failed.count(), job.policy, signed_by, job.resampling, stdout_paint().on());
  summary.json["nothing_to_score"] = {{"ref", ref_empty}, {"gen", gen_empty}};
  files.summary.write(io::json_pretty(summary.json));
  job.folder->commit();
  print_result(summary.table, false);
  return code;
}

// The end of a stage that wrote one file.
int end_stage(LlmRun& run, io::AtomicFile& out, io::ProblemLog& failed) {
  run.finish(failed);
  out.commit();
  return list_failed(failed);
}

}  // namespace

int rewrite_by_llm(const LlmOptions& llm, const ReportFile& reports, const Common& common, const std::string& out,
                   io::ProblemLog& failed) {
  const llm::RewriteTask task(llm::prompt_for("radsem_rewrite", llm.prompts));
  LlmRun run(llm, beside(out), common);
  std::vector<Rewriting> all;
  for (const io::Report& report : reports.reports) all.push_back({&reports, &report, {}, {}, false});
  rewrite(run, task, all);
  if (llm.only_collects()) {
    run.finish_collecting("", failed);
    return list_failed(failed);
  }
  io::AtomicFile file(out);
  write_rewritten(all, reports, file);
  return end_stage(run, file, failed);
}

std::vector<RewrittenReport> rewritten_by_llm(LlmRun& run, const std::string& prompts, const ReportFile& reports) {
  std::vector<Rewriting> all;
  for (const io::Report& report : reports.reports) all.push_back({&reports, &report, {}, {}, false});
  rewrite(run, llm::RewriteTask(llm::prompt_for("radsem_rewrite", prompts)), all);
  std::vector<RewrittenReport> out;
  for (Rewriting& one : all) {
    if (one.done) out.push_back({one.report, std::move(one.atoms)});
  }
  return out;
}

int match_by_llm(const LlmOptions& llm, const ReportFile& ref, const ReportFile& gen,
                 const std::vector<std::string>& names, const RadsemPolicy& policy, const Common& common,
                 const std::string& out, io::ProblemLog& failed) {
  const llm::MatchTask task(llm::prompt_for("radsem_match", llm.prompts), policy.chosen());
  LlmRun run(llm, beside(out), common);
  std::vector<Rewriting> all = both_sides(ref, gen, names);
  for (Rewriting& one : all) {
    one.atoms = llm::atomic_sentences({one.report->text});
    one.done = true;
  }
  std::vector<MatchCase> cases = cases_of(all);
  match(run, task, cases);
  if (llm.only_collects()) {
    run.finish_collecting("", failed);
    return list_failed(failed);
  }
  io::AtomicFile file(out);
  for (MatchCase& one : cases) {
    if (one.done) file.write(tag_line(one.tag, *one.ref->report));
  }
  return end_stage(run, file, failed);
}

std::vector<RadsemTags> tags_by_llm(LlmRun& run, const std::string& prompts, const ReportFile& ref,
                                    const ReportFile& gen, const std::vector<std::string>& names,
                                    const std::vector<radsem::Policy>& policies) {
  const llm::RewriteTask rewriting(llm::prompt_for("radsem_rewrite", prompts));
  std::vector<Rewriting> all = both_sides(ref, gen, names);
  rewrite(run, rewriting, all);
  std::vector<RadsemTags> out;
  for (const radsem::Policy policy : policies) {
    const llm::MatchTask matching(llm::prompt_for("radsem_match", prompts), policy);
    std::vector<MatchCase> cases = cases_of(all);
    match(run, matching, cases);
    out.push_back({policy, reader_of(run, rewriting, matching), {}});
    for (MatchCase& one : cases) {
      if (one.done) out.back().tags.emplace(one.ref->report->name, std::move(one.tag));
    }
  }
  return out;
}

int run_radsem_llm(const RadsemLlmJob& job, io::ProblemLog& failed) {
  const llm::RewriteTask rewriting(llm::prompt_for("radsem_rewrite", job.llm.prompts));
  const llm::MatchTask matching(llm::prompt_for("radsem_match", job.llm.prompts), job.policy.chosen());
  LlmRun run(job.llm, job.out + "/", job.common);
  const std::string signed_by = fmt::format(
      "{}|version:{}", radsem::signature(reader_of(run, rewriting, matching), job.policy.chosen()), program_version());
  if (job.folder != nullptr) job.folder->claim("radsem run", signed_by, {job.ref.path, job.gen.path}, job.overwrite);
  std::vector<Rewriting> all = both_sides(job.ref, job.gen, job.names);
  rewrite(run, rewriting, all);
  std::vector<MatchCase> cases = cases_of(all);
  match(run, matching, cases);
  if (job.llm.only_collects()) {
    const std::size_t unknown = job.names.size() - cases.size();
    run.finish_collecting(
        unknown == 0
            ? ""
            : fmt::format("and up to {} calls more for the matching, which is asked when the sentences are known",
                          with_commas(unknown)),
        failed);
    return list_failed(failed);
  }
  return write_results(job, run, all, cases, signed_by, failed);
}

}  // namespace fiducial::cli
