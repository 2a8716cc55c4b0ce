// Cutting a sentence into clauses, and the order of the steps that read one.
#include "grammar/clause.h"

#include <algorithm>
#include <utility>

#include "grammar/chunk_places.h"
#include "grammar/limits.h"
#include "grammar/opening.h"
#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;

namespace {

bool is_with(const Item& item) {
  return is_cue(item, CueKind::with) || is_cue(item, CueKind::include);
}

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
    // A denial starts a clause of its own: "…, no effusion".
    if (is_cue(next, CueKind::neg) && setting.on(Rule::cut_denial) &&
        ((k == i + 1 && items[i].kind == ItemKind::comma) || (k == i + 2 && is_cue(items[i + 1], CueKind::and_)))) {
      return true;
    }
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
    if ((next.kind == ItemKind::content && !looks) || next.kind == ItemKind::unknown || is_cue(next, CueKind::it))
      subject = true;
    if (!subject && (is_with(next) || is_cue(next, CueKind::which) || is_cue(next, CueKind::infer))) return false;
    // "…, lies in the upper lobe, measures 12 mm": a verb without a subject
    if (!subject && k == i + 1 && is_cue(next, CueKind::in) && next.finite) return false;
    if (!setting.on(Rule::cut_subject_and_verb)) continue;
    // "… and the midline is central", one form; but "… and does not enhance" has no subject
    if (next.kind == ItemKind::content && next.finite && (subject_before || !next.only_modifier())) return true;
    // "… and the duct measures 9 mm", "…, whereas the lesion in segment 7 has grown"
    if (subject_before && ((next.kind == ItemKind::cue && next.finite) || next.begins_with_verb)) return true;
    if (k > i + 1 && is_verb_of_place(items[k - 1], next)) return true;
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

// "is spared": what is said not to be involved.
bool says_spared(const Lexicon& lexicon, const Item& item) {
  return item.cue == CueKind::negpost && lexicon[item.cue_concept].seen != lexicon::kNone;
}

bool is_organ(const Item& item) {
  return item.anatomy != nullptr && item.observation == nullptr && item.modifier == nullptr;
}

bool is_side_or_article(const Item& item) {
  return is_cue(item, CueKind::left) || is_cue(item, CueKind::right) || is_cue(item, CueKind::both) ||
         is_cue(item, CueKind::the);
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
  for (; k < items.size() && (is_side_or_article(items[k]) || is_organ(items[k])); ++k) place |= is_organ(items[k]);
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

// "Right kidney 11 cm, left kidney 7 cm", "several stones, wall 2 mm": a place and its own measure. Behind a finding
// only a piece that every organ has: "a cyst, segment 4 12 mm" is one thing.
bool measures_next_place(const Lexicon& lexicon, std::span<const Item> items, std::size_t first, std::size_t i) {
  if (i >= items.size() || items[i].kind != ItemKind::comma) return false;
  const auto before = items.subspan(first, i - first);
  const auto judges = [&](const Item& item) {  // "thickening of the colon, wall 9 mm" has that measure
    return item.observation != nullptr && lexicon[item.observation->concept_id].about != lexicon::kNone;
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

// "Thickening of the colon, sparing the rectum", "… with sparing of the rectum", "a tear sparing the subscapularis",
// "a fracture that spares the growth plate", "… and spares the bladder", "… but spares the sphincter"
bool spares_place(const Lexicon& lexicon, std::span<const Item> items, std::size_t i) {
  const bool participle = says_spared(lexicon, items[i]) && items[i].participle;
  const bool joined = (is_cue(items[i], CueKind::and_) || is_cue(items[i], CueKind::negend)) && i + 1 < items.size() &&
                      says_spared(lexicon, items[i + 1]);
  if (items[i].kind != ItemKind::comma && !is_with(items[i]) && !is_cue(items[i], CueKind::which) && !participle &&
      !joined)
    return false;
  std::size_t k = participle ? i : i + 1;
  while (k < items.size() && (is_cue(items[k], CueKind::filler) || items[k].only_modifier())) ++k;
  if (k >= items.size() || !says_spared(lexicon, items[k])) return false;
  for (++k; k < items.size(); ++k) {
    if (is_organ(items[k])) return true;
    if (!is_side_or_article(items[k]) && !is_cue(items[k], CueKind::of)) return false;
  }
  return false;
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

// Where the clause that begins at `first` ends: at a semicolon, or at a comma or "and" behind its verb when the next
// stretch is a clause of its own.
std::size_t clause_end(const Setting& setting, std::span<const Item> items, std::size_t first) {
  bool verb = false;
  bool denying = false;
  bool named = false;
  bool spared = false;
  int brackets = 0;
  for (std::size_t i = first; i < items.size(); ++i) {
    const Item& item = items[i];
    if (item.kind == ItemKind::semicolon) return i;
    spared = spared || (says_spared(setting.lexicon, item) && setting.on(Rule::cut_spared));
    if (spared && item.kind == ItemKind::comma) return i;
    if (item.kind == ItemKind::colon && !only_says_where(setting.lexicon, items.subspan(first, i - first))) return i;
    if (i - first >= kLongestClause && may_cut(items, i)) return i;
    if (i - first >= 2 * kLongestClause) return i;
    brackets += item.kind == ItemKind::open ? 1 : item.kind == ItemKind::close && brackets > 0 ? -1 : 0;
    verb = verb || (is_clause_verb(item) && !is_partly_seen(setting.lexicon, items, first, i)) || item.finite;
    denying = denying || is_cue(item, CueKind::neg) || is_cue(item, CueKind::not_);
    named = named || (item.observation != nullptr && item.kind == ItemKind::content);
    // "not enlarged (24 mm on the right, 27 mm on the left) and the adnexa contain …": not within the brackets
    if (verb && brackets == 0 && may_cut(items, i) && !goes_on_with_size(items, i) &&
        begins_clause(setting, items, i, denying))
      return i;
    if (denying && asserts_amount(setting, items, i)) return i;
    if (setting.on(Rule::measured_place) && measured_both_sides(items.subspan(first), i - first)) return i;
    if (i > first && setting.on(Rule::measured_place) && begins_measured_place(setting.lexicon, items, i)) return i;
    // "Except for a cyst in the left lobe, the liver is normal"
    if (item.kind == ItemKind::comma && is_cue(items[first], CueKind::negend) &&
        begins_clause(setting, items, i, false))
      return i;
    if (named && item.kind == ItemKind::comma &&
        (place_not_seen(setting.lexicon, items, i + 1) || place_not_so(items, i + 1)))
      return i;
    if (!named && setting.on(Rule::cut_denial) && denies_another(items, first, i)) return i;
    if (i > first && measures_next_place(setting.lexicon, items, first, i)) return i;
    if (named && i > first && setting.on(Rule::cut_spared) && spares_place(setting.lexicon, items, i)) return i;
    if (named && verb && brackets == 0 && (item.kind == ItemKind::comma || is_cue(item, CueKind::and_)) &&
        place_has_none(items, i + 1) && setting.on(Rule::cut_denial))
      return i;
    // "a slip at L4/5, where the canal is narrow"
    if (named && item.kind == ItemKind::comma && i + 1 < items.size() && is_cue(items[i + 1], CueKind::which) &&
        setting.lexicon[items[i + 1].cue_concept].direction > 0)
      return i;
    // "Thrombus in the tibial vein, whereas the femoral vein is free of clot"
    if (named && !verb && item.kind == ItemKind::comma && i + 1 < items.size() &&
        (is_cue(items[i + 1], CueKind::negend) || is_cue(items[i + 1], CueKind::contrast)) &&
        begins_clause(setting, items, i + 1, false))
      return i;
    // "Low lung volumes and there is atelectasis at both bases"
    if (named && !verb && is_cue(item, CueKind::and_) && i + 1 < items.size() && is_cue(items[i + 1], CueKind::seen) &&
        begins_clause(setting, items, i, denying))
      return i;
    // "a fracture of the bone extending to the mastoid, and the air cells are cloudy"
    if (named && !verb && item.kind == ItemKind::comma && i + 2 < items.size() && is_cue(items[i + 1], CueKind::and_) &&
        (is_side_or_article(items[i + 2]) || is_cue(items[i + 2], CueKind::filler) || is_organ(items[i + 2])) &&
        begins_clause(setting, items, i, false) && (!denying || judges_next(items, i)))
      return i;
  }
  return items.size();
}

// Is the clause something other than a finding of this image?
Dropped not_a_finding(const Setting& setting, const Counts& n) {
  const bool technique = setting.on(Rule::left_technique);
  // "Refer to vascular surgery": an operation that is advised was not done
  if (n.recommend > 0 && n.strong == n.operations && !n.advised_behind) return Dropped::recommendation;
  // "Endoscopy is suggested", "consider arthroscopy", but "a previous cholecystectomy is suggested"
  if (n.inferred > 0 && n.clinical > 0 && n.procedures == n.clinical && n.prior == 0) return Dropped::recommendation;
  // "Discussed with the stroke team at 14:20"
  if (n.person_first && n.places + n.sides + n.details == 0) return Dropped::communication;
  // "Findings phoned to the neurosurgery registrar": the name of a specialty is no operation
  if (n.person > 0 && n.clinical > 0 && n.strong == n.operations && n.sides + n.details == 0 &&
      (n.places == 0 || n.person_first))
    return Dropped::communication;
  if (technique && n.technique > 1 && n.strong == 0) return Dropped::technique;
  if (n.clinical > 0 || (n.things > 0 && n.places > 0)) return Dropped::no;
  if (n.recommend > 0) return Dropped::recommendation;
  if (n.person > 0) return Dropped::communication;
  if (technique && n.technique > 0) return Dropped::technique;
  if (n.history > 0 && setting.on(Rule::left_history)) return Dropped::history;
  // but "left para-aortic node 11 mm, previously 17 mm"
  // and "the lesion is 12 mm, previously 17 mm"
  if (n.prior > 0 && (n.places == 0 || n.details == 0) && (n.things == 0 || n.details < 2)) return Dropped::comparison;
  if (n.quality > 0 && setting.on(Rule::left_quality)) return Dropped::quality;
  return Dropped::no;
}

// The order of the steps.
void read_clause(const Setting& setting, Context& context, Clause& clause, std::vector<Finding>& out) {
  find_chunks(setting, context, clause);
  find_scopes(setting, clause);
  merge_chunks(setting, clause);
  find_runs(setting, context, clause);
  find_descriptions(setting, context, clause, out);
  assemble(setting, context, clause, out);
}

constexpr std::size_t kMostIll = 16;  // more than one clause sums up

void remember_ill(const Clause& clause, const std::vector<Finding>& out, Context& context) {
  for (std::size_t k = clause.first_finding; k < out.size(); ++k) {
    if (!out[k].abnormal || out[k].absent || out[k].inferred_site || out[k].site.organs.empty()) continue;
    if (context.ill_sentence != clause.sentence) context.ill.clear();
    context.ill_sentence = clause.sentence;
    if (context.ill.size() < kMostIll) context.ill.push_back(out[k].site);
  }
}

// "Right mammogram.": the technique says what was examined.
std::vector<Site> places_of_technique(const Lexicon& lexicon, std::span<const Item> items) {
  Site site;
  for (const Item& item : items) {
    if (is_cue(item, CueKind::left)) site.side = Side::left;
    if (is_cue(item, CueKind::right)) site.side = Side::right;
    if (!is_cue(item, CueKind::technique)) continue;
    const ConceptId place = item.stands_for != kNone ? item.stands_for : lexicon[item.cue_concept].home;
    if (place != kNone) add_place(lexicon, site, place);
  }
  return site.organs.empty() ? std::vector<Site>{} : std::vector<Site>{site};
}

// "MRI of the right knee.": what was examined, and on which side.
void remember_examination(const Lexicon& lexicon, std::span<const Item> items, Context& context) {
  std::vector<Site> places = read_places(lexicon, items);
  if (places.empty() || places.front().organs.empty()) places = places_of_technique(lexicon, items);
  if (places.empty()) return;
  const Site& place = places.front();
  if (places.size() == 1) context.examined = place;
  if (place.side == Side::left || place.side == Side::right) context.exam = place;
  if (context.focus.empty()) context.focus = places;
}

// "Netball injury to the right ankle.", "Cirrhosis surveillance.": nothing that the image shows, but where to look.
void remember_complaint(const Setting& setting, const Clause& clause, Context& context) {
  remember_examination(setting.lexicon, clause.items, context);
  if (!context.focus.empty()) return;
  Context spoken = context;
  Clause aside = clause;
  std::vector<Finding> unused;
  read_clause(setting, spoken, aside, unused);
  context.focus = spoken.focus;
  context.focus_sentence = spoken.focus_sentence;
}

// "Right knee MR after a twist, ACL torn": what says why the image was made is no finding.
void leave_out_why(const Setting& setting, Clause& clause, Context& context) {
  const std::size_t told = tells_why(setting, clause.items);
  if (told == 0) return;
  const std::span<const Item> all = std::exchange(clause.items, clause.items.first(told));
  remember_complaint(setting, clause, context);
  if (told == all.size())
    clause.dropped = Dropped::history;
  else
    clause.items = all.subspan(told);
}

// "Right shoulder.": a report that begins with a place and nothing more.
bool is_title(const Setting& setting, const Clause& clause, const std::vector<Finding>& out) {
  const Counts n = count(setting.lexicon, clause.items);
  const bool views = is_cue(clause.items.back(), CueKind::seen);  // "Left scaphoid views."
  return out.empty() && n.places > 0 && n.clinical + n.details + n.prior == 0 && n.verbs == (views ? 1 : 0) &&
         setting.on(Rule::title_examined);
}

// "Right lobe: a nodule; left lobe: normal.": a heading within the sentence.
void begin_heading(const Lexicon& lexicon, const Clause& clause, Context& context) {
  const Counts n = count(lexicon, clause.items);
  if (n.places + n.sides == 0 || n.clinical + n.verbs != 0) return;
  std::vector<Site> places = read_places(lexicon, clause.items);
  if (places.empty()) return;
  if (places.front().organs.empty() && !context.heading.empty()) places.front().organs = context.heading.front().organs;
  context.heading = std::move(places);
}

// "Renal mass protocol": how it was done, and not what is there.
bool names_protocol(const Lexicon& lexicon, std::span<const Item> items) {
  return !items.empty() && is_cue(items.back(), CueKind::technique) &&
         lexicon[items.back().cue_concept].direction < 0 &&
         std::none_of(items.begin(), items.end(), [](const Item& item) { return is_clause_verb(item); });
}

// "CT abdomen for suspected appendicitis", "CT hip for fracture": how many items of a title say what was examined, and
// not why. What is known ("for breast cancer") stays.
std::size_t without_purpose(const Lexicon& lexicon, std::span<const Item> items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    if (is_cue(item, CueKind::in) && lexicon[item.cue_concept].direction < 0) {
      const bool verb = std::any_of(items.begin(), items.end(), [](const Item& k) { return is_clause_verb(k); });
      const auto before = items.subspan(0, i);
      const bool imaged =
          std::any_of(before.begin(), before.end(), [](const Item& k) { return is_cue(k, CueKind::technique); });
      const auto asked = [&](const Item& k) {
        return is_cue(k, CueKind::hedge) ||
               (k.observation != nullptr && (lexicon.is_symptom(k.observation->concept_id) ||
                                             (imaged && !is_lesion(lexicon, k.observation->concept_id))));
      };
      const bool complaint = std::any_of(items.begin() + static_cast<std::ptrdiff_t>(i), items.end(), asked);
      return i > 0 && !verb && complaint ? i : items.size();
    }
    const bool where = item.anatomy != nullptr && item.observation == nullptr && item.attribute == nullptr;
    const bool how = item.kind == ItemKind::cue &&
                     (item.cue == CueKind::technique || item.cue == CueKind::of || item.cue == CueKind::both ||
                      item.cue == CueKind::left || item.cue == CueKind::right || item.cue == CueKind::the ||
                      item.cue == CueKind::filler || item.cue == CueKind::and_);
    if (!where && !how) break;
  }
  return items.size();
}

constexpr std::size_t kNothing = static_cast<std::size_t>(-1);

// Does the clause say no more than how many there are of which all is told behind it?
bool announces(const Lexicon& lexicon, const Clause& clause, const std::vector<Finding>& out) {
  if (out.size() != clause.first_finding + 1) return false;
  const Finding& f = out.back();
  return f.abnormal && is_lesion(lexicon, f.concept_id) && f.size_count == 0 &&
         std::any_of(f.details.begin(), f.details.end(),
                     [&](ConceptId d) { return lexicon[d].is(lexicon::ModifierKind::number); });
}

bool told_one_by_one(const Lexicon& lexicon, std::size_t announced, const std::vector<Finding>& out) {
  return std::count_if(out.begin() + static_cast<std::ptrdiff_t>(announced) + 1, out.end(),
                       [&](const Finding& f) { return f.abnormal && is_lesion(lexicon, f.concept_id); }) > 1;
}

void forget(std::size_t finding, Context& context, std::vector<Finding>& out) {
  out.erase(out.begin() + static_cast<std::ptrdiff_t>(finding));
  if (context.last_begin > finding) --context.last_begin;
  if (context.last_end > finding) --context.last_end;
}

// "Left ovary: 4.4 x 3.0 x 3.6 cm with a 2.7 cm cyst", "Right kidney: 11 cm, 2 cm cyst": the first measure is of the
// organ in the heading, if what comes behind it has one of its own.
bool measures_heading(const Context& context, std::span<const Item> items) {
  if (!context.headed || context.heading.empty() || context.heading.front().organs.empty() || items.size() < 4 ||
      items[0].kind != ItemKind::measure || items[0].size_count == 0 ||
      (items[1].kind != ItemKind::comma && !is_cue(items[1], CueKind::with)))
    return false;
  bool named = false, measured = false;
  for (const Item& item : items.subspan(2)) {
    if (item.kind == ItemKind::comma || item.kind == ItemKind::semicolon || item.cue == CueKind::prior) break;
    named |= item.observation != nullptr;
    measured |= item.kind == ItemKind::measure && item.size_count > 0;
  }
  return named && measured;
}

void begin_clause(const Context& context, std::span<const Item> items, std::size_t before, Clause& clause) {
  clause.clear();
  clause.items = items;
  clause.section = context.section;
  if (!context.heading.empty()) clause.heading = context.heading_words;
  clause.first_finding = clause.last_finding = before;
  clause.side_before = context.side;
  clause.sided_before = context.sided;
  clause.sided_sentence_before = context.sided_sentence;
}

}  // namespace

Dropped read_sentence(const Lexicon& lexicon, const RuleSet& off, std::span<const Item> items, std::uint32_t sentence,
                      Context& context, Clause& clause, std::vector<Finding>& out, const ClauseWatcher& watch) {
  const Setting setting{lexicon, off, sentence};
  Dropped why = Dropped::no;
  std::size_t first = 0;
  std::size_t announced = kNothing;  // "Two lesions are found:", and then each of them
  while (first < items.size()) {
    const bool of_heading = first == 0 && measures_heading(context, items);
    const std::size_t end = of_heading ? 1 : std::max(clause_end(setting, items, first), first + 1);
    std::span<const Item> said = items.subspan(first, std::min(end, items.size()) - first);
    if (first == 0) said = said.first(without_purpose(lexicon, said));
    begin_clause(context, said, out.size(), clause);
    clause.sentence = sentence;
    clause.behind_colon = first > 0 && items[first - 1].kind == ItemKind::colon;
    clause.dropped =
        names_protocol(lexicon, said) ? Dropped::technique : not_a_finding(setting, count(lexicon, clause.items));
    if (clause.dropped == Dropped::no &&
        (tells_what_is_known(setting, clause.items) || tells_of_patient(setting, clause.items) ||
         (out.empty() && asks(setting, clause.items))))
      clause.dropped = Dropped::history;
    if (clause.dropped == Dropped::no && context.opening && first == 0) {
      if (const auto opening = tells_whose_image(setting, clause.items)) {
        clause.dropped = Dropped::history;
        if (!opening->cancer) remember_complaint(setting, clause, context);  // its metastases may be anywhere
      }
    }
    if (clause.dropped == Dropped::no && context.nothing_found && out.empty()) leave_out_why(setting, clause, context);
    if (clause.dropped == Dropped::no) {
      read_clause(setting, context, clause, out);
      remember_ill(clause, out, context);
    } else {
      why = clause.dropped;
    }
    if (clause.dropped == Dropped::technique || is_title(setting, clause, out))
      remember_examination(lexicon, clause.items, context);
    if (watch) watch(clause, std::span<const Finding>(out).subspan(clause.first_finding));
    if (first > 0 && end < items.size() && items[end].kind == ItemKind::colon) begin_heading(lexicon, clause, context);
    if (first == 0 && end < items.size() && items[end].kind == ItemKind::colon && announces(lexicon, clause, out))
      announced = clause.first_finding;
    const bool measures = measures_next_place(lexicon, items, first, end);
    first = measures ? end + 1 : end;
    if (first < items.size() && (items[first].kind == ItemKind::semicolon || items[first].kind == ItemKind::colon))
      ++first;
  }
  if (announced != kNothing && told_one_by_one(lexicon, announced, out)) forget(announced, context, out);
  return why;
}

Counts count(const Lexicon& lexicon, std::span<const Item> items) {
  Counts n;
  bool comma = false;
  for (const Item& item : items) {
    comma = comma || item.kind == ItemKind::comma;
    if (item.observation != nullptr && item.kind == ItemKind::content) {
      ++n.clinical;
      const Concept& c = lexicon[item.observation->concept_id];
      const bool strong = !c.has(Concept::vague) || c.has(Concept::category);
      n.strong += strong ? 1 : 0;
      const bool operation = is_operation(lexicon, item.observation->concept_id);
      n.operations += strong && operation ? 1 : 0;
      n.procedures += !strong && operation ? 1 : 0;
    }
    if (item.attribute != nullptr) ++n.clinical;
    if (item.kind == ItemKind::level) ++n.places;
    if (item.cue == CueKind::it && item.stands_for != kNone) ++n.things;
    if (item.anatomy != nullptr) n.places += lexicon[item.anatomy->concept_id].has(Concept::part) ? 0 : 1;
    if (item.modifier != nullptr || item.kind == ItemKind::measure) ++n.details;
    if (item.kind == ItemKind::unknown) ++n.unknown;
    n.sides += item.cue == CueKind::left || item.cue == CueKind::right ? 1 : 0;
    switch (item.cue) {
      case CueKind::technique:
        ++n.technique;
        break;
      case CueKind::history:
        ++n.history;
        break;
      case CueKind::recommend:
        ++n.recommend;
        n.advised_behind = n.clinical > 0 && n.places > 0 && comma;
        break;
      case CueKind::infer:
        ++n.inferred;
        break;
      case CueKind::quality:
        ++n.quality;
        break;
      case CueKind::person:
        n.person_first |= &item == items.data();
        ++n.person;
        break;
      case CueKind::prior:
        ++n.prior;
        break;
      case CueKind::in:
      case CueKind::of:
      case CueKind::with:
      case CueKind::include:
      case CueKind::neg:
      case CueKind::not_:
        ++n.prepositions;
        break;
      case CueKind::be:
      case CueKind::show:
      case CueKind::seen:
        ++n.verbs;
        break;
      default:
        break;
    }
  }
  return n;
}

std::vector<Site> read_places(const Lexicon& lexicon, std::span<const Item> items) {
  Context none;
  const RuleSet all;
  const Setting setting{lexicon, all, 0};
  Clause clause;
  begin_clause(none, items, 0, clause);
  find_chunks(setting, none, clause);
  find_scopes(setting, clause);
  merge_chunks(setting, clause);
  find_runs(setting, none, clause);
  std::vector<Site> out;
  for (const PlaceRun& run : clause.runs) out.insert(out.end(), run.sites.begin(), run.sites.end());
  return out;
}

}  // namespace fiducial::findings
