// Chunks, links and scopes to Findings: attributes meet their values, and every head × place is one Finding.
#include <algorithm>

#include "grammar/amount.h"
#include "grammar/companions.h"
#include "grammar/concept_of_place.h"
#include "grammar/focus.h"
#include "grammar/named_before.h"
#include "grammar/steps.h"
#include "grammar/unsaid_places.h"
#include "text/level.h"

namespace fiducial::findings {

using lexicon::Concept;

namespace {

// More than a person says in a clause; text without end would make the product of all its lists.
constexpr int kMostOfAClause = 256;

class Assembler {
 public:
  Assembler(const Setting& setting, Context& context, Clause& clause, std::vector<Finding>& out)
      : setting_(setting), lexicon_(setting.lexicon), context_(context), clause_(clause), out_(out) {}

  void run() {
    const std::size_t before = out_.size();
    const bool heads =
        std::any_of(clause_.chunks.begin(), clause_.chunks.end(), [](const Chunk& c) { return c.head(); });
    if (!heads && !clause_.runs.empty()) said_of_place();
    if (heads && clause_.runs.size() == 2 && clause_.subject_run == 0) said_of_measured_place();
    if (!heads && out_.size() == before) merely_present();
    if (!heads) NamedBefore(setting_, clause_, out_).change_there();
    if (!heads && clause_.runs.empty() && !clause_.anaphor && !size_of_heading() && !speaks_of_others(clause_))
      said_of_last();
    attributes();
    for (std::size_t i = 0; i < clause_.chunks.size(); ++i) head(i);
    clause_.first_finding = before;
    clause_.last_finding = out_.size();
    remember_focus(setting_, clause_, out_, before, context_);
  }

 private:
  Chunk& chunk(std::size_t i) { return clause_.chunks[i]; }

  Located where(std::size_t i) { return locate(setting_, context_, clause_, i); }

  // --- attributes and values

  bool has_value(std::size_t a, std::size_t v) {
    const Chunk& attribute = chunk(a);
    const Chunk& value = chunk(v);
    if (!setting_.on(Rule::value_of_attribute)) return false;
    if (!value.head() || value.presupposed || !is_value(lexicon_, value.phrase)) return false;
    // "LVEF 34% with inferior akinesia", "RI 0.82 with absent diastolic flow": the measure is what it has
    if (value.joint == Joint::with && v > a && attribute.phrase.quantity_count != 0) return false;
    // A value that has an attribute of its own ("normal size and shape") lends itself to the bare ones behind it only.
    if (value.phrase.attribute != kNone && v > a) return false;
    // "anteverted and normal in size": only one of them is said of the size
    const ConceptId about = value.phrase.concept_id != kNone ? lexicon_[value.phrase.concept_id].about : kNone;
    const ConceptId judged = attribute.phrase.attribute;
    const bool other = about != kNone && lexicon_[value.phrase.concept_id].has(Concept::normal) && about != judged &&
                       !lexicon_.contains(about, judged) && !lexicon_.contains(judged, about);
    if (other && value.group >= 0 && joined_by_value(v)) return false;
    const auto values = [&](std::size_t i) { return chunk(i).head() && is_value(lexicon_, chunk(i).phrase); };
    if (attribute.verbs == 0) {
      bool predicate = false;
      for (std::size_t i = 0; i < clause_.chunks.size(); ++i) predicate |= values(i) && chunk(i).verbs > 0;
      if (predicate) return value.verbs > 0;
    }
    int nearest = -1;
    for (std::size_t i = 0; i < a; ++i) {
      if (values(i)) nearest = chunk(i).group;
    }
    if (nearest >= 0) return v < a && value.group == nearest;
    for (std::size_t i = a + 1; i < clause_.chunks.size() && nearest < 0; ++i) {
      if (values(i)) nearest = chunk(i).group;
    }
    return value.group == nearest;
  }

  // Is there another value beside it, in the same list?
  bool joined_by_value(std::size_t v) {
    for (std::size_t i = 0; i < clause_.chunks.size(); ++i) {
      if (i != v && chunk(i).group == chunk(v).group && chunk(i).head() && is_value(lexicon_, chunk(i).phrase))
        return true;
    }
    return false;
  }

  // "size and shape of the heart are normal", "normal in size", "density is increased".
  void attributes() {
    for (std::size_t a = 0; a < clause_.chunks.size(); ++a) {
      if (!chunk(a).is(PhraseKind::attribute)) continue;
      bool met = false;
      // "… normal in size, with decreased density of the chambers": it has its value with it
      const auto& details = chunk(a).phrase.details;
      const bool measured = chunk(a).phrase.quantity_count != 0;
      const bool own_value =
          (measured && (chunk(a).comma || chunk(a).listed)) ||  // "LV dilated, EF 25%"
          (chunk(a).joint == Joint::with && (measured || std::any_of(details.begin(), details.end(), [&](ConceptId d) {
                                               return lexicon_[d].direction != 0;
                                             })));
      for (std::size_t v = 0; v < clause_.chunks.size() && !own_value; ++v) {
        if (!has_value(a, v)) continue;
        if (measured && v > a && chunk(v).joint == Joint::with) continue;  // "EF 35% with akinesis of the septum"
        meet(a, v);
        met = true;
      }
      if (!met) unmet_attribute(a);
      chunk(a).used = true;
    }
  }

  void meet(std::size_t a, std::size_t v) {
    Located sites = where(a);
    const bool own =
        governs(a) || chunk(a).run >= 0 || chunk(a).owner >= 0 || !own_place(lexicon_, chunk(a).phrase).empty();
    if (!own) {
      Located of_value = where(v);
      if (!of_value.sites.empty()) sites = of_value;
    }
    // "Excursion of the diaphragm is reduced on the right"
    const Side side = chunk(v).phrase.site.only_side() ? chunk(v).phrase.site.side : Side::none;
    for (Site& s : sites.sites) {
      if (s.side == Side::none && side != Side::none && paired(lexicon_, s)) s.side = side;
    }
    Chunk joined = chunk(v);
    joined.phrase.span.cover(chunk(a).phrase.span.begin, chunk(a).phrase.span.end);
    joined.phrase.head = chunk(a).phrase.head;
    joined.phrase.head.cover(chunk(v).phrase.head.begin, chunk(v).phrase.head.end);
    for (ConceptId d : chunk(a).phrase.details) joined.phrase.details.add(d);
    joined.phrase.add_sizes(chunk(a).phrase.sizes, chunk(a).phrase.size_count);
    emit(joined, chunk(v).phrase.concept_id, chunk(a).phrase.attribute, chunk(v).denied, sites);
    clause_.link(LinkKind::value_of, Rule::value_of_attribute, v, static_cast<std::int16_t>(a));
    places_beside_attribute(a, v);
    if (chunk(v).phrase.attribute == kNone) chunk(v).used = true;
    if (chunk(a).owner >= 0) chunk(static_cast<std::size_t>(chunk(a).owner)).used = true;
  }

  // "heart size and vascularity are normal": the place that stands beside the attribute has the value too.
  void places_beside_attribute(std::size_t a, std::size_t v) {
    value_beside_attribute(a, v);
    if (chunk(v).verbs == 0 || chunk(a).verbs != 0) return;
    for (const PlaceRun& run : clause_.runs) {
      const Chunk& first = chunk(run.first);
      const bool next = first.joint == Joint::list || first.listed;
      if (run.prepositional() || !next || run.first < a || run.verbs != 0) continue;
      std::size_t before = run.first;
      while (before-- > 0 && !chunk(before).live()) {
      }
      if (before != a) continue;
      emit(chunk(v), chunk(v).phrase.concept_id, kNone, chunk(v).denied, {run.sites, false});
    }
  }

  // "Heart size and vascularity normal": the value stands with a place of its own, and is said of that place too.
  void value_beside_attribute(std::size_t a, std::size_t v) {
    const Chunk& value = chunk(v);
    if (v != a + 1 || !value.listed || value.verbs != 0 || value.comma || value.phrase.attribute != kNone) return;
    const Site own = own_place(lexicon_, value.phrase);
    const Site judged = own_place(lexicon_, chunk(a).phrase);
    if (own.organs.empty() || judged.organs.empty() || own.organs == judged.organs) return;
    emit(value, value.phrase.concept_id, kNone, value.denied, {{own}, false});
  }

  // Does a preposition with a place stand behind it?
  bool governs(std::size_t i) const {
    for (std::size_t k = i + 1; k < clause_.chunks.size(); ++k) {
      const Chunk& c = clause_.chunks[k];
      if (c.left_out != LeftOut::no) continue;
      if (c.head()) return false;
      if (c.is(PhraseKind::place)) return c.prepositional();
    }
    return false;
  }

  void unmet_attribute(std::size_t a) {
    Chunk& h = chunk(a);
    int owner = h.owner;
    for (std::size_t i = a; owner < 0 && i-- > 0;) {
      if (chunk(i).is(PhraseKind::attribute) && chunk(i).phrase.attribute == h.phrase.attribute)
        break;  // "41 mm at the root and 52 mm at the arch": each its own
      if (chunk(i).head()) owner = static_cast<int>(i);
    }
    if (h.phrase.size_count != 0 && owner >= 0) {
      chunk(static_cast<std::size_t>(owner)).phrase.add_sizes(h.phrase.sizes, h.phrase.size_count);
      return;
    }
    if (unchanged_size(a)) return;
    // A detail may be the value: "signal is high", "the left kidney is small in size".
    for (ConceptId d : h.phrase.details) {
      const Named named = named_by(lexicon_, d, h.phrase.attribute);
      if (named.concept_id == kNone) continue;
      const bool judges = lexicon_[named.concept_id].about != kNone && lexicon_[d].direction == 0;
      clause_.link(LinkKind::value_of, Rule::value_detail, a, static_cast<std::int16_t>(a));
      emit(h, named.concept_id, judges ? h.phrase.attribute : kNone, named.denied != h.denied, where(a));
      return;
    }
    if (h.phrase.size_count != 0 && size_of_place(a)) return;
    // "Ejection fraction is 25%"
    const bool own_name = h.phrase.attribute != lexicon_[lexicon_.known().measured].about;  // "TT-TG distance 22 mm"
    if ((h.phrase.quantity_count != 0 || (h.phrase.size_count != 0 && own_name)) && setting_.on(Rule::measured_place))
      return emit(h, lexicon_.known().measured, h.phrase.attribute, h.denied, where(a));
    // "Densities are seen in the axilla": that there are some is the finding.
    const ConceptId seen = lexicon_[h.phrase.attribute].seen;
    if (seen != kNone && clause_.existential && h.verbs == 0) return emit(h, seen, kNone, h.denied, where(a));
    // "Lucency through the scaphoid": the word is a finding where no value comes to it.
    if (h.phrase.seen_as != kNone && governs(a) && setting_.on(Rule::value_unsaid))
      emit(h, h.phrase.seen_as, kNone, h.denied, where(a));
  }

  // "Unchanged size of the retroperitoneal nodes"
  bool unchanged_size(std::size_t a) {
    const Chunk& h = chunk(a);
    return says_change(lexicon_, h.phrase) && h.phrase.attribute == lexicon_[lexicon_.known().measured].about &&
           size_of_place(a);
  }

  // "Pancreatic duct caliber 6 mm": how large it is; of a lymph node, that there is one.
  bool size_of_place(std::size_t a) {
    const Located sites = where(a);
    if (sites.inferred || sites.sites.empty() || sites.sites.front().organs.empty() ||
        !setting_.on(Rule::measured_place))
      return false;
    emit(chunk(a), measured_name(lexicon_, sites.sites.front()), kNone, chunk(a).denied, sites);
    return true;
  }

  // "Spleen: 10 cm.": of what the heading names, if nothing was said of it yet.
  bool size_of_heading() {
    const bool described = !out_.empty() && out_.back().span.begin > context_.heading_words.begin;
    if (context_.heading.empty() || context_.heading.front().organs.empty() || described ||
        !setting_.on(Rule::measured_heading))
      return false;
    bool any = false;
    for (std::size_t k = 0; k < clause_.chunks.size(); ++k) {
      Chunk h = chunk(k);
      const Side side = h.phrase.site.side;  // "Kidneys: right 11 cm, left 10 cm."
      if (!h.is(PhraseKind::details) || h.phrase.size_count == 0 || (any && side == Side::none)) continue;
      h.phrase.head = h.phrase.span;
      clause_.link(LinkKind::located, Rule::measured_heading, k, -1);
      Located there{context_.heading, false};
      for (Site& s : there.sites) s.side = side != Side::none && paired(lexicon_, s) ? side : s.side;
      emit(h, measured_name(lexicon_, context_.heading.front()), kNone, false, there);
      any = true;
    }
    return any;
  }

  // --- details alone

  // "Soft tissue attenuation in the sinus", "no abnormal enhancement of the liver"
  void said_of_place() {
    std::int16_t r = clause_.subject_run >= 0 ? clause_.subject_run : clause_.front_run;
    if (r < 0) r = static_cast<std::int16_t>(clause_.runs.size() - 1);
    for (std::size_t i = 0; i < clause_.chunks.size(); ++i) {
      const Chunk& c = chunk(i);
      if (!c.is(PhraseKind::details) && !(c.is(PhraseKind::place) && !c.prepositional())) continue;
      for (ConceptId d : c.phrase.details) {
        const Named named = named_by(lexicon_, d, kNone);
        if (named.concept_id == kNone || !setting_.on(Rule::value_of_place)) continue;
        Chunk h = c;
        h.phrase.head = h.phrase.span;
        clause_.link(LinkKind::value_of, Rule::value_of_place, i, r);
        emit(h, named.concept_id, kNone, named.denied != c.denied,
             {clause_.runs[static_cast<std::size_t>(r)].sites, false});
        break;
      }
    }
  }

  // "Liver 16 cm, echogenic": what is said of it beside its measure.
  void said_of_measured_place() {
    const auto measured = [&](const Chunk& c) {
      return !c.head() || (c.phrase.concept_id == lexicon_.known().measured && c.phrase.size_count != 0 && !c.denied);
    };
    const auto details = [](const Chunk& c) {
      return c.is(PhraseKind::details) && c.comma && !c.denied && c.phrase.size_count + c.phrase.quantity_count == 0;
    };
    if (!std::all_of(clause_.chunks.begin(), clause_.chunks.end(), measured) ||
        std::none_of(clause_.chunks.begin(), clause_.chunks.end(), details))
      return;
    said_of_place();
  }

  // "The transverse ligament is visualized.", "Both ureters are seen.": an organ that is there is no absent one.
  void merely_present() {
    const ConceptId present = lexicon_[lexicon_.known().absence].opposite;
    if (!clause_.existential || clause_.runs.size() != 1 || clause_.subject_run != 0 || present == kNone ||
        !setting_.on(Rule::seen_place))
      return;
    const auto other = [](const Chunk& c) { return !c.is(PhraseKind::place) || c.denied || c.prepositional(); };
    // "Views of both knees" only says what was looked at
    const auto acts = [](const Mark& m) {
      return m.cue != lexicon::CueKind::none && (m.cue != lexicon::CueKind::seen || m.next == 0);
    };
    const Site& site = clause_.runs[0].sites.front();
    if (site.organs.empty() || std::any_of(clause_.chunks.begin(), clause_.chunks.end(), other) ||
        std::any_of(clause_.marks.begin(), clause_.marks.end(), acts))
      return;
    Chunk h = chunk(clause_.runs[0].first);
    h.phrase.head = h.phrase.span;
    clause_.link(LinkKind::located, Rule::seen_place, clause_.runs[0].first, 0);
    emit(h, present, kNone, false, {clause_.runs[0].sites, false});
  }

  // "Bilateral hematomas: left 14 mm, right 4 mm.": what was said of both is said of each.
  void one_of_both() {
    if (!setting_.on(Rule::describes_second)) return;
    const std::size_t end = std::min(context_.last_end, out_.size());
    if (end != out_.size()) return;
    for (std::size_t i = context_.last_begin; i < end; ++i) {
      if (out_[i].site.side != Side::both) continue;
      Finding right = out_[i];
      out_[i].site.side = Side::left;
      right.site.side = Side::right;
      out_.push_back(right);
    }
    context_.last_end = out_.size();
  }

  // "2." before a point of a list, "Image #12.": a number of something else.
  bool bare_number(const Phrase& p) const {
    return p.size_count == 0 && p.quantity_count == 0 && !p.details.empty() &&
           std::all_of(p.details.begin(), p.details.end(),
                       [&](ConceptId d) { return lexicon_[d].is(lexicon::ModifierKind::number); });
  }

  // "ASPECTS 7.", "Deauville 4.": where nothing was found of which it could be, the grade of the scale is what was
  // found.
  bool graded_alone(const Chunk& c) {
    if (c.phrase.quantity_count == 0 || c.denied || !setting_.on(Rule::measured_place)) return false;
    const ConceptId scale = c.phrase.quantities[0].of;
    if (scale == kNone || scale == lexicon_.known().scale) return false;
    Chunk graded = c;
    graded.phrase.head = graded.phrase.span;
    Located there;
    Site site;
    site.side = c.phrase.site.side;
    if (const ConceptId home = lexicon_[scale].home; home != kNone) add_place(lexicon_, site, home);
    if (!site.organs.empty()) there.sites.push_back(site);
    emit(graded, lexicon_.known().measured, scale, false, there);
    return true;
  }

  // "Measuring 3 cm.": of what was found last.
  void said_of_last() {
    const bool lesion_last = speaks_of_lesion(lexicon_, context_, out_);
    for (std::size_t k = 0; k < clause_.chunks.size(); ++k) {
      const Chunk& c = chunk(k);
      if (!c.is(PhraseKind::details) || bare_number(c.phrase)) continue;
      const Side side = c.phrase.site.side;
      if (side == Side::left || side == Side::right) one_of_both();
      bool any = false;
      for (std::size_t i = context_.last_begin; i < context_.last_end && i < out_.size(); ++i) {
        Finding& f = out_[i];
        if (f.absent || (side != Side::none && f.site.side != Side::none && f.site.side != side)) continue;
        if (lesion_last && !is_lesion(lexicon_, f.concept_id)) continue;
        say_of(f, c.phrase, c.denied);
        any = true;
      }
      if (!any && graded_alone(c)) continue;
      clause_.link(LinkKind::describes, Rule::describes_spoken_of, k, -1);
    }
  }

  // --- heads

  void head(std::size_t i) {
    const Chunk& h = chunk(i);
    if (!h.is(PhraseKind::head) || h.used || h.presupposed) return;
    if (h.phrase.concept_id == kNone && h.phrase.words.size == 0) return;
    Located sites = where(i);
    NamedBefore before(setting_, clause_, out_);
    before.narrow(i, sites);
    if (before.takes(i, sites)) return;
    emit(h, h.phrase.concept_id, h.phrase.attribute, h.denied, sites);
    states(h, sites);
    extensions(i, sites);
    largest(i, sites);
  }

  bool is_several(const Phrase& p) const { return says_several(lexicon_, p.details); }

  // "Stones in both kidneys, the largest in the left renal pelvis, 8 mm": one of them is there.
  void largest(std::size_t i, const Located& sites) {
    const Chunk& h = chunk(i);
    if (h.denied || h.one_of_several || h.phrase.concept_id == kNone ||
        lexicon_[h.phrase.concept_id].has(Concept::normal) || !setting_.on(Rule::located_largest))
      return;
    Site there;
    std::vector<Site> marked;  // "most marked in the apices and at the bases"
    Phrase one = head_of(h.phrase.concept_id, h.phrase.head);
    const bool several = is_several(h.phrase);
    for (std::size_t k = 0; k < i && !several; ++k) {
      if (chunk(k).head() && is_several(chunk(k).phrase)) return;  // "six fibroids in a large uterus, the largest …"
    }
    bool goes_on = false;
    for (std::size_t k = i + 1; k < clause_.chunks.size(); ++k) {
      const Chunk& c = chunk(k);
      if (c.head() && (!several || is_several(c.phrase))) break;
      const bool size_of_it = !there.empty() && c.phrase.kind == PhraseKind::details && c.phrase.size_count != 0;
      // "the largest measuring 6 mm, located in the middle lobe of the right lung"
      const bool place_of_it = goes_on && c.phrase.kind == PhraseKind::place &&
                               (there.empty() ? c.joint == Joint::in : c.joint == Joint::of);
      goes_on = (c.one_of_several || size_of_it || place_of_it) && c.left_out == LeftOut::no;
      if (!goes_on) continue;
      if (c.phrase.kind == PhraseKind::place) {
        const bool whole = c.joint == Joint::of && !there.empty();  // "the lower pole of the left kidney"
        there = whole ? within(lexicon_, there, c.phrase.site) : c.phrase.site;
        if (whole && !marked.empty()) marked.pop_back();
        if (c.run < 0) marked.push_back(there);
      }
      one.add_sizes(c.phrase.sizes, c.phrase.size_count);
      one.span.cover(c.phrase.span.begin, c.phrase.span.end);
    }
    if (one.size_count == 0) return most_marked(h, sites, marked);
    if (there.empty() || (there.organs.empty() && sites.sites.empty())) return;
    if (there.organs.empty()) there = within(lexicon_, there, sites.sites.front());
    if (!sites.sites.empty()) piece_or_node_of(sites.sites.front(), there);
    Chunk own = h;
    own.phrase = one;
    clause_.link(LinkKind::located, Rule::located_largest, i, -1);
    emit(own, h.phrase.concept_id, kNone, false, {{there}, false});
  }

  // "Cysts in the pancreas, the largest in the neck": in its neck. "Enlarged nodes, the largest left para-aortic": a
  // node there.
  void piece_or_node_of(const Site& all, Site& there) const {
    if (all.organs.size != 1 || there.organs.size != 1) return;
    const ConceptId organ = *all.organs.begin();
    const ConceptId named = *there.organs.begin();
    const ConceptId piece = lexicon_.composed(organ, named);
    if (piece != kNone && piece != named && lexicon_.contains(organ, piece)) {
      there.organs = {};
      there.organs.add(piece);
    } else if (is_node(lexicon_, organ) && !is_node(lexicon_, named)) {
      Site node;
      node.organs.add(lexicon_.known().lymph_node);
      there = within(lexicon_, node, there);
    }
  }

  // "Opacities in both lungs, most marked in the lingula": they are there too.
  void most_marked(const Chunk& h, const Located& sites, std::vector<Site> marked) {
    if (marked.empty() || lexicon_[h.phrase.concept_id].has(Concept::device)) return;
    for (Site& s : marked) {
      if (s.organs.empty() && !sites.sites.empty()) s = within(lexicon_, s, sites.sites.front());
    }
    Chunk there = h;
    there.phrase.size_count = 0;
    for (const ConceptId d : h.phrase.details) {  // how many there are of all is not how many are there
      if (lexicon_[d].is(lexicon::ModifierKind::number)) there.phrase.details.remove(d);
    }
    emit(there, h.phrase.concept_id, h.phrase.attribute, false, {marked, false});
  }

  // "A mass in the lung extending into the chest wall", "portal vein thrombus extending into the SMV": it is there too.
  void extensions(std::size_t i, const Located& sites) {
    const Chunk& h = chunk(i);
    if (h.denied || h.phrase.concept_id == kNone || !setting_.on(Rule::located_extends)) return;
    for (const Mark& m : clause_.marks) {
      const bool extends = m.cue == lexicon::CueKind::in && lexicon_[m.cue_concept].direction > 0;
      if (!extends || m.next <= i || m.next >= clause_.chunks.size() || head_between(i, m.next)) continue;
      const Chunk& place = chunk(m.next);
      if (!place.is(PhraseKind::place) || place.run < 0) continue;
      std::vector<Site> there =
          at_levels_of(setting_, clause_.runs[static_cast<std::size_t>(place.run)].sites, sites.sites);
      // "of segment VII, extending to the bare area": an area of it
      if (there.size() == 1 && there[0].anywhere() && there[0].side == Side::none && sites.sites.size() == 1)
        there[0] = within(lexicon_, there[0], sites.sites[0]);
      take_side(sites.sites, there);
      const bool same = !sites.sites.empty() && there.front() == sites.sites.front();
      const Site own = own_place(lexicon_, h.phrase);
      const ConceptId seen = lexicon_[m.cue_concept].seen;
      clause_.link(LinkKind::located, Rule::located_extends, i, static_cast<std::int16_t>(m.next));
      const bool tumor = is_lesion(lexicon_, h.phrase.concept_id) || is_malignancy(h.phrase.concept_id);
      const bool invades =
          tumor && seen != kNone && !in_vessel(sites.sites) &&
          (is_malignancy(h.phrase.concept_id) || !has_name_in(lexicon_, h.phrase.concept_id, there.front()));
      if (!same)
        emit(h, invades ? seen : h.phrase.concept_id, kNone, false, {there, false});
      else if (!own.organs.empty())
        emit(h, h.phrase.concept_id, h.phrase.attribute, false, {{own}, false});
    }
  }

  // "Edema of the right femoral head extending to the neck": to the right one.
  void take_side(const std::vector<Site>& from, std::vector<Site>& there) const {
    if (from.size() != 1 || !is_one_side(from[0].side) || from[0].organs.empty()) return;
    for (Site& s : there) {
      if (s.side == Side::none && paired(lexicon_, s) && same_region(lexicon_, from[0], *s.organs.begin()))
        s.side = from[0].side;
    }
  }

  bool is_malignancy(ConceptId c) const {
    return c == lexicon_.known().malignancy || lexicon_.contains(lexicon_.known().malignancy, c);
  }

  // A clot that goes on into the next vessel does not invade it.
  bool in_vessel(const std::vector<Site>& sites) const {
    const ConceptId vessels = lexicon_.known().vascular_system;
    return std::any_of(sites.begin(), sites.end(), [&](const Site& s) {
      return std::any_of(s.organs.begin(), s.organs.end(),
                         [&](ConceptId organ) { return organ == vessels || lexicon_.contains(vessels, organ); });
    });
  }

  bool head_between(std::size_t first, std::size_t last) const {
    return std::any_of(clause_.chunks.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                       clause_.chunks.begin() + static_cast<std::ptrdiff_t>(last),
                       [](const Chunk& c) { return c.head(); });
  }

  // "A ruptured cyst" is a cyst, and a rupture where it is.
  void states(const Chunk& h, const Located& sites) {
    if (h.denied || !setting_.on(Rule::value_state)) return;
    for (const ConceptId state : h.phrase.states) {
      Chunk own;
      own.phrase = head_of(state, h.phrase.span);
      for (ConceptId d : h.phrase.details) {  // "fibrotic changes have progressed"
        if (lexicon_[d].is(lexicon::ModifierKind::change)) own.phrase.details.add(d);
      }
      if (state == *h.phrase.states.begin()) own.phrase.details.add(h.phrase.state_degree);
      own.certainty = h.certainty;
      own.is_inference = h.is_inference;
      own.verbs = h.verbs;
      // a category is one of the examination
      Site examined = usual_place(lexicon_, own.phrase);
      if (!sites.sites.empty()) examined.side = sites.sites.front().side;
      emit(own, state, kNone, false, lexicon_[state].has(Concept::category) ? Located{{examined}, false} : sites);
    }
  }

  // --- Findings

  void emit(const Chunk& c, ConceptId concept_id, ConceptId attribute, bool denied, const Located& sites) {
    if (sites.sites.empty()) {
      Finding f = finding_of(c, in_one_word(lexicon_, {concept_id, attribute}, sites), denied);
      f.inferred_site = true;
      f.abnormal = f.abnormal && f.concept_id != kNone;  // words that nobody knows, of no place: rather a remark
      out_.push_back(f);
      return;
    }
    for (const Site& s : sites.sites) {
      if (++emitted_ > kMostOfAClause) {
        clause_.too_many = true;
        return;
      }
      // "gallbladder and appendix are surgically absent": each place has its own name for it
      Finding f = finding_of(c, in_one_word(lexicon_, {concept_id, attribute}, {{s}, sites.inferred}), denied);
      f.inferred_site = sites.inferred;
      f.abnormal = f.abnormal && (f.concept_id != kNone || !sites.inferred);
      f.site = s;
      if (sites.sites.size() == 1 && is_stage(f)) stage(f);  // "at T4, T8 and L2" are vertebrae
      if (f.device) {
        if (sites.sites.size() == 1) tip_at_level(c, f.site);
        without_tip(lexicon_, f.site);
      }
      if (context_.heading.size() == 1) put_under(context_.heading.front(), f.site);
      if (!says_again(c, f)) out_.push_back(f);
    }
  }

  // "Buckle fracture of the distal radius. The fracture does not extend to the physis.": it is that one, by a wider
  // name, and nothing more is said of it.
  bool says_again(const Chunk& c, const Finding& f) const {
    constexpr std::size_t kFar = 16;
    if (!c.definite || !f.inferred_site || f.absent || !f.abnormal || f.concept_id == kNone ||
        std::any_of(f.details.begin(), f.details.end(),
                    [&](ConceptId d) { return d != lexicon_[f.concept_id].has_detail; }) ||
        f.size_count != 0 || f.quantity_count != 0)
      return false;
    const std::size_t first = out_.size() > kFar ? out_.size() - kFar : 0;
    return std::any_of(out_.begin() + static_cast<std::ptrdiff_t>(first), out_.end(), [&](const Finding& g) {
      return g.abnormal && !g.absent && g.site == f.site && g.concept_id != f.concept_id &&
             lexicon_.contains(f.concept_id, g.concept_id);
    });
  }

  // "A catheter in the mediastinum, its tip at the level of T6": how far down it ends.
  void tip_at_level(const Chunk& device, Site& site) const {
    const ConceptId tip = lexicon_.known().tip;
    bool ends = device.phrase.site.parts.has(tip);
    const Chunk* level = nullptr;
    for (const Chunk& c : clause_.chunks) {
      if (c.head() && c.phrase.concept_id != device.phrase.concept_id) return;  // another thing may be there
      if (c.left_out != LeftOut::no || c.phrase.kind != PhraseKind::place) continue;
      ends |= c.phrase.site.parts.has(tip);
      if (c.phrase.site.from != 0 && ends && level == nullptr) level = &c;
    }
    if (level == nullptr || site.from != 0 || !setting_.on(Rule::located_tip)) return;
    site.from = level->phrase.site.from;
    site.to = level->phrase.site.to;
    site.pair = level->phrase.site.pair;
  }

  // "A T3 rectal tumor": how far the tumor has come, and no vertebra.
  bool is_stage(const Finding& f) const {
    const Level t1 = text::kFirstThoracic;
    const bool t = f.site.from >= t1 && f.site.from <= t1 + 3 && f.site.from == f.site.to && !f.site.pair;
    return t && is_lesion(lexicon_, f.concept_id) && !f.site.organs.empty() &&
           std::none_of(f.site.organs.begin(), f.site.organs.end(), [&](ConceptId organ) {
             const ConceptId spine = lexicon_.known().spine;
             return organ == spine || lexicon_.contains(spine, organ) || organ == lexicon_.known().rib ||
                    lexicon_[organ].has(Concept::tissue) || lexicon_.contains(organ, spine);
           });
  }

  void stage(Finding& f) const {
    const float grade = grade_of_number(f.site.from - text::kFirstThoracic + 1);
    f.site.from = f.site.to = 0;
    f.add_quantity({Unit::grade, grade, grade, lexicon_.known().tumor_stage});
  }

  Finding finding_of(const Chunk& c, Said said, bool denied) const {
    const Phrase& p = c.phrase;
    if (denied && said.concept_id != kNone && lexicon_[said.concept_id].denied != kNone)
      said.concept_id = lexicon_[said.concept_id].denied;
    Finding f;
    f.span = p.span;
    f.head = p.head;
    f.concept_id = said.concept_id;
    f.attribute = said.attribute != kNone    ? said.attribute
                  : said.concept_id != kNone ? lexicon_[said.concept_id].about
                                             : kNone;
    f.absent = denied;
    f.certainty = c.certainty;
    f.sentence = setting_.sentence;
    const bool normal = said.concept_id != kNone && lexicon_[said.concept_id].has(Concept::normal);
    f.device = said.concept_id != kNone && lexicon_[said.concept_id].has(Concept::device);
    // Words that nobody knows: a finding if they stand alone or are said to be seen, else more likely a remark.
    f.abnormal = normal == denied && (said.concept_id != kNone || clause_.existential || !clause_.verb);
    if (said.concept_id == lexicon_.known().poorly_seen) f.abnormal = false;  // nothing is said of how it is
    f.details = p.details;
    f.absent_details = p.absent_details;
    if (said.concept_id != kNone) f.details.add(lexicon_[said.concept_id].has_detail);
    for (std::uint8_t i = 0; i < p.size_count; ++i) f.add_size(p.sizes[i]);
    f.quantities = p.quantities;
    f.quantity_count = p.quantity_count;
    f.more_numbers = f.more_numbers || p.more_numbers;
    f.words = p.words;
    f.split = p.split;
    f.is_inference = c.is_inference;
    f.mention = (((c.definite || c.one_of_several) && c.verbs == 0) || c.described) && !clause_.existential;
    return f;
  }

  // "L4/5: facet arthropathy", "Left knee: the joint space is narrowed": of that level, of that joint.
  void put_under(const Site& heading, Site& site) const {
    const ConceptId spine = lexicon_.known().spine;
    // Discs, facets and foramina have levels; the cord and the regions of the spine go over several.
    const bool spinal =
        !site.organs.empty() && std::all_of(site.organs.begin(), site.organs.end(), [&](ConceptId organ) {
          return lexicon_.contains(spine, organ) && !lexicon_[organ].has(Concept::spanning);
        });
    if (heading.from != 0 && site.from == 0 && spinal) {
      site.from = heading.from;
      site.to = heading.to;
      site.pair = heading.pair;
    }
    const bool wider = std::any_of(site.organs.begin(), site.organs.end(), [&](ConceptId organ) {
      return std::any_of(heading.organs.begin(), heading.organs.end(),
                         [&](ConceptId named) { return lexicon_.contains(organ, named); });
    });
    const bool region = std::any_of(site.organs.begin(), site.organs.end(), [&](ConceptId organ) {
      return lexicon_[organ].parent_count == 1 && lexicon_.ancestors(organ).front() == lexicon_.known().body;
    });
    if (wider && !site.anywhere() && !region) site = within(lexicon_, site, heading);
    const bool there = std::any_of(site.organs.begin(), site.organs.end(),
                                   [&](ConceptId organ) { return same_region(lexicon_, heading, organ); });
    if (site.side == Side::none && paired(lexicon_, site) &&
        (heading.organs.empty() || (paired(lexicon_, heading) && there)))
      site.side = heading.side;  // also below "Right:" alone
  }

  const Setting& setting_;
  const Lexicon& lexicon_;
  Context& context_;
  Clause& clause_;
  std::vector<Finding>& out_;
  int emitted_ = 0;
};

}  // namespace

void assemble(const Setting& setting, Context& context, Clause& clause, std::vector<Finding>& out) {
  Assembler(setting, context, clause, out).run();
}

}  // namespace fiducial::findings
