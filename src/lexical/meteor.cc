// METEOR as NLTK's meteor_score computes it: alpha 0.9, beta 3, gamma 0.5.
//
// Words of the candidate are matched to words of the reference in stages: the same word, then the same stem, then
// (if there is a WordNet) a synonym. In each stage the candidate is read from its end, and a word takes the last
// reference word that fits and is free. A chunk is a run of matches that are neighbours in both texts; many chunks mean
// another order of words and cost up to half the score. NLTK hands the stems of what is left, not the words, to the
// synonym stage; so does this.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "lexical/metrics.h"
#include "lexical/porter.h"
#include "lexical/tokens.h"
#include "lexical/utf8.h"
#include "lexical/wordnet.h"

namespace fiducial::lexical {

namespace {

constexpr Id unmatched = no_id;

// One stage's view of the two texts: a number for each word that is still free, and for each number the last free
// reference position, from which `before` leads to the earlier ones.
struct Alignment {
  std::vector<Id> reference, candidate;  // numbers of words; of stems after the second stage
  std::vector<Id> match;                 // of each candidate word: a reference position
  std::vector<bool> taken;               // reference positions
  std::vector<Id> last, before;

  void index_free_words(std::size_t distinct) {
    last.assign(distinct, no_id);
    before.resize(reference.size());
    for (Id j = 0; j < reference.size(); ++j) {
      if (taken[j]) continue;
      before[j] = last[reference[j]];
      last[reference[j]] = j;
    }
  }
  void take(std::size_t i, Id number) {
    const Id j = last[number];
    match[i] = j;
    taken[j] = true;
    last[number] = before[j];
  }
  void match_equal(std::size_t distinct) {
    index_free_words(distinct);
    for (std::size_t i = candidate.size(); i-- > 0;) {
      if (match[i] == unmatched && last[candidate[i]] != no_id) take(i, candidate[i]);
    }
  }
};

struct MeteorScratch {
  Words words;
  WordTable table, stems;
  std::vector<Id> stem_of;  // of each word's number
  std::vector<Id> synonyms;
  Alignment alignment;
};

class Meteor final : public MeanMetric {
 public:
  explicit Meteor(const Options& options) : tokens_(options.tokens), stems_(options.stages != Stages::exact) {
    if (!options.wordnet.empty() && options.stages == Stages::synonym)
      wordnet_ = std::make_unique<WordNet>(options.wordnet);
  }
  std::string_view name() const override { return columns_[0]; }
  std::span<const std::string> columns() const override { return columns_; }
  std::string signature() const override {
    return std::string("meteor:nltk|stages:exact") + (stems_ ? "+stem" : "") + (wordnet_ ? "+wordnet" : "") +
           (stems_ ? "|stemmer:porter-nltk" : "") + "|tok:" + name_of(tokens_) + "|alpha:0.9|beta:3|gamma:0.5";
  }

  void score(std::string_view reference, std::string_view candidate, std::span<double> values) const override {
    thread_local MeteorScratch s;
    Alignment& a = s.alignment;
    s.table.clear();
    number_words(s, reference, a.reference);
    number_words(s, candidate, a.candidate);
    a.match.assign(a.candidate.size(), unmatched);
    a.taken.assign(a.reference.size(), false);
    a.match_equal(s.table.size());
    if (stems_) {
      replace_by_stems(s);
      a.match_equal(s.stems.size());
    }
    if (wordnet_) match_synonyms(s);
    values[0] = value_of(a);
  }

 private:
  void number_words(MeteorScratch& s, std::string_view text, std::vector<Id>& numbers) const {
    s.words.clear();
    numbers.clear();
    split(text, tokens_, NoBreak::split, s.words);
    std::string lower;
    for (std::size_t i = 0; i < s.words.size(); ++i) {
      if (tokens_ == Tokens::space) {
        lower.clear();
        append_lower(lower, s.words[i]);
        numbers.push_back(s.table.intern(lower));
      } else {
        numbers.push_back(s.table.intern(s.words[i]));
      }
    }
  }

  // Only words that are still free are stemmed; the numbers of others are not looked at again.
  static void replace_by_stems(MeteorScratch& s) {
    s.stems.clear();
    s.stem_of.assign(s.table.size(), no_id);
    const auto replace = [&](Id& number) {
      Id& known = s.stem_of[number];
      if (known == no_id) known = s.stems.intern(stem(s.table.word(number)));
      number = known;
    };
    Alignment& a = s.alignment;
    for (std::size_t i = 0; i < a.candidate.size(); ++i) {
      if (a.match[i] == unmatched) replace(a.candidate[i]);
    }
    for (std::size_t j = 0; j < a.reference.size(); ++j) {
      if (!a.taken[j]) replace(a.reference[j]);
    }
  }

  // Of all synonyms, the one whose last free place in the reference is the latest.
  void match_synonyms(MeteorScratch& s) const {
    Alignment& a = s.alignment;
    a.index_free_words(s.stems.size());
    for (std::size_t i = a.candidate.size(); i-- > 0;) {
      if (a.match[i] != unmatched) continue;
      s.synonyms.clear();
      wordnet_->synonyms(s.stems.word(a.candidate[i]), s.synonyms);
      Id best = a.last[a.candidate[i]] != no_id ? a.candidate[i] : no_id;
      for (const Id synonym : s.synonyms) {
        const Id number = s.stems.find(wordnet_->word(synonym));
        if (number == no_id || a.last[number] == no_id) continue;
        if (best == no_id || a.last[number] > a.last[best]) best = number;
      }
      if (best != no_id) a.take(i, best);
    }
  }

  static double value_of(const Alignment& a) {
    constexpr double alpha = 0.9;
    constexpr double beta = 3.0;
    constexpr double gamma = 0.5;
    double matches = 0.0;
    double chunks = 0.0;
    for (std::size_t i = 0; i < a.match.size(); ++i) {
      if (a.match[i] == unmatched) continue;
      matches += 1;
      const bool goes_on = i > 0 && a.match[i - 1] != unmatched && a.match[i - 1] + 1 == a.match[i];
      if (!goes_on) chunks += 1;
    }
    if (matches == 0) return 0.0;
    const double precision = matches / static_cast<double>(a.candidate.size());
    const double recall = matches / static_cast<double>(a.reference.size());
    const double mean = precision * recall / (alpha * precision + (1 - alpha) * recall);
    return (1 - gamma * std::pow(chunks / matches, beta)) * mean;
  }

  Tokens tokens_;
  bool stems_;
  std::unique_ptr<const WordNet> wordnet_;
  std::array<std::string, 1> columns_ = {"meteor"};
};

}  // namespace

std::unique_ptr<Metric> make_meteor(const Options& options) {
  return std::make_unique<Meteor>(options);
}

}  // namespace fiducial::lexical
