#include "grammar/open_phrase.h"

#include <algorithm>

#include "grammar/chunk_places.h"
#include "grammar/limits.h"
#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;
using lexicon::ModifierKind;

namespace {

// As many words as a list of adjectives may have.
constexpr std::ptrdiff_t kMostAdjectives = 24;

}  // namespace

const Chunk* last_named(const Clause& clause) {
  const auto head = std::find_if(clause.chunks.rbegin(), clause.chunks.rend(), [](const Chunk& c) {
    return c.phrase.kind == PhraseKind::head && c.phrase.concept_id != kNone;
  });
  return head == clause.chunks.rend() ? nullptr : &*head;
}

bool OpenPhrase::thing_so_far() const {
  return !clause_.chunks.empty() && clause_.chunks.back().phrase.kind == PhraseKind::head;
}

bool OpenPhrase::is_denied_by(const Item& behind) const {
  const std::span<const Item> items = clause_.items;
  const auto next = static_cast<std::size_t>(&behind - items.data()) + 1;
  const bool ends = next >= items.size() || items[next].kind == ItemKind::comma || is_cue(items[next], CueKind::and_);
  const bool thing =
      std::any_of(phrase_.begin(), phrase_.end(), [](const Item& item) { return item.observation != nullptr; });
  const bool nothing = behind.stands_for != kNone && behind.tokens == 1 && !clause_.verb && thing;
  return (behind.adjective || nothing) && !phrase_.empty() && ends;
}

bool OpenPhrase::thing_with_place() const {
  bool place = false;
  for (std::size_t i = clause_.chunks.size(); i-- > 0;) {
    const Chunk& c = clause_.chunks[i];
    if (c.phrase.kind == PhraseKind::head) return place;
    if (c.phrase.kind == PhraseKind::place && !c.prepositional()) return false;
    if (c.phrase.kind == PhraseKind::attribute) return false;
    place |= c.phrase.kind == PhraseKind::place;
  }
  return false;
}

bool OpenPhrase::placed_before() const {
  if (phrase_.empty() || (joint_ != Joint::in && joint_ != Joint::of)) return false;
  // "a protrusion in the left foramen at L4/5 touches the root": behind two places
  const auto thing = std::find_if(clause_.chunks.rbegin(), clause_.chunks.rend(), [this](const Chunk& c) {
    return joint_ == Joint::of || c.phrase.kind != PhraseKind::place || c.joint != Joint::in;
  });
  return thing != clause_.chunks.rend() && thing->phrase.kind == PhraseKind::head &&
         std::none_of(phrase_.begin(), phrase_.end(), [](const Item& i) { return i.observation != nullptr; });
}

bool OpenPhrase::names_nature_behind(const Item& hedge) const {
  const Item* next = &hedge + 1;
  const Item* const end = clause_.items.data() + clause_.items.size();
  while (next < end && (is_cue(*next, CueKind::filler) || is_cue(*next, CueKind::the) || next->only_modifier())) ++next;
  return next < end && next->kind == ItemKind::content && next->observation != nullptr && next->anatomy == nullptr &&
         !next->adjective && !next->participle && lexicon_[next->observation->concept_id].about == kNone;
}

bool OpenPhrase::subject_is_lesion() const {
  const Chunk* last = nullptr;
  for (const Chunk& c : clause_.chunks) {
    if (c.phrase.kind == PhraseKind::place && !c.prepositional() && c.joint != Joint::list) return false;
    if (c.phrase.kind == PhraseKind::head || c.phrase.kind == PhraseKind::attribute) last = &c;
  }
  if (last == nullptr) return false;
  // "the hepatic lesion is lobulated"; of a bare area or shadow that would be the finding
  const bool placed = !last->phrase.site.organs.empty() || last->phrase.fused_site != kNone;
  const bool lesion =
      last->phrase.concept_id == lexicon_.known().lesion && placed && last->definite && joint_ == Joint::be;
  // "the stent is occluded": that is a finding, and not how severe the stent is
  const bool device = last->phrase.concept_id != kNone && lexicon_[last->phrase.concept_id].has(Concept::device);
  const bool blocked = device && std::any_of(phrase_.begin(), phrase_.end(), [&](const Item& i) {
                         return i.observation != nullptr && i.modifier != nullptr &&
                                lexicon_[i.modifier->concept_id].is(ModifierKind::severity);
                       });
  return lesion || (is_thing(last->phrase) && !blocked);
}

bool OpenPhrase::is_thing(const Phrase& p) const {
  if (p.kind != PhraseKind::head || p.concept_id == kNone) return false;
  const Concept& c = lexicon_[p.concept_id];
  const bool thing = c.about == kNone || (c.direction == 0 && !p.adjective);  // "the tear is complete"
  return !c.has(Concept::normal) && !c.has(Concept::generic) && thing;
}

bool OpenPhrase::relative_of_thing() const {
  if (joint_ != Joint::be || clause_.marks.empty() || clause_.chunks.empty()) return false;
  const Mark& last = clause_.marks.back();
  return last.cue == CueKind::which && last.next == clause_.chunks.size() && is_thing(clause_.chunks.back().phrase);
}

bool OpenPhrase::describes_again() const {
  const Chunk* const head = last_named(clause_);
  const bool of_thing = head != nullptr ? is_thing(head->phrase) : clause_.anaphor;
  return (joint_ == Joint::list || listed_) && of_thing && !clause_.chunks.empty() &&
         clause_.chunks.back().phrase.kind == PhraseKind::details &&
         std::all_of(phrase_.begin(), phrase_.end(),
                     [&](const Item& i) { return i.anatomy == nullptr && within_adjectives(i); });
}

bool OpenPhrase::tells_how(const Item& item) const {
  if (item.modifier == nullptr) return false;
  // "The enlarged node has returned to normal size": it is enlarged no longer
  const Concept& how = lexicon_[item.modifier->concept_id];
  if (how.is(ModifierKind::change) && how.rank == 0 && item.observation != nullptr &&
      item.observation->concept_id == lexicon_.known().normal)
    return std::any_of(phrase_.begin(), phrase_.end(), [&](const Item& i) {
      return i.observation != nullptr && !lexicon_[i.observation->concept_id].has(Concept::normal);
    });
  const ConceptId of = how.home;
  return of != kNone && std::any_of(phrase_.begin(), phrase_.end(), [&](const Item& i) {
           return i.observation != nullptr &&
                  (i.observation->concept_id == of || lexicon_.contains(of, i.observation->concept_id));
         });
}

bool OpenPhrase::does_something(std::size_t at) const {
  const std::span<const Item> items = clause_.items;
  const Item& item = items[at];
  if (item.observation == nullptr || item.anatomy != nullptr || tells_how(item)) return false;
  if (!item.verb_with_object && ((!item.participle && !item.plural) || at + 1 >= items.size())) return false;
  const Item& next = item.verb_with_object ? item : items[at + 1];
  // "displaces the left ureter", but "moderate effusions on the left", "… bilaterally"
  const bool side = names_side(next) && next.tokens == 1 &&
                    (item.participle || (at + 2 < items.size() && items[at + 2].anatomy != nullptr));
  const bool object = item.verb_with_object || is_cue(next, CueKind::the) || next.anatomy != nullptr || side;
  // "a mass with spiculated margins abuts the pleura"
  const bool described = joint_ == Joint::with && !clause_.chunks.empty() && clause_.chunks.back().head() &&
                         std::all_of(phrase_.begin(), phrase_.end(), [](const Item& i) { return i.only_modifier(); });
  // "the right iliac artery compresses the left iliac vein": the vein is compressed
  const bool by_organ = (joint_ == Joint::start || joint_ == Joint::with) && (item.plural || item.participle) &&
                        item.tokens == 1 && !phrase_.empty() && names_place(phrase_.back()) &&
                        lexicon_[item.observation->concept_id].has(Concept::acts_elsewhere) &&
                        (joint_ == Joint::with || clause_.chunks.empty());
  return object &&
         (described || by_organ || placed_before() || std::any_of(phrase_.begin(), phrase_.end(), [&](const Item& i) {
            return i.observation != nullptr && !i.adjective &&
                   (!lexicon_[i.observation->concept_id].has(Concept::generic) ||
                    (i.tokens > 1 && i.observation->site != kNone));  // "an endobronchial lesion blocks the …"
          }));
}

bool OpenPhrase::changes_subject(const Item& item) const {
  if (item.observation != nullptr && item.observation->concept_id == lexicon_.known().enhancing && item.tokens == 1 &&
      item.attribute == nullptr && !item.participle)
    return !phrase_.empty() && !phrase_.back().only_modifier();
  if (!item.only_modifier() || !lexicon_[item.modifier->concept_id].is(ModifierKind::change)) return false;
  const bool behind =
      (joint_ == Joint::near || joint_ == Joint::infer) && item.tokens > 1 && last_named(clause_) != nullptr;
  const bool thing =
      std::any_of(phrase_.begin(), phrase_.end(), [](const Item& i) { return i.observation != nullptr; });
  // "the nodule in the right lung has grown"
  const bool placed =
      !phrase_.empty() && (joint_ == Joint::in || joint_ == Joint::of) && last_named(clause_) != nullptr;
  return thing ? behind || item.begins_with_verb : placed && item.begins_with_verb;
}

bool OpenPhrase::changes_again() const {
  const auto of_change = [&](ConceptId d) { return lexicon_[d].is(ModifierKind::change); };
  return (joint_ == Joint::list || listed_) && !clause_.chunks.empty() &&
         std::any_of(clause_.chunks.back().phrase.details.begin(), clause_.chunks.back().phrase.details.end(),
                     of_change) &&
         std::all_of(phrase_.begin(), phrase_.end(), [&](const Item& item) {
           return names_side(item) || (item.modifier != nullptr && of_change(item.modifier->concept_id));
         });
}

bool OpenPhrase::second_signal() const {
  const auto of_signal = [&](ConceptId d) { return lexicon_[d].is(ModifierKind::signal); };
  const auto told = [&](const Chunk& c) {
    return std::any_of(c.phrase.details.begin(), c.phrase.details.end(), of_signal);
  };
  const Chunk* const head = last_named(clause_);
  return head != nullptr && std::any_of(head, clause_.chunks.data() + clause_.chunks.size(), told) &&
         std::any_of(phrase_.begin(), phrase_.end(), [&](const Item& item) {
           return item.modifier != nullptr && item.observation != nullptr && of_signal(item.modifier->concept_id);
         });
}

bool OpenPhrase::adjective_behind() const {
  const auto tells = [&](const Item& i) {
    // "a subdural hematoma, thin": not that something has become thinner
    const bool how = i.tokens == 1 && i.observation != nullptr && i.modifier != nullptr && i.anatomy == nullptr &&
                     lexicon_[i.observation->concept_id].direction < 0 &&
                     lexicon_[i.modifier->concept_id].is(ModifierKind::texture) && !i.adjective;
    return how || tells_looks(lexicon_, i) || tells_age_of_fracture(i);
  };
  return comma_ && (joint_ == Joint::start || joint_ == Joint::list) &&
         std::all_of(phrase_.begin(), phrase_.end(),
                     [&](const Item& i) {
                       return i.only_modifier() || i.kind == ItemKind::measure || is_cue(i, CueKind::filler) ||
                              tells(i);
                     }) &&
         std::any_of(phrase_.begin(), phrase_.end(), tells);
}

bool OpenPhrase::tells_age_of_fracture(const Item& item) const {
  const Chunk* const head = last_named(clause_);
  if (head == nullptr || item.observation == nullptr || item.modifier == nullptr || item.anatomy != nullptr ||
      !lexicon_[item.modifier->concept_id].is(ModifierKind::onset))
    return false;
  const ConceptId fracture = lexicon_.known().fracture;
  return head->phrase.concept_id == fracture || lexicon_.contains(fracture, head->phrase.concept_id);
}

bool OpenPhrase::within_adjectives(const Item& item) const {
  if (item.kind == ItemKind::measure || item.only_modifier() || is_cue(item, CueKind::filler)) return true;
  if (item.anatomy != nullptr) return item.adjective && item.observation == nullptr;
  return item.observation != nullptr && item.modifier != nullptr &&
         (!is_lesion(lexicon_, item.observation->concept_id) || item.adjective) &&
         of_looks(lexicon_[item.modifier->concept_id], true);
}

bool OpenPhrase::adjective_ahead() const {
  const std::span<const Item> items = clause_.items;
  if (joint_ == Joint::be || joint_ == Joint::of || joint_ == Joint::in ||
      !std::all_of(phrase_.begin(), phrase_.end(), [&](const Item& i) { return within_adjectives(i); }))
    return false;
  const auto next = std::upper_bound(items.begin(), items.end(), phrase_.back().begin,
                                     [](std::uint32_t at, const Item& i) { return at < i.begin; });
  // "T1 hypointense and T2 hyperintense lesions": two signals
  const auto of_signal = [&](const Item& i) {
    return i.modifier != nullptr && (lexicon_[i.modifier->concept_id].is(ModifierKind::signal) ||
                                     lexicon_[i.modifier->concept_id].is(ModifierKind::sequence));
  };
  const bool joined =
      next != items.end() && is_cue(*next, CueKind::and_) && std::none_of(phrase_.begin(), phrase_.end(), of_signal);
  if (next == items.end() || (next->kind != ItemKind::comma && !joined)) return false;
  const auto last = items.end() - next > kMostAdjectives ? next + kMostAdjectives : items.end();
  const auto noun = std::find_if(next, last, [&](const Item& i) {
    const bool tooth_like = i.kind == ItemKind::unknown || (i.attribute != nullptr && i.observation == nullptr);
    return i.kind != ItemKind::comma && !is_cue(i, CueKind::and_) && !tooth_like && !within_adjectives(i);
  });
  if (noun == last || noun->observation == nullptr || noun->anatomy != nullptr) return false;
  const Concept& named = lexicon_[noun->observation->concept_id];
  const bool thing = is_lesion(lexicon_, noun->observation->concept_id) || named.has(Concept::generic) ||
                     (named.about == kNone && !named.has(Concept::normal) && !named.has(Concept::device) &&
                      next->kind == ItemKind::comma && std::none_of(phrase_.begin(), phrase_.end(), of_signal));
  return thing && (noun->modifier == nullptr || !noun->adjective);
}

bool is_there_already(const Clause& clause) {
  const bool goes_on = std::any_of(clause.marks.begin(), clause.marks.end(), [](const Mark& m) {
    return m.cue == CueKind::which || m.cue == CueKind::negend || m.cue == CueKind::contrast;
  });
  return goes_on || std::any_of(clause.chunks.begin(), clause.chunks.end(), [](const Chunk& c) {
           return (c.phrase.kind == PhraseKind::place && c.prepositional()) ||
                  (c.phrase.kind == PhraseKind::head && (c.definite || !c.phrase.site.organs.empty()));
         });
}

bool names_one(const Lexicon& lexicon, const Clause& clause) {
  const Chunk* const head = last_named(clause);
  if (head == nullptr) return false;
  if (lexicon[head->phrase.concept_id].has(Concept::device)) return true;
  const auto first = std::find_if(clause.items.begin(), clause.items.end(),
                                  [&](const Item& item) { return item.begin >= head->words.begin; });
  return (first != clause.items.end() && is_indefinite_article(*first)) ||
         (first != clause.items.begin() && is_indefinite_article(*(first - 1)));
}

bool ends_at_thing(const Lexicon& lexicon, const Clause& clause, const Item& preposition) {
  if (lexicon[preposition.cue_concept].direction <= 0) return false;
  const std::span<const Item> items = clause.items;
  auto next = static_cast<std::size_t>(&preposition - items.data()) + 1;
  while (next < items.size() &&
         (is_cue(items[next], CueKind::filler) || items[next].only_modifier() || items[next].kind == ItemKind::measure))
    ++next;
  return next < items.size() && items[next].kind == ItemKind::content && items[next].observation != nullptr;
}

void OpenPhrase::go_on_with_attribute(Phrase& p) const {
  const std::size_t n = clause_.chunks.size();
  if (joint_ != Joint::list || n < 2 || phrase_.size() != 1 || p.concept_id == kNone ||
      phrase_[0].observation == nullptr)
    return;
  const ConceptId about = lexicon_[phrase_[0].observation->concept_id].about;
  if (phrase_[0].attribute == nullptr && (phrase_[0].adjective || about == kNone)) return;
  const Chunk& value = clause_.chunks[n - 2];
  const Chunk& before = clause_.chunks[n - 1];
  if (before.joint != Joint::in || before.phrase.kind != PhraseKind::attribute || !before.phrase.details.empty() ||
      value.phrase.kind != PhraseKind::head || value.phrase.concept_id == kNone ||
      !lexicon_[value.phrase.concept_id].has(Concept::normal))
    return;
  p.kind = PhraseKind::attribute;
  p.concept_id = kNone;
  p.attribute = phrase_[0].attribute != nullptr ? phrase_[0].attribute->concept_id : about;
  p.seen_as = phrase_[0].observation->concept_id;
}

bool OpenPhrase::names_organ() const {
  if (joint_ == Joint::in || joint_ == Joint::of || joint_ == Joint::near) return false;
  const auto last = std::find_if(phrase_.rbegin(), phrase_.rend(), [](const Item& i) { return i.anatomy != nullptr; });
  return last != phrase_.rend() && last->observation == nullptr && !last->adjective && !last->plural &&
         !lexicon_[last->anatomy->concept_id].has(Concept::part) &&
         std::none_of(phrase_.begin(), phrase_.end(), [](const Item& i) { return i.observation != nullptr; });
}

bool OpenPhrase::relative_of_organ() const {
  if (joint_ != Joint::be || clause_.marks.empty() || clause_.chunks.size() < 2) return false;
  const Mark& last = clause_.marks.back();
  const Chunk& place = clause_.chunks.back();
  if (last.cue != CueKind::which || last.next != clause_.chunks.size() || !place.is(PhraseKind::place) ||
      !place.prepositional() || place.phrase.site.organs.size != 1 || !place.phrase.site.parts.empty())
    return false;
  const ConceptId organ = *place.phrase.site.organs.begin();
  using lexicon::NumberKey;
  const bool measured =
      normal_limit(lexicon_, organ, NumberKey::mm_to) > 0 || normal_limit(lexicon_, organ, NumberKey::ml_to) > 0;
  const ConceptId size = lexicon_.known().size;
  return measured && std::any_of(phrase_.begin(), phrase_.end(), [&](const Item& i) {
           return i.observation != nullptr && i.adjective && lexicon_[i.observation->concept_id].about == size;
         });
}

bool OpenPhrase::measured_within(std::size_t at) const {
  const std::span<const Item> items = clause_.items;
  const std::size_t first = items[at].kind == ItemKind::close && at > 1 ? at - 2 : at;
  return items[first].kind == ItemKind::open && first + 3 < items.size() &&
         items[first + 1].kind == ItemKind::measure && items[first + 2].kind == ItemKind::close &&
         items[first + 3].observation != nullptr && !phrase_.empty() && phrase_.front().only_modifier() &&
         std::all_of(phrase_.begin(), phrase_.end(),
                     [](const Item& i) { return i.only_modifier() || i.kind == ItemKind::measure; });
}

bool OpenPhrase::looks_of_lesion() const {
  if (joint_ != Joint::of || phrase_.empty() || clause_.chunks.empty()) return false;
  const Phrase& thing = clause_.chunks.back().phrase;
  return is_thing(thing) && is_lesion(lexicon_, thing.concept_id) &&
         std::all_of(phrase_.begin(), phrase_.end(), [&](const Item& i) {
           return i.anatomy == nullptr && i.modifier != nullptr && i.attribute == nullptr &&
                  (i.observation == nullptr || lexicon_[i.observation->concept_id].has(Concept::generic));
         });
}

ConceptSet<12> OpenPhrase::details_behind_place() const {
  ConceptSet<12> out;
  if (!thing_so_far()) return out;
  for (std::size_t i = phrase_.size(); i-- > 0 && phrase_[i].only_modifier();) {
    const ConceptId detail = phrase_[i].modifier->concept_id;
    if (lexicon_[detail].is(ModifierKind::number)) continue;
    out.add(detail);
    if (lexicon_[detail].going != kNone) out.add(lexicon_[detail].going);
  }
  return out;
}

}  // namespace fiducial::findings
