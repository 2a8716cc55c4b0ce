// What a measure says of a place whose normal limits the tables know (entailment.txt): a duct of 11 mm is dilated.
#include "grammar/limits.h"

#include "radfact/entail.h"

namespace fiducial::radfact {

using findings::Judgement;
using findings::kNone;

std::optional<Claim> Entailment::judged(const Claim& claim) const {
  const Finding& f = claim.finding;
  if (!has_measure(f)) return std::nullopt;
  const bool node = !is_measured(f);
  bool thickness = false;
  const Judgement found = findings::judge_measure(lexicon_, f, thickness);
  if (found == Judgement::none || (node && found != Judgement::large)) return std::nullopt;
  std::optional<Claim> out(claim);
  Finding& to = out->finding;
  to.abnormal = found != Judgement::normal;
  if (found == Judgement::normal) {
    to.concept_id = lexicon_.known().normal;
    if (thickness) to.attribute = thickness_;
    return out;
  }
  to.concept_id = findings::name_of_measure(lexicon_, f, found, thickness);
  to.attribute = kNone;
  if (found == Judgement::small) to.details.add(lexicon_.known().size_small);
  return out;
}

}  // namespace fiducial::radfact
