// What a measure says of a place whose normal limits the tables know (entailment.txt): a duct of 11 mm is dilated.
#include <algorithm>

#include "radfact/agree.h"
#include "radfact/entail.h"

namespace fiducial::radfact {

using findings::kNone;
using lexicon::NumberKey;

namespace {

constexpr double kSlack = 0.05;  // about a limit neither is said

}  // namespace

// By its longest diameter. A wall is judged by its thickness.
Entailment::Judgement Entailment::judge_length(const Finding& f, bool& thickness) const {
  const double mm = largest(f);
  const ConceptId node = lexicon_.known().lymph_node;
  const ConceptId named = *f.site.organs.begin();
  const ConceptId organ = lexicon_.contains(node, named) ? node : named;
  const auto limit = [&](NumberKey key) { return lexicon_.number(organ, key, 0); };
  const bool wall = f.site.parts.has(wall_);
  if (!wall && !f.site.parts.empty()) return Judgement::none;
  const double thin = limit(wall ? NumberKey::wall_to : NumberKey::thick_to);
  thickness = thin > 0;
  const double most = thickness ? thin : wall ? 0 : limit(NumberKey::mm_to);
  const double least = wall || thickness ? 0 : limit(NumberKey::mm_from);
  const double wide = wall ? 0 : limit(NumberKey::aneurysm_from);
  if (wide > 0 && mm >= wide) return Judgement::aneurysm;
  if (most > 0 && mm > most * (1 + kSlack)) return Judgement::large;
  if (least > 0 && mm < least * (1 - kSlack)) return Judgement::small;
  if (most > 0 && mm <= most && (least == 0 || mm >= least)) return Judgement::normal;
  return Judgement::none;
}

Entailment::Judgement Entailment::judge(const Finding& f, bool& thickness) const {
  if (f.site.organs.size != 1) return Judgement::none;
  if (f.size_count != 0) return judge_length(f, thickness);
  if (f.quantity_count != 1) return Judgement::none;
  const double value = f.quantities[0].value;
  if (f.quantities[0].unit == findings::Unit::percent && f.attribute != kNone) {
    const double least = lexicon_.number(f.attribute, NumberKey::percent_from, 0);
    if (least == 0) return Judgement::none;
    return value < least * (1 - kSlack) ? Judgement::small : value >= least ? Judgement::normal : Judgement::none;
  }
  const double most = lexicon_.number(*f.site.organs.begin(), NumberKey::ml_to, 0);
  if (f.quantities[0].unit != findings::Unit::milliliter || most == 0) return Judgement::none;
  return value > most * (1 + kSlack) ? Judgement::large : value <= most ? Judgement::normal : Judgement::none;
}

std::optional<Claim> Entailment::judged(const Claim& claim) const {
  const Finding& f = claim.finding;
  const bool node = f.concept_id == node_present_ && f.size_count != 0;
  if (!is_measured(f) && !node) return std::nullopt;
  bool thickness = false;
  const Judgement found = judge(f, thickness);
  if (found == Judgement::none || (node && found != Judgement::large)) return std::nullopt;
  std::optional<Claim> out(claim);
  Finding& to = out->finding;
  to.abnormal = found != Judgement::normal;
  if (found == Judgement::normal) {
    to.concept_id = lexicon_.known().normal;
    if (thickness) to.attribute = thickness_;
    return out;
  }
  const bool fraction = f.attribute == ejection_ && ejection_ != kNone;
  to.concept_id = fraction                       ? reduced_ejection_
                  : found == Judgement::small    ? atrophy_
                  : found == Judgement::aneurysm ? aneurysm_
                  : thickness                    ? thickening_
                                                 : enlargement_;
  to.attribute = kNone;
  return out;
}

}  // namespace fiducial::radfact
