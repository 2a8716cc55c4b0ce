#include "grammar/opening.h"

#include <algorithm>

#include "grammar/clause.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;

namespace {

// False: something in it is seen in the image, measured, denied or concluded.
bool read_opening(const Lexicon& lexicon, std::span<const Item> items, Opening& out) {
  const ConceptId malignancy = lexicon.known().malignancy;
  for (const Item& item : items) {
    if (item.kind == ItemKind::measure || item.kind == ItemKind::level || item.cue == CueKind::neg ||
        item.cue == CueKind::not_ || item.cue == CueKind::hedge || item.cue == CueKind::infer ||
        item.cue == CueKind::with || item.cue == CueKind::quality || item.attribute != nullptr ||
        item.begins_with_verb || item.finite ||
        (item.modifier != nullptr && lexicon[item.modifier->concept_id].is(lexicon::ModifierKind::change)))
      return false;
    const bool known = is_cue(item, CueKind::filler) && lexicon[item.cue_concept].direction < 0;
    const bool reason =
        is_cue(item, CueKind::technique) || is_cue(item, CueKind::history) || is_cue(item, CueKind::person) || known;
    out.reasons += reason ? 1 : 0;
    if (item.observation == nullptr) continue;
    const ConceptId what = item.observation->concept_id;
    if (lexicon.is_symptom(what)) {
      out.complaint = true;
    } else if (what == lexicon.known().injury) {
      out.injury = true;
    } else if (lexicon[what].has(Concept::device) || lexicon[what].has(Concept::normal) ||
               lexicon[what].has(Concept::category)) {
      return false;
    } else if (is_operation(lexicon, what)) {
      out.operation = true;
    } else {
      out.disease = true;
      out.cancer |= what == malignancy || lexicon.contains(malignancy, what);
    }
  }
  return true;
}

}  // namespace

bool tells_what_is_known(const Setting& setting, std::span<const Item> items) {
  const Lexicon& lexicon = setting.lexicon;
  if (items.empty() || !is_cue(items[0], CueKind::filler) || lexicon[items[0].cue_concept].direction >= 0 ||
      !setting.on(Rule::left_history))
    return false;
  const Counts n = count(lexicon, items);
  return n.places == 0 && n.sides == 0 && n.verbs == 0 && n.prepositions == 0 && n.details == 0 && n.prior == 0;
}

std::optional<Opening> tells_whose_image(const Setting& setting, std::span<const Item> items) {
  const Counts n = count(setting.lexicon, items);
  Opening opening;
  if (n.verbs > 0 || !setting.on(Rule::left_history) || !read_opening(setting.lexicon, items, opening)) return {};
  if (opening.disease && (n.places > 0 || n.sides > 0)) return {};
  const bool known = opening.cancer || (!opening.operation && (opening.complaint || opening.reasons > 0));
  const bool hurt = !opening.disease && opening.injury && n.details == 0;
  if ((opening.disease && known) || hurt) return opening;
  return {};
}

bool asks(const Setting& setting, std::span<const Item> items) {
  const auto question = std::find_if(items.begin(), items.end(), [](const Item& item) {
    return is_cue(item, CueKind::hedge) && item.end - item.begin == 1;
  });
  const bool verb = std::any_of(items.begin(), items.end(), is_clause_verb);
  if (question == items.end() || verb || !setting.on(Rule::left_history)) return false;
  bool symptom = false;
  for (auto item = items.begin(); item != question; ++item) {
    if (item->observation == nullptr) continue;
    if (!setting.lexicon.is_symptom(item->observation->concept_id)) return false;
    symptom = true;
  }
  return symptom;
}

}  // namespace fiducial::findings
