#include "grammar/extents.h"

#include <algorithm>

#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;
using lexicon::Lexicon;

namespace {

constexpr std::size_t kFar = 12;  // words that a person puts between

class Extents {
 public:
  Extents(const Lexicon& lexicon, std::string_view text, std::vector<Item>& items)
      : lexicon_(lexicon), text_(text), items_(items) {}

  void run() {
    for (std::size_t i = 1; i + 1 < items_.size(); ++i) {
      if (is_cue(items_[i], CueKind::with)) involve(i);
      if (is_cue(items_[i], CueKind::in) || is_cue(items_[i], CueKind::of)) from_there_to(i);
      if (is_row(items_[i], lexicon_.known().involving) && reaches_too(i))
        say_cue(lexicon_, items_[i], lexicon_.known().extends);
      if (is_row(items_[i], lexicon_.known().to_level) || is_row(items_[i], lexicon_.known().reaching)) landmark(i);
      if (is_row(items_[i], lexicon_.known().into) && (grows(items_[i - 1]) || goes_on(i)))
        say_cue(lexicon_, items_[i], lexicon_.known().extends);
    }
  }

 private:
  static bool names_thing(const Item& item) { return item.kind == ItemKind::content && item.observation != nullptr; }
  static bool within_place(const Item& item) {
    return names_place(item) || names_side(item) || is_cue(item, CueKind::the);
  }

  // The thing before item i; `i` if there is none in its clause.
  std::size_t thing_before(std::size_t i) const {
    for (std::size_t k = i; k-- > 0 && i - k < kFar;) {
      if (items_[k].kind == ItemKind::semicolon || is_clause_verb(items_[k]) || joins_clauses(items_[k])) return i;
      if (names_thing(items_[k])) return k;
    }
    return i;
  }
  static bool joins_clauses(const Item& item) { return is_cue(item, CueKind::and_) || is_cue(item, CueKind::negend); }

  // "With involvement of the joint", "with joint involvement": as "involving the joint", but of a tumor, which invades.
  void involve(std::size_t with) {
    const std::size_t thing = thing_before(with);
    if (thing == with || is_lesion(lexicon_, items_[thing].observation->concept_id)) return;
    std::size_t i = with + 1;
    while (i < items_.size() && within_place(items_[i])) ++i;
    if (i >= items_.size() || !names_thing(items_[i]) || items_[i].anatomy != nullptr || items_[i].tokens != 1 ||
        items_[i].observation->concept_id != lexicon_.known().infiltration || items_[i].participle)
      return;
    const bool behind = i + 1 < items_.size() && is_cue(items_[i + 1], CueKind::of);
    if (!behind && i == with + 1) return;
    say_cue(lexicon_, items_[with], lexicon_.known().involving);
    pass_over(items_[i]);
    if (behind) pass_over(items_[i + 1]);
  }

  std::string_view words(std::size_t i) const { return text_.substr(items_[i].begin, items_[i].end - items_[i].begin); }

  // The item behind a place; `i`: there is none.
  std::size_t behind_place(std::size_t i) const {
    constexpr std::size_t kFew = 6;
    bool place = false;
    std::size_t k = i;
    while (k < items_.size() && k < i + kFew && within_place(items_[k])) place |= names_place(items_[k++]);
    return place ? k : i;
  }

  // "Thrombus extending from the popliteal vein to the common femoral": in both. A tube is where it ends.
  void from_there_to(std::size_t from) {
    if (!words(from).ends_with("from")) return;
    const std::size_t to = behind_place(from + 1);
    if (to == from + 1 || to + 1 >= items_.size() || in_both(from, to)) return;
    // "it extends from the left psoas into the groin": into that
    if (items_[from].tokens > 1 && is_row(items_[to], lexicon_.known().into))
      say_cue(lexicon_, items_[to], lexicon_.known().extends);
  }

  // The thing before `from` is named: it is in both places.
  bool in_both(std::size_t from, std::size_t to) {
    const std::size_t thing = thing_before(from);
    // "the vein is incompetent from the knee to the ankle": the vein is
    if (thing == from || (thing > 0 && is_cue(items_[thing - 1], CueKind::be)) || items_[to].kind != ItemKind::cue)
      return false;
    // "incompetence of the great saphenous vein from the groin to the knee": of the vein
    if (items_[thing].observation->site != kNone) return false;
    for (std::size_t k = thing + 1; k < from; ++k) {
      if (names_place(items_[k])) return false;
    }
    const Concept& c = lexicon_[items_[thing].observation->concept_id];
    const std::string_view how = words(to);
    const bool leads = how == "to" || how == "into" || how == "up to" || how == "up into" || how == "down to" ||
                       how == "down into" || how == "through to" || how == "as far as";
    if (!leads || c.has(Concept::normal) || c.has(Concept::device) || is_size(items_[from - 1])) return false;
    const auto piece = [&](const Item& item) {
      return names_place(item) && lexicon_[item.anatomy->concept_id].has(Concept::part);
    };
    if (piece(items_[to - 1])) return false;  // "from the base to the tip of the scaphoid"
    std::size_t there = to + 1;               // "the lower cava"
    while (there < items_.size() && there < to + 4 &&
           (within_place(items_[there]) || items_[there].anatomy != nullptr) && !names_place(items_[there]))
      ++there;
    if (there >= items_.size() || !names_place(items_[there])) return false;
    say_cue(lexicon_, items_[from], lexicon_.known().in);
    for (std::size_t k = thing + 1; k < from; ++k) {
      if (is_cue(items_[k], CueKind::near)) pass_over(items_[k]);  // "reaches from"
    }
    pass_over(items_[to]);
    items_[to].cue = CueKind::and_;
    return true;
  }

  bool is_vessel(lexicon::ConceptId place) const {
    return place != lexicon::kNone && lexicon_.contains(lexicon_.known().vascular_system, place);
  }
  bool in_vessels(const Item& item) const { return names_place(item) && is_vessel(item.anatomy->concept_id); }

  // "A dissection extending to the level of the renal arteries": how far, and not where. "A clot in the femoral vein
  // reaching the iliac vein": in both.
  void landmark(std::size_t i) {
    const std::size_t thing = thing_before(i);
    if (thing == i) return;
    if (is_device(lexicon_, items_[thing])) {  // a tube ends where it reaches
      if (is_row(items_[i], lexicon_.known().reaching)) say_cue(lexicon_, items_[i], lexicon_.known().in);
      return;
    }
    std::size_t next = i + 1;
    while (next + 1 < items_.size() && (is_cue(items_[next], CueKind::the) || names_side(items_[next]))) ++next;
    if (!names_place(items_[next])) return;
    if (is_row(items_[i], lexicon_.known().reaching)) {
      const bool vessel =
          in_vessels(items_[next]) &&
          (is_vessel(items_[thing].observation->site) ||
           is_vessel(lexicon_[items_[thing].observation->concept_id].at) ||
           std::any_of(items_.begin() + static_cast<std::ptrdiff_t>(thing - std::min(thing, std::size_t{1})),
                       items_.begin() + static_cast<std::ptrdiff_t>(i), [&](const Item& k) { return in_vessels(k); }));
      if (vessel) say_cue(lexicon_, items_[i], lexicon_.known().extends);
      return;
    }
    for (std::size_t k = i; k <= next; ++k) pass_over(items_[k]);
  }

  // "Fluid tracks along the gutter | into the pelvis": it is in both.
  bool goes_on(std::size_t i) const {
    std::size_t k = i;
    while (k > 0 && i - k < kFar && within_place(items_[k - 1])) --k;
    if (k == i || k == 0 || !is_cue(items_[k - 1], CueKind::in) || items_[k - 1].tokens < 2) return false;
    const std::size_t thing = thing_before(k - 1);
    return thing + 1 < k && !is_device(lexicon_, items_[thing]) &&
           !lexicon_[items_[thing].observation->concept_id].has(Concept::through);
  }

  // "The thrombus has propagated into the popliteal vein": as "extends into".
  bool grows(const Item& item) const {
    return item.only_modifier() && lexicon_[item.modifier->concept_id].is(lexicon::ModifierKind::change) &&
           lexicon_[item.modifier->concept_id].direction > 0;
  }

  // Does the thing before have a place, and is the next one another?
  bool reaches_too(std::size_t i) const {
    const std::size_t thing = thing_before(i);
    if (thing == i || items_[thing].plural) return false;  // several may be in several places
    std::size_t next = i + 1;
    while (next < items_.size() && (is_cue(items_[next], CueKind::the) || names_side(items_[next]))) ++next;
    if (next >= items_.size() || !names_place(items_[next])) return false;
    const ConceptId there = items_[next].anatomy->concept_id;
    if (lexicon_[there].has(Concept::part)) return false;
    bool placed = false;
    const auto another = [&](ConceptId place) {
      return place != there && !lexicon_.contains(place, there) && !lexicon_.contains(there, place) &&
             lexicon_.composed(place, there) == kNone;  // "of the femur, involving the neck": its neck
    };
    const ConceptId own = items_[thing].observation->site != kNone ? items_[thing].observation->site
                                                                   : lexicon_[items_[thing].observation->concept_id].at;
    if (own != kNone) placed = another(own);
    for (std::size_t k = thing + 1; k < i; ++k) {
      if (names_place(items_[k])) placed = another(items_[k].anatomy->concept_id);
    }
    return placed;
  }

  const Lexicon& lexicon_;
  std::string_view text_;
  std::vector<Item>& items_;
};

// "Stranding about the left kidney": around it; but "about 3 cm"
bool is_about_place(const Lexicon& lexicon, std::span<const Item> items, std::size_t i) {
  if (lexicon[items[i].cue_concept].direction <= 0 || items[i - 1].observation == nullptr) return false;
  std::size_t place = i + 1;
  while (place < items.size() && (is_cue(items[place], CueKind::the) || names_side(items[place]))) ++place;
  if (place == items.size() || !names_place(items[place])) return false;
  const lexicon::ConceptId what = items[i - 1].observation->concept_id;
  const lexicon::Lexicon::Known& k = lexicon.known();
  const bool spreads = what == k.stranding || what == k.fluid || what == k.gas || what == k.edema ||
                       what == k.hemorrhage || lexicon.contains(k.fluid, what);
  if (!spreads) return false;                                         // "calcification about the valve" is at it
  const lexicon::ConceptId where = items[place].anatomy->concept_id;  // "edema about the hip" is at it
  return !lexicon.contains(lexicon.known().upper_limb, where) && !lexicon.contains(lexicon.known().lower_limb, where);
}

}  // namespace

void settle_extents(const Lexicon& lexicon, std::string_view text, std::vector<Item>& items) {
  Extents(lexicon, text, items).run();
}

// "Edema surrounds the mass": the place that lies around something, as a verb with its object.
void tell_what_surrounds(const Lexicon& lexicon, std::vector<Item>& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    Item& verb = items[i];
    if (is_cue(verb, CueKind::filler) && is_about_place(lexicon, items, i)) {
      verb.cue = CueKind::near;
      verb.cue_concept = lexicon.known().near;
    }
    const bool object = is_cue(items[i + 1], CueKind::the) || is_cue(items[i + 1], CueKind::filler);
    if (!object || verb.tokens != 1 || !(verb.plural || verb.participle) || verb.anatomy == nullptr ||
        items[i - 1].observation == nullptr || verb.anatomy->concept_id != lexicon.known().surrounding)
      continue;
    pass_over(verb);
    verb.cue = CueKind::near;
    verb.cue_concept = lexicon.known().near;
  }
}

}  // namespace fiducial::findings
