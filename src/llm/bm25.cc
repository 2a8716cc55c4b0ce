#include "llm/bm25.h"

#include <algorithm>
#include <cctype>
#include <cmath>

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

void Bm25::add(std::string_view text) {
  const std::size_t number = lengths_.size();
  const auto words = words_of(text);
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
  for (const std::string& word : words_of(query)) {
    const auto found = postings_.find(word);
    if (found == postings_.end()) continue;
    const auto in = static_cast<double>(found->second.size());
    const double weight = std::log(1 + (count - in + 0.5) / (in + 0.5));
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
