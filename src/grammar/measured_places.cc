#include "grammar/measured_places.h"

#include <algorithm>

#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;

namespace {

bool says_which(const Item& item) {
  return says_nothing(item) || names_one_side(item) || names_place(item) || item.kind == ItemKind::level;
}

bool names_subject(const Item& item) {
  return names_one_side(item) || names_place(item);
}

bool joins_verbs(const Item& item) {
  return item.kind == ItemKind::comma || is_cue(item, CueKind::and_);
}

// "108 mm in length"
bool tells_measure(const Item& item) {
  return item.kind == ItemKind::measure || is_cue(item, CueKind::filler) || is_cue(item, CueKind::in) ||
         (item.kind == ItemKind::content && item.attribute != nullptr && item.observation == nullptr);
}

class MeasuredPlaces {
 public:
  explicit MeasuredPlaces(std::vector<Item>& items) : items_(items) {}

  void run() {
    for (std::size_t verb = 1; verb < items_.size(); ++verb) {
      if (!items_[verb].finite && !is_cue(items_[verb], CueKind::be)) continue;
      const std::size_t subject = subject_of(verb);
      const std::size_t joint = behind_measure(verb);
      std::size_t next = joint;
      while (next < items_.size() && joins_verbs(items_[next])) ++next;
      if (subject < verb && next > joint && next < items_.size() && is_cue(items_[next], CueKind::show))
        tell_again(subject, verb, joint, next);
    }
  }

 private:
  // Where the subject of the verb begins; `verb` if it is not a place alone.
  std::size_t subject_of(std::size_t verb) const {
    std::size_t first = verb;
    while (first > 0 && says_which(items_[first - 1])) --first;
    const bool begins = first == 0 || items_[first - 1].kind == ItemKind::semicolon || joins_verbs(items_[first - 1]);
    const auto at = [&](std::size_t i) { return items_.begin() + static_cast<std::ptrdiff_t>(i); };
    return begins && std::any_of(at(first), at(verb), names_subject) ? first : verb;
  }

  // The item behind "108 mm in length"; the end if there is no measure.
  std::size_t behind_measure(std::size_t verb) const {
    std::size_t i = verb + 1;
    bool size = false;
    for (; i < items_.size() && tells_measure(items_[i]); ++i) size |= is_size(items_[i]);
    return size ? i : items_.size();
  }

  void tell_again(std::size_t subject, std::size_t verb, std::size_t joint, std::size_t next) {
    std::vector<Item> told{semicolon_at(items_[joint].begin)};
    told.insert(told.end(), items_.begin() + static_cast<std::ptrdiff_t>(subject),
                items_.begin() + static_cast<std::ptrdiff_t>(verb));
    items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(joint),
                 items_.begin() + static_cast<std::ptrdiff_t>(next));
    items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(joint), told.begin(), told.end());
  }

  std::vector<Item>& items_;
};

// "Gallstones with a gallbladder wall thickness of 5 mm", "cirrhosis with a spleen of 16 cm": the stones are not 5 mm.
class MeasuredBeside {
 public:
  MeasuredBeside(const Lexicon& lexicon, std::vector<Item>& items) : lexicon_(lexicon), items_(items) {}

  void run() {
    const Item* thing = nullptr;  // what was named last before it in the clause
    bool denied = false;
    for (std::size_t i = 0; i + 2 < items_.size(); ++i) {
      const Item& item = items_[i];
      if (item.kind == ItemKind::semicolon || item.kind == ItemKind::colon) {
        thing = nullptr;
        denied = false;
      }
      denied |= is_cue(item, CueKind::neg);
      if (item.kind == ItemKind::content && item.observation != nullptr) thing = &item;
      const bool with = is_cue(item, CueKind::with) && lexicon_[item.cue_concept].direction == 0;
      if (thing == nullptr || !(with || item.kind == ItemKind::comma)) continue;
      const std::size_t size = measure_behind(i, with || denied, *thing);
      if (size != 0) part(i, size);
    }
  }

 private:
  // Where the measure of a place stands that item i leads to; 0: it leads to something else. `with`: also "no
  // gallstones, gallbladder wall 2 mm"; but a place behind a comma may be where the thing is, "a stone, left kidney 5
  // mm".
  std::size_t measure_behind(std::size_t i, bool with, const Item& thing) const {
    constexpr std::size_t kFar = 8;
    const std::size_t end = std::min(items_.size(), i + kFar);
    std::size_t k = i + 1;
    const Item* place = nullptr;
    for (; k < end && says_which(items_[k]); ++k) {
      if (names_place(items_[k]) && !is_direction(lexicon_, items_[k])) place = &items_[k];
    }
    const bool attribute = k < end && items_[k].attribute != nullptr && !is_size(items_[k]);
    if (place == nullptr || (!attribute && !with) || (attribute && judges(thing, items_[k]))) return 0;
    const bool thick = attribute && items_[k].attribute->concept_id == lexicon_.known().thickness;
    if (attribute) ++k;
    while (k < end && (is_cue(items_[k], CueKind::of) || says_nothing(items_[k]))) ++k;
    if (k >= end || !is_size(items_[k])) return 0;
    return of_thing(thing, place->anatomy->concept_id, thick) ? 0 : k;
  }

  // "A subdural hematoma with a subdural thickness of 8 mm", "a varicocele with veins of 4 mm": is the measure that of
  // the thing?
  bool of_thing(const Item& thing, ConceptId where, bool thick) const {
    const bool piece = lexicon_[where].has(Concept::part) && where != lexicon_.known().wall && !thick;
    const bool its_own =
        thick && thing.observation->site == where && is_lesion(lexicon_, thing.observation->concept_id);
    Site site;
    site.organs.add(where);
    return piece || its_own || (systemic(lexicon_, site) && !is_node(lexicon_, where));
  }

  // "Thickening of the bowel with a wall thickness of 9 mm": so thick.
  bool judges(const Item& thing, const Item& attribute) const {
    const ConceptId about = lexicon_[thing.observation->concept_id].about;
    return about != lexicon::kNone && about == attribute.attribute->concept_id;
  }

  void part(std::size_t i, std::size_t size) {
    items_[i] = semicolon_at(items_[i].begin);
    const std::size_t next = size + 1;
    if (next + 1 < items_.size() && is_cue(items_[next], CueKind::and_) && items_[next + 1].kind != ItemKind::measure)
      items_[next] = semicolon_at(items_[next].begin);
  }

  const Lexicon& lexicon_;
  std::vector<Item>& items_;
};

}  // namespace

void tell_measured_places(std::vector<Item>& items) {
  MeasuredPlaces(items).run();
}

void tell_measured_beside(const lexicon::Lexicon& lexicon, std::vector<Item>& items) {
  MeasuredBeside(lexicon, items).run();
}

}  // namespace fiducial::findings
