#include "radsem/metric.h"

#include <limits>
#include <string>
#include <vector>

#include "lexicon/lexicon.h"

namespace fiducial::radsem {

namespace {

class RadsemMetric final : public MeanMetric {
 public:
  explicit RadsemMetric(Policy policy) : policy_(policy), name_(policy == Policy::alt ? "radsem_alt" : "radsem") {
    columns_ = {name_, name_ + ".abnormal", name_ + ".normal"};
  }

  std::string_view name() const override { return name_; }
  std::span<const std::string> columns() const override { return columns_; }
  std::string signature() const override {
    return "radsem|reader:embedded|lexicon:" + std::string(lexicon::Lexicon::embedded().version()) +
           "|policy:" + std::string(label(policy_)) + "|weights:0.9,0.1";
  }

  void score(std::string_view reference, std::string_view candidate, std::span<double> values) const override {
    thread_local Embedded embedded;  // its memory is reused from pair to pair
    const CaseScore s = embedded.score(reference, candidate, policy_);
    const double undefined = std::numeric_limits<double>::quiet_NaN();
    values[0] = s.score;
    values[1] = s.abnormal.present() ? s.abnormal.score : undefined;
    values[2] = s.normal.present() ? s.normal.score : undefined;
  }

 private:
  Policy policy_;
  std::string name_;
  std::vector<std::string> columns_;
};

}  // namespace

std::unique_ptr<Metric> make_metric(Policy policy) {
  return std::make_unique<RadsemMetric>(policy);
}

}  // namespace fiducial::radsem
