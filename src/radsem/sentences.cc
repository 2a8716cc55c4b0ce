// See sentences.h.
#include "sentences.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace fiducial::radsem {

namespace {

bool is_space_byte(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= '\x1c' && c <= '\x1f');
}

// Unicode's white space beyond ASCII, in UTF-8: U+0085, U+00A0; U+1680, U+2000–200A, U+2028, U+2029, U+202F, U+205F,
// U+3000.
bool is_wide_space(std::string_view c) {
  if (c.size() == 2) return c == "\xc2\x85" || c == "\xc2\xa0";
  if (c == "\xe1\x9a\x80" || c == "\xe2\x81\x9f" || c == "\xe3\x80\x80") return true;
  if (!c.starts_with("\xe2\x80")) return false;
  const auto last = static_cast<unsigned char>(c[2]);
  return (last >= 0x80 && last <= 0x8a) || last == 0xa8 || last == 0xa9 || last == 0xaf;
}

std::size_t space_at_front(std::string_view text) {
  if (is_space_byte(text.front())) return 1;
  for (const std::size_t size : {std::size_t{2}, std::size_t{3}}) {
    if (text.size() >= size && is_wide_space(text.substr(0, size))) return size;
  }
  return 0;
}

std::size_t space_at_back(std::string_view text) {
  if (is_space_byte(text.back())) return 1;
  for (const std::size_t size : {std::size_t{2}, std::size_t{3}}) {
    if (text.size() >= size && is_wide_space(text.substr(text.size() - size))) return size;
  }
  return 0;
}

}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = space_at_front(text);
    if (size == 0) break;
    text.remove_prefix(size);
  }
  while (!text.empty()) {
    const std::size_t size = space_at_back(text);
    if (size == 0) break;
    text.remove_suffix(size);
  }
  return text;
}

void SentenceNumbers::clear(std::size_t capacity) {
  texts_.clear();
  slots_.assign(std::bit_ceil(std::max<std::size_t>(16, 2 * capacity)), 0);
}

std::uint32_t SentenceNumbers::number(std::string_view text) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = std::hash<std::string_view>{}(text)&mask;; at = (at + 1) & mask) {
    if (slots_[at] == 0) {
      texts_.push_back(text);
      slots_[at] = static_cast<std::uint32_t>(texts_.size());
      return slots_[at] - 1;
    }
    if (texts_[slots_[at] - 1] == text) return slots_[at] - 1;
  }
}

std::uint32_t SentenceNumbers::fresh() {
  texts_.emplace_back();
  return static_cast<std::uint32_t>(texts_.size() - 1);
}

PairStatus countable(const TagPair& pair) {
  if (pair.normality == Normality::other) return PairStatus::bad_normality;
  if (trim(pair.ref_sentence).empty() || trim(pair.gen_sentence).empty()) return PairStatus::empty_sentence;
  return PairStatus::counted;
}

bool countable(const Unmatched& item) {
  return item.side != Side::other && item.normality != Normality::other;
}

void NumberedCase::read(const Tag& tag, bool number_left_over) {
  edges.clear();
  pair_of.clear();
  left_over.clear();
  const std::size_t capacity = tag.pairs.size() + (number_left_over ? tag.unmatched.size() : 0);
  refs.clear(capacity);
  gens.clear(capacity);
  if (!tag.well_formed) return;
  for (std::size_t i = 0; i < tag.pairs.size(); ++i) {
    const TagPair& pair = tag.pairs[i];
    if (pair.normality == Normality::other) continue;
    const std::string_view ref = trim(pair.ref_sentence);
    const std::string_view gen = trim(pair.gen_sentence);
    if (ref.empty() || gen.empty()) continue;
    edges.push_back({refs.number(ref), gens.number(gen), pair_weight(pair), pair.normality});
    pair_of.push_back(static_cast<std::uint32_t>(i));
  }
  for (const Unmatched& item : tag.unmatched) {
    if (!countable(item)) continue;
    std::uint32_t number = 0;
    if (number_left_over) {
      SentenceNumbers& numbers = item.side == Side::ref ? refs : gens;
      const std::string_view text = trim(item.sentence);
      number = text.empty() ? numbers.fresh() : numbers.number(text);
    }
    left_over.push_back({number, item.side, item.normality});
  }
}

}  // namespace fiducial::radsem
