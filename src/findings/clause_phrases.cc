// What each phrase of a clause becomes: a place, a head, or details of what is there already.
#include <algorithm>

#include "findings/clause_reader.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ModifierKind;

// Is a place near one that was spoken of, and another one?
bool ClauseReader::near_sided(const Site& site, const Site& sided, bool same) const {
  const ConceptId body = lexicon_.known().body;
  for (ConceptId x : site.organs) {
    for (ConceptId y : sided.organs) {
      if (x == y) return same;
      for (ConceptId up : lexicon_.ancestors(x)) {
        if (up != body && (up == y || lexicon_.contains(up, y))) return true;
      }
    }
  }
  return false;
}

// The side of a place that has none: that of what was spoken of in the same clause ("a mass in the left kidney with
// invasion of the renal vein"), in the same sentence, or of the same region soon after.
Side ClauseReader::implied_side(const Site& site) const {
  if (site.side != Side::none) return Side::none;
  if (site.single && sided_here_.side != Side::none && paired(lexicon_, site) && near_sided(site, sided_here_, false))
    return sided_here_.side;
  if (before_.side == Side::none || sentence_ > before_.sided_sentence + 1) return Side::none;
  // "the left 3rd to 8th ribs are broken, among them the 5th and 6th in two places"
  const bool some_of_them = site.from != 0 && sentence_ == before_.sided_sentence;
  if (!site.single && !some_of_them) return Side::none;
  return near_sided(site, before_.sided, some_of_them) ? before_.side : Side::none;
}

// "on the left": all places of the clause that have no side yet are on the left.
void ClauseReader::side_phrase(Side side) {
  Run run;
  Site site;
  site.side = side;
  run.sites.push_back(site);
  run.tails.push_back(kNone);
  if (heads_.empty()) {
    run.use = Run::Use::front;
    runs_.push_back(run);
    front_run_ = static_cast<int>(runs_.size()) - 1;
  } else if (last_run_ >= 0 && heads_.back().run == last_run_) {
    for (Site& s : runs_[static_cast<std::size_t>(last_run_)].sites) {
      if (s.side == Side::none) s.side = side;
    }
  } else if (verb_seen_ && heads_.size() > 1 && heads_.back().run < 0 &&
             !own_place(lexicon_, heads_.back().phrase).organs.empty()) {
    Site& own = heads_.back().phrase.site;  // "a nodule that displaces the trachea to the left"
    if (own.side == Side::none) own.side = side;
  } else {
    run.use = Run::Use::of_heads;
    runs_.push_back(run);
    give_run_to_heads(static_cast<int>(runs_.size()) - 1);
  }
  joint_ = Joint::start;
}

// Takes back the last head; who belonged to it belongs to nobody.
void ClauseReader::pop_head() {
  heads_.pop_back();
  const int size = static_cast<int>(heads_.size());
  for (Head& h : heads_) {
    if (h.owner >= size) h.owner = -1;
    if (h.follows >= size) h.follows = -1;
  }
}

void ClauseReader::give_run_to_heads(int run) {
  const int group = heads_.back().group;
  const bool existential = verb_seen_ && subject_run_ < 0 && heads_.back().before_verb;  // "A with B is seen in …"
  for (Head& h : heads_) {
    const ConceptId c = h.phrase.concept_id;
    const bool came_through = c != kNone && lexicon_[c].has(Concept::through) && h.group == group;
    if (((h.group == group || existential) && h.run < 0) || came_through) h.run = run;
  }
  // "nodules of various sizes throughout the lung", "a shadow of low signal in L2": the nodules and the shadow are
  // there
  if (heads_.size() > 1 && heads_.back().joint == Joint::of) {
    Head& owner = heads_[heads_.size() - 2];
    if (owner.run < 0 && owner.phrase.kind == PhraseKind::head) owner.run = run;
  }
  last_run_ = run;
}

void ClauseReader::nest_in_run(Run& run, const Site& outer) {
  for (std::size_t i = run.nested; i < run.sites.size(); ++i) {
    Site& site = run.sites[i];
    // "the zygomatic arch and the wall of the sinus": the arch is not the sinus's
    const bool apart = i + 1 < run.sites.size() && !site.organs.empty() && !lies_in(lexicon_, site, outer) &&
                       !lies_in(lexicon_, outer, site) && !makes_a_place(site, outer);
    if (!apart) site = within(lexicon_, site, outer);
  }
  if (!outer.organs.empty()) run.nested = run.sites.size();
}

void ClauseReader::place_phrase(const Phrase& p) {
  Site site = p.site;
  if (joint_ == Joint::near && !site.organs.empty()) site.parts.add(lexicon_.known().surrounding);
  const bool preposition = joint_ == Joint::of || joint_ == Joint::in || joint_ == Joint::near;
  if (last_ == Last::place && last_run_ >= 0) {
    Run& run = runs_[static_cast<std::size_t>(last_run_)];
    if (joint_ == Joint::coordination || coordinated_) {
      if (!run.tissue.organs.empty()) site = within(lexicon_, run.tissue, site);
      run.sites.push_back(site);
      run.tails.push_back(p.tail);
      return;
    }
    if (joint_ == Joint::of ||
        (joint_ == Joint::in && (lies_in(lexicon_, run.sites.back(), site) ||
                                 lies_in(lexicon_, site, run.sites.back()) || run.sites.back().anywhere() ||
                                 (!run.near && systemic(lexicon_, run.sites.back()) && !systemic(lexicon_, site))))) {
      if (systemic(lexicon_, run.sites.back()) && run.sites.size() == 1) run.tissue = run.sites.back();
      return nest_in_run(run, site);
    }
    if (joint_ == Joint::near) {
      Site& before = run.sites.back();
      const bool light = std::all_of(before.parts.begin(), before.parts.end(),
                                     [&](ConceptId part) { return lexicon_[part].has(Concept::light); });
      if (before.organs.empty() && light) before = within(lexicon_, before, site);  // "the area around the kidney"
      if (systemic(lexicon_, before) && before.parts.empty()) {                     // "the soft tissue around the knee"
        site.parts.remove(lexicon_.known().surrounding);
        before = within(lexicon_, before, site);
      }
      return;
    }
    if (joint_ == Joint::start) {  // two places side by side: one within the other
      run.sites.back() = within(lexicon_, run.sites.back(), site);
      return;
    }
  }
  if (joint_ == Joint::in && last_ == Last::place && last_run_ >= 0 &&
      runs_[static_cast<std::size_t>(last_run_)].near && !site.organs.empty()) {
    // "beside the spine in the upper lobes": it is in the lobes
    Run& beside = runs_[static_cast<std::size_t>(last_run_)];
    beside.sites.assign(1, site);
    beside.tails.assign(1, p.tail);
    beside.near = false;
    return;
  }
  if (again_ && preposition && !heads_.empty() && last_run_ >= 0 && heads_.back().run == last_run_) {
    // "foci are seen in the frontal lobe and are noted in the periventricular regions"
    runs_[static_cast<std::size_t>(last_run_)].sites.push_back(site);
    runs_[static_cast<std::size_t>(last_run_)].tails.push_back(p.tail);
    last_ = Last::place;
    return;
  }
  if (preposition && last_ == Last::head && heads_.back().run >= 0 && heads_.back().run == last_run_) {
    // "mediastinal and hilar nodes in the left chest": all of them are there
    Run& run = runs_[static_cast<std::size_t>(last_run_)];
    const bool there = std::all_of(run.sites.begin(), run.sites.end(), [&](const Site& s) {
      return lies_in(lexicon_, s, site) || lies_in(lexicon_, site, s) || siblings(s, site);
    });
    if (there) {
      for (Site& s : run.sites) s = within(lexicon_, s, site);
      last_ = Last::place;
      return;
    }
  }
  place_span_ = p.span;
  Run run;
  const int outer = front_run_ >= 0 ? front_run_ : heads_.empty() ? -1 : subject_run_;
  if (site.anywhere() && outer >= 0 && !preposition) {  // "in the thalamus, there is a cystic region"
    for (const Site& whole : runs_[static_cast<std::size_t>(outer)].sites) {
      run.sites.push_back(within(lexicon_, site, whole));
      run.tails.push_back(kNone);
    }
  } else {
    run.sites.push_back(site);
    run.tails.push_back(p.tail);
  }
  run.near = joint_ == Joint::near;
  run.under = run.near && under_;
  const bool to_heads = preposition && !heads_.empty() && !(largest_);
  run.use = to_heads      ? Run::Use::of_heads
            : preposition ? Run::Use::front
            : verb_seen_  ? Run::Use::object
                          : Run::Use::subject;
  runs_.push_back(run);
  const int id = static_cast<int>(runs_.size()) - 1;
  last_run_ = id;
  if (!preposition && !verb_seen_) anaphor_ = false;  // "some sulci show …"
  // "widened sulci and cisterns", "normal liver, spleen, and pancreas"
  const bool next = joint_ == Joint::coordination || (coordinated_ && !verb_seen_);
  if (!preposition && last_ == Last::head && next && (!comma_ || !verb_seen_) && joined_run_ < 0) {
    joined_run_ = id;
    joined_head_ = heads_.size() - 1;
  }
  if (to_heads) {
    give_run_to_heads(id);
  } else if (preposition) {
    if (front_run_ < 0) front_run_ = id;
  } else if (subject_run_ < 0 || joint_ != Joint::coordination) {
    // "the kidney contains a cyst whose wall is calcified": the cyst is in the kidney
    for (Head& h : heads_) h.run = h.run < 0 && h.follows < 0 ? subject_run_ : h.run;
    subject_run_ = id;
  }
  last_ = Last::place;
}

// Words that the lexicon does not know go with the head beside them; alone in their clause they are a head.
bool ClauseReader::unknown_words(const Phrase& p) {
  if (p.kind != PhraseKind::head || p.concept_id != kNone || p.attribute != kNone) return false;
  if (in_brackets_) return true;
  if (heads_.empty()) return false;
  // "no cyanosis or xyz": one more of a list
  if (negating_ && joint_ == Joint::coordination && last_ == Last::head && p.site.empty()) return false;
  Head& h = heads_.back();
  for (std::uint8_t i = 0; i < p.words.size; ++i) h.phrase.words.add(p.words.hashes[i]);
  if (h.phrase.concept_id == kNone && h.phrase.kind == PhraseKind::head) h.phrase.head.cover(p.head.begin, p.head.end);
  if (!p.site.empty()) {
    Phrase place = p;
    place.kind = PhraseKind::place;
    place_phrase(place);
  } else {
    last_ = Last::head;
  }
  return true;
}

// "patchy areas of low signal", "the lesion is hypointense": what the bare area is, the second head says.
bool ClauseReader::absorb_generic(Head& h, Phrase& p) {
  if (heads_.empty() || p.concept_id == kNone) return false;
  Head& before = heads_.back();
  const ConceptId c = before.phrase.concept_id;
  if (before.phrase.kind != PhraseKind::head || c == kNone || !lexicon_[c].has(Concept::generic) ||
      before.phrase.attribute != kNone)
    return false;
  if (joint_ != Joint::of && !lexicon_[p.concept_id].has(Concept::generic)) return false;
  // "shows hypointense lesions on T1 and hyperintense lesions on T2"
  if (joint_ != Joint::of && std::any_of(before.phrase.details.begin(), before.phrase.details.end(), [&](ConceptId d) {
        return lexicon_[d].is(ModifierKind::signal) &&
               std::any_of(p.details.begin(), p.details.end(), [&](ConceptId e) { return lexicon_[d].opposite == e; });
      }))
    return false;
  for (ConceptId d : before.phrase.details) p.details.add(d);
  p.details.add(lexicon_[c].has_detail);
  p.split |= before.phrase.split;
  if (p.site.empty()) {
    p.site = before.phrase.site;
    if (before.phrase.fused_site != kNone) add_place(lexicon_, p.site, before.phrase.fused_site);
  }
  p.add_sizes(before.phrase.sizes, before.phrase.size_count);
  p.span.cover(before.phrase.span.begin, before.phrase.span.end);
  h.run = before.run;
  h.follows = before.follows;
  h.negated = h.negated || before.negated;
  h.group = before.group;
  absorbed_ = before;
  pop_head();
  return true;
}

// "…, with blurred margins": of the lesion, not a finding of its own.
bool ClauseReader::margins(const Phrase& p) {
  const Lexicon::Known& k = lexicon_.known();
  if (!p.site.organs.empty() || !p.site.parts.has(k.margin)) return false;
  const ConceptId detail = p.concept_id == k.blurring       ? k.margin_unclear
                           : p.concept_id == k.smooth       ? k.margin_clear
                           : p.concept_id == k.irregularity ? k.shape_irregular
                                                            : kNone;
  if (detail == kNone) return false;
  Phrase described;
  described.details = p.details;
  described.details.add(detail);
  const bool lesion =
      !heads_.empty() && heads_.back().phrase.kind == PhraseKind::head && heads_.back().phrase.concept_id != kNone &&
      (heads_.back().phrase.concept_id == k.lesion || lexicon_.contains(k.lesion, heads_.back().phrase.concept_id));
  if (lesion) {
    for (ConceptId d : described.details) heads_.back().phrase.details.add(d);
    return true;
  }
  if (!heads_.empty() || !runs_.empty()) return false;
  apply_to_last(described);
  return true;
}

// "nodular and patchy shadows": "nodular" is a shape here. "patchy T1WI hypointense and T2WI hyperintense lesions": the
// shape belongs to both.
void ClauseReader::share_adjectives(Head& h, bool joins) {
  if (!joins || heads_.empty() || h.phrase.concept_id == kNone || !lexicon_[h.phrase.concept_id].has(Concept::generic))
    return;
  Head& before = heads_.back();
  if (before.phrase.kind != PhraseKind::head || !before.phrase.adjective || before.phrase.concept_id == kNone ||
      before.run >= 0)
    return;
  const Concept& c = lexicon_[before.phrase.concept_id];
  if (!c.has(Concept::generic) && c.has_detail != kNone && before.phrase.site.empty()) {
    h.phrase.details.add(c.has_detail);
    for (ConceptId d : before.phrase.details) h.phrase.details.add(d);
    const bool shape = lexicon_[c.has_detail].modifier() == ModifierKind::shape;
    if (comma_ && !shape) {
      h.phrase.details.add(lexicon_[h.phrase.concept_id].has_detail);
      h.phrase.concept_id = before.phrase.concept_id;  // "a cystic, low-density lesion" is one thing
    }
    h.phrase.split = shape;
    h.phrase.span.cover(before.phrase.span.begin, before.phrase.span.end);
    pop_head();
    return;
  }
  if (!c.has(Concept::generic)) return;
  for (ConceptId d : before.phrase.details) {
    const Concept& m = lexicon_[d];
    if (m.is(ModifierKind::shape) || m.is(ModifierKind::number) || m.is(ModifierKind::size) ||
        m.is(ModifierKind::distribution))
      h.phrase.details.add(d);
  }
  h.phrase.split |= before.phrase.split;
}

void ClauseReader::head_phrase(Phrase p) {
  if (unknown_words(p)) return;
  if (margins(p)) return;
  Head h;
  h.tentative = tentative_;
  h.before_verb = !verb_seen_;
  h.definite = definite_ || largest_;
  const bool attribute = p.kind == PhraseKind::attribute;
  if (attribute && !heads_.empty() && p.site.empty() &&
      (p.size_count != 0 || (joint_ == Joint::in && heads_.back().phrase.size_count != 0))) {
    p.kind = PhraseKind::details;  // "3 mm in diameter"
    return detail_phrase(p);
  }
  // "… without loosening of the plate": the device is not denied, and was named before.
  if (joint_ == Joint::of && !heads_.empty() && (heads_.back().negated || definite_) && p.concept_id != kNone &&
      lexicon_[p.concept_id].has(Concept::device))
    return;
  const bool normal = !attribute && p.concept_id != kNone && lexicon_[p.concept_id].has(Concept::normal);
  // "no effusion and normal heart size": a normal value is denied only where the denial is said of it.
  h.negated = (negating_ && (!normal || fresh_negation_)) || (not_ && !(normal && not_used_));
  if (p.denied) h.negated = !h.negated;
  not_used_ = not_used_ || not_;
  if (last_ == Last::place && joint_ == Joint::coordination && last_run_ >= 0 && !attribute &&
      (!p.site.empty() || p.fused_site != kNone)) {
    // "C3/4, C4/5 and C5/6 disc protrusion", "there is pericardial and pleural effusion"
    Run& run = runs_[static_cast<std::size_t>(last_run_)];
    if (run.use == (verb_seen_ ? Run::Use::object : Run::Use::subject) && (!verb_seen_ || runs_.size() == 1)) {
      run.sites.push_back(own_place(lexicon_, p));
      p.fused_site = kNone;
      run.tails.push_back(p.tail);
      run.use = Run::Use::of_heads;
      if (subject_run_ == last_run_) subject_run_ = -1;
      h.run = last_run_;
      p.site = Site{};
    }
  }
  if (absorbed_ && joint_ == Joint::coordination && p.concept_id != kNone &&
      lexicon_[p.concept_id].has(Concept::generic) && p.site.empty()) {
    for (ConceptId d : absorbed_->phrase.details) p.details.add(d);
    p.split |= absorbed_->phrase.split;
    p.site = absorbed_->phrase.site;
    h.run = absorbed_->run;
  }
  if (!heads_.empty() && heads_.back().phrase.concept_id == lexicon_.known().poststate && heads_.back().run < 0 &&
      !attribute && p.concept_id != kNone &&
      (joint_ == Joint::of || joint_ == Joint::in || joint_ == Joint::near || joint_ == Joint::start)) {
    // "postoperative changes of gastric cancer": where it was; the cancer is history
    Head& operated = heads_.back();
    Site where = own_place(lexicon_, p);
    if (where.organs.empty() && lexicon_[p.concept_id].at != kNone)
      add_place(lexicon_, where, lexicon_[p.concept_id].at);
    if (operated.phrase.site.empty()) operated.phrase.site = where;
    return;
  }
  const bool joins = (joint_ == Joint::coordination || coordinated_) && (last_ == Last::head || last_ == Last::details);
  if (!joins) ++group_;
  h.group = group_;
  const bool predicate = (joint_ == Joint::be || joint_ == Joint::show) && subject_run_ < 0 && front_run_ < 0;
  if ((joint_ == Joint::with || joint_ == Joint::of || joint_ == Joint::in || predicate) && !heads_.empty() &&
      h.run < 0)
    h.follows = static_cast<int>(heads_.size()) - 1;
  if (!normal && (joint_ == Joint::of || ((joint_ == Joint::be || joint_ == Joint::show) && !attribute)) &&
      absorb_generic(h, p)) {
    h.follows = -1;
  }
  int owned = -1;
  if (joint_ == Joint::of && !heads_.empty() && heads_.back().phrase.kind == PhraseKind::attribute) {
    // "size of the nodule", "alignment of the fracture ends": it was named before, and its attribute is spoken of
    h.definite = true;
    h.follows = -1;
    owned = static_cast<int>(heads_.size()) - 1;
  }
  if (joint_ == Joint::of && last_ == Last::place && last_run_ >= 0 &&
      runs_[static_cast<std::size_t>(last_run_)].sites.back().organs.empty()) {
    h.definite = true;  // "margins of the nodule"; "the margin of the renal lesion" is in the kidney
    const Site where = own_place(lexicon_, p);
    if (!where.organs.empty()) nest_in_run(runs_[static_cast<std::size_t>(last_run_)], where);
    if (subject_run_ == last_run_) subject_run_ = -1;
  }
  if (p.concept_id != kNone && !heads_.empty() && heads_.back().phrase.kind == PhraseKind::head &&
      heads_.back().phrase.concept_id == kNone && heads_.back().run < 0) {
    // "osteoid matter … nodule": what was not understood describes what is
    for (std::uint8_t i = 0; i < heads_.back().phrase.words.size; ++i)
      p.words.add(heads_.back().phrase.words.hashes[i]);
    p.span.cover(heads_.back().phrase.span.begin, heads_.back().phrase.span.end);
    pop_head();
    if (h.follows >= static_cast<int>(heads_.size())) h.follows = -1;
  }
  h.phrase = p;
  // "striated and patchy shadows": one head that will be split by shape once all is known of it.
  for (Phrase& d : loose_) {
    bool shape = false;
    for (ConceptId x : d.details) shape |= lexicon_[x].is(ModifierKind::shape);
    h.phrase.split |= shape;
    for (ConceptId x : d.details) h.phrase.details.add(x);
    h.phrase.add_sizes(d.sizes, d.size_count);
    h.phrase.span.cover(d.span.begin, d.span.end);
  }
  loose_.clear();
  share_adjectives(h, joins);
  h.joint = joint_;
  heads_.push_back(h);
  if (owned >= 0) heads_[static_cast<std::size_t>(owned)].owner = static_cast<int>(heads_.size()) - 1;
  last_ = Last::head;
}

void ClauseReader::detail_phrase(const Phrase& p) {
  // "The kidney is small with a thin cortex": said of the kidney, and all that is
  const bool first = joint_ == Joint::be && heads_.empty();
  const bool after_denial = joint_ == Joint::with && !heads_.empty() && heads_.back().negated && !not_;
  if ((first || after_denial) && subject_run_ >= 0 && p.size_count == 0 && !negating_) {
    for (ConceptId d : p.details) {
      const Named name = named(d, kNone);
      if (name.concept_id == kNone || name.denied) continue;
      Phrase value = p;
      value.kind = PhraseKind::head;
      value.concept_id = name.concept_id;
      value.head = p.span;
      return head_phrase(value);
    }
  }
  if (not_ && !heads_.empty() && p.size_count == 0) {  // "a nodule that is not calcified" is a nodule
    not_used_ = true;
    return;
  }
  // "Both lungs are clear, with a few patchy and linear shadows": a normal value has no shape.
  if (!heads_.empty() && (joint_ == Joint::with || !loose_.empty()) && heads_.back().phrase.concept_id != kNone &&
      p.size_count == 0 && lexicon_[heads_.back().phrase.concept_id].has(Concept::normal)) {
    loose_.push_back(p);
    return;
  }
  const bool afterwards = last_ == Last::place && p.size_count != 0;  // "a nodule in the liver, 3 mm"
  if (!heads_.empty() && (last_ == Last::head || afterwards || verb_seen_ || last_ == Last::details ||
                          joint_ == Joint::with || largest_)) {
    Head& h = heads_.back();
    for (ConceptId d : p.details) h.phrase.details.add(d);
    h.phrase.add_sizes(p.sizes, p.size_count);
    const bool spread = std::all_of(p.details.begin(), p.details.end(), [&](ConceptId d) {
      return lexicon_[d].is(ModifierKind::distribution);
    });  // "shadows are scattered in both lungs" are there, not described
    h.described |= verb_seen_ && !existential_ && h.before_verb && !spread;
    h.phrase.span.cover(p.span.begin, p.span.end);
    last_ = Last::details;
    return;
  }
  if (heads_.empty() && anaphor_) return apply_to_last(p);
  loose_.push_back(p);
  last_ = Last::details;
}

// "It measures 3 cm": of what was found last.
void ClauseReader::apply_to_last(const Phrase& p) {
  for (std::size_t i = context_.last_begin; i < context_.last_end && i < out_.size(); ++i) {
    Finding& f = out_[i];
    if (f.absent) continue;
    for (ConceptId d : p.details) f.details.add(d);
    for (std::uint8_t k = 0; k < p.size_count; ++k) f.add_size(p.sizes[k]);
  }
}

}  // namespace fiducial::findings
