#include "cli/ssree_llm.h"

#include <fmt/format.h>

#include <map>

#include "cli/numbers.h"
#include "cli/radsem_llm.h"
#include "cli/run_folder.h"
#include "cli/ssree_files.h"
#include "llm/ssree_task.h"
#include "ssree/sample_files.h"

namespace fiducial::cli {
namespace {

// A report with its atomic sentences on its way to five levels.
struct Writing {
  const io::Report* report = nullptr;
  std::vector<std::string> atoms;
  std::vector<std::size_t> order;
  llm::Levels levels;
  bool done = false;
};

constexpr std::size_t kFewest = 4;  // three abnormal, one normal

// A report with too few sentences for any levels needs no question.
void write_levels(LlmRun& run, const llm::LevelsTask& task, const ReportFile& file, std::vector<Writing>& all) {
  std::vector<Writing*> asked;
  for (Writing& one : all) {
    one.done = one.atoms.size() < kFewest;
    if (one.done) {
      one.levels.unfit = "fewer than four findings";
    } else {
      asked.push_back(&one);
    }
  }
  LlmStage stage{"ssree_levels", "writing", asked.size(), {}, {}, {}};
  stage.question = [&](std::size_t i) {
    return task.question(asked[i]->report->name, asked[i]->atoms, asked[i]->order);
  };
  stage.check = [&](std::size_t i, const std::string& answer) {
    return task.read(answer, asked[i]->atoms, asked[i]->order, asked[i]->levels);
  };
  stage.place = [&](std::size_t i) { return Problem{file.path, asked[i]->report->line, asked[i]->report->name, ""}; };
  const std::vector<bool> answered = run.ask(stage);
  for (std::size_t i = 0; i < asked.size(); ++i) asked[i]->done = answered[i];
}

}  // namespace

int build_ssree_llm(const SsreeLlmJob& job, io::ProblemLog& failed) {
  const llm::LevelsTask task(llm::prompt_for("ssree_levels", job.llm.prompts));
  LlmRun run(job.llm, job.out + "/", job.common);
  const std::string signed_by = fmt::format("ssree|reader:llm|{}|prompts:{},{}|seed:{}|version:{}",
                                            run.signature({"radsem_rewrite", "ssree_levels"}),
                                            llm::prompt_for("radsem_rewrite", job.llm.prompts).version(),
                                            task.prompt().version(), job.seed, program_version());
  if (job.folder != nullptr) job.folder->claim("ssree build", signed_by, {job.reports.path}, job.overwrite);
  std::vector<Writing> all;
  for (RewrittenReport& one : rewritten_by_llm(run, job.llm.prompts, job.reports)) {
    const auto order = llm::LevelsTask::order_of(one.atoms.size(), ssree::seed_of(job.seed, one.report->name));
    all.push_back({one.report, std::move(one.atoms), order, {}, false});
  }
  write_levels(run, task, job.reports, all);
  if (job.llm.only_collects()) {
    const std::size_t unknown = job.reports.reports.size() - all.size();
    run.finish_collecting(
        unknown == 0
            ? ""
            : fmt::format("and up to {} calls more for the levels, which are asked for when the sentences are known",
                          with_commas(unknown)),
        failed);
    return list_failed(failed);
  }
  ssree::SampleFiles files(*job.folder);
  std::size_t built = 0;
  std::map<std::string, std::size_t> unfit;
  for (const Writing& one : all) {
    if (one.done && one.levels.ladder) {
      files.write(*one.report, *one.levels.ladder);
      ++built;
    } else if (one.done) {
      ++unfit[one.levels.unfit];
    }
  }
  run.finish(failed, job.folder);
  const int code = list_failed(failed);
  files.commit();
  print_result(built_text(built, job.reports.reports.size(), job.out, unfit) + signed_by + "\n", false);
  return code;
}

}  // namespace fiducial::cli
