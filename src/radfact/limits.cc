// What a measure says of a place whose normal limits the tables know (entailment.txt): a duct of 11 mm is dilated.
#include "compare/limits.h"

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
  const auto limit = [&](NumberKey key) { return findings::normal_limit(lexicon_, *f.site.organs.begin(), key); };
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
  const double most = findings::normal_limit(lexicon_, *f.site.organs.begin(), NumberKey::ml_to);
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
  const ConceptId measured = f.size_count == 0 && f.attribute != kNone ? f.attribute : thickness ? thickness_ : size_;
  to.concept_id =
      found == Judgement::aneurysm ? aneurysm_ : lexicon_.changed(measured, found == Judgement::small ? -1 : 1);
  to.attribute = kNone;
  if (found == Judgement::small) to.details.add(small_);
  return out;
}

}  // namespace fiducial::radfact
