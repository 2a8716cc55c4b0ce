// LunguageScore as a metric of pairs: both reports structured as they come, compared as single reports.
#include "fiducial/lunguage.h"
#include "lexicon/lexicon.h"

namespace fiducial::lunguage {
namespace {

class LunguageMetric final : public MeanMetric {
 public:
  std::string_view name() const override { return columns_.front(); }
  std::span<const std::string> columns() const override { return columns_; }
  std::string signature() const override {
    return "lunguage|setting:single|reader:embedded|lexicon:" + std::string(lexicon::Lexicon::embedded().version()) +
           "|" + encoder_->signature();
  }

  void score(std::string_view reference, std::string_view candidate, std::span<double> values) const override {
    thread_local Structurer structurer;  // its memory is reused from pair to pair
    const Rows gold = structurer.structure(reference);
    const Rows pred = structurer.structure(candidate);
    const Score result = lunguage::score(pointers(pred), pointers(gold), Setting::single, *encoder_);
    values[0] = result.f1;
    values[1] = result.precision;
    values[2] = result.recall;
  }

 private:
  static std::vector<const Row*> pointers(const Rows& rows) {
    std::vector<const Row*> out;
    out.reserve(rows.size());
    for (const Row& row : rows) out.push_back(&row);
    return out;
  }

  std::vector<std::string> columns_{"lunguage", "lunguage.precision", "lunguage.recall"};
  std::unique_ptr<Encoder> encoder_ = make_lexicon_encoder();
};

}  // namespace

std::unique_ptr<Metric> make_metric() {
  return std::make_unique<LunguageMetric>();
}

}  // namespace fiducial::lunguage
