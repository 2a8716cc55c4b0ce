#include "grammar/exceptions.h"

#include <algorithm>

#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::ConceptId;
using lexicon::CueKind;
using lexicon::Lexicon;

namespace {

// "Apart from a cyst, the liver is normal": the liver is normal apart from a cyst.
void exceptions_behind(std::vector<Item>& items) {
  if (items.empty() || !is_cue(items.front(), CueKind::negend)) return;
  const auto comma = std::find_if(items.begin(), items.end(), [](const Item& i) { return i.kind == ItemKind::comma; });
  if (comma == items.end()) return;
  const auto thing = [](const Item& i) { return i.kind == ItemKind::content && i.observation != nullptr; };
  const auto place = [](const Item& i) { return i.kind == ItemKind::content && i.anatomy != nullptr; };
  const auto verb = std::find_if(comma, items.end(), [](const Item& i) { return is_cue(i, CueKind::be); });
  const auto ends = [](const Item& i) {
    return i.kind == ItemKind::comma || i.kind == ItemKind::semicolon || is_cue(i, CueKind::and_);
  };
  if (std::none_of(items.begin(), comma, thing) || std::any_of(items.begin(), comma, place) || verb == items.end() ||
      std::none_of(comma, verb, place) || std::any_of(verb, items.end(), ends))
    return;
  std::rotate(items.begin(), comma + 1, items.end());
  items.pop_back();
}

// "Apart from a small hernia, the study is normal": the hernia is there, and nothing more is said.
void exception_of_all(const Lexicon& lexicon, std::vector<Item>& items) {
  if (items.empty() || !is_cue(items.front(), CueKind::negend) || lexicon[items.front().cue_concept].direction >= 0)
    return;
  const auto last = std::find_if(items.rbegin(), items.rend(), [](const Item& i) { return i.kind == ItemKind::comma; });
  if (last == items.rend()) return;
  const auto comma = last.base() - 1;
  const auto normal = [&](const Item& i) {
    return i.observation != nullptr && i.anatomy == nullptr &&
           lexicon[i.observation->concept_id].has(lexicon::Concept::normal);
  };
  const bool study = std::any_of(comma, items.end(), [](const Item& i) { return is_cue(i, CueKind::technique); }) &&
                     std::all_of(comma + 1, items.end(), [&](const Item& i) {
                       return says_nothing(i) || is_cue(i, CueKind::technique) || is_cue(i, CueKind::be) || normal(i);
                     });
  if (!study) return;
  items.erase(comma, items.end());
  items.erase(items.begin());
}

// "A cyst in an otherwise normal left kidney": in the left kidney; the left kidney is normal.
void otherwise_normal(const Lexicon& lexicon, std::vector<Item>& items) {
  for (std::size_t i = 1; i + 2 < items.size(); ++i) {
    const Item normal = items[i + 1];
    if (!is_cue(items[i], CueKind::contrast) || normal.kind != ItemKind::content || normal.observation == nullptr ||
        !lexicon[normal.observation->concept_id].has(lexicon::Concept::normal))
      continue;
    std::size_t in = i - 1;
    while (in > 0 && says_nothing(items[in])) --in;
    std::size_t end = i + 2;
    while (end < items.size() && (names_one_side(items[end]) || names_place(items[end]))) ++end;
    if (!is_cue(items[in], CueKind::in) || end == i + 2) continue;
    std::vector<Item> told{semicolon_at(items[end - 1].end)};
    told.insert(told.end(), items.begin() + static_cast<std::ptrdiff_t>(i) + 2,
                items.begin() + static_cast<std::ptrdiff_t>(end));
    told.push_back(normal);
    items.insert(items.end(), told.begin(), told.end());
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(i), items.begin() + static_cast<std::ptrdiff_t>(i) + 2);
    return;
  }
}

bool ends_here(std::span<const Item> items, std::size_t i) {
  return i >= items.size() || items[i].kind == ItemKind::semicolon;
}

// "The liver has a cyst in segment 4, otherwise normal": the liver, and not the segment. "Wedging of T8, otherwise
// normal": all else.
void normal_but_for_that(const Lexicon& lexicon, std::vector<Item>& items) {
  std::size_t first = 0;  // of the clause
  for (std::size_t i = 1; i + 2 < items.size(); ++i) {
    if (items[i].kind == ItemKind::semicolon) first = i + 1;
    const Item& normal = items[i + 2];
    if (!joins(items[i]) || !is_cue(items[i + 1], CueKind::contrast) || normal.kind != ItemKind::content ||
        normal.observation == nullptr || normal.anatomy != nullptr ||
        !lexicon[normal.observation->concept_id].has(lexicon::Concept::normal) || !ends_here(items, i + 3))
      continue;
    // "lungs are hyperinflated, otherwise clear": one form
    if (items[first].finite && items[first].observation != nullptr) return;
    std::size_t verb = first;
    bool place = false;
    for (; verb < i && (names_side(items[verb]) || names_place(items[verb]) || says_nothing(items[verb])); ++verb)
      place |= names_place(items[verb]);
    items[i] = semicolon_at(items[i].begin);
    if (!place || !(is_cue(items[verb], CueKind::show) || is_cue(items[verb], CueKind::be))) return;
    const std::vector<Item> subject(items.begin() + static_cast<std::ptrdiff_t>(first),
                                    items.begin() + static_cast<std::ptrdiff_t>(verb));
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(i) + 1, subject.begin(), subject.end());
    return;
  }
}

// "Other than minor atelectasis, no focal abnormality": none elsewhere, as "no other".
void none_but_that(const Lexicon& lexicon, std::vector<Item>& items) {
  if (items.size() < 4 || !is_cue(items.front(), CueKind::negend) || lexicon[items.front().cue_concept].direction >= 0)
    return;
  const auto comma = std::find_if(items.begin(), items.end(), [](const Item& i) { return i.kind == ItemKind::comma; });
  const auto thing = [](const Item& i) { return i.kind == ItemKind::content && i.observation != nullptr; };
  if (comma == items.end() || std::none_of(items.begin(), comma, thing)) return;
  auto no = comma + 1;
  while (no != items.end() && (says_nothing(*no) || is_cue(*no, CueKind::seen))) ++no;  // "there is no"
  if (no == items.end() || !is_cue(*no, CueKind::neg) || lexicon[no->cue_concept].direction != 0) return;
  const ConceptId other = lexicon.known().no_other;
  const bool placed = std::any_of(no, items.end(), [](const Item& i) { return names_place(i) || names_one_side(i); });
  if (other == lexicon::kNone || placed) return;
  say_cue(lexicon, *no, other);
  *comma = semicolon_at(comma->begin);
  for (auto between = comma + 1; between != no; ++between) pass_over(*between);
}

// "A density in the left mid zone, not seen on the lateral view": it was on the other.
void not_on_one_view(const Lexicon& lexicon, std::vector<Item>& items) {
  constexpr std::int8_t kOneView = 2;
  bool thing = false;
  for (std::size_t i = 1; i + 2 < items.size(); ++i) {
    thing |= items[i - 1].kind == ItemKind::content && items[i - 1].observation != nullptr;
    if (!is_cue(items[i], CueKind::negpost) || !is_cue(items[i + 1], CueKind::in)) continue;
    std::size_t view = i + 2;
    while (view + 1 < items.size() && says_nothing(items[view])) ++view;
    const bool one = is_cue(items[view], CueKind::technique) && lexicon[items[view].cue_concept].rank == kOneView;
    std::size_t first = i;
    while (first > 0 && (says_nothing(items[first - 1]) || is_cue(items[first - 1], CueKind::be) ||
                         is_cue(items[first - 1], CueKind::which)))
      --first;
    const bool aside =
        first > 0 && (items[first - 1].kind == ItemKind::comma || is_cue(items[first - 1], CueKind::negend) ||
                      is_cue(items[first - 1], CueKind::contrast) || is_cue(items[first - 1], CueKind::and_));
    if (!one || !aside || !thing) continue;
    for (std::size_t k = first - 1; k <= view; ++k) pass_over(items[k]);
  }
}

// "A stable nodule in the lower lobe without new or enlarging nodules": of the same kind, and so others.
bool denies_new_ones(const Lexicon& lexicon, std::span<const Item> items, std::size_t no, lexicon::ConceptId thing) {
  constexpr std::size_t kFew = 6;
  bool changed = false;
  for (std::size_t i = no + 1; i < items.size() && i < no + kFew; ++i) {
    const Item& item = items[i];
    const bool change =
        item.modifier != nullptr && lexicon[item.modifier->concept_id].is(lexicon::ModifierKind::change);
    if (changed && item.observation != nullptr && item.observation->concept_id == thing) return true;
    changed |= change;
    if (!change && !item.only_modifier() && !is_cue(item, CueKind::or_) && !says_nothing(item)) return false;
  }
  return false;
}

// "A nodule in the right upper lobe, no other nodules": none elsewhere, and not none there.
void no_others(const Lexicon& lexicon, std::vector<Item>& items) {
  constexpr int kMost = 8;
  int found = 0;
  bool thing = false;
  ConceptId last = lexicon::kNone;
  for (std::size_t i = 0; i + 1 < items.size() && found < kMost; ++i) {
    if (items[i].kind == ItemKind::semicolon) thing = false;
    const bool named = items[i].kind == ItemKind::content && items[i].observation != nullptr;
    if (thing && is_cue(items[i], CueKind::neg) && denies_new_ones(lexicon, items, i, last)) {
      const ConceptId others = lexicon.known().no_other;
      if (others != lexicon::kNone) say_cue(lexicon, items[i], others);
    }
    const bool other = is_cue(items[i], CueKind::neg) && lexicon[items[i].cue_concept].direction > 0;
    if (named) last = items[i].observation->concept_id;
    thing |= named;
    if (!other || !thing) continue;
    ++found;
    if (joins(items[i - 1])) {
      items[i - 1] = semicolon_at(items[i - 1].begin);
    } else {
      items.insert(items.begin() + static_cast<std::ptrdiff_t>(i), semicolon_at(items[i].begin));
      ++i;
    }
    thing = false;
  }
}

// "The normal gastric folds are lost": so they are not normal.
void lost_norm(const Lexicon& lexicon, std::vector<Item>& items) {
  const auto normal = [&](const Item& i) {
    return i.kind == ItemKind::content && i.observation != nullptr && i.anatomy == nullptr &&
           lexicon[i.observation->concept_id].has(lexicon::Concept::normal);
  };
  for (std::size_t i = 1; i + 3 < items.size(); ++i) {
    if (!normal(items[i]) || !is_cue(items[i - 1], CueKind::the)) continue;
    std::size_t verb = i + 1;
    while (verb < items.size() && (names_one_side(items[verb]) || names_place(items[verb]))) ++verb;
    if (verb == i + 1 || verb + 1 >= items.size() || !is_cue(items[verb], CueKind::be)) continue;
    const Item& judged = items[verb + 1];
    if (judged.observation == nullptr || judged.negated_prefix || normal(judged)) continue;
    pass_over(items[i]);
  }
}

bool says_where(const Item& item) {
  return names_side(item) || names_place(item) || item.kind == ItemKind::level || item.kind == ItemKind::ordinal ||
         is_cue(item, CueKind::in) || is_cue(item, CueKind::of) || says_nothing(item);
}

// "No fluid apart from | a trace | in the pelvis", "no stones apart from | a 3 mm one | in the kidney": how much or how
// large, of what was denied. `i` if nothing is said of that.
std::size_t behind_amount(const Lexicon& lexicon, std::vector<Item>& items, std::size_t i) {
  std::size_t k = i;
  bool amount = false;
  for (; k < items.size(); ++k) {
    const Item& item = items[k];
    const bool one = is_cue(item, CueKind::one);
    if (!item.only_modifier() && !is_size(item) && !one && !says_nothing(item)) break;
    amount |= one || is_size(item) || is_number_word(lexicon, item) ||
              (item.only_modifier() && lexicon[item.modifier->concept_id].is(lexicon::ModifierKind::severity));
  }
  if (!amount || k >= items.size() || (!is_cue(items[k], CueKind::in) && !names_side(items[k]))) return i;
  for (std::size_t n = i; n < k; ++n) {
    if (is_cue(items[n], CueKind::one) ||
        (is_number_word(lexicon, items[n]) && lexicon[items[n].modifier->concept_id].rank == 1))
      pass_over(items[n]);
  }
  return k;
}

// "Clear except at the left base, where there is atelectasis": the left base is not said to be clear. "No fracture
// except of the left fibula": that is broken.
void except_at(const Lexicon& lexicon, std::vector<Item>& items) {
  constexpr int kMost = 8;       // more exceptions nobody writes
  const Item* denied = nullptr;  // what the words so far deny
  bool denies = false;
  int found = 0;
  for (std::size_t i = 0; i + 1 < items.size() && found < kMost; ++i) {
    denies |= is_cue(items[i], CueKind::neg);
    if (items[i].kind == ItemKind::content && items[i].observation != nullptr) denied = &items[i];
    if (i == 0 || !is_cue(items[i], CueKind::negend)) continue;
    const bool except = lexicon[items[i].cue_concept].direction < 0;
    const bool in = is_cue(items[i + 1], CueKind::in);
    // "it still extends into the sinus": an adverb
    const bool verb = in && (items[i + 1].finite || lexicon[items[i + 1].cue_concept].direction > 0);
    if (!except && verb) pass_over(items[i]);
    if (!except && (!in || verb)) continue;
    ++found;
    const std::size_t amount = except && denies && denied != nullptr ? behind_amount(lexicon, items, i + 1) : i + 1;
    std::size_t end = amount;
    while (end < items.size() && says_where(items[end])) ++end;
    if (end == i + 1) continue;
    const bool which =
        end + 1 < items.size() && items[end].kind == ItemKind::comma && is_cue(items[end + 1], CueKind::which);
    const bool ends =
        end == items.size() || items[end].kind == ItemKind::semicolon || (items[end].kind == ItemKind::comma && !which);
    if (except && ends && denies && denied != nullptr) {
      const Item thing = *denied;
      items[i] = semicolon_at(items[i].begin);
      if (end < items.size()) items[end] = semicolon_at(items[end].begin);
      items.insert(items.begin() + static_cast<std::ptrdiff_t>(amount > i + 1 ? amount : end), thing);
      denied = nullptr;  // the items have moved
    } else if (amount > i + 1) {
      continue;
    } else if (end == items.size() || items[end].kind == ItemKind::semicolon) {
      for (std::size_t k = i; k < end; ++k) pass_over(items[k]);
    } else if (which || is_cue(items[end], CueKind::which)) {
      items[i] = semicolon_at(items[i].begin);
      pass_over(items[end]);
      if (which) pass_over(items[end + 1]);
    }
  }
}

constexpr std::size_t kWordsExcepted = 8;
constexpr std::size_t kWordsBefore = 40;

bool is_exception(const Lexicon& lexicon, const Item& item) {
  return is_cue(item, CueKind::negend) && lexicon[item.cue_concept].direction < 0;
}

// "Apart from the treated lesion in T8 the skeleton is clear", "…, there is no metastasis": the lesion is there, and
// what is said behind it is not said of its place.
void exception_in_place(const Lexicon& lexicon, std::vector<Item>& items) {
  if (items.empty() || !is_exception(lexicon, items.front())) return;
  bool thing = false, place = false;
  for (std::size_t i = 1; i + 2 < items.size() && i < kWordsBefore; ++i) {
    const Item& item = items[i];
    const bool comma = item.kind == ItemKind::comma;
    if (thing && place && (comma || is_cue(item, CueKind::the))) {
      std::size_t next = i + 1;
      while (next < items.size() && (says_nothing(items[next]) || is_cue(items[next], CueKind::seen))) ++next;
      const bool denies = next < items.size() && is_cue(items[next], CueKind::neg);
      std::size_t verb = i + 1;
      while (verb < items.size() && (names_place(items[verb]) || names_side(items[verb]))) ++verb;
      const bool judges = !comma && verb > i + 1 && verb < items.size() && is_cue(items[verb], CueKind::be);
      if (comma && !denies) return;
      if (!denies && !judges) continue;
      if (comma)
        items[i] = semicolon_at(item.begin);
      else
        items.insert(items.begin() + static_cast<std::ptrdiff_t>(i), semicolon_at(item.begin));
      return pass_over(items.front());
    }
    if (comma || item.kind == ItemKind::semicolon || is_clause_verb(item)) return;
    place |= thing && (names_place(item) || item.kind == ItemKind::level);
    thing |= item.kind == ItemKind::content && item.observation != nullptr;
  }
}

// Behind the exception: up to the preposition before its place; `except` if it has none.
std::size_t excepted_in(const Lexicon& lexicon, std::span<const Item> items, std::size_t except, bool& named) {
  named = false;
  for (std::size_t i = except + 1; i < items.size() && i < except + kWordsExcepted; ++i) {
    const Item& item = items[i];
    if (is_cue(item, CueKind::in) || (names_one_side(item) && item.tokens > 1)) return i > except + 1 ? i : except;
    named |= item.kind == ItemKind::content && item.observation != nullptr;
    named |= is_cue(item, CueKind::it) && item.stands_for != lexicon::kNone;
    if (names_place(item) && is_node(lexicon, item.anatomy->concept_id)) {
      named = true;
      continue;
    }
    const bool word = item.kind == ItemKind::content || item.kind == ItemKind::unknown || says_nothing(item) ||
                      item.kind == ItemKind::measure || is_cue(item, CueKind::one) || is_cue(item, CueKind::it) ||
                      is_cue(item, CueKind::largest);
    if (!word || names_place(item)) return except;
  }
  return except;
}

// "Metastases have resolved apart from a 9 mm remnant in segment VII": a metastasis there, which has not. "No fracture
// except for an old one in the ankle".
void still_there(const Lexicon& lexicon, std::vector<Item>& items) {
  for (std::size_t i = 2; i + 2 < items.size(); ++i) {
    if (!is_exception(lexicon, items[i])) continue;
    bool named = false;
    const std::size_t in = excepted_in(lexicon, items, i, named);
    if (in == i) continue;
    const auto first = items.begin() + static_cast<std::ptrdiff_t>(i > kWordsBefore ? i - kWordsBefore : 0);
    const auto here = items.begin() + static_cast<std::ptrdiff_t>(i);
    const auto gone = [&](const Item& item) {
      return is_cue(item, CueKind::neg) || (item.only_modifier() && item.modifier->concept_id != lexicon::kNone &&
                                            lexicon[item.modifier->concept_id].is(lexicon::ModifierKind::change));
    };
    const auto thing = [&](const Item& item) {
      return item.kind == ItemKind::content && item.observation != nullptr && item.anatomy == nullptr &&
             !lexicon[item.observation->concept_id].has(lexicon::Concept::normal);
    };
    const auto node = [&](const Item& item) { return names_place(item) && is_node(lexicon, item.anatomy->concept_id); };
    auto what = std::find_if(first, here, thing);
    if (what == here) what = std::find_if(first, here, node);
    // "no free air or fluid apart from a trace in the pelvis": of the last
    const bool stands = std::any_of(here, items.begin() + static_cast<std::ptrdiff_t>(in), [](const Item& item) {
      return is_cue(item, CueKind::one) || is_cue(item, CueKind::largest);
    });
    for (auto next = what; next != here && !stands; ++next) {
      if (thing(*next)) what = next;
    }
    if (what == here || std::none_of(first, here, gone)) continue;
    if (!named) {
      Item again = *what;
      again.begin = again.end = items[in].begin;
      for (std::size_t k = i + 1; k < in; ++k) {
        const bool stands_for = is_cue(items[k], CueKind::one) || is_cue(items[k], CueKind::largest);
        if (!stands_for && items[k].kind != ItemKind::unknown) continue;
        again.begin = items[k].begin;
        again.end = items[k].end;
        pass_over(items[k]);
      }
      items.insert(items.begin() + static_cast<std::ptrdiff_t>(in), again);
    }
    for (std::size_t k = i + 1; k < in; ++k) {  // "the known lesion"
      if (is_cue(items[k], CueKind::the)) pass_over(items[k]);
      if (is_cue(items[k], CueKind::it) && items[k].stands_for == lexicon.known().lesion)
        say(lexicon, items[k], lexicon.known().lesion, lexicon::Section::observation);
    }
    items[i] = semicolon_at(items[i].begin);
    return;
  }
}

}  // namespace

void tell_exceptions(const Lexicon& lexicon, const ItemKinds& said, std::vector<Item>& items) {
  if (said.has(CueKind::negend)) exception_in_place(lexicon, items);
  if (said.has(CueKind::negend) && said.any(CueKind::in, CueKind::left, CueKind::right)) still_there(lexicon, items);
  if (said.has(CueKind::negend)) exceptions_behind(items);
  if (said.has(CueKind::negend)) exception_of_all(lexicon, items);
  if (said.has(CueKind::negend) && said.has(CueKind::neg)) none_but_that(lexicon, items);
  if (said.has(CueKind::contrast)) otherwise_normal(lexicon, items);
  if (said.has(CueKind::contrast)) normal_but_for_that(lexicon, items);
  if (said.has(CueKind::neg)) no_others(lexicon, items);
  if (said.has(CueKind::negpost) && said.has(CueKind::technique)) not_on_one_view(lexicon, items);
  if (said.has(CueKind::the) && said.has(CueKind::be)) lost_norm(lexicon, items);
  if (said.has(CueKind::negend)) except_at(lexicon, items);
}

}  // namespace fiducial::findings
