#include "grammar/measured_sides.h"

#include <array>
#include <optional>

namespace fiducial::findings {

using lexicon::CueKind;

namespace {

class MeasuredSides {
 public:
  explicit MeasuredSides(std::vector<Item>& items) : items_(items) {}

  void run() {
    repeat_things();
    name_measured_side();
    judged_in_brackets();
    for (std::size_t i = 0; i + 4 < items_.size(); ++i) {
      if (of_measures(i) || behind_their_sides(i) || before_the_thing(i)) return;
    }
  }

 private:
  bool is(std::size_t i, CueKind cue) const { return i < items_.size() && is_cue(items_[i], cue); }
  bool size_at(std::size_t i) const { return i < items_.size() && is_size(items_[i]); }
  bool side_at(std::size_t i) const { return i < items_.size() && names_one_side(items_[i]); }
  bool thing_at(std::size_t i) const {
    return i < items_.size() && items_[i].kind == ItemKind::content && items_[i].observation != nullptr;
  }
  std::size_t behind_article(std::size_t i) const {
    while (is(i, CueKind::the) || is(i, CueKind::filler)) ++i;
    return i;
  }

  // "5 mm on the left and 7 mm on the right", at `i`: four words and the "and".
  bool two_measures(std::size_t i) const {
    return size_at(i) && side_at(i + 1) && is(i + 2, CueKind::and_) && size_at(i + 3) && side_at(i + 4) &&
           items_[i + 1].cue != items_[i + 4].cue;
  }

  // "stones | of | 5 mm on the left and 7 mm on the right"
  bool of_measures(std::size_t i) {
    if (!thing_at(i) || !is(i + 1, CueKind::of) || !two_measures(i + 2)) return false;
    items_[i + 1] = comma(items_[i + 1].begin);
    return true;
  }

  // "left (5 mm)": the item behind it, and which items say it.
  struct Measured {
    std::size_t side = 0, size = 0, behind = 0;
  };
  std::optional<Measured> in_brackets(std::size_t i) const {
    if (!side_at(i) || i + 3 >= items_.size() || items_[i + 1].kind != ItemKind::open || !size_at(i + 2) ||
        items_[i + 3].kind != ItemKind::close)
      return {};
    return Measured{i, i + 2, i + 4};
  }

  // "in | the left (5 mm) and right (7 mm) kidney"
  bool behind_their_sides(std::size_t i) {
    if (!is(i, CueKind::in) && !is(i, CueKind::of)) return false;
    const auto first = in_brackets(behind_article(i + 1));
    if (!first || !is(first->behind, CueKind::and_)) return false;
    const auto second = in_brackets(behind_article(first->behind + 1));
    if (!second || second->behind >= items_.size() || !names_place(items_[second->behind])) return false;
    const std::array<Item, 7> told{items_[second->behind], comma(items_[second->behind].end),
                                   items_[first->size],    items_[first->side],
                                   items_[first->behind],  items_[second->size],
                                   items_[second->side]};
    replace(i + 1, second->behind + 1, told.begin(), told.end());
    return true;
  }

  // "5 mm left and 7 mm right | renal stone"
  bool before_the_thing(std::size_t i) {
    if (!two_measures(i) || i + 5 >= items_.size()) return false;
    std::size_t last = i + 5;
    while (last < items_.size() && items_[last].kind == ItemKind::content && items_[last].observation == nullptr)
      ++last;
    if (!thing_at(last)) return false;
    std::vector<Item> told(items_.begin() + static_cast<std::ptrdiff_t>(i) + 5,
                           items_.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    told.push_back(comma(items_[last].end));
    told.insert(told.end(), items_.begin() + static_cast<std::ptrdiff_t>(i),
                items_.begin() + static_cast<std::ptrdiff_t>(i) + 5);
    replace(i, last + 1, told.begin(), told.end());
    return true;
  }

  bool measure_at(std::size_t i) const { return i < items_.size() && items_[i].kind == ItemKind::measure; }
  bool ends_at(std::size_t i) const {
    return i >= items_.size() || items_[i].kind == ItemKind::comma || items_[i].kind == ItemKind::semicolon ||
           is(i, CueKind::and_);
  }

  // "The right kidney is small, the left | measures 11 cm": the left kidney, which is another clause.
  void name_measured_side() {
    for (std::size_t i = 3; i + 3 < items_.size(); ++i) {
      if (items_[i].kind != ItemKind::comma && !is(i, CueKind::and_)) continue;
      std::size_t k = is(i + 1, CueKind::and_) ? i + 2 : i + 1;
      if (!is(k, CueKind::the) || !side_at(k + 1) || !size_at(k + 3)) continue;
      const bool verb =
          is(k + 2, CueKind::be) || (is(k + 2, CueKind::filler) && items_[k + 2].end - items_[k + 2].begin > 2);
      const Item* place = verb ? place_of_other_side(i, items_[k + 1].cue) : nullptr;
      if (place == nullptr) continue;
      Item again = *place;
      again.begin = again.end = items_[k + 1].end;
      items_[i] = semicolon_at(items_[i].begin);
      items_[k + 2] = again;
    }
  }

  // "Right kidney 10 cm, left 12 cm (hydronephrotic)": as "…; left kidney 12 cm (hydronephrotic)".
  void judged_in_brackets() {
    for (std::size_t i = 3; i + 4 < items_.size(); ++i) {
      if (items_[i].kind != ItemKind::comma || !side_at(i + 1) || !size_at(i + 2) ||
          items_[i + 3].kind != ItemKind::open || !thing_at(i + 4) || items_[i + 4].anatomy != nullptr ||
          !size_at(i - 1) || !names_place(items_[i - 2]) || !side_at(i - 3) || items_[i - 3].cue == items_[i + 1].cue)
        continue;
      Item again = items_[i - 2];
      again.begin = again.end = items_[i + 1].end;
      items_[i] = semicolon_at(items_[i].begin);
      items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(i) + 2, again);
      return;
    }
  }

  // The place that was named with the other side before item i, of which something is said and no size.
  const Item* place_of_other_side(std::size_t i, CueKind side) const {
    constexpr std::size_t kFar = 12;
    bool verb = false, sized = false;
    for (std::size_t k = i; k-- > 0 && i - k < kFar && items_[k].kind != ItemKind::semicolon;) {
      // "the left is aneurysmal at 2 cm": more is said of it than its size
      sized =
          (sized || (size_at(k) && !is(k - std::min(k, std::size_t{1}), CueKind::with))) &&
          !(items_[k].kind == ItemKind::content && (items_[k].observation != nullptr || items_[k].modifier != nullptr));
      if (sized && is_clause_verb(items_[k])) return nullptr;
      verb |= is_clause_verb(items_[k]);
      if (side_at(k)) return verb && items_[k].cue != side && names_place(items_[k + 1]) ? &items_[k + 1] : nullptr;
    }
    return nullptr;
  }

  // "Right ICA 50-69% stenosis, left ICA < 50%": the second place has what was named in the first.
  void repeat_things() {
    std::size_t most = 20;  // of a sentence, so that reading stays linear
    for (std::size_t i = 3; i + 2 < items_.size() && most > 0; ++i) {
      if (items_[i].kind != ItemKind::comma || !thing_at(i - 1) || items_[i - 1].anatomy != nullptr ||
          !measure_at(i - 2) || size_at(i - 2) || items_[i - 3].anatomy == nullptr)
        continue;
      std::size_t k = i + 1;
      bool place = false;
      for (; k < items_.size() && (names_place(items_[k]) || side_at(k)); ++k) place |= !side_at(k);
      if (!place || !measure_at(k) || size_at(k) || !ends_at(k + 1) ||
          items_[k].quantity.unit != items_[i - 2].quantity.unit)
        continue;
      items_[i] = semicolon_at(items_[i].begin);
      Item again = items_[i - 1];
      again.begin = again.end = items_[k].end;
      items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(k) + 1, again);
      --most;
    }
  }

  static Item comma(std::uint32_t at) {
    Item item;
    item.kind = ItemKind::comma;
    item.begin = item.end = at;
    return item;
  }

  template <typename Iterator>
  void replace(std::size_t from, std::size_t to, Iterator first, Iterator last) {
    items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(from), items_.begin() + static_cast<std::ptrdiff_t>(to));
    items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(from), first, last);
  }

  std::vector<Item>& items_;
};

}  // namespace

void tell_measured_sides(std::vector<Item>& items) {
  MeasuredSides(items).run();
}

}  // namespace fiducial::findings
