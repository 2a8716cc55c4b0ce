#include "grammar/members.h"

#include <algorithm>

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;
using lexicon::Lexicon;

namespace {

// Does a place or a size stand at i, and not another noun? "one in the liver", "one, 8 mm, in …", "one of 12 mm in …"
bool tells_where(std::span<const Item> items, std::size_t i) {
  constexpr std::size_t kFar = 6;
  const std::size_t end = std::min(items.size(), i + kFar);
  while (i < end && (items[i].kind == ItemKind::comma || items[i].kind == ItemKind::measure ||
                     is_cue(items[i], CueKind::of) || is_cue(items[i], CueKind::filler)))
    ++i;
  return i < end && ((is_cue(items[i], CueKind::in) && !items[i].finite) || names_one_side(items[i]));
}

// The items of a member's words at i: "one", "the other", "a second", "two". 0: there is none.
std::size_t member_at(const Lexicon& lexicon, std::span<const Item> items, std::size_t i) {
  std::size_t k = i;
  if (k < items.size() && says_nothing(items[k])) ++k;
  if (k >= items.size()) return 0;
  const bool counted = k == i && is_number_word(lexicon, items[k]);
  const bool ordinal = k > i && items[k].kind == ItemKind::ordinal;
  const bool word =
      is_cue(items[k], CueKind::one) || is_cue(items[k], CueKind::rest) || is_cue(items[k], CueKind::largest);
  return (counted || ordinal || word) && tells_where(items, k + 1) ? k + 1 - i : 0;
}

bool separates(const Item& item) {
  return item.kind == ItemKind::comma || item.kind == ItemKind::colon || item.kind == ItemKind::semicolon ||
         item.kind == ItemKind::open || is_cue(item, CueKind::and_) || is_cue(item, CueKind::with);
}

struct Member {
  std::size_t first = 0, words = 0;
};

// What is counted before the item at `end`: "two cysts". `end` if nothing is.
std::size_t counted_before(const Lexicon& lexicon, std::span<const Item> items, std::size_t end) {
  for (std::size_t k = end; k-- > 0;) {
    const Item& item = items[k];
    if (item.kind == ItemKind::semicolon || is_cue(item, CueKind::neg) || is_cue(item, CueKind::not_)) return end;
    if (item.kind != ItemKind::content || item.observation == nullptr) continue;
    bool several = false;
    for (std::size_t n = k; n-- > 0 && (items[n].only_modifier() || items[n].anatomy != nullptr ||
                                        is_cue(items[n], CueKind::filler) || items[n].adjective);)
      several |= is_number_word(lexicon, items[n]) && lexicon[items[n].modifier->concept_id].rank > 1;
    return several && item.plural && !lexicon[item.observation->concept_id].has(Concept::normal) ? k : end;
  }
  return end;
}

std::vector<Member> members_behind(const Lexicon& lexicon, std::span<const Item> items, std::size_t thing) {
  std::vector<Member> found;
  constexpr std::size_t kMost = 16;
  bool told = false;  // by more than "mainly in the left lobe"
  for (std::size_t i = thing + 1; i < items.size() && found.size() < kMost; ++i) {
    if (!separates(items[i - 1])) continue;
    const std::size_t words = member_at(lexicon, items, i);
    if (words == 0) continue;
    found.push_back({i, words});
    told |= !is_cue(items[i + words - 1], CueKind::largest);
    i += words - 1;
  }
  if (found.size() < 2 || !told) found.clear();
  return found;
}

// "Two stones in the right kidney, one in the upper pole and …": a bare piece is one of the place that was said of all.
void add_whole(const Lexicon& lexicon, std::vector<Item>& items, const Member& member, std::size_t end,
               std::span<const Item> whole) {
  constexpr std::size_t kFar = 12;
  bool piece = false;
  std::size_t behind = 0;
  end = std::min(end, member.first + member.words + kFar);
  for (std::size_t k = member.first + member.words; k < end; ++k) {
    if (items[k].anatomy == nullptr || items[k].observation != nullptr) continue;
    if (!lexicon[items[k].anatomy->concept_id].has(Concept::part)) return;
    piece = true;
    behind = k + 1;
  }
  if (piece) items.insert(items.begin() + static_cast<std::ptrdiff_t>(behind), whole.begin(), whole.end());
}

Item named_as(const Item& thing, const Item& word) {
  Item out = thing;
  out.begin = word.begin;
  out.end = word.end;
  out.first_token = word.first_token;
  out.tokens = word.tokens;
  out.plural = false;
  return out;
}

void name_member(const Lexicon& lexicon, std::vector<Item>& items, const Member& member, const Item& thing) {
  const std::size_t last = member.first + member.words - 1;
  if (is_number_word(lexicon, items[last])) {  // "two in the left lower lobe": two of them
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(last) + 1, named_as(thing, items[last]));
    return;
  }
  items[last] = named_as(thing, items[last]);
  for (std::size_t k = member.first; k < last; ++k) pass_over(items[k]);
}

constexpr std::size_t kLongestPlace = 8;

}  // namespace

bool begins_with_member(const Lexicon& lexicon, std::span<const Item> items) {
  return member_at(lexicon, items, 0) != 0;
}

void name_members(const Lexicon& lexicon, std::vector<Item>& items) {
  constexpr std::size_t kFewest = 6;  // "two cysts, one in the liver …"
  if (items.size() < kFewest) return;
  const auto first = std::find_if(items.begin() + 1, items.end(), [&](const Item& item) {
    const auto i = static_cast<std::size_t>(&item - items.data());
    return separates(items[i - 1]) && member_at(lexicon, items, i) != 0;
  });
  if (first == items.end()) return;
  const auto begin = static_cast<std::size_t>(first - items.begin());
  const std::size_t thing = counted_before(lexicon, items, begin);
  if (thing == begin) return;
  const std::vector<Member> members = members_behind(lexicon, items, thing);
  if (members.empty()) return;
  const Item named = items[thing];
  const std::span<const Item> between = std::span<const Item>(items).subspan(thing + 1, begin - thing - 1);
  const bool placed = between.size() <= kLongestPlace && std::any_of(between.begin(), between.end(), [](const Item& i) {
                        return i.anatomy != nullptr || names_one_side(i);
                      });
  const std::vector<Item> place =
      placed ? std::vector<Item>(between.begin(), between.end() - 1) : std::vector<Item>{};  // without the comma
  for (std::size_t k = members.size(); k-- > 0;) {
    const std::size_t end = k + 1 < members.size() ? members[k + 1].first : items.size();
    add_whole(lexicon, items, members[k], end, place);
    name_member(lexicon, items, members[k], named);
  }
  Item& before = items[begin - 1];  // so that the count is not taken for that of the first
  if (before.kind == ItemKind::comma || before.kind == ItemKind::colon) before = semicolon_at(before.begin);
}

}  // namespace fiducial::findings
