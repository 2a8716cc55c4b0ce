// What the chunks of a clause say of its entities: values, details, places, status, links.
#include <algorithm>

#include "grammar/steps.h"
#include "lunguage/view.h"

namespace fiducial::lunguage {
namespace {

using findings::Chunk;
using findings::Clause;
using findings::Item;
using findings::ItemKind;
using findings::Joint;
using findings::LeftOut;
using findings::Link;
using findings::LinkKind;
using findings::Mark;
using findings::Phrase;
using findings::PhraseKind;
using findings::PlaceRun;
using findings::Rule;
using findings::Span;
using lexicon::Concept;
using lexicon::CueKind;
using lexicon::kNone;

// "has been removed", "removal of": the verb around a word of change is not part of it.
Span bare(std::string_view report, Span span) {
  for (const std::string_view word : {"in ", "has ", "have ", "been ", "is ", "are ", "was ", "were "}) {
    if (report.substr(span.begin, span.end - span.begin).starts_with(word))
      span.begin += static_cast<std::uint32_t>(word.size());
  }
  if (report.substr(span.begin, span.end - span.begin).ends_with(" of")) span.end -= 3;
  return span;
}

}  // namespace

// --- what is said of them

void ClauseView::give(std::size_t at, Relation relation, Span words) {
  Row& row = entity(at).row;
  std::string& value = row.text(relation);
  value += (value.empty() ? "" : ", ") + std::string(text(words));
}

void ClauseView::give(std::size_t at, const Piece& piece) {
  Entity& e = entity(at);
  Relation relation = piece.relation;
  if (piece.as_device != Relation::location && e.row.category == Category::oth) relation = piece.as_device;
  if (relation == Relation::improved && piece.change && e.row.category == Category::oth) relation = Relation::placement;
  if (relation == Relation::placement && e.row.category != Category::oth) relation = Relation::morphology;
  e.changed |= piece.change || relation == Relation::no_change;
  e.normal |= piece.normal && (e.structure || (piece.well && piece.use == Use::value));  // "negative abnormality"
  e.abnormal |= e.structure && relation == Relation::worsened;
  give(at, relation, bare(report_, {piece.begin, piece.end}));
}

void ClauseView::run_entities(std::size_t run, std::vector<std::size_t>& out) {
  for (std::size_t i = clause_->runs[run].first; i <= clause_->runs[run].last; ++i) {
    const std::int32_t at = parts_[i].entity;
    if (parts_[i].kind == Kind::place && at >= 0 && std::find(out.begin(), out.end(), at) == out.end())
      out.push_back(static_cast<std::size_t>(at));
  }
}

// The entity before chunk i, else the one behind it.
std::int32_t ClauseView::neighbour(std::size_t i) const {
  for (std::size_t k = i; k-- > 0;) {
    if (parts_[k].entity >= 0) return parts_[k].entity;
  }
  for (std::size_t k = i + 1; k < clause_->chunks.size(); ++k) {
    if (parts_[k].entity >= 0) return parts_[k].entity;
  }
  return -1;
}

// What the value in chunk i is said of.
void ClauseView::value_targets(std::size_t i, std::vector<std::size_t>& out) {
  const auto self = static_cast<std::int16_t>(i);
  if (describes_next(i)) {
    std::size_t next = i + 1;
    while (next < clause_->chunks.size() && parts_[next].entity < 0) ++next;
    if (next < clause_->chunks.size()) out.push_back(static_cast<std::size_t>(parts_[next].entity));
    return;
  }
  for (const Link& l : clause_->links) {
    if (l.from != self || l.to < 0) continue;
    if (l.kind == LinkKind::value_of && l.rule == Rule::value_of_attribute) {
      const std::int32_t at = parts_[static_cast<std::size_t>(l.to)].entity;
      if (at >= 0) out.push_back(static_cast<std::size_t>(at));
    } else if (const std::int32_t run = run_of_link(l); run >= 0) {
      run_entities(static_cast<std::size_t>(run), out);
    }
  }
  if (!out.empty()) return;
  for (const Link& l : clause_->links) {  // where the attribute is whose value it is
    if (l.kind != LinkKind::value_of || l.from != self || l.rule != Rule::value_of_attribute) continue;
    for (const Link& k : clause_->links) {
      if (k.from == l.to && run_of_link(k) >= 0) run_entities(static_cast<std::size_t>(run_of_link(k)), out);
    }
  }
  if (!out.empty()) return;
  std::int32_t at = neighbour(i);
  if (at < 0 && clause_->heading.end != 0 && !names_view(text(clause_->heading))) at = under_heading();
  if (at < 0 && (clause_->anaphor || clause_->items.front().begin > 0) && first_ > 0 &&
      entity(first_ - 1).row.sent_idx == rows_->sentences)
    at = static_cast<std::int32_t>(first_ - 1);
  if (at >= 0) out.push_back(static_cast<std::size_t>(at));
}

void ClauseView::targets_of(std::size_t i, std::vector<std::size_t>& out) {
  out.clear();
  const std::size_t head = root(i);
  const Chunk& h = clause_->chunks[head];
  if (parts_[head].entity < 0 && (parts_[head].kind == Kind::value || h.words.end == 0)) {
    if (h.words.end == 0 && h.run >= 0) run_entities(static_cast<std::size_t>(h.run), out);
    if (out.empty()) value_targets(head, out);
    return;
  }
  if (parts_[head].entity >= 0) {
    out.push_back(static_cast<std::size_t>(parts_[head].entity));
    if (parts_[head].kind == Kind::value && h.run >= 0) run_entities(static_cast<std::size_t>(h.run), out);
    for (const Link& l : clause_->links) {  // "heart size and vascularity are normal"
      if (l.kind != LinkKind::value_of || l.rule != Rule::value_of_attribute || l.from != static_cast<int>(head))
        continue;
      const std::int32_t at = parts_[static_cast<std::size_t>(l.to)].entity;
      if (at >= 0 && at != parts_[head].entity) out.push_back(static_cast<std::size_t>(at));
    }
    // "Effusion and atelectasis are unchanged"
    const bool predicate = head != i && clause_->chunks[i].verbs > h.verbs && clause_->chunks[i].joint == Joint::be;
    for (std::size_t k = 0; predicate && k < head; ++k) {
      const Chunk& other = clause_->chunks[k];
      if (other.group == h.group && h.group >= 0 && other.verbs == h.verbs && parts_[k].entity >= 0 && root(k) == k)
        out.push_back(static_cast<std::size_t>(parts_[k].entity));
    }
    return;
  }
  value_targets(head, out);
}

// "not enlarged"
Span ClauseView::with_denial(std::size_t i, Span words) const {
  for (const findings::Scope& s : clause_->scopes) {
    if (s.chunk != static_cast<std::int16_t>(i) || s.mark < 0) continue;
    const Mark& mark = clause_->marks[static_cast<std::size_t>(s.mark)];
    if (mark.cue == CueKind::not_ && mark.span.end < words.begin && words.begin - mark.span.end <= 1)
      words.begin = mark.span.begin;
  }
  return words;
}

void ClauseView::say_values(std::size_t i) {
  if (parts_[i].kind != Kind::value || clause_->chunks[i].presupposed) return;
  const Chunk& c = clause_->chunks[i];
  targets_of(i, targets_);
  if (targets_.empty()) {  // "Unremarkable.": of what, nobody said
    parts_[i].entity = static_cast<std::int32_t>(add(c.words, Category::pf));
    entity(static_cast<std::size_t>(parts_[i].entity)).structure = true;
    targets_ = {static_cast<std::size_t>(parts_[i].entity)};
    parts_[i].pieces.clear();
  }
  const bool normal = c.phrase.concept_id != kNone && lexicon_[c.phrase.concept_id].has(Concept::normal);
  for (const std::size_t at : targets_) {
    entity(at).normal |= normal != c.denied;
    entity(at).abnormal |= entity(at).structure && normal == c.denied;
    if (c.certainty != findings::Certainty::definite) entity(at).row.definitive = false;
  }
  bool first = true;
  for (Piece p : parts_[i].pieces) {
    if (p.use != Use::value && p.use != Use::attribute) continue;
    Span words = first ? with_denial(i, {p.begin, p.end}) : Span{p.begin, p.end};
    first = false;
    // "normal in size and shape"
    for (std::size_t k = i + 1; k < clause_->chunks.size() && parts_[k].kind == Kind::tail; ++k)
      words.cover(words.begin, clause_->chunks[k].words.end);
    p.begin = words.begin;
    p.end = words.end;
    if (p.use == Use::attribute) p.relation = Relation::measurement;
    for (const std::size_t at : targets_) give(at, p);
  }
}

void ClauseView::say_details(std::size_t i) {
  const Part& part = parts_[i];
  if (part.kind == Kind::nothing || !of_this_patient(i)) return;
  if (part.kind == Kind::place && part.entity < 0 && !has(i, Use::detail)) return;
  if (part.kind == Kind::tail && !has(i, Use::detail)) return;
  targets_of(i, targets_);
  if (targets_.empty() && clause_->anaphor && first_ > 0 && !any()) targets_ = {first_ - 1};  // "It measures 3 cm."
  for (const Piece& p : part.pieces) {
    if (p.use != Use::detail && !(p.use == Use::value && part.kind != Kind::value)) continue;
    const bool distance = part.kind != Kind::place && p.relation == Relation::measurement &&
                          std::any_of(clause_->chunks.begin(), clause_->chunks.end(), [&](const Chunk& c) {
                            return c.phrase.kind == PhraseKind::place && p.end < c.words.begin &&
                                   with_distance(c, c.words).begin == p.begin;
                          });
    if (distance) continue;
    // "six hours ago", "8/2": only what stands before a name counts it.
    const bool behind = part.kind != Kind::place && p.begin > clause_->chunks[i].phrase.head.begin;
    if (p.count && (part.entity < 0 || behind)) continue;
    for (const std::size_t at : targets_) give(at, p);
  }
  const std::size_t head = root(i);
  if (part.kind == Kind::place || parts_[head].entity < 0) return;
  places_of_chunk(i, static_cast<std::size_t>(parts_[head].entity));
}

// Places in the chunk's own words.
void ClauseView::places_of_chunk(std::size_t i, std::size_t at) {
  Span open;
  for (Piece& p : parts_[i].pieces) {
    if (p.use != Use::place) continue;
    // "the tube ends above the carina": where it ends is where it is
    if (p.tip && entity(at).row.category == Category::oth) continue;
    if (open.end != 0 && p.begin - open.end > 1) {
      give(at, Relation::location, open);
      open = {};
    }
    open.cover(p.begin, p.end);
  }
  if (open.end != 0) give(at, Relation::location, open);
}

// "4 cm above the carina": how far from it, and on which side.
Span ClauseView::with_distance(const Chunk& place, Span words) const {
  if (place.joint != Joint::near && place.joint != Joint::under) return words;
  const Item* before = nullptr;
  const Item* cue = nullptr;
  for (const Item& item : clause_->items) {
    if (item.begin >= place.words.begin) break;
    if (item.kind == ItemKind::cue && (item.cue == CueKind::the || item.cue == CueKind::filler)) continue;
    before = cue;
    cue = &item;
  }
  if (cue == nullptr || (cue->cue != CueKind::near && cue->cue != CueKind::under)) return words;
  words.begin = cue->begin;
  if (before != nullptr && before->kind == ItemKind::measure) words.begin = before->begin;
  return words;
}

// The places of a run in the words of the report: those of a list apart, "the apex of the lung" together.
void ClauseView::locate(std::size_t at, std::size_t run) {
  const auto& chunks = clause_->chunks;
  Span open;
  for (std::size_t i = clause_->runs[run].first; i <= clause_->runs[run].last; ++i) {
    if (parts_[i].kind != Kind::place || chunks[i].run != static_cast<std::int16_t>(run)) continue;
    Span words;
    for (const Piece& p : parts_[i].pieces) {
      if (p.use == Use::place) words.cover(p.begin, p.end);
    }
    if (words.end == 0) continue;
    words = with_distance(chunks[i], words);
    if (open.end != 0 && chunks[i].prepositional() && !chunks[i].listed) {
      open.cover(words.begin, words.end);
      continue;
    }
    if (open.end != 0) give(at, Relation::location, open);
    open = words;
  }
  if (open.end != 0) give(at, Relation::location, open);
}

// "normal heart size, mediastinal contours": what is said of the first of a list is said of all.
void ClauseView::share_values() {
  const auto& chunks = clause_->chunks;
  for (std::size_t r = 0; r < clause_->runs.size(); ++r) {
    const std::size_t first = clause_->runs[r].first;
    if (run_wanted_[r] == 0 || first == 0 || !is_structure(first - 1) || parts_[first - 1].entity < 0) continue;
    if (chunks[first].joint != Joint::list && !chunks[first].listed) continue;
    targets_.clear();
    run_entities(r, targets_);
    const Entity& from = entity(static_cast<std::size_t>(parts_[first - 1].entity));
    for (const std::size_t at : targets_) {
      Entity& to = entity(at);
      if (to.normal || to.abnormal || to.changed) continue;
      const std::string location = to.row.text(Relation::location);
      to.row.texts = from.row.texts;
      to.row.text(Relation::location) = location;
      to.normal = from.normal;
      to.abnormal = from.abnormal;
      to.changed = from.changed;
    }
  }
}

void ClauseView::say_places() {
  for (const Link& l : clause_->links) {
    const std::int32_t run = run_of_link(l);
    if (l.kind != LinkKind::located || run < 0) continue;
    auto from = static_cast<std::size_t>(l.from);
    if (clause_->runs[static_cast<std::size_t>(run)].first < from) from = sign_of(from);
    const auto at = parts_[from].entity;
    if (at < 0 || run_wanted_[static_cast<std::size_t>(run)] != 0) continue;
    run_used_[static_cast<std::size_t>(run)] = 1;
    locate(static_cast<std::size_t>(at), static_cast<std::size_t>(run));
  }
  for (std::size_t r = 0; r < clause_->runs.size(); ++r) {
    if (run_used_[r] != 0) continue;
    const std::int32_t at = neighbour(clause_->runs[r].first);
    if (at >= 0) locate(static_cast<std::size_t>(at), r);
  }
  // Under "Lungs:" what is not said to be elsewhere is there.
  for (const Link& l : clause_->links) {
    if (l.kind != LinkKind::located || l.rule != Rule::located_heading || clause_->heading.end == 0) continue;
    const auto at = parts_[static_cast<std::size_t>(l.from)].entity;
    if (at >= 0 && entity(static_cast<std::size_t>(at)).row.text(Relation::location).empty() &&
        !entity(static_cast<std::size_t>(at)).structure)
      give(static_cast<std::size_t>(at), Relation::location, clause_->heading);
  }
}

// "Evaluation of the left base is limited by overlying hardware"
void ClauseView::say_limits() {
  for (const Mark& mark : clause_->marks) {
    if (mark.cue != CueKind::limit) continue;
    Span words = mark.span;
    const Term* term = terms_.find(text(mark.span));
    if (term != nullptr && term->to_the_end) words.end = clause_->items.back().end;
    targets_.clear();
    for (std::size_t i = 0; i < mark.next && i < clause_->chunks.size(); ++i) {
      if (parts_[i].entity >= 0) targets_.push_back(static_cast<std::size_t>(parts_[i].entity));
    }
    for (const std::size_t at : targets_) give(at, Relation::assessment_limitations, words);
  }
}

// Words of the grammar that the vocabulary gives a relation: "remains", "again seen", "left greater than right".
void ClauseView::say_turns() {
  if (!any()) return;
  const auto entity_before = [&](std::uint32_t at) {
    std::int32_t found = -1;
    for (std::size_t i = 0; i < clause_->chunks.size(); ++i) {
      if (parts_[i].entity < 0 || (found >= 0 && clause_->chunks[i].words.begin > at)) continue;
      found = parts_[i].entity;
    }
    return found;
  };
  for (const Item& item : clause_->items) {
    if (item.kind != ItemKind::cue || item.cue == CueKind::the || item.cue == CueKind::of || item.end - item.begin < 4)
      continue;
    const Term* term = terms_.find(text({item.begin, item.end}));
    if (term == nullptr || !term->relation) continue;
    const bool turn = *term->relation == Relation::no_change || *term->relation == Relation::comparison;
    const std::int32_t at = turn ? entity_before(item.begin) : -1;
    if (at < 0) continue;
    give(static_cast<std::size_t>(at), *term->relation, {item.begin, item.end});
  }
  if (const std::int32_t at = elsewhere_.end != 0 ? entity_before(elsewhere_.begin) : -1; at >= 0)
    give(static_cast<std::size_t>(at), Relation::other_source, elsewhere_);
}

// A denial that says more: "interval resolution of the effusion", "lungs are clear of".
void ClauseView::say_denials() {
  for (const findings::Scope& s : clause_->scopes) {
    if (s.mark < 0 || s.chunk < 0) continue;
    const std::int32_t at = parts_[static_cast<std::size_t>(s.chunk)].entity;
    if (const Term* term = term_of(s); term != nullptr && term->denies && clause_->subject_run >= 0) {
      targets_.clear();
      run_entities(static_cast<std::size_t>(clause_->subject_run), targets_);
      const Span mark = clause_->marks[static_cast<std::size_t>(s.mark)].span;
      for (const std::size_t k : targets_) {
        std::string& value = entity(k).row.text(Relation::morphology);
        if (value.empty()) value = text(mark);
        entity(k).normal = true;
      }
    }
    const Span words = bare(report_, clause_->marks[static_cast<std::size_t>(s.mark)].span);
    const Term* term = terms_.find(text(words));
    if (at < 0 || term == nullptr || !term->relation || !term->gone) continue;
    Entity& e = entity(static_cast<std::size_t>(at));
    give(static_cast<std::size_t>(at), e.row.category == Category::oth ? Relation::placement : *term->relation, words);
    e.abnormal = true;
  }
}

// "lung volumes are low", "densely calcified aorta": a detail that is all that is said, and says too much or too
// little.
bool ClauseView::told_by_detail(const Chunk& c) const {
  return !c.denied && std::any_of(c.phrase.details.begin(), c.phrase.details.end(), [&](lexicon::ConceptId d) {
    const findings::Named named = findings::named_by(lexicon_, d, c.phrase.attribute);
    return named.concept_id != kNone && !named.denied && !lexicon_[named.concept_id].has(Concept::normal);
  });
}

void ClauseView::set_status() {
  const auto& chunks = clause_->chunks;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    if (parts_[i].kind != Kind::place && parts_[i].kind != Kind::attribute && parts_[i].kind != Kind::details) continue;
    if (!told_by_detail(chunks[i])) continue;
    targets_of(i, targets_);
    for (const std::size_t at : targets_) entity(at).abnormal |= entity(at).structure;
  }
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const std::int32_t at = parts_[i].entity;
    if (at < static_cast<std::int32_t>(first_)) continue;
    Entity& e = entity(static_cast<std::size_t>(at));
    const Chunk& c = chunks[i];
    if (c.certainty != findings::Certainty::definite && parts_[i].kind != Kind::value) e.row.definitive = false;
    if (e.structure) continue;
    e.row.positive = (!c.denied && !(e.normal && e.row.category != Category::oth && parts_[i].kind == Kind::entity &&
                                     has(i, Use::value))) ||
                     e.abnormal;
    if (c.phrase.concept_id == kNone && clause_->verb && !clause_->existential) e.row.positive = false;
  }
  for (const Chunk& c : chunks) {  // a place that is merely seen, or is not
    if (c.words.end != 0 || c.run < 0) continue;
    targets_.clear();
    run_entities(static_cast<std::size_t>(c.run), targets_);
    const bool there = (c.phrase.concept_id == lexicon_.known().absence) == c.denied;
    for (const std::size_t at : targets_) (there ? entity(at).abnormal : entity(at).normal) = true;
  }
  for (const findings::Scope& s : clause_->scopes) {
    if (s.rule != Rule::denied_resolved) continue;
    const std::int32_t at = parts_[static_cast<std::size_t>(s.chunk)].entity;
    if (at >= 0) entity(static_cast<std::size_t>(at)).row.positive = true;
  }
  for (std::size_t k = 0; k < rows_->entities.size(); ++k) {
    if (k < first_ && static_cast<std::int32_t>(k) != rows_->heading_entity) continue;
    Entity& e = entity(k);
    // What is only said to have stayed as it was is as normal or not as it was.
    if (e.structure) e.row.positive = e.abnormal || (e.quantity && e.changed && !e.normal);
  }
}

// --- links

void ClauseView::link_inferred(std::size_t from, std::size_t to) {
  if (from != to) rows_->links.push_back({from, to, true});
}

// "Opacity and effusion, consistent with pneumonia or edema": each of the second list is inferred from each of the
// first.
void ClauseView::link_lists(std::size_t guess, std::size_t seen) {
  const auto& chunks = clause_->chunks;
  for (std::size_t k = 0; k < chunks.size(); ++k) {
    const bool guessed = k == guess || (chunks[k].group == chunks[guess].group && chunks[k].is_inference);
    if (parts_[k].entity < 0 || !guessed) continue;
    for (std::size_t n = 0; n < guess; ++n) {
      const bool reason = n == seen || (chunks[n].group == chunks[seen].group && chunks[n].verbs == chunks[seen].verbs);
      if (parts_[n].entity < 0 || !reason || chunks[n].is_inference || chunks[n].denied != chunks[seen].denied)
        continue;
      link_inferred(static_cast<std::size_t>(parts_[k].entity), static_cast<std::size_t>(parts_[n].entity));
    }
  }
}

void ClauseView::link() {
  const auto& chunks = clause_->chunks;
  for (const Link& l : clause_->links) {
    if ((l.kind != LinkKind::inferred_from && l.kind != LinkKind::comes_with) || l.to < 0) continue;
    const auto f = static_cast<std::size_t>(l.from);
    const auto t = static_cast<std::size_t>(l.to);
    if (parts_[f].entity < 0 || parts_[t].entity < 0 || parts_[f].entity == parts_[t].entity) continue;
    const auto from = static_cast<std::size_t>(parts_[f].entity);
    const auto to = static_cast<std::size_t>(parts_[t].entity);
    const bool which = std::any_of(clause_->marks.begin(), clause_->marks.end(),
                                   [&](const Mark& m) { return m.cue == CueKind::which && m.next == f; });
    // "opacities, likely atelectasis", "… which might be edema"
    const bool guess = chunks[f].certainty != findings::Certainty::definite &&
                       (chunks[f].joint == Joint::be || chunks[f].joint == Joint::infer || which);
    if (l.kind == LinkKind::inferred_from || guess) {
      link_lists(f, t);
    } else if (chunks[f].joint == Joint::with && entity(from).row.positive && entity(to).row.positive &&
               !entity(from).structure) {
      rows_->links.push_back({from, to, false});
    }
  }
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const std::size_t sign = sign_of(i);
    if (sign != i && parts_[i].entity >= 0 && parts_[sign].entity >= 0) link_lists(i, sign);
  }
  // "These findings likely reflect atelectasis", "this might be pulmonary edema"
  if (!clause_->anaphor || first_ == 0 || rows_->previous >= first_) return;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const bool guess = chunks[i].joint == Joint::infer || chunks[i].certainty != findings::Certainty::definite;
    if (parts_[i].kind != Kind::entity || parts_[i].entity < 0 || !guess) continue;
    for (std::size_t k = rows_->previous; k < first_; ++k) link_inferred(static_cast<std::size_t>(parts_[i].entity), k);
  }
}

}  // namespace fiducial::lunguage
