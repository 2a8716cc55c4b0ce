// Words that the end of a clause asks for, and what is said to be spared: "thickening of the colon, sparing the
// rectum".
#pragma once

#include <span>

#include "grammar/items.h"

namespace fiducial::findings {

inline bool is_with(const Item& item) {
  return is_cue(item, lexicon::CueKind::with) || is_cue(item, lexicon::CueKind::include);
}

inline bool is_organ(const Item& item) {
  return item.anatomy != nullptr && item.observation == nullptr && item.modifier == nullptr;
}

inline bool is_side_or_article(const Item& item) {
  return is_cue(item, lexicon::CueKind::left) || is_cue(item, lexicon::CueKind::right) ||
         is_cue(item, lexicon::CueKind::both) || is_cue(item, lexicon::CueKind::the);
}

// "is spared": what is said not to be involved.
inline bool says_spared(const lexicon::Lexicon& lexicon, const Item& item) {
  return item.cue == lexicon::CueKind::negpost && lexicon[item.cue_concept].seen != lexicon::kNone;
}

// May it lead to a place that is spared?
inline bool may_spare(const Item& item) {
  using lexicon::CueKind;
  return item.kind == ItemKind::comma || item.cue == CueKind::negpost || item.cue == CueKind::with ||
         item.cue == CueKind::and_ || item.cue == CueKind::which || item.cue == CueKind::include ||
         item.cue == CueKind::negend;
}

// Does a place that is spared begin at `i`?
bool spares_place(const lexicon::Lexicon& lexicon, std::span<const Item> items, std::size_t i);

}  // namespace fiducial::findings
