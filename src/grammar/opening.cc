#include "grammar/opening.h"

#include <algorithm>

#include "grammar/clause.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;

namespace {

// What a phrase of an opening says.
enum class Says : std::uint8_t { nothing, examined, why, known, asks, disease, sided, finding };

// Reads a phrase between commas, item by item.
class OpeningPhrase {
 public:
  explicit OpeningPhrase(const Lexicon& lexicon) : lexicon_(lexicon) {}

  Says read(std::span<const Item> items) {
    for (const Item& item : items) {
      const bool at_end = &item == &items.front() || &item == &items.back();
      const bool asked =
          (at_end || (imaged_ && purpose_)) && is_cue(item, CueKind::infer) && lexicon_[item.cue_concept].rank > 1;
      sided_ |= names_one_side(item);
      if (item.observation != nullptr) named(item);
      found_ |= shows(item) && !asked;
      asked_ |= asked || (is_cue(item, CueKind::hedge) && item.end - item.begin == 1);
      placed_ |= item.anatomy != nullptr || sided_;
      described_ |= item.only_modifier();
      changed_ |= item.modifier != nullptr && lexicon_[item.modifier->concept_id].is(lexicon::ModifierKind::change);
      known_ |= is_cue(item, CueKind::filler) && lexicon_[item.cue_concept].direction < 0;
      found_ |= in_ && !reason_ && !known_ && is_cue(item, CueKind::reason);
      reason_ |= is_cue(item, CueKind::reason) || is_cue(item, CueKind::history) || is_cue(item, CueKind::person);
      with_ |= is_cue(item, CueKind::with);
      reason_ |= &item != &items.back() && tells_age(item, *(&item + 1));
      if (is_cue(item, CueKind::technique)) imaged();
      through_ |= disease_ && (is_cue(item, CueKind::in) || is_cue(item, CueKind::the) || hedged_);
      hedged_ |= is_cue(item, CueKind::hedge);
      in_ |= seen_disease_ && is_cue(item, CueKind::in);
      purpose_ |= is_cue(item, CueKind::in) || is_cue(item, CueKind::near) || is_cue(item, CueKind::prior);
    }
    return verdict();
  }

 private:
  void named(const Item& item) {
    const ConceptId what = item.observation->concept_id;
    const Concept& c = lexicon_[what];
    if (lexicon_.is_symptom(what)) {
      complaint_ = true;
    } else if (what == lexicon_.known().injury) {
      injury_ = true;
    } else if (c.has(Concept::normal) || c.has(Concept::category)) {
      found_ = true;
    } else if (is_operation(lexicon_, what) || c.has(Concept::device)) {
      found_ |= !imaged_ || !purpose_;  // but "film after insertion of a tube"
    } else {
      disease_ = true;
      const ConceptId malignancy = lexicon_.known().malignancy;
      seen_disease_ |=
          !reason_ && !complaint_ && !imaged_ && what != malignancy && !lexicon_.contains(malignancy, what);
      found_ |= imaged_ && !purpose_;                                   // "CT head subdural haematoma"
      sided_disease_ |= sided_ && !imaged_ && !reason_ && !complaint_;  // "Left testicular torsion in a man of 19"
    }
  }

  void imaged() {
    found_ |= through_;  // "a nodule on CT"
    imaged_ = true;
    purpose_ = false;
  }

  // "71M", "82F"
  static bool tells_age(const Item& number, const Item& letter) {
    return (number.kind == ItemKind::ordinal || number.only_modifier()) && letter.kind == ItemKind::unknown &&
           letter.begin == number.end && letter.end - letter.begin == 1;
  }

  // Is something seen in the image, measured, denied or concluded?
  static bool shows(const Item& item) {
    return (item.kind == ItemKind::measure && item.size_count > 0) || item.kind == ItemKind::level ||
           item.attribute != nullptr || item.finite || item.begins_with_verb || item.negated_prefix ||
           item.cue == CueKind::neg || item.cue == CueKind::not_ || item.cue == CueKind::negpost ||
           item.cue == CueKind::infer || is_cue(item, CueKind::it);
  }

  Says verdict() const {
    const bool person = reason_ || complaint_;
    if (found_ || (sided_disease_ && person) || (disease_ && changed_) || (disease_ && with_ && !person))
      return Says::finding;
    if (person || (injury_ && !described_) || (known_ && !placed_)) return Says::why;
    if (imaged_) return Says::examined;
    if (known_ && !sided_) return Says::known;
    if (asked_) return Says::asks;
    if (disease_ && sided_) return Says::sided;
    if ((disease_ || injury_ || described_) && placed_) return Says::finding;
    return disease_ || injury_ ? Says::disease : Says::nothing;
  }

  const Lexicon& lexicon_;
  bool imaged_ = false, reason_ = false, known_ = false, asked_ = false, complaint_ = false, injury_ = false;
  bool disease_ = false, placed_ = false, sided_ = false, described_ = false, changed_ = false;
  bool with_ = false, found_ = false;
  bool sided_disease_ = false;  // before any word for the patient
  bool purpose_ = false;        // "for", "after", behind the name of the examination
  bool through_ = false;        // "on", behind the name of a disease: no part of the examination's name
  bool hedged_ = false;
  bool seen_disease_ = false;  // one that an image shows, before any word for the patient: a cancer is why it was made
  bool in_ = false;            // "appendicitis in a girl of 11"
};

// From there to the next comma.
std::span<const Item> phrase_at(std::span<const Item> items, std::size_t first) {
  const auto behind = items.subspan(first);
  const auto comma =
      std::find_if(behind.begin(), behind.end(), [](const Item& item) { return item.kind == ItemKind::comma; });
  return behind.first(static_cast<std::size_t>(comma - behind.begin()));
}

// "Right knee MR after a twist", "Boy aged 5 with a limp": how many items at the beginning of a clause with no verb say
// no more than whose image it is and why it was made; phrase by phrase, between commas.
std::size_t tells_why(const Setting& setting, std::span<const Item> items) {
  if (!setting.on(Rule::left_history) || std::any_of(items.begin(), items.end(), is_clause_verb)) return 0;
  std::size_t told = 0;
  bool clinical = false, patient = false;
  for (std::size_t first = 0; first < items.size();) {
    const auto phrase = phrase_at(items, first);
    const Says says = OpeningPhrase(setting.lexicon).read(phrase);
    if (says == Says::finding || ((says == Says::disease || says == Says::sided) && told > 0 && !patient)) break;
    if ((says == Says::asks || says == Says::known || says == Says::sided) && told == 0) break;
    clinical |= std::any_of(phrase.begin(), phrase.end(), [](const Item& item) { return item.observation != nullptr; });
    patient |= says == Says::why;
    first = std::min(first + phrase.size() + 1, items.size());
    // "15F, osteosarcoma of the right femur, staging": what goes on must say why again
    const bool why = says == Says::why || says == Says::examined;
    if (why || (told > 0 && says != Says::sided)) told = first;
  }
  return clinical ? told : 0;
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

bool tells_of_patient(const Setting& setting, std::span<const Item> items) {
  // "For ablation planning."
  const bool purpose = !items.empty() && is_cue(items.front(), CueKind::in) &&
                       setting.lexicon[items.front().cue_concept].direction < 0 && setting.on(Rule::left_history) &&
                       std::none_of(items.begin(), items.end(), [](const Item& item) {
                         return is_clause_verb(item) || item.kind == ItemKind::measure || item.kind == ItemKind::comma;
                       });
  if (purpose) return true;
  return std::any_of(items.begin(), items.end(), [](const Item& item) { return is_cue(item, CueKind::reason); }) &&
         tells_why(setting, items) == items.size();
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
