// LUNGUAGE on one thread: reports structured, terms of a vocabulary of 100,000 found, patients of 15 studies scored.
// Reports are made up here, of about 60 words; patients have some 120 findings on each side.
//
//   bench_lunguage          items_per_second is reports, words or patients a second
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "fiducial/lunguage.h"

namespace {

using namespace fiducial::lunguage;

const std::vector<std::string>& sentences() {
  static const std::vector<std::string> list{"There is a small left pleural effusion, unchanged.",
                                             "The heart is mildly enlarged.",
                                             "No pneumothorax.",
                                             "Patchy bibasilar opacities, likely atelectasis.",
                                             "The endotracheal tube terminates 4 cm above the carina.",
                                             "Right upper lobe nodule measures 8 mm.",
                                             "Mild pulmonary edema has improved.",
                                             "The mediastinal contours are normal.",
                                             "Interval resolution of the right lower lobe consolidation.",
                                             "Old left rib fractures.",
                                             "No focal consolidation or effusion.",
                                             "Right internal jugular catheter tip is in the mid SVC."};
  return list;
}

std::string made_up_report(std::mt19937& random) {
  std::string out = "INDICATION: Cough.\n\nFINDINGS: ";
  for (int i = 0; i < 8; ++i) out += sentences()[random() % sentences().size()] + " ";
  return out + "\n\nIMPRESSION: " + sentences()[random() % sentences().size()];
}

void Structure(benchmark::State& state) {
  std::mt19937 random(1);
  std::vector<std::string> reports;
  for (int i = 0; i < 500; ++i) reports.push_back(made_up_report(random));
  Structurer structurer;
  std::size_t at = 0;
  for (auto _ : state) benchmark::DoNotOptimize(structurer.structure(reports[at++ % reports.size()]));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(Structure);

Rows made_up_patient(std::mt19937& random, Structurer& structurer) {
  Rows rows;
  for (int study = 1; study <= 15; ++study) {
    for (Row& row : structurer.structure(made_up_report(random))) {
      row.subject = "p";
      row.study = std::to_string(study);
      row.sequence = study;
      row.day = 10L * study;
      rows.push_back(std::move(row));
    }
  }
  group(rows, {});
  return rows;
}

void ScorePatient(benchmark::State& state) {
  std::mt19937 random(2);
  Structurer structurer;
  const Rows pred = made_up_patient(random, structurer);
  const Rows gold = made_up_patient(random, structurer);
  std::vector<const Row*> left;
  std::vector<const Row*> right;
  for (const Row& row : pred) left.push_back(&row);
  for (const Row& row : gold) right.push_back(&row);
  const auto encoder = make_lexicon_encoder();
  for (auto _ : state) benchmark::DoNotOptimize(score(left, right, Setting::sequential, *encoder).f1);
  state.SetItemsProcessed(state.iterations());
  state.counters["findings"] = static_cast<double>(left.size());
}
BENCHMARK(ScorePatient)->Unit(benchmark::kMillisecond);

void GroupPatient(benchmark::State& state) {
  std::mt19937 random(3);
  Structurer structurer;
  Rows rows = made_up_patient(random, structurer);
  for (auto _ : state) group(rows, {});
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(GroupPatient)->Unit(benchmark::kMillisecond);

void FindTerms(benchmark::State& state) {
  std::mt19937 random(4);
  Vocabulary vocabulary;
  for (int i = 0; i < 100000; ++i) {
    std::string term;
    for (std::uint32_t k = 0; k <= random() % 4; ++k)
      term += (k == 0 ? "word" : " word") + std::to_string(random() % 20000);
    vocabulary.add(term, "PF");
  }
  std::string sentence;
  for (int i = 0; i < 60; ++i) sentence += "word" + std::to_string(random() % 20000) + " ";
  for (auto _ : state) benchmark::DoNotOptimize(vocabulary.find(sentence));
  state.SetItemsProcessed(60 * state.iterations());
}
BENCHMARK(FindTerms);

}  // namespace
