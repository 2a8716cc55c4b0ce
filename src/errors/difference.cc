#include "errors/difference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "compare/details.h"
#include "compare/relate.h"

namespace fiducial::errors {

using findings::ConceptId;
using findings::DetailDifferences;
using findings::Dimension;
using findings::Direction;
using findings::Finding;
using findings::kNone;
using findings::Lexicon;
using findings::Likeness;
using lexicon::Concept;
using lexicon::ModifierKind;

namespace {

bool implied(const Lexicon& lexicon, ConceptId by, ConceptId what) {
  const auto& list = lexicon[by].implies;
  return std::any_of(std::begin(list), std::end(list), [&](ConceptId id) {
    return id != kNone && (id == what || lexicon.representative(id) == lexicon.representative(what));
  });
}

// Is the one a kind of the other?
bool kind_of(const Lexicon& lexicon, ConceptId a, ConceptId b) {
  return lexicon.contains(a, b) || lexicon.contains(b, a);
}

// Near by themselves, or one of them near a more general name of the other.
bool near_names(const Lexicon& lexicon, ConceptId a, ConceptId b) {
  if (lexicon.near(a, b)) return true;
  for (const ConceptId up : lexicon.ancestors(a)) {
    if (lexicon.near(up, b)) return true;
  }
  const auto up = lexicon.ancestors(b);
  return std::any_of(up.begin(), up.end(), [&](ConceptId id) { return lexicon.near(a, id); });
}

// Are two places parts of one organ, and not of a region that holds several (the retroperitoneum, the head)?
bool one_organ(const Lexicon& lexicon, const findings::Site& a, const findings::Site& b) {
  const auto holds_organs = [&](ConceptId id) {
    return id == lexicon.known().body || lexicon.number(id, lexicon::NumberKey::organs, 0) > 0;
  };
  for (const ConceptId x : a.organs) {
    for (const ConceptId y : b.organs) {
      if (x == y || lexicon.contains(x, y) || lexicon.contains(y, x)) return true;
      for (const ConceptId up : lexicon.ancestors(x)) {
        if ((up == y || lexicon.contains(up, y)) && !holds_organs(up)) return true;
      }
    }
  }
  return false;
}

class Comparing {
 public:
  Comparing(const Lexicon& lexicon, const Weigher& weigher, const Finding& a, const Finding& b)
      : lexicon_(lexicon), weigher_(weigher), costs_(weigher.costs()), a_(a), b_(b) {}

  Difference run() {
    if (!names() || !places()) return {};
    // Two names and two places and other details besides: these are two things.
    constexpr double kTooFar = 1.4;
    if (out_.cost > kTooFar) return out_;
    const double identity = out_.cost;
    details();
    // A thing is known by its name and its place; what else is said of it may be wrong. Two names that mean the same
    // are still not as close as one name, nor is a place to its part as to itself.
    constexpr double kOtherName = 0.3;
    constexpr double kAttributes = 0.4;
    constexpr double kPartOfPlace = 0.12;
    out_.distance = identity + (same_name_ ? 0 : kOtherName) + (part_of_place_ ? kPartOfPlace : 0) +
                    kAttributes * (out_.cost - identity);
    out_.of_one_thing = out_.cost <= kTooFar;
    return out_;
  }

 private:
  bool devices() const { return a_.device && b_.device; }

  // What they are called. False: nothing in common.
  bool names() {
    Direction direction{};
    const Likeness likeness = findings::relate_concepts(lexicon_, a_, b_, direction);
    const Costs::One& finding = costs_[Kind::finding];
    same_name_ = likeness == Likeness::equivalent;
    if (same_name_) {
      out_.closeness += 1;
      return true;
    }
    const bool known = a_.concept_id != kNone && b_.concept_id != kNone;
    if (likeness == Likeness::part_whole) {
      // "lesion", of a nodule, says little; another lesion that a bare shadow may be is another name
      const bool bare =
          known && (lexicon_[a_.concept_id].has(Concept::generic) || lexicon_[b_.concept_id].has(Concept::generic));
      const bool one_of_them = known && kind_of(lexicon_, a_.concept_id, b_.concept_id);
      out_.add(Kind::finding, (bare && one_of_them) || devices() ? finding.small : finding.step);
      out_.closeness += 0.5;
      return true;
    }
    // One name, or one that includes the other, and yet what is said of them excludes it: a cystic and a solid lesion.
    if (known && kind_of(lexicon_, a_.concept_id, b_.concept_id)) {
      out_.add(Kind::appearance, finding.step);
      return true;
    }
    if (known && (implied(lexicon_, a_.concept_id, b_.concept_id) || implied(lexicon_, b_.concept_id, a_.concept_id))) {
      // an aneurysm follows from its rupture, but does not say it
      const bool as_grave = (weigher_.of(a_) == Significance::urgent) == (weigher_.of(b_) == Significance::urgent);
      out_.add(Kind::finding, as_grave ? costs_.same_in_effect : finding.step);
      out_.closeness += 0.5;
      return true;
    }
    if (known && near_names(lexicon_, a_.concept_id, b_.concept_id)) {
      out_.add(Kind::finding, finding.small);
      out_.closeness += 0.4;
      return true;
    }
    // a nodule and a mass: kinds of lesion by size
    const ConceptId lesion = lexicon_.known().lesion;
    if (known && lexicon_.contains(lesion, a_.concept_id) && lexicon_.contains(lesion, b_.concept_id)) {
      out_.add(Kind::finding, finding.step);
      return true;
    }
    return false;
  }

  // Where they are. False: two organs, and not even one name.
  bool places() {
    Direction direction{};
    const Likeness likeness = findings::relate_sites(lexicon_, a_.site, b_.site, direction);
    if (likeness == Likeness::equivalent) {
      out_.closeness += 1;
      return true;
    }
    if (likeness == Likeness::part_whole) {
      part_of_place_ = true;
      ++out_.nuances;
      out_.closeness += 0.6;
      return true;
    }
    const findings::SiteDifference d = findings::compare_sites(lexicon_, a_.site, b_.site);
    if (d.side) out_.add(Kind::side, costs_[Kind::side].cost);
    if (devices()) {
      if (!d.side) out_.add(Kind::device, costs_[Kind::device].cost);
      return true;
    }
    const bool guessed = a_.inferred_site || b_.inferred_site;
    const bool other_organ = d.organ && !one_organ(lexicon_, a_.site, b_.site);
    if (d.level || d.direction || (d.organ && !other_organ && !guessed)) {
      out_.add(Kind::place, costs_[Kind::place].cost);
      if (d.related) out_.closeness += 0.3;
    }
    if (other_organ && !d.related && !same_name_) return false;
    // A place that was carried over from an earlier sentence or a heading may have been carried too far.
    constexpr double kGuessed = 0.25;
    if (other_organ)
      out_.add(Kind::organ, costs_[Kind::organ].cost * (guessed || findings::same_places_said(a_, b_) ? kGuessed : 1));
    // each says of the place what the other does not: a hilar node and a mediastinal one
    if (!d.side && !d.level && !d.direction && !d.organ && !guessed) out_.add(Kind::place, costs_[Kind::place].step);
    return true;
  }

  void details() {
    const DetailDifferences d = findings::compare_details(lexicon_, a_, b_);
    out_.closeness += 0.2 * d.shared;
    out_.nuances += std::popcount(d.missing) + strange_words();
    if (d.has_conflict(Dimension::severity) || (d.missing >> static_cast<unsigned>(Dimension::severity) & 1U) != 0)
      severity();
    sizes();
    if (d.has_conflict(Dimension::quantity)) quantity();
    if (d.has_conflict(Dimension::count)) out_.add(Kind::count, costs_[Kind::count].cost);
    if (d.has_conflict(Dimension::acuity)) out_.add(Kind::acuity, costs_[Kind::acuity].cost);
    if (d.has_conflict(Dimension::change)) out_.add(Kind::change, costs_[Kind::change].cost);
    certainty();
    constexpr Dimension kAppearance[] = {Dimension::shape,  Dimension::margin,      Dimension::density,
                                         Dimension::signal, Dimension::enhancement, Dimension::distribution,
                                         Dimension::other};
    for (const Dimension dimension : kAppearance) {
      if (d.has_conflict(dimension)) out_.add(Kind::appearance, costs_[Kind::appearance].cost);
    }
    if (excluding(a_, b_) || excluding(b_, a_)) out_.add(Kind::appearance, costs_[Kind::appearance].cost);
    if (d.has_conflict(Dimension::position)) {
      const Kind kind = a_.device || b_.device ? Kind::device : Kind::appearance;
      out_.add(kind, costs_[kind].cost);
    }
  }

  // A detail of the one that excludes one of the other, of another attribute: spiculated and well defined. What the
  // other has as well is no contradiction.
  bool excluding(const Finding& x, const Finding& y) const {
    return std::any_of(x.details.begin(), x.details.end(), [&](ConceptId detail) {
      const ConceptId opposite = lexicon_[detail].opposite;
      constexpr ModifierKind kLooks[] = {ModifierKind::shape,  ModifierKind::margin,      ModifierKind::density,
                                         ModifierKind::signal, ModifierKind::enhancement, ModifierKind::position};
      const bool look = std::any_of(std::begin(kLooks), std::end(kLooks),
                                    [&](ModifierKind kind) { return lexicon_[detail].is(kind); });
      return look && opposite != kNone && !y.details.has(detail) && y.details.has(opposite) && !x.details.has(opposite);
    });
  }

  // Words unknown to the lexicon that only one of them has.
  int strange_words() const {
    const auto only = [](const findings::Words& x, const findings::Words& y) {
      return static_cast<int>(std::count_if(x.hashes.begin(), x.hashes.begin() + x.size, [&](text::WordHash h) {
        return std::find(y.hashes.begin(), y.hashes.begin() + y.size, h) == y.hashes.begin() + y.size;
      }));
    };
    return only(a_.words, b_.words) + only(b_.words, a_.words);
  }

  // Of what has a degree in both: minimal and mild are one, neighbours a step.
  void severity() {
    const auto [a, a_by_percent] = findings::degree_of(lexicon_, a_);
    const auto [b, b_by_percent] = findings::degree_of(lexicon_, b_);
    if (a < 0 || b < 0 || (a_by_percent && b_by_percent) || a == b || (a <= 2 && b <= 2)) return;
    out_.add(Kind::severity, std::abs(a - b) <= 1 ? costs_[Kind::severity].step : costs_[Kind::severity].cost);
  }

  void sizes() {
    if (a_.size_count == 0 || b_.size_count == 0) return;
    if (sizes_agree(costs_, weigher_.margin(a_.concept_id), a_, b_)) {
      out_.closeness += 0.5;
      return;
    }
    const Kind kind = devices() ? Kind::device : Kind::size;
    out_.add(kind, costs_[kind].cost);
  }

  void quantity() {
    for (std::uint8_t i = 0; i < a_.quantity_count; ++i) {
      const findings::Unit unit = a_.quantities[i].unit;
      const Kind kind = unit == findings::Unit::milliliter   ? Kind::size
                        : unit == findings::Unit::distance   ? Kind::place
                        : unit == findings::Unit::hounsfield ? Kind::appearance
                                                             : Kind::severity;
      for (std::uint8_t k = 0; k < b_.quantity_count; ++k) {
        if (b_.quantities[k].unit == unit && !(b_.quantities[k] == a_.quantities[i])) {
          out_.add(kind, costs_[kind].cost);
          return;
        }
      }
    }
  }

  void certainty() {
    const Costs::One& c = costs_[Kind::certainty];
    if (const int gap = findings::certainty_gap(a_, b_); gap > 0) out_.add(Kind::certainty, gap > 1 ? c.cost : c.step);
  }

  const Lexicon& lexicon_;
  const Weigher& weigher_;
  const Costs& costs_;
  const Finding& a_;
  const Finding& b_;
  Difference out_;
  bool same_name_ = false;
  bool part_of_place_ = false;  // one is in a part of where the other is
};

}  // namespace

bool sizes_agree(const Costs& costs, double margin, const Finding& a, const Finding& b) {
  std::array<float, 4> x = a.sizes;
  std::array<float, 4> y = b.sizes;
  std::sort(x.begin(), x.end(), std::greater<>());  // places that are not used hold 0
  std::sort(y.begin(), y.end(), std::greater<>());
  const std::size_t n = a.size_count == b.size_count ? a.size_count : 1;
  for (std::size_t i = 0; i < n; ++i) {
    const double true_size = x[i];
    const double allowed =
        true_size < costs.size_small ? costs.size_least_small : std::max(margin * true_size, costs.size_least);
    if (std::fabs(true_size - static_cast<double>(y[i])) > allowed + 1e-4) return false;
  }
  return true;
}

Difference compare(const Lexicon& lexicon, const Weigher& weigher, const Finding& a, const Finding& b) {
  return Comparing(lexicon, weigher, a, b).run();
}

bool denies(const Lexicon& lexicon, const Finding& denial, const Finding& assertion) {
  const findings::Relation r = findings::relate(lexicon, denial, assertion);
  return r.contradictory && !r.in_general;
}

bool at_one_place(const Lexicon& lexicon, const Finding& a, const Finding& b) {
  if (a.device != b.device || a.site.organs.empty() || b.site.organs.empty()) return false;
  Direction direction{};
  const Likeness likeness = findings::relate_sites(lexicon, a.site, b.site, direction);
  return likeness == Likeness::equivalent || (likeness == Likeness::part_whole && a.site.organs == b.site.organs);
}

bool passes_for(const Lexicon& lexicon, const Finding& said, const Finding& other) {
  findings::Relation beside;
  return !findings::another_one(lexicon, other, said) && findings::covers(lexicon, other, said, beside) &&
         findings::compare_details(lexicon, said, other).conflicts == 0;
}

bool includes(const Lexicon& lexicon, const Finding& said, const Finding& other) {
  const findings::Relation r = findings::relate(lexicon, other, said);
  if (!r.contradictory && r.site != Likeness::apart) {
    const bool same = r.concept_likeness == Likeness::equivalent;
    const bool wider = r.concept_likeness == Likeness::part_whole && r.concept_direction != Direction::second_wider;
    const bool follows =
        said.concept_id != kNone && other.concept_id != kNone && implied(lexicon, said.concept_id, other.concept_id);
    // a lesion that was measured is one of its own
    const bool measured = other.size_count > 0 && said.size_count == 0;
    if ((same || wider || follows) && !measured) return findings::compare_details(lexicon, said, other).conflicts == 0;
  }
  return findings::said_with(lexicon, other, said) && findings::compare_details(lexicon, said, other).conflicts == 0;
}

}  // namespace fiducial::errors
