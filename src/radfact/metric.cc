#include "radfact/metric.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "compare/signature.h"
#include "text/pool.h"

namespace fiducial::radfact {

namespace {

constexpr std::array kParts = {Measure::logical_precision, Measure::logical_recall, Measure::contradicted_precision,
                               Measure::contradicted_recall};

// Statistics: each part (0 where it is not defined), then for each whether it is.
class RadfactMetric final : public Metric {
 public:
  RadfactMetric(const std::string& reader, VerifyPair verify)
      : signature_(radfact::signature(reader, Kind::narrative)), verify_(std::move(verify)) {
    columns_.emplace_back("radfact");
    for (const Measure part : kParts) columns_.push_back("radfact." + std::string(label(part)));
  }

  std::string_view name() const override { return "radfact"; }
  std::span<const std::string> columns() const override { return columns_; }
  std::string signature() const override { return signature_; }
  bool reads() const override { return true; }
  std::size_t statistics() const override { return 2 * kParts.size(); }

  void measure(std::string_view reference, std::string_view candidate, std::span<double> out) const override {
    const Verified verified = verify_(reference, candidate).value_or(Verified{});  // of nothing, nothing is defined
    const Measures values = radfact::measure(logical(verified.candidate), logical(verified.reference));
    for (std::size_t i = 0; i < kParts.size(); ++i) {
      const double value = values[static_cast<std::size_t>(kParts[i])];
      const bool defined = !std::isnan(value);
      out[i] = defined ? value : 0;
      out[kParts.size() + i] = defined ? 1 : 0;
    }
  }

  void pair_values(std::span<const double> statistics, std::span<double> values) const override {
    means(statistics, values);
    Measures parts{};
    parts[static_cast<std::size_t>(Measure::logical_precision)] = values[1];
    parts[static_cast<std::size_t>(Measure::logical_recall)] = values[2];
    values[0] = pair_f1(parts);
  }

  void corpus_values(std::span<const double> sums, std::size_t /*n*/, std::span<double> values) const override {
    means(sums, values);
    values[0] = f1(values[1], values[2]);
  }

 private:
  static Counts logical(std::span<const Verdict> verdicts) {
    Counts out;
    for (const Verdict& verdict : verdicts) {
      ++out.phrases;
      if (verdict.status == Status::entailment) ++out.entailed;
      if (verdict.status == Status::contradiction) ++out.contradicted;
    }
    return out;
  }
  static void means(std::span<const double> sums, std::span<double> values) {
    for (std::size_t i = 0; i < kParts.size(); ++i) {
      const double defined = sums[kParts.size() + i];
      values[1 + i] = defined > 0 ? sums[i] / defined : std::numeric_limits<double>::quiet_NaN();
    }
  }

  std::string signature_;
  VerifyPair verify_;
  std::vector<std::string> columns_;
};

}  // namespace

std::unique_ptr<Metric> make_metric(const fiducial::Lexicon& lexicon) {
  const auto readers =
      std::make_shared<text::Pool<Verifier>>([lexicon] { return std::make_unique<Verifier>(lexicon); });
  return make_metric(embedded_reader(lexicon.version()),
                     [readers](std::string_view reference, std::string_view candidate) {
                       return std::optional(readers->borrow()->verify_reports(candidate, reference, false).verified);
                     });
}

std::unique_ptr<Metric> make_metric(const std::string& reader, VerifyPair verify) {
  return std::make_unique<RadfactMetric>(reader, std::move(verify));
}

std::string embedded_reader(std::string_view lexicon_version) {
  return findings::reader_signature(lexicon_version);
}

std::string signature(const std::string& reader, Kind kind, const BoxRules& rules) {
  if (kind == Kind::narrative) return fmt::format("radfact|{}|input:narrative", reader);
  return fmt::format("radfact|{}|input:grounded|mask:{}|spatial:>{}", reader, rules.image_size, rules.threshold);
}

}  // namespace fiducial::radfact
