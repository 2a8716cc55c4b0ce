#include "grammar/phrase.h"

#include <algorithm>

#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;

namespace {

enum class Role : std::uint8_t { none, place, observation, attribute, modifier };

// A bare shadow or area is not what makes the words before it mere details.
bool specific(const Lexicon& lexicon, const lexicon::Sense& s) {
  const Concept& c = lexicon[s.concept_id];
  return !c.has(Concept::generic) && !c.has(Concept::vague);
}

bool detail_before(const Lexicon& lexicon, std::span<const Item> items, std::size_t i) {
  for (std::size_t k = 0; k < i; ++k) {
    if (items[k].observation != nullptr) return true;
    if (items[k].modifier != nullptr && !lexicon[items[k].modifier->concept_id].is(lexicon::ModifierKind::distribution))
      return true;  // but "local density" is an attribute
  }
  return false;
}

// "Enlarged hyperemic right epididymis": both are said of the organ, and the first is no change of the second.
bool two_of_organ(const Lexicon& lexicon, std::span<const Item> items, std::size_t i) {
  const Concept& how = lexicon[items[i].modifier->concept_id];
  const bool looks = (how.is(lexicon::ModifierKind::density) || how.is(lexicon::ModifierKind::course)) &&
                     i + 1 < items.size() && items[i + 1].observation != nullptr &&
                     lexicon[items[i + 1].observation->concept_id].has(Concept::normal);
  if ((!how.is(lexicon::ModifierKind::change) && !looks) || !items[i].adjective || items[i].participle ||
      i + 2 >= items.size())
    return false;
  const Item& next = items[i + 1];
  const bool well = next.observation != nullptr &&
                    (next.negated_prefix || lexicon[next.observation->concept_id].has(Concept::normal));
  const bool judges = (next.adjective || well) && next.observation != nullptr && next.observation->site == kNone &&
                      next.anatomy == nullptr;
  const Item& last = items.back();
  return judges && last.anatomy != nullptr && last.observation == nullptr &&
         !lexicon[last.anatomy->concept_id].has(Concept::part);
}

// That something is not where it should be, or a kind of it.
bool says_moved(const Lexicon& lexicon, ConceptId c) {
  const ConceptId position = lexicon.known().position;
  const auto& kinds = lexicon.ancestors(c);
  return !lexicon[c].has(Concept::normal) &&
         (lexicon[c].about == position ||
          std::any_of(kinds.begin(), kinds.end(), [&](ConceptId up) { return lexicon[up].about == position; }));
}

// "Displaced by 5 mm laterally": where to, and not where.
bool moves_before(const Lexicon& lexicon, std::span<const Item> items, std::size_t i) {
  if (!lexicon[items[i].modifier->concept_id].is(lexicon::ModifierKind::position)) return false;
  return std::any_of(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(i), [&](const Item& before) {
    return before.observation != nullptr && says_moved(lexicon, before.observation->concept_id);
  });
}

// The meaning of item i of the phrase, where its word has several.
Role choose(const Lexicon& lexicon, std::span<const Item> items, std::size_t i, bool predicate_of_lesion,
            bool after_preposition) {
  const Item& item = items[i];
  const int meanings = (item.anatomy != nullptr) + (item.observation != nullptr) + (item.attribute != nullptr) +
                       (item.modifier != nullptr);
  if (meanings == 0) return Role::none;
  if (meanings == 1) {
    if (item.anatomy != nullptr) return Role::place;
    if (item.observation != nullptr) return Role::observation;
    return item.attribute != nullptr ? Role::attribute : Role::modifier;
  }
  bool observation_later = false;
  bool place_later = false;
  bool any_observation_later = false;
  for (std::size_t k = i + 1; k < items.size(); ++k) {
    const Item& other = items[k];
    observation_later |=
        other.observation != nullptr && other.anatomy == nullptr && specific(lexicon, *other.observation);
    any_observation_later |= other.observation != nullptr && other.anatomy == nullptr;
    place_later |= other.anatomy != nullptr && !lexicon[other.anatomy->concept_id].has(Concept::part);
  }
  if (item.anatomy != nullptr) {
    const bool piece = lexicon[item.anatomy->concept_id].has(Concept::part);
    if (item.modifier != nullptr && item.observation == nullptr)
      return moves_before(lexicon, items, i) ? Role::modifier : Role::place;
    if (piece && item.observation != nullptr && !after_preposition)
      return detail_before(lexicon, items, i) ? Role::observation : Role::place;  // "patchy areas"
    if (after_preposition || observation_later || place_later) return Role::place;
    return item.observation != nullptr && !piece ? Role::observation : Role::place;
  }
  if (item.observation != nullptr && item.modifier != nullptr) {
    // "enlarged fatty liver": the liver is
    const bool of_organ = lexicon[item.modifier->concept_id].is(lexicon::ModifierKind::change) &&
                          i + 1 < items.size() && items[i + 1].ends_in_organ;
    if (of_organ || two_of_organ(lexicon, items, i)) return Role::observation;
    if (observation_later) return Role::modifier;
    // "chest tube removed", "feeding tube coiled"
    const Concept& m = lexicon[item.modifier->concept_id];
    const bool of_device =
        (m.is(lexicon::ModifierKind::change) && m.rank == 0) || m.is(lexicon::ModifierKind::position);
    if (of_device &&
        std::any_of(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(i), [&](const Item& before) {
          return before.observation != nullptr && lexicon[before.observation->concept_id].has(Concept::device);
        }))
      return Role::modifier;
    const bool lesion = lexicon.contains(lexicon.known().lesion, item.observation->concept_id);
    if (!lesion && any_observation_later) return Role::modifier;  // "hazy opacity", but "cystic shadow" is a cyst
    return predicate_of_lesion ? Role::modifier : Role::observation;
  }
  if (item.attribute != nullptr && item.observation != nullptr) {
    const auto margin = [&](const Item& k) {  // "a well-defined lucency"
      return k.modifier != nullptr && lexicon[k.modifier->concept_id].is(lexicon::ModifierKind::margin);
    };
    for (std::size_t k = 0; k < items.size(); ++k) {
      if (k != i && items[k].observation != nullptr && !(k < i && margin(items[k]))) return Role::attribute;
    }
    if (!lexicon[item.observation->concept_id].has(Concept::generic)) return Role::observation;
    const auto before = items.first(i);  // "a 20 mm lucency"
    if (std::any_of(before.begin(), before.end(), [](const Item& k) { return k.size_count != 0; }))
      return Role::observation;
    return detail_before(lexicon, items, i) ? Role::observation : Role::attribute;  // "linear densities"
  }
  // "the nodule shows interval growth"; of a fetus it would be an attribute
  if (item.modifier != nullptr && predicate_of_lesion) return Role::modifier;
  return item.attribute != nullptr ? Role::attribute : Role::modifier;
}

void add_modifiers(const lexicon::Sense& sense, Phrase& p) {
  for (ConceptId m : sense.modifiers) p.details.add(m);
}

class PhraseReader {
 public:
  PhraseReader(const Lexicon& lexicon, std::span<const Item> items, Side last_side)
      : lexicon_(lexicon), items_(items), last_side_(last_side) {}

  Phrase run(bool predicate_of_lesion, bool after_preposition) {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Item& item = items_[i];
      phrase_.span.cover(item.begin, item.end);
      switch (item.kind) {
        case ItemKind::cue:
          side(item);
          break;
        case ItemKind::measure:
          measure(item);
          break;
        case ItemKind::level:
          level(item);
          break;
        case ItemKind::ordinal:
          ordinal(item);
          break;
        case ItemKind::unknown:
          phrase_.words.add(item.word);
          unknown_.cover(item.begin, item.end);
          break;
        default:
          content(item, choose(lexicon_, items_, i, predicate_of_lesion, after_preposition));
          break;
      }
    }
    finish();
    return phrase_;
  }

 private:
  void side(const Item& item) {
    Side s = Side::none;
    if (item.cue == CueKind::left) s = Side::left;
    if (item.cue == CueKind::right) s = Side::right;
    if (item.cue == CueKind::both) s = Side::both;
    if (item.cue == CueKind::same_side) s = last_side_;
    if (item.cue == CueKind::other_side)
      s = last_side_ == Side::left ? Side::right : last_side_ == Side::right ? Side::left : Side::none;
    if (s == Side::none) return;
    phrase_.side_said = true;
    phrase_.directed |= item.directed;
    const Side before = phrase_.site.side;
    if (before == Side::both && item.cue != CueKind::both && both_said_) {  // "both left pubic rami": of that side
      phrase_.site.side = s;
      both_said_ = false;
      return;
    }
    both_said_ |= item.cue == CueKind::both;
    phrase_.site.side = before == Side::none || before == s ? s : Side::both;
  }

  void measure(const Item& item) {
    phrase_.add_sizes(item.sizes, item.size_count);
    if (item.quantity.unit != Unit::none) phrase_.add_quantities({item.quantity}, 1);
  }

  void level(const Item& item) {
    if (phrase_.site.from == 0) {
      phrase_.site.from = item.level_from;
      phrase_.site.to = item.level_to;
      phrase_.site.pair = item.level_pair;
    } else if (item.level_to > phrase_.site.to) {
      phrase_.site.to = item.level_to;
    }
  }

  void ordinal(const Item& item) {
    if (!item.of_rib || item.level_from == 0 || item.level_to > 12) return;
    phrase_.site.from = static_cast<std::uint8_t>(kRib + item.level_from);
    phrase_.site.to = static_cast<std::uint8_t>(kRib + item.level_to);
  }

  void content(const Item& item, Role role) {
    switch (role) {
      case Role::place:
        if (item.anatomy->concept_id == lexicon_.known().surrounding && names_organ_after(item)) break;
        place(*item.anatomy);
        phrase_.site.single =
            !item.plural && !item.adjective && lexicon_[item.anatomy->concept_id].has(Concept::paired);
        phrase_.site.several = item.plural && lexicon_[item.anatomy->concept_id].has(Concept::paired);
        break;
      case Role::observation:
        observation(item);
        break;
      case Role::attribute:
        if (phrase_.attribute == kNone || phrase_.attribute == item.attribute->concept_id)
          phrase_.attribute = item.attribute->concept_id;
        if (item.observation != nullptr) phrase_.seen_as = item.observation->concept_id;
        if (item.attribute->site != kNone) add_place(lexicon_, phrase_.site, item.attribute->site);
        attribute_span_.cover(item.begin, item.end);
        break;
      case Role::modifier:
        modifier(item);
        break;
      case Role::none:
        break;
    }
  }

  void modifier(const Item& item) {
    const Concept& here = lexicon_[item.modifier->concept_id];
    const bool change = here.is(lexicon::ModifierKind::change) && here.direction != 0;
    const bool severity = here.is(lexicon::ModifierKind::severity);
    // "has improved significantly", "markedly decreased": how much it changed, and not how much there is of it
    if (severity && changed_before_ == item.first_token && changed_before_ != 0) return;
    if (change && degree_ != kNone && degree_before_ == item.first_token) phrase_.details.remove(degree_);
    const bool behind = here.is(lexicon::ModifierKind::size) && here.going != kNone && phrase_.concept_id != kNone &&
                        !lexicon_[phrase_.concept_id].has(Concept::normal);  // "effusion smaller"
    phrase_.details.add(behind ? here.going : as_said(item));
    add_modifiers(*item.modifier, phrase_);
    if (change) changed_before_ = item.first_token + item.tokens;
    if (severity) {
      degree_ = item.modifier->concept_id;
      degree_before_ = item.first_token + item.tokens;
    }
  }

  // "Resolving" is not yet resolved.
  ConceptId as_said(const Item& item) const {
    const ConceptId going = lexicon_[item.modifier->concept_id].going;
    return item.participle && going != kNone ? going : item.modifier->concept_id;
  }

  // "The surrounding lung", "adjacent pleura": the lung, the pleura.
  bool names_organ_after(const Item& item) const {
    for (const Item& other : items_) {
      if (other.begin > item.begin && other.anatomy != nullptr &&
          !lexicon_[other.anatomy->concept_id].has(Concept::part))
        return true;
    }
    return false;
  }

  void place(const lexicon::Sense& sense) {
    const bool node = sense.concept_id == node_id() || lexicon_.contains(node_id(), sense.concept_id);
    if (node && !phrase_.site.organs.empty()) phrase_.tail = sense.concept_id;
    add_place(lexicon_, phrase_.site, sense.concept_id);
    if (sense.side != Side::none) {
      phrase_.site.side = sense.side;
      phrase_.side_said = phrase_.side_said || lexicon_[sense.concept_id].side == Side::none;
    }
    add_modifiers(sense, phrase_);
    if (sense.site != kNone) add_place(lexicon_, phrase_.site, sense.site);
  }

  ConceptId node_id() const { return lexicon_.known().lymph_node; }

  // "Status post tumor resection", "after dislocation surgery": what was operated on is history.
  bool operated_on(const Item& item) const {
    const ConceptId c = phrase_.concept_id;
    return c != kNone && item.observation->concept_id == lexicon_.known().poststate && item.tokens == 1 &&
           !item.adjective && !item.participle && strength(c) == 2 && !lexicon_[c].has(Concept::normal) &&
           !lexicon_[c].has(Concept::device) && !lexicon_.contains(lexicon_.known().poststate, c);
  }

  // The head is the last observation that says something; bare shadows and areas only lend it their features, and
  // the others describe it.
  void observation(const Item& item) {
    const lexicon::Sense& s = *item.observation;
    if (says_how_it_is(item) || says_it_changed(item)) return modifier(item);
    if (says_how_well_seen(s.concept_id)) return;
    const bool classed = phrase_.concept_id != kNone && lexicon_[s.concept_id].has(Concept::category);
    if (classed || befalls(s.concept_id)) return phrase_.states.add(s.concept_id);
    if (operated_on(item)) {
      if (phrase_.fused_site != kNone) add_place(lexicon_, phrase_.site, phrase_.fused_site);
      phrase_.concept_id = s.concept_id;
      phrase_.head = {item.begin, item.end};
      return;
    }
    // "A calcified non-aneurysmal aorta": both are said of it
    if (phrase_.concept_id != kNone && phrase_.adjective && item.adjective && s.site == kNone && !phrase_.denied &&
        lexicon_[s.concept_id].has(Concept::normal) && !lexicon_[phrase_.concept_id].has(Concept::normal) &&
        lexicon_[s.concept_id].about != kNone)
      return phrase_.states.add(s.concept_id);
    const int weight = strength(s.concept_id);
    phrase_.head.cover(item.begin, item.end);
    const bool of_normal = phrase_.concept_id != kNone && lexicon_[phrase_.concept_id].has(Concept::normal) &&
                           lexicon_[s.concept_id].has(Concept::generic);
    if (of_normal && phrase_.attribute == kNone) phrase_.attribute = lexicon_[s.concept_id].about;  // "normal opacity"
    // "a Bosniak IV cyst", "a meningioma mass": the particular name stays
    const bool wider = phrase_.concept_id != kNone && !phrase_.adjective && s.concept_id != phrase_.concept_id &&
                       (s.site == kNone || s.site == lexicon_[phrase_.concept_id].at) &&
                       lexicon_.contains(s.concept_id, phrase_.concept_id);
    if (of_normal || wider || (phrase_.concept_id != kNone && weight < strength(phrase_.concept_id))) {
      add_modifiers(s, phrase_);
      phrase_.details.add(lexicon_[s.concept_id].has_detail);
      if (s.site != kNone) add_place(lexicon_, phrase_.site, s.site);
      return;
    }
    if (phrase_.concept_id != kNone && phrase_.denied && lexicon_[phrase_.concept_id].has_detail != kNone)
      phrase_.absent_details.add(lexicon_[phrase_.concept_id].has_detail);  // a "noncalcified mass"
    if (phrase_.concept_id != kNone && !phrase_.denied) {
      phrase_.details.add(lexicon_[phrase_.concept_id].has_detail);
      if (strength(phrase_.concept_id) == 2)
        phrase_.head = {item.begin, item.end};  // the rupture in "aneurysm rupture"
      if (is_state(s.concept_id))
        add_state();
      else if (strength(phrase_.concept_id) == 2)
        phrase_.details.add(phrase_.concept_id);
      if (phrase_.fused_site != kNone && s.site == kNone) add_place(lexicon_, phrase_.site, phrase_.fused_site);
    }
    degree_of_head_ = degree_ != kNone && degree_before_ == item.first_token && item.adjective ? degree_ : kNone;
    phrase_.concept_id = s.concept_id;
    phrase_.fused_site = s.site;
    phrase_.usual_site = s.usual_site;
    phrase_.site_in_words = s.site != kNone && item.tokens > 1 && !s.usual_site;
    phrase_.ends_in_organ = s.site != kNone && item.ends_in_organ;
    phrase_.fused_side = s.side;
    phrase_.denied = item.negated_prefix;
    phrase_.adjective = item.adjective;
    phrase_.completed = item.completed;
    add_modifiers(s, phrase_);
  }

  // "A fracture displaced by 6 mm": how the fracture is.
  bool says_how_it_is(const Item& item) const {
    return item.modifier != nullptr && phrase_.concept_id != kNone && strength(phrase_.concept_id) == 2 &&
           lexicon_[item.modifier->concept_id].is(lexicon::ModifierKind::position) &&
           lexicon_[item.modifier->concept_id].seen == item.observation->concept_id &&
           may_have_detail(lexicon_, phrase_.concept_id, item.modifier->concept_id);
  }

  // "Consolidation incompletely imaged" is consolidation.
  bool says_how_well_seen(ConceptId c) const {
    return phrase_.concept_id != kNone && strength(phrase_.concept_id) == 2 && lexicon_[c].about != kNone &&
           lexicon_[c].about == lexicon_[lexicon_.known().blurring].about && c != lexicon_.known().blurring &&
           !lexicon_[phrase_.concept_id].has(Concept::normal) && lexicon_[phrase_.concept_id].about == kNone;
  }

  // "Nodule increased from 6 to 9 mm"
  bool says_it_changed(const Item& item) const {
    const Lexicon::Known& k = lexicon_.known();
    const ConceptId c = item.observation->concept_id;
    return item.modifier != nullptr && (c == k.increase || c == k.decrease) && phrase_.concept_id != kNone &&
           strength(phrase_.concept_id) == 2 && lexicon_[item.modifier->concept_id].is(lexicon::ModifierKind::change);
  }

  // "Ruptured cyst", "patent stent", "stent occlusion": the observation so far is one of its own beside the next.
  bool is_state(ConceptId next) const {
    const Concept& here = lexicon_[phrase_.concept_id];
    const bool device = lexicon_[next].has(Concept::device);
    if (here.has(Concept::category)) return true;  // "a Lung-RADS 4A nodule"
    if (here.has(Concept::normal)) return device && here.about != kNone;
    if (strength(phrase_.concept_id) < 2 || strength(next) < 2) return false;
    return here.has(Concept::device) || (phrase_.adjective && phrase_.fused_site == kNone);
  }

  void add_state() {
    phrase_.states.add(phrase_.concept_id);
    if (degree_of_head_ == kNone || phrase_.state_degree != kNone) return;
    phrase_.state_degree = degree_of_head_;
    phrase_.details.remove(degree_of_head_);
  }

  // "HCC rupture": there is one, and it has ruptured.
  bool befalls(ConceptId next) const {
    const ConceptId integrity = lexicon_[lexicon_.known().fracture].about;
    return phrase_.concept_id != kNone && !phrase_.adjective && is_lesion(lexicon_, phrase_.concept_id) &&
           strength(phrase_.concept_id) == 2 && lexicon_[next].about == integrity &&
           !lexicon_[next].has(Concept::normal) && !is_lesion(lexicon_, next);
  }

  // 2: names something; 1: a bare shadow or area with a feature; 0: says little.
  int strength(ConceptId id) const {
    const Concept& c = lexicon_[id];
    if (c.has(Concept::normal)) return 1;
    if (c.has(Concept::vague)) return 0;
    return c.has(Concept::generic) ? 1 : 2;
  }

  // "The left S1 root": a piece of a level is one of the spine.
  void piece_of_level() {
    const ConceptId spine = lexicon_.known().spine;
    if (phrase_.site.from == 0 || phrase_.site.from >= kRib || !phrase_.site.organs.empty()) return;
    const ConceptSet<6> parts = phrase_.site.parts;
    for (ConceptId part : parts) {
      if (lexicon_.composed(spine, part) != kNone) add_place(lexicon_, phrase_.site, spine);
    }
  }

  // "A small scarred kidney", "large heterogeneous spleen": the organ is small, and not the scar.
  void size_of_organ() {
    if (!phrase_.adjective || phrase_.site.organs.empty() || is_lesion(lexicon_, phrase_.concept_id)) return;
    const ConceptSet<12> details = phrase_.details;
    for (const ConceptId d : details) {
      const ConceptId judged =
          lexicon_[d].is(lexicon::ModifierKind::size) ? named_by(lexicon_, d, kNone).concept_id : kNone;
      if (judged == kNone) continue;
      phrase_.details.remove(d);
      phrase_.states.add(judged);
    }
  }

  void finish() {
    piece_of_level();
    // "well-circumscribed margins" is a detail of what has them.
    const ConceptId margin = lexicon_.known().margin;
    if (phrase_.concept_id == kNone && phrase_.attribute == kNone && phrase_.site.anywhere() &&
        phrase_.site.parts.size == 1 && phrase_.site.parts.has(margin) && !phrase_.details.empty())
      phrase_.site.parts.remove(margin);
    // "On both T1 and T2": not both sides.
    if (phrase_.site.side == Side::both && phrase_.site.organs.empty() && phrase_.site.parts.empty() &&
        std::any_of(phrase_.details.begin(), phrase_.details.end(),
                    [&](ConceptId d) { return lexicon_[d].is(lexicon::ModifierKind::sequence); }))
      phrase_.site.side = Side::none;
    if (phrase_.concept_id != kNone) {
      phrase_.kind = PhraseKind::head;
      size_of_organ();
    } else if (phrase_.attribute != kNone) {
      phrase_.kind = PhraseKind::attribute;
      phrase_.head = attribute_span_;
    } else if (!phrase_.site.empty()) {
      phrase_.kind = PhraseKind::place;
    } else if (phrase_.words.size != 0) {
      phrase_.kind = PhraseKind::head;  // of a word that the lexicon does not know
      phrase_.head = unknown_;
    } else if (!phrase_.details.empty() || phrase_.size_count != 0 || phrase_.quantity_count != 0) {
      phrase_.kind = PhraseKind::details;
    }
  }

  const Lexicon& lexicon_;
  std::span<const Item> items_;
  Phrase phrase_;
  Side last_side_;
  Span unknown_, attribute_span_;
  // the tokens behind the last change and the last degree, and what that degree was
  std::size_t changed_before_ = 0, degree_before_ = 0;
  ConceptId degree_ = kNone, degree_of_head_ = kNone;
  bool both_said_ = false;  // as one word, and not as left and right
};

}  // namespace

Phrase head_of(ConceptId concept_id, Span span) {
  Phrase p;
  p.kind = PhraseKind::head;
  p.concept_id = concept_id;
  p.span = p.head = span;
  return p;
}

void say_of(Finding& finding, const Phrase& phrase, bool denied) {
  for (const ConceptId d : phrase.details) (denied ? finding.absent_details.add(d) : finding.details.add(d));
  for (const ConceptId d : phrase.absent_details) finding.absent_details.add(d);
  if (finding.size_count == 0) {
    for (std::uint8_t n = 0; n < phrase.size_count; ++n) finding.add_size(phrase.sizes[n]);
  }
  for (std::uint8_t n = 0; n < phrase.quantity_count; ++n) finding.add_quantity(phrase.quantities[n]);
}

Site own_place(const Lexicon& lexicon, const Phrase& phrase) {
  Site site = phrase.site;
  if (phrase.fused_site != kNone) add_place(lexicon, site, phrase.fused_site);
  if (site.side == Side::none) site.side = phrase.fused_side;
  return site;
}

Phrase read_phrase(const Lexicon& lexicon, std::span<const Item> items, bool predicate_of_lesion,
                   bool after_preposition, Side side) {
  return PhraseReader(lexicon, items, side).run(predicate_of_lesion, after_preposition);
}

}  // namespace fiducial::findings
