#include "radfact/entail.h"

#include <algorithm>

#include "compare/details.h"
#include "radfact/agree.h"

namespace fiducial::radfact {

using findings::Direction;
using findings::kNone;
using findings::Likeness;
using findings::Site;
using lexicon::Concept;
using lexicon::ModifierKind;
using lexicon::Section;

namespace {

// What is called small, or large, when only its size is given.
bool measures_as(int degree, double mm) {
  constexpr int kSmall = 2;
  constexpr int kLarge = 4;
  return (degree <= kSmall && mm <= 15) || (degree >= kLarge && mm >= 50);
}

// Where both name a piece of an organ, the premise's is the one that is asked for, or lies in it.
bool pieces_follow(const Lexicon& lexicon, const Site& p, const Site& h) {
  const auto covers = [&](ConceptId piece) {
    const auto within = [&](ConceptId place) { return place == piece || lexicon.contains(piece, place); };
    return lexicon[piece].has(Concept::light) || std::any_of(p.parts.begin(), p.parts.end(), within) ||
           std::any_of(p.organs.begin(), p.organs.end(), within);
  };
  return p.parts.empty() || std::all_of(h.parts.begin(), h.parts.end(), covers);
}

}  // namespace

std::string_view in_words(Ground ground) {
  constexpr std::string_view kWords[] = {"nothing",
                                         "it says the same",
                                         "it says so of a part or of a particular kind",
                                         "it says so of all that includes this",
                                         "it has the same words",
                                         "one asserts what the other denies",
                                         "one calls normal what the other does not",
                                         "they differ in degree or size",
                                         "they differ in change over time",
                                         "they differ in direction",
                                         "they differ in place",
                                         "weighed by what it says of the content",
                                         "they differ in appearance, age or number"};
  return kWords[static_cast<std::size_t>(ground)];
}

Entailment::Entailment(const Lexicon& lexicon)
    : lexicon_(lexicon),
      clear_(lexicon.find("clear")),
      acute_(lexicon.find("onset.acute")),
      size_(lexicon.find("size")),
      thorax_(lexicon.find("thorax")),
      lung_(lexicon.find("lung")),
      vessels_(lexicon.find("lung.markings")),
      silhouette_(lexicon.find("cardiomediastinum")),
      heart_(lexicon.find("heart")),
      mediastinum_(lexicon.find("mediastinum")),
      calcification_(lexicon.find("calcification")),
      atherosclerosis_(lexicon.find("atherosclerosis")),
      coronary_(lexicon.find("coronary")),
      artery_(lexicon.find("artery")),
      aorta_(lexicon.find("aorta")),
      left_greater_(lexicon.find("distribution.left_greater")),
      right_greater_(lexicon.find("distribution.right_greater")),
      neck_(lexicon.find("neck")),
      cervical_(lexicon.find("spine.cervical")),
      thoracic_(lexicon.find("spine.thoracic")),
      lumbar_(lexicon.find("spine.lumbar")),
      flow_(lexicon.find("flow")),
      occlusion_(lexicon.find("occlusion")),
      disruption_(lexicon.find("disruption")),
      thickness_(lexicon.find("thickness")),
      node_present_(lexicon.find("lymph_node_present")),
      narrowing_(lexicon.find("narrowing")),
      nonocclusive_(lexicon.find("degree.nonocclusive")),
      surrounding_(lexicon.find("surrounding")),
      bile_duct_(lexicon.find("bile_duct")),
      common_duct_(lexicon.find("bile_duct.cbd")),
      opacity_(lexicon.find("opacity")),
      infiltration_(lexicon.find("infiltration")),
      consolidation_(lexicon.find("consolidation")),
      pneumonia_(lexicon.find("pneumonia")),
      markings_(lexicon.find("increased_markings")),
      dilatation_(lexicon.find("dilatation")) {
  close_implications();
}

// --- what "clear" says -------------------------------------------------------------------------------------------

// A place that lies in the other and in nothing else: a lobe of the lung, but not the pleura or a hilum.
bool Entailment::wholly_in(const Site& whole, const Site& site) const {
  const auto lies_in = [&](ConceptId place, ConceptId outer) {
    if (place == outer) return true;
    const auto up = lexicon_.ancestors(place);
    const auto parents = up.first(std::min<std::size_t>(lexicon_[place].parent_count, up.size()));
    return lexicon_.contains(outer, place) && std::all_of(parents.begin(), parents.end(), [&](ConceptId parent) {
             return parent == outer || lexicon_.contains(outer, parent);
           });
  };
  return std::all_of(site.organs.begin(), site.organs.end(), [&](ConceptId organ) {
    return std::any_of(whole.organs.begin(), whole.organs.end(),
                       [&](ConceptId outer) { return lies_in(organ, outer); });
  });
}

// Something that a clear place does not have: a shadow, a lesion; not a device, nor how well it is filled with air.
bool Entailment::clouds(const Finding& f) const {
  if (f.device || f.concept_id == kNone) return false;
  const Concept& c = lexicon_[f.concept_id];
  if (c.has(Concept::generic) || lexicon_.contains(lexicon_.known().lesion, f.concept_id) ||
      lexicon_.contains(opacity_, f.concept_id))
    return true;
  const auto kinds = lexicon_.ancestors(f.concept_id);
  return c.about == kNone &&
         std::all_of(kinds.begin(), kinds.end(), [&](ConceptId kind) { return lexicon_[kind].about == kNone; });
}

bool Entailment::covers_lung(const Site& site) const {
  return std::any_of(site.organs.begin(), site.organs.end(),
                     [&](ConceptId organ) { return organ == lung_ || lexicon_.contains(organ, lung_); });
}

bool Entailment::alike(const Claim& p, const Claim& h) const {
  if (p.finding.concept_id == kNone || h.finding.concept_id == kNone || !may_share_organ(p, h)) return false;
  if (lexicon_.representative(p.finding.concept_id) != lexicon_.representative(h.finding.concept_id)) return false;
  if (p.finding.attribute != h.finding.attribute) return false;
  const findings::SiteDifference place = findings::compare_sites(lexicon_, p.finding.site, h.finding.site);
  return place.related && !place.organ && !place.level && !place.direction;
}

bool Entailment::of_chest(const findings::ConceptSet<4>& organs) const {
  return !organs.empty() && std::all_of(organs.begin(), organs.end(), [&](ConceptId organ) {
    return organ == thorax_ || lexicon_.contains(thorax_, organ);
  });
}

bool Entailment::in_lung(const Site& site) const {
  return std::any_of(site.organs.begin(), site.organs.end(),
                     [&](ConceptId organ) { return organ == lung_ || lexicon_.contains(lung_, organ); });
}

bool Entailment::beside_lung(const Site& site) const {
  Site lung;
  lung.organs.add(lung_);
  // the reader takes vessels of the lung for its markings
  return in_lung(site) && (!wholly_in(lung, site) || site.organs.has(vessels_));
}

// "The lungs are normal": of the lungs, not of the pleura and the vessels that they share with others.
bool Entailment::of_lungs_alone(const Finding& f) const {
  return f.concept_id == lexicon_.known().normal && !f.abnormal && f.attribute == kNone && in_lung(f.site) &&
         !beside_lung(f.site);
}

bool Entailment::about_size(const Finding& f) const {
  if (f.concept_id == kNone) return false;
  const ConceptId about = f.attribute != kNone ? f.attribute : lexicon_[f.concept_id].about;
  return about != kNone && (about == size_ || lexicon_.contains(size_, about));
}

// "Well aerated": a value whose opposite is any shadow. It speaks of the air, not of shadows.
bool Entailment::of_filling(const Finding& f) const {
  if (f.abnormal || f.concept_id == kNone || is_clear(f)) return false;
  const Concept& c = lexicon_[f.concept_id];
  return c.has(Concept::normal) && c.about != kNone && c.opposite != kNone &&
         lexicon_[c.opposite].has(Concept::generic);
}

// The size of a whole says nothing of the size of its parts, but for the silhouette that heart and mediastinum make.
// But where nothing is narrow and nothing dilated, no part of it is.
bool Entailment::size_of_another(const Finding& well, const Site& place, Likeness sites) const {
  const bool dilated =
      well.concept_id != kNone && (well.concept_id == dilatation_ || lexicon_.contains(dilatation_, well.concept_id));
  const bool calibre = well.concept_id != kNone &&
                       (lexicon_[well.concept_id].direction < 0 || (dilated && !of_chest(well.site.organs)) ||
                        well.concept_id == lexicon_.known().aneurysm);
  if (well.absent && calibre) return false;
  const ConceptId node = lexicon_.known().lymph_node;  // "no enlarged nodes" is said of each of them
  return about_size(well) && sites != Likeness::equivalent && !well.site.organs.has(silhouette_) &&
         !well.site.organs.has(node) && !place.organs.empty();
}

// An operation leaves what it leaves; what is left can be normal.
bool Entailment::after_surgery(const Finding& f) const {
  const ConceptId state = lexicon_.known().poststate;
  return f.concept_id != kNone && (f.concept_id == state || lexicon_.contains(state, f.concept_id));
}

// Reports of plain films use "infiltrate" for any airspace shadow, and other words for what was called an infiltrate.
// `loosely`: for interstitial shadows too.
bool Entailment::infiltrate_covers(const Claim& infiltrate, const Claim& other, bool loosely) const {
  if (!infiltrate.infiltrate || other.finding.concept_id == kNone) return false;
  const ConceptId c = other.finding.concept_id;
  return c == opacity_ || c == infiltration_ || c == consolidation_ || c == pneumonia_ ||
         lexicon_.contains(pneumonia_, c) || lexicon_.contains(consolidation_, c) || (loosely && c == markings_);
}

// "No acute cardiopulmonary process": nothing in particular, so all that is acute.
bool Entailment::denies_disease(const Claim& claim) const {
  const Finding& f = claim.finding;
  return f.absent && f.concept_id != kNone && lexicon_[f.concept_id].has(Concept::vague) && !claim.infiltrate &&
         lexicon_.contains(lexicon_.known().abnormality, f.concept_id) && covers_lung(f.site);
}

std::vector<Claim> Entailment::parts(const Claim& claim) const {
  if (claim.finding.abnormal) return {};
  std::vector<Claim> out;
  const auto add = [&](ConceptId whole, ConceptId part) {
    out.push_back(claim);
    out.back().finding.site.organs.remove(whole);
    out.back().finding.site.organs.add(part);
    index_organs(lexicon_, out.back());
  };
  if (claim.finding.site.organs.has(silhouette_)) {
    add(silhouette_, heart_);
    add(silhouette_, mediastinum_);
  } else if (claim.finding.site.organs.has(bile_duct_) && about_size(claim.finding)) {
    add(bile_duct_, common_duct_);  // how wide "the bile duct" is, is how wide the common duct is
  }
  return out;
}

// --- entailment --------------------------------------------------------------------------------------------------

// Every detail of the hypothesis is in the premise, or in the name of what it saw.
bool Entailment::details_follow(const Statement& premise, const Finding& p, const Statement& hypothesis,
                                const Finding& h) const {
  const int wanted = std::max(0, findings::degree_of(lexicon_, h).rank);
  const int found = std::max(0, findings::degree_of(lexicon_, p).rank);
  const bool measured = found == 0 && p.size_count != 0 && measures_as(wanted, largest(p));
  if (wanted != 0 && !measured && (found == 0 || !same_degree(wanted, found))) return false;
  if (h.size_count != 0 && (p.size_count == 0 || !sizes_agree(premise, p, hypothesis, h))) return false;
  if (h.quantity_count > p.quantity_count) return false;
  return std::all_of(h.details.begin(), h.details.end(), [&](ConceptId d) {
    const Concept& c = lexicon_[d];
    if (c.section == Section::modifier) {
      const ModifierKind kind = c.modifier();
      if (kind == ModifierKind::severity || kind == ModifierKind::size || kind == ModifierKind::change ||
          kind == ModifierKind::number || kind == ModifierKind::phase)
        return true;
      if (kind == ModifierKind::position && h.device) return true;
      if (kind == ModifierKind::onset && after_surgery(h) && d != acute_) return true;  // "previous"
    }
    // how it strikes the reader, but for its shape
    if (c.section == Section::modifier && c.has(Concept::vague) && c.modifier() != ModifierKind::shape) return true;
    if (d == lexicon_[h.concept_id].has_detail || d == lexicon_[p.concept_id].has_detail) return true;
    if (d == p.concept_id || lexicon_.contains(d, p.concept_id)) return true;
    if (c.section == Section::observation && covered(premise.words, kConcepts + lexicon_.representative(d)))
      return true;
    return std::any_of(p.details.begin(), p.details.end(),
                       [&](ConceptId e) { return d == e || lexicon_.contains(d, e) || implied(e, d); });
  });
}

// Is the second there wherever the first is, by a chain of `implies`? Of the first, or of what it is a kind of.
bool Entailment::implied(ConceptId by, ConceptId what) const {
  if (by == kNone || what == kNone) return false;
  return std::any_of(implied_[by].begin(), implied_[by].end(), [&](ConceptId one) {
    return one == what || lexicon_.representative(one) == lexicon_.representative(what) || lexicon_.contains(what, one);
  });
}

void Entailment::close_implications() {
  constexpr std::size_t kMost = 24;  // a chain that goes on for longer has lost its meaning
  implied_.resize(lexicon_.size());
  for (std::size_t i = 1; i < lexicon_.size(); ++i) {
    std::vector<ConceptId>& out = implied_[i];
    const auto add = [&](ConceptId from) {
      for (ConceptId next : lexicon_[from].implies) {
        if (next != kNone && std::find(out.begin(), out.end(), next) == out.end()) out.push_back(next);
      }
    };
    const auto add_kinds = [&](ConceptId from) {
      add(from);
      for (ConceptId up : lexicon_.ancestors(from)) add(up);
    };
    add_kinds(static_cast<ConceptId>(i));
    for (std::size_t k = 0; k < out.size() && out.size() < kMost; ++k) add_kinds(ConceptId{out[k]});
  }
}

// A fracture of the dens is an odontoid fracture: the place makes the wider name as particular as the other.
bool Entailment::named_by_place(const Finding& wide, const Finding& narrow) const {
  if (wide.concept_id == kNone || narrow.concept_id == kNone) return false;
  if (!lexicon_.contains(wide.concept_id, narrow.concept_id)) return false;
  const auto named = [&](ConceptId place) { return lexicon_.composed(wide.concept_id, place) == narrow.concept_id; };
  return std::any_of(wide.site.organs.begin(), wide.site.organs.end(), [&](ConceptId organ) {
    const auto wholes = lexicon_.ancestors(organ);
    return named(organ) || std::any_of(wholes.begin(), wholes.end(), named);
  });
}

// Calcium in an artery is atherosclerosis.
bool Entailment::calcified_artery(const Finding& p, const Finding& h) const {
  const auto is = [&](ConceptId what, ConceptId kind) {
    return what != kNone && (what == kind || lexicon_.contains(kind, what));
  };
  return is(p.concept_id, calcification_) && is(h.concept_id, atherosclerosis_) && !p.site.organs.empty() &&
         std::all_of(p.site.organs.begin(), p.site.organs.end(),
                     [&](ConceptId organ) { return is(organ, coronary_) || is(organ, artery_) || is(organ, aorta_); });
}

// "Pulmonary embolism on the right": its place is in its name, and the report may have it in a branch.
bool Entailment::placed_by_name(const Finding& f) const {
  if (f.concept_id == kNone || !f.site.parts.empty() || f.site.level != 0) return false;
  const ConceptId at = lexicon_[f.concept_id].at;
  return at != kNone && f.site.organs.size == 1 && f.site.organs.has(at);
}

// A stenosis of some degree, or a thrombus that blood flows past: it is not occluded.
bool Entailment::narrowed_only(const Claim& narrowed, const Claim& occluded) const {
  const auto is = [&](const Claim& claim, ConceptId kind) {
    const ConceptId c = claim.finding.concept_id;
    return c != kNone && (c == kind || lexicon_.contains(kind, c));
  };
  if (!is(occluded, occlusion_) || is(narrowed, occlusion_)) return false;
  if (narrowed.finding.details.has(nonocclusive_)) return true;
  const bool percent = narrowed.finding.quantity_count != 0 &&
                       narrowed.finding.quantities[0].unit == findings::Unit::percent &&
                       narrowed.finding.quantities[0].value < 100;
  return is(narrowed, narrowing_) && (percent || findings::degree_of(lexicon_, narrowed.finding).rank > 0);
}

Ground Entailment::entails_abnormal(const Statement& premise, const Claim& premise_claim, const Statement& hypothesis,
                                    const Claim& hypothesis_claim) const {
  const Finding& p = premise_claim.finding;
  const Finding& h = hypothesis_claim.finding;
  if (p.site.side == lexicon::Side::none && h.site.side != lexicon::Side::none &&
      h.site.side == premise_claim.lent_side) {
    Claim sided = premise_claim;
    sided.finding.site.side = h.site.side;
    return entails_abnormal(premise, sided, hypothesis, hypothesis_claim);
  }
  findings::Relation r = findings::relate(lexicon_, p, h);
  if (r.contradictory) return Ground::none;
  if (infiltrate_covers(hypothesis_claim, premise_claim, false) ||
      (infiltrate_covers(premise_claim, hypothesis_claim, true) && h.concept_id != pneumonia_ &&
       !lexicon_.contains(pneumonia_, h.concept_id)))
    r.concept_likeness = Likeness::equivalent;
  if (r.concept_likeness == Likeness::apart ||
      (r.concept_likeness == Likeness::part_whole && r.concept_direction == Direction::first_wider)) {
    if (!implied(p.concept_id, h.concept_id) && !named_by_place(p, h) && !calcified_artery(p, h)) return Ground::none;
    r.concept_likeness = Likeness::part_whole;
    r.concept_direction = Direction::second_wider;
  }
  if (!at_least_as_wide(r.site, r.site_direction, Direction::second_wider) ||
      !meet_includes(lexicon_, h.site, p.site) || !pieces_follow(lexicon_, p.site, h.site)) {
    const bool unsaid = h.inferred_site && hypothesis_claim.definite;  // "the effusion", wherever it is
    if (!(placed_by_name(h) || unsaid) || h.site.organs.empty() || p.concept_id != h.concept_id) return Ground::none;
    Claim anywhere = hypothesis_claim;
    anywhere.finding.site.organs = {};
    return entails_abnormal(premise, premise_claim, hypothesis, anywhere);
  }
  // Of two bare shadows the details decide which is the more particular: there is no direction then.
  if (r.concept_likeness == Likeness::part_whole && r.concept_direction == Direction::first_wider) return Ground::none;
  if (p.certainty > h.certainty && p.certainty >= findings::Certainty::possible) return Ground::none;
  if (differ(premise, premise_claim, hypothesis, hypothesis_claim).ground != Ground::none) return Ground::none;
  if (narrowed_only(premise_claim, hypothesis_claim)) return Ground::none;
  if (!details_follow(premise, p, hypothesis, h)) return Ground::none;
  if (!number_follows(number(lexicon_, hypothesis_claim), number(lexicon_, premise_claim))) return Ground::none;
  const bool changes_follow = std::all_of(hypothesis.changes.begin(), hypothesis.changes.end(), [&](ConceptId change) {
    return hypothesis.not_changes.has(change) || premise.changes.has(change) || p.details.has(change) ||
           (h.device && change == lexicon_.known().change_stable) ||
           std::any_of(p.details.begin(), p.details.end(), [&](ConceptId d) { return implied(d, change); });
  });
  if (!changes_follow) return Ground::none;
  const bool same = r.site == Likeness::equivalent && r.concept_likeness == Likeness::equivalent;
  return same ? Ground::same : Ground::narrower;
}

// "Has resolved completely": denied, because it was there.
bool Entailment::is_gone(const Finding& f) const {
  return f.absent && std::any_of(f.details.begin(), f.details.end(), [&](ConceptId d) {
           return lexicon_[d].is(ModifierKind::change) && lexicon_[d].rank == 0;
         });
}

// "No large effusion" does not deny a small one, nor "no displaced fracture" an old one. How it is spread ("no focal
// opacity") is a way of speaking.
bool Entailment::denial_restricted(const Finding& denial, const Finding& other) const {
  const bool gone = is_gone(denial);
  return denial.absent && std::any_of(denial.details.begin(), denial.details.end(), [&](ConceptId d) {
           const Concept& c = lexicon_[d];
           if (other.details.has(d) || d == lexicon_[denial.concept_id].has_detail) return false;
           if (c.section != Section::modifier) return true;
           const ModifierKind kind = c.modifier();
           if (gone) return false;
           // "No acute infiltrate" against an infiltrate of no known age: meant to be the same.
           const bool same_age =
               other.abnormal && std::none_of(other.details.begin(), other.details.end(),
                                              [&](ConceptId e) { return lexicon_[e].is(ModifierKind::onset); });
           if (kind == ModifierKind::onset) return !same_age;
           return kind != ModifierKind::distribution && kind != ModifierKind::number &&
                  kind != ModifierKind::certainty && kind != ModifierKind::phase &&
                  (kind != ModifierKind::texture || !c.has(Concept::vague));
         });
}

Ground Entailment::entails_normal(const Claim& premise_claim, const Claim& hypothesis_claim) const {
  Finding p = premise_claim.finding;
  const Finding& h = hypothesis_claim.finding;
  // "No acute infiltrate" is how films say that there is none.
  if (premise_claim.infiltrate && hypothesis_claim.infiltrate) p.details.remove(acute_);
  // "The right pneumothorax has resolved": there was none on the left.
  const bool left_none = h.absent && is_gone(p) && premise_claim.lent_side == lexicon::Side::none;
  if (left_none && (h.any_side || h.site.side == lexicon::Side::none)) p.site.side = h.site.side;
  if (p.site.side != h.site.side && p.site.side != lexicon::Side::none) return Ground::none;
  if (denial_restricted(p, h) || says_nothing_there(p, h)) return Ground::none;
  if (is_measured(p) && !is_measured(h)) return Ground::none;  // that it is measured does not say that it is normal
  if (is_clear(p) && h.concept_id == lexicon_.known().normal && h.attribute == kNone && covers_lung(p.site) &&
      p.site == h.site)
    return Ground::same;  // of lungs, "clear" and "normal" are one
  if (is_clear(p) && !is_clear(h)) {
    // "The lungs are clear" denies shadows there; it says nothing of vessels, pleura or heart.
    if (!h.absent || !clouds(h) || (covers_lung(p.site) && !wholly_in(p.site, h.site))) return Ground::none;
    findings::Direction wider = Direction::none;
    if (!covers_lung(p.site) &&
        !at_least_as_wide(findings::relate_sites(lexicon_, p.site, h.site, wider), wider, Direction::first_wider))
      return Ground::none;
    if (h.site.organs.empty() && !covers_lung(p.site)) return Ground::none;
    return Ground::wider;
  }
  if (of_lungs_alone(p) && beside_lung(h.site)) return Ground::none;
  findings::Relation r = findings::relate(lexicon_, p, h);
  if (r.contradictory) return Ground::none;
  if (p.absent && h.absent &&
      (share(premise_claim.head, hypothesis_claim.head) || infiltrate_covers(premise_claim, hypothesis_claim, false) ||
       infiltrate_covers(hypothesis_claim, premise_claim, false)))
    r.concept_likeness = Likeness::equivalent;
  if (denies_disease(premise_claim) && h.absent && !h.device && !about_size(h) && in_lung(h.site))
    return at_least_as_wide(r.site, r.site_direction, Direction::first_wider) ? Ground::wider : Ground::none;
  if (p.absent && h.absent && named_by_place(p, h)) {
    r.concept_likeness = Likeness::part_whole;
    r.concept_direction = Direction::first_wider;
  }
  // What brings something with it is not there where that is not: no mass, no cancer.
  const bool brings =
      p.absent && h.absent && implied(h.concept_id, p.concept_id) && !implied(p.concept_id, h.concept_id);
  if (brings || (h.absent && rules_out(p, h.concept_id)) ||
      (!p.absent && !h.absent && h.attribute == kNone && implied(p.concept_id, h.concept_id))) {
    r.concept_likeness = Likeness::part_whole;
    r.concept_direction = Direction::first_wider;
  } else if (particular(p) && lexicon_.representative(p.concept_id) != lexicon_.representative(h.concept_id)) {
    return Ground::none;
  }
  if (r.concept_likeness == Likeness::apart) return Ground::none;
  if (of_filling(p) != of_filling(h) && (h.absent || p.absent)) return Ground::none;
  if (size_of_another(p, h.site, r.site)) return Ground::none;
  const bool vague = p.absent && lexicon_[p.concept_id].has(Concept::vague) && covers_lung(p.site);
  if (vague && !wholly_in(p.site, h.site)) return Ground::none;  // no lung disease: the hila are another matter
  // "No infiltrate", "no effusion" without a place: of the lungs, or of what they share with others, the pleura.
  const bool somewhere = (h.site.anywhere() && h.absent && (covers_lung(p.site) || beside_lung(p.site))) ||
                         (p.absent && h.absent && p.inferred_site && r.concept_likeness == Likeness::equivalent &&
                          r.site == Likeness::part_whole);
  if (!somewhere && !at_least_as_wide(r.site, r.site_direction, Direction::first_wider)) return Ground::none;
  if (!somewhere && !meet_includes(lexicon_, p.site, h.site)) return Ground::none;
  const bool same_place = r.site == Likeness::equivalent && !left_none;  // what persists elsewhere comes first
  if (r.concept_likeness == Likeness::equivalent) return same_place ? Ground::same : Ground::wider;
  if (r.concept_direction == Direction::first_wider) return Ground::wider;
  // A silhouette is called normal when its size is.
  if (same_place && about_size(p) && of_chest(p.site.organs) && h.concept_id != kNone &&
      lexicon_[h.concept_id].has(Concept::normal) && h.attribute == kNone && !is_clear(h))
    return Ground::same;
  return Ground::none;
}

// A value of something in particular that is told by its opposite alone: "competent", "calcium score 0".
bool Entailment::particular(const Finding& f) const {
  if (f.abnormal || f.absent || f.concept_id == kNone || f.attribute != kNone || is_clear(f)) return false;
  const Concept& c = lexicon_[f.concept_id];
  return c.has(Concept::normal) && c.about == kNone && (c.opposite != kNone || c.has(Concept::vague)) &&
         lexicon_.representative(f.concept_id) != lexicon_.representative(lexicon_.known().normal);
}

// Is it, or does it bring with it, something wrong with that, which is no matter of more or less?
bool Entailment::wrong_in(ConceptId attribute, ConceptId wrong) const {
  const auto judges = [&](ConceptId one) { return lexicon_[one].about == attribute && lexicon_[one].direction == 0; };
  return judges(wrong) || std::any_of(implied_[wrong].begin(), implied_[wrong].end(), judges);
}

// Cannot be where this is so: no dislocation in a joint that is well aligned.
bool Entailment::rules_out(const Finding& well, ConceptId wrong) const {
  if (well.abnormal || well.absent || well.concept_id == kNone || wrong == kNone) return false;
  const Concept& c = lexicon_[well.concept_id];
  if (well.attribute == flow_ && flow_ != kNone)  // where blood flows nothing is occluded
    return wrong == occlusion_ || lexicon_.contains(occlusion_, wrong) || implied(wrong, occlusion_);
  if (c.has(Concept::normal) && well.attribute != kNone && well.attribute != c.about)
    return wrong_in(well.attribute, wrong);  // "alignment is preserved"
  if (!c.has(Concept::normal) || c.opposite == kNone || lexicon_[c.opposite].has(Concept::generic)) return false;
  if (well.attribute != kNone && c.about != kNone && well.attribute != c.about &&
      !lexicon_.contains(well.attribute, c.about))
    return false;
  const auto is = [&](ConceptId what) {
    return lexicon_.representative(wrong) == lexicon_.representative(what) || lexicon_.contains(what, wrong) ||
           implied(wrong, what);
  };
  if (is(c.opposite)) return true;
  // Whatever is wrong with that of which it says that it is well, if it is no matter of more or less: an intact wall
  // has no defect.
  if (c.about == kNone || lexicon_[c.opposite].direction != 0) return false;
  const ConceptId value = lexicon_[c.opposite].opposite;
  return lexicon_[wrong].about == c.about ||
         (value != kNone && value != well.concept_id && is(lexicon_[value].opposite)) ||
         (lexicon_[disruption_].about == c.about && is(disruption_));
}

Ground Entailment::entails(const Statement& premise, const Claim& p, const Statement& hypothesis,
                           const Claim& h) const {
  if (h.finding.abnormal && p.finding.site.level != 0) {
    if (const std::optional<Claim> in_region = by_region(p, h))
      return entails_claim(premise, *in_region, hypothesis, h);
  }
  const Ground found = entails_claim(premise, p, hypothesis, h);
  if (found != Ground::none || is_measured(h.finding) || !has_measure(p.finding)) return found;
  const std::optional<Claim> by_measure = judged(p);
  return by_measure ? entails_claim(premise, *by_measure, hypothesis, h) : Ground::none;
}

Ground Entailment::entails_claim(const Statement& premise, const Claim& p, const Statement& hypothesis,
                                 const Claim& h) const {
  if (p.finding.abnormal != h.finding.abnormal || !may_share_organ(p, h)) return Ground::none;
  if (h.finding.abnormal) return entails_abnormal(premise, p, hypothesis, h);
  return entails_normal(p, h);
}

}  // namespace fiducial::radfact
