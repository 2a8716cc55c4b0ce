// Rows ready to be compared, and how alike two of them are.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "fiducial/lunguage.h"

namespace fiducial::lunguage {

inline constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

// Similarities of strings that are asked for again and again: each string is encoded once, in one batch, and each pair
// of strings compared once. Strings are known by number; 0 is the empty one.
class Phrases {
 public:
  using Id = std::uint32_t;

  Id add(const std::string& text) {
    if (text.empty()) return 0;
    const auto [entry, fresh] = ids_.try_emplace(text, static_cast<Id>(texts_.size()));
    if (fresh) texts_.push_back(text);
    return entry->second;
  }
  void encode(const Encoder& encoder, bool attributes) {
    vectors_ = attributes ? encoder.encode_attributes(texts_) : encoder.encode(texts_);
    constexpr std::size_t kMost = 2000;  // of so many the table takes 32 MB; it is no gain beyond
    known_.assign(texts_.size() <= kMost ? texts_.size() * texts_.size() : 0, kAbsent);
  }
  double similarity(Id a, Id b) {
    if (a == 0 || b == 0) return a == b ? 1.0 : 0.0;
    if (a == b) return 1.0;
    if (known_.empty()) return cosine(vectors_[a], vectors_[b]);
    double& known = known_[static_cast<std::size_t>(std::min(a, b)) * texts_.size() + std::max(a, b)];
    if (std::isnan(known)) known = cosine(vectors_[a], vectors_[b]);
    return known;
  }

 private:
  std::unordered_map<std::string, Id> ids_;
  std::vector<std::string> texts_{""};
  std::vector<Embedding> vectors_;
  std::vector<double> known_;
};

// A row ready to be compared.
struct Prepared {
  const Row* row = nullptr;
  Phrases::Id meaning = 0;
  std::uint32_t has = 0;  // a bit for each text that is not empty
  std::array<Phrases::Id, kTexts> texts{};
};

// The texts of a comparison: what the findings are, and the values of their attributes.
struct Texts {
  Phrases meanings, attributes;
};

Prepared prepare(const Row& row, Setting setting, Texts& texts);
// What a row is compared by, and the value of an attribute, as they are encoded.
std::string meaning_of(const Row& row, Setting setting);
std::string attribute_text(const std::string& value);
std::uint32_t texts_of(const Row& row);

// The sum over attributes, by a function that compares the i-th text of both, given that both have it.
template <class TextSimilarity>
double weighted_mean(const Row& a, std::uint32_t a_has, const Row& b, std::uint32_t b_has,
                     const TextSimilarity& similarity, std::array<double, kRelations>* attributes) {
  double sum = 0;
  double total = 0;
  const auto count = [&](Relation relation, double value) {
    sum += weight(relation) * value;
    total += weight(relation);
    if (attributes != nullptr) (*attributes)[static_cast<std::size_t>(relation)] = value;
  };
  if (attributes != nullptr) attributes->fill(kAbsent);
  // What one side does not state is empty there, as published: it counts, and is equal to nothing.
  const auto choice = [&](Relation relation, bool same) {
    if (!a.states(relation) && !b.states(relation)) return;
    count(relation, a.states(relation) && b.states(relation) && same ? 1 : 0);
  };
  choice(Relation::dx_status, a.positive == b.positive);
  choice(Relation::dx_certainty, a.definitive == b.definitive);
  for (std::uint32_t left = a_has | b_has; left != 0; left &= left - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(left));
    const bool both = ((a_has & b_has) >> i & 1U) != 0;
    count(static_cast<Relation>(kFirstText + i), both ? similarity(i) : 0.0);
  }
  return total > 0 ? sum / total : 0;
}

// `details`: each attribute too, and the structure of what means something else.
Components compare(const Prepared& pred, const Prepared& gold, Setting setting, Texts& texts, bool details);

// Similarities as whole numbers, so that a sum does not depend on the order of its parts: 2⁻⁴⁸ is the unit, or a larger
// one if so many parts could overflow.
class Units {
 public:
  explicit Units(std::size_t parts) : bits_(std::min(48, 61 - static_cast<int>(std::bit_width(parts)))) {}
  std::int64_t of(double value) const { return std::llround(std::ldexp(value, bits_)); }
  double value(std::int64_t units) const { return std::ldexp(static_cast<double>(units), -bits_); }

 private:
  int bits_;
};

}  // namespace fiducial::lunguage
