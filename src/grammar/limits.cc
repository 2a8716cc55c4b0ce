#include "grammar/limits.h"

#include <algorithm>

namespace fiducial::findings {

using lexicon::NumberKey;

namespace {

constexpr double kSlack = 0.05;  // about a limit neither is said

Judgement judge_length(const Lexicon& lexicon, const Finding& f, bool& thickness) {
  const double mm = *std::max_element(f.sizes.begin(), f.sizes.begin() + f.size_count);
  const auto limit = [&](NumberKey key) { return normal_limit(lexicon, *f.site.organs.begin(), key); };
  const bool wall = f.site.parts.has(lexicon.known().wall);
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

// "ABI 0.6": it has its limits wherever it was measured.
Judgement judge_index(const Lexicon& lexicon, const Finding& f) {
  if (f.attribute == kNone) return Judgement::none;
  const double value = f.quantities[0].value;
  const double from = lexicon.number(f.attribute, NumberKey::value_from, 0);
  const double upper = lexicon.number(f.attribute, NumberKey::value_to, 0);
  if (from == 0 && upper == 0) return Judgement::none;
  if (value < from) return Judgement::small;
  return upper > 0 && value > upper ? Judgement::large : Judgement::normal;
}

}  // namespace

Judgement judge_measure(const Lexicon& lexicon, const Finding& f, bool& thickness) {
  if (f.quantity_count == 1 && f.quantities[0].unit == Unit::index) return judge_index(lexicon, f);
  if (f.quantity_count == 1 && f.quantities[0].unit == Unit::centile) return judge_index(lexicon, f);
  if (f.site.organs.size != 1) return Judgement::none;
  if (f.size_count != 0) return judge_length(lexicon, f, thickness);
  if (f.quantity_count != 1) return Judgement::none;
  const double value = f.quantities[0].value;
  if (f.quantities[0].unit == Unit::percent && f.attribute != kNone) {
    const double least = lexicon.number(f.attribute, NumberKey::percent_from, 0);
    if (least == 0) return Judgement::none;
    return value < least * (1 - kSlack) ? Judgement::small : value >= least ? Judgement::normal : Judgement::none;
  }
  const double most = normal_limit(lexicon, *f.site.organs.begin(), NumberKey::ml_to);
  if (f.quantities[0].unit != Unit::milliliter || most == 0) return Judgement::none;
  return value > most * (1 + kSlack) ? Judgement::large : value <= most ? Judgement::normal : Judgement::none;
}

ConceptId name_of_measure(const Lexicon& lexicon, const Finding& f, Judgement judgement, bool thickness) {
  const Lexicon::Known& k = lexicon.known();
  if (judgement == Judgement::none || judgement == Judgement::normal) return kNone;
  if (judgement == Judgement::aneurysm) return k.aneurysm;
  const bool share = f.size_count == 0 && f.attribute != kNone;
  const ConceptId measured = share ? f.attribute : thickness ? k.thickness : lexicon[k.measured].about;
  return lexicon.changed(measured, judgement == Judgement::small ? -1 : 1);
}

namespace {

// "Nuchal translucency 4.6 mm": a measure that has a name of its own, and another beyond its limit.
void judge_named_measure(const Lexicon& lexicon, Finding& f) {
  const ConceptId beyond = f.concept_id == kNone ? kNone : lexicon[f.concept_id].up;
  if (beyond == kNone || f.absent || f.size_count == 0 || !lexicon[f.concept_id].has(lexicon::Concept::normal)) return;
  const double most = lexicon.number(f.concept_id, NumberKey::mm_to, 0);
  const double mm = *std::max_element(f.sizes.begin(), f.sizes.begin() + f.size_count);
  if (most == 0 || mm <= most * (1 + kSlack)) return;
  f.concept_id = beyond;
  f.attribute = kNone;
  f.abnormal = true;
}

}  // namespace

namespace {

// "Post-void residual 5 ml": so little is as it should be.
bool judge_little(const Lexicon& lexicon, Finding& f) {
  const double most = f.concept_id == kNone ? 0 : lexicon.number(f.concept_id, NumberKey::ml_to, 0);
  if (most == 0 || f.absent || f.quantity_count != 1 || f.quantities[0].unit != Unit::milliliter ||
      f.quantities[0].value > most || lexicon[f.concept_id].opposite == kNone)
    return false;
  f.concept_id = lexicon[f.concept_id].opposite;
  f.abnormal = false;
  return true;
}

}  // namespace

void judge_beyond_normal(const Lexicon& lexicon, Finding& f) {
  judge_named_measure(lexicon, f);
  if (judge_little(lexicon, f)) return;
  const bool index = f.quantity_count == 1 && (f.quantities[0].unit == Unit::index ||
                                               f.quantities[0].unit == Unit::centile);  // "The RV/LV ratio is 1.3"
  if (f.concept_id != lexicon.known().measured || f.absent || (f.mention && !index)) return;
  bool thickness = false;
  const Judgement found = judge_measure(lexicon, f, thickness);
  const ConceptId name = name_of_measure(lexicon, f, found, thickness);
  if (name == kNone) return;
  f.concept_id = name;
  if (found == Judgement::small && f.attribute == lexicon[lexicon.known().measured].about)
    f.details.add(lexicon.known().size_small);  // as "the left kidney is small"
  f.attribute = kNone;
  f.abnormal = true;
}

}  // namespace fiducial::findings
