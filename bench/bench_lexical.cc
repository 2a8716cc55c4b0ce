// Pairs a second of each lexical baseline on one thread, on report-length texts (about 140 and 200 words).
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "fiducial/lexical.h"

namespace {

const std::string reference =
    "CT of the chest, abdomen and pelvis with contrast. The trachea and main bronchi are patent. There is a spiculated "
    "mass in the right upper lobe measuring 3.5 x 2.1 cm, with pleural tags. Several ground-glass nodules of 2-4 mm "
    "are "
    "scattered in both lower lobes. No pleural effusion or pneumothorax. The heart isn't enlarged; coronary "
    "calcifications are mild. Enlarged right hilar lymph nodes measure up to 14 mm in short axis. The thoracic aorta "
    "is of "
    "normal caliber. The liver is mildly steatotic, with two low-density lesions in segments 7/8, the larger 18×15 mm, "
    "most likely cysts. The gallbladder, spleen, pancreas and adrenal glands are unremarkable. A non-obstructing stone "
    "of 5 mm is seen in the left kidney. No hydronephrosis. The bladder is well distended. No free fluid. Degenerative "
    "changes at L4/5 and L5/S1 with vacuum phenomenon. No suspicious bone lesion is identified.";
const std::string candidate =
    "Technique: contrast-enhanced CT of the chest, abdomen and pelvis. Comparison: none. Findings: Airways: the "
    "trachea is "
    "patent, and the main bronchi are patent as well. Lungs: in the right upper lobe there is a spiculated mass of "
    "about "
    "3.4 x 2.1 cm which contacts the pleura by several tags, suspicious for a primary malignancy. In the lower lobes "
    "of "
    "both lungs there are multiple small ground-glass nodules that measure between 2 and 4 mm. Pleura: there is no "
    "effusion and no pneumothorax. Heart and vessels: the heart is not enlarged. There is mild calcification of the "
    "coronary arteries. The aorta has a normal diameter in the chest. Lymph nodes: right hilar adenopathy, with nodes "
    "of "
    "up to 14 mm in short axis; the mediastinal nodes aren't enlarged. Liver: mild fatty infiltration; two hypodense "
    "lesions in S7/8 measuring up to 18×15mm are probably cysts. Gallbladder, spleen, pancreas and both adrenal glands "
    "are normal. Kidneys: a stone of 5 mm in the lower pole of the left kidney, which does not obstruct; no "
    "hydronephrosis on either side. Pelvis: the urinary bladder is distended and thin-walled. There is no free fluid "
    "in "
    "the abdomen or pelvis. Bones: degenerative disc disease at L4-5 and L5-S1, with gas in the discs. No aggressive "
    "osseous lesion is seen.";

void measure(benchmark::State& state, const std::string& name) {
  const auto metric = fiducial::lexical::make(name);
  metric->observe(reference);
  metric->observe(candidate);
  metric->observe("No acute cardiopulmonary abnormality.");
  metric->observed();
  std::vector<double> row(metric->statistics());
  for (auto _ : state) {
    metric->measure(reference, candidate, row);
    benchmark::DoNotOptimize(row.data());
  }
  state.SetItemsProcessed(state.iterations());
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(reference.size() + candidate.size()));
}

void tokenize(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(fiducial::lexical::tokenize(candidate));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(candidate.size()));
}
BENCHMARK(tokenize);

const bool registered = [] {
  for (const std::string& name : fiducial::lexical::names()) {
    benchmark::RegisterBenchmark(name.c_str(), [name](benchmark::State& state) { measure(state, name); });
  }
  return true;
}();

}  // namespace
