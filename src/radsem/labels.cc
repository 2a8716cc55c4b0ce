// The words that stand for labels in tag files and audits, and the weights that the labels give a pair.
#include <array>

#include "fiducial/radsem.h"

namespace fiducial::radsem {

namespace {

// Enumerators count from 0 in the order of the header, so a table of words is enough.
template <typename Enum, std::size_t N>
std::string_view word(const std::array<std::string_view, N>& words, Enum value) {
  const auto index = static_cast<std::size_t>(value);
  return index < N ? words[index] : std::string_view("other");
}

}  // namespace

std::string_view label(Normality value) {
  static constexpr std::array<std::string_view, 3> kWords = {"abnormal", "normal", "other"};
  return word(kWords, value);
}

std::string_view label(Relation value) {
  static constexpr std::array<std::string_view, 4> kWords = {"null", "equivalent", "part-whole", "other"};
  return word(kWords, value);
}

std::string_view label(Details value) {
  static constexpr std::array<std::string_view, 5> kWords = {"null", "equivalent", "partial", "none", "other"};
  return word(kWords, value);
}

std::string_view label(Side value) {
  static constexpr std::array<std::string_view, 3> kWords = {"Ref", "Gen", "other"};
  return word(kWords, value);
}

std::string_view label(Policy policy) {
  static constexpr std::array<std::string_view, 2> kWords = {"many-to-many", "alt"};
  return word(kWords, policy);
}

std::string_view label(PairStatus status) {
  static constexpr std::array<std::string_view, 6> kWords = {"counted",  "duplicate",     "outranked",
                                                             "ref-full", "bad-normality", "empty-sentence"};
  return word(kWords, status);
}

std::string_view label(Rule rule) {
  static constexpr std::array<std::string_view, 4> kWords = {"absent", "base", "no-unmatched", "partial-match"};
  return word(kWords, rule);
}

bool counts(PairStatus status) {
  return status != PairStatus::bad_normality && status != PairStatus::empty_sentence;
}

int part_wholes(const TagPair& pair) {
  return (pair.anatomical == Relation::part_whole ? 1 : 0) + (pair.asserted == Relation::part_whole ? 1 : 0) +
         (pair.negated == Relation::part_whole ? 1 : 0);
}

double pair_weight(int part_wholes, Details details) {
  double weight = 1.0;
  for (int i = 0; i < part_wholes; ++i) weight /= 3.0;
  if (details == Details::partial) return weight * 0.75;
  if (details == Details::none) return weight * 0.5;
  return weight;
}

double pair_weight(const TagPair& pair) {
  return pair_weight(part_wholes(pair), pair.details);
}

}  // namespace fiducial::radsem
