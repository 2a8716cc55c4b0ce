// `fiducial radfact run`: RadFact from a file of samples to a folder of results. Narrative text (RadFact's CSV) is
// first made into phrases; grounded reports (RadFact's JSON) are phrases with boxes already.
#include <fmt/format.h>

#include <memory>
#include <unordered_set>

#include "cli/app.h"
#include "cli/input.h"
#include "cli/numbers.h"
#include "cli/own_terms.h"
#include "cli/radfact_json.h"
#include "cli/radfact_summary.h"
#include "cli/reports.h"
#include "cli/run_folder.h"
#include "cli/score_file.h"

namespace fiducial::cli {
namespace {

using radfact::Kind;

struct RunOptions {
  std::string in, out;
  bool narrative = false;
  bool reasons = false;
  OwnTerms terms;
  Resampling resampling;
  Common common;
};

// A sample as it is read: phrases with boxes, or the two texts that become phrases in a worker.
struct Task {
  radfact::Sample sample;
  std::string prediction, target;
};

// Reads one kind of file; what cannot be used is in the list of problems.
class Tasks {
 public:
  virtual ~Tasks() = default;
  virtual bool next(Task& task) = 0;
  virtual const std::vector<Problem>& problems() const = 0;
  virtual std::size_t problem_count() const = 0;
};

class NarrativeTasks final : public Tasks {
 public:
  explicit NarrativeTasks(const std::string& path) : reader_(open_input(path)) {}
  bool next(Task& task) override {
    io::Pair pair;
    if (!reader_.next(pair)) return false;
    task.sample.id = std::move(pair.id);
    task.prediction = std::move(pair.candidate);
    task.target = std::move(pair.reference);
    return true;
  }
  const std::vector<Problem>& problems() const override { return reader_.problems(); }
  std::size_t problem_count() const override { return reader_.problem_count(); }

 private:
  io::PairReader reader_;
};

class GroundedTasks final : public Tasks {
 public:
  explicit GroundedTasks(const std::string& path) : reader_(open_input(path)) {
    if (reader_.format() == io::Format::csv || reader_.format() == io::Format::tsv) {
      throw InputError(
          {path, 0, "", "expected grounded reports as JSON, found a table: narrative text needs --narrative"});
    }
  }
  bool next(Task& task) override {
    io::Record record;
    while (reader_.next(record)) {
      std::string id = record.id();
      if (id.empty()) id = std::to_string(record.number);
      if (std::string error = radfact::sample_from_json(record.fields, task.sample); !error.empty()) {
        reader_.reject(record, std::move(error), id);
      } else if (!seen_.insert(id).second) {
        reader_.reject(record, "expected each id once, found it again", id);
      } else {
        task.sample.id = std::move(id);
        return true;
      }
    }
    return false;
  }
  const std::vector<Problem>& problems() const override { return reader_.problems(); }
  std::size_t problem_count() const override { return reader_.problem_count(); }

 private:
  io::RecordReader reader_;
  std::unordered_set<std::string> seen_;
};

std::unique_ptr<Tasks> open_tasks(const RunOptions& options) {
  if (options.narrative) return std::make_unique<NarrativeTasks>(options.in);
  return std::make_unique<GroundedTasks>(options.in);
}

std::vector<radfact::Phrase> as_phrases(std::vector<std::string> texts) {
  std::vector<radfact::Phrase> out;
  out.reserve(texts.size());
  for (std::string& text : texts) out.push_back({std::move(text), {}});
  return out;
}

std::vector<std::string> texts_of(const std::vector<radfact::Phrase>& phrases) {
  std::vector<std::string> out;
  out.reserve(phrases.size());
  for (const radfact::Phrase& phrase : phrases) out.push_back(phrase.text);
  return out;
}

// What a sample gives for the files and the summary.
struct Result {
  std::string output, scores;
  std::string remark;
  radfact::SampleCounts counts;
};

std::string remark_on(const radfact::Sample& sample) {
  if (sample.candidate.empty() && sample.reference.empty()) return "no phrase in either report: not defined";
  if (sample.candidate.empty()) return "no phrase in the prediction: recall 0, precision not defined";
  if (sample.reference.empty()) return "no phrase in the target: precision 0, recall not defined";
  return "";
}

io::Json measures_json(const radfact::Measures& measures, Kind kind) {
  io::Json out = {{"logical_f1", json_number(radfact::pair_f1(measures))}};
  for (std::size_t m = 0; m < radfact::kMeasures; ++m) {
    const auto measure = static_cast<radfact::Measure>(m);
    if (kind == Kind::grounded || !radfact::of_boxes(measure))
      out[std::string(radfact::label(measure))] = json_number(measures[m]);
  }
  return out;
}

Result verify_sample(radfact::Embedded& reader, const Task& task, const RunOptions& options) {
  radfact::Sample sample = task.sample;
  const Kind kind = options.narrative ? Kind::narrative : Kind::grounded;
  if (kind == Kind::narrative) {
    sample.candidate = as_phrases(reader.phrases(task.prediction));
    sample.reference = as_phrases(reader.phrases(task.target));
  }
  const radfact::Verified verified =
      reader.verify(texts_of(sample.candidate), texts_of(sample.reference), options.reasons);
  Result out;
  out.counts = {radfact::count(sample.candidate, verified.candidate, sample.reference),
                radfact::count(sample.reference, verified.reference, sample.candidate)};
  const radfact::Measures measures = radfact::measure(out.counts.candidate, out.counts.reference);
  const io::Json values = measures_json(measures, kind);
  io::append_json(out.output, {{"example_id", sample.id},
                               {"prediction", grounded(sample.candidate, verified.candidate, sample.reference)},
                               {"target", grounded(sample.reference, verified.reference, sample.candidate)},
                               {"measures", values}});
  io::Json scores = {{"id", sample.id}, {"radfact", json_number(radfact::pair_f1(measures))}};
  for (const auto& [name, value] : values.items()) {
    if (name != "logical_f1") scores["radfact." + name] = value;
  }
  out.scores = io::json_line(scores);
  out.remark = remark_on(sample);
  return out;
}

std::string skipped_csv(const Tasks& tasks) {
  std::string out;
  const std::string head[] = {"example_id", "line", "problem"};
  io::append_csv(out, head);
  for (const Problem& problem : tasks.problems()) {
    const std::string fields[] = {problem.id, std::to_string(problem.line), problem.message};
    io::append_csv(out, fields);
  }
  return out;
}

int run_radfact(RunOptions& options) {
  options.terms.load();
  const auto tasks = open_tasks(options);
  make_folder(options.out);
  JsonList outputs(options.out + "/outputs.json");
  io::AtomicFile scores(options.out + "/scores.jsonl");
  std::vector<double> rows;
  Remarks remarks;
  Progress bar("verifying", "samples", 0, options.common.quiet);
  InOrder<Task, Result> work;
  work.next = [&](Task& task) { return tasks->next(task); };
  work.make_worker = [&]() -> std::function<Result(const Task&)> {
    const auto reader = std::make_shared<radfact::Embedded>(options.terms.radfact());
    return [reader, &options](const Task& task) { return verify_sample(*reader, task, options); };
  };
  work.bytes = [](const Task& task) { return task.prediction.size() + task.target.size(); };
  work.deliver = [&](const Task& task, const Result& result) {
    check_interrupt();
    outputs.add(result.output);
    scores.write(result.scores);
    rows.resize(rows.size() + radfact::kRowWidth);
    radfact::row_of(result.counts, std::span(rows).last(radfact::kRowWidth));
    if (!result.remark.empty()) remarks.add(task.sample.id, result.remark);
    bar.at(outputs.count());
  };
  work.run(options.common.threads);
  bar.finish();
  check_interrupt();
  const int code = list_failed(tasks->problems(), tasks->problem_count());
  if (outputs.count() == 0) throw InputError({options.in, 0, "", "expected samples, found none that can be used"});
  const RadfactSummary summary =
      summarize_radfact({rows, radfact::kRowWidth}, options.narrative ? Kind::narrative : Kind::grounded,
                        tasks->problem_count(), options.terms.radfact().lexicon_version(),
                        resampling_with(options.resampling, options.common), stdout_paint().on());
  io::AtomicFile json(options.out + "/summary.json");
  json.write(io::json_pretty(summary.json));
  io::AtomicFile skipped(options.out + "/skipped.csv");
  skipped.write(skipped_csv(*tasks));
  outputs.commit();
  for (io::AtomicFile* file : {&scores, &json, &skipped}) file->commit();
  remarks.show(options.common.quiet);
  print_result(summary.table, false);
  return code;
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
  command.add_flag("--narrative", options->narrative, "The samples are narrative text, to be made into phrases first");
  command.add_flag("--reasons", options->reasons, "Say of each phrase why, in outputs.json");
  add_resampling(command, options->resampling);
  add_own_terms(command, options->terms);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial radfact run examples/radfact/grounded.json --out run");
  command.callback([&program, options] { program.job = [options] { return run_radfact(*options); }; });
}

}  // namespace fiducial::cli
