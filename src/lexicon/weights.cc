#include "lexicon/weights.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

namespace fiducial::lexicon {

namespace {

constexpr std::pair<std::string_view, NumberKey> kNumberKeys[] = {{"share", NumberKey::share},
                                                                  {"cost", NumberKey::cost},
                                                                  {"step", NumberKey::step},
                                                                  {"margin", NumberKey::margin},
                                                                  {"least", NumberKey::least},
                                                                  {"small", NumberKey::small},
                                                                  {"from", NumberKey::from},
                                                                  {"organs", NumberKey::organs},
                                                                  {"of_device", NumberKey::device},
                                                                  {"to", NumberKey::to},
                                                                  {"mm_from", NumberKey::mm_from},
                                                                  {"mm_to", NumberKey::mm_to},
                                                                  {"thick_to", NumberKey::thick_to},
                                                                  {"wall_to", NumberKey::wall_to},
                                                                  {"aneurysm_from", NumberKey::aneurysm_from},
                                                                  {"ml_to", NumberKey::ml_to},
                                                                  {"percent_from", NumberKey::percent_from},
                                                                  {"value_from", NumberKey::value_from},
                                                                  {"value_to", NumberKey::value_to},
                                                                  {"least_small", NumberKey::least_small}};

std::optional<Significance> significance_named(std::string_view wanted) {
  for (int i = 0; i < kSignificances; ++i) {
    if (name(static_cast<Significance>(i)) == wanted) return static_cast<Significance>(i);
  }
  return std::nullopt;
}

}  // namespace

bool WeightTable::add(ConceptId of, const Property& property, const Resolve& resolve) {
  const std::string_view key = std::string_view(property.key).substr(0, property.key.find_first_of("@/"));
  if (key == "weight" || key == "raise" || key == "lower") return add_weight(of, key, property, resolve);
  if (property.key == "near") return add_near(of, property, resolve);
  return add_number(of, property);
}

bool WeightTable::add_weight(ConceptId of, std::string_view key, const Property& property, const Resolve& resolve) {
  const auto level = significance_named(property.value);
  if (!level) return false;
  Weight w;
  w.of = of;
  w.significance = *level;
  w.kind = key == "raise" ? Weight::Kind::raise : key == "lower" ? Weight::Kind::lower : Weight::Kind::is;
  const std::string& whole = property.key;
  const std::size_t slash = whole.find('/');
  if (const std::size_t at = whole.find('@'); at != std::string::npos) {
    w.place = resolve(whole.substr(at + 1, slash == std::string::npos ? slash : slash - at - 1));
    if (w.place == kNone) return true;  // resolve has complained
  }
  if (slash != std::string::npos) {
    w.context = resolve("context." + whole.substr(slash + 1));
    if (w.context == kNone) return true;
  }
  weights_.push_back(w);
  return true;
}

bool WeightTable::add_near(ConceptId of, const Property& property, const Resolve& resolve) {
  std::string_view rest = property.value;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const ConceptId other = resolve(std::string(rest.substr(0, comma)));
    if (other != kNone) near_.push_back(both_of(of, other));
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
  }
  return !property.value.empty();
}

bool WeightTable::add_number(ConceptId of, const Property& property) {
  for (const auto& [key, number] : kNumberKeys) {
    if (property.key != key) continue;
    char* end = nullptr;
    const float value = std::strtof(property.value.c_str(), &end);
    if (property.value.empty() || *end != '\0' || !(value >= 0)) return false;
    numbers_.push_back({of, number, value});
    return true;
  }
  return false;
}

void WeightTable::finish(std::vector<Concept>& concepts) {
  std::stable_sort(weights_.begin(), weights_.end(), [](const Weight& a, const Weight& b) { return a.of < b.of; });
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    Concept& c = concepts[weights_[i].of];
    if (c.weight_count++ == 0) c.first_weight = static_cast<std::uint16_t>(i);
  }
  std::stable_sort(numbers_.begin(), numbers_.end(),
                   [](const Number& a, const Number& b) { return std::pair(a.of, a.key) < std::pair(b.of, b.key); });
  std::sort(near_.begin(), near_.end());
  near_.erase(std::unique(near_.begin(), near_.end()), near_.end());
}

}  // namespace fiducial::lexicon
