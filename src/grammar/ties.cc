#include "grammar/ties.h"

#include <algorithm>

#include "grammar/companions.h"

namespace fiducial::findings {

using lexicon::Concept;

namespace {

constexpr int kLongestMergeChain = 8;

}  // namespace

std::size_t TieFinder::resolved(std::size_t i) const {
  for (int n = 0; n < kLongestMergeChain && chunk(i).merged_into >= 0; ++n) {
    const auto next = static_cast<std::size_t>(chunk(i).merged_into);
    if (next == i) break;
    i = next;
  }
  return i;
}

// "The left kidney is swollen, with stranding, indicating pyelonephritis": what is always in a kidney is in that one.
Side TieFinder::side_of_subject(std::size_t i, ConceptId at) const {
  Side side = Side::none;
  if (!lexicon_[at].has(Concept::paired) || !on(Rule::side_shared)) return side;
  for (const PlaceRun& run : clause_.runs) {
    if (run.first > i) break;
    for (const Site& s : run.sites) {
      const bool there = std::any_of(s.organs.begin(), s.organs.end(),
                                     [&](ConceptId o) { return o == at || lexicon_.contains(at, o); });
      if (!there || s.side == side) continue;
      if (side != Side::none) return Side::none;  // one on each side
      side = s.side;
    }
  }
  return side == Side::both ? Side::none : side;
}

// The observation or attribute that a preposition stands behind.
int TieFinder::governor(const PlaceRun& run) const {
  for (std::size_t i = run.first; i-- > 0;) {
    const Chunk& c = chunk(i);
    if (c.left_out != LeftOut::no) continue;
    const bool head = c.phrase.kind == PhraseKind::head || c.phrase.kind == PhraseKind::attribute ||
                      (c.phrase.kind == PhraseKind::details && c.merged_into >= 0);
    if (head) return device_that_ends(run, resolved(i));
  }
  return -1;
}

// "A shunt passes through a burr hole and ends in the frontal horn": the shunt does.
int TieFinder::device_that_ends(const PlaceRun& run, std::size_t head) const {
  const Chunk& place = chunk(run.first);
  const auto self = static_cast<int>(head);
  if (run.joint != Joint::in || !place.listed || (chunk(head).joint != Joint::in && chunk(head).joint != Joint::with))
    return self;
  const int before = previous_head(head);
  const ConceptId c = before < 0 ? kNone : chunk(static_cast<std::size_t>(before)).phrase.concept_id;
  if (c == kNone || !lexicon_[c].has(Concept::device)) return self;
  const auto verb = std::find_if(clause_.items.rbegin(), clause_.items.rend(), [&](const Item& k) {
    return k.begin < place.words.begin && is_cue(k, lexicon::CueKind::in);
  });
  return verb != clause_.items.rend() && verb->finite ? before : self;
}

int TieFinder::previous_head(std::size_t i) const {
  return findings::previous_head(clause_, i);
}

int TieFinder::subject_of(std::size_t i) const {
  int found = -1;
  // "a varicocele with veins of 4 mm": it is where it always is
  const bool at_home = chunk(i).phrase.concept_id != kNone && lexicon_[chunk(i).phrase.concept_id].at != kNone;
  for (std::size_t r = 0; r < clause_.runs.size(); ++r) {
    const PlaceRun& run = clause_.runs[r];
    if (run.prepositional() || run.taken_by >= 0) continue;
    // "a hernia without bowel": not in the bowel
    if (run.joint == Joint::with && run.first > i && chunk(run.first).denied && !chunk(i).denied) continue;
    if (run.joint == Joint::with && run.first > i && at_home && systemic(lexicon_, run.sites.front())) continue;
    if (run.first < i || found < 0) found = static_cast<int>(r);
  }
  return found;
}

Tie TieFinder::tie_to_preposition(std::size_t i) const {
  const Chunk& c = chunk(i);
  Tie best;
  for (std::size_t r = 0; r < clause_.runs.size(); ++r) {
    const PlaceRun& run = clause_.runs[r];
    if (!run.prepositional() || run.taken_by >= 0) continue;
    const int g = governor(run);
    if (g < 0) continue;
    if (tip_of_another(c, run)) continue;
    const Chunk& n = chunk(static_cast<std::size_t>(g));
    Tie tie{Rule::none, 0, static_cast<int>(r), -1};
    if (g == static_cast<int>(i))
      tie = {Rule::located_preposition, 10, tie.run, -1};
    else if (n.group == c.group && c.group >= 0 && n.denied == c.denied && may_share(c.phrase, run.sites) &&
             !other_device(c, n) && !is_piece_of_another(c, n, run) && !acts_alone(c, n) &&
             !(n.comma && led_to(lexicon_, clause_, run.first, lexicon::CueKind::in)))
      tie = {Rule::located_shared, 9, tie.run, -1};
    else if (n.joint == Joint::of && previous_head(static_cast<std::size_t>(g)) == static_cast<int>(i) &&
             c.phrase.kind == PhraseKind::head && plausible(c.phrase, run.sites))
      tie = {Rule::located_of_chain, 8, tie.run, -1};
    if (tie.rule == Rule::none || reaches_there_too(c, run)) continue;
    // "herniation of fat into the sinus": it is where it comes through
    const bool through = c.phrase.concept_id != kNone && lexicon_[c.phrase.concept_id].has(Concept::through);
    if (!on(tie.rule) || tie.weight < best.weight || (tie.weight == best.weight && !through)) continue;
    best = tie;
  }
  return best;
}

// "There is an extrusion, which has migrated and presses on the left L5 root": the extrusion is not in the root.
bool TieFinder::acts_alone(const Chunk& c, const Chunk& n) const {
  if (!n.listed || n.phrase.concept_id == kNone || c.phrase.concept_id == kNone ||
      !acts_elsewhere(lexicon_, n.phrase.concept_id))
    return false;
  // "periosteal new bone and extension into the soft tissues"
  const auto into = std::find_if(clause_.items.begin(), clause_.items.end(),
                                 [&](const Item& item) { return item.begin >= n.phrase.head.end; });
  if (into != clause_.items.end() && is_row(*into, lexicon_.known().into))
    return !acts_elsewhere(lexicon_, c.phrase.concept_id);
  return said_as_verb(clause_, n.phrase) && !said_as_verb(clause_, c.phrase);
}

// "Peripancreatic fluid and necrosis of the tail": the fluid has its place already.
bool TieFinder::is_piece_of_another(const Chunk& c, const Chunk& n, const PlaceRun& run) const {
  // "cortex preserved, 4 mm stone in the lower pole"
  if (n.comma && c.phrase.concept_id != kNone && lexicon_[c.phrase.concept_id].has(Concept::normal) &&
      !c.phrase.site.empty())
    return true;
  return run.joint == Joint::of && !own_place(lexicon_, c.phrase).organs.empty() &&
         own_place(lexicon_, n.phrase).organs.empty() && run.sites.front().anywhere() &&
         !run.sites.front().parts.empty() && run.sites.front().side == Side::none;
}

// "A duodenal diverticulum near the ampulla", "a peripancreatic collection extending into the left gutter": its own
// word says where it is.
bool TieFinder::reaches_there_too(const Chunk& c, const PlaceRun& run) const {
  if (!run.near && run.joint != Joint::in) return false;
  const Site own = own_place(lexicon_, c.phrase);
  if (own.organs.empty() || c.phrase.usual_site || systemic(lexicon_, own) || run.first == 0) return false;
  const bool extends = led_to(lexicon_, clause_, run.first, lexicon::CueKind::in);
  const bool device = c.phrase.concept_id != kNone && lexicon_[c.phrase.concept_id].has(Concept::device);
  const bool thing = c.phrase.concept_id != kNone && lexicon_[c.phrase.concept_id].about == kNone &&
                     !lexicon_.contains(lexicon_.known().blurring, c.phrase.concept_id);
  if (device || !(extends || (run.near && thing))) return false;
  const Site& there = run.sites.front();
  // "a left renal mass extending into the psoas": but of a paired organ the side may be said there alone
  if (there.organs.empty() || (own.side == Side::none && paired(lexicon_, own) && there.side != Side::none))
    return false;
  if (!lies_in(lexicon_, there, own)) return true;
  // "rectal cancer involving the mesorectal fascia"; but "a pleural effusion extending into the fissure"
  const ConceptId malignancy = lexicon_.known().malignancy;
  return run.near || c.phrase.concept_id == malignancy || lexicon_.contains(malignancy, c.phrase.concept_id);
}

// "An effusion on the right and atelectasis at both bases": the bases are not the effusion's.
bool TieFinder::may_share(const Phrase& p, const std::vector<Site>& sites) const {
  // "a hiatus hernia and calcification in the thyroid": what has its place in its name is not in another region
  const Site own = own_place(lexicon_, p);
  // "skin thickening and edema of the breast": a tissue is found there too
  const bool elsewhere =
      !own.organs.empty() && !systemic(lexicon_, own) && std::none_of(sites.begin(), sites.end(), [&](const Site& s) {
        return s.organs.empty() || std::any_of(own.organs.begin(), own.organs.end(),
                                               [&](ConceptId organ) { return same_region(lexicon_, s, organ); });
      });
  return !elsewhere && plausible(p, sites) &&
         std::none_of(sites.begin(), sites.end(), [&](const Site& s) { return other_side(p, s); });
}

// "ETT and NG tube satisfactory, a right jugular line in the atrium": of two devices each is where it is said to be.
bool TieFinder::other_device(const Chunk& c, const Chunk& placed) const {
  const auto device = [&](const Chunk& k) {
    return k.phrase.concept_id != kNone && lexicon_[k.phrase.concept_id].has(Concept::device);
  };
  return device(c) && device(placed) && placed.comma && c.phrase.concept_id != placed.phrase.concept_id;
}

bool TieFinder::apart_from_device(const Chunk& c, std::size_t before) const {
  const Phrase& other = chunk(before).phrase;
  const auto device = [&](ConceptId d) { return d != kNone && lexicon_[d].has(Concept::device); };
  if (chunk(before).denied && !c.denied) return false;  // "a left line has been exchanged for a PICC"
  return device(c.phrase.concept_id) && device(other.concept_id) && c.phrase.concept_id != other.concept_id &&
         !lexicon_.contains(c.phrase.concept_id, other.concept_id) && other.site.organs.empty() &&
         tie_to_preposition(before).run < 0 && chunk(before).run < 0;
}

bool TieFinder::other_side(const Phrase& p, const Site& s) {
  return p.site.side != Side::none && s.side != Side::none && p.site.side != s.side;
}

int TieFinder::run_of_tip(const Chunk& c) const {
  const ConceptId tip = lexicon_.known().tip;
  if (c.phrase.concept_id == kNone || !lexicon_[c.phrase.concept_id].has(Concept::device) || c.denied ||
      !on(Rule::located_tip))
    return -1;
  for (std::size_t r = 0; r < clause_.runs.size(); ++r) {
    const Site& last = clause_.runs[r].sites.back();
    const bool level = last.from != 0 || std::any_of(last.organs.begin(), last.organs.end(), [&](ConceptId organ) {
                         return lexicon_.contains(lexicon_.known().spine, organ);
                       });  // a vertebra only tells how far down
    if (last.parts.has(tip) && !last.organs.empty() && !level && tip_is_of(c, clause_.runs[r]))
      return static_cast<int>(r);
  }
  return -1;
}

// Of two devices a tip is the one's that was named last before it.
bool TieFinder::tip_is_of(const Chunk& c, const PlaceRun& run) const {
  for (std::size_t i = run.first; i-- > 0;) {
    const Phrase& p = chunk(i).phrase;
    if (chunk(i).head() && p.concept_id != kNone && lexicon_[p.concept_id].has(Concept::device)) return &chunk(i) == &c;
  }
  return true;
}

// "Two drains on the right and a line with its tip in the cava": the line's.
bool TieFinder::tip_of_another(const Chunk& c, const PlaceRun& run) const {
  return &clause_.chunks[run.first] > &c && run.sites.back().parts.has(lexicon_.known().tip) && !tip_is_of(c, run);
}

// A tissue that is found all over the body, and no lymph node.
bool TieFinder::is_soft_tissue(const Site& s) const {
  return systemic(lexicon_, s) &&
         std::none_of(s.organs.begin(), s.organs.end(), [&](ConceptId organ) { return is_node(lexicon_, organ); });
}

Tie TieFinder::best_tie(std::size_t i) const {
  const Chunk& c = chunk(i);
  if (c.owner >= 0) return {Rule::located_with, 12, -1, c.owner};
  if (c.run >= 0) return {Rule::located_list_before, 11, c.run, -1};
  if (const int tip = run_of_tip(c); tip >= 0) return {Rule::located_tip, 11, tip, -1};
  int subject = subject_of(i);
  if (subject >= 0 && tip_of_another(c, clause_.runs[static_cast<std::size_t>(subject)])) subject = -1;
  const int outer = subject >= 0 ? subject : clause_.front_run;
  Tie tie = tie_to_preposition(i);
  // "the segment shows a nodule adjacent to the pleura": it is in the segment
  // but "soft tissues are swollen around the malleolus"
  if (tie.run >= 0 && clause_.runs[static_cast<std::size_t>(tie.run)].near && outer >= 0 && outer != tie.run &&
      clause_.runs[static_cast<std::size_t>(outer)].first < i &&
      !(subject >= 0 && is_soft_tissue(clause_.runs[static_cast<std::size_t>(subject)].sites.front())))
    tie = {};
  // "heart not enlarged, fluid in the pericardium": the heart is not enlarged
  if (tie.rule == Rule::located_shared && subject >= 0 && chunk(i).phrase.adjective &&
      clause_.runs[static_cast<std::size_t>(subject)].first < i && on(Rule::located_subject))
    return {Rule::located_subject, 7, subject, -1};
  // "the L4 root is compressed in the foramen": the root is
  if (tie.run >= 0 && subject >= 0 && said_of_subject(i, subject, tie.run))
    return {Rule::located_subject, 7, subject, -1};
  if (tie.run >= 0) return tie;
  if (c.follows >= 0 && on(Rule::located_with)) return {Rule::located_with, 6, -1, c.follows};
  if (subject >= 0 && on(Rule::located_subject)) return {Rule::located_subject, 7, subject, -1};
  if (clause_.front_run >= 0 && on(Rule::located_front)) return {Rule::located_front, 6, clause_.front_run, -1};
  return {};
}

bool TieFinder::said_of_subject(std::size_t i, int subject, int behind) const {
  const Chunk& c = chunk(i);
  const PlaceRun& of = clause_.runs[static_cast<std::size_t>(subject)];
  if (c.joint != Joint::be || of.first > i ||
      (!is_value(lexicon_, c.phrase) && !c.phrase.adjective &&
       clause_.runs[static_cast<std::size_t>(behind)].joint != Joint::of) ||
      !on(Rule::located_subject))
    return false;
  const std::vector<Site>& there = clause_.runs[static_cast<std::size_t>(behind)].sites;
  return std::none_of(of.sites.begin(), of.sites.end(), [&](const Site& s) {
    return s.organs.empty() || systemic(lexicon_, s) || std::any_of(there.begin(), there.end(), [&](const Site& t) {
             return t.organs.empty() || lies_in(lexicon_, s, t) || lies_in(lexicon_, t, s) ||
                    makes_a_place(lexicon_, s, t);
           });
  });
}

bool TieFinder::weighs_there(const Lexicon& lexicon, ConceptId c, const Site& s) {
  const auto weights = lexicon.weights(c);
  return s.organs.size == 1 && std::any_of(weights.begin(), weights.end(), [&](const lexicon::Weight& w) {
           return w.place != kNone && lexicon.representative(*s.organs.begin()) == lexicon.representative(w.place);
         });
}

// "The right ventricle is dilated with reduced function": what is said of the left where nothing is named.
bool TieFinder::other_of_two(ConceptId organ, ConceptId usual) const {
  Site here, there;
  here.organs.add(organ);
  there.organs.add(usual);
  return lexicon_[organ].side != Side::none && lexicon_[usual].side != Side::none &&
         lexicon_[organ].side != lexicon_[usual].side && siblings(lexicon_, here, there);
}

bool TieFinder::plausible(const Phrase& p, const std::vector<Site>& sites) const {
  if (p.concept_id == kNone || !own_place(lexicon_, p).organs.empty()) return true;
  ConceptId at = lexicon_[p.concept_id].at;
  const bool mostly = at == kNone;  // where it mostly is says something of that region only
  if (mostly) at = lexicon_[p.concept_id].home;
  if (at == kNone || lexicon_[at].has(Concept::part) || lexicon_[at].has(Concept::tissue)) return true;
  // "reticulation and honeycombing at the lung bases": what goes through all of an organ is in each of its divisions
  Site all_over;
  if (!mostly && lexicon_[lexicon_.representative(at)].up != kNone) add_place(lexicon_, all_over, at);
  return std::all_of(sites.begin(), sites.end(), [&](const Site& s) {
    if (mostly && !same_region(lexicon_, s, at)) return true;
    if (of_one_organ(lexicon_, all_over, s)) return true;
    if (weighs_there(lexicon_, p.concept_id, s)) return true;
    const ConceptId home = lexicon_[p.concept_id].home;  // "in the aortic wall, likely an intramural hematoma"
    return s.organs.empty() || std::any_of(s.organs.begin(), s.organs.end(), [&](ConceptId organ) {
             return organ == at || lexicon_.contains(organ, at) || lexicon_.contains(at, organ) ||
                    other_of_two(organ, at) || (home != kNone && lexicon_.contains(home, organ)) ||
                    lexicon_.composed(organ, at) != kNone ||
                    lexicon_.composed(p.concept_id, organ) != kNone;  // diverticula of the bladder have a name
           });
  });
}

}  // namespace fiducial::findings
