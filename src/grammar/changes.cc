// How what was found has changed: "the effusion has increased", "decrease in the pneumothorax", "neither nodule has
// grown", "the avidity of the node has resolved", "the tube was removed".
#include <algorithm>

#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::Concept;

namespace {

class ChangeFinder {
 public:
  ChangeFinder(const Setting& setting, Clause& clause)
      : setting_(setting), lexicon_(setting.lexicon), clause_(clause) {}

  void run() {
    changes_of_things();
    changes_of_lists();
    changed_subjects();
    denied_changes();
    resolved_qualities();
    removed_devices();
  }

 private:
  Chunk& chunk(std::size_t i) { return clause_.chunks[i]; }

  std::size_t next_head(std::size_t i) const {
    do {
      ++i;
    } while (i < clause_.chunks.size() && !clause_.chunks[i].head());
    return i;
  }

  // "Decrease in pneumothorax": it has become smaller.
  void changes_of_things() {
    const Lexicon::Known& k = lexicon_.known();
    if (!setting_.on(Rule::change_predicate)) return;
    for (std::size_t i = 0; i + 1 < clause_.chunks.size(); ++i) {
      Chunk& change = chunk(i);
      Chunk& thing = chunk(i + 1);
      if (!is_bare_change(lexicon_, change.phrase) || !change.is(PhraseKind::head) || change.denied ||
          !own_place(lexicon_, change.phrase).empty() || (thing.joint != Joint::in && thing.joint != Joint::of) ||
          !thing.is(PhraseKind::head) || thing.phrase.concept_id == kNone ||
          lexicon_[thing.phrase.concept_id].has(Concept::normal))
        continue;
      thing.phrase.details.add(change.phrase.concept_id == k.increase ? k.change_larger : k.change_smaller);
      thing.phrase.span.cover(change.phrase.span.begin, change.phrase.span.end);
      change.merged_into = static_cast<std::int16_t>(i + 1);
      clause_.link(LinkKind::describes, Rule::change_predicate, i, change.merged_into);
    }
  }

  // "No change in the nodule or the effusion", "worsening of the edema and the effusions": of all that is named there.
  void changes_of_lists() {
    if (!setting_.on(Rule::change_of_all)) return;
    for (std::size_t i = 1; i < clause_.chunks.size(); ++i) {
      const Chunk& change = chunk(i - 1);
      const Chunk& first = chunk(i);
      if (change.merged_into != static_cast<std::int16_t>(i) || !first.is(PhraseKind::head) || first.denied ||
          (first.joint != Joint::in && first.joint != Joint::of) ||
          !(says_change(lexicon_, change.phrase) || is_bare_change(lexicon_, change.phrase)))
        continue;
      for (std::size_t k = i + 1; k < clause_.chunks.size(); ++k) {
        Chunk& next = chunk(k);
        if (next.is(PhraseKind::place) && next.prepositional()) continue;
        if (!next.is(PhraseKind::head) || next.joint != Joint::list || next.comma || next.verbs != first.verbs ||
            next.denied || says_change(lexicon_, next.phrase))
          break;
        add_changes(first.phrase, next.phrase);
      }
    }
  }

  void add_changes(const Phrase& from, Phrase& to) const {
    for (ConceptId d : from.details) {
      if (lexicon_[d].is(lexicon::ModifierKind::change)) to.details.add(d);
    }
  }

  // "Increased in size": of what is larger or smaller, and of nothing else.
  bool is_size_change(const Phrase& p) const {
    const ConceptId size = lexicon_[lexicon_.known().measured].about;
    return p.concept_id == lexicon_.changed(size, 1) || p.concept_id == lexicon_.changed(size, -1);
  }

  // "A right effusion, decreased in size": of what may be large or small, and is no state of a place.
  bool has_size(ConceptId c) const {
    if (c == kNone) return false;
    const Concept& thing = lexicon_[c];
    return is_lesion(lexicon_, c) ||
           (thing.about == kNone && thing.direction == 0 && !thing.has(Concept::normal) && !thing.has(Concept::device));
  }

  // "An effusion with a pigtail catheter, decreased": the effusion is smaller.
  int behind_device(const Chunk& value, int before) const {
    const Chunk& last = clause_.chunks[static_cast<std::size_t>(before)];
    const ConceptId c = last.phrase.concept_id;
    if (!value.comma || last.joint != Joint::with || c == kNone || !lexicon_[c].has(Concept::device)) return before;
    const int thing = previous_head(clause_, static_cast<std::size_t>(before));
    return thing >= 0 && has_size(clause_.chunks[static_cast<std::size_t>(thing)].phrase.concept_id) ? thing : before;
  }

  // "Raised signal and loss of architecture": of the architecture.
  bool has_its_attribute(std::size_t i) const {
    if (i + 1 >= clause_.chunks.size()) return false;
    const Chunk& next = clause_.chunks[i + 1];
    return next.is(PhraseKind::attribute) && next.joint == Joint::of && next.phrase.attribute != lexicon_.known().size;
  }

  // "The effusion has increased", "opacities, larger since …": a change of what was named, not a finding of its own.
  void changed_subjects() {
    const Lexicon::Known& k = lexicon_.known();
    if (!setting_.on(Rule::change_predicate)) return;
    for (std::size_t i = 1; i < clause_.chunks.size(); ++i) {
      Chunk& value = chunk(i);
      int before = previous_head(clause_, i);
      if (!value.is(PhraseKind::head) || before < 0 || value.phrase.concept_id == kNone) continue;
      while (value.comma && chunk(static_cast<std::size_t>(before)).denied &&
             chunk(static_cast<std::size_t>(before)).joint == Joint::with &&
             previous_head(clause_, static_cast<std::size_t>(before)) >= 0)
        before = previous_head(clause_, static_cast<std::size_t>(before));
      before = behind_device(value, before);
      Chunk& subject = chunk(static_cast<std::size_t>(before));
      const Concept& v = lexicon_[value.phrase.concept_id];
      const bool placeless = own_place(lexicon_, value.phrase).empty() && !governs_place(clause_, i, next_head(i));
      // "a nodule without calcification, increased in size"
      const bool size = value.comma && value.joint != Joint::with && value.verbs == subject.verbs &&
                        is_size_change(value.phrase) && has_size(subject.phrase.concept_id);
      const bool bare = is_bare_change(lexicon_, value.phrase) || size;
      // "collapsed since the last film, with loss of volume": it comes with it, and is no change of it
      const bool since = clause_.compared && v.direction != 0 && !v.has(Concept::generic) && value.joint != Joint::with;
      if ((!bare && !since) || !placeless || subject.phrase.kind != PhraseKind::head ||
          subject.phrase.concept_id == kNone)
        continue;
      if (bare && value.listed && has_its_attribute(i)) continue;
      const bool denied = value.denied && !(size && value.denied_by == Rule::denied_ahead && !subject.denied);
      if (!denied) subject.phrase.details.add(v.direction > 0 ? k.change_larger : k.change_smaller);
      subject.phrase.add_sizes(value.phrase.sizes, value.phrase.size_count);
      subject.phrase.add_quantities(value.phrase.quantities, value.phrase.quantity_count);
      subject.used = false;  // "the hepatic lesion has decreased": it is the lesion that is told of
      subject.phrase.span.cover(value.phrase.span.begin, value.phrase.span.end);
      value.merged_into = static_cast<std::int16_t>(before);
      clause_.link(LinkKind::describes, Rule::change_predicate, i, value.merged_into);
    }
  }

  // A larger or a smaller one, and not that it is new or gone.
  bool is_growth(ConceptId d) const {
    return lexicon_[d].is(lexicon::ModifierKind::change) && lexicon_[d].direction != 0;
  }

  // "Neither effusion has improved": both are there, as they were.
  void denied_changes() {
    if (!setting_.on(Rule::change_predicate)) return;
    for (const Chunk& change : clause_.chunks) {
      if (change.merged_into < 0 || change.phrase.kind != PhraseKind::details || change.denied) continue;
      const Chunk& last = chunk(static_cast<std::size_t>(change.merged_into));
      if (change.verbs <= last.verbs || !last.denied || last.denied_by != Rule::denied_ahead ||
          std::none_of(change.phrase.details.begin(), change.phrase.details.end(),
                       [&](ConceptId d) { return is_growth(d); }))
        continue;
      for (Chunk& c : clause_.chunks) {
        if (c.is(PhraseKind::head) && c.denied && c.verbs == last.verbs) as_before(c);
      }
    }
  }

  void as_before(Chunk& c) const {
    const ConceptSet<12> details = c.phrase.details;
    for (ConceptId d : details) {
      if (is_growth(d)) c.phrase.details.remove(d);
    }
    c.phrase.details.add(lexicon_.known().change_stable);
    c.denied = c.in_denial = false;
  }

  // "The avidity of the nodule has resolved": the nodule is there, and avid no longer.
  void resolved_qualities() {
    if (!setting_.on(Rule::denied_resolved)) return;
    for (std::size_t i = 0; i < clause_.chunks.size(); ++i) {
      Chunk& quality = chunk(i);
      if (!quality.is(PhraseKind::attribute) || quality.owner < 0 || quality.phrase.seen_as == kNone || quality.used)
        continue;
      Chunk& thing = chunk(static_cast<std::size_t>(quality.owner));
      const ConceptSet<12> details = thing.phrase.details;
      for (ConceptId d : details) {
        if (!lexicon_[d].is(lexicon::ModifierKind::change) || lexicon_[d].rank != 0) continue;
        thing.phrase.details.remove(d);
        quality.phrase.kind = PhraseKind::head;
        quality.phrase.concept_id = quality.phrase.seen_as;
        quality.phrase.attribute = kNone;
        quality.phrase.details.add(d);
        quality.follows = quality.owner;
      }
    }
  }

  // "The tube has been removed", "interval resolution of the effusion": what is gone is not there.
  void removed_devices() {
    for (std::size_t i = 0; i < clause_.chunks.size(); ++i) {
      Chunk& c = chunk(i);
      if (!c.is(PhraseKind::head) || c.phrase.concept_id == kNone || c.denied) continue;
      const bool gone = std::any_of(c.phrase.details.begin(), c.phrase.details.end(), [&](ConceptId d) {
        return lexicon_[d].is(lexicon::ModifierKind::change) && lexicon_[d].rank == 0;
      });
      if (!gone || lexicon_[c.phrase.concept_id].has(Concept::normal) || !setting_.on(Rule::denied_resolved)) continue;
      if (some_are_left(c.phrase)) continue;
      c.denied = true;
      clause_.scopes.push_back({Rule::denied_resolved, -1, static_cast<std::int16_t>(i)});
      removed_too(i);
    }
  }

  // "Interval removal of the endotracheal and the nasogastric tube"
  void removed_too(std::size_t i) {
    const Chunk& first = chunk(i);
    const bool ahead = first.phrase.span.begin < first.phrase.head.begin;
    if (!ahead || !lexicon_[first.phrase.concept_id].has(Concept::device)) return;
    for (std::size_t k = i + 1; k < clause_.chunks.size(); ++k) {
      Chunk& c = chunk(k);
      if (!c.is(PhraseKind::head) || c.phrase.concept_id == kNone ||
          !lexicon_[c.phrase.concept_id].has(Concept::device) || c.joint != Joint::list || c.verbs != first.verbs ||
          c.denied)
        return;
      c.denied = true;
      clause_.scopes.push_back({Rule::denied_resolved, -1, static_cast<std::int16_t>(k)});
    }
  }

  // "Two of the three metastases have resolved": there are fewer.
  bool some_are_left(Phrase& p) const {
    const ConceptSet<12> details = p.details;
    const auto number = [&](ConceptId d) { return lexicon_[d].is(lexicon::ModifierKind::number); };
    if (std::count_if(details.begin(), details.end(), number) < 2) return false;
    for (const ConceptId d : details) {
      if (number(d) || (lexicon_[d].is(lexicon::ModifierKind::change) && lexicon_[d].rank == 0)) p.details.remove(d);
    }
    p.details.add(lexicon_.known().change_smaller);
    return true;
  }

  const Setting& setting_;
  const Lexicon& lexicon_;
  Clause& clause_;
};

}  // namespace

void find_changes(const Setting& setting, Clause& clause) {
  ChangeFinder(setting, clause).run();
}

}  // namespace fiducial::findings
