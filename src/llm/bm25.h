// Okapi BM25: which of many texts are most like another one, by the words that they share.
//
// As the published program has it (rank-bm25's BM25Okapi): the weight of a word is ln((N − n + ½) / (n + ½)), and where
// that is below zero, a quarter of the mean weight of all words; k1 = 1.5, b = 0.75. Words are what stands between
// blanks, as it is written.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fiducial::llm {

// The words of a text in lower case, in order: runs of letters and digits.
std::vector<std::string> words_of(std::string_view text);

// The words of a text as BM25 takes them: what stands between blanks.
std::vector<std::string> written_words(std::string_view text);

class Bm25 {
 public:
  static constexpr double kK1 = 1.5, kB = 0.75, kFloor = 0.25;

  // Texts are numbered from 0 in the order of adding.
  void add(std::string_view text);
  std::size_t size() const { return lengths_.size(); }

  // The score of every text.
  std::vector<double> scores(std::string_view query) const;
  // The best `count` of those that are allowed, best first; equal ones in the order of adding.
  std::vector<std::size_t> best(std::string_view query, std::size_t count,
                                const std::function<bool(std::size_t)>& allowed) const;

 private:
  // ln((N − n + ½) / (n + ½)) of a word that n texts have.
  double plain_weight(std::size_t texts) const;
  double mean_weight() const;

  struct Posting {
    std::size_t text = 0;
    double times = 0;
  };
  std::unordered_map<std::string, std::vector<Posting>> postings_;
  std::vector<double> lengths_;
  double total_length_ = 0;
};

}  // namespace fiducial::llm
