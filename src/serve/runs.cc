#include "serve/runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include "explain/finding_outcomes.h"
#include "fiducial/radsem.h"
#include "fiducial/stats.h"
#include "radsem/record_json.h"
#include "serve/metrics.h"

namespace fiducial::serve {
namespace {

namespace fs = std::filesystem;
using explain::FindingOutcome;
using lexicon::ConceptId;

// Names of concepts, numbered in the order in which they come.
class Tags {
 public:
  explicit Tags(const lexicon::Lexicon& lexicon) : lexicon_(lexicon) {}

  io::Json numbers(const std::vector<ConceptId>& ids) {
    io::Json list = io::Json::array();
    for (const ConceptId id : ids) {
      const auto [found, fresh] = number_.emplace(id, number_.size());
      if (fresh) names_.push_back(std::string(lexicon_.label(id)));
      list.push_back(found->second);
    }
    return list;
  }
  io::Json json(io::Json of) { return {{"names", std::move(names_)}, {"of", std::move(of)}}; }

 private:
  const lexicon::Lexicon& lexicon_;
  std::map<ConceptId, std::size_t> number_;
  io::Json names_ = io::Json::array();
};

void add_overviews(const std::vector<io::Pair>& pairs, const Lexicon& lexicon, io::Json& record) {
  findings::Reader reader(lexicon.tables());
  Tags concepts(reader.lexicon()), regions(reader.lexicon());
  io::Json of_concepts = io::Json::array();
  io::Json of_regions = io::Json::array();
  io::Json outcomes = io::Json::object();
  for (const io::Pair& pair : pairs) {
    const explain::CaseOverview one = explain::overview_of(reader, pair.reference, pair.candidate);
    of_concepts.push_back(concepts.numbers(one.concepts));
    of_regions.push_back(regions.numbers(one.regions));
    for (std::size_t f = 0; f < explain::kFindingOutcomes; ++f)
      outcomes[std::string(name(static_cast<FindingOutcome>(f)))].push_back(one.abnormal[f]);
  }
  record["outcomes"] = std::move(outcomes);
  record["concepts"] = concepts.json(std::move(of_concepts));
  record["regions"] = regions.json(std::move(of_regions));
}

// The values of the sample lines, by column; a column without values if there is no line.
void add_columns(const std::string& lines, MeasuredRun& run) {
  for (const auto& [column, summary] : run.record["scores"].items()) {
    run.columns[column].clear();
    run.record["columns"][column] = io::Json::array();
  }
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at);
    const io::Json sample = io::Json::parse(std::string_view(lines).substr(at, end - at));
    for (const auto& [column, value] : sample.items()) {
      if (column == "id") continue;
      run.columns[column].push_back(value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN());
      run.record["columns"][column].push_back(value);
    }
    at = end + 1;
  }
}

io::Json problems_json(const io::ProblemLog& problems) {
  constexpr std::size_t kShown = 20;
  io::Json list = io::Json::array();
  for (const Problem& problem : problems.kept()) {
    if (list.size() < kShown) list.push_back(problem.text());
  }
  return list;
}

// Pairs that are too long to be compared become problems of the file.
void drop_failed(const Measured& all, Cases& cases) {
  std::vector<io::Pair> kept;
  auto failed = all.failed.begin();
  for (std::size_t i = 0; i < cases.pairs.size(); ++i) {
    if (failed == all.failed.end() || failed->first != i) {
      kept.push_back(std::move(cases.pairs[i]));
      continue;
    }
    cases.problems.add({cases.path, cases.pairs[i].line, cases.pairs[i].id, failed->second});
    ++failed;
  }
  cases.pairs = std::move(kept);
}

// What the run's own tags score, where somebody else read them: a column beside ours.
void add_given(MeasuredRun& run, const Resampling& how) {
  const io::Json& ours = run.record["signatures"];
  if (!read_elsewhere(run.cases, ours.contains("radsem") ? ours["radsem"].get<std::string>() : "")) return;
  std::vector<double>& values = run.columns[std::string(kGivenScore)];
  for (const io::Pair& pair : run.cases.pairs) {
    const auto tag = run.cases.tags.find(pair.id);
    values.push_back(tag == run.cases.tags.end()
                         ? std::numeric_limits<double>::quiet_NaN()
                         : radsem::score(radsem::tag_from_json(io::Json::parse(tag->second))).score);
    run.record["columns"][std::string(kGivenScore)].push_back(std::isnan(values.back()) ? io::Json(nullptr)
                                                                                        : io::Json(values.back()));
  }
  const stats::Estimate mean = stats::bootstrap_mean(values, {how.resamples, how.seed, 1});
  const auto n = std::count_if(values.begin(), values.end(), [](double value) { return !std::isnan(value); });
  if (n == 0) return;
  run.record["scores"][std::string(kGivenScore)] = {
      {"mean", mean.value}, {"interval", {mean.spread.p2_5, mean.spread.p97_5}}, {"n", n}};
  run.record["signatures"][std::string(kGivenScore)] = run.cases.signature;
}

}  // namespace

std::vector<std::string> run_metrics() {
  std::vector<std::string> names;
  for (const char* wanted : {"radsem", "clinical", "radfact", "lunguage", "bleu", "rougeL", "meteor"}) {
    if (make_metric(wanted) != nullptr) names.emplace_back(wanted);
  }
  return names;
}

std::shared_ptr<MeasuredRun> measured_run(Cases cases, const Lexicon& lexicon, const Resampling& how,
                                          unsigned threads) {
  auto run = std::make_shared<MeasuredRun>();
  run->cases = std::move(cases);
  run->lexicon = lexicon;
  const Measured all = measured(run->cases.pairs, run_metrics(), lexicon, how, threads);
  drop_failed(all, run->cases);
  const std::vector<io::Pair>& pairs = run->cases.pairs;
  io::Json ids = io::Json::array();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ids.push_back(pairs[i].id);
    run->by_id.emplace(pairs[i].id, i);
  }
  run->record = {{"name", run->cases.name},
                 {"pairs", pairs.size()},
                 {"failed", run->cases.problems.count()},
                 {"problems", problems_json(run->cases.problems)},
                 {"ids", std::move(ids)},
                 {"columns", io::Json::object()},
                 {"scores", io::Json::parse(all.scores)},
                 {"signatures", io::Json::parse(all.signatures)},
                 {"bootstrap", {{"resamples", how.resamples}, {"seed", how.seed}, {"confidence", how.confidence}}}};
  add_columns(all.lines, *run);
  add_given(*run, how);
  add_overviews(pairs, lexicon, run->record);
  return run;
}

std::string adjudication_folder(const std::string& path) {
  return fs::is_directory(path) ? path + "/adjudicated" : path + ".adjudicated";
}

std::string rating_folder(const std::string& path) {
  return fs::is_directory(path) ? path + "/rated" : path + ".rated";
}

Runs::Runs(std::vector<Cases> cases, const Lexicon& lexicon, unsigned threads)
    : measured_(cases.size()), problems_(cases.size()) {
  std::set<std::string> taken;
  for (Cases& one : cases) {
    const std::string base = one.name;
    for (int n = 2; !taken.insert(one.name).second; ++n) one.name = fmt::format("{} {}", base, n);
    names_.push_back(one.name);
    counts_.push_back(one.pairs.size());
    adjudications_.push_back(std::make_shared<Adjudication>(adjudication_folder(one.path)));
  }
  if (!cases.empty()) ratings_ = std::make_unique<Ratings>(rating_folder(cases.front().path));
  thread_ = std::thread(
      [this, lexicon, threads, list = std::move(cases)]() mutable { measure(std::move(list), lexicon, threads); });
}

Runs::~Runs() {
  ending_ = true;
  thread_.join();
}

void Runs::measure(std::vector<Cases> cases, const Lexicon& lexicon, unsigned threads) {
  for (std::size_t i = 0; i < cases.size() && !ending_; ++i) {
    try {
      auto run = measured_run(std::move(cases[i]), lexicon, Resampling{}, threads);
      run->adjudication = adjudications_[i];
      const std::lock_guard lock(mutex_);
      measured_[i] = std::move(run);
    } catch (const std::exception& error) {  // the others are measured, and the service goes on
      const std::lock_guard lock(mutex_);
      problems_[i] = error.what();
    }
  }
}

std::shared_ptr<const MeasuredRun> Runs::find(std::size_t run) const {
  const std::lock_guard lock(mutex_);
  return measured_[run];
}

std::string Runs::problem(std::size_t run) const {
  const std::lock_guard lock(mutex_);
  return problems_[run];
}

}  // namespace fiducial::serve
