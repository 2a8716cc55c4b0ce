// RadFact's speed on one thread: report pairs a second from narrative text to measures, phrases verified a second, and
// box coverage beside a mask that is really painted, as RadFact does it.
//
//   bench_radfact                                items_per_second is pairs, phrases or coverages a second
//   bench_radfact --benchmark_filter=Coverage
#include <benchmark/benchmark.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "fiducial/radfact.h"

namespace {

using namespace fiducial::radfact;

const std::string kReference =
    "The heart is mildly enlarged. There is a small left pleural effusion with adjacent atelectasis. The right lung is "
    "clear. No pneumothorax. A left-sided pacemaker is in place with leads in the right atrium and right ventricle. "
    "The "
    "aorta is tortuous and calcified. Degenerative changes of the thoracic spine are stable.";
const std::string kCandidate =
    "Cardiomegaly. Left basal opacity, consistent with atelectasis or pneumonia. No pleural effusion or pneumothorax "
    "is "
    "seen. The pacemaker is unchanged. The cardiac and mediastinal contours are otherwise unremarkable. The bony "
    "thorax "
    "is intact.";

void NarrativePairs(benchmark::State& state) {
  Verifier reader;
  for (auto _ : state) {
    const auto ours = reader.phrases(kCandidate);
    const auto theirs = reader.phrases(kReference);
    benchmark::DoNotOptimize(reader.verify(ours, theirs));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(NarrativePairs);

void VerifiedPhrases(benchmark::State& state) {
  Verifier reader;
  const auto ours = reader.phrases(kCandidate);
  const auto theirs = reader.phrases(kReference);
  for (auto _ : state) benchmark::DoNotOptimize(reader.verify(ours, theirs));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(ours.size() + theirs.size()));
}
BENCHMARK(VerifiedPhrases);

// Pairs of one to three boxes each.
struct Boxes {
  std::vector<Box> ours, theirs;
};

std::vector<Boxes> made_up_boxes() {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> corner(0, 0.6);
  std::uniform_real_distribution<double> side(0.05, 0.4);
  const auto some = [&] {
    std::vector<Box> boxes(1 + random() % 3);
    for (Box& box : boxes) {
      box.x_min = corner(random);
      box.y_min = corner(random);
      box.x_max = box.x_min + side(random);
      box.y_max = box.y_min + side(random);
    }
    return boxes;
  };
  std::vector<Boxes> out;
  for (int i = 0; i < 1000; ++i) out.push_back({some(), some()});
  return out;
}

using Mask = std::array<std::array<bool, kMaskSize>, kMaskSize>;

void paint(const std::vector<Box>& boxes, Mask& mask) {
  for (auto& row : mask) row.fill(false);
  for (const Box& box : boxes) {
    for (auto y = static_cast<std::size_t>(box.y_min * kMaskSize); y < static_cast<std::size_t>(box.y_max * kMaskSize);
         ++y)
      std::fill(mask[y].begin() + static_cast<int>(box.x_min * kMaskSize),
                mask[y].begin() + static_cast<int>(box.x_max * kMaskSize), true);
  }
}

double painted(const Boxes& boxes, Mask& ours, Mask& theirs) {
  paint(boxes.ours, ours);
  paint(boxes.theirs, theirs);
  int area = 0;
  int shared = 0;
  for (std::size_t y = 0; y < kMaskSize; ++y) {
    for (std::size_t x = 0; x < kMaskSize; ++x) {
      area += ours[y][x] ? 1 : 0;
      shared += ours[y][x] && theirs[y][x] ? 1 : 0;
    }
  }
  return static_cast<double>(shared) / area;
}

void CoverageByStrips(benchmark::State& state) {
  const auto all = made_up_boxes();
  for (auto _ : state) {
    for (const Boxes& boxes : all) benchmark::DoNotOptimize(pixel_precision(boxes.ours, boxes.theirs));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.size()));
}
BENCHMARK(CoverageByStrips);

void CoverageByPainting(benchmark::State& state) {
  const auto all = made_up_boxes();
  static Mask ours;
  static Mask theirs;
  for (auto _ : state) {
    for (const Boxes& boxes : all) benchmark::DoNotOptimize(painted(boxes, ours, theirs));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.size()));
}
BENCHMARK(CoverageByPainting);

}  // namespace
