// LunguageScore as a metric of pairs: both reports structured as they come, compared as single reports.
#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>

#include "compare/signature.h"
#include "fiducial/lunguage.h"
#include "text/pool.h"
#include "text/token.h"

namespace fiducial::lunguage {
namespace {

class LunguageMetric final : public MeanMetric {
 public:
  LunguageMetric(const std::string& reader, ReadPair read, std::unique_ptr<Encoder> encoder)
      : encoder_(std::move(encoder)),
        signature_("lunguage|setting:single|" + reader + "|" + encoder_->signature()),
        read_(std::move(read)) {}

  std::string_view name() const override { return columns_.front(); }
  std::span<const std::string> columns() const override { return columns_; }
  std::string signature() const override { return signature_; }
  bool reads() const override { return true; }

  void score(std::string_view reference, std::string_view candidate, std::span<double> values) const override {
    const std::optional<RowsOfPair> rows = read_(reference, candidate);
    if (!rows) {
      std::fill(values.begin(), values.end(), std::numeric_limits<double>::quiet_NaN());
      return;
    }
    // Nothing could be read on either side: the same words are the same report, others are not.
    if (rows->candidate->empty() && rows->reference->empty()) {
      std::fill(values.begin(), values.end(), text::same_words(reference, candidate) ? 1.0 : 0.0);
      return;
    }
    const Score result =
        lunguage::score(pointers(*rows->candidate), pointers(*rows->reference), Setting::single, *encoder_);
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
  std::unique_ptr<Encoder> encoder_;
  std::string signature_;
  ReadPair read_;
};

// Several candidates of one reference come in a row: it is structured once.
class PairStructurer {
 public:
  explicit PairStructurer(const fiducial::Lexicon& lexicon) : structurer_(lexicon) {}

  RowsOfPair structure(std::string_view reference, std::string_view candidate) {
    if (!last_ || *last_ != reference) {
      last_.reset();
      rows_ = std::make_shared<const Rows>(structurer_.structure(reference));
      last_ = reference;
    }
    return {rows_, std::make_shared<const Rows>(structurer_.structure(candidate))};
  }

 private:
  Structurer structurer_;
  std::optional<std::string> last_;
  std::shared_ptr<const Rows> rows_;
};

}  // namespace

std::unique_ptr<Metric> make_metric(const fiducial::Lexicon& lexicon) {
  const auto readers =
      std::make_shared<text::Pool<PairStructurer>>([lexicon] { return std::make_unique<PairStructurer>(lexicon); });
  return std::make_unique<LunguageMetric>(
      findings::reader_signature(lexicon.version()),
      [readers](std::string_view reference, std::string_view candidate) {
        return std::optional(readers->borrow()->structure(reference, candidate));
      },
      make_lexicon_encoder(lexicon));
}

std::unique_ptr<Metric> make_metric(const std::string& reader, ReadPair read) {
  return std::make_unique<LunguageMetric>(reader, std::move(read), make_lexicon_encoder());
}

}  // namespace fiducial::lunguage
