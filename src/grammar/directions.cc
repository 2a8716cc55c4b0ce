#include "grammar/directions.h"

namespace fiducial::findings {

using lexicon::CueKind;

namespace {

// Words between "shifted" and the side that it is shifted to.
bool leads_to_side(const Item& item) {
  return item.kind == ItemKind::measure || item.only_modifier() || is_cue(item, CueKind::of) || says_nothing(item);
}

// "Displacement of the left radial fracture": of which, and not whereto. "Displacement of 5 mm to the left" is.
bool says_of_what(std::string_view text, const std::vector<Item>& items, std::size_t first, std::size_t side) {
  for (std::size_t k = first; k + 1 < side; ++k) {
    const std::string_view word = text.substr(items[k].begin, items[k].end - items[k].begin);
    if (!is_cue(items[k], CueKind::of) || word != "of") continue;
    const bool much = items[k + 1].kind == ItemKind::measure ||
                      (says_nothing(items[k + 1]) && k + 2 < side && items[k + 2].kind == ItemKind::measure);
    if (!much) return true;
  }
  return false;
}

}  // namespace

void tell_directions(const lexicon::Lexicon& lexicon, std::string_view text, std::vector<Item>& items) {
  constexpr std::size_t kFar = 5;
  const auto displaced = [&](const Item& item) {
    return item.observation != nullptr && item.observation->concept_id == lexicon.known().displacement;
  };
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!names_one_side(items[i])) continue;
    const std::string_view word = text.substr(items[i].begin, items[i].end - items[i].begin);
    std::size_t first = i;
    while (first > 0 && i - first < kFar && leads_to_side(items[first - 1])) --first;
    // "displaces the left ureter": what it displaces, and not whereto
    const bool object = first > 0 && items[first - 1].plural && i + 1 < items.size() &&
                        (items[i + 1].anatomy != nullptr || items[i + 1].kind == ItemKind::level);
    const bool behind = first > 0 && displaced(items[first - 1]) && !object && !says_of_what(text, items, first, i);
    const bool ahead = word.ends_with("ward") && i + 1 < items.size() && displaced(items[i + 1]);
    items[i].directed = behind || ahead;
    // "the patient is rotated to the right": the patient, and nothing that is found
    const bool turned = first > 0 && first < i && is_cue(items[first - 1], CueKind::quality) &&
                        text.substr(items[first].begin, items[first].end - items[first].begin) == "to";
    for (std::size_t k = first; turned && k <= i; ++k) pass_over(items[k]);
    for (std::size_t k = first; behind && k < i; ++k) {
      if (is_cue(items[k], CueKind::of) || is_cue(items[k], CueKind::the)) pass_over(items[k]);
    }
  }
}

}  // namespace fiducial::findings
