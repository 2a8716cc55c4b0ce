#include "grammar/insertions.h"

#include <algorithm>
#include <span>

namespace fiducial::findings {

using lexicon::CueKind;
using lexicon::Lexicon;

namespace {

// "The position of the tube is satisfactory": the tube is.
void position_of_device(const Lexicon& lexicon, std::vector<Item>& items) {
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    if (items[i].attribute == nullptr || items[i].observation != nullptr ||
        items[i].attribute->concept_id != lexicon.known().position || !is_cue(items[i + 1], CueKind::of))
      continue;
    std::size_t next = i + 2;
    while (next < items.size() && (is_cue(items[next], CueKind::the) || names_one_side(items[next]))) ++next;
    if (!(next < items.size() && is_device(lexicon, items[next]))) continue;
    pass_over(items[i]);
    pass_over(items[i + 1]);
  }
}

// "The right base has improved": what is wrong with it, and not how large it is.
void condition_of_place(const Lexicon& lexicon, std::vector<Item>& items) {
  const auto condition = [&](const Item& item) {
    return item.cue_concept != lexicon::kNone && item.modifier != nullptr &&
           lexicon[item.modifier->concept_id].is(lexicon::ModifierKind::change) &&
           lexicon[item.cue_concept].cue() == CueKind::filler;
  };
  std::size_t place = 0;
  while (place < items.size() && (says_nothing(items[place]) || names_side(items[place]))) ++place;
  if (place + 1 >= items.size() || !names_place(items[place]) || items[place].adjective) return;
  std::size_t change = place + 1;
  while (change + 1 < items.size() && says_nothing(items[change])) ++change;
  const bool ends = change + 1 >= items.size() || !names_place(items[change + 1]);
  Item ill = items[place];
  if (!condition(items[change]) || !ends ||
      !say(lexicon, ill, lexicon.known().abnormality, lexicon::Section::observation))
    return;
  ill.begin = ill.end = items[change].begin;
  items.insert(items.begin() + static_cast<std::ptrdiff_t>(change), ill);
}

// "The vascularity of the left testis", "vascularity within the bowel wall": the flow in it; of the lungs it is their
// markings.
void flow_of_organ(const Lexicon& lexicon, std::vector<Item>& items) {
  constexpr std::size_t kWordsBetween = 4;
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    Item& flow = items[i];
    if (flow.anatomy == nullptr || flow.attribute == nullptr || flow.tokens != 1 ||
        lexicon[flow.anatomy->concept_id].opposite == lexicon::kNone ||
        !(is_cue(items[i + 1], CueKind::of) || is_cue(items[i + 1], CueKind::in)))
      continue;
    std::size_t next = i + 2;
    while (next + 1 < items.size() && next < i + kWordsBetween &&
           (says_nothing(items[next]) || names_side(items[next])))
      ++next;
    const Item& organ = items[next];
    const lexicon::ConceptId lung = lexicon.known().lung;
    const bool elsewhere =
        names_place(organ) && organ.anatomy->concept_id != lung && !lexicon.contains(lung, organ.anatomy->concept_id);
    if (elsewhere || (organ.kind == ItemKind::content && organ.observation != nullptr)) flow.anatomy = nullptr;
  }
}

// "The femoral and popliteal veins compress": they do so when pressed upon, and are not compressed.
void veins_that_compress(const Lexicon& lexicon, std::vector<Item>& items) {
  constexpr std::uint32_t kCompress = 8;
  for (std::size_t i = 1; i < items.size(); ++i) {
    Item& verb = items[i];
    if (verb.observation == nullptr || verb.observation->concept_id != lexicon.known().compression ||
        verb.anatomy != nullptr || verb.tokens != 1 || verb.participle ||
        !(verb.plural || verb.end - verb.begin == kCompress))
      continue;
    std::size_t before = i - 1;
    bool hardly = false;  // "partially", "barely"
    for (; before > 0 && (says_nothing(items[before]) || items[before].only_modifier()); --before)
      hardly |= items[before].only_modifier();
    const bool vein =
        names_place(items[before]) && (items[before].anatomy->concept_id == lexicon.known().vein ||
                                       lexicon.contains(lexicon.known().vein, items[before].anatomy->concept_id));
    const bool object = i + 1 < items.size() && (is_cue(items[i + 1], CueKind::the) || names_place(items[i + 1]) ||
                                                 names_side(items[i + 1]) || is_cue(items[i + 1], CueKind::of));
    if (vein && !object && !hardly) say(lexicon, verb, lexicon.known().compressible, lexicon::Section::observation);
  }
}

// "Reversed (hepatofugal) flow", "annular (apple core) narrowing": one more word for what comes next.
void words_in_brackets(std::vector<Item>& items) {
  for (std::size_t i = 1; i + 3 < items.size(); ++i) {
    if (items[i].kind != ItemKind::open || items[i + 2].kind != ItemKind::close) continue;
    const Item& inside = items[i + 1];
    const Item& before = items[i - 1];
    const Item& behind = items[i + 3];
    const bool adjective =
        before.kind == ItemKind::content && before.anatomy == nullptr && (before.only_modifier() || before.adjective);
    const bool thing = behind.kind == ItemKind::content && behind.observation != nullptr && !behind.adjective;
    if (!adjective || !thing || inside.kind != ItemKind::content || inside.observation == nullptr) continue;
    pass_over(items[i]);
    pass_over(items[i + 2]);
  }
}

// Behind "in" or a side: the places up to what is not one of them.
std::size_t behind_places(std::span<const Item> items, std::size_t from) {
  constexpr std::size_t kMostWords = 12;
  std::size_t i = from;
  while (i < std::min(items.size(), from + kMostWords) &&
         (is_cue(items[i], CueKind::the) || is_cue(items[i], CueKind::of) || is_cue(items[i], CueKind::in) ||
          names_side(items[i]) || names_place(items[i]) || items[i].kind == ItemKind::level))
    ++i;
  return i;
}

// "A mass in the kidney, in the vein | and in the cava": the last of several places, each with its word.
bool lists_places(std::span<const Item> items, std::size_t and_) {
  constexpr std::size_t kFew = 6;
  for (std::size_t k = and_; k-- > 0 && and_ - k <= kFew;) {
    if (items[k].kind == ItemKind::comma) return is_cue(items[k + 1], CueKind::in);
  }
  return false;
}

// "A cyst in the liver and, in the spleen, a hemangioma", "a cyst, and in the spleen a hemangioma": the second is told
// anew.
void place_told_first(std::vector<Item>& items) {
  constexpr std::size_t kMostBehind = 40;  // words of one statement
  bool thing = false;
  for (std::size_t i = 0; i + 3 < items.size(); ++i) {
    thing |= items[i].kind == ItemKind::content && items[i].observation != nullptr;
    if (!thing || !is_cue(items[i], CueKind::and_)) continue;
    if (lists_places(items, i)) continue;
    const bool aside = items[i + 1].kind == ItemKind::comma;
    const std::size_t first = aside ? i + 2 : i + 1;
    if (!is_cue(items[first], CueKind::in) && !(names_one_side(items[first]) && items[first].tokens > 1)) continue;
    const std::size_t last = behind_places(items, first);
    if (last == first || last + 1 >= items.size() || (aside && items[last].kind != ItemKind::comma)) continue;
    if (!aside && !is_indefinite_article(items[last])) continue;
    bool another = false;
    std::size_t end = last + (aside ? 1 : 0);
    const std::size_t far = std::min(items.size(), end + kMostBehind);
    for (; end < far && items[end].kind != ItemKind::semicolon && !is_clause_verb(items[end]); ++end)
      another |= items[end].kind == ItemKind::content && items[end].observation != nullptr;
    if (!another || (end < items.size() && is_clause_verb(items[end]))) continue;
    pass_over(items[i]);
    items[i].kind = ItemKind::semicolon;
    if (aside) pass_over(items[i + 1]);
    i = last;
  }
}

// "In the ureter and not in the kidney": as "in the ureter, not in the kidney".
void and_not_there(const Lexicon& lexicon, std::vector<Item>& items) {
  for (std::size_t i = 1; i + 2 < items.size(); ++i) {
    if (!is_row(items[i], lexicon.known().no) || items[i].tokens != 2 || !is_cue(items[i + 1], CueKind::in) ||
        !names_place(items[i - 1]))
      continue;
    say_cue(lexicon, items[i], lexicon.known().not_);
    Item comma = semicolon_at(items[i].begin);
    comma.kind = ItemKind::comma;
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(i), comma);
    return;
  }
}

}  // namespace

void tell_insertions(const Lexicon& lexicon, const ItemKinds& said, std::vector<Item>& items) {
  if (said.has(ItemKind::open) && said.thing()) words_in_brackets(items);
  if (said.has(CueKind::and_) && said.thing() && (said.has(CueKind::in) || said.side())) place_told_first(items);
  if (said.has(CueKind::neg) && said.has(CueKind::in) && said.place()) and_not_there(lexicon, items);
  if (said.device() && said.attribute()) position_of_device(lexicon, items);
  if (said.clinical_cue() && said.place() && said.detail()) condition_of_place(lexicon, items);
  if (said.attribute() && said.place() && (said.has(CueKind::of) || said.has(CueKind::in)))
    flow_of_organ(lexicon, items);
  if (said.thing() && said.place()) veins_that_compress(lexicon, items);
  if (!said.device() || !said.clinical_cue()) return;
  // "Insertion of a chest tube", "chest tube insertion": that it is there; of a tendon it is a place.
  for (std::size_t i = 0; i < items.size(); ++i) {
    const lexicon::ConceptId cue = items[i].cue_concept;
    if (items[i].anatomy == nullptr || cue == lexicon::kNone || lexicon[cue].cue() != CueKind::seen) continue;
    std::size_t next = i + 1;
    while (next < items.size() && (is_cue(items[next], CueKind::of) || is_cue(items[next], CueKind::the) ||
                                   is_cue(items[next], CueKind::filler) || names_one_side(items[next])))
      ++next;
    if (!(next < items.size() && is_device(lexicon, items[next])) &&
        !(i > 0 && (i - 1 < items.size() && is_device(lexicon, items[i - 1]))))
      continue;
    items[i].anatomy = nullptr;
    items[i].kind = ItemKind::cue;
    items[i].cue = CueKind::seen;
    if (i + 1 < items.size() && is_cue(items[i + 1], CueKind::of)) pass_over(items[i + 1]);
  }
}

}  // namespace fiducial::findings
