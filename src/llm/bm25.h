// Okapi BM25: which of many texts are most like another one, by the words that they share.
//
// Lucene's form, whose weight of a word is never negative: ln(1 + (N − n + ½) / (n + ½)), with k1 = 1.5 and b = 0.75.
// Words are runs of letters and digits, whatever their case.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fiducial::llm {

// The words of a text in lower case, in order.
std::vector<std::string> words_of(std::string_view text);

class Bm25 {
 public:
  static constexpr double kK1 = 1.5, kB = 0.75;

  // Texts are numbered from 0 in the order of adding.
  void add(std::string_view text);
  std::size_t size() const { return lengths_.size(); }

  // The score of every text.
  std::vector<double> scores(std::string_view query) const;
  // The best `count` of those that are allowed, best first; equal ones in the order of adding.
  std::vector<std::size_t> best(std::string_view query, std::size_t count,
                                const std::function<bool(std::size_t)>& allowed) const;

 private:
  struct Posting {
    std::size_t text = 0;
    double times = 0;
  };
  std::unordered_map<std::string, std::vector<Posting>> postings_;
  std::vector<double> lengths_;
  double total_length_ = 0;
};

}  // namespace fiducial::llm
