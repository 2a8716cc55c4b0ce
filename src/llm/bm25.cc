#include "llm/bm25.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

namespace fiducial::llm {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = std::isalnum(byte) != 0 || byte >= 0x80;
    if (letter && !inside) words.emplace_back();
    if (letter) words.back() += static_cast<char>(std::tolower(byte));
    inside = letter;
  }
  return words;
}

std::vector<std::string> written_words(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char c : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!blank && !inside) words.emplace_back();
    if (!blank) words.back() += c;
    inside = !blank;
  }
  return words;
}

double Bm25::plain_weight(std::size_t texts) const {
  const auto in = static_cast<double>(texts);
  return std::log((static_cast<double>(size()) - in + 0.5) / (in + 0.5));
}

double Bm25::mean_weight() const {
  // By how many words are in so many texts, so that the sum does not depend on the order of a hash table.
  std::map<std::size_t, std::size_t> words;
  for (const auto& [word, list] : postings_) ++words[list.size()];
  double sum = 0;
  for (const auto& [texts, count] : words) sum += static_cast<double>(count) * plain_weight(texts);
  return sum / static_cast<double>(postings_.size());
}

void Bm25::add(std::string_view text) {
  const std::size_t number = lengths_.size();
  const auto words = written_words(text);
  for (const std::string& word : words) {
    auto& list = postings_[word];
    if (list.empty() || list.back().text != number) list.push_back({number, 0});
    list.back().times += 1;
  }
  lengths_.push_back(static_cast<double>(words.size()));
  total_length_ += lengths_.back();
}

std::vector<double> Bm25::scores(std::string_view query) const {
  std::vector<double> out(size(), 0.0);
  if (out.empty() || total_length_ == 0) return out;
  const auto count = static_cast<double>(size());
  const double mean = total_length_ / count;
  const double least = kFloor * mean_weight();
  for (const std::string& word : written_words(query)) {
    const auto found = postings_.find(word);
    if (found == postings_.end()) continue;
    const double plain = plain_weight(found->second.size());
    const double weight = plain < 0 ? least : plain;
    for (const Posting& posting : found->second) {
      const double damp = kK1 * (1 - kB + kB * lengths_[posting.text] / mean);
      out[posting.text] += weight * posting.times * (kK1 + 1) / (posting.times + damp);
    }
  }
  return out;
}

std::vector<std::size_t> Bm25::best(std::string_view query, std::size_t count,
                                    const std::function<bool(std::size_t)>& allowed) const {
  const std::vector<double> all = scores(query);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (allowed(i)) order.push_back(i);
  }
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(std::min(count, order.size()));
  std::partial_sort(order.begin(), middle, order.end(),
                    [&](std::size_t a, std::size_t b) { return all[a] != all[b] ? all[a] > all[b] : a < b; });
  order.erase(middle, order.end());
  return order;
}

}  // namespace fiducial::llm
