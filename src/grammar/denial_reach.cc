#include "grammar/denial_reach.h"

#include <algorithm>

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;

bool DenialReach::asserts_amount(const Chunk& c) const {
  if (!c.comma || (c.joint != Joint::list && !c.listed) || !c.head() || !setting_.on(Rule::denied_amount)) return false;
  // "no collection, seton in situ": so is what lies where it should
  const bool device = is_device(c.phrase);
  // "nothing acute, old left parietal infarct": nor is what is old or stays as it was
  const bool amount = std::any_of(c.phrase.details.begin(), c.phrase.details.end(), [&](ConceptId d) {
    return lexicon_[d].is(lexicon::ModifierKind::severity) || lexicon_[d].is(lexicon::ModifierKind::size) ||
           (lexicon_[d].is(lexicon::ModifierKind::number) && lexicon_[d].rank > 1) || is_old(d) ||
           d == lexicon_.known().change_stable || (device && lexicon_[d].is(lexicon::ModifierKind::position));
  });
  // "no right heart strain, RV/LV 0.8"
  const bool measured = c.phrase.kind == PhraseKind::attribute && c.phrase.quantity_count != 0;
  return (amount || measured || c.phrase.size_count != 0 || says_which_side(c) || names_other_side(c) ||
          (device && is_placed(c))) &&
         !list_has_or();
}

bool DenialReach::list_has_or() const {
  return std::any_of(clause_.items.begin(), clause_.items.end(),
                     [](const Item& item) { return is_cue(item, CueKind::or_); });
}

bool DenialReach::says_which_side(const Chunk& c) const {
  const auto i = static_cast<std::size_t>(&c - clause_.chunks.data());
  return c.phrase.side_said &&
         std::none_of(clause_.chunks.begin(), clause_.chunks.begin() + static_cast<std::ptrdiff_t>(i),
                      [](const Chunk& k) { return k.phrase.site.side != Side::none; });
}

// "No reflux in the vein on the right, reflux on the left": what is denied on the one side is there on the other.
bool DenialReach::names_other_side(const Chunk& c) const {
  const Side side = own_place(lexicon_, c.phrase).side;
  const auto i = static_cast<std::size_t>(&c - clause_.chunks.data());
  if ((side != Side::left && side != Side::right) || c.phrase.concept_id == kNone) return false;
  constexpr std::size_t kFar = 12;
  bool same = false, other = false;
  for (std::size_t k = i - std::min(i, kFar); k < i; ++k) {
    const Phrase& p = clause_.chunks[k].phrase;
    same |= clause_.chunks[k].denied && p.kind == PhraseKind::head && p.concept_id != kNone &&
            (p.concept_id == c.phrase.concept_id || lexicon_.contains(p.concept_id, c.phrase.concept_id));
    const Side there = own_place(lexicon_, p).side;
    if (there == side) return false;
    other |= there == Side::left || there == Side::right;
  }
  return same && other;
}

bool DenialReach::is_placed(const Chunk& c) const {
  const auto next = static_cast<std::size_t>(&c - clause_.chunks.data()) + 1;
  return next < clause_.chunks.size() && clause_.chunks[next].is(PhraseKind::place) &&
         clause_.chunks[next].prepositional();
}

bool DenialReach::is_old(ConceptId detail) const {
  return lexicon_[detail].is(lexicon::ModifierKind::onset) &&
         (detail == lexicon_.known().onset_chronic || lexicon_.contains(lexicon_.known().onset_chronic, detail));
}

std::size_t DenialReach::item_at(std::uint32_t begin) const {
  const auto at =
      std::find_if(clause_.items.begin(), clause_.items.end(), [&](const Item& item) { return item.begin == begin; });
  return at == clause_.items.end() ? 0 : static_cast<std::size_t>(at - clause_.items.begin());
}

// "No new lesions, one in segment 8 has grown"
bool DenialReach::tells_of_one(std::size_t i) const {
  const std::span<const Item> items = clause_.items;
  const Chunk& c = clause_.chunks[i];
  if (c.phrase.head.begin != c.phrase.span.begin || c.phrase.head.end != c.phrase.span.end || c.phrase.site.empty())
    return false;  // a word that names it would be there
  std::size_t at = item_at(c.words.begin);
  while (at > 0 && (says_nothing(items[at - 1]) || is_cue(items[at - 1], CueKind::in))) --at;
  return at > 1 && is_cue(items[at - 1], CueKind::one) && items[at - 2].kind == ItemKind::comma;
}

bool DenialReach::begins_anew(std::size_t i) const {
  const Chunk& c = clause_.chunks[i];
  if (c.head() && tells_of_one(i) && setting_.on(Rule::denied_amount)) return true;
  if (!c.head() || c.alternative || !setting_.on(Rule::denied_amount)) return false;
  const std::span<const Item> items = clause_.items;
  std::size_t at = item_at(c.words.begin);
  const bool article = at > 0 && is_indefinite_article(items[at - 1]);
  at -= article ? 1 : 0;
  if (at < 2 || !is_cue(items[at - 1], CueKind::and_)) return false;
  const bool comma = items[at - 2].kind == ItemKind::comma;
  // "no effusion and stable cardiomegaly", "no fracture and moderate degenerative change"; but "no severe central canal
  // and severe foraminal stenosis", "no abscess and large collection are seen"
  const std::size_t before = head_before(i);
  const bool seen = std::any_of(items.begin() + static_cast<std::ptrdiff_t>(at), items.end(),
                                [](const Item& k) { return is_cue(k, CueKind::seen) || is_cue(k, CueKind::be); });
  const bool plain = before < i && !says_how_much(before) && !seen;
  return (article && (comma || c.phrase.size_count != 0)) || ((comma || plain) && says_how_much(i)) ||
         (plain && says_it_stays(i));
}

bool DenialReach::says_how_much(std::size_t i) const {
  if (i >= clause_.chunks.size() || !clause_.chunks[i].head() || !setting_.on(Rule::denied_amount)) return false;
  const Phrase& p = clause_.chunks[i].phrase;
  const bool normal = p.concept_id != kNone && lexicon_[p.concept_id].has(Concept::normal);
  return normal || p.size_count != 0 || std::any_of(p.details.begin(), p.details.end(), [&](ConceptId d) {
           return lexicon_[d].is(lexicon::ModifierKind::severity) || lexicon_[d].is(lexicon::ModifierKind::size);
         });
}

bool DenialReach::says_it_stays(std::size_t i) const {
  return i < clause_.chunks.size() && clause_.chunks[i].head() && setting_.on(Rule::denied_amount) &&
         clause_.chunks[i].phrase.details.has(lexicon_.known().change_stable);
}

bool DenialReach::is_only_that(const Mark& m) const {
  const std::size_t next = item_at(m.span.begin) + 1;
  return next < clause_.items.size() && is_cue(clause_.items[next], CueKind::filler) &&
         lexicon_[clause_.items[next].cue_concept].direction > 0 && setting_.on(Rule::denied_amount);
}

bool DenialReach::says_how_it_changed(const Chunk& c) const {
  return c.comma && c.head() && is_bare_change(lexicon_, c.phrase) && setting_.on(Rule::denied_amount);
}

std::size_t DenialReach::head_before(std::size_t i) const {
  for (std::size_t k = i; k-- > 0;) {
    if (clause_.chunks[k].head()) return k;
  }
  return i;
}

bool DenialReach::ends_denied_list(std::size_t i) const {
  const Chunk& c = clause_.chunks[i];
  if (!c.comma || !c.head() || c.alternative || i == 0 || clause_.verb || c.phrase.kind != PhraseKind::head ||
      c.phrase.concept_id == kNone || !setting_.on(Rule::denied_amount))
    return false;
  const std::size_t before = head_before(i);
  const auto or_behind = [&](std::size_t k) { return clause_.chunks[k].head() && clause_.chunks[k].alternative; };
  bool more = false;
  for (std::size_t k = i + 1; k < clause_.chunks.size(); ++k) more |= or_behind(k);
  return before < i && or_behind(before) && clause_.chunks[before].denied && !more;
}

bool DenialReach::behind_denied_adjective(std::size_t i) const {
  const Chunk& c = clause_.chunks[i];
  if (!c.comma || !c.head() || c.phrase.adjective || clause_.verb || i == 0 || !setting_.on(Rule::denied_amount))
    return false;
  const std::size_t k = head_before(i);
  return k < i && clause_.chunks[k].denied && clause_.chunks[k].phrase.adjective && !list_has_or();
}

bool DenialReach::is_device(const Phrase& p) const {
  return p.concept_id != kNone && lexicon_[p.concept_id].has(Concept::device);
}

bool DenialReach::says_moved(ConceptId detail) const {
  const Lexicon::Known& k = lexicon_.known();
  return detail == k.position_abnormal || detail == lexicon_[k.displacement].has_detail;
}

void DenialReach::keep_device(Chunk& c) const {
  if (!is_device(c.phrase)) return;
  const Lexicon::Known& k = lexicon_.known();
  const ConceptSet<12> said = c.phrase.details;
  for (const ConceptId moved : said) {
    if (!says_moved(moved)) continue;
    c.phrase.details.remove(moved);
    c.phrase.details.remove(k.displacement);
    c.phrase.absent_details.add(moved);
    c.denied = false;
  }
}

}  // namespace fiducial::findings
