#include "grammar/contrasts.h"

#include <algorithm>

namespace fiducial::findings {

using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::ModifierKind;
using lexicon::Section;

namespace {

class Contrasts {
 public:
  Contrasts(const Lexicon& lexicon, std::vector<Item>& items) : lexicon_(lexicon), items_(items) {}

  void run() {
    none_behind_place();
    measured_before();
    judged_by_one_word();
    not_there_but_here();
    other_has_not();
    unlike_the_other();
  }

 private:
  auto at(std::size_t i) const { return items_.begin() + static_cast<std::ptrdiff_t>(i); }

  static bool says_where(const Item& item) {
    return names_side(item) || names_place(item) || item.kind == ItemKind::level || item.kind == ItemKind::ordinal ||
           says_nothing(item) || is_cue(item, CueKind::of) || item.only_modifier();
  }

  std::size_t clause_begin(std::size_t i) const {
    while (i > 0 && items_[i - 1].kind != ItemKind::semicolon && items_[i - 1].kind != ItemKind::comma) --i;
    return i;
  }

  // "In the right breast a cyst of 8 mm, in the left none": none in the left.
  void none_behind_place() {
    for (std::size_t i = 2; i + 2 < items_.size(); ++i) {
      if (!is_cue(items_[i], CueKind::in)) continue;
      const Item& joint = items_[i - 1];
      if (joint.kind != ItemKind::comma && !is_cue(joint, CueKind::and_) && !is_cue(joint, CueKind::negend)) continue;
      std::size_t k = i + 1;
      while (k < items_.size() && (names_side(items_[k]) || names_place(items_[k]) || says_nothing(items_[k]))) ++k;
      const bool none = k > i + 1 && k < items_.size() && is_cue(items_[k], CueKind::neg) &&
                        lexicon_[items_[k].cue_concept].direction < 0;
      if (none && (k + 1 == items_.size() || items_[k + 1].kind == ItemKind::semicolon))
        std::rotate(at(i), at(k), at(k) + 1);
    }
  }

  // "The mass, 5 cm before, is now 3 cm": previously 5 cm.
  void measured_before() {
    for (std::size_t i = 1; i + 1 < items_.size(); ++i) {
      if (!is_size(items_[i - 1]) || !is_cue(items_[i], CueKind::near) || items_[i].tokens != 1 ||
          (items_[i + 1].kind != ItemKind::comma && items_[i + 1].kind != ItemKind::close))
        continue;
      const text::WordHash previously[] = {text::hash_word(text::stem("previously"))};
      const text::WordHash before[] = {text::hash_word(text::stem("before"))};
      const auto senses = lexicon_.exact(before);
      const bool is_before = std::any_of(senses.begin(), senses.end(), [&](const lexicon::Sense& s) {
        return s.section == Section::cue && s.concept_id == items_[i].cue_concept;
      });
      if (is_before && put(i, previously, Section::cue)) std::swap(items_[i - 1], items_[i]);
    }
  }

  bool says_how_much(const Item& item) const {
    return item.only_modifier() && lexicon_[item.modifier->concept_id].is(ModifierKind::severity);
  }

  // "The right foramen is mildly and the left severely narrowed": the right one is mildly narrowed.
  void judged_by_one_word() {
    for (std::size_t be = 1; be + 4 < items_.size(); ++be) {
      if (!is_cue(items_[be], CueKind::be) || !says_how_much(items_[be + 1]) || !is_cue(items_[be + 2], CueKind::and_))
        continue;
      std::size_t much = be + 3;
      while (much < items_.size() &&
             (names_side(items_[much]) || names_place(items_[much]) || says_nothing(items_[much])))
        ++much;
      if (much == be + 3 || much + 1 >= items_.size() || !says_how_much(items_[much]) ||
          items_[much + 1].observation == nullptr)
        continue;
      const Item said = items_[much + 1], verb = items_[be];
      std::vector<Item> second(at(be) + 3, at(much));
      const auto place = std::find_if(items_.begin(), at(be), names_place);
      if (std::none_of(second.begin(), second.end(), names_place) && place != at(be)) second.push_back(*place);
      second.push_back(verb);
      second.insert(second.end(), at(much), items_.end());
      items_.resize(be + 3);
      items_[be + 2] = said;
      items_.push_back(semicolon_at(said.begin));
      items_.insert(items_.end(), second.begin(), second.end());
      return;
    }
  }

  // "The tube is not in the airway but in the esophagus": it is in the esophagus.
  void not_there_but_here() {
    for (std::size_t i = 2; i + 1 < items_.size(); ++i) {
      if (!is_cue(items_[i], CueKind::not_) || !is_cue(items_[i + 1], CueKind::in) || !is_clause_verb(items_[i - 1]))
        continue;
      std::size_t but = i + 2;
      while (but < items_.size() && says_where(items_[but])) ++but;
      if (but + 1 >= items_.size() || !is_cue(items_[but], CueKind::negend) || !is_cue(items_[but + 1], CueKind::in))
        continue;
      const std::size_t first = clause_begin(i);
      const std::vector<Item> subject(at(first), at(i));
      items_[but] = semicolon_at(items_[but].begin);
      items_.insert(at(but) + 1, subject.begin(), subject.end());
      return;
    }
  }

  // "…, the right has not", "… but the left is not": [joint) the side, the verb, its denial, and nothing behind.
  struct Other {
    std::size_t joint = 0, side = 0, verb = 0, end = 0;
  };

  bool read_other(std::size_t joint, Other& other) const {
    const bool joins_it = items_[joint].kind == ItemKind::comma || is_cue(items_[joint], CueKind::negend) ||
                          is_cue(items_[joint], CueKind::contrast) || is_cue(items_[joint], CueKind::and_);
    if (!joins_it) return false;
    std::size_t i = joint;
    while (i < items_.size() &&
           (joins(items_[i]) || is_cue(items_[i], CueKind::negend) || is_cue(items_[i], CueKind::contrast) ||
            says_nothing(items_[i]) || is_cue(items_[i], CueKind::which) || is_cue(items_[i], CueKind::one)))
      ++i;
    if (i + 2 >= items_.size() || !names_one_side(items_[i])) return false;
    other = {joint, i, i + 1, i + 3};
    const Item& verb = items_[i + 1];
    const bool has = is_cue(verb, CueKind::show) || is_cue(verb, CueKind::be);
    return has && is_cue(items_[i + 2], CueKind::not_) &&
           (other.end == items_.size() || items_[other.end].kind == ItemKind::semicolon);
  }

  bool has_resolved(const Item& item) const {
    return item.only_modifier() && lexicon_[item.modifier->concept_id].is(ModifierKind::change) &&
           lexicon_[item.modifier->concept_id].rank == 0;
  }

  // A word of the lexicon as an item in the place of another.
  bool put(std::size_t i, std::span<const text::WordHash> words, Section section) {
    const auto senses = lexicon_.exact(words);
    if (std::none_of(senses.begin(), senses.end(), [&](const lexicon::Sense& s) { return s.section == section; }))
      return false;
    Item said = items_[i];
    pass_over(said);
    take_senses(lexicon_, senses, said);
    items_[i] = said;
    return true;
  }

  // What resolved on one side did not on the other: it persists there. What is seen on one side is not seen there.
  void other_has_not() {
    Other other;
    std::size_t joint = 1;
    while (joint < items_.size() && !read_other(joint, other)) ++joint;
    if (joint >= items_.size()) return;
    const std::size_t first = clause_begin(joint);
    const text::WordHash persists[] = {text::hash_word(text::stem("persists"))};
    const text::WordHash not_seen[] = {text::hash_word("not"), text::hash_word("seen")};
    const auto named = std::find_if(at(first), at(joint), [](const Item& item) { return item.observation != nullptr; });
    if (std::any_of(at(first), at(joint), [&](const Item& item) { return has_resolved(item); }) && named != at(joint)) {
      const Item thing = *named;
      if (!put(other.verb, persists, Section::modifier)) return;
      pass_over(items_[other.verb + 1]);
      split(other, thing);
    } else if (is_cue(items_[joint - 1], CueKind::seen) && named == at(joint)) {
      const auto place = std::find_if(at(first), at(joint), names_place);
      if (place == at(joint)) return;
      const Item organ = *place;
      if (!put(other.verb + 1, not_seen, Section::cue)) return;
      split(other, organ);
    }
  }

  // A clause of its own, of the same thing.
  void split(const Other& other, const Item& thing) {
    items_[other.joint] = semicolon_at(items_[other.joint].begin);
    for (std::size_t k = other.joint + 1; k < other.side; ++k) pass_over(items_[k]);
    items_.insert(at(other.side) + 1, thing);
  }

  // "The left lung is clear, unlike the right, which is consolidated": the right lung is consolidated.
  void unlike_the_other() {
    for (std::size_t i = 1; i + 4 < items_.size(); ++i) {
      if (!is_cue(items_[i], CueKind::prior)) continue;
      const std::size_t side = i + (says_nothing(items_[i + 1]) ? 2 : 1);
      if (side + 2 >= items_.size() || !names_one_side(items_[side]) || items_[side + 1].kind != ItemKind::comma ||
          !is_cue(items_[side + 2], CueKind::which))
        continue;
      const auto place = std::find_if(items_.begin(), at(i), names_place);
      if (place == at(i)) return;
      const Item organ = *place;
      items_[i] = semicolon_at(items_[i].begin);
      pass_over(items_[side + 2]);
      items_[side + 1] = organ;
      return;
    }
  }

  const Lexicon& lexicon_;
  std::vector<Item>& items_;
};

}  // namespace

void tell_contrasts(const Lexicon& lexicon, std::vector<Item>& items) {
  Contrasts(lexicon, items).run();
}

}  // namespace fiducial::findings
