#include "grammar/diagnosis_place.h"

#include <algorithm>

#include "grammar/named_before.h"

namespace fiducial::findings {
namespace {

bool is_wrong_somewhere(const Finding& f) {
  return f.abnormal && !f.absent && !f.site.organs.empty();
}

// Where the disease is known by its name alone, it is where its signs are, if those are in one place, or on one side.
void take_place_of_signs(const Lexicon& lexicon, Finding& disease, std::span<const Finding> signs) {
  if (!placed_by_name(lexicon, disease)) return;
  const Finding* first = nullptr;
  bool one_place = true, one_side = true;
  for (const Finding& sign : signs) {
    if (!is_wrong_somewhere(sign) || !lies_in(lexicon, sign.site, disease.site)) continue;
    if (first == nullptr) first = &sign;
    one_place &= sign.site == first->site;
    one_side &= sign.site.side == first->site.side;
  }
  if (first == nullptr) return;
  if (one_place && !(first->site.organs == disease.site.organs)) {  // the wall of the gallbladder has no cholecystitis
    disease.site = first->site;
  } else if (one_side) {
    disease.site.side = first->site.side;
  }
}

void take_side_of_disease(const Lexicon& lexicon, Finding& sign, const Site& disease) {
  if (sign.site.side == Side::none && is_one_side(disease.side) && paired(lexicon, sign.site) &&
      near_each_other(lexicon, sign.site, disease))
    sign.site.side = disease.side;
}

}  // namespace

void share_place_of_diagnosis(const Lexicon& lexicon, std::span<Finding> sentence, std::uint32_t colon) {
  const auto middle = static_cast<std::size_t>(
      std::find_if(sentence.begin(), sentence.end(), [&](const Finding& f) { return f.head.begin > colon; }) -
      sentence.begin());
  constexpr std::size_t kMost = 8;  // more diseases no heading has
  const std::span<Finding> signs = sentence.subspan(middle);
  for (Finding& disease : sentence.first(std::min(middle, kMost))) {
    if (disease.concept_id == kNone || !is_wrong_somewhere(disease) || disease.head.begin > colon) continue;
    take_place_of_signs(lexicon, disease, signs);
    for (Finding& sign : signs) take_side_of_disease(lexicon, sign, disease.site);
  }
}

}  // namespace fiducial::findings
