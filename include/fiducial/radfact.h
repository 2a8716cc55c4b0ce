// RadFact: how much of each report is supported by the other, phrase by phrase, and whether the boxes agree.
//
// A report is a list of phrases of one finding each, perhaps with boxes on the image. Every phrase is a *hypothesis*;
// the phrases of the other report are its *premises*. Verification says whether they entail it, contradict it or say
// nothing of it, and which of them are the evidence. Candidate phrases that are entailed give precision, reference
// phrases recall; boxes that lie in the boxes of their evidence give the spatial and grounding measures.
//
// The numbers (boxes, directions, aggregation) need no reader and are exact: given the same statuses and evidence they
// are RadFact's own. `Verifier` does the reading: report to phrases, phrases to statuses, with no model. See
// docs/radfact.md for every measure in words.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fiducial/lexicon.h"

namespace fiducial::radfact {

// ---------------------------------------------------------------------------------------------------------------
// Boxes.

// A rectangle on the image, each coordinate from 0 to 1 (left to right, top to bottom), minimum ≤ maximum.
struct Box {
  double x_min = 0, y_min = 0, x_max = 0, y_max = 0;

  bool operator==(const Box&) const = default;
};
// Empty if the box is one; else what is wrong with it: "expected x_min from 0 to 1, found 1.2".
std::string box_error(const Box& box);

// RadFact compares boxes on a mask of this many pixels a side; a coordinate c is the pixel int(c × 224).
inline constexpr int kMaskSize = 224;
// Spatial entailment needs a precision above this.
inline constexpr double kSpatialThreshold = 0.5;

// How boxes are compared; as RadFact does it if nothing else is said.
struct BoxRules {
  int image_size = kMaskSize;  // pixels a side, at most kLargestMask
  double threshold = kSpatialThreshold;
};
inline constexpr int kLargestMask = 8192;

// What painting both on the mask and counting gives. All boxes must be valid.
struct Overlap {
  double precision = 0;  // the share of the pixels of `boxes` that lie in `evidence`; NaN if they cover none
  double recall = 0;     // the share of the pixels of `evidence` that `boxes` cover; NaN if there are none
  double iou = 0;        // shared pixels of all; NaN if there are none
};
Overlap overlap(std::span<const Box> boxes, std::span<const Box> evidence, int image_size = kMaskSize);
double pixel_precision(std::span<const Box> boxes, std::span<const Box> evidence);

// ---------------------------------------------------------------------------------------------------------------
// Phrases and their verification.

struct Phrase {
  std::string text;
  std::vector<Box> boxes;  // empty: not grounded (RadFact's null and [] alike)

  bool operator==(const Phrase&) const = default;
};

enum class Status : std::uint8_t {
  entailment,     // the premises make it true
  neutral,        // they say nothing of it, or too little
  contradiction,  // it and one of them cannot both be true
};
std::string_view label(Status status);  // "entailment", …

// What became of one hypothesis.
struct Verdict {
  Status status = Status::neutral;
  std::vector<std::uint32_t> evidence;  // places in the list of premises, ascending; empty if neutral
  std::string reason;                   // in words, if asked for
  // Likewise, of the embedded reader: the signs by which the phrase is weighed if the rules leave it open, by name.
  std::vector<std::pair<std::string, float>> signs = {};
  // Likewise, of a neutral one: the premise that came nearest.
  std::vector<std::uint32_t> nearest = {};
  // Of a neutral one that somebody else has judged: only that it is not entailed was said, not whether it is
  // contradicted.
  bool only_not_entailed = false;
};

// Spatial entailment of a phrase that has boxes: it is entailed, and more than half of its pixels are in the boxes of
// its evidence. False for a phrase without boxes, with boxes that cover no pixel, or whose evidence has none.
bool spatially_entailed(const Phrase& phrase, const Verdict& verdict, std::span<const Phrase> premises,
                        const BoxRules& rules = {});
// The boxes of a phrase's evidence.
std::vector<Box> evidence_boxes(const Verdict& verdict, std::span<const Phrase> premises);

// The premise that a piece of evidence, as somebody wrote it, stands for: the equal one after lower-casing, folding
// spaces, dropping dashes and final punctuation; else the one with the longest common substring, the first of several.
// `premises` must not be empty.
std::size_t premise_of_evidence(std::string_view evidence, std::span<const std::string> premises);

// ---------------------------------------------------------------------------------------------------------------
// The measures.

// What is counted in one direction.
struct Counts {
  std::size_t phrases = 0;
  std::size_t entailed = 0;
  std::size_t contradicted = 0;
  std::size_t boxed = 0;           // phrases with boxes
  std::size_t entailed_boxed = 0;  // of them, those entailed
  std::size_t spatial = 0;         // of them, those spatially entailed
  // Entailed phrases with boxes whose evidence has boxes too, and the sums of how these overlap.
  std::size_t overlapping = 0;
  double box_precision = 0, box_recall = 0, box_iou = 0;
  std::size_t only_not_entailed = 0;  // what is contradicted is not known then

  bool operator==(const Counts&) const = default;
};
Counts count(std::span<const Phrase> phrases, std::span<const Verdict> verdicts, std::span<const Phrase> premises,
             const BoxRules& rules = {});

// The measures of one sample or of many, in the order in which tables list them.
enum class Measure : std::uint8_t {
  logical_precision,
  logical_recall,
  spatial_precision,  // of all phrases with boxes
  spatial_recall,
  grounding_precision,  // of the entailed phrases with boxes
  grounding_recall,
  contradicted_precision,  // the share of candidate phrases that the reference contradicts; not in RadFact
  contradicted_recall,     // the share of reference phrases that the candidate contradicts; not in RadFact
  // How the boxes of entailed candidate phrases and those of their evidence overlap, on average; not in RadFact's
  // table.
  box_precision,
  box_recall,
  box_iou,
};
inline constexpr std::size_t kMeasures = 11;
std::string_view label(
    Measure measure);  // "logical_precision", …, "contradicted_candidate", "contradicted_reference", …

bool of_boxes(Measure measure);  // one of those that need boxes

using Measures = std::array<double, kMeasures>;  // by Measure; NaN: 0/0
Measures measure(const Counts& candidate, const Counts& reference);

// 2PR / (P + R); 0 if both are 0, NaN if one is NaN.
double f1(double precision, double recall);
// The value of a single pair: its logical F1. A report with no phrases makes the other's fraction 0, and with it the
// harmonic mean, whatever its own; NaN only if neither report has any.
double pair_f1(const Measures& measures);

// A sample as the aggregation sees it.
struct SampleCounts {
  Counts candidate, reference;
};

// A run's numbers: means over samples that skip NaN, and F1s of those means. For narrative text, which has no boxes,
// the box measures are 0.
enum class Kind : std::uint8_t { narrative, grounded };

// Every number of a summary is a function of sums of rows, so that a bootstrap resample is a sum of rows.
// A row: each measure (0 where it is NaN), whether it is defined, then the counts of both directions.
inline constexpr std::size_t kCounts = 12;  // of both directions
inline constexpr std::size_t kRowWidth = 2 * kMeasures + kCounts;
void row_of(const SampleCounts& sample, std::span<double> row);

// The names of what `values_of_sums` gives: the measures, "logical_f1", "spatial_f1", "grounding_f1", then mean counts
// ("num_candidate_phrases", …).
inline constexpr std::size_t kValues = kMeasures + 3 + kCounts;
const std::array<std::string, kValues>& value_names();
void values_of_sums(std::span<const double> sums, std::size_t n, Kind kind, std::span<double> values);

// ---------------------------------------------------------------------------------------------------------------
// Files.

// Both reports' phrases, each verified against the other's.
struct Verified {
  std::vector<Verdict> candidate, reference;
};

// A sample of a grounded file: {"example_id", "prediction": [{"text", "boxes"}], "target": […]}.
struct Sample {
  std::string id;
  std::vector<Phrase> candidate, reference;

  bool operator==(const Sample&) const = default;
};
// ---------------------------------------------------------------------------------------------------------------
// Reading, with the embedded reader.

// A sentence of the report, or several that only make sense together, and the phrases it becomes: none if it speaks of
// nothing that is seen.
struct Parsed {
  std::string original;
  std::vector<std::string> phrases;
  std::string_view left_out;  // why there are none: "technique", "image quality", …
};

// Two narrative reports: their phrases and what became of each; evidence is by place in the other list.
struct Narrative {
  std::vector<std::string> candidate, reference;
  Verified verified;
};

// Reads and verifies one report after the other, keeping its memory. One belongs to one thread at a time.
class Verifier {
 public:
  explicit Verifier(const fiducial::Lexicon& lexicon = {});
  ~Verifier();
  Verifier(Verifier&&) noexcept;
  Verifier& operator=(Verifier&&) noexcept;

  std::vector<Parsed> parse(std::string_view report);
  // The phrases of parse(), in order.
  std::vector<std::string> phrases(std::string_view report);
  // Two reports as they are: each thing that they say is a phrase; of something with details, that it is there is one
  // more. `written`: the phrases are written out too.
  Narrative verify_reports(std::string_view candidate, std::string_view reference, bool written = true,
                           bool reasons = false);
  // Each hypothesis against all premises, both ways.
  Verified verify(std::span<const std::string> candidate, std::span<const std::string> reference, bool reasons = false);
  // Of the lexicon, for signatures.
  std::string_view lexicon_version() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fiducial::radfact
