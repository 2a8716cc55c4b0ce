// BLEU twice: as pycocoevalcap's Bleu(4) computes it, and as sacrebleu does. Both are functions of the same ten
// numbers, which add up over a corpus: the lengths of candidate and reference, and for each order the n-grams that
// match and those that the candidate has.
#include <algorithm>
#include <array>
#include <cmath>

#include "lexical/metrics.h"
#include "lexical/ngrams.h"
#include "lexical/tokens.h"

namespace fiducial::lexical {

namespace {

// Where each number is in a row of statistics.
constexpr std::size_t candidate_length = 0;
constexpr std::size_t reference_length = 1;
constexpr std::size_t matched = 2;
constexpr std::size_t total = matched + max_order;
constexpr std::size_t row_size = total + max_order;

void fill_row(const NgramOverlap& found, std::span<double> row) {
  row[candidate_length] = static_cast<double>(found.candidate_words);
  row[reference_length] = static_cast<double>(found.reference_words);
  for (std::size_t n = 1; n <= max_order; ++n) {
    row[matched + n - 1] = static_cast<double>(found.matches[n - 1]);
    row[total + n - 1] = static_cast<double>(NgramOverlap::ngrams(found.candidate_words, n));
  }
}

class Bleu final : public Metric {
 public:
  Bleu(std::size_t order, Tokens tokens)
      : name_(order == 0 ? "bleu" : "bleu" + std::to_string(order)), first_(order == 0 ? 1 : order), tokens_(tokens) {
    last_ = order == 0 ? max_order : order;
    for (std::size_t n = first_; n <= last_; ++n) columns_.push_back("bleu" + std::to_string(n));
  }
  std::string_view name() const override { return name_; }
  std::span<const std::string> columns() const override { return columns_; }
  std::string signature() const override {
    return name_ + ":pycocoevalcap|tok:" + name_of(tokens_) + "|reflen:closest";
  }
  std::size_t statistics() const override { return row_size; }

  void measure(std::string_view reference, std::string_view candidate, std::span<double> out) const override {
    const PairWords& words = split_pair(
        reference, candidate, [this](std::string_view text, Words& cut) { split(text, tokens_, NoBreak::split, cut); });
    fill_row(overlap(words.reference, words.candidate, last_), out);
  }

  void pair_values(std::span<const double> row, std::span<double> values) const override { value_of(row, values); }
  void corpus_values(std::span<const double> sums, std::size_t /*n*/, std::span<double> values) const override {
    value_of(sums, values);
  }

 private:
  // The two small numbers are pycocoevalcap's: they make a precision of nothing out of nothing 1e-6, not 0/0.
  void value_of(std::span<const double> row, std::span<double> values) const {
    constexpr double small = 1e-9;
    constexpr double tiny = 1e-15;
    const double ratio = (row[candidate_length] + tiny) / (row[reference_length] + small);
    const double brevity = ratio < 1 ? std::exp(1 - 1 / ratio) : 1.0;
    double product = 1.0;
    for (std::size_t n = 1; n <= last_; ++n) {
      product *= (row[matched + n - 1] + tiny) / (row[total + n - 1] + small);
      if (n >= first_) values[n - first_] = std::pow(product, 1.0 / static_cast<double>(n)) * brevity;
    }
  }

  std::string name_;
  std::size_t first_;
  std::size_t last_ = max_order;
  Tokens tokens_;
  std::vector<std::string> columns_;
};

class SacreBleu final : public Metric {
 public:
  std::string_view name() const override { return columns_[0]; }
  std::span<const std::string> columns() const override { return columns_; }
  std::string signature() const override { return "sacrebleu:sacrebleu|case:mixed|tok:13a|smooth:exp|eff:pair"; }
  std::size_t statistics() const override { return row_size; }

  void measure(std::string_view reference, std::string_view candidate, std::span<double> out) const override {
    const PairWords& words = split_pair(reference, candidate, split_13a);
    fill_row(overlap(words.reference, words.candidate, max_order), out);
  }

  // sentence_bleu takes only the orders that the candidate is long enough for; corpus_bleu takes all four.
  void pair_values(std::span<const double> row, std::span<double> values) const override {
    values[0] = value_of(row, true);
  }
  void corpus_values(std::span<const double> sums, std::size_t /*n*/, std::span<double> values) const override {
    values[0] = value_of(sums, false);
  }

 private:
  static double value_of(std::span<const double> row, bool effective_order) {
    constexpr double log_of_zero = -9999999999.0;
    const auto matches = row.subspan(matched, max_order);
    if (std::all_of(matches.begin(), matches.end(), [](double count) { return count == 0; })) return 0.0;
    double logs = 0.0;
    double smoothing = 1.0;
    std::size_t orders = 0;
    for (; orders < max_order && row[total + orders] > 0; ++orders) {
      double count = matches[orders];
      if (count == 0) count = 1 / (smoothing *= 2);
      logs += std::log(100.0 * count / row[total + orders]);
    }
    if (!effective_order) {
      logs += log_of_zero * static_cast<double>(max_order - orders);
      orders = max_order;
    }
    const double mean = std::exp(logs / static_cast<double>(orders));
    const bool brief = row[candidate_length] < row[reference_length];
    return brief ? std::exp(1 - row[reference_length] / row[candidate_length]) * mean : mean;
  }

  std::array<std::string, 1> columns_ = {"sacrebleu"};
};

}  // namespace

std::unique_ptr<Metric> make_bleu(std::size_t order, const Options& options) {
  return std::make_unique<Bleu>(order, options.tokens);
}

std::unique_ptr<Metric> make_sacrebleu() {
  return std::make_unique<SacreBleu>();
}

}  // namespace fiducial::lexical
