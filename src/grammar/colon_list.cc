#include "grammar/colon_list.h"

#include <algorithm>
#include <utility>

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;
using lexicon::Lexicon;

namespace {

constexpr std::size_t kMostListed = 40;

bool says_where(const Item& item) {
  return item.kind == ItemKind::level || item.kind == ItemKind::ordinal || names_one_side(item) ||
         is_cue(item, CueKind::both) || names_place(item);
}

bool joins_places(const Item& item) {
  return item.kind == ItemKind::comma || is_cue(item, CueKind::and_);
}

bool says_no_more(const Item& item) {
  return is_cue(item, CueKind::the) || is_cue(item, CueKind::filler) || is_cue(item, CueKind::in) ||
         is_cue(item, CueKind::of);
}

// "… , 14 mm in the parietal lobe": a size behind the colon, a comma or "and", and a place behind it.
bool begins_sized_place(std::span<const Item> items, std::size_t i) {
  std::size_t before = i;
  while (before > 0 && (is_cue(items[before - 1], CueKind::filler) || is_cue(items[before - 1], CueKind::the)))
    --before;
  const bool first = before == 0 || joins_places(items[before - 1]) || items[before - 1].kind == ItemKind::colon;
  return first && is_size(items[i]) && i + 1 < items.size() && is_cue(items[i + 1], CueKind::in);
}

// "Right frontal 12 mm, left parietal (9 mm)": the item behind a place and its size, at `i`; `i` if there is no such.
std::size_t behind_sized_place(std::span<const Item> items, std::size_t i) {
  std::size_t k = i;
  bool place = false;
  for (; k < items.size() && (says_where(items[k]) || says_no_more(items[k])); ++k) place |= says_where(items[k]);
  const bool bracket = k < items.size() && items[k].kind == ItemKind::open;
  if (bracket) ++k;
  if (!place || k >= items.size() || !is_size(items[k])) return i;
  ++k;
  if (bracket && k < items.size() && items[k].kind == ItemKind::close) ++k;
  return k;
}

// Where the words for the thing before the colon begin: "ring-enhancing lesions", without how many there are.
std::size_t first_word(const Lexicon& lexicon, std::span<const Item> items, std::size_t noun) {
  std::size_t first = noun;
  while (first > 0) {
    const Item& before = items[first - 1];
    const bool number =
        before.only_modifier() && lexicon[before.modifier->concept_id].is(lexicon::ModifierKind::number);
    if (before.kind != ItemKind::content || before.modifier == nullptr || number) break;
    --first;
  }
  return first;
}

// The last thing that is named before the colon, if nothing is denied there; none: the colon.
std::size_t thing_before(const Lexicon& lexicon, std::span<const Item> items, std::size_t colon) {
  std::size_t noun = colon;
  for (std::size_t i = 0; i < colon; ++i) {
    const Item& item = items[i];
    if (is_cue(item, CueKind::neg) || is_cue(item, CueKind::not_) || is_cue(item, CueKind::negpost) ||
        item.kind == ItemKind::semicolon)
      return colon;
    if (item.kind == ItemKind::content && item.observation != nullptr) noun = i;
  }
  if (noun == colon) return colon;
  const Concept& c = lexicon[items[noun].observation->concept_id];
  return c.has(Concept::normal) || c.has(Concept::device) ? colon : noun;
}

// "in", as a word of the grammar, where the colon stood.
void tie_by_in(const Lexicon& lexicon, Item& colon) {
  colon.kind = ItemKind::cue;
  colon.cue = CueKind::in;
  colon.cue_concept = lexicon.known().in;
}

// "…, and" before the next size: one of them is told.
void end_before(const Item& size, std::vector<Item>& out) {
  while (joins_places(out.back()) || is_cue(out.back(), CueKind::filler) || is_cue(out.back(), CueKind::the))
    out.pop_back();
  Item end;
  end.kind = ItemKind::semicolon;
  end.begin = end.end = size.begin;
  end.first_token = size.first_token;
  out.push_back(end);
}

}  // namespace

bool lists_only_places(std::span<const Item> items) {
  std::size_t places = 0;
  bool place = false;
  for (const Item& item : items) {
    if (joins_places(item)) {
      places += std::exchange(place, false) ? 1U : 0U;
      continue;
    }
    place |= says_where(item);
    if (!says_where(item) && !says_no_more(item)) return false;
  }
  return places + (place ? 1U : 0U) > 1;
}

bool lists_sizes_in_places(std::span<const Item> items) {
  if (items.empty() || !begins_sized_place(items, 0)) return false;
  std::size_t sized = 0;
  for (std::size_t i = 0; i < items.size(); ++i) sized += begins_sized_place(items, i) ? 1U : 0U;
  return sized > 1;
}

bool lists_places_with_sizes(std::span<const Item> items) {
  std::size_t told = 0;
  for (std::size_t i = 0; i < items.size(); ++told) {
    const std::size_t end = behind_sized_place(items, i);
    if (end == i) return false;
    for (i = end; i < items.size() && joins_places(items[i]); ++i) {
    }
    if (i == end && i < items.size()) return false;
  }
  return told > 1;
}

void tell_behind_colon(const Lexicon& lexicon, std::vector<Item>& items) {
  const auto at = std::find_if(items.begin(), items.end(), [](const Item& i) { return i.kind == ItemKind::colon; });
  if (at == items.end()) return;
  const auto colon = static_cast<std::size_t>(at - items.begin());
  const std::size_t noun = thing_before(lexicon, items, colon);
  if (noun == colon) return;
  const auto behind = std::span<const Item>(items).subspan(colon + 1);
  if (lists_only_places(behind)) return tie_by_in(lexicon, *at);
  const std::size_t first = first_word(lexicon, items, noun);
  const bool places_first = lists_places_with_sizes(behind);
  if (!places_first && !lists_sizes_in_places(behind)) return;
  std::vector<Item> out(items.begin(), at + 1);
  std::size_t told = 0;
  const auto tell = [&] {
    out.insert(out.end(), items.begin() + static_cast<std::ptrdiff_t>(first),
               items.begin() + static_cast<std::ptrdiff_t>(noun) + 1);
  };
  for (std::size_t i = colon + 1; i < items.size(); ++i) {
    const bool begins = places_first ? i == colon + 1 || (joins_places(items[i - 1]) && !joins_places(items[i]))
                                     : begins_sized_place(items, i);
    const bool sized = begins && told++ < kMostListed;
    if (sized && i > colon + 1) end_before(items[i], out);
    if (sized && places_first) tell();
    out.push_back(items[i]);
    if (sized && !places_first) tell();
  }
  items = std::move(out);
}

}  // namespace fiducial::findings
