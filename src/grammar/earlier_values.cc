#include "grammar/earlier_values.h"

#include <algorithm>

namespace fiducial::findings {

using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::ModifierKind;

namespace {

class EarlierValues {
 public:
  EarlierValues(const Lexicon& lexicon, std::string_view text, std::vector<Item>& items)
      : lexicon_(lexicon), text_(text), items_(items) {}

  void run(const ItemKinds& said) {
    grown_by();
    measured_before();
    if (said.has(ItemKind::measure) && said.any(ItemKind::open, ItemKind::colon)) earlier_in_brackets();
    changes_apart();
    int anew = kMostAnew;
    for (std::size_t i = 1; i < items_.size() && anew > 0; ++i) {
      if (!is_grade(items_[i])) continue;
      from_grade_to(i);
      grade_then(i);
      --anew;
    }
    for (std::size_t i = 2; i + 2 < items_.size(); ++i) {
      if (items_[i].cue == CueKind::negpost) not_there_then(i);
    }
    for (std::size_t i = 0; i + 3 < items_.size(); ++i) {
      if (is_size(items_[i]) && measured_now(i)) return;
    }
  }

 private:
  static constexpr std::size_t kFar = 14;  // words that a person puts between
  static constexpr int kMostAnew = 20;     // of a sentence, so that reading stays linear

  std::string_view words(std::size_t i) const { return text_.substr(items_[i].begin, items_[i].end - items_[i].begin); }
  auto at(std::size_t i) const { return items_.begin() + static_cast<std::ptrdiff_t>(i); }

  bool is_grade(const Item& item) const {
    return item.only_modifier() && (lexicon_[item.modifier->concept_id].is(ModifierKind::severity) ||
                                    lexicon_[item.modifier->concept_id].is(ModifierKind::size));
  }
  bool is_change(const Item& item) const {
    return item.modifier != nullptr && lexicon_[item.modifier->concept_id].is(ModifierKind::change) &&
           item.modifier->concept_id != lexicon_.known().change_stable;
  }

  // "Worsening of the right perihilar consolidation and improvement in the left base": each has its own.
  void changes_apart() {
    const auto of_place = [&](std::size_t i) {
      if (is_change(items_[i]) && i + 1 < items_.size() && items_[i].anatomy == nullptr &&
          (is_cue(items_[i + 1], CueKind::in) || is_cue(items_[i + 1], CueKind::of) || names_side(items_[i + 1])))
        return true;
      return items_[i].only_modifier() && is_change(items_[i]) && items_[i].tokens > 1 &&
             (words(i).ends_with(" of") || words(i).ends_with(" in"));
    };
    for (std::size_t i = 0; i + 3 < items_.size(); ++i) {
      if (!of_place(i)) continue;
      const auto end = at(std::min(items_.size(), i + kFar));
      const auto thing = std::find_if(at(i) + 1, end, [](const Item& k) { return k.observation != nullptr; });
      const auto joint = std::find_if(at(i), end, [](const Item& k) { return is_cue(k, CueKind::and_); });
      if (thing >= joint || joint == end) return;
      const auto second = static_cast<std::size_t>(joint - items_.begin()) + 1;
      if (second + 1 >= items_.size() || !of_place(second) ||
          items_[second].modifier->concept_id == items_[i].modifier->concept_id)
        return;
      const bool named =
          std::any_of(at(second) + 1, items_.end(), [](const Item& k) { return k.observation != nullptr; });
      Item told = *thing, in = items_[second];
      told.begin = told.end = in.begin;
      say_cue(lexicon_, in, lexicon_.known().in);
      *joint = semicolon_at(joint->begin);
      if (!named) items_.insert(at(second) + 1, {told, in});
      return;
    }
  }

  // "Decreased from severe to moderate": moderate now. "Has progressed from mild to moderate", as one form: that is how
  // much there is, and not how much more.
  void from_grade_to(std::size_t i) {
    if (words(i).starts_with("from ") && is_change(items_[i - 1])) {
      Item comma = semicolon_at(items_[i].begin);
      comma.kind = ItemKind::comma;
      items_.insert(at(i), comma);
      return;
    }
    if (!words(i - 1).ends_with("from") || i + 2 >= items_.size() || words(i + 1) != "to" || !is_grade(items_[i + 2]))
      return;
    for (std::size_t k = i - 1; k < i + 2; ++k) pass_over(items_[k]);
    items_[i + 1].kind = ItemKind::comma;
  }

  // "Hydronephrosis, moderate previously, is now mild"
  void grade_then(std::size_t i) {
    if (i + 2 >= items_.size()) return;
    const bool then = is_cue(items_[i + 1], CueKind::prior) ||
                      (is_cue(items_[i + 1], CueKind::near) && lexicon_[items_[i + 1].cue_concept].direction < 0);
    if (!then || items_[i - 1].kind != ItemKind::comma || items_[i + 2].kind != ItemKind::comma) return;
    for (std::size_t k = i - 1; k < i + 3; ++k) pass_over(items_[k]);
  }

  // "A nodule in the right upper lobe, not present in 2019": it is new.
  void not_there_then(std::size_t i) {
    const Item& year = items_[i + 2];
    if (items_[i - 1].kind != ItemKind::comma || !is_cue(items_[i + 1], CueKind::in) ||
        year.kind != ItemKind::ordinal || year.end - year.begin != 4 ||
        (i + 3 < items_.size() && !joins(items_[i + 3]) && items_[i + 3].kind != ItemKind::semicolon) ||
        !say(lexicon_, items_[i], lexicon_.known().change_new, lexicon::Section::modifier))
      return;
    pass_over(items_[i + 1]);
    pass_over(items_[i + 2]);
  }

  // "The aorta has grown 5 mm in one year", "grew by 6 mm": by so much, and not to it.
  void grown_by() {
    for (std::size_t i = 1; i < items_.size(); ++i) {
      if (!is_size(items_[i])) continue;
      const bool by = i > 1 && is_row(items_[i - 1], lexicon_.known().agent);
      const Item& change = items_[i - (by ? 2 : 1)];
      if (!change.only_modifier() || lexicon_[change.modifier->concept_id].direction == 0 ||
          !lexicon_[change.modifier->concept_id].is(ModifierKind::change) || !(by || change.begins_with_verb))
        continue;
      const bool in = i + 1 < items_.size() && is_cue(items_[i + 1], CueKind::in);
      const bool time = i + 2 < items_.size() && in && !names_place(items_[i + 2]) &&
                        !is_cue(items_[i + 2], CueKind::the) && !names_one_side(items_[i + 2]);
      const bool since = i + 1 < items_.size() && is_cue(items_[i + 1], CueKind::filler);
      if (!by && !time && !since) continue;
      pass_over(items_[i]);
      if (by) pass_over(items_[i - 1]);
    }
  }

  // "The mass, 5 cm before, is now 3 cm": previously 5 cm. So is "3 cm against 5 cm before".
  void measured_before() {
    for (std::size_t i = 1; i < items_.size(); ++i) {
      if (!is_size(items_[i - 1]) || !is_cue(items_[i], CueKind::near) || items_[i].tokens != 1 ||
          lexicon_[items_[i].cue_concept].direction >= 0)
        continue;
      const bool against = i > 2 && is_cue(items_[i - 2], CueKind::in) && is_size(items_[i - 3]);
      const bool last = i + 1 >= items_.size() || items_[i + 1].kind == ItemKind::semicolon;
      if (!(last && against) &&
          (i + 1 >= items_.size() || (items_[i + 1].kind != ItemKind::comma && items_[i + 1].kind != ItemKind::close)))
        continue;
      if (against) items_[i - 2].kind = ItemKind::comma;
      if (against) items_[i - 2].cue = CueKind::none;
      say_cue(lexicon_, items_[i], lexicon_.known().prior);
      std::swap(items_[i - 1], items_[i]);
    }
  }

  // "12 mm (before: 8 mm)", "58% (2023: 45%)": previously 8 mm, 45%.
  void earlier_in_brackets() {
    for (std::size_t i = 2; i + 2 < items_.size(); ++i) {
      Item& then = items_[i];
      const bool colon = items_[i + 1].kind == ItemKind::colon;
      if ((items_[i - 1].kind != ItemKind::open && !(colon && items_[i - 1].kind == ItemKind::comma)) ||
          items_[i + (colon ? 2 : 1)].kind != ItemKind::measure)
        continue;
      const bool before = is_cue(then, CueKind::prior) ||
                          (is_cue(then, CueKind::near) && then.tokens == 1 && lexicon_[then.cue_concept].direction < 0);
      const bool old = (colon || is_size(items_[i - 2])) && then.only_modifier() && then.tokens == 1 &&
                       then.modifier->concept_id == lexicon_.known().onset_chronic;
      const bool year = colon && then.kind == ItemKind::ordinal && then.end - then.begin == 4;
      const bool earlier = then.kind == ItemKind::unknown && words(i) == "earlier";
      if (!before && !old && !year && !earlier) continue;
      say_cue(lexicon_, then, lexicon_.known().prior);
      if (colon) pass_over(items_[i + 1]);
    }
  }

  // "The 8 mm nodule in the left upper lobe now measures 12 mm": as "… measures 12 mm, previously 8 mm".
  bool measured_now(std::size_t size) {
    bool thing = false, now = false, changed = false;
    std::size_t i = size + 1;
    for (; i < items_.size() && i < size + kFar && !is_size(items_[i]); ++i) {
      const Item& item = items_[i];
      thing |= item.kind == ItemKind::content && item.observation != nullptr && !is_change(item);
      thing |= names_place(item) && lexicon_[item.anatomy->concept_id].seen != lexicon::kNone;  // a node
      if (joins(item) && i + 1 < items_.size() && words(i + 1).starts_with("now")) continue;
      now |= words(i).starts_with("now") || words(i).ends_with(" now");
      changed |= is_change(item);
      const bool verb = is_cue(item, CueKind::be) || is_cue(item, CueKind::show) || is_cue(item, CueKind::of);
      const bool place = names_place(item) || names_side(item) || is_cue(item, CueKind::in);
      if (!verb && !place && !says_nothing(item) && item.kind != ItemKind::content) return false;
      if (place && now) return false;  // "now measures 9 mm in the liver": another one
    }
    const bool to = changed && i > 0 && words(i - 1) == "to";
    if (!thing || !(now || to) || i >= items_.size() || i >= size + kFar ||
        items_[i].size_count != items_[size].size_count)
      return false;
    // "a 5 mm nodule in the right lung and now an 8 mm nodule in the left": another one
    if (i + 1 < items_.size() && items_[i + 1].kind == ItemKind::content && !is_change(items_[i + 1])) return false;
    const Item then = items_[size];
    if (changed && to) pass_over(items_[i - 1]);
    Item comma = semicolon_at(items_[i].end), before = comma;
    comma.kind = ItemKind::comma;
    say_cue(lexicon_, before, lexicon_.known().prior);
    pass_over(items_[size]);
    items_.insert(at(i) + 1, {comma, before, then});
    return true;
  }

  const Lexicon& lexicon_;
  std::string_view text_;
  std::vector<Item>& items_;
};

}  // namespace

void tell_earlier_values(const Lexicon& lexicon, std::string_view text, const ItemKinds& said,
                         std::vector<Item>& items) {
  EarlierValues(lexicon, text, items).run(said);
}

}  // namespace fiducial::findings
