// ROUGE-L as pycocoevalcap's Rouge computes it, and ROUGE-1, ROUGE-2 and another ROUGE-L as rouge-score's F-measure.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fiducial/problem.h"
#include "lexical/lcs.h"
#include "lexical/metrics.h"
#include "lexical/ngrams.h"
#include "lexical/tokens.h"

namespace fiducial::lexical {

namespace {

constexpr std::size_t kMostCells = 100'000'000'000;  // 300,000 words against as many

// What both begin with and end with is taken off, and its length given: it is part of a longest common subsequence.
std::size_t take_common_ends(std::span<const Id>& a, std::span<const Id>& b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t first = 0;
  while (first < most && a[first] == b[first]) ++first;
  std::size_t last = 0;
  while (last < most - first && a[a.size() - 1 - last] == b[b.size() - 1 - last]) ++last;
  a = a.subspan(first, a.size() - first - last);
  b = b.subspan(first, b.size() - first - last);
  return first + last;
}

// The longest common subsequence of two texts that have words. Only words that both have can be in it. The table of
// what is between the common ends is filled 64 cells at a time, but all of it.
double common_words(const Words& reference, const Words& candidate) {
  thread_local WordTable table;
  thread_local std::vector<Id> reference_ids;
  thread_local std::vector<Id> candidate_ids;
  thread_local std::vector<std::uint8_t> shared;
  table.clear();
  reference_ids.clear();
  candidate_ids.clear();
  for (std::size_t i = 0; i < reference.size(); ++i) reference_ids.push_back(table.intern(reference[i]));
  shared.assign(table.size(), 0);
  for (std::size_t i = 0; i < candidate.size(); ++i) {
    const Id id = table.find(candidate[i]);
    if (id == no_id) continue;
    candidate_ids.push_back(id);
    shared[id] = 1;
  }
  std::erase_if(reference_ids, [](Id id) { return shared[id] == 0; });
  std::span<const Id> a = reference_ids;
  std::span<const Id> b = candidate_ids;
  const std::size_t ends = take_common_ends(a, b);
  if (!b.empty() && a.size() > kMostCells / b.size())
    throw RecordError("texts too long for ROUGE-L: " + std::to_string(reference.size()) + " and " +
                      std::to_string(candidate.size()) + " words");
  return static_cast<double>(ends + longest_common_subsequence(a, b, table.size()));
}

// F with recall weighing beta^2 times as much as precision, beta being 1.2, of the longest common subsequence.
class RougeL final : public MeanMetric {
 public:
  explicit RougeL(Tokens tokens) : tokens_(tokens) {}
  std::string_view name() const override { return columns_[0]; }
  std::span<const std::string> columns() const override { return columns_; }
  std::string signature() const override {
    return std::string("rougeL:pycocoevalcap|tok:") + name_of(tokens_) + "|beta:1.2";
  }

  void score(std::string_view reference, std::string_view candidate, std::span<double> values) const override {
    const auto& [reference_words, candidate_words] = split_pair(
        reference, candidate, [this](std::string_view text, Words& cut) { split(text, tokens_, NoBreak::whole, cut); });
    // pycocoevalcap splits an empty text into one empty word, which equals another empty one.
    if (reference_words.empty() || candidate_words.empty()) {
      values[0] = reference_words.empty() && candidate_words.empty() ? 1.0 : 0.0;
      return;
    }
    const double common = common_words(reference_words, candidate_words);
    values[0] = f_measure(common / static_cast<double>(candidate_words.size()),
                          common / static_cast<double>(reference_words.size()));
  }

 private:
  static double f_measure(double precision, double recall) {
    constexpr double beta2 = 1.2 * 1.2;
    if (precision == 0 || recall == 0) return 0.0;
    return (1 + beta2) * precision * recall / (recall + beta2 * precision);
  }

  Tokens tokens_;
  std::array<std::string, 1> columns_ = {"rougeL"};
};

// The harmonic mean of the shares of the candidate's and of the reference's n-grams that match.
class RougeN final : public MeanMetric {
 public:
  RougeN(std::size_t order, bool stemmed)
      : order_(order), stemmed_(stemmed), columns_{"rouge" + std::to_string(order)} {}
  std::string_view name() const override { return columns_[0]; }
  std::span<const std::string> columns() const override { return columns_; }
  std::string signature() const override {
    return columns_[0] + ":rouge-score|stem:" + (stemmed_ ? "yes" : "no") + "|value:f";
  }

  void score(std::string_view reference, std::string_view candidate, std::span<double> values) const override {
    const PairWords& words = split_pair(
        reference, candidate, [this](std::string_view text, Words& cut) { split_rouge(text, stemmed_, cut); });
    const auto found = overlap(words.reference, words.candidate, order_);
    const std::size_t all =
        NgramOverlap::ngrams(found.reference_words, order_) + NgramOverlap::ngrams(found.candidate_words, order_);
    const auto matches = static_cast<double>(found.matches[order_ - 1]);
    values[0] = matches == 0 ? 0.0 : 2 * matches / static_cast<double>(all);
  }

 private:
  std::size_t order_;
  bool stemmed_;
  std::array<std::string, 1> columns_;
};

// The harmonic mean of the shares of both texts' words that are in their longest common subsequence.
class RougeScoreL final : public MeanMetric {
 public:
  explicit RougeScoreL(bool stemmed) : stemmed_(stemmed) {}
  std::string_view name() const override { return columns_[0]; }
  std::span<const std::string> columns() const override { return columns_; }
  std::string signature() const override {
    return std::string("rougeL:rouge-score|stem:") + (stemmed_ ? "yes" : "no") + "|value:f";
  }

  void score(std::string_view reference, std::string_view candidate, std::span<double> values) const override {
    const auto& [reference_words, candidate_words] = split_pair(
        reference, candidate, [this](std::string_view text, Words& cut) { split_rouge(text, stemmed_, cut); });
    values[0] = 0.0;
    if (reference_words.empty() || candidate_words.empty()) return;
    values[0] = 2 * common_words(reference_words, candidate_words) /
                static_cast<double>(reference_words.size() + candidate_words.size());
  }

 private:
  bool stemmed_;
  std::array<std::string, 1> columns_ = {"rougeL-rouge-score"};
};

}  // namespace

std::unique_ptr<Metric> make_rouge_score_l(const Options& options) {
  return std::make_unique<RougeScoreL>(options.stem);
}

std::unique_ptr<Metric> make_rouge_l(const Options& options) {
  return std::make_unique<RougeL>(options.tokens);
}

std::unique_ptr<Metric> make_rouge_n(std::size_t order, const Options& options) {
  return std::make_unique<RougeN>(order, options.stem);
}

}  // namespace fiducial::lexical
