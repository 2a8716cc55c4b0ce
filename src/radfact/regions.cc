// A level of the spine lies in a region of it: a disc at L4/L5 is a lumbar disc.
#include <algorithm>

#include "radfact/entail.h"
#include "text/level.h"

namespace fiducial::radfact {

using findings::kNone;

// "Spondylosis at C5-6" is of both vertebrae, a disc at C5/6 lies between them.
std::optional<Claim> Entailment::at_vertebra(const Claim& levelled, const Claim& regional) const {
  const findings::Site& site = levelled.finding.site;
  const findings::Site& wanted = regional.finding.site;
  const bool of_spine = *wanted.organs.begin() == lexicon_.known().spine &&
                        std::all_of(site.organs.begin(), site.organs.end(),
                                    [&](ConceptId organ) { return lexicon_.contains(lexicon_.known().spine, organ); });
  const int upper = site.level - findings::kBetween;
  if (!of_spine || upper <= 0 || (wanted.level != upper && wanted.level != upper + 1)) return std::nullopt;
  std::optional<Claim> out(levelled);
  out->finding.site.organs = wanted.organs;
  out->finding.site.level = wanted.level;
  index_organs(lexicon_, *out);
  return out;
}

// The claim of a level, said of the region that the other claim names, if the level lies in it.
std::optional<Claim> Entailment::by_region(const Claim& levelled, const Claim& regional) const {
  const findings::Site& site = levelled.finding.site;
  const findings::Site& wanted = regional.finding.site;
  if (site.level == 0 || site.level >= findings::kRib || wanted.organs.size != 1) return std::nullopt;
  if (wanted.level != 0) return at_vertebra(levelled, regional);
  const findings::Level upper =
      site.level > findings::kBetween ? static_cast<findings::Level>(site.level - findings::kBetween) : site.level;
  const std::string vertebra = text::vertebra_name(upper);
  const char letter = vertebra.empty() ? ' ' : vertebra[0];
  const ConceptId region = letter == 'C' ? cervical_ : letter == 'T' ? thoracic_ : letter == 'L' ? lumbar_ : kNone;
  const ConceptId whole = *wanted.organs.begin();
  if (region == kNone || (whole != region && !lexicon_.contains(region, whole))) return std::nullopt;
  const auto parents = lexicon_.ancestors(whole).first(lexicon_[whole].parent_count);
  const auto lies_in = [&](ConceptId organ) {
    if (organ == whole || lexicon_.contains(whole, organ)) return true;
    if (whole == region) return organ == lexicon_.known().spine || lexicon_.contains(lexicon_.known().spine, organ);
    return std::any_of(parents.begin(), parents.end(), [&](ConceptId kind) {
      return kind != region && kind != lexicon_.known().spine && lexicon_.contains(lexicon_.known().spine, kind) &&
             (kind == organ || lexicon_.contains(kind, organ));
    });
  };
  if (site.organs.empty() || !std::all_of(site.organs.begin(), site.organs.end(), lies_in)) return std::nullopt;
  std::optional<Claim> out(levelled);
  out->finding.site.organs = wanted.organs;
  out->finding.site.level = 0;
  index_organs(lexicon_, *out);
  return out;
}

}  // namespace fiducial::radfact
