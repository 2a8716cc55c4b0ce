#include "grammar/spared_places.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;
using lexicon::Lexicon;

// "Thickening of the colon, sparing the rectum", "… with sparing of the rectum", "a tear sparing the subscapularis",
// "a fracture that spares the growth plate", "… and spares the bladder", "… but spares the sphincter", "the infarct
// spares the putamen"
bool spares_place(const Lexicon& lexicon, std::span<const Item> items, std::size_t i) {
  const bool passive = i > 0 && (is_cue(items[i - 1], CueKind::be) || items[i - 1].only_modifier());
  const bool participle = says_spared(lexicon, items[i]) && (items[i].participle || (items[i].tokens == 1 && !passive));
  const bool joined = (is_cue(items[i], CueKind::and_) || is_cue(items[i], CueKind::negend)) && i + 1 < items.size() &&
                      says_spared(lexicon, items[i + 1]);
  if (items[i].kind != ItemKind::comma && !is_with(items[i]) && !is_cue(items[i], CueKind::which) && !participle &&
      !joined)
    return false;
  std::size_t k = participle ? i : i + 1;
  while (k < items.size() && (is_cue(items[k], CueKind::filler) || items[k].only_modifier())) ++k;
  if (k >= items.size() || !says_spared(lexicon, items[k])) return false;
  // "opacities with unclear margins | do not involve the lung": with the margins
  if (is_with(items[i]) && k > i + 1 && (items[k].finite || items[k].tokens > 1)) return false;
  for (++k; k < items.size(); ++k) {
    if (is_organ(items[k]) ||
        (items[k].anatomy != nullptr && lexicon[items[k].anatomy->concept_id].has(Concept::light)))
      return true;
    const bool its = is_cue(items[k], CueKind::it);  // "with sparing of their tendons"
    if (!its && !is_side_or_article(items[k]) && !is_cue(items[k], CueKind::of)) return false;
  }
  return false;
}

}  // namespace fiducial::findings
