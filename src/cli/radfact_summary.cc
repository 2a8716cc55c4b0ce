#include "cli/radfact_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/numbers.h"
#include "cli/progress.h"
#include "cli/table.h"
#include "radfact/metric.h"

namespace fiducial::cli {
namespace {

using radfact::Kind;

// In the order of the table: precision, recall and F1 of each sort, then what is contradicted.
constexpr const char* kLogical[] = {"logical_precision", "logical_recall", "logical_f1"};
constexpr const char* kBoxes[] = {"spatial_precision",   "spatial_recall",   "spatial_f1",
                                  "grounding_precision", "grounding_recall", "grounding_f1",
                                  "box_precision",       "box_recall",       "box_iou"};
constexpr const char* kContradicted[] = {"contradicted_candidate", "contradicted_reference"};

struct Numbers {
  std::vector<double> sums;
  std::vector<stats::Estimate> estimates;  // by radfact::value_names()
  std::vector<Interval> intervals;

  static std::size_t place(std::string_view name) {
    const auto& names = radfact::value_names();
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  }
  // Samples in which the measure is defined; an F1 is of means and has no number of its own.
  std::string defined(std::size_t value) const {
    return value < radfact::kMeasures ? with_commas(static_cast<std::size_t>(sums[radfact::kMeasures + value])) : "";
  }
};

Numbers compute(stats::Rows rows, Kind kind, const Resampling& how) {
  const auto function = [kind](std::span<const double> sums, std::size_t n, std::span<double> values) {
    radfact::values_of_sums(sums, n, kind, values);
  };
  Numbers out;
  out.sums.assign(rows.width, 0.0);
  for (std::size_t i = 0; i < rows.data.size(); ++i) out.sums[i % rows.width] += rows.data[i];
  out.estimates = stats::bootstrap_sums(rows, radfact::kValues, function, how);
  out.intervals = intervals(rows, radfact::kValues, function, how);
  return out;
}

io::Json spread_json(const stats::Estimate& estimate, std::size_t resamples) {
  io::Json out = {{"value", json_number(estimate.value)}};
  if (resamples == 0) return out;
  const stats::Spread& s = estimate.spread;
  for (const auto& [name, value] : {std::pair{"mean", s.mean},
                                    {"standard_error", s.standard_error},
                                    {"p2.5", s.p2_5},
                                    {"p25", s.p25},
                                    {"p50", s.p50},
                                    {"p75", s.p75},
                                    {"p97.5", s.p97_5}})
    out[name] = json_number(value);
  return out;
}

}  // namespace

std::string radfact_signature(const std::string& reader, const RadfactScale& scale) {
  return fmt::format("{}|version:{}", radfact::signature(reader, scale.kind, scale.boxes), program_version());
}

RadfactSummary summarize_radfact(stats::Rows rows, const RadfactScale& scale, std::size_t skipped,
                                 const std::string& reader, const Resampling& how, bool painted) {
  const Kind kind = scale.kind;
  const Numbers numbers = compute(rows, kind, how);
  Table table({{"measure", Align::left}, {"value"}, {interval_head(how.confidence)}, {"n"}});
  const auto add = [&](std::span<const char* const> names) {
    for (const char* name : names) {
      const std::size_t i = Numbers::place(name);
      table.add({name, shown(numbers.estimates[i].value), shown(numbers.intervals[i]), numbers.defined(i)});
    }
  };
  add(kLogical);
  if (kind == Kind::grounded) add(kBoxes);
  add(kContradicted);

  io::Json measures = io::Json::object();
  io::Json counts = io::Json::object();
  for (std::size_t i = 0; i < radfact::kValues; ++i) {
    io::Json& into = i < radfact::kMeasures + 3 ? measures : counts;
    into[radfact::value_names()[i]] = spread_json(numbers.estimates[i], how.resamples);
  }
  const std::string signature = radfact_signature(reader, scale);
  return {{{"version", program_version()},
           {"input", kind == Kind::narrative ? "narrative" : "grounded"},
           {"samples", rows.count()},
           {"skipped", skipped},
           {"bootstrap", json_resampling(how)},
           {"measures", std::move(measures)},
           {"counts", std::move(counts)},
           {"signature", signature}},
          fmt::format("{}\n{}\n", table.text(Paint(painted)), signature)};
}

}  // namespace fiducial::cli
