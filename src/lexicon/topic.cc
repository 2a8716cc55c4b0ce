#include "lexicon/topic.h"

#include <algorithm>
#include <array>

namespace fiducial::lexicon {

namespace {

constexpr std::string_view kWordKindNames[] = {
    "begin",     "end",       "number",  "level",   "comma",       "colon", "mark",      "unknown",  "place",
    "symptom",   "operation", "device",  "disease", "normal",      "vague", "attribute", "modifier", "technique",
    "recommend", "person",    "history", "reason",  "prior",       "be",    "show",      "seen",     "denial",
    "hedge",     "infer",     "quality", "side",    "preposition", "joint", "filler",    "cue",      "far"};

SignKey mixed(std::uint64_t h) {
  h ^= h >> 30U;
  h *= 0xbf58476d1ce4e5b9ULL;
  h ^= h >> 27U;
  h *= 0x94d049bb133111ebULL;
  h ^= h >> 31U;
  return h == 0 ? 1 : h;
}

}  // namespace

std::string_view name(WordKind kind) {
  return kWordKindNames[static_cast<std::size_t>(kind)];
}

std::optional<WordKind> word_kind(std::string_view name) {
  const auto* at = std::find(std::begin(kWordKindNames), std::end(kWordKindNames), name);
  if (at == std::end(kWordKindNames)) return {};
  return static_cast<WordKind>(at - std::begin(kWordKindNames));
}

SignKey word_sign(std::uint64_t word) {
  return mixed(word);
}

SignKey sign(WordKind kind) {
  return mixed(0x6b696e64ULL + static_cast<std::uint64_t>(kind));
}

SignKey sign(SignKey first, SignKey second) {
  return mixed(first * 0x9e3779b97f4a7c15ULL + second);
}

}  // namespace fiducial::lexicon
