#include "radfact/entail.h"

#include <algorithm>
#include <cmath>

#include "compare/details.h"
#include "radfact/amounts.h"

namespace fiducial::radfact {

using findings::Direction;
using findings::kNone;
using findings::Likeness;
using findings::Site;
using lexicon::Concept;
using lexicon::HintKind;
using lexicon::ModifierKind;
using lexicon::Section;

namespace {

bool is_modifier(const Lexicon& lexicon, ConceptId id, ModifierKind kind) {
  return lexicon[id].is(kind);
}

// Severity and size are one scale of degree: a small effusion is a mild one. 0: nothing said.
int degree(const Lexicon& lexicon, const Finding& f) {
  int rank = 0;
  for (ConceptId d : f.details) {
    if (is_modifier(lexicon, d, ModifierKind::severity) || is_modifier(lexicon, d, ModifierKind::size))
      rank = std::max(rank, static_cast<int>(lexicon[d].rank));
  }
  return rank;
}

// "Minimal" and "mild", "tiny" and "small" are one; "mild" and "moderate" are not.
bool same_degree(int a, int b) {
  constexpr int kMild = 2;
  return a == b || (a <= kMild && b <= kMild);
}

float largest(const Finding& f) {
  return *std::max_element(f.sizes.begin(), f.sizes.begin() + f.size_count);
}

// What is called small, or large, when only its size is given.
bool measures_as(int degree, double mm) {
  constexpr int kSmall = 2;
  constexpr int kLarge = 4;
  return (degree <= kSmall && mm <= 15) || (degree >= kLarge && mm >= 50);
}

// Two sizes of one thing; they may be limits.
bool sizes_agree(const Statement& premise, const Finding& p, const Statement& hypothesis, const Finding& h) {
  if (hypothesis.bound != HintKind::none && premise.bound != HintKind::none)
    return limits_meet(premise.bound, p.sizes[0], hypothesis.bound, h.sizes[0]);
  if (hypothesis.bound != HintKind::none) return within(hypothesis.bound, largest(p), h.sizes[0]);
  if (premise.bound != HintKind::none) return within(premise.bound, h.sizes[0], p.sizes[0]);
  const auto close = [&](float size) {
    return std::any_of(p.sizes.begin(), p.sizes.begin() + p.size_count,
                       [&](float other) { return sizes_close(size, other); });
  };
  return close(h.sizes[0]) || close(largest(h));
}

bool quantity_agrees(const Statement& premise, const findings::Quantity& a, const Statement& hypothesis,
                     const findings::Quantity& b) {
  if (hypothesis.bound != HintKind::none && premise.bound != HintKind::none)
    return limits_meet(premise.bound, a.value, hypothesis.bound, b.value);
  if (hypothesis.bound != HintKind::none) return within(hypothesis.bound, a.value, b.value);
  if (premise.bound != HintKind::none) return within(premise.bound, b.value, a.value);
  const float slack = a.unit == findings::Unit::percent ? 5.1F
                      : a.unit == findings::Unit::grade ? 0.05F
                                                        : 0.1F * std::max(std::fabs(a.value), 0.5F);
  return std::fabs(a.value - b.value) <= slack || std::fabs(a.to - b.to) <= slack;
}

// Each quantity of the hypothesis is one of those that the premise has of its kind, if it has any.
bool quantities_agree(const Statement& premise, const Finding& p, const Statement& hypothesis, const Finding& h) {
  for (std::uint8_t i = 0; i < h.quantity_count; ++i) {
    bool rival = false;
    bool same = false;
    for (std::uint8_t k = 0; k < p.quantity_count; ++k) {
      if (p.quantities[k].unit != h.quantities[i].unit || p.quantities[k].of != h.quantities[i].of) continue;
      rival = true;
      same |= quantity_agrees(premise, p.quantities[k], hypothesis, h.quantities[i]);
    }
    if (rival && !same) return false;
  }
  return true;
}

bool share(const std::vector<WordHash>& a, const std::vector<WordHash>& b) {
  return std::any_of(a.begin(), a.end(), [&](WordHash w) { return std::find(b.begin(), b.end(), w) != b.end(); });
}

bool at_least_as_wide(Likeness likeness, Direction direction, Direction wider) {
  return likeness == Likeness::equivalent || (likeness == Likeness::part_whole && direction == wider);
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

// A place of several organs is where they meet ("bony" and "thorax"): all of them must include something of the other.
bool meet_includes(const Lexicon& lexicon, const Site& wide, const Site& narrow) {
  return narrow.organs.empty() || std::all_of(wide.organs.begin(), wide.organs.end(), [&](ConceptId whole) {
           return std::any_of(narrow.organs.begin(), narrow.organs.end(),
                              [&](ConceptId part) { return part == whole || lexicon.contains(whole, part); });
         });
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
      measured_(lexicon.find("measured")),
      absence_(lexicon.find("absence")),
      size_(lexicon.find("size")),
      thorax_(lexicon.find("thorax")),
      lung_(lexicon.find("lung")),
      silhouette_(lexicon.find("cardiomediastinum")),
      heart_(lexicon.find("heart")),
      mediastinum_(lexicon.find("mediastinum")),
      stable_(lexicon.find("change.stable")),
      opacity_(lexicon.find("opacity")),
      infiltration_(lexicon.find("infiltration")),
      consolidation_(lexicon.find("consolidation")),
      pneumonia_(lexicon.find("pneumonia")),
      markings_(lexicon.find("increased_markings")) {
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
  return in_lung(site) && !wholly_in(lung, site);
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
bool Entailment::size_of_another(const Finding& well, const Site& place, Likeness sites) const {
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
  if (claim.finding.abnormal || !claim.finding.site.organs.has(silhouette_)) return {};
  std::vector<Claim> out;
  for (const ConceptId organ : {heart_, mediastinum_}) {
    out.push_back(claim);
    out.back().finding.site.organs.remove(silhouette_);
    out.back().finding.site.organs.add(organ);
    index_organs(lexicon_, out.back());
  }
  return out;
}

// --- entailment --------------------------------------------------------------------------------------------------

namespace {

constexpr int kFew = 6;  // the first of the numbers that are not counted

// How many there are said to be; 0: nothing said.
int number(const Lexicon& lexicon, const Claim& claim) {
  const Finding& f = claim.finding;
  int rank = claim.plural ? kFew : 0;
  for (ConceptId d : f.details) {
    if (lexicon[d].is(ModifierKind::number)) rank = lexicon[d].rank;
  }
  return rank;
}

// "Multiple" follows from any number above one; "two" from two alone.
bool number_follows(int wanted, int found) {
  return wanted <= 1 ? wanted == 0 || found <= 1 : wanted == found || (wanted >= kFew && found != 1);
}

}  // namespace

// Every detail of the hypothesis is in the premise, or in the name of what it saw.
bool Entailment::details_follow(const Statement& premise, const Finding& p, const Statement& hypothesis,
                                const Finding& h) const {
  const int wanted = degree(lexicon_, h);
  const int found = degree(lexicon_, p);
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
    if (!implied(p.concept_id, h.concept_id) && !named_by_place(p, h)) return Ground::none;
    r.concept_likeness = Likeness::part_whole;
    r.concept_direction = Direction::second_wider;
  }
  if (!at_least_as_wide(r.site, r.site_direction, Direction::second_wider) ||
      !meet_includes(lexicon_, h.site, p.site) || !pieces_follow(lexicon_, p.site, h.site))
    return Ground::none;
  // Of two bare shadows the details decide which is the more particular: there is no direction then.
  if (r.concept_likeness == Likeness::part_whole && r.concept_direction == Direction::first_wider) return Ground::none;
  if (p.certainty > h.certainty && p.certainty >= findings::Certainty::possible) return Ground::none;
  if (differ(premise, premise_claim, hypothesis, hypothesis_claim).ground != Ground::none) return Ground::none;
  if (!details_follow(premise, p, hypothesis, h)) return Ground::none;
  if (!number_follows(number(lexicon_, hypothesis_claim), number(lexicon_, premise_claim))) return Ground::none;
  const bool changes_follow = std::all_of(hypothesis.changes.begin(), hypothesis.changes.end(), [&](ConceptId change) {
    return premise.changes.has(change) || p.details.has(change) || (h.device && change == stable_) ||
           std::any_of(p.details.begin(), p.details.end(), [&](ConceptId d) { return implied(d, change); });
  });
  if (!changes_follow) return Ground::none;
  const bool same = r.site == Likeness::equivalent && r.concept_likeness == Likeness::equivalent;
  return same ? Ground::same : Ground::narrower;
}

// "No large effusion" does not deny a small one, nor "no displaced fracture" an old one. How it is spread ("no focal
// opacity") is a way of speaking.
bool Entailment::denial_restricted(const Finding& denial, const Finding& other) const {
  const bool gone = std::any_of(denial.details.begin(), denial.details.end(), [&](ConceptId d) {
    return is_modifier(lexicon_, d, ModifierKind::change) && lexicon_[d].rank == 0;  // "has resolved completely"
  });
  return denial.absent && std::any_of(denial.details.begin(), denial.details.end(), [&](ConceptId d) {
           const Concept& c = lexicon_[d];
           if (other.details.has(d) || d == lexicon_[denial.concept_id].has_detail) return false;
           if (c.section != Section::modifier) return true;
           const ModifierKind kind = c.modifier();
           if (gone) return false;
           // "No acute infiltrate" against an infiltrate of no known age: meant to be the same.
           const bool same_age =
               other.abnormal && std::none_of(other.details.begin(), other.details.end(), [&](ConceptId e) {
                 return is_modifier(lexicon_, e, ModifierKind::onset);
               });
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
  if (p.site.side != h.site.side && p.site.side != lexicon::Side::none) return Ground::none;
  if (denial_restricted(p, h) || says_nothing_there(p, h)) return Ground::none;
  if (is_clear(p) && h.concept_id == lexicon_.known().normal && h.attribute == kNone && covers_lung(p.site) &&
      p.site == h.site)
    return Ground::same;  // of lungs, "clear" and "normal" are one
  if (is_clear(p) && !is_clear(h)) {
    // "The lungs are clear" denies shadows there; it says nothing of vessels, pleura or heart.
    if (!h.absent || !clouds(h) || !wholly_in(p.site, h.site)) return Ground::none;
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
  const bool same_place = r.site == Likeness::equivalent;
  if (r.concept_likeness == Likeness::equivalent) return same_place ? Ground::same : Ground::wider;
  if (r.concept_direction == Direction::first_wider) return Ground::wider;
  // A silhouette is called normal when its size is.
  if (same_place && about_size(p) && h.concept_id != kNone && lexicon_[h.concept_id].has(Concept::normal) &&
      h.attribute == kNone && !is_clear(h))
    return Ground::same;
  return Ground::none;
}

Ground Entailment::entails(const Statement& premise, const Claim& p, const Statement& hypothesis,
                           const Claim& h) const {
  if (p.finding.abnormal != h.finding.abnormal || !may_share_organ(p, h)) return Ground::none;
  if (h.finding.abnormal) return entails_abnormal(premise, p, hypothesis, h);
  if (premise.rest && !hypothesis.rest) return Ground::none;
  return entails_normal(p, h);
}

// --- contradiction -----------------------------------------------------------------------------------------------

namespace {

// Two changes that one finding cannot have had at once.
bool changes_clash(const Lexicon& lexicon, const Statement& a, const Statement& b, ConceptId stable) {
  if (a.changes.empty() || b.changes.empty()) return false;
  for (ConceptId x : a.changes) {
    for (ConceptId y : b.changes) {
      if (x == y) return false;
    }
  }
  const auto moves = [&](ConceptId c) { return lexicon[c].opposite != kNone; };
  for (ConceptId x : a.changes) {
    for (ConceptId y : b.changes) {
      if (a.not_changes.has(x) || b.not_changes.has(y)) continue;
      if (lexicon[x].opposite == y || lexicon[y].opposite == x) return true;
      if ((x == stable && moves(y)) || (y == stable && moves(x))) return true;
    }
  }
  return false;
}

bool degrees_clash(const Lexicon& lexicon, const Finding& a, const Finding& b) {
  const int x = degree(lexicon, a);
  const int y = degree(lexicon, b);
  return x != 0 && y != 0 && !same_degree(x, y);
}

}  // namespace

// A normal value of no place, or a denial of nothing in particular and of no place: it is not known of what.
bool Entailment::says_nothing_there(const Finding& well, const Finding& other) const {
  if (!well.site.anywhere() || other.site.anywhere() || well.concept_id == kNone) return false;
  const Concept& c = lexicon_[well.concept_id];
  return !well.absent || c.has(Concept::generic) || c.has(Concept::vague) ||
         well.concept_id == lexicon_.known().abnormality || well.concept_id == lexicon_.known().lesion;
}

// A denial whose place was not said with it is of all that the report looks at: "No fracture." of the knee.
bool Entailment::denies_everywhere(const Finding& denial, const Finding& other) const {
  if (!denial.absent || !other.abnormal || denial.concept_id == kNone || other.concept_id == kNone) return false;
  const Concept& c = lexicon_[denial.concept_id];
  const bool unsaid = denial.inferred_site || (c.at != kNone && denial.site.organs.has(c.at));
  if (!unsaid || c.has(Concept::generic) || c.has(Concept::vague) || denial_restricted(denial, other)) return false;
  if (denial.concept_id != other.concept_id && !lexicon_.contains(denial.concept_id, other.concept_id)) return false;
  if (denial.site.level != 0 && denial.site.level != other.site.level) return false;
  if (denial.site.side != lexicon::Side::none && denial.site.side != other.site.side) return false;
  if (!denial.inferred_site) return c.about == kNone && other.site.side == denial.site.side;
  return other.site.anywhere() || std::any_of(other.site.organs.begin(), other.site.organs.end(), [&](ConceptId organ) {
           return findings::same_region(lexicon_, denial.site, organ);
         });
}

// What is seen brings with it what is denied, or the opposite of the value that is said: a thrombus occludes.
bool Entailment::excluded_by_implication(const Finding& well, const Finding& wrong) const {
  if (well.concept_id == kNone || wrong.device || wrong.certainty >= findings::Certainty::possible) return false;
  const Concept& c = lexicon_[well.concept_id];
  if (well.absent)
    return lexicon_.contains(lexicon_.known().abnormality, well.concept_id) && c.has(Concept::vague) &&
           implied(wrong.concept_id, well.concept_id);
  return c.has(Concept::normal) && c.opposite != kNone && c.about != kNone &&
         !lexicon_[c.opposite].has(Concept::generic) && implied(wrong.concept_id, c.opposite);
}

// What is not there has no size: "the uterus is surgically absent" and "the uterus is enlarged".
bool Entailment::removed(const Claim& gone, const Claim& other) const {
  const ConceptId c = gone.finding.concept_id;
  if (c == kNone || other.finding.concept_id == kNone || gone.unseen) return false;
  if (c != absence_ && !(after_surgery(gone.finding) && implied(c, absence_))) return false;
  return about_size(other.finding) && gone.finding.site == other.finding.site;
}

Ground Entailment::contradicts(const Statement& premise, const Claim& p, const Statement& hypothesis,
                               const Claim& h) const {
  if (denies_everywhere(p.finding, h.finding)) return Ground::denied;
  if (denies_everywhere(h.finding, p.finding) && p.finding.certainty < findings::Certainty::possible)
    return Ground::denied;
  if (!may_share_organ(p, h)) return Ground::none;
  const Finding& a = p.finding;
  const Finding& b = h.finding;
  const findings::Relation r = findings::relate(lexicon_, a, b);
  if (r.site == Likeness::apart) return Ground::none;
  if (a.abnormal && b.abnormal) {
    if (r.contradictory) return Ground::other_direction;
    if (removed(p, h) || removed(h, p)) return Ground::denied;
    if (r.concept_likeness != Likeness::equivalent || a.site.side != b.site.side) return Ground::none;
    if (degrees_clash(lexicon_, a, b)) return Ground::other_degree;
    return changes_clash(lexicon_, premise, hypothesis, stable_) ? Ground::other_change : Ground::none;
  }
  if (a.abnormal == b.abnormal) return Ground::none;
  const Finding& well = a.abnormal ? b : a;
  const Finding& wrong = a.abnormal ? a : b;
  const Direction well_wider = a.abnormal ? Direction::second_wider : Direction::first_wider;
  if (!at_least_as_wide(r.site, r.site_direction, well_wider) || !meet_includes(lexicon_, well.site, wrong.site))
    return Ground::none;
  if (denial_restricted(well, wrong)) return Ground::none;
  if (well.concept_id == measured_ || (a.abnormal ? p : h).unseen) return Ground::none;
  if (is_clear(well)) {
    const bool there = clouds(wrong) && !wrong.site.organs.empty() && wholly_in(well.site, wrong.site);
    return there ? Ground::normal : Ground::none;
  }
  if (of_lungs_alone(well) && beside_lung(wrong.site)) return Ground::none;
  if (says_nothing_there(well, wrong)) return Ground::none;
  if (a.abnormal && a.certainty >= findings::Certainty::possible) return Ground::none;
  if (excluded_by_implication(well, wrong)) return well.absent ? Ground::denied : Ground::normal;
  if (size_of_another(well, wrong.site, r.site)) return Ground::none;
  if (of_filling(well) && lexicon_[wrong.concept_id].about == kNone) return Ground::none;
  if (r.contradictory && well.absent) return Ground::denied;
  // That all is well says nothing of devices; of the mediastinum, nothing of hila and vessels, which are the lung's
  // too.
  const bool of_lung = in_lung(wrong.site) && !in_lung(well.site) && !covers_lung(well.site);
  const bool left_by_surgery = after_surgery(wrong) && !implied(wrong.concept_id, absence_);
  if (r.contradictory && !wrong.device && !of_lung && !left_by_surgery) return Ground::normal;
  const Claim& well_claim = a.abnormal ? h : p;
  const Claim& wrong_claim = a.abnormal ? p : h;
  // A bare shadow may be old: that there is no infiltrate does not exclude it.
  const bool particular = lexicon_.contains(wrong.concept_id, well.concept_id);  // no femoral hernia, but a hernia
  const bool same_word = (share(p.head, h.head) && !particular) ||
                         (infiltrate_covers(well_claim, wrong_claim, false) && wrong.concept_id != opacity_) ||
                         (infiltrate_covers(wrong_claim, well_claim, false) && well.concept_id != pneumonia_);
  return well.absent && same_word ? Ground::denied : Ground::none;
}

// --- difference --------------------------------------------------------------------------------------------------

// One kind of thing: by its name, or one name more particular than the other.
Entailment::Kind Entailment::kind_of(const Claim& p, const Claim& h) const {
  Direction direction = Direction::none;
  const Likeness likeness = findings::relate_concepts(lexicon_, p.finding, h.finding, direction);
  if (likeness == Likeness::equivalent || infiltrate_covers(h, p, false) || infiltrate_covers(p, h, false))
    return Kind::same;
  if (likeness == Likeness::apart) return Kind::apart;
  return direction == Direction::second_wider || named_by_place(p.finding, h.finding) ? Kind::same : Kind::wider;
}

namespace {

using findings::Dimension;

constexpr std::uint32_t bit(Dimension d) {
  return 1U << static_cast<unsigned>(d);
}

// What one thing has but once. How it is spread or shaped may be said in many ways.
constexpr std::uint32_t kLook = bit(Dimension::count) | bit(Dimension::acuity) | bit(Dimension::margin) |
                                bit(Dimension::density) | bit(Dimension::signal) | bit(Dimension::enhancement) |
                                bit(Dimension::position) | bit(Dimension::other);

}  // namespace

// Where they are apart. Only a thing that is known already ("the stone") can be said to be in another organ; what an
// organ is like ("enlarged", "torn") is of that organ.
bool Entailment::elsewhere(const Claim& p, const Claim& h, Kind& kind) const {
  const findings::SiteDifference place = findings::compare_sites(lexicon_, p.finding.site, h.finding.site);
  const bool thing = h.finding.concept_id != kNone && lexicon_[h.finding.concept_id].about == kNone;
  const bool bare = h.finding.concept_id == kNone || lexicon_[h.finding.concept_id].has(Concept::generic);
  const bool apart = place.side || place.level || place.direction || place.organ;
  if ((place.organ && !(h.definite && thing)) || (apart && bare && !h.definite)) kind = Kind::apart;
  return apart;
}

bool Entailment::another_place(const Claim& p, const Claim& h) const {
  if (!p.finding.abnormal || !h.finding.abnormal || kind_of(p, h) != Kind::same) return false;
  const findings::SiteDifference place = findings::compare_sites(lexicon_, p.finding.site, h.finding.site);
  return place.side || place.level || place.direction || place.organ;
}

bool Entailment::another_number(const Statement& premise, const Claim& p, const Statement& hypothesis,
                                const Claim& h) const {
  const int wanted = number(lexicon_, h);
  const int found = number(lexicon_, p);
  if (wanted == 0 || found <= 1 || number_follows(wanted, found)) return false;
  const Difference d = differ(premise, p, hypothesis, h);
  return d.kind == Kind::same && (d.ground == Ground::none || d.ground == Ground::other_look) && d.tells;
}

// Do they agree in something that tells one such thing from another?
bool Entailment::tells(const Statement& premise, const Claim& p, const Statement& hypothesis, const Claim& h) const {
  const Finding& a = p.finding;
  const Finding& b = h.finding;
  if (b.site.side != lexicon::Side::none && a.site.side == b.site.side) return true;
  if (b.site.level != 0 && a.site.level == b.site.level) return true;
  if (a.size_count != 0 && b.size_count != 0 && sizes_agree(premise, a, hypothesis, b)) return true;
  return std::any_of(b.site.organs.begin(), b.site.organs.end(), [&](ConceptId organ) {
    return std::any_of(a.site.organs.begin(), a.site.organs.end(),
                       [&](ConceptId part) { return part == organ || lexicon_.contains(organ, part); });
  });
}

// A ground-glass nodule is subsolid: one look brings the other with it.
bool Entailment::look_follows(const Finding& a, const Finding& b) const {
  return std::any_of(a.details.begin(), a.details.end(), [&](ConceptId x) {
    return std::any_of(b.details.begin(), b.details.end(), [&](ConceptId y) {
      return lexicon_[x].section == Section::modifier && lexicon_[x].kind == lexicon_[y].kind && implied(x, y);
    });
  });
}

// What is new is not chronic.
bool Entailment::ages_clash(const Finding& a, const Finding& b) const {
  const auto against = [&](ConceptId x, ConceptId y) {
    const ConceptId opposite = lexicon_[x].opposite;
    return is_modifier(lexicon_, x, ModifierKind::onset) && is_modifier(lexicon_, y, ModifierKind::change) &&
           opposite != kNone && implied(y, opposite);
  };
  return std::any_of(a.details.begin(), a.details.end(), [&](ConceptId x) {
    return std::any_of(b.details.begin(), b.details.end(), [&](ConceptId y) { return against(x, y) || against(y, x); });
  });
}

Entailment::Difference Entailment::differ(const Statement& premise, const Claim& p, const Statement& hypothesis,
                                          const Claim& h) const {
  const Finding& a = p.finding;
  const Finding& b = h.finding;
  if (!a.abnormal || !b.abnormal || a.device != b.device || (!h.definite && !may_share_organ(p, h))) return {};
  Difference out{kind_of(p, h), Ground::none, false, false};
  if (out.kind == Kind::apart) return out;
  if (elsewhere(p, h, out.kind)) {
    out.ground = Ground::other_place;
    return out;
  }
  out.tells = tells(premise, p, hypothesis, h);
  Direction wider = Direction::none;
  out.goes_beyond = findings::relate_sites(lexicon_, a.site, b.site, wider) == Likeness::part_whole &&
                    wider == Direction::first_wider && !a.site.organs.empty();
  const findings::DetailDifferences details = findings::compare_details(lexicon_, a, b);
  const bool sized = a.size_count != 0 && b.size_count != 0;
  if (details.has_conflict(Dimension::severity) || (sized && !sizes_agree(premise, a, hypothesis, b)) ||
      !quantities_agree(premise, a, hypothesis, b))
    out.ground = Ground::other_degree;
  else if (details.has_conflict(Dimension::change) || changes_clash(lexicon_, premise, hypothesis, stable_))
    out.ground = Ground::other_change;
  else if (((details.conflicts & kLook) != 0 && !look_follows(a, b)) || ages_clash(a, b))
    out.ground = Ground::other_look;
  return out;
}

}  // namespace fiducial::radfact
