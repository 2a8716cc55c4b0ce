// The fast implementations against slow, obvious ones on random texts of few words (many repeats, many matches).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "fiducial/lexical.h"
#include "lexical/lcs.h"
#include "lexical/ngrams.h"

namespace fiducial::lexical {
namespace {

using List = std::vector<std::string>;
using Gram = std::vector<std::string>;

const List vocabulary = {"no",   "nodule", "nodules", "effusion", "effusions",
                         "left", "right",  "stable",  "enlarged", "the"};

List random_words(std::mt19937& random, std::size_t longest) {
  List words(random() % (longest + 1));
  for (std::string& word : words) word = vocabulary[random() % vocabulary.size()];
  return words;
}

std::string joined(const List& words) {
  std::string text;
  for (const std::string& word : words) text += word + " ";
  return text;
}

Words words_of(const List& list) {
  Words words;
  for (const std::string& word : list) words.add(word);
  return words;
}

std::map<Gram, std::size_t> count_grams(const List& words, std::size_t n) {
  std::map<Gram, std::size_t> counts;
  for (std::size_t i = 0; i + n <= words.size(); ++i) {
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(i);
    ++counts[Gram(begin, begin + static_cast<std::ptrdiff_t>(n))];
  }
  return counts;
}

TEST(Slow, NgramOverlap) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    const List reference = random_words(random, 40);
    const List candidate = random_words(random, 40);
    const NgramOverlap found = overlap(words_of(reference), words_of(candidate), max_order);
    for (std::size_t n = 1; n <= max_order; ++n) {
      auto counts = count_grams(reference, n);
      std::size_t matches = 0;
      for (const auto& [gram, count] : count_grams(candidate, n)) matches += std::min(count, counts[gram]);
      ASSERT_EQ(found.matches[n - 1], matches);
    }
  }
}

std::size_t lcs_by_table(const std::vector<Id>& a, const std::vector<Id>& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      table[i][j] = a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1 : std::max(table[i - 1][j], table[i][j - 1]);
    }
  }
  return table[a.size()][b.size()];
}

TEST(Slow, LongestCommonSubsequence) {
  std::mt19937 random(2);
  for (int round = 0; round < 1000; ++round) {
    const auto below = [&](Id limit) { return static_cast<Id>(random() % limit); };
    const Id distinct = 1 + below(30);
    std::vector<Id> a(random() % 200);
    std::vector<Id> b(random() % 200);
    for (Id& id : a) id = below(distinct);
    for (Id& id : b) id = below(8) == 0 ? no_id : below(distinct);
    ASSERT_EQ(longest_common_subsequence(a, b, distinct), lcs_by_table(a, b));
  }
  const std::vector<Id> block(64, 0);
  EXPECT_EQ(longest_common_subsequence(block, block, 1), 64U);
}

// Texts that share their ends, words that only one has: the whole table gives the same.
TEST(Slow, RougeLOfTheWholeTable) {
  std::mt19937 random(3);
  const auto metric = make("rougeL", {.tokens = Tokens::space});
  for (int round = 0; round < 500; ++round) {
    const List ends = random_words(random, 10);
    const auto text = [&](const char* own) {
      List words = ends;
      for (std::string& word : random_words(random, 20)) words.push_back(random() % 5 == 0 ? own : word);
      words.insert(words.end(), ends.begin(), ends.end());
      words.emplace_back("end");
      return words;
    };
    const List reference = text("here");
    const List candidate = text("there");
    std::map<std::string, Id> numbers;
    const auto ids = [&](const List& words) {
      std::vector<Id> out;
      for (const std::string& word : words)
        out.push_back(numbers.try_emplace(word, static_cast<Id>(numbers.size())).first->second);
      return out;
    };
    const auto common = static_cast<double>(lcs_by_table(ids(reference), ids(candidate)));
    const double precision = common / static_cast<double>(candidate.size());
    const double recall = common / static_cast<double>(reference.size());
    std::vector<double> row(metric->statistics());
    metric->measure(joined(reference), joined(candidate), row);
    std::vector<double> values(1);
    metric->pair_values(row, values);
    constexpr double beta2 = 1.2 * 1.2;
    ASSERT_NEAR(values[0], (1 + beta2) * precision * recall / (recall + beta2 * precision), 1e-15);
  }
}

// pycocoevalcap's definition, term by term.
double slow_cider(const std::vector<List>& references, const List& reference, const List& candidate) {
  double sum = 0.0;
  for (std::size_t n = 1; n <= max_order; ++n) {
    const auto rarity = [&](const Gram& gram) {
      double documents = 0.0;
      for (const List& document : references) documents += count_grams(document, n).contains(gram) ? 1 : 0;
      return std::log(static_cast<double>(references.size())) - std::log(std::max(1.0, documents));
    };
    auto in_reference = count_grams(reference, n);
    double product = 0.0;
    double reference_norm = 0.0;
    double candidate_norm = 0.0;
    for (const auto& [gram, count] : in_reference) {
      reference_norm += std::pow(static_cast<double>(count) * rarity(gram), 2);
    }
    for (const auto& [gram, count] : count_grams(candidate, n)) {
      const double here = static_cast<double>(count) * rarity(gram);
      const double there = static_cast<double>(in_reference[gram]) * rarity(gram);
      candidate_norm += here * here;
      product += std::min(here, there) * there;
    }
    const double norms = std::sqrt(reference_norm * candidate_norm);
    if (norms > 0) sum += product / norms;
  }
  const auto bigrams = [](const List& words) { return words.size() < 2 ? 0.0 : static_cast<double>(words.size() - 1); };
  const double delta = bigrams(candidate) - bigrams(reference);
  return 10 * sum / 4 * std::exp(-delta * delta / 72);
}

TEST(Slow, Cider) {
  std::mt19937 random(3);
  std::vector<List> references(25);
  for (List& reference : references) reference = random_words(random, 12);
  const auto cider = make("cider");
  EXPECT_TRUE(cider->needs_corpus());
  for (const List& reference : references) cider->observe(joined(reference));
  cider->observed();
  std::vector<double> row(cider->statistics());
  std::vector<double> value(1);
  for (const List& reference : references) {
    List candidate = random_words(random, 12);
    candidate.emplace_back("unseen");
    cider->measure(joined(reference), joined(candidate), row);
    cider->pair_values(row, value);
    EXPECT_NEAR(value[0], slow_cider(references, reference, candidate), 1e-9);
  }
}

// One stage as NLTK first wrote it: for each candidate word from the last, the last reference word that is equal.
void match_stage(List& reference, List& candidate, std::vector<int>& match) {
  for (std::size_t i = candidate.size(); i-- > 0;) {
    for (std::size_t j = reference.size(); j-- > 0 && match[i] < 0;) {
      if (!reference[j].empty() && candidate[i] == reference[j]) {
        match[i] = static_cast<int>(j);
        reference[j].clear();
      }
    }
  }
}

double slow_meteor(List reference, List candidate) {
  const auto reference_size = static_cast<double>(reference.size());
  std::vector<int> match(candidate.size(), -1);
  match_stage(reference, candidate, match);
  for (std::string& word : reference) word = stem(word);
  for (std::string& word : candidate) word = stem(word);
  match_stage(reference, candidate, match);
  double matches = 0.0;
  double chunks = 0.0;
  int before = -2;
  for (const int place : match) {
    if (place >= 0) {
      matches += 1;
      if (before < 0 || place != before + 1) chunks += 1;
    }
    before = place >= 0 ? place : -2;
  }
  if (matches == 0) return 0.0;
  const double precision = matches / static_cast<double>(candidate.size());
  const double recall = matches / reference_size;
  return (1 - 0.5 * std::pow(chunks / matches, 3)) * precision * recall / (0.9 * precision + 0.1 * recall);
}

TEST(Slow, Meteor) {
  std::mt19937 random(4);
  const auto meteor = make("meteor");
  std::vector<double> row(meteor->statistics());
  std::vector<double> value(1);
  for (int round = 0; round < 2000; ++round) {
    const List reference = random_words(random, 20);
    const List candidate = random_words(random, 20);
    meteor->measure(joined(reference), joined(candidate), row);
    meteor->pair_values(row, value);
    ASSERT_NEAR(value[0], slow_meteor(reference, candidate), 1e-12);
  }
}

}  // namespace
}  // namespace fiducial::lexical
