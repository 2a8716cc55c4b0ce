// From verdicts to RadFact's numbers: counts of one direction, the measures of a sample, means and F1s of a run.
#include <cmath>
#include <limits>

#include "fiducial/radfact.h"

namespace fiducial::radfact {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

double ratio(std::size_t part, std::size_t whole) {
  return whole == 0 ? kUndefined : static_cast<double>(part) / static_cast<double>(whole);
}

double contradicted(const Counts& c) {
  return c.only_not_entailed > 0 ? kUndefined : ratio(c.contradicted, c.phrases);
}

constexpr std::array<std::string_view, kMeasures> kMeasureNames = {"logical_precision",
                                                                   "logical_recall",
                                                                   "spatial_precision",
                                                                   "spatial_recall",
                                                                   "grounding_precision",
                                                                   "grounding_recall",
                                                                   "contradicted_candidate",
                                                                   "contradicted_reference",
                                                                   "box_precision",
                                                                   "box_recall",
                                                                   "box_iou"};

std::array<double, kCounts / 2> list(const Counts& c) {
  return {static_cast<double>(c.phrases), static_cast<double>(c.entailed),       static_cast<double>(c.contradicted),
          static_cast<double>(c.boxed),   static_cast<double>(c.entailed_boxed), static_cast<double>(c.spatial)};
}

}  // namespace

std::string_view label(Status status) {
  constexpr std::string_view kNames[] = {"entailment", "neutral", "contradiction"};
  return kNames[static_cast<std::size_t>(status)];
}

std::string_view label(Measure measure) {
  return kMeasureNames[static_cast<std::size_t>(measure)];
}

bool of_boxes(Measure measure) {
  return (measure >= Measure::spatial_precision && measure <= Measure::grounding_recall) ||
         measure >= Measure::box_precision;
}

Counts count(std::span<const Phrase> phrases, std::span<const Verdict> verdicts, std::span<const Phrase> premises,
             const BoxRules& rules) {
  Counts out;
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    const bool entailed = verdicts[i].status == Status::entailment;
    const bool boxed = !phrases[i].boxes.empty();
    ++out.phrases;
    if (entailed) ++out.entailed;
    if (verdicts[i].status == Status::contradiction) ++out.contradicted;
    if (verdicts[i].only_not_entailed) ++out.only_not_entailed;
    if (boxed) ++out.boxed;
    if (entailed && boxed) ++out.entailed_boxed;
    if (spatially_entailed(phrases[i], verdicts[i], premises, rules)) ++out.spatial;
    if (!entailed || !boxed) continue;
    const Overlap found = overlap(phrases[i].boxes, evidence_boxes(verdicts[i], premises), rules.image_size);
    if (std::isnan(found.precision) || std::isnan(found.recall)) continue;
    ++out.overlapping;
    out.box_precision += found.precision;
    out.box_recall += found.recall;
    out.box_iou += found.iou;
  }
  return out;
}

Measures measure(const Counts& candidate, const Counts& reference) {
  const auto mean = [&](double sum) {
    return candidate.overlapping == 0 ? kUndefined : sum / static_cast<double>(candidate.overlapping);
  };
  return {ratio(candidate.entailed, candidate.phrases),
          ratio(reference.entailed, reference.phrases),
          ratio(candidate.spatial, candidate.boxed),
          ratio(reference.spatial, reference.boxed),
          ratio(candidate.spatial, candidate.entailed_boxed),
          ratio(reference.spatial, reference.entailed_boxed),
          contradicted(candidate),
          contradicted(reference),
          mean(candidate.box_precision),
          mean(candidate.box_recall),
          mean(candidate.box_iou)};
}

double f1(double precision, double recall) {
  if (precision == 0 && recall == 0) return 0;
  return 2 * precision * recall / (precision + recall);
}

double pair_f1(const Measures& measures) {
  const double precision = measures[static_cast<std::size_t>(Measure::logical_precision)];
  const double recall = measures[static_cast<std::size_t>(Measure::logical_recall)];
  if (precision == 0 || recall == 0) return 0;
  return f1(precision, recall);
}

void row_of(const SampleCounts& sample, std::span<double> row) {
  const Measures measures = measure(sample.candidate, sample.reference);
  for (std::size_t m = 0; m < kMeasures; ++m) {
    const bool defined = !std::isnan(measures[m]);
    row[m] = defined ? measures[m] : 0;
    row[kMeasures + m] = defined ? 1 : 0;
  }
  const auto candidate = list(sample.candidate);
  const auto reference = list(sample.reference);
  for (std::size_t c = 0; c < candidate.size(); ++c) {
    row[2 * kMeasures + c] = candidate[c];
    row[2 * kMeasures + candidate.size() + c] = reference[c];
  }
}

const std::array<std::string, kValues>& value_names() {
  static const std::array<std::string, kValues> names = [] {
    std::array<std::string, kValues> out;
    std::size_t at = 0;
    for (const std::string_view name : kMeasureNames) out[at++] = name;
    for (const char* name : {"logical_f1", "spatial_f1", "grounding_f1"}) out[at++] = name;
    for (const std::string side : {"candidate", "reference"}) {
      for (const char* kind : {"phrases", "entailed", "contradicted", "boxed", "entailed_boxed", "spatially_entailed"})
        out[at++] = "num_" + side + "_" + kind;
    }
    return out;
  }();
  return names;
}

void values_of_sums(std::span<const double> sums, std::size_t n, Kind kind, std::span<double> values) {
  for (std::size_t m = 0; m < kMeasures; ++m) {
    const double defined = sums[kMeasures + m];
    values[m] = defined > 0 ? sums[m] / defined : kUndefined;
    if (kind == Kind::narrative && of_boxes(static_cast<Measure>(m))) values[m] = 0;
  }
  for (std::size_t pair = 0; pair < 3; ++pair) values[kMeasures + pair] = f1(values[2 * pair], values[2 * pair + 1]);
  for (std::size_t c = 0; c < kCounts; ++c)
    values[kMeasures + 3 + c] = n == 0 ? kUndefined : sums[2 * kMeasures + c] / static_cast<double>(n);
}

}  // namespace fiducial::radfact
