#include "cli/score_llm.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <unordered_map>

#include "cli/lunguage_llm.h"
#include "cli/radfact_llm.h"
#include "cli/radsem_llm.h"
#include "radfact/metric.h"
#include "radsem/metric.h"

namespace fiducial::cli {
namespace {

using Pairs = std::vector<io::Pair>;

// What was read of each pair, by its two texts.
template <class What>
class Readings {
 public:
  void add(const io::Pair& pair, What what) { map_.emplace(key(pair.reference, pair.candidate), std::move(what)); }
  std::optional<What> operator()(std::string_view reference, std::string_view candidate) const {
    const auto found = map_.find(key(reference, candidate));
    return found == map_.end() ? std::nullopt : std::optional<What>(found->second);
  }

 private:
  static std::string key(std::string_view reference, std::string_view candidate) {
    return fmt::format("{} {}{}", reference.size(), reference, candidate);
  }
  std::unordered_map<std::string, What> map_;
};

Pairs all_pairs(const PairsInput& input, io::ProblemLog& no_pairs) {
  io::PairReader reader = input.open();
  Pairs pairs;
  io::Pair pair;
  while (reader.next(pair)) pairs.push_back(pair);
  no_pairs.add(reader.problems(), reader.problem_count());
  return pairs;
}

ReportFile side_of(const Pairs& pairs, const std::string& path, std::string io::Pair::*text) {
  ReportFile file;
  file.path = path;
  for (const io::Pair& pair : pairs) {
    file.place.emplace(pair.id, file.reports.size());
    file.reports.push_back({pair.id, pair.*text, "", "", pair.line});
  }
  return file;
}

std::shared_ptr<Metric>* find(Metrics& metrics, std::string_view name) {
  const auto found =
      std::find_if(metrics.begin(), metrics.end(), [&](const auto& metric) { return metric->name() == name; });
  return found == metrics.end() ? nullptr : &*found;
}

void read_radsem(LlmRun& run, const std::string& prompts, const std::string& path, const Pairs& pairs,
                 Metrics& metrics) {
  std::vector<radsem::Policy> policies;
  std::vector<std::shared_ptr<Metric>*> places;
  for (const radsem::Policy policy : {radsem::Policy::many_to_many, radsem::Policy::alt}) {
    auto* const place = find(metrics, policy == radsem::Policy::alt ? "radsem_alt" : "radsem");
    if (place == nullptr) continue;
    policies.push_back(policy);
    places.push_back(place);
  }
  if (policies.empty()) return;
  const ReportFile ref = side_of(pairs, path, &io::Pair::reference);
  const ReportFile gen = side_of(pairs, path, &io::Pair::candidate);
  const std::vector<RadsemTags> read = tags_by_llm(run, prompts, ref, gen, ref.names(), policies);
  for (std::size_t i = 0; i < read.size(); ++i) {
    Readings<radsem::CaseScore> readings;
    for (const io::Pair& pair : pairs) {
      const auto tag = read[i].tags.find(pair.id);
      if (tag == read[i].tags.end()) continue;
      const radsem::Audit audit = radsem::score(tag->second, policies[i]);
      readings.add(pair, {audit.abnormal, audit.normal, audit.score});
    }
    *places[i] = radsem::make_metric(policies[i], read[i].reader, std::move(readings));
  }
}

void read_radfact(LlmRun& run, const std::string& prompts, const std::string& path, const Pairs& pairs,
                  Metrics& metrics) {
  auto* const place = find(metrics, "radfact");
  if (place == nullptr) return;
  const RadfactByLlm reader(prompts);
  std::vector<RadfactCase> cases;
  for (const io::Pair& pair : pairs)
    cases.push_back({path, pair.line, {pair.id, {}, {}}, pair.candidate, pair.reference, {}, 0, true});
  reader.phrases(run, cases);
  reader.verify(run, cases);
  Readings<radfact::Verified> readings;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (cases[i].done) readings.add(pairs[i], std::move(cases[i].verified));
  }
  *place = radfact::make_metric(reader.reader(run, radfact::Kind::narrative), std::move(readings));
}

void read_lunguage(LlmRun& run, const std::string& prompts, const std::string& path, const Pairs& pairs,
                   Metrics& metrics) {
  auto* const place = find(metrics, "lunguage");
  if (place == nullptr) return;
  LunguageFile file;
  file.path = path;
  for (const io::Pair& pair : pairs) {
    for (const std::string* text : {&pair.reference, &pair.candidate})
      file.texts.push_back({"", pair.id, *text, std::nullopt, pair.line});
  }
  LunguageRows read = rows_by_llm(run, prompts, file);
  Readings<lunguage::RowsOfPair> readings;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    auto& reference = read.rows[2 * i];
    auto& candidate = read.rows[2 * i + 1];
    if (reference && candidate)
      readings.add(pairs[i], {std::make_shared<const lunguage::Rows>(std::move(*reference)),
                              std::make_shared<const lunguage::Rows>(std::move(*candidate))});
  }
  *place = lunguage::make_metric(read.reader, std::move(readings));
}

}  // namespace

void read_by_llm(LlmRun& run, const std::string& prompts, const std::string& path, const PairsInput& input,
                 Metrics& metrics, io::ProblemLog& no_pairs) {
  const auto reads = {"radsem", "radsem_alt", "radfact", "lunguage"};
  if (std::none_of(reads.begin(), reads.end(), [&](const char* name) { return find(metrics, name) != nullptr; }))
    throw UsageError(
        "--engine llm: expected a metric that reads reports (radsem, radsem_alt, radfact, lunguage), found none");
  const Pairs pairs = all_pairs(input, no_pairs);
  read_radsem(run, prompts, path, pairs, metrics);
  read_radfact(run, prompts, path, pairs, metrics);
  read_lunguage(run, prompts, path, pairs, metrics);
}

}  // namespace fiducial::cli
