// What is said of what: subjects and their predicates, attributes and their owners, places that are merely seen or
// missing, and what "it" and "the lesion" mean.
#include <algorithm>

#include "grammar/companions.h"
#include "grammar/device_states.h"
#include "grammar/named_before.h"
#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;

namespace {

class Describer {
 public:
  Describer(const Setting& setting, Context& context, Clause& clause, std::vector<Finding>& out)
      : setting_(setting), lexicon_(setting.lexicon), context_(context), clause_(clause), out_(out) {}

  void run() {
    name_what_is_spoken_of();
    find_owners();
    NamedBefore(setting_, clause_, out_).take_alone();
    missing_places();
    denied_places();
    merely_seen();
    measured_places();
    vague_subjects();
    describe_devices(setting_, clause_);
    kept_values();
    even_signals();
    well_subjects();
    spread();
    enhancement();
    find_changes(setting_, clause_);
    counted_places();
    attribute_spoken_of();
    if (clause_.anaphor) describe_spoken_of(heads() == 0 || first_head_denied() ? clause_.chunks.size() : first_head());
    largest_spoken_of();
  }

 private:
  Chunk& chunk(std::size_t i) { return clause_.chunks[i]; }

  std::size_t heads() const {
    return static_cast<std::size_t>(
        std::count_if(clause_.chunks.begin(), clause_.chunks.end(), [](const Chunk& c) { return c.head(); }));
  }

  int previous_chunk(std::size_t i) const {
    while (i-- > 0) {
      if (clause_.chunks[i].left_out == LeftOut::no) return static_cast<int>(i);
    }
    return -1;
  }

  std::size_t add_head(ConceptId concept_id, Span span, std::int16_t run) {
    Chunk c;
    c.phrase = head_of(concept_id, span);
    c.run = run;
    c.group = static_cast<std::int16_t>(100 + clause_.chunks.size());
    clause_.chunks.push_back(c);
    return clause_.chunks.size() - 1;
  }

  // "The lesion in the left kidney is larger than before": it is there. "The lesion in segment VI measures 28 mm,
  // typical of a hemangioma": the hemangioma does. "A cyst in segment II. The lesion in segment VI is bright and
  // enhances": not the cyst.
  void name_what_is_spoken_of() {
    if (clause_.spoken_of == kNone) return;
    const bool placed = clause_.front_run >= 0 &&
                        !clause_.runs[static_cast<std::size_t>(clause_.front_run)].sites.front().organs.empty();
    const std::size_t said = first_head();
    const bool other = said < clause_.chunks.size();
    const bool first = out_.empty();  // "the lesion", and nothing was named before
    if (other && (!(first || placed) || !told_before(said) || lies_where_spoken_of(placed))) return;
    const bool denied =
        std::any_of(clause_.chunks.begin(), clause_.chunks.end(), [](const Chunk& c) { return c.denied; });
    if (!other && !first && (!placed || denied)) return;
    const bool named = other && heads() == 1 && chunk(said).joint == Joint::infer && chunk(said).is(PhraseKind::head);
    const std::size_t i =
        named ? said : add_head(clause_.spoken_of, clause_.spoken_span, placed ? clause_.front_run : std::int16_t{-1});
    if (!other) chunk(i).definite = true;
    if (!other)
      chunk(i).denied = std::any_of(clause_.marks.begin(), clause_.marks.end(),
                                    [](const Mark& m) { return m.cue == CueKind::negpost; });
    for (std::size_t k = 0; k < std::min(i, said); ++k) {
      if (!chunk(k).is(PhraseKind::details)) continue;
      for (ConceptId d : chunk(k).phrase.details)
        (chunk(k).denied ? chunk(i).phrase.absent_details.add(d) : chunk(i).phrase.details.add(d));
      chunk(i).phrase.add_sizes(chunk(k).phrase.sizes, chunk(k).phrase.size_count);
      chunk(i).phrase.add_quantities(chunk(k).phrase.quantities, chunk(k).phrase.quantity_count);
      chunk(k).merged_into = static_cast<std::int16_t>(i);
    }
  }

  // Is it told how it is, before the first thing that is named?
  bool told_before(std::size_t head) const {
    return std::any_of(clause_.chunks.begin(), clause_.chunks.begin() + static_cast<std::ptrdiff_t>(head),
                       [](const Chunk& c) { return c.is(PhraseKind::details); });
  }

  // Was something found in that place last?
  bool lies_where_spoken_of(bool placed) const {
    if (!placed) return false;
    const Site& place = clause_.runs[static_cast<std::size_t>(clause_.front_run)].sites.front();
    for (std::size_t i = context_.last_begin; i < std::min(context_.last_end, out_.size()); ++i) {
      const Site& there = out_[i].site;
      const bool opposed = is_one_side(there.side) && there.side == opposite(place.side);
      if (!opposed && (lies_in(lexicon_, there, place) || lies_in(lexicon_, place, there))) return true;
    }
    return false;
  }

  // "Hyperintensity, without expansion, suggestive of a plaque": not of what is not there. "White-out on the right with
  // tracheal deviation to the left, in keeping with an effusion": of the white-out.
  int sign_before(std::size_t i) const {
    const int last = previous_head(clause_, i);
    if (clause_.chunks[i].denied) return last;
    if (const int mass = lesion_of_signs(lexicon_, clause_, i, last); mass >= 0) return mass;
    for (int k = last; k >= 0; k = previous_head(clause_, static_cast<std::size_t>(k))) {
      const Chunk& sign = clause_.chunks[static_cast<std::size_t>(k)];
      if (sign.denied || sign.phrase.directed) continue;
      const bool companion = sign.joint == Joint::with && sign.follows >= 0 && clause_.chunks[i].comma;
      return companion && lies_apart(lexicon_, sign.phrase, clause_.chunks[i].phrase) ? sign.follows : k;
    }
    return last;
  }

  void find_owners() {
    for (std::size_t i = 0; i < clause_.chunks.size(); ++i) {
      Chunk& c = chunk(i);
      if (!c.head()) continue;
      const int before = c.joint == Joint::infer ? sign_before(i) : previous_head(clause_, i);
      const bool predicate =
          (c.joint == Joint::be || c.joint == Joint::show) && clause_.subject_run < 0 && clause_.front_run < 0;
      const bool comes_with = c.joint == Joint::with || c.joint == Joint::of || c.joint == Joint::in ||
                              c.joint == Joint::infer || predicate;
      const bool size =
          before >= 0 && chunk(static_cast<std::size_t>(before)).phrase.concept_id == lexicon_.known().measured;
      if (comes_with && before >= 0 && !size && c.run < 0 && c.follows < 0) follow(i, static_cast<std::size_t>(before));
      if (c.joint == Joint::of) part_of_head(i);
    }
  }

  void follow(std::size_t i, std::size_t before) {
    Chunk& c = chunk(i);
    before = first_of_all(lexicon_, clause_, i, before);
    if (c.joint == Joint::of && chunk(before).phrase.kind == PhraseKind::attribute) {
      // "size of the nodule", "alignment of the fracture ends": it was named before, and its attribute is spoken of
      c.definite = true;
      chunk(before).owner = static_cast<std::int16_t>(i);
      clause_.link(LinkKind::value_of, Rule::located_with, before, static_cast<std::int16_t>(i));
      return;
    }
    c.follows = static_cast<std::int16_t>(before);
    clause_.link(c.is_inference ? LinkKind::inferred_from : LinkKind::comes_with,
                 c.is_inference ? Rule::inferred : Rule::located_with, i, c.follows);
  }

  // "margins of the nodule"; "the margin of the renal lesion" is in the kidney
  void part_of_head(std::size_t i) {
    const int before = previous_chunk(i);
    if (before < 0 || !chunk(static_cast<std::size_t>(before)).is(PhraseKind::place)) return;
    const std::int16_t r = chunk(static_cast<std::size_t>(before)).run;
    if (r < 0) return;
    PlaceRun& run = clause_.runs[static_cast<std::size_t>(r)];
    if (!run.sites.back().organs.empty()) return;
    chunk(i).definite = true;
    const Site where = usual_place(lexicon_, chunk(i).phrase);
    const bool tip = run.sites.back().parts.has(lexicon_.known().tip);  // where it comes in is not where it ends
    if (!where.organs.empty() && !tip) run.sites.back() = within(lexicon_, run.sites.back(), where);
    if (clause_.subject_run == r) {
      clause_.subject_run = -1;
      run.taken_by = static_cast<std::int16_t>(i);
    }
  }

  // --- places alone

  bool region(ConceptId organ) const {
    const auto wholes = lexicon_.ancestors(organ).first(lexicon_[organ].parent_count);
    return std::find(wholes.begin(), wholes.end(), lexicon_.known().body) != wholes.end();
  }

  // "The gallbladder is not seen" is a finding; "lymph nodes are not seen" denies one. "Absence of the humeral head".
  void missing_places() {
    if (heads() != 0 || clause_.runs.empty() || !setting_.on(Rule::absent_place)) return;
    for (const Mark& m : clause_.marks) {
      const bool behind = m.cue == CueKind::negpost;
      const bool verb = m.cue == CueKind::not_ && clause_.existential;
      if ((!behind && !verb) || clause_.subject_run < 0) continue;
      const std::int16_t r = clause_.subject_run;
      ConceptId c = lexicon_.known().absence;
      if (behind && lexicon_[m.cue_concept].rank > 0) {  // "the pancreas is not clearly seen"
        const std::size_t i = add_head(lexicon_.known().poorly_seen, m.span, r);
        chunk(i).phrase.span.cover(span_of(r).begin, span_of(r).end);
        return;
      }
      if (const ConceptId meant = lexicon_[m.cue_concept].seen; meant != kNone) {  // "the foramina are not involved"
        const std::size_t i = add_head(meant, m.span, r);
        chunk(i).denied = true;
        chunk(i).phrase.span.cover(span_of(r).begin, span_of(r).end);
        return;
      }
      for (const Site& site : clause_.runs[static_cast<std::size_t>(r)].sites) {
        for (ConceptId organ : site.organs) {
          if (seen_name(lexicon_, organ) != kNone) c = seen_name(lexicon_, organ);
        }
      }
      const bool not_absent = m.content && std::any_of(clause_.marks.begin(), clause_.marks.end(),
                                                       [](const Mark& k) { return k.cue == CueKind::not_; });
      const std::size_t i = add_head(c, m.span, r);
      chunk(i).denied = (c != lexicon_.known().absence) != not_absent;
      chunk(i).phrase.span.cover(span_of(r).begin, span_of(r).end);
      return;
    }
  }

  // "Absence of the humeral head, with …"; "no bones": nobody lacks the skeleton.
  void denied_places() {
    if (clause_.runs.empty() || !setting_.on(Rule::absent_place)) return;
    const PlaceRun& run = clause_.runs.front();
    if (!chunk(run.last).denied || run.sites.back().organs.empty() || loose_details()) return;
    for (const Chunk& c : clause_.chunks) {
      if (!c.head()) continue;
      if (&c < &chunk(run.first) || c.joint != Joint::with || c.denied) return;  // "no ribs with a fracture"
      break;
    }
    if (heads() == 0 && clause_.runs.size() != 1) return;
    if (unknown_denied(run)) return;
    missing_denied_place();
  }

  // "No orbital extension": what is denied is the word that nobody knows, and not the orbit.
  bool unknown_denied(const PlaceRun& run) {
    const Words words = chunk(run.last).phrase.words;
    if (words.size == 0) return false;
    const std::size_t i = add_head(kNone, span_of(0), 0);
    chunk(i).phrase.words = words;
    chunk(i).denied = true;
    return true;
  }

  bool loose_details() const {
    return std::any_of(clause_.chunks.begin(), clause_.chunks.end(), [](const Chunk& c) {
      return c.is(PhraseKind::details) || (c.is(PhraseKind::place) && !c.phrase.details.empty() && !c.prepositional());
    });
  }

  Span span_of(std::int16_t run) {
    const PlaceRun& r = clause_.runs[static_cast<std::size_t>(run)];
    Span span = chunk(r.first).phrase.span;
    span.cover(chunk(r.last).phrase.span.begin, chunk(r.last).phrase.span.end);
    return span;
  }

  void missing_denied_place() {
    bool whole_region = false;
    for (ConceptId organ : clause_.runs.front().sites.back().organs) {
      if (seen_name(lexicon_, organ) != kNone) return;
      whole_region |= region(organ);
    }
    // "No acute thing of the bones": nobody lacks the skeleton.
    const Lexicon::Known& k = lexicon_.known();
    const std::size_t i = add_head(whole_region ? k.abnormality : k.absence, span_of(0), 0);
    chunk(i).denied = whole_region;
  }

  // "Multiple small lymph nodes are seen in the mediastinum": to be seen at all is the finding.
  void merely_seen() {
    nodes_of_subject();
    if (clause_.runs.empty() || each_measured() || !setting_.on(Rule::seen_place)) return;
    for (const Chunk& c : clause_.chunks) {  // "…, with a short axis of 8 mm": a measure alone is no finding
      const bool change = says_smaller(c);
      if (c.head() && !change && !(c.phrase.kind == PhraseKind::attribute && c.phrase.size_count != 0)) return;
    }
    std::int16_t r = clause_.subject_run;
    // "No change in the mediastinal nodes": as "the nodes are unchanged"
    const Chunk& first = chunk(0);
    const bool changed_in = first.is(PhraseKind::details) && !first.denied && says_change(lexicon_, first.phrase);
    if (r < 0 && (clause_.verb || (changed_in && clause_.runs[0].first == 1)))
      r = static_cast<std::int16_t>(clause_.runs.size() - 1);
    if (r > 0 && side_of_run_before(static_cast<std::size_t>(r))) --r;
    if (r < 0) return;
    for (const Site& site : clause_.runs[static_cast<std::size_t>(r)].sites) {
      for (ConceptId organ : site.organs) {
        const ConceptId seen = seen_name(lexicon_, organ);
        if (seen == kNone) continue;
        held_by_subject(static_cast<std::size_t>(r));
        return see_place(seen_by_looks(seen), r);
      }
    }
  }

  // "Inguinal nodes are seen on both sides": the verb stands between the place and its side.
  bool side_of_run_before(std::size_t r) {
    const std::vector<Site>& here = clause_.runs[r].sites;
    std::vector<Site>& before = clause_.runs[r - 1].sites;
    if (clause_.runs[r - 1].prepositional() ||
        !std::all_of(here.begin(), here.end(), [](const Site& site) { return site.only_side(); }))
      return false;
    const Side side = here.front().side == here.back().side ? here.front().side : Side::both;
    for (Site& site : before) site.side = site.side == Side::none ? side : site.side;
    return true;
  }

  // "The left axilla contains a node": an axillary node on the left.
  void held_by_subject(std::size_t r) {
    PlaceRun& run = clause_.runs[r];
    if (r == 0 || run.joint != Joint::show) return;
    const PlaceRun& subject = clause_.runs[r - 1];
    if (subject.prepositional() || subject.sites.size() != 1) return;
    for (Site& site : run.sites) site = within(lexicon_, site, subject.sites.front());
  }

  // "The left axilla contains two nodes with a thick cortex": whatever is said of them, they are axillary.
  void nodes_of_subject() {
    for (std::size_t r = 1; r < clause_.runs.size(); ++r) {
      if (clause_.runs[r].joint != Joint::show) continue;
      for (ConceptId organ : clause_.runs[r].sites.front().organs)
        if (lexicon_[organ].has(lexicon::Concept::tissue)) return held_by_subject(r);
    }
  }

  // "The nodes are smaller than before": that they have shrunk is no atrophy.
  bool says_smaller(const Chunk& c) const {
    return c.phrase.kind == PhraseKind::head && c.joint == Joint::be &&
           c.phrase.details.has(lexicon_.known().change_smaller);
  }

  // "Suspicious left axillary nodes", "the nodes are suspicious": as those that are enlarged.
  bool said_suspicious() const {
    return std::any_of(clause_.marks.begin(), clause_.marks.end(), [&](const Mark& m) {
      return m.cue == CueKind::hedge && lexicon_[m.cue_concept].seen != kNone &&
             lexicon_[m.cue_concept].seen == lexicon_[lexicon_.known().quality_benign].opposite;
    });
  }

  // "FDG-avid nodes": their uptake is the finding. "The nodes are not suspicious" says that they are well.
  ConceptId seen_by_looks(ConceptId seen) const {
    const bool denied = std::any_of(clause_.marks.begin(), clause_.marks.end(), [](const Mark& m) {
      return m.cue == CueKind::neg || m.cue == CueKind::not_ || m.cue == CueKind::negpost;
    });
    if (!denied && lexicon_[seen].denied != kNone && said_suspicious()) return lexicon_[seen].denied;
    for (const Chunk& c : clause_.chunks) {
      if (!c.live()) continue;
      if (c.phrase.details.has(lexicon_.known().quality_benign) && !c.denied) return lexicon_.known().normal;
      for (ConceptId d : c.phrase.details) {
        const ConceptId uptake = lexicon_[d].seen;
        if (lexicon_[d].is(lexicon::ModifierKind::enhancement) && uptake != kNone && lexicon_[uptake].has_detail == d)
          return uptake;
      }
    }
    return seen;
  }

  // "A subcarinal node 17 mm, a left hilar node 13 mm", "nodes measure 19 mm on the right and 14 mm on the left": each
  // place has its own measure.
  bool each_measured() const {
    int measured = 0;
    bool place = false;
    for (const Chunk& c : clause_.chunks) {
      const bool of_side = measured != 0 && c.phrase.site.side != Side::none;
      measured += (place || of_side) && c.is(PhraseKind::details) && c.phrase.size_count != 0 ? 1 : 0;
      place = c.is(PhraseKind::place);
    }
    return measured > 1 && heads() == 0 && setting_.on(Rule::measured_place);
  }

  void see_place(ConceptId seen, std::int16_t r) {
    const std::size_t end = clause_.chunks.size();
    const std::size_t i = add_head(seen, span_of(r), r);
    Chunk& h = chunk(i);
    for (std::size_t k = 0; k < end; ++k) {
      Chunk& c = chunk(k);
      if (!c.live()) continue;
      const bool measure = c.phrase.kind == PhraseKind::attribute;
      const bool change = says_smaller(c);
      if (c.phrase.kind != PhraseKind::details && c.phrase.kind != PhraseKind::place && !measure && !change) continue;
      h.denied |= c.denied;
      if (c.phrase.kind == PhraseKind::place && c.prepositional()) continue;
      for (ConceptId d : c.phrase.details) {
        const bool comparative = c.joint == Joint::be && lexicon_[d].is(lexicon::ModifierKind::size);
        h.phrase.details.add(comparative && lexicon_[d].going != kNone ? lexicon_[d].going : d);
      }
      h.phrase.add_sizes(c.phrase.sizes, c.phrase.size_count);
      h.phrase.add_quantities(c.phrase.quantities, c.phrase.quantity_count);
      if (c.phrase.kind != PhraseKind::place) {
        h.phrase.span.cover(c.phrase.span.begin, c.phrase.span.end);
        c.merged_into = static_cast<std::int16_t>(i);
      }
    }
    // "The mediastinal nodes are smaller": those that were enlarged
    const Lexicon::Known& k = lexicon_.known();
    const bool changed = h.phrase.details.has(k.change_smaller) || h.phrase.details.has(k.change_larger);
    if (changed && lexicon_[seen].denied != kNone) h.phrase.concept_id = lexicon_[seen].denied;
    clause_.link(LinkKind::located, Rule::seen_place, i, r);
  }

  // "Spleen 9.9 cm.", "the right testis measures 4.2 cm and the left 4.0 cm": how large an organ is, and nothing more.
  void measured_places() {
    if (heads() != 0 || clause_.runs.empty() || !setting_.on(Rule::measured_place)) return;
    const std::size_t end = clause_.chunks.size();
    std::int16_t place = -1;
    for (std::size_t i = 0; i < end; ++i) {
      if (chunk(i).is(PhraseKind::place) && chunk(i).run >= 0) place = static_cast<std::int16_t>(i);
      if (!chunk(i).is(PhraseKind::details) || chunk(i).phrase.size_count + chunk(i).phrase.quantity_count == 0)
        continue;
      std::int16_t of = place;
      for (std::size_t k = i; of < 0 && k < end; ++k) {
        if (chunk(k).is(PhraseKind::place) && chunk(k).run >= 0) of = static_cast<std::int16_t>(k);
      }
      if (of >= 0) measure(i, static_cast<std::size_t>(of));
    }
  }

  void measure(std::size_t details, std::size_t place) {
    PlaceRun one = clause_.runs[static_cast<std::size_t>(chunk(place).run)];
    const std::size_t nth = place - one.first;
    if (one.sites.size() > 1 && nth < one.sites.size()) one.sites = {one.sites[std::min(nth, one.sites.size() - 1)]};
    const Side side = chunk(details).phrase.site.side;  // "9 cm on the right and 11 cm on the left"
    for (Site& s : one.sites) s.side = side == Side::none ? s.side : side;
    one.tails.assign(one.sites.size(), kNone);
    clause_.runs.push_back(one);
    const auto r = static_cast<std::int16_t>(clause_.runs.size() - 1);
    const std::size_t i = add_head(measured_name(lexicon_, one.sites.front()), chunk(details).phrase.span, r);
    clause_.runs.back().taken_by = static_cast<std::int16_t>(i);
    Phrase& p = chunk(i).phrase;
    p.add_sizes(chunk(details).phrase.sizes, chunk(details).phrase.size_count);
    p.add_quantities(chunk(details).phrase.quantities, chunk(details).phrase.quantity_count);
    for (ConceptId d : chunk(details).phrase.details) p.details.add(d);
    p.span.cover(chunk(place).phrase.span.begin, chunk(place).phrase.span.end);
    chunk(details).merged_into = static_cast<std::int16_t>(i);
    clause_.link(LinkKind::located, Rule::measured_place, i, static_cast<std::int16_t>(place));
  }

  // --- subjects and predicates

  // "The fracture ends are well aligned": what is spoken of was named before; the predicate is the news.
  void vague_subjects() {
    for (std::size_t i = 1; i < clause_.chunks.size(); ++i) {
      Chunk& next = chunk(i);
      if (!next.head() || next.verbs == 0 || (next.joint != Joint::be && next.joint != Joint::show)) continue;
      const int before = previous_head(clause_, i);
      if (before < 0) continue;
      Chunk& h = chunk(static_cast<std::size_t>(before));
      const ConceptId c = h.phrase.concept_id;
      if (c == kNone || h.verbs != 0 || h.denied || !h.is(PhraseKind::head) || !lexicon_[c].has(Concept::vague))
        continue;
      if (clause_.existential && governs_place(clause_, static_cast<std::size_t>(before), i)) continue;
      // "A 13 mm lesion in the left lobe shows restricted diffusion": it is told how large it is
      h.used = h.definite || h.phrase.size_count == 0 || !is_lesion(lexicon_, c);
      if (next.phrase.site.empty() && next.run < 0) next.follows = static_cast<std::int16_t>(before);
    }
  }

  // "Patency of the trachea is not maintained": what is as it should be is still there, or is not.
  void kept_values() {
    for (std::size_t i = 1; i < clause_.chunks.size(); ++i) {
      Chunk& value = chunk(i);
      const int before = previous_head(clause_, i);
      if (!value.head() || before < 0 || value.joint != Joint::be || value.phrase.concept_id == kNone ||
          value.phrase.attribute != kNone || !lexicon_[value.phrase.concept_id].has(Concept::placed))
        continue;
      Chunk& subject = chunk(static_cast<std::size_t>(before));
      const ConceptId c = subject.phrase.concept_id;
      if (c == kNone || !subject.is(PhraseKind::head) || subject.verbs != 0 || !lexicon_[c].has(Concept::normal))
        continue;
      subject.denied = subject.denied != value.denied;
      value.merged_into = static_cast<std::int16_t>(before);
      clause_.link(LinkKind::same_as, Rule::describes_predicate, i, value.merged_into);
    }
  }

  // A signal that is neither high nor low.
  bool is_even_signal(ConceptId c) const {
    if (c == kNone || !lexicon_[c].has(Concept::generic) || lexicon_[c].direction != 0) return false;
    const ConceptId look = lexicon_[c].has_detail;
    return lexicon_[c].about == lexicon_.known().signal && look != kNone &&
           lexicon_[look].is(lexicon::ModifierKind::signal);
  }

  // "The right frontal lobe is isointense on T1": said of an organ, and of nothing in it, that is as it should be.
  void even_signals() {
    if (clause_.subject_run < 0) return;
    for (std::size_t i = 1; i < clause_.chunks.size(); ++i) {
      Chunk& value = chunk(i);
      if (!value.is(PhraseKind::head) || (value.joint != Joint::be && value.joint != Joint::show) ||
          previous_head(clause_, i) >= 0 || !is_even_signal(value.phrase.concept_id) || value.phrase.size_count != 0)
        continue;
      const ConceptId look = lexicon_[value.phrase.concept_id].has_detail;
      const bool bare = std::all_of(value.phrase.details.begin(), value.phrase.details.end(), [&](ConceptId d) {
        return d == look || lexicon_[d].is(lexicon::ModifierKind::sequence) ||
               lexicon_[d].is(lexicon::ModifierKind::phase);
      });
      if (!bare) continue;
      value.phrase.attribute = lexicon_[value.phrase.concept_id].about;
      value.phrase.concept_id = lexicon_.known().normal;
      value.phrase.details.remove(look);
    }
  }

  bool may_judge(ConceptId value, ConceptId attribute) const {
    const ConceptId about = lexicon_[value].about;
    return about == kNone || about == attribute || lexicon_.contains(about, attribute) ||
           lexicon_.contains(attribute, about);
  }

  // "Hyperinflation of the left lung, which is clear": said of the lung.
  bool of_place_before(std::size_t i) const {
    return i > 0 && clause_.chunks[i - 1].is(PhraseKind::place) &&
           std::any_of(clause_.marks.begin(), clause_.marks.end(),
                       [&](const Mark& m) { return m.cue == lexicon::CueKind::which && m.next == i; });
  }

  // "Occult blood was negative": a symptom or lesion that is as it should be is not there.
  void well_subjects() {
    const Lexicon::Known& k = lexicon_.known();
    if (!setting_.on(Rule::denied_by_value)) return;
    for (std::size_t i = 1; i < clause_.chunks.size(); ++i) {
      Chunk& value = chunk(i);
      const int before = previous_head(clause_, i);
      if (!value.head() || before < 0 || value.joint != Joint::be) continue;
      Chunk& subject = chunk(static_cast<std::size_t>(before));
      const ConceptId c = subject.phrase.concept_id;
      const ConceptId w = value.phrase.concept_id;
      // "the kyphosis is preserved": something of a kind that can be as it should be
      // that it is well aligned does not take a fracture away
      const bool well = w == k.normal || (w != kNone && c != kNone && lexicon_[w].has(Concept::normal) &&
                                          lexicon_[c].about != kNone && may_judge(w, lexicon_[c].about));
      if (!well || !value.phrase.site.empty() || value.phrase.attribute != kNone || c == kNone ||
          subject.phrase.kind != PhraseKind::head || subject.verbs != 0 || lexicon_[c].has(Concept::normal) ||
          lexicon_[c].has(Concept::device) || is_operation(lexicon_, c) || clause_.subject_run >= 0)
        continue;
      // "the fluid is likely physiologic"; uptake that is would be none
      if (value.certainty != Certainty::definite && !lexicon_[c].has(Concept::generic)) continue;
      // "the non-dominant circumflex is normal": the artery is
      const bool adjective = subject.phrase.head.end < subject.phrase.span.end && subject.phrase.attribute == kNone;
      if (adjective && !subject.phrase.site.organs.empty()) continue;
      if (subject.denied) continue;  // "no mass or cyst of the ovary, and the uterus is normal"
      if (of_place_before(i)) continue;
      subject.denied = !value.denied;
      value.used = true;
      clause_.scopes.push_back({Rule::denied_by_value, -1, static_cast<std::int16_t>(before)});
    }
  }

  // "Nodules throughout both lungs" are diffuse.
  void spread() {
    for (const Mark& m : clause_.marks) {
      if (m.cue != lexicon::CueKind::in || m.next > clause_.chunks.size()) continue;
      const ConceptId detail = lexicon_[m.cue_concept].seen;
      const int head = previous_head(clause_, m.next);
      if (detail == kNone || lexicon_[detail].section != lexicon::Section::modifier || head < 0) continue;
      Chunk& h = chunk(static_cast<std::size_t>(head));
      // "The tendon is torn right through"
      const ConceptId integrity = lexicon_[lexicon_.known().fracture].about;
      const bool torn = h.phrase.concept_id != kNone && lexicon_[h.phrase.concept_id].about == integrity;
      if (m.next == clause_.chunks.size() && torn) continue;
      if (h.is(PhraseKind::head) && !h.denied && h.phrase.concept_id != kNone &&
          !lexicon_[h.phrase.concept_id].has(Concept::normal))
        h.phrase.details.add(detail);
    }
  }

  // "The lesion shows enhancement", "nodules that do not enhance"
  void enhancement() {
    const Lexicon::Known& k = lexicon_.known();
    if (!setting_.on(Rule::enhancement_of)) return;
    for (std::size_t i = 1; i < clause_.chunks.size(); ++i) {
      Chunk& c = chunk(i);
      const int before = previous_head(clause_, i);
      if (!c.is(PhraseKind::head) || c.phrase.concept_id != k.enhancing || before < 0) continue;
      Chunk& h = chunk(static_cast<std::size_t>(before));
      if (h.phrase.kind != PhraseKind::head || h.phrase.concept_id == kNone) continue;
      if (h.denied && c.joint != Joint::show) continue;                              // "no thickening or enhancement"
      h.phrase.details.add(c.denied && !h.denied ? k.no_enhancement : k.enhancing);  // "no lesion enhances"
      h.used = false;  // "a hepatic lesion shows enhancement": nothing else is said of it
      h.described |= h.verbs == 0 && c.verbs != 0 && !clause_.existential;
      for (ConceptId d : c.phrase.details) {
        if (!lexicon_[d].is(lexicon::ModifierKind::severity)) h.phrase.details.add(d);  // "avidly": not the lesion
      }
      c.merged_into = static_cast<std::int16_t>(before);
      clause_.link(LinkKind::describes, Rule::enhancement_of, i, c.merged_into);
    }
  }

  bool first_head_denied() const {
    const std::size_t first = first_head();
    return first < clause_.chunks.size() && clause_.chunks[first].denied && clause_.chunks.front().comma;
  }

  std::size_t first_head() const {
    const auto first =
        std::find_if(clause_.chunks.begin(), clause_.chunks.end(), [](const Chunk& c) { return c.head(); });
    return static_cast<std::size_t>(first - clause_.chunks.begin());
  }

  // "A fracture of the radius. Alignment is unchanged.", "The size is 3 cm": that of the fracture.
  void attribute_spoken_of() {
    if (heads() != 1 || !clause_.runs.empty() || out_.empty() || context_.last_begin >= context_.last_end ||
        !setting_.on(Rule::describes_spoken_of))
      return;
    Chunk& c = chunk(first_head());
    const Finding& before = out_.back();
    const bool of_it = !before.absent && (before.abnormal || before.device) && before.sentence + 1 >= clause_.sentence;
    const bool changed = c.phrase.size_count + c.phrase.quantity_count == 0 && says_change(lexicon_, c.phrase);
    const bool length = c.phrase.size_count != 0 && c.phrase.attribute == lexicon_[lexicon_.known().measured].about;
    if (!of_it || c.phrase.kind != PhraseKind::attribute || c.denied || !c.phrase.site.empty() || (!changed && !length))
      return;
    c.phrase.kind = PhraseKind::details;
    clause_.anaphor = true;
  }

  // "Fractures of several ribs": there are as many of them as of their places.
  void counted_places() {
    const auto number = [&](const Phrase& p) {
      const auto found = std::find_if(p.details.begin(), p.details.end(), [&](ConceptId d) {
        return lexicon_[d].is(lexicon::ModifierKind::number) && lexicon_[d].rank > 1;
      });
      return found == p.details.end() ? kNone : *found;
    };
    for (std::size_t i = 1; i < clause_.chunks.size(); ++i) {
      const Chunk& place = chunk(i);
      const int before = previous_chunk(i);
      if (!place.is(PhraseKind::place) || !place.prepositional() || before < 0 || number(place.phrase) == kNone)
        continue;
      Chunk& h = chunk(static_cast<std::size_t>(before));
      if (!h.is(PhraseKind::head) || h.denied || h.phrase.concept_id == kNone || number(h.phrase) != kNone) continue;
      const Concept& c = lexicon_[h.phrase.concept_id];
      if (!c.has(Concept::normal) && !c.has(Concept::device)) h.phrase.details.add(number(place.phrase));
    }
  }

  // "Several nodules in both lungs. The largest, in the lingula, measures 9 mm.": one of them is there.
  void largest_spoken_of() {
    if (clause_.marks.empty() || clause_.marks.front().cue != CueKind::largest || clause_.marks.front().next != 0 ||
        heads() != 0 || context_.last_begin >= std::min(context_.last_end, out_.size()) ||
        !setting_.on(Rule::located_largest))
      return;
    const Finding& several = out_[context_.last_begin];
    const auto place = std::find_if(clause_.chunks.begin(), clause_.chunks.end(), [](const Chunk& c) {
      return c.is(PhraseKind::place) && c.prepositional() && c.one_of_several;
    });
    const auto sized = std::find_if(clause_.chunks.begin(), clause_.chunks.end(), [](const Chunk& c) {
      return c.is(PhraseKind::details) && c.phrase.size_count != 0;
    });
    if (several.absent || !is_lesion(lexicon_, several.concept_id) || place == clause_.chunks.end()) return;
    const Phrase where = place->phrase;
    const Phrase one = sized == clause_.chunks.end() ? where : sized->phrase;
    const std::size_t i = add_head(several.concept_id, one.span, -1);
    chunk(i).phrase.site = where.site;
    const Side side = several.site.side;
    if (where.site.side == Side::none && side != Side::both) chunk(i).phrase.site.side = side;
    chunk(i).phrase.add_sizes(one.sizes, one.size_count);
    for (std::size_t k = 0; k < i; ++k) {
      if (!chunk(k).is(PhraseKind::details)) continue;
      for (ConceptId d : chunk(k).phrase.details)
        (chunk(k).denied ? chunk(i).phrase.absent_details.add(d) : chunk(i).phrase.details.add(d));
    }
    clause_.link(LinkKind::located, Rule::located_largest, i, -1);
  }

  // "It measures 3 cm", "it is 3 cm long and enhances": the details before chunk `end` are of what was found last.
  void describe_spoken_of(std::size_t end) {
    if (!setting_.on(Rule::describes_spoken_of) || speaks_of_others(clause_)) return;
    const bool lesion_last = speaks_of_lesion(lexicon_, context_, out_);
    for (std::size_t k = 0; k < end; ++k) {
      const Chunk& c = chunk(k);
      if (!c.is(PhraseKind::details)) continue;
      bool any = false;
      for (std::size_t i = context_.last_begin; i < context_.last_end && i < out_.size(); ++i) {
        Finding& f = out_[i];
        if (f.absent || (lesion_last && !is_lesion(lexicon_, f.concept_id))) continue;
        say_of(f, c.phrase, c.denied);
        any = true;
      }
      if (any) clause_.link(LinkKind::describes, Rule::describes_spoken_of, k, -1);
    }
  }

  const Setting& setting_;
  const Lexicon& lexicon_;
  Context& context_;
  Clause& clause_;
  std::vector<Finding>& out_;
};

}  // namespace

void find_descriptions(const Setting& setting, Context& context, Clause& clause, std::vector<Finding>& out) {
  Describer(setting, context, clause, out).run();
}

}  // namespace fiducial::findings
