// CIDEr as pycocoevalcap's Cider computes it (which is nearly, not wholly, CIDEr-D).
//
// For each order 1 … 4 a text is a vector over n-grams: how often it has the n-gram, times the n-gram's rarity, the log
// of the number of references over the number that have it. A pair's score for an order is the cosine of the two
// vectors, the candidate's entries clipped to the reference's, times a Gaussian of the difference in length (in
// bigrams, as pycocoevalcap counts it), sigma 6. CIDEr is ten times the mean of the four.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "fiducial/problem.h"
#include "lexical/metrics.h"
#include "lexical/ngrams.h"
#include "lexical/tokens.h"

namespace fiducial::lexical {

namespace {

// Whole numbers and texts one after the other, eight bytes a number.
class ByteWriter {
 public:
  void number(std::uint64_t value) {
    for (int shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>((value >> shift) & 0xFFU);
  }
  void text(std::string_view value) {
    number(value.size());
    bytes_ += value;
  }
  std::string bytes() && { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Reads them back; Error if they end early or cannot be.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number() {
    const std::string_view eight = take(8);
    std::uint64_t value = 0;
    for (std::size_t i = 8; i > 0; --i) value = (value << 8U) | static_cast<unsigned char>(eight[i - 1]);
    return value;
  }
  // Of things that follow, of at least eight bytes each.
  std::size_t count() { return check(number(), rest_.size() / 8 + 1); }
  std::size_t below(std::size_t bound) { return check(number(), bound); }
  std::string_view text() { return take(check(number(), rest_.size() + 1)); }
  void end() const {
    if (!rest_.empty()) throw Error("observations of cider: expected their end, found more bytes");
  }

 private:
  static std::size_t check(std::uint64_t value, std::size_t bound) {
    if (value >= bound) throw Error("observations of cider: expected a smaller number");
    return static_cast<std::size_t>(value);
  }
  std::string_view take(std::size_t count) {
    if (rest_.size() < count) throw Error("observations of cider: they end too early");
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

  std::string_view rest_;
};

// In how many references each n-gram is. Numbers of n-grams of order n come from those of order n-1.
class DocumentFrequencies {
 public:
  void add(const Words& document) {
    ++documents_;
    words_of_.clear();
    for (std::size_t i = 0; i < document.size(); ++i) words_of_.push_back(words_.intern(document[i]));
    grams_of_ = words_of_;
    for (std::size_t n = 1; n <= max_order; ++n) {
      if (n > 1) lengthen(n);
      count(n);
    }
  }
  std::size_t documents() const { return documents_; }

  // The counts as bytes: documents, words, then for each order its n-grams (as Id pairs) with their documents.
  std::string bytes() const {
    ByteWriter out;
    out.number(documents_);
    out.number(words_.size());
    for (Id id = 0; id < words_.size(); ++id) out.text(words_.word(id));
    for (std::size_t n = 1; n <= max_order; ++n) {
      const auto keys = pairs_[n - 1].all();
      if (n > 1) out.number(keys.size());
      for (const auto& [shorter, last] : keys) {
        out.number(shorter);
        out.number(last);
      }
      const std::size_t distinct = n == 1 ? words_.size() : keys.size();
      for (std::size_t id = 0; id < distinct; ++id) out.number(seen_[n - 1][id].documents);
    }
    return std::move(out).bytes();
  }

  // Those of other documents, added to these.
  void add(std::string_view bytes) {
    ByteReader in(bytes);
    documents_ += in.number();
    std::vector<Id> words(in.count());
    for (Id& word : words) word = words_.intern(in.text());
    std::vector<Id> shorter = words;
    for (std::size_t n = 1; n <= max_order; ++n) {
      std::vector<Id> grams = n == 1 ? words : std::vector<Id>(in.count());
      for (std::size_t i = 0; n > 1 && i < grams.size(); ++i) {
        const std::size_t before = in.below(shorter.size());
        grams[i] = pairs_[n - 1].intern(shorter[before], words[in.below(words.size())]);
      }
      make_room(n);
      for (const Id gram : grams) seen_[n - 1][gram].documents += static_cast<std::uint32_t>(in.number());
      shorter = std::move(grams);
    }
    in.end();
  }

  // Numbers of words and n-grams here; no_id for those in no reference.
  Id word(std::string_view text) const { return words_.find(text); }
  Id gram(std::size_t order, Id shorter, Id last) const {
    return shorter == no_id || last == no_id ? no_id : pairs_[order - 1].find(shorter, last);
  }
  double frequency(std::size_t order, Id gram) const {
    return gram == no_id ? 0.0 : static_cast<double>(seen_[order - 1][gram].documents);
  }

 private:
  struct Seen {
    std::uint32_t documents = 0;
    std::size_t last = 0;  // the last document counted, so that each counts once
  };

  void lengthen(std::size_t n) {
    grams_of_.resize(NgramOverlap::ngrams(words_of_.size(), n));
    for (std::size_t i = 0; i < grams_of_.size(); ++i) {
      grams_of_[i] = pairs_[n - 1].intern(grams_of_[i], words_of_[i + n - 1]);
    }
  }
  void make_room(std::size_t n) {
    std::vector<Seen>& seen = seen_[n - 1];
    const std::size_t distinct = n == 1 ? words_.size() : pairs_[n - 1].size();
    if (seen.size() < distinct) seen.resize(std::max(distinct, 2 * seen.size()));
  }
  void count(std::size_t n) {
    make_room(n);
    std::vector<Seen>& seen = seen_[n - 1];
    for (const Id gram : grams_of_) {
      if (seen[gram].last == documents_) continue;
      seen[gram].last = documents_;
      ++seen[gram].documents;
    }
  }

  std::size_t documents_ = 0;
  WordTable words_;
  std::array<PairTable, max_order> pairs_;  // [0] stays empty: unigrams are words
  std::array<std::vector<Seen>, max_order> seen_;
  std::vector<Id> words_of_;
  std::vector<Id> grams_of_;
};

// The n-grams of one text: numbers within the pair, and the corpus's.
struct Side {
  std::vector<Id> words;
  std::vector<Id> grams;

  void number_words(const Words& text, WordTable& table) {
    words.clear();
    for (std::size_t i = 0; i < text.size(); ++i) words.push_back(table.intern(text[i]));
    grams = words;
  }
  std::size_t bigrams() const { return NgramOverlap::ngrams(words.size(), 2); }
};

struct CiderScratch {
  Words text;
  WordTable words;
  PairTable pairs;
  Side reference, candidate;
  std::vector<Id> corpus_words;  // the corpus's number of each word of the pair
  std::vector<Id> corpus_grams, shorter_grams;
  std::vector<std::pair<double, double>> counts;  // of each n-gram, in the reference and in the candidate
};

class Cider final : public MeanMetric {
 public:
  explicit Cider(Tokens tokens) : tokens_(tokens) {}
  std::string_view name() const override { return columns_[0]; }
  std::span<const std::string> columns() const override { return columns_; }
  std::string signature() const override {
    return std::string("cider:pycocoevalcap|tok:") + name_of(tokens_) + "|n:4|sigma:6|df:corpus";
  }
  bool needs_corpus() const override { return true; }
  void observe(std::string_view reference) override {
    observed_words_.clear();
    split(reference, tokens_, NoBreak::split, observed_words_);
    frequencies_.add(observed_words_);
  }
  std::string observations() const override { return frequencies_.bytes(); }
  void add_observations(std::string_view bytes) override { frequencies_.add(bytes); }

  void score(std::string_view reference, std::string_view candidate, std::span<double> values) const override {
    thread_local CiderScratch s;
    number(s, reference, candidate);
    constexpr double sigma = 6.0;
    const double delta = static_cast<double>(s.candidate.bigrams()) - static_cast<double>(s.reference.bigrams());
    const double nearness = std::exp(-delta * delta / (2 * sigma * sigma));
    double sum = 0.0;
    for (std::size_t n = 1; n <= max_order; ++n) {
      if (n > 1) lengthen(s, n);
      sum += cosine(s, n) * nearness;
    }
    values[0] = 10.0 * sum / static_cast<double>(max_order);
  }

 private:
  void number(CiderScratch& s, std::string_view reference, std::string_view candidate) const {
    s.words.clear();
    s.text.clear();
    split(reference, tokens_, NoBreak::split, s.text);
    s.reference.number_words(s.text, s.words);
    s.text.clear();
    split(candidate, tokens_, NoBreak::split, s.text);
    s.candidate.number_words(s.text, s.words);
    s.corpus_words.clear();
    for (Id id = 0; id < s.words.size(); ++id) s.corpus_words.push_back(frequencies_.word(s.words.word(id)));
    s.corpus_grams = s.corpus_words;
  }

  void lengthen(CiderScratch& s, std::size_t n) const {
    s.pairs.clear();
    s.shorter_grams.swap(s.corpus_grams);
    s.corpus_grams.clear();
    for (Side* side : {&s.reference, &s.candidate}) {
      side->grams.resize(NgramOverlap::ngrams(side->words.size(), n));
      for (std::size_t i = 0; i < side->grams.size(); ++i) {
        const Id shorter = side->grams[i];
        const Id last = side->words[i + n - 1];
        const Id gram = s.pairs.intern(shorter, last);
        side->grams[i] = gram;
        if (gram < s.corpus_grams.size()) continue;
        s.corpus_grams.push_back(frequencies_.gram(n, s.shorter_grams[shorter], s.corpus_words[last]));
      }
    }
  }

  double cosine(CiderScratch& s, std::size_t n) const {
    s.counts.assign(s.corpus_grams.size(), {0.0, 0.0});
    for (const Id gram : s.reference.grams) s.counts[gram].first += 1;
    for (const Id gram : s.candidate.grams) s.counts[gram].second += 1;
    const double log_documents = std::log(static_cast<double>(std::max<std::size_t>(frequencies_.documents(), 1)));
    double product = 0.0;
    double reference_norm = 0.0;
    double candidate_norm = 0.0;
    for (std::size_t gram = 0; gram < s.counts.size(); ++gram) {
      const double rarity = log_documents - std::log(std::max(1.0, frequencies_.frequency(n, s.corpus_grams[gram])));
      const double in_reference = s.counts[gram].first * rarity;
      const double in_candidate = s.counts[gram].second * rarity;
      product += std::min(in_candidate, in_reference) * in_reference;
      reference_norm += in_reference * in_reference;
      candidate_norm += in_candidate * in_candidate;
    }
    const double norms = std::sqrt(candidate_norm) * std::sqrt(reference_norm);
    return norms != 0 ? product / norms : 0.0;
  }

  Tokens tokens_;
  std::array<std::string, 1> columns_ = {"cider"};
  DocumentFrequencies frequencies_;
  Words observed_words_;
};

}  // namespace

std::unique_ptr<Metric> make_cider(const Options& options) {
  return std::make_unique<Cider>(options.tokens);
}

}  // namespace fiducial::lexical
