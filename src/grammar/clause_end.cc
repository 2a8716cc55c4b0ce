#include "grammar/clause_end.h"

#include <algorithm>

#include "grammar/limits.h"
#include "grammar/other_organ.h"
#include "grammar/spared_places.h"
#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;

namespace {

bool may_cut(std::span<const Item> items, std::size_t i) {
  const Item& item = items[i];
  return item.kind == ItemKind::comma || item.kind == ItemKind::dash ||
         (item.kind == ItemKind::cue &&
          (item.cue == CueKind::and_ || item.cue == CueKind::contrast || item.cue == CueKind::negend));
}

// No clause that a person writes is longer; text without end is cut, so that reading stays linear.
constexpr std::size_t kLongestClause = 200;
constexpr std::size_t kLookAhead = 60;

// "the midline shifts", "the septum bulges": what is seen, said as a verb of a place.
bool is_verb_of_place(const Item& before, const Item& item) {
  if (item.kind != ItemKind::content || item.observation == nullptr || item.anatomy != nullptr || !item.plural)
    return false;
  if (is_cue(before, CueKind::the)) return item.tokens > 1;  // a form that names the place too
  return before.kind == ItemKind::content && before.anatomy != nullptr && before.observation == nullptr &&
         !before.plural && !before.adjective;
}

// Does the stretch behind the comma or "and" at i have a subject and a verb of its own, or begin with a denial? In a
// list of denied things ("no mass, stones, or …, and no dilatation is seen") only the stretch up to the next mark
// counts.
bool begins_clause(const Setting& setting, std::span<const Item> items, std::size_t i, bool denying) {
  bool subject = false;
  int brackets = 0;
  const std::size_t end = std::min(items.size(), i + kLookAhead);
  for (std::size_t k = i + 1; k < end; ++k) {
    const Item& next = items[k];
    if (next.kind == ItemKind::semicolon) return false;
    brackets += next.kind == ItemKind::open ? 1 : next.kind == ItemKind::close && brackets > 0 ? -1 : 0;
    if (brackets > 0) continue;
    // "… 4.8 cm (right) and 4.5 cm (left), and the isthmus is 3 mm thick": it begins at the next one
    if (!subject && k > i + 1 && next.kind == ItemKind::comma && k + 1 < end && is_cue(items[k + 1], CueKind::and_))
      return false;
    // A denial starts a clause of its own: "…, no effusion".
    if (is_cue(next, CueKind::neg) && setting.on(Rule::cut_denial) &&
        ((k == i + 1 && items[i].kind == ItemKind::comma) || (k == i + 2 && is_cue(items[i + 1], CueKind::and_)))) {
      return true;
    }
    // "…, while the left arteries are free of thrombus"
    if (subject && is_cue(next, CueKind::neg) && next.finite && setting.on(Rule::cut_subject_and_verb)) return true;
    // "… at the arch, orbital wall, and sinus, but no displacement is noted": that verb is not ours.
    if (subject && (is_cue(next, CueKind::neg) || is_cue(next, CueKind::contrast) || is_cue(next, CueKind::negend)))
      return false;
    if (subject && is_with(next) && items[k - 1].kind == ItemKind::comma) return false;
    if (denying && is_cue(next, CueKind::or_)) return false;  // "no effusion, or pneumothorax seen"
    if (denying && subject &&
        (next.kind == ItemKind::comma || is_cue(next, CueKind::or_) || is_cue(next, CueKind::and_)))
      return false;
    // "… in the liver and spleen, some of which are calcified": the "and" ended a list.
    const bool listed = is_cue(items[i], CueKind::and_) && !is_cue(items[i + 1], CueKind::the);
    if (subject && (is_cue(next, CueKind::which) || (listed && next.kind == ItemKind::comma))) return false;
    const bool subject_before = subject;
    // "which is lobulated and calcified and measures 12 mm": how it is, and no subject
    const bool looks = next.adjective && tells_looks(setting.lexicon, next);
    // "…, whereas the left is small"
    const bool side = names_one_side(next) && k + 1 < end && is_cue(items[k + 1], CueKind::be) && k > i + 1 &&
                      (is_cue(items[i], CueKind::negend) || is_cue(items[i + 1], CueKind::negend));
    if ((next.kind == ItemKind::content && !looks) || next.kind == ItemKind::unknown || is_cue(next, CueKind::it) ||
        side)
      subject = true;
    if (!subject && (is_with(next) || is_cue(next, CueKind::which) || is_cue(next, CueKind::infer))) return false;
    // "…, lies in the upper lobe, does not compress": a verb without a subject
    if (k == i + 1 && next.finite && (is_cue(next, CueKind::in) || next.begins_with_does)) return false;
    if (!setting.on(Rule::cut_subject_and_verb)) continue;
    // "… and the midline is central", one form; but "… and does not enhance" has no subject
    if (next.kind == ItemKind::content && next.finite && (subject_before || !next.only_modifier())) return true;
    // "… and the duct measures 9 mm", "…, whereas the lesion in segment 7 has grown"
    if (subject_before && ((next.kind == ItemKind::cue && next.finite) || next.begins_with_verb)) return true;
    if (k > i + 1 && is_verb_of_place(items[k - 1], next)) return true;
    // "… and the periosteum does not react": a verb that the lexicon may not know
    if (subject_before && is_cue(items[i + 1], CueKind::the) && is_cue(next, CueKind::not_) &&
        is_row(items[k - 1], setting.lexicon.known().does))
      return true;
    // "… swelling, and an injury is possible"
    if (is_cue(next, CueKind::hedge) && subject && !denying && setting.lexicon[next.cue_concept].direction < 0)
      return true;
    if (is_clause_verb(next)) {
      // "… and there is a nodule", but "nodules are seen in the left lobe and are present in the right"
      const bool placed = k + 1 < end && (is_cue(items[k + 1], CueKind::in) || is_cue(items[k + 1], CueKind::near) ||
                                          is_cue(items[k + 1], CueKind::under));
      if (is_cue(items[k - 1], CueKind::and_)) subject = false;  // "…, spleen, and are seen in the kidney"
      return subject || (next.cue == CueKind::seen && !placed);
    }
  }
  return false;
}

// "no abnormality of the spleen, and mild calcification is noted": how much there is of it is not denied.
bool asserts_amount(const Setting& setting, std::span<const Item> items, std::size_t i) {
  const Lexicon& lexicon = setting.lexicon;
  if (!setting.on(Rule::cut_amount)) return false;
  if (items[i].kind != ItemKind::comma || i + 2 >= items.size() || !is_cue(items[i + 1], CueKind::and_)) return false;
  std::size_t k = i + 2;
  while (k < items.size() && is_cue(items[k], CueKind::filler)) ++k;
  if (k >= items.size() || !items[k].only_modifier()) return false;
  const lexicon::ModifierKind kind = lexicon[items[k].modifier->concept_id].modifier();
  return (kind == lexicon::ModifierKind::severity || kind == lexicon::ModifierKind::number ||
          kind == lexicon::ModifierKind::size) &&
         begins_clause(setting, items, i, false);
}

// "no mass or cyst of the ovary, and the uterus is normal": the next verb says how something is, not that it is seen.
bool judges_next(std::span<const Item> items, std::size_t i) {
  const auto behind = items.subspan(i, std::min(items.size() - i, 2 * kLongestClause));
  const auto verb = std::find_if(behind.begin(), behind.end(), is_clause_verb);
  return verb != behind.end() && is_cue(*verb, CueKind::be);
}

// "4 o'clock: a cyst", "left breast, 4 o'clock, 3 cm from the nipple: a cyst": where in the organ, before what is
// there.
bool only_says_where(const Lexicon& lexicon, std::span<const Item> items) {
  bool where = false;
  for (const Item& item : items) {
    const bool position =
        item.only_modifier() && lexicon[item.modifier->concept_id].is(lexicon::ModifierKind::position);
    where |= position;
    const bool place = item.anatomy != nullptr && item.observation == nullptr;
    const bool word = item.kind == ItemKind::comma ||
                      (item.kind == ItemKind::cue &&
                       (item.cue == CueKind::the || item.cue == CueKind::in || item.cue == CueKind::of ||
                        item.cue == CueKind::filler || item.cue == CueKind::left || item.cue == CueKind::right));
    const bool passed_over = item.kind == ItemKind::measure && item.size_count == 0;
    if (!position && !place && !word && !passed_over) return false;
  }
  return where;
}

// "The spleen is lacerated, 3.5 cm deep, and there is active bleeding": the size is of what stands before it.
bool goes_on_with_size(std::span<const Item> items, std::size_t i) {
  if (items[i].kind != ItemKind::comma) return false;
  std::size_t k = i + 1;
  bool size = false;
  for (; k < items.size() && items[k].kind != ItemKind::comma; ++k) {
    size |= items[k].kind == ItemKind::measure;
    if (items[k].kind != ItemKind::measure && !is_cue(items[k], CueKind::filler)) return false;
  }
  return size && k < items.size();
}

// The end of a member of a list.
bool member_ends(std::span<const Item> items, std::size_t i) {
  return i >= items.size() || items[i].kind == ItemKind::comma || items[i].kind == ItemKind::semicolon ||
         is_cue(items[i], CueKind::and_);
}

// "Mild hydronephrosis, left ureter not seen", "…, the apices being relatively spared": what is not seen or not
// involved is the place, and not what was named before it.
bool place_not_seen(const Lexicon& lexicon, std::span<const Item> items, std::size_t i) {
  bool place = false, verb = false;
  for (; i < items.size() && !is_cue(items[i], CueKind::negpost) && !says_spared(lexicon, items[i]); ++i) {
    verb |= is_cue(items[i], CueKind::be);
    const bool adverb = is_cue(items[i], CueKind::filler) || is_cue(items[i], CueKind::be) || items[i].only_modifier();
    if (!is_side_or_article(items[i]) && !is_organ(items[i]) && !(place && adverb)) return false;
    place |= is_organ(items[i]);
  }
  return place && i < items.size() && (!verb || says_spared(lexicon, items[i])) &&
         (i + 1 == items.size() || items[i + 1].kind == ItemKind::comma);
}

// "the left kidney", at `i`: the item behind it; `i` if there is no place.
std::size_t behind_place(std::span<const Item> items, std::size_t i) {
  std::size_t k = i;
  bool place = false;
  for (; k < items.size() && (is_side_or_article(items[k]) || is_organ(items[k]) || items[k].kind == ItemKind::level);
       ++k)
    place |= is_organ(items[k]);
  return place ? k : i;
}

// "Gallstones in the gallbladder, CBD not dilated": said of the duct, and not of what was named before it.
bool place_not_so(std::span<const Item> items, std::size_t first) {
  std::size_t i = behind_place(items, first);
  if (i == first || i >= items.size() || !is_cue(items[i], CueKind::not_)) return false;
  for (++i; i < items.size() && (is_cue(items[i], CueKind::filler) || items[i].only_modifier()); ++i) {
  }
  if (i >= items.size() || items[i].kind != ItemKind::content || items[i].observation == nullptr ||
      items[i].anatomy != nullptr)
    return false;
  if (i + 1 == items.size() || items[i + 1].kind == ItemKind::semicolon) return true;
  // "heart not enlarged, a small effusion": not of the heart either
  return items[i + 1].kind == ItemKind::comma && i + 2 < items.size() &&
         (is_cue(items[i + 2], CueKind::neg) || is_organ(items[i + 2]));
}

// "Airway narrowed, tracheostomy not in place": of the tube.
bool thing_not_placed(const Lexicon& lexicon, std::span<const Item> items, std::size_t first) {
  std::size_t i = first;
  while (i < std::min(items.size(), first + kLookAhead) && is_side_or_article(items[i])) ++i;
  if (i + 2 >= items.size() || items[i].kind != ItemKind::content || items[i].observation == nullptr ||
      !lexicon[items[i].observation->concept_id].has(lexicon::Concept::device) || !is_cue(items[i + 1], CueKind::not_))
    return false;
  for (i += 2; i < std::min(items.size(), first + kLookAhead) && items[i].kind != ItemKind::comma; ++i) {
    if (!is_cue(items[i], CueKind::filler) && !items[i].only_modifier() && !is_cue(items[i], CueKind::seen))
      return false;
  }
  return true;
}

// "Meniscal tear, effusion being absent": with a verb of its own.
bool thing_is_absent(std::span<const Item> items, std::size_t first) {
  std::size_t i = first;
  while (i < std::min(items.size(), first + kLookAhead) &&
         (is_side_or_article(items[i]) || items[i].only_modifier() || is_organ(items[i])))
    ++i;
  return i + 2 < items.size() && items[i].kind == ItemKind::content && items[i].observation != nullptr &&
         is_cue(items[i + 1], CueKind::be) && items[i + 2].cue == CueKind::negpost;
}

// "The ejection fraction is 52%, thrombus absent": behind what was said, a thing and that it is not there.
bool thing_gone(const Lexicon& lexicon, std::span<const Item> items, std::size_t first) {
  std::size_t i = first;
  while (i < std::min(items.size(), first + kLookAhead) &&
         (is_side_or_article(items[i]) || items[i].only_modifier() || is_organ(items[i])))
    ++i;
  if (i + 1 >= items.size() || items[i].kind != ItemKind::content || items[i].observation == nullptr ||
      items[i].observation->concept_id == lexicon.known().absence)
    return false;
  const Item& gone = items[i + 1];
  const bool absent = gone.kind == ItemKind::content && gone.observation != nullptr &&
                      gone.observation->concept_id == lexicon.known().absence;
  return absent &&
         (member_ends(items, i + 2) || is_cue(items[i + 2], CueKind::in) || is_cue(items[i + 2], CueKind::of));
}

// "Dilated ventricles, absent corpus callosum": what is absent comes behind.
bool absent_place(const Lexicon& lexicon, std::span<const Item> items, std::size_t first) {
  if (first >= items.size() || items[first].observation == nullptr || items[first].anatomy != nullptr ||
      items[first].observation->concept_id != lexicon.known().absence)
    return false;
  const std::size_t i = behind_place(items, first + 1);
  return i > first + 1 && member_ends(items, i);
}

// "No extension into the renal vein and the nodes are not enlarged": the nodes are no member of what is denied.
bool judges_place(std::span<const Item> items, std::size_t first) {
  const std::size_t i = behind_place(items, first);
  if (i == first || i + 1 >= items.size() || !is_cue(items[first], CueKind::the) || !is_cue(items[i], CueKind::be))
    return false;
  const Item& next = items[i + 1];
  return is_cue(next, CueKind::not_) || (next.kind == ItemKind::content && next.anatomy == nullptr);
}

// "Small", "heterogeneous": a modifier that says something of a place alone.
bool says_looks(const Lexicon& lexicon, const Item& item) {
  return named_by(lexicon, item.modifier->concept_id, kNone).concept_id != kNone;
}

// "Enlarged", "narrow", "normal", "surgically absent": said of the place before it.
bool says_how_it_is(const Lexicon& lexicon, const Item& item) {
  const ConceptId is = item.observation->concept_id;
  const lexicon::Concept& c = lexicon[is];
  return item.adjective || item.participle || c.has(lexicon::Concept::normal) || is_operation(lexicon, is) ||
         (!item.noun && !item.plural && item.tokens == 1 && c.direction != 0 && c.about != lexicon::kNone);
}

// "Enlarged left kidney", at `first`: the item behind it; `first` if there is no place with a word that judges it.
std::size_t behind_judged_place(const Lexicon& lexicon, std::span<const Item> items, std::size_t first) {
  bool value = false;
  for (std::size_t i = first; i < std::min(items.size(), first + kLookAhead); ++i) {
    const Item& item = items[i];
    if (is_organ(item) && !item.adjective) return value ? i + 1 : first;
    if (item.ends_in_organ && item.kind == ItemKind::content && item.observation != nullptr) return i + 1;
    const bool looks = item.only_modifier() && says_looks(lexicon, item);
    const bool judges = item.kind == ItemKind::content && item.observation != nullptr && item.anatomy == nullptr &&
                        item.attribute == nullptr && says_how_it_is(lexicon, item);
    value |= looks || judges;
    if (!looks && !judges && !item.only_modifier() && !is_cue(item, CueKind::filler) && !is_side_or_article(item))
      return first;
  }
  return first;
}

// "…, small liver, large spleen": a place and its size, as a member of a list.
bool lists_large_place(const Lexicon& lexicon, std::span<const Item> items, std::size_t first) {
  if (first >= items.size() || !items[first].only_modifier() || !says_looks(lexicon, items[first]) ||
      !lexicon[items[first].modifier->concept_id].is(lexicon::ModifierKind::size))
    return false;
  const std::size_t i = behind_judged_place(lexicon, items, first);
  return i == first + 2 && is_organ(items[i - 1]) &&
         !lexicon[items[i - 1].anatomy->concept_id].has(lexicon::Concept::part) &&
         (i == items.size() || items[i].kind == ItemKind::comma || items[i].kind == ItemKind::semicolon ||
          is_cue(items[i], CueKind::and_));
}

// "…, right hip with moderate arthritis": a place and what it is with, as a member of a list.
bool lists_place_with(std::span<const Item> items, std::size_t first) {
  std::size_t i = first;
  while (i < items.size() && is_side_or_article(items[i])) ++i;
  if (i == first || i + 2 >= items.size() || !is_organ(items[i])) return false;
  while (i < items.size() && is_organ(items[i])) ++i;
  return i + 1 < items.size() && is_with(items[i]) && !is_cue(items[i], CueKind::neg) &&
         std::any_of(items.begin() + static_cast<std::ptrdiff_t>(i),
                     items.begin() + static_cast<std::ptrdiff_t>(std::min(items.size(), i + kLookAhead)),
                     [](const Item& item) { return item.observation != nullptr; });
}

// "No hydronephrosis, bladder partially filled", "spleen enlarged, liver and pancreas unremarkable": places and what
// they are, with no verb.
bool place_is_so(const Lexicon& lexicon, std::span<const Item> items, std::size_t first) {
  std::size_t i = first;
  for (std::size_t k = behind_place(items, i); k > i; k = behind_place(items, i)) {
    i = k;
    if (i + 1 < items.size() && is_cue(items[i], CueKind::and_) && behind_place(items, i + 1) > i + 1) ++i;
  }
  if (i == first || items[i - 1].adjective || !is_organ(items[i - 1])) return false;
  const Item& last = items[i - 1];
  bool looks = false;  // "heart borderline": a modifier that is all that is said
  for (; i < items.size() &&
         (is_cue(items[i], CueKind::filler) || is_cue(items[i], CueKind::contrast) || items[i].only_modifier());
       ++i)
    looks |= items[i].only_modifier() && says_looks(lexicon, items[i]);
  const auto ends = [&](std::size_t k) {
    return member_ends(items, k) || is_with(items[k]) || names_one_side(items[k]);
  };
  if (looks && ends(i)) return true;
  if (i >= items.size() || items[i].kind != ItemKind::content || items[i].observation == nullptr ||
      items[i].anatomy != nullptr)
    return false;
  // "a tube below the diaphragm, tip not seen": of the tube
  const bool piece = lexicon[last.anatomy->concept_id].has(lexicon::Concept::part);
  const bool gone = items[i].observation->concept_id == lexicon.known().absence;
  return (gone ? !piece : says_how_it_is(lexicon, items[i])) && ends(i + 1);
}

// "A cyst in the liver, the spleen is normal": places that are said to be well, by a verb of their own.
bool place_is_well(const Lexicon& lexicon, std::span<const Item> items, std::size_t first) {
  std::size_t i = first;
  bool place = false;
  const std::size_t end = std::min(items.size(), first + kLookAhead);
  for (; i < end && (is_side_or_article(items[i]) || is_organ(items[i]) ||
                     (place && (is_cue(items[i], CueKind::and_) || items[i].kind == ItemKind::comma)));
       ++i)
    place |= is_organ(items[i]);
  if (!place || i >= items.size() || !is_cue(items[i], CueKind::be)) return false;
  for (++i; i < items.size() && (says_nothing(items[i]) || items[i].only_modifier()); ++i) {
  }
  return i < items.size() && items[i].kind == ItemKind::content && items[i].observation != nullptr &&
         lexicon[items[i].observation->concept_id].has(Concept::normal);
}

// "No hydronephrosis, the left kidney containing two cysts", "without fracture, the orbit shows swelling", "rather than
// a mass, this is a hematoma": a subject and its verb behind a denial that has none.
bool begins_with_subject(std::span<const Item> items, std::size_t first) {
  const auto verb = [&](std::size_t k) {
    return k < items.size() && (is_cue(items[k], CueKind::show) || is_cue(items[k], CueKind::be) ||
                                (is_cue(items[k], CueKind::seen) && items[k].finite));
  };
  if (first >= items.size()) return false;
  if (is_cue(items[first], CueKind::it)) return verb(first + 1);
  const std::size_t i = behind_place(items, first);
  return i > first && is_side_or_article(items[first]) && verb(i);
}

// "Both kidneys are normal, the left with a 2 cm cyst"
bool side_has(std::span<const Item> items, std::size_t first) {
  const std::size_t i = first < items.size() && is_cue(items[first], CueKind::the) ? first + 1 : first;
  return i + 1 < items.size() && names_one_side(items[i]) && is_cue(items[i + 1], CueKind::with);
}

// "The pneumothorax persists and the effusion has resolved": another thing, and what became of it.
bool thing_has_changed(const Lexicon& lexicon, std::span<const Item> before, std::span<const Item> items,
                       std::size_t first) {
  if (first >= items.size() || !is_cue(items[first], CueKind::the)) return false;
  if (std::none_of(before.begin(), before.end(), [&](const Item& item) {
        return item.finite || is_clause_verb(item) ||
               (item.only_modifier() && lexicon[item.modifier->concept_id].is(lexicon::ModifierKind::change));
      }))
    return false;
  std::size_t i = first + 1;
  while (i < std::min(items.size(), first + kLookAhead) &&
         (items[i].only_modifier() || is_side_or_article(items[i]) || is_organ(items[i])))
    ++i;
  return i + 1 < items.size() && items[i].kind == ItemKind::content && items[i].observation != nullptr &&
         items[i + 1].begins_with_verb;
}

// "No fracture, dislocation present"
bool is_present(std::span<const Item> items, std::size_t first) {
  bool named = false;
  for (std::size_t i = first; i < std::min(items.size(), first + kLookAhead); ++i) {
    const Item& item = items[i];
    if (named && is_cue(item, CueKind::show))
      return i + 1 == items.size() || items[i + 1].kind == ItemKind::comma || items[i + 1].kind == ItemKind::semicolon;
    if (item.kind != ItemKind::content && !is_side_or_article(item) && !is_cue(item, CueKind::filler)) return false;
    named |= item.observation != nullptr;
  }
  return false;
}

// "The liver shows no cyst and the left kidney no stone": the verb is left out.
bool place_has_none(std::span<const Item> items, std::size_t first) {
  const std::size_t i = behind_place(items, first);
  return i > first && i + 1 < items.size() && is_cue(items[i], CueKind::neg) &&
         items[i + 1].kind == ItemKind::content && items[i + 1].anatomy == nullptr;
}

// "Nodes on the left reach 13 mm, whereas no cardiophrenic nodes are seen": the size is not of what is denied.
bool denies_another(std::span<const Item> items, std::size_t first, std::size_t i) {
  if (items[i].kind != ItemKind::comma || i + 2 >= items.size() || !is_cue(items[i + 2], CueKind::neg) ||
      (!is_cue(items[i + 1], CueKind::negend) && !is_cue(items[i + 1], CueKind::contrast)))
    return false;
  const auto before = items.subspan(first, i - first);
  return std::any_of(before.begin(), before.end(), is_organ) &&
         std::any_of(before.begin(), before.end(), [](const Item& item) { return item.kind == ItemKind::measure; });
}

// "The visualized liver and spleen are normal": no verb, but how much of them was seen.
bool is_partly_seen(const Lexicon& lexicon, std::span<const Item> items, std::size_t first, std::size_t i) {
  if (!is_cue(items[i], CueKind::seen) || lexicon[items[i].cue_concept].direction <= 0 || i + 1 >= items.size())
    return false;
  const bool begins =
      i == first || (i == first + 1 && (is_side_or_article(items[first]) || is_cue(items[first], CueKind::and_)));
  return begins && (is_organ(items[i + 1]) || is_side_or_article(items[i + 1]));
}

// "A mass in the pancreatic head, CBD 15 mm, MPD 6 mm": a place that is measured as a matter of course, and its size.
bool begins_measured_place(const Lexicon& lexicon, std::span<const Item> items, std::size_t i) {
  if (items[i].kind != ItemKind::comma) return false;
  std::size_t k = i + 1;
  while (k < items.size() && (is_side_or_article(items[k]) || is_cue(items[k], CueKind::and_))) ++k;
  if (k + 1 >= items.size() || !is_organ(items[k]) || items[k].kind != ItemKind::content) return false;
  const ConceptId organ = items[k].anatomy->concept_id;
  if (lexicon.contains(lexicon.known().lymph_node, organ) ||
      normal_limit(lexicon, organ, lexicon::NumberKey::mm_to) == 0)
    return false;
  ++k;
  while (k < items.size() && (is_cue(items[k], CueKind::filler) || is_cue(items[k], CueKind::be))) ++k;
  if (k >= items.size() || items[k].kind != ItemKind::measure || items[k].size_count == 0) return false;
  ++k;
  return k >= items.size() || items[k].kind == ItemKind::comma || items[k].kind == ItemKind::semicolon ||
         is_cue(items[k], CueKind::and_) || is_cue(items[k], CueKind::filler);
}

// "The right kidney measures 10 cm and the left 9 cm, with normal echogenicity": both sides were measured, and what
// comes behind is said of both.
bool measured_both_sides(std::span<const Item> items, std::size_t i) {
  if (items[i].kind != ItemKind::comma || i + 1 >= items.size() || !is_with(items[i + 1])) return false;
  bool left = false, right = false;
  int sizes = 0;
  for (const Item& item : items.first(i)) {
    if (item.kind == ItemKind::content && item.observation != nullptr) return false;
    left |= is_cue(item, CueKind::left);
    right |= is_cue(item, CueKind::right);
    sizes += item.kind == ItemKind::measure && item.size_count != 0 ? 1 : 0;
  }
  return left && right && sizes == 2;
}

}  // namespace

bool measures_next_place(const Lexicon& lexicon, std::span<const Item> items, std::size_t first, std::size_t i) {
  if (i >= items.size() || items[i].kind != ItemKind::comma) return false;
  const auto before = items.subspan(first, i - first);
  const auto judges = [&](const Item& item) {  // "thickening of the colon, wall 9 mm" has that measure
    const ConceptId about = item.observation == nullptr ? lexicon::kNone : lexicon[item.observation->concept_id].about;
    return about != lexicon::kNone && about != lexicon.known().size;  // "gallbladder distended, wall 2 mm" has not
  };
  if (std::any_of(before.begin(), before.end(), judges)) return false;
  const bool named = std::any_of(before.begin(), before.end(), [](const Item& item) {
    return item.observation != nullptr && item.kind == ItemKind::content;
  });
  const bool measured =
      std::any_of(before.begin(), before.end(), [](const Item& item) { return item.kind == ItemKind::measure; });
  if (!named && !measured) return false;
  std::size_t k = i + 1;
  bool place = false, side = false, piece = false;
  for (; k < items.size() && (is_side_or_article(items[k]) || is_organ(items[k])); ++k) {
    side |= is_cue(items[k], CueKind::left) || is_cue(items[k], CueKind::right);
    if (!is_organ(items[k])) continue;
    const lexicon::Concept& c = lexicon[items[k].anatomy->concept_id];
    piece = !place && c.has(lexicon::Concept::part) && !c.has(lexicon::Concept::direction_word);
    place = true;
  }
  const bool own = named ? piece && !side : side;
  if (!place || !own || k >= items.size() || items[k].kind != ItemKind::measure) return false;
  while (k < items.size() && items[k].kind == ItemKind::measure) ++k;
  return k == items.size() || items[k].kind == ItemKind::comma || items[k].kind == ItemKind::semicolon ||
         (!named && is_with(items[k]));
}

namespace {

// The items of a sentence one by one, up to the first at which the clause ends.
class ClauseEnd {
 public:
  ClauseEnd(const Setting& setting, std::span<const Item> items, std::size_t first)
      : setting_(setting), lexicon_(setting.lexicon), items_(items), first_(first) {
    if (first >= items.size() || !setting.on(Rule::cut_subject_and_verb)) return;
    judged_from_ = items[first].kind == ItemKind::comma ? first + 1 : first;
    judged_ = behind_judged_place(lexicon_, items, judged_from_);
  }

  std::size_t find() {
    std::size_t i = first_;
    while (i < items_.size() && !ends_at(i)) ++i;
    return i;
  }

 private:
  const Item& item(std::size_t i) const { return items_[i]; }
  bool behind_is(std::size_t i, CueKind cue) const { return i + 1 < items_.size() && is_cue(items_[i + 1], cue); }
  bool on(Rule rule) const { return setting_.on(rule); }

  // What the clause has said up to item i.
  void note(std::size_t i) {
    const Item& here = item(i);
    brackets_ += here.kind == ItemKind::open ? 1 : here.kind == ItemKind::close && brackets_ > 0 ? -1 : 0;
    verb_ = verb_ || here.finite || (is_clause_verb(here) && !is_partly_seen(lexicon_, items_, first_, i));
    denying_ = denying_ || is_cue(here, CueKind::neg) || is_cue(here, CueKind::not_);
    named_ = named_ || (here.observation != nullptr && here.kind == ItemKind::content) ||
             (is_cue(here, CueKind::negpost) && here.observation != nullptr);
    measured_ =
        measured_ || here.kind == ItemKind::measure || (i > first_ && here.only_modifier() && is_organ(items_[i - 1]));
    spared_ = spared_ || (says_spared(lexicon_, here) && on(Rule::cut_spared));
  }

  bool ends_at(std::size_t i) {
    const Item& here = item(i);
    if (here.kind == ItemKind::semicolon) return true;
    if (here.kind == ItemKind::colon && !only_says_where(lexicon_, items_.subspan(first_, i - first_))) return true;
    if (i - first_ >= (may_cut(items_, i) ? kLongestClause : 2 * kLongestClause)) return true;
    note(i);
    // "not enlarged (24 mm on the right, 27 mm on the left) and the adnexa contain …": not within the brackets
    // "are still patent": an adverb
    const bool adverb = is_cue(here, CueKind::negend) && i > first_ && is_cue(items_[i - 1], CueKind::be);
    if (verb_ && brackets_ == 0 && !adverb && may_cut(items_, i) && !goes_on_with_size(items_, i) &&
        begins_clause(setting_, items_, i, denying_))
      return true;
    if (judges_each(i) || ends_exception(i)) return true;
    if (named_ && i > first_ && may_spare(here) && on(Rule::cut_spared) && spares_place(lexicon_, items_, i))
      return true;
    if (here.kind == ItemKind::comma) return ends_at_comma(i);
    return is_cue(here, CueKind::and_) && ends_at_and(i);
  }

  // "Enlarged uterus and small ovaries", "small right kidney with cortical scarring": each word judges its own place.
  bool judges_each(std::size_t i) const {
    if (judged_ != i || i <= judged_from_) return false;
    if (is_cue(items_[i], CueKind::and_) || items_[i].kind == ItemKind::comma)
      return behind_judged_place(lexicon_, items_, i + 1) > i + 1;
    const auto said = items_.subspan(judged_from_, i - judged_from_);
    return is_with(items_[i]) && std::none_of(said.begin(), said.end(), [](const Item& k) {
             return k.kind == ItemKind::content && k.observation != nullptr;
           });
  }

  // "Apart from a cyst in the left kidney the abdomen is normal"
  bool ends_exception(std::size_t i) const {
    return i > first_ + 1 && is_cue(items_[i], CueKind::the) && is_cue(items_[first_], CueKind::negend) && named_ &&
           (is_organ(items_[i - 1]) || items_[i - 1].observation != nullptr) && begins_with_subject(items_, i);
  }

  bool ends_at_comma(std::size_t i) const {
    if (spared_) return true;
    return next_is_measured(i) || next_place_is_told(i) || denial_ends(i) || verbless_list_goes_on(i) ||
           contrast_begins(i) || another_thing_is_told(i) || behind_and(i);
  }

  bool ends_at_and(std::size_t i) const {
    // "Low lung volumes and there is atelectasis at both bases"
    if (named_ && !verb_ && behind_is(i, CueKind::seen) && begins_clause(setting_, items_, i, denying_)) return true;
    if (!verb_ && denying_ && judges_place(items_, i + 1)) return true;
    // "The carpus lines up normally and the scaphoid is intact"
    if (named_ && !verb_ && behind_is(i, CueKind::the) && on(Rule::cut_subject_and_verb) && judges_before(i) &&
        place_is_well(lexicon_, items_, i + 1))
      return true;
    return another_thing_is_told(i);
  }

  // … but "patency of the trachea and the bronchi is preserved" judges both
  bool judges_before(std::size_t i) const {
    const auto said = items_.subspan(first_, i - first_);
    const auto thing = std::find_if(said.begin(), said.end(), [](const Item& k) {
      return k.kind == ItemKind::content && k.observation != nullptr;
    });
    return thing != said.end() &&
           (!lexicon_[thing->observation->concept_id].has(Concept::normal) ||
            std::none_of(thing, said.end(), [](const Item& k) { return is_cue(k, CueKind::of); }));
  }

  bool next_is_measured(std::size_t i) const {
    if (on(Rule::measured_place) && measured_both_sides(items_.subspan(first_), i - first_)) return true;
    if (i == first_) return false;
    if (measured_ && !named_ && on(Rule::measured_place) &&
        tells_of_other_organ(lexicon_, items_.subspan(first_), i - first_))
      return true;
    return (on(Rule::measured_place) && begins_measured_place(lexicon_, items_, i)) ||
           measures_next_place(lexicon_, items_, first_, i);
  }

  bool next_place_is_told(std::size_t i) const {
    if ((named_ || measured_) && (place_not_seen(lexicon_, items_, i + 1) || place_not_so(items_, i + 1) ||
                                  thing_not_placed(lexicon_, items_, i + 1) || absent_place(lexicon_, items_, i + 1) ||
                                  thing_is_absent(items_, i + 1)))
      return true;
    if ((verb_ || measured_) && thing_gone(lexicon_, items_, i + 1)) return true;
    if (!on(Rule::cut_denial)) return false;
    // "Supraspinatus torn, others intact"
    if (named_ && behind_is(i, CueKind::rest)) return true;
    return (named_ || denying_ || measured_) && place_is_so(lexicon_, items_, i + 1);
  }

  bool denial_ends(std::size_t i) const {
    if (denying_ && asserts_amount(setting_, items_, i)) return true;
    if (!on(Rule::cut_denial)) return false;
    if (!named_ && denies_another(items_, first_, i)) return true;
    // "Right kidney 10 cm, left 9.8 cm, no hydronephrosis"
    if (measured_ && !named_ && behind_is(i, CueKind::neg)) return true;
    return !verb_ && denying_ && (begins_with_subject(items_, i + 1) || is_present(items_, i + 1));
  }

  bool verbless_list_goes_on(std::size_t i) const {
    if (!named_ || !on(Rule::cut_subject_and_verb)) return false;
    // "Ascites, small liver, large spleen"
    if (!denying_ && lists_large_place(lexicon_, items_, i + 1)) return true;
    if (!verb_ && (lists_place_with(items_, i + 1) || place_is_well(lexicon_, items_, i + 1))) return true;
    return brackets_ == 0 && side_has(items_, i + 1);
  }

  bool contrast_begins(std::size_t i) const {
    // "Except for a cyst in the left lobe, the liver is normal"
    if (is_cue(items_[first_], CueKind::negend) && begins_clause(setting_, items_, i, false)) return true;
    // "a slip at L4/5, where the canal is narrow"
    if (named_ && behind_is(i, CueKind::which) && lexicon_[items_[i + 1].cue_concept].direction > 0) return true;
    // "Thrombus in the tibial vein, whereas the femoral vein is free of clot"
    return named_ && !verb_ && (behind_is(i, CueKind::negend) || behind_is(i, CueKind::contrast)) &&
           begins_clause(setting_, items_, i + 1, false);
  }

  bool another_thing_is_told(std::size_t i) const {
    if (!named_ || brackets_ != 0) return false;
    if (verb_ && place_has_none(items_, i + 1) && on(Rule::cut_denial)) return true;
    return on(Rule::cut_subject_and_verb) &&
           thing_has_changed(lexicon_, items_.subspan(first_, i - first_), items_, i + 1);
  }

  // "a fracture of the bone extending to the mastoid, and the air cells are cloudy"
  bool behind_and(std::size_t i) const {
    if (!named_ || verb_ || i + 2 >= items_.size() || !behind_is(i, CueKind::and_)) return false;
    const Item& subject = items_[i + 2];
    return (is_side_or_article(subject) || is_cue(subject, CueKind::filler) || is_organ(subject)) &&
           begins_clause(setting_, items_, i, false) && (!denying_ || judges_next(items_, i));
  }

  const Setting& setting_;
  const Lexicon& lexicon_;
  std::span<const Item> items_;
  std::size_t first_;
  std::size_t judged_from_ = 0, judged_ = 0;  // the place that the clause begins with and what it is
  bool verb_ = false, denying_ = false, named_ = false, measured_ = false, spared_ = false;
  int brackets_ = 0;
};

}  // namespace

std::size_t clause_end(const Setting& setting, std::span<const Item> items, std::size_t first) {
  return ClauseEnd(setting, items, first).find();
}

}  // namespace fiducial::findings
