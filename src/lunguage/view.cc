#include "lunguage/view.h"

#include <algorithm>

#include "grammar/steps.h"

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

bool inside(const Item& item, Span span) {
  return item.begin >= span.begin && item.end <= span.end && span.end != 0;
}

bool same(Span a, Span b) {
  return a.begin == b.begin && a.end == b.end;
}

bool is_side(const Item& item) {
  return item.kind == ItemKind::cue &&
         (item.cue == CueKind::left || item.cue == CueKind::right || item.cue == CueKind::both ||
          item.cue == CueKind::same_side || item.cue == CueKind::other_side);
}

// A line in capitals that names nothing: "FINAL REPORT".
bool is_title(std::string_view words) {
  return std::none_of(words.begin(), words.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

void ClauseView::read(std::string_view report, const Clause& clause, SectionRows& rows) {
  report_ = report;
  clause_ = &clause;
  rows_ = &rows;
  first_ = rows.entities.size();
  if (clause.dropped == findings::Dropped::quality) say_quality();
  if (clause.dropped != findings::Dropped::no) return;
  elsewhere_ = other_source();
  if (parts_.size() < clause.chunks.size()) parts_.resize(clause.chunks.size());
  run_wanted_.assign(clause.runs.size(), 0);
  run_used_.assign(clause.runs.size(), 0);
  for (std::size_t i = 0; i < clause.chunks.size(); ++i) find_pieces(i);
  for (std::size_t i = 0; i < clause.chunks.size(); ++i) parts_[i].kind = kind_of(i);
  make_entities();
  for (std::size_t i = 0; i < clause.chunks.size(); ++i) say_values(i);
  for (std::size_t i = 0; i < clause.chunks.size(); ++i) say_details(i);
  share_values();
  say_places();
  say_limits();
  say_turns();
  say_denials();
  set_status();
  link();
  if (any()) rows.previous = first_;
}

// --- what each chunk is

void ClauseView::find_pieces(std::size_t i) {
  Part& part = parts_[i];
  part.kind = Kind::nothing;
  part.entity = -1;
  part.placed = false;
  part.pieces.clear();
  const auto& chunks = clause_->chunks;
  const Span words = chunks[i].words;
  // A place and its size are two chunks of the same words.
  const bool only_measures = i > 0 && same(chunks[i - 1].words, words);
  const bool no_measures = i + 1 < chunks.size() && same(chunks[i + 1].words, words);
  for (const Item& item : clause_->items) {
    if (inside(item, words) && !inside(item, elsewhere_)) add_pieces(i, item, !no_measures, !only_measures);
  }
}

void ClauseView::add_pieces(std::size_t i, const Item& item, bool measures, bool others) {
  const Phrase& phrase = clause_->chunks[i].phrase;
  std::vector<Piece>& out = parts_[i].pieces;
  const bool head = inside(item, phrase.head);
  if (item.kind == ItemKind::measure) {
    if (measures) out.push_back(terms_.detail(report_, item));
    return;
  }
  const bool place = is_side(item) || item.kind == ItemKind::level || item.kind == ItemKind::ordinal;
  if (others && place) out.push_back(terms_.place(item));
  if (!others || place || item.kind != ItemKind::content) return;
  if (head && item.observation != nullptr && phrase.concept_id != kNone) {
    terms_.observation(report_, item, out);
  } else if (item.attribute != nullptr && item.anatomy == nullptr && (head || item.modifier == nullptr)) {
    out.push_back({item.begin, item.end, Use::attribute});
  } else if (item.anatomy != nullptr) {
    out.push_back(terms_.place(item));
  } else {
    out.push_back(terms_.detail(report_, item));
  }
}

bool ClauseView::has(std::size_t i, Use use) const {
  const auto& pieces = parts_[i].pieces;
  return std::any_of(pieces.begin(), pieces.end(), [&](const Piece& p) { return p.use == use; });
}

bool ClauseView::names_place(std::size_t i) const {
  const auto& pieces = parts_[i].pieces;  // but not "displaced posteriorly"
  return std::any_of(pieces.begin(), pieces.end(),
                     [](const Piece& p) { return p.use == Use::place && !p.side && !p.part; });
}

bool ClauseView::limited() const {
  return std::any_of(clause_->marks.begin(), clause_->marks.end(),
                     [](const Mark& m) { return m.cue == CueKind::limit; });
}

// "a small one on the right": named by what was named last.
bool ClauseView::stands_for_last(std::size_t i) const {
  const Chunk& c = clause_->chunks[i];
  if (c.phrase.concept_id == kNone || has(i, Use::value) || has(i, Use::entity) || has(i, Use::attribute)) return false;
  return std::any_of(clause_->items.begin(), clause_->items.end(), [&](const Item& item) {
    return is_cue(item, CueKind::one) && item.begin >= c.words.begin && item.begin <= c.words.end + 1;
  });
}

// "dense, curved calcification": an adjective of the observation behind it, not said of a place.
bool ClauseView::describes_next(std::size_t i) const {
  const auto& chunks = clause_->chunks;
  const Chunk& c = chunks[i];
  if (c.phrase.concept_id == kNone || lexicon_[c.phrase.concept_id].has(Concept::normal)) return false;
  if (c.joint == Joint::be || names_place(i)) return false;
  for (std::size_t k = i + 1; k < chunks.size(); ++k) {
    if (!chunks[k].live()) continue;
    const bool listed = chunks[k].joint == Joint::list || chunks[k].listed;
    return parts_[k].kind == Kind::entity && listed && chunks[k].verbs == c.verbs && !c.denied;
  }
  return false;
}

const Term* ClauseView::term_of(const findings::Scope& scope) const {
  return scope.mark < 0 ? nullptr : terms_.find(text(clause_->marks[static_cast<std::size_t>(scope.mark)].span));
}

// The word that says that it was so before, if the chunk was left out because of it: "status post", "history of".
const Mark* ClauseView::history_of(std::size_t i) const {
  const Mark* history = nullptr;
  for (const Mark& mark : clause_->marks) {
    if (mark.next > i) break;
    if (mark.cue == CueKind::history) history = &mark;
    if (mark.cue == CueKind::none || mark.cue == CueKind::prior) history = nullptr;
  }
  return history;
}

// Does the chunk say something of this patient?
bool ClauseView::of_this_patient(std::size_t i) const {
  const Chunk& c = clause_->chunks[i];
  return c.left_out == LeftOut::no || (c.left_out == LeftOut::comparison && history_of(i) != nullptr);
}

ClauseView::Kind ClauseView::kind_of(std::size_t i) const {
  const Chunk& c = clause_->chunks[i];
  if (!of_this_patient(i) || c.words.end == 0) return Kind::nothing;
  switch (c.phrase.kind) {
    case PhraseKind::head:
      if (const Term* term = terms_.find(text(c.phrase.head)); term != nullptr && term->view) return Kind::nothing;
      if (has(i, Use::entity) || stands_for_last(i)) return Kind::entity;
      if (c.phrase.concept_id == kNone) return names_unknown(i) ? Kind::entity : Kind::nothing;
      return Kind::value;
    case PhraseKind::attribute:
      if (c.merged_into >= 0) return Kind::details;
      return !names_place(i) && value_stands_before(i) ? Kind::tail : Kind::attribute;
    case PhraseKind::place:
      return Kind::place;
    case PhraseKind::details:
      return Kind::details;
    default:
      return Kind::nothing;
  }
}

// Words that the lexicon does not know name something if they are said to be seen, to be absent or to be somewhere.
bool ClauseView::names_unknown(std::size_t i) const {
  const Chunk& c = clause_->chunks[i];
  if (!c.live() || limited() || is_title(text(c.phrase.head))) return false;
  return clause_->existential || c.denied || !clause_->runs.empty() || !c.phrase.details.empty() ||
         c.phrase.size_count != 0;
}

// "normal in size": the attribute says of what kind the value is.
bool ClauseView::value_stands_before(std::size_t attribute) const {
  return std::any_of(clause_->links.begin(), clause_->links.end(), [&](const Link& l) {
    return l.kind == LinkKind::value_of && l.rule == Rule::value_of_attribute &&
           l.to == static_cast<std::int16_t>(attribute) && l.from < l.to;
  });
}

// "A mass, consistent with a lipoma": one thing to the reader, and here what is seen and what it is taken for.
bool ClauseView::is_sign(std::size_t i) const {
  return clause_->chunks[i].merged_into >= 0 && parts_[i].kind == Kind::entity &&
         std::any_of(clause_->links.begin(), clause_->links.end(), [&](const Link& l) {
           return l.rule == Rule::merge_inferred && l.from == static_cast<std::int16_t>(i);
         });
}

// Of a diagnosis that took up its sign: the sign, if the words before it are meant.
std::size_t ClauseView::sign_of(std::size_t i) const {
  for (std::size_t k = 0; k < i; ++k) {
    if (clause_->chunks[k].merged_into == static_cast<std::int16_t>(i) && is_sign(k)) return k;
  }
  return i;
}

std::size_t ClauseView::root(std::size_t i) const {
  for (int n = 0; n < 8 && clause_->chunks[i].merged_into >= 0 && !is_sign(i); ++n) {
    const auto next = static_cast<std::size_t>(clause_->chunks[i].merged_into);
    if (next == i) break;
    i = next;
  }
  return i;
}

// The run that a link goes to; -1 if it goes to something else.
std::int32_t ClauseView::run_of_link(const Link& link) const {
  if (link.to < 0) return -1;
  if (link.kind == LinkKind::value_of) return link.rule == Rule::value_of_place ? link.to : -1;
  const Chunk& c = clause_->chunks[static_cast<std::size_t>(link.to)];
  return link.kind == LinkKind::located && c.phrase.kind == PhraseKind::place ? c.run : -1;
}

// --- entities

// Does the chunk name a structure, with or without its value?
bool ClauseView::is_structure(std::size_t i) const {
  return (parts_[i].kind == Kind::attribute && !seen_as_such(i)) || (parts_[i].kind == Kind::value && names_place(i));
}

// Places that something is said of are what it is said of.
void ClauseView::find_subjects() {
  const auto& chunks = clause_->chunks;
  for (const Link& l : clause_->links) {
    const auto from = static_cast<std::size_t>(l.from);
    const std::int32_t run = run_of_link(l);
    if (run < 0) continue;
    const bool listed = l.rule == Rule::located_list_before;  // "liver, spleen and both kidneys normal"
    const bool value = parts_[from].kind == Kind::value && (!names_place(from) || listed) && !describes_next(from);
    if (value || l.kind == LinkKind::value_of) run_wanted_[static_cast<std::size_t>(run)] = 1;
  }
  for (const Chunk& c : chunks) {
    if (c.words.end == 0 && c.run >= 0) run_wanted_[static_cast<std::size_t>(c.run)] = 1;  // merely seen, or missing
  }
  for (const findings::Scope& s : clause_->scopes) {  // "lungs are clear of …"
    const Term* term = term_of(s);
    if (term != nullptr && term->denies && clause_->subject_run >= 0)
      run_wanted_[static_cast<std::size_t>(clause_->subject_run)] = 1;
  }
  for (std::size_t r = 0; r < clause_->runs.size(); ++r) {  // "normal heart size, mediastinal contours"
    const std::size_t first = clause_->runs[r].first;
    const bool listed = chunks[first].joint == Joint::list || chunks[first].listed;
    if (first > 0 && listed && !clause_->runs[r].prepositional() && is_structure(first - 1)) run_wanted_[r] = 1;
  }
  const bool observed = std::any_of(chunks.begin(), chunks.end(), [](const Chunk& c) { return c.head(); });
  const bool described = [&] {
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      if ((parts_[i].kind == Kind::place || parts_[i].kind == Kind::details) && has(i, Use::detail)) return true;
    }
    return false;
  }();
  // Nothing is observed: what is said is said of the place.
  if ((!observed && described && !clause_->anaphor) || limited()) {
    const std::int16_t run = clause_->subject_run >= 0 ? clause_->subject_run : clause_->front_run;
    if (!clause_->runs.empty()) run_wanted_[run >= 0 ? static_cast<std::size_t>(run) : 0] = 1;
  }
}

void ClauseView::make_entities() {
  const auto& chunks = clause_->chunks;
  find_subjects();
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const Part& part = parts_[i];
    if (part.entity >= 0) continue;
    if (part.kind == Kind::place && chunks[i].run >= 0 && run_wanted_[static_cast<std::size_t>(chunks[i].run)] != 0)
      structures_of_run(static_cast<std::size_t>(chunks[i].run));
    else if ((part.kind == Kind::entity && (chunks[i].merged_into < 0 || is_sign(i))) ||
             (part.kind == Kind::attribute && seen_as_such(i)))
      observed(i);
    else if ((part.kind == Kind::value && names_place(i) && chunks[i].merged_into < 0) || part.kind == Kind::attribute)
      structure(i, i);
  }
}

std::size_t ClauseView::add(Span words, Category category) {
  Entity e;
  e.row.entity = text(words);
  e.row.category = category;
  e.row.sent_idx = rows_->sentences;
  rows_->entities.push_back(std::move(e));
  return rows_->entities.size() - 1;
}

// Words beside the head that make one term with it: "median sternotomy wires", "endotracheal tube tip".
Span ClauseView::name_of(std::size_t i, Span head) const {
  Span name = head;
  const Category category = terms_.category(text(head), clause_->chunks[i].phrase.concept_id);
  for (const Item& item : clause_->items) {
    if (!inside(item, clause_->chunks[i].words)) continue;
    const Span longer{std::min(item.begin, head.begin), std::max(item.end, head.end)};
    const Term* term = terms_.find(text(longer));
    if (term != nullptr && term->category && longer.end - longer.begin > name.end - name.begin) name = longer;
    const Term* word = terms_.find(text({item.begin, item.end}));
    if (category == Category::oth && word != nullptr && word->part && item.begin > head.end &&
        item.begin - name.end <= 1)
      name.end = item.end;
  }
  return name;
}

void ClauseView::observed(std::size_t i) {
  const Chunk& c = clause_->chunks[i];
  Part& part = parts_[i];
  Span head = c.phrase.head;
  const Piece* named = nullptr;
  for (const Piece& p : part.pieces) {
    if (p.use == Use::entity) named = &p;
  }
  if (named != nullptr) head = {named->begin, named->end};
  if (head.end == 0) return;
  Span name = named != nullptr ? name_of(i, head) : head;
  part.entity = static_cast<std::int32_t>(add(name, terms_.category(text(name), c.phrase.concept_id)));
  Entity& self = entity(static_cast<std::size_t>(part.entity));
  self.concept_id = c.phrase.concept_id;
  if (named == nullptr && c.phrase.concept_id != kNone) {  // "a small one"
    for (std::size_t k = static_cast<std::size_t>(part.entity); k-- > 0;) {
      if (entity(k).concept_id != c.phrase.concept_id) continue;
      self.row.entity = entity(k).row.entity;
      self.row.category = entity(k).row.category;
      name = {};
      break;
    }
  }
  for (Piece& p : part.pieces) {
    if (p.begin >= name.begin && p.end <= name.end)
      p.use = Use::nothing;
    else if (p.use == Use::entity)
      p.use = Use::detail;  // "calcified granuloma"
  }
  if (const Mark* history = history_of(i); history != nullptr && c.left_out != LeftOut::no) {
    const Term* term = terms_.find(text(history->span));
    if (term == nullptr || term->relation)
      give(static_cast<std::size_t>(part.entity), Relation::past_hx, history->span);
  }
}

// "a vague density": that there is one is what is said.
bool ClauseView::seen_as_such(std::size_t i) const {
  const Term* term = terms_.find(text(clause_->chunks[i].phrase.head));
  if (term == nullptr || !term->category) return false;
  return std::none_of(clause_->links.begin(), clause_->links.end(), [&](const Link& l) {
    return l.kind == LinkKind::value_of && l.to == static_cast<std::int16_t>(i);
  });
}

// One entity for each place of a list; "the apex of the right lung" is one.
void ClauseView::structures_of_run(std::size_t run) {
  const auto& chunks = clause_->chunks;
  run_used_[run] = 1;
  for (std::size_t i = clause_->runs[run].first; i <= clause_->runs[run].last; ++i) {
    if (parts_[i].kind != Kind::place || parts_[i].entity >= 0) continue;
    const Term* word = terms_.find(text(chunks[i].words));
    if (word != nullptr && word->part) {  // the tip is of the tube
      run_wanted_[run] = run_used_[run] = 0;
      return;
    }
    std::size_t last = i;
    while (last < clause_->runs[run].last && parts_[last + 1].kind == Kind::place && chunks[last + 1].prepositional() &&
           !chunks[last + 1].listed)
      ++last;
    structure(i, last);
  }
}

// What chunks [first, last] name, as an entity: sides and directions before it are its location.
std::size_t ClauseView::structure(std::size_t first, std::size_t last) {
  Span name;
  Span before;
  bool ended = false;
  for (std::size_t i = first; i <= last; ++i) {
    for (Piece& p : parts_[i].pieces) {
      if (p.use != Use::place && p.use != Use::attribute) {
        ended = name.end != 0 && p.use != Use::nothing;
        continue;
      }
      if (ended) continue;  // "the metacarpal angulated towards the palm"
      if (p.side && name.end == 0)
        before.cover(p.begin, p.end);
      else
        name.cover(p.begin, p.end);
      p.use = Use::nothing;
    }
  }
  if (name.end == 0) std::swap(name, before);
  if (name.end == 0) name = clause_->chunks[first].words;
  const std::size_t at = add(name, terms_.category(text(name), kNone));
  entity(at).structure = true;
  entity(at).quantity = lexicon_.name(clause_->chunks[first].phrase.attribute) == "size";
  if (before.end != 0) give(at, Relation::location, before);
  for (std::size_t i = first; i <= last; ++i) parts_[i].entity = static_cast<std::int32_t>(at);
  return at;
}

// "Scaphoid views:", "RUQ US:"
bool ClauseView::names_view(std::string_view words) const {
  const std::size_t blank = words.rfind(' ');
  const Term* term = terms_.find(blank == std::string_view::npos ? words : words.substr(blank + 1));
  return term != nullptr && term->view;
}

// "Liver: normal.": the heading is what it is said of.
std::int32_t ClauseView::under_heading() {
  if (rows_->heading_entity < 0 || !same(rows_->heading_words, clause_->heading)) {
    rows_->heading_entity = static_cast<std::int32_t>(add(clause_->heading, Category::pf));
    rows_->heading_words = clause_->heading;
    entity(static_cast<std::size_t>(rows_->heading_entity)).structure = true;
  }
  return rows_->heading_entity;
}

// "better seen on CT"
Span ClauseView::other_source() const {
  const auto& items = clause_->items;
  for (std::size_t k = 0; k < items.size(); ++k) {
    if (!is_cue(items[k], CueKind::technique) && !is_cue(items[k], CueKind::prior)) continue;
    for (std::size_t first = k >= 5 ? k - 5 : 0; first <= k; ++first) {
      const Span words{items[first].begin, items[k].end};
      const Term* term = terms_.find(text(words));
      if (term != nullptr && term->relation == Relation::other_source) return words;
    }
  }
  return {};
}

// A clause on the quality of the image, of some place: "evaluation of the lung bases is limited by patient rotation".
void ClauseView::say_quality() {
  Span place;
  Span limit;
  const auto& items = clause_->items;
  for (std::size_t k = 0; k < items.size() && limit.end == 0; ++k) {
    if (items[k].anatomy != nullptr || (place.end != 0 && is_side(items[k]))) place.cover(items[k].begin, items[k].end);
    for (std::size_t last = std::min(items.size(), k + 5); last > k && limit.end == 0; --last) {
      const Term* term = terms_.find(text({items[k].begin, items[last - 1].end}));
      if (term == nullptr || term->relation != Relation::assessment_limitations) continue;
      limit = {items[k].begin, term->to_the_end ? items.back().end : items[last - 1].end};
    }
  }
  if (place.end == 0 || limit.end == 0) return;
  const std::size_t at = add(place, Category::pf);
  entity(at).structure = true;
  entity(at).row.positive = false;
  give(at, Relation::assessment_limitations, limit);
}

}  // namespace fiducial::lunguage
