// When a premise excludes a hypothesis, and how two Findings of one thing differ.
#include <algorithm>

#include "compare/details.h"
#include "radfact/agree.h"
#include "radfact/entail.h"

namespace fiducial::radfact {

using findings::Direction;
using findings::kNone;
using findings::Likeness;
using lexicon::Concept;
using lexicon::ModifierKind;
using lexicon::Section;

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
  const findings::Degree x = findings::degree_of(lexicon, a);
  const findings::Degree y = findings::degree_of(lexicon, b);
  if (x.by_percent && y.by_percent) return false;  // the per cents themselves are compared
  return x.rank > 0 && y.rank > 0 && !same_degree(x.rank, y.rank);
}

}  // namespace

// A normal value of no place, or a denial of nothing in particular and of no place: it is not known of what.
bool Entailment::says_nothing_there(const Finding& well, const Finding& other) const {
  if (!well.site.anywhere() || other.site.anywhere() || well.concept_id == kNone) return false;
  if (!well.absent && well.attribute != kNone && rules_out(well, other.concept_id))
    return false;  // "alignment is kept"
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
  const bool named_there =  // a rupture of the aorta has a name of its own
      denial.inferred_site && std::any_of(other.site.organs.begin(), other.site.organs.end(), [&](ConceptId organ) {
        return lexicon_.composed_within(denial.concept_id, organ) == other.concept_id;
      });
  if (denial.concept_id != other.concept_id && !lexicon_.contains(denial.concept_id, other.concept_id) && !named_there)
    return false;
  if (denial.site.level != 0 && denial.site.level != other.site.level) return false;
  const bool unpaired = denial.inferred_site && other.site.side == lexicon::Side::none;  // the aorta has no side
  if (denial.site.side != lexicon::Side::none && denial.site.side != other.site.side && !unpaired) return false;
  if (!denial.inferred_site) return c.about == kNone && other.site.side == denial.site.side;
  return other.site.anywhere() || std::any_of(other.site.organs.begin(), other.site.organs.end(), [&](ConceptId organ) {
           return findings::same_region(lexicon_, denial.site, organ);
         });
}

// A thing that has one kind of place only, seen there: "a joint effusion", and "no fluid in the knee"; "a hydrocele",
// and "no fluid around the testis".
bool Entailment::denies_at_home(const Finding& denial, const Finding& other) const {
  if (!denial.absent || !other.abnormal || denial.concept_id == kNone || denial.concept_id != other.concept_id ||
      other.certainty >= findings::Certainty::possible || !only_at_home(other) || denial_restricted(denial, other))
    return false;
  const ConceptId home = lexicon_[other.concept_id].at;
  const auto in_joint = [&](ConceptId organ) {  // the cavity of whichever joint it is
    return lexicon_.contains(lexicon_.known().joint, home) && lexicon_.contains(lexicon_.known().joint, organ);
  };
  const bool sides = denial.site.side == other.site.side || other.site.side == lexicon::Side::none;
  return sides && denial.site.level == other.site.level && !denial.site.organs.empty() &&
         std::all_of(denial.site.organs.begin(), denial.site.organs.end(), [&](ConceptId organ) {
           return organ == home || lexicon_.contains(home, organ) || in_joint(organ);
         });
}

// What is seen brings with it what is denied, or the opposite of the value that is said: a thrombus occludes.
bool Entailment::excluded_by_implication(const Finding& well, const Finding& wrong) const {
  if (well.concept_id == kNone || wrong.device || wrong.certainty >= findings::Certainty::possible) return false;
  const Concept& c = lexicon_[well.concept_id];
  if (well.absent)
    return lexicon_.contains(lexicon_.known().abnormality, well.concept_id) && c.has(Concept::vague) &&
           implied(wrong.concept_id, well.concept_id);
  return rules_out(well, wrong.concept_id);
}

bool Entailment::spares(const Claim& spared, const Claim& claim) const {
  const Finding& s = spared.finding;
  if (!s.absent || s.concept_id != infiltration_ || s.site.organs.empty() || claim.finding.site.organs.empty() ||
      !s.details.empty())
    return false;
  Direction wider = Direction::none;
  return at_least_as_wide(findings::relate_sites(lexicon_, s.site, claim.finding.site, wider), wider,
                          Direction::first_wider);
}

// What is not there has no size: "the uterus is surgically absent" and "the uterus is enlarged".
bool Entailment::removed(const Claim& gone, const Claim& other) const {
  const ConceptId c = gone.finding.concept_id;
  if (c == kNone || other.finding.concept_id == kNone || gone.unseen) return false;
  const bool left_by_it = after_surgery(gone.finding) || gone.finding.device;  // "cholecystectomy clips"
  if (c != lexicon_.known().absence && !(left_by_it && implied(c, lexicon_.known().absence))) return false;
  const bool likewise = after_surgery(other.finding) || other.finding.device ||
                        implied(other.finding.concept_id, lexicon_.known().absence);
  return !likewise && other.finding.concept_id != lexicon_.known().absence && gone.finding.site == other.finding.site;
}

Ground Entailment::contradicts(const Statement& premise, const Claim& p, const Statement& hypothesis,
                               const Claim& h) const {
  if (p.finding.abnormal != h.finding.abnormal) {
    const Claim& levelled = p.finding.abnormal ? p : h;
    const std::optional<Claim> region =
        levelled.finding.site.level != 0 ? by_region(levelled, p.finding.abnormal ? h : p) : std::optional<Claim>();
    if (region && p.finding.abnormal) return contradicts_claim(premise, *region, hypothesis, h);
    if (region) return contradicts_claim(premise, p, hypothesis, *region);
  }
  const Ground found = contradicts_claim(premise, p, hypothesis, h);
  if (found != Ground::none || (!has_measure(p.finding) && !has_measure(h.finding))) return found;
  if (const std::optional<Claim> by_measure = judged(p); by_measure && !is_measured(h.finding))
    return contradicts_claim(premise, *by_measure, hypothesis, h);
  if (const std::optional<Claim> by_measure = judged(h); by_measure && !is_measured(p.finding))
    return contradicts_claim(premise, p, hypothesis, *by_measure);
  return Ground::none;
}

Ground Entailment::contradicts_claim(const Statement& premise, const Claim& p, const Statement& hypothesis,
                                     const Claim& h) const {
  if (denies_everywhere(p.finding, h.finding)) return Ground::denied;
  if (denies_everywhere(h.finding, p.finding) && p.finding.certainty < findings::Certainty::possible)
    return Ground::denied;
  if (denies_at_home(p.finding, h.finding) || denies_at_home(h.finding, p.finding)) return Ground::denied;
  if (!may_share_organ(p, h)) return Ground::none;
  const Finding& a = p.finding;
  const Finding& b = h.finding;
  const findings::Relation r = findings::relate(lexicon_, a, b);
  if (r.site == Likeness::apart) return Ground::none;
  if (a.abnormal && b.abnormal) {
    // The size of a whole is not that of a part: an atrophic pancreas may have a dilated duct.
    const bool of_one = r.site == Likeness::equivalent || !about_size(a) || !about_size(b);
    if (r.contradictory && of_one) return Ground::other_direction;
    if (removed(p, h) || removed(h, p)) return Ground::denied;
    if (r.concept_likeness != Likeness::equivalent || a.site.side != b.site.side) return Ground::none;
    if (degrees_clash(lexicon_, a, b)) return Ground::other_degree;
    return changes_clash(lexicon_, premise, hypothesis, lexicon_.known().change_stable) ? Ground::other_change
                                                                                        : Ground::none;
  }
  if (a.abnormal == b.abnormal) return Ground::none;
  const Finding& well = a.abnormal ? b : a;
  const Finding& wrong = a.abnormal ? a : b;
  const Direction well_wider = a.abnormal ? Direction::second_wider : Direction::first_wider;
  if (!at_least_as_wide(r.site, r.site_direction, well_wider) || !meet_includes(lexicon_, well.site, wrong.site))
    return Ground::none;
  if (denial_restricted(well, wrong)) return Ground::none;
  // A normal testis may have fluid around it.
  if (!well.absent && wrong.site.parts.has(surrounding_) && !well.site.parts.has(surrounding_)) return Ground::none;
  if (well.concept_id == lexicon_.known().measured || (a.abnormal ? p : h).unseen) return Ground::none;
  if (is_clear(well)) {
    const bool there = clouds(wrong) && !wrong.site.organs.empty() &&
                       (covers_lung(well.site) ? wholly_in(well.site, wrong.site) : well.details.empty());
    return there ? Ground::normal : Ground::none;
  }
  if (of_lungs_alone(well) && beside_lung(wrong.site)) return Ground::none;
  if (says_nothing_there(well, wrong)) return Ground::none;
  if (a.abnormal && a.certainty >= findings::Certainty::possible) return Ground::none;
  if (particular(well) && !rules_out(well, wrong.concept_id)) return Ground::none;
  if (excluded_by_implication(well, wrong)) return well.absent ? Ground::denied : Ground::normal;
  if (size_of_another(well, wrong.site, r.site)) return Ground::none;
  if (of_filling(well) && lexicon_[wrong.concept_id].about == kNone) return Ground::none;
  if (r.contradictory && well.absent) return Ground::denied;
  // That all is well says nothing of devices; of the mediastinum, nothing of hila and vessels, which are the lung's
  // too.
  const bool of_lung = in_lung(wrong.site) && !in_lung(well.site) && !covers_lung(well.site);
  const bool left_by_surgery = after_surgery(wrong) && !implied(wrong.concept_id, lexicon_.known().absence);
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

// A tube ends in one place. By which vein of the neck or a limb it came in is not where it ends.
bool Entailment::ends_elsewhere(const findings::Site& a, const findings::Site& b) const {
  const auto inside = [&](const findings::Site& site) {
    return !site.organs.empty() && std::none_of(site.organs.begin(), site.organs.end(), [&](ConceptId organ) {
      return lexicon_.contains(neck_, organ) || lexicon_.contains(lexicon_.known().upper_limb, organ) ||
             lexicon_.contains(lexicon_.known().lower_limb, organ);
    });
  };
  // in the stomach, or in the right bronchus
  const auto outside_chest = [&](const findings::Site& site) {
    return std::none_of(site.organs.begin(), site.organs.end(),
                        [&](ConceptId organ) { return organ == thorax_ || lexicon_.contains(thorax_, organ); });
  };
  const bool sides = a.side == lexicon::Side::none || b.side == lexicon::Side::none;
  const bool far = sides && ((in_lung(a) && outside_chest(b)) || (in_lung(b) && outside_chest(a)));
  return (a.side == b.side || far) && inside(a) && inside(b);
}

// "The tube is malpositioned": where such a tube is meant to be, and not where it is.
bool Entailment::only_at_home(const Finding& f) const {
  return f.concept_id != kNone && lexicon_[f.concept_id].at != kNone && f.site.organs.size == 1 &&
         f.site.organs.has(lexicon_[f.concept_id].at);
}

// Where they are apart. Only a thing that is known already ("the stone") can be said to be in another organ; what an
// organ is like ("enlarged", "torn") is of that organ, unless it is all that is said of it ("the tear is in …").
bool Entailment::elsewhere(const Claim& p, const Claim& h, Kind& kind) const {
  const findings::SiteDifference place = findings::compare_sites(lexicon_, p.finding.site, h.finding.site);
  const bool thing = h.finding.concept_id != kNone && (lexicon_[h.finding.concept_id].about == kNone || h.located);
  const bool bare = h.finding.concept_id == kNone || lexicon_[h.finding.concept_id].has(Concept::generic);
  const bool apart = place.side || place.level || place.direction || place.organ;
  if (h.finding.device && !place.side && only_at_home(h.finding)) return false;
  if ((h.finding.inferred_site || p.finding.inferred_site) && place.organ && !place.side && !place.level) {
    kind = Kind::apart;  // "the effusion is larger": its place was not said
    return true;
  }
  if (h.finding.device && !place.related) return ends_elsewhere(p.finding.site, h.finding.site);
  // "Multiple meningiomas" may be here and there.
  const bool several = !h.definite && h.finding.site.side == lexicon::Side::none && number(lexicon_, h).most > 1;
  if ((place.organ && !(h.definite && thing)) || (apart && several) || (apart && bare && !h.definite))
    kind = Kind::apart;
  return apart;
}

bool Entailment::another_place(const Claim& p, const Claim& h) const {
  if (!p.finding.abnormal || !h.finding.abnormal || kind_of(p, h) != Kind::same) return false;
  const findings::SiteDifference place = findings::compare_sites(lexicon_, p.finding.site, h.finding.site);
  const bool placed = !p.finding.site.organs.empty() && !h.finding.site.organs.empty();
  const auto outside = [&](ConceptId organ) {
    return std::none_of(h.finding.site.organs.begin(), h.finding.site.organs.end(), [&](ConceptId there) {
      return there == organ || lexicon_.contains(there, organ) || lexicon_.contains(organ, there);
    });
  };
  return place.side || place.level || place.direction || place.organ || (placed && !place.related) ||
         (placed && std::any_of(p.finding.site.organs.begin(), p.finding.site.organs.end(), outside));
}

bool Entailment::another_number(const Statement& premise, const Claim& p, const Statement& hypothesis,
                                const Claim& h) const {
  const Amount wanted = number(lexicon_, h);
  const Amount found = number(lexicon_, p);
  const bool counted = std::any_of(p.finding.details.begin(), p.finding.details.end(),
                                   [&](ConceptId d) { return lexicon_[d].is(ModifierKind::number); });
  if (wanted.most > 1 && !counted) return false;                    // "fractures": how many is not said
  const bool one = counted && found.most == 1 && wanted.least > 1;  // "a single lesion", and several are claimed
  if (wanted.most == 0 || (found.most <= 1 && !one) || number_follows(wanted, found)) return false;
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

// "Free-flowing" and "loculated": what each is said to be, and the other is not.
bool Entailment::shapes_clash(const Finding& a, const Finding& b) const {
  return std::any_of(a.details.begin(), a.details.end(), [&](ConceptId x) {
    return lexicon_[x].is(ModifierKind::shape) && std::any_of(b.details.begin(), b.details.end(), [&](ConceptId y) {
             return (lexicon_[x].opposite == y || lexicon_[y].opposite == x) && !a.details.has(y) && !b.details.has(x);
           });
  });
}

// What is new is not chronic.
bool Entailment::ages_clash(const Finding& a, const Finding& b) const {
  const auto against = [&](ConceptId x, ConceptId y) {
    const ConceptId opposite = lexicon_[x].opposite;
    return lexicon_[x].is(ModifierKind::onset) && lexicon_[y].is(ModifierKind::change) && opposite != kNone &&
           implied(y, opposite);
  };
  return std::any_of(a.details.begin(), a.details.end(), [&](ConceptId x) {
    return std::any_of(b.details.begin(), b.details.end(), [&](ConceptId y) { return against(x, y) || against(y, x); });
  });
}

Entailment::Difference Entailment::differ(const Statement& premise, const Claim& p, const Statement& hypothesis,
                                          const Claim& h) const {
  const Finding& a = p.finding;
  const Finding& b = h.finding;
  if (!may_be_one(p, h)) return {};
  Difference out{kind_of(p, h), Ground::none, false, false};
  const bool narrowed = narrowed_only(p, h) || narrowed_only(h, p);
  if (narrowed && out.kind == Kind::apart) out.kind = Kind::wider;
  if (out.kind == Kind::apart) return out;
  if (elsewhere(p, h, out.kind)) {
    out.ground = Ground::other_place;
    return out;
  }
  out.tells = tells(premise, p, hypothesis, h);
  Direction wider = Direction::none;
  out.goes_beyond = findings::relate_sites(lexicon_, a.site, b.site, wider) == Likeness::part_whole &&
                    wider == Direction::first_wider && !a.site.organs.empty();
  if (narrowed && wider == Direction::none) {
    out.kind = Kind::same;
    out.ground = Ground::other_degree;
    return out;
  }
  const findings::DetailDifferences details = findings::compare_details(lexicon_, a, b);
  const bool sized = a.size_count != 0 && b.size_count != 0;
  if (details.has_conflict(Dimension::severity) || (sized && !sizes_agree(premise, a, hypothesis, b)) ||
      !quantities_agree(premise, a, hypothesis, b))
    out.ground = Ground::other_degree;
  else if (details.has_conflict(Dimension::change) ||
           changes_clash(lexicon_, premise, hypothesis, lexicon_.known().change_stable))
    out.ground = Ground::other_change;
  else if (((details.conflicts & kLook) != 0 && !look_follows(a, b)) || ages_clash(a, b) || shapes_clash(a, b))
    out.ground = Ground::other_look;
  return out;
}

}  // namespace fiducial::radfact
