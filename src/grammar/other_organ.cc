#include "grammar/other_organ.h"

#include <algorithm>

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ConceptId;
using lexicon::CueKind;
using lexicon::kNone;
using lexicon::Lexicon;

namespace {

constexpr std::size_t kFar = 60;

bool stands_before_thing(const Item& item) {
  return item.only_modifier() || names_side(item) || says_nothing(item) || is_cue(item, CueKind::of);
}

}  // namespace

bool tells_of_other_organ(const Lexicon& lexicon, std::span<const Item> items, std::size_t i) {
  std::size_t organ = i;
  while (organ > 0 && i - organ < kFar && !names_place(items[organ - 1])) --organ;
  if (organ == 0 || i - organ >= kFar) return false;
  const ConceptId here = items[organ - 1].anatomy->concept_id;
  std::size_t k = i + 1;
  while (k < std::min(items.size(), i + kFar) && stands_before_thing(items[k])) ++k;
  if (k >= items.size() || items[k].kind != ItemKind::content || items[k].observation == nullptr ||
      items[k].anatomy != nullptr)
    return false;
  const lexicon::Sense& told = *items[k].observation;
  const ConceptId there = told.site != kNone ? told.site : lexicon[told.concept_id].at;
  if (there == kNone || there == here || lexicon[there].has(Concept::tissue) || lexicon[here].has(Concept::part))
    return false;
  return !lexicon.contains(here, there) && !lexicon.contains(there, here) &&
         lexicon.composed(told.concept_id, here) == kNone && lexicon.composed(here, there) == kNone;
}

}  // namespace fiducial::findings
