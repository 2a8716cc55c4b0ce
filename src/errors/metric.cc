// `clinical` behind the interface that every metric has.
#include <string>
#include <vector>

#include "compare/signature.h"
#include "errors/account.h"
#include "fiducial/errors.h"
#include "text/pool.h"

namespace fiducial::errors {

std::string signature(std::string_view lexicon_version) {
  return "clinical|" + findings::reader_signature(lexicon_version) + "|c:0.1";
}

namespace {

// Statistics are the values themselves: always defined, and a corpus is their mean.
class ClinicalMetric final : public Metric {
 public:
  explicit ClinicalMetric(const fiducial::Lexicon& lexicon)
      : signature_(errors::signature(lexicon.version())),
        readers_([lexicon] { return std::make_unique<Assessor>(lexicon); }) {
    columns_.emplace_back("clinical");
    for (int k = 0; k < kKinds; ++k) columns_.push_back("clinical." + std::string(errors::name(static_cast<Kind>(k))));
  }

  std::string_view name() const override { return "clinical"; }
  std::span<const std::string> columns() const override { return columns_; }
  std::string signature() const override { return signature_; }
  bool reads() const override { return true; }
  std::size_t statistics() const override { return columns_.size(); }
  bool uses_patient() const override { return true; }

  void measure(std::string_view reference, std::string_view candidate, std::span<double> out) const override {
    measure_for({}, reference, candidate, out);
  }
  void measure_for(const PatientContext& patient, std::string_view reference, std::string_view candidate,
                   std::span<double> out) const override {
    const Assessor::Numbers numbers = readers_.borrow()->score(reference, candidate, patient);
    out[0] = numbers.score;
    for (std::size_t k = 0; k < kKinds; ++k) out[1 + k] = numbers.counts[k];
  }
  void pair_values(std::span<const double> statistics, std::span<double> values) const override {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = statistics[i];
  }
  void corpus_values(std::span<const double> sums, std::size_t n, std::span<double> values) const override {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = sums[i] / static_cast<double>(n);
  }

 private:
  std::string signature_;
  std::vector<std::string> columns_;
  mutable text::Pool<Assessor> readers_;
};

}  // namespace

std::unique_ptr<Metric> make_metric(const fiducial::Lexicon& lexicon) {
  return std::make_unique<ClinicalMetric>(lexicon);
}

}  // namespace fiducial::errors
