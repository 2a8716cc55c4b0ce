#include "radsem/metric.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "compare/signature.h"
#include "text/pool.h"

namespace fiducial::radsem {

namespace {

class RadsemMetric final : public MeanMetric {
 public:
  RadsemMetric(Policy policy, const std::string& reader, ScorePair score)
      : name_(policy == Policy::alt ? "radsem_alt" : "radsem"),
        signature_(radsem::signature(reader, policy)),
        score_(std::move(score)) {
    columns_ = {name_, name_ + ".abnormal", name_ + ".normal"};
  }

  std::string_view name() const override { return name_; }
  std::span<const std::string> columns() const override { return columns_; }
  std::string signature() const override { return signature_; }
  bool reads() const override { return true; }

  void score(std::string_view reference, std::string_view candidate, std::span<double> values) const override {
    constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
    const std::optional<CaseScore> s = score_(reference, candidate);
    values[0] = s ? s->score : kUndefined;
    values[1] = s && s->abnormal.present() ? s->abnormal.score : kUndefined;
    values[2] = s && s->normal.present() ? s->normal.score : kUndefined;
  }

 private:
  std::string name_, signature_;
  ScorePair score_;
  std::vector<std::string> columns_;
};

}  // namespace

std::string signature(const std::string& reader, Policy policy) {
  return "radsem|" + reader + "|policy:" + std::string(label(policy)) + "|weights:0.9,0.1";
}

std::unique_ptr<Metric> make_metric(Policy policy, const std::string& reader, ScorePair score) {
  return std::make_unique<RadsemMetric>(policy, reader, std::move(score));
}

std::unique_ptr<Metric> make_metric(Policy policy, const fiducial::Lexicon& lexicon) {
  const auto readers = std::make_shared<text::Pool<Matcher>>([lexicon] { return std::make_unique<Matcher>(lexicon); });
  return make_metric(policy, findings::reader_signature(lexicon.version()),
                     [policy, readers](std::string_view reference, std::string_view candidate) {
                       return std::optional(readers->borrow()->score(reference, candidate, policy));
                     });
}

}  // namespace fiducial::radsem
