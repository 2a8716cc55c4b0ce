#include "grammar/comparisons.h"

#include <algorithm>

#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::ModifierKind;

namespace {

// Far enough for what people write, and no farther: a text of one sentence is read in linear time.
constexpr std::size_t kFar = 40;
constexpr std::size_t kFew = 8;

class Comparisons {
 public:
  Comparisons(const Lexicon& lexicon, std::vector<Item>& items) : lexicon_(lexicon), items_(items) {}

  void run(const ItemKinds& said) {
    if (said.side()) larger_than_the_other();
    if (said.has(CueKind::largest) && said.has(CueKind::than)) worse_here_than_there();
    if (said.thing() && (said.has(CueKind::than) || said.clinical_cue())) more_than_there();
  }

 private:
  static bool names_thing(const Item& item) { return item.observation != nullptr; }
  auto at(std::size_t i) const { return items_.begin() + static_cast<std::ptrdiff_t>(i); }
  auto not_far_before(std::size_t i) const { return at(i > kFar ? i - kFar : 0); }
  bool ends_at(std::size_t i) const { return i >= items_.size() || items_[i].kind == ItemKind::semicolon; }
  bool says_how_much(const Item& item) const {
    return item.only_modifier() && lexicon_[item.modifier->concept_id].is(ModifierKind::severity);
  }

  // "A right effusion, larger than on the left": beside the other, and not than before.
  void larger_than_the_other() {
    for (std::size_t i = 1; i + 2 < items_.size(); ++i) {
      const bool than = is_cue(items_[i + 1], CueKind::than);
      if (!(than || items_[i].tokens > 1) || items_[i].modifier == nullptr || items_[i].begins_with_verb ||
          !lexicon_[items_[i].modifier->concept_id].is(ModifierKind::change) ||
          lexicon_[items_[i].modifier->concept_id].direction == 0)
        continue;
      std::size_t side = i + (than ? 2 : 1);
      bool one = false;  // "than the one on the left": that is there, too
      const auto stands_for = [&](const Item& item) {
        return is_cue(item, CueKind::one) || (is_cue(item, CueKind::it) && item.stands_for == kNone) ||
               (is_cue(item, CueKind::which) && lexicon_[item.cue_concept].direction < 0);
      };
      for (; side < items_.size() &&
             (says_nothing(items_[side]) || is_cue(items_[side], CueKind::in) || stands_for(items_[side]));
           ++side)
        one |= stands_for(items_[side]);
      if (side >= items_.size() || !names_one_side(items_[side])) continue;
      const std::size_t end = one && side + 1 < items_.size() && names_place(items_[side + 1]) ? side + 2 : side + 1;
      const bool ends = ends_at(end) || items_[end].kind == ItemKind::comma;
      const auto named = std::find_if(not_far_before(i), at(i), names_thing);
      if (!ends || named == at(i)) continue;
      if (one) return tell_the_other(i, side, *named);
      for (std::size_t k = i; k <= side; ++k) pass_over(items_[k]);
      return;
    }
  }

  // "The mass in the left breast is larger than the one on the right": a mass on the right.
  void tell_the_other(std::size_t change, std::size_t side, Item thing) {
    const bool denied = std::any_of(not_far_before(change), at(change), [](const Item& item) {
      return is_cue(item, CueKind::not_) || is_cue(item, CueKind::neg) || is_cue(item, CueKind::negpost);
    });
    if (denied) return;
    const auto organ = std::find_if(not_far_before(change), at(change), names_place);
    const bool placed = side + 1 < items_.size() && names_place(items_[side + 1]);
    Item place = organ != at(change) ? *organ : Item{};
    thing.begin = thing.end = items_[side].begin;
    place.begin = place.end = items_[side].end;
    if (!placed && organ != at(change)) items_.insert(at(side) + 1, place);
    items_.insert(at(side), thing);
    items_[change] = semicolon_at(items_[change].begin);
    for (std::size_t k = change + 1; k < side; ++k) pass_over(items_[k]);
    if (is_cue(items_[change - 1], CueKind::be)) pass_over(items_[change - 1]);
  }

  // "Opacities, worse in the right lung than in the left": in both.
  void worse_here_than_there() {
    for (std::size_t i = 1; i + 3 < items_.size(); ++i) {
      if (!is_cue(items_[i], CueKind::largest) || std::none_of(not_far_before(i), at(i), names_thing)) continue;
      const bool in = is_cue(items_[i + 1], CueKind::in);
      if (!in && items_[i].tokens < 2) continue;  // "worse in"
      std::size_t than = i + (in ? 2 : 1);
      const std::size_t first = than;
      while (than < items_.size() && than < i + kFew &&
             (names_place(items_[than]) || names_side(items_[than]) || items_[than].kind == ItemKind::level ||
              items_[than].kind == ItemKind::ordinal || says_nothing(items_[than]) ||
              is_cue(items_[than], CueKind::of)) &&
             !items_[than].only_modifier())
        ++than;
      if (than == first || than + 1 >= items_.size() || !is_cue(items_[than], CueKind::than) ||
          std::none_of(at(first), at(than), names_place))
        continue;
      std::size_t there = than + 1;
      while (there < items_.size() && (says_nothing(items_[there]) || is_cue(items_[there], CueKind::in))) ++there;
      const std::size_t end = there + 1;
      const bool side = there < items_.size() && names_one_side(items_[there]) &&
                        (end == items_.size() || items_[end].kind == ItemKind::semicolon || joins(items_[end]));
      if (!side) continue;
      if (in) pass_over(items_[i]);
      if (!in) say_cue(lexicon_, items_[i], lexicon_.known().in);
      if (items_[i - 1].kind == ItemKind::comma) pass_over(items_[i - 1]);
      pass_over(items_[than]);
      items_[than].cue = CueKind::and_;
      const auto organ = std::find_if(at(first), at(than), names_place);
      const Item place = *organ;
      for (std::size_t k = than + 1; k < there; ++k) pass_over(items_[k]);
      items_.insert(at(end), place);
      return;
    }
  }

  // "Slightly more uptake than blood pool", "… is less than in the liver": beside another organ, and not than before.
  void more_than_there() {
    for (std::size_t i = 1; i + 1 < items_.size(); ++i) {
      if (!compares(items_[i])) continue;
      const std::size_t end = place_behind(i);
      // "its signal is lower than that of the liver" says how the signal is
      const auto attribute = [](const Item& item) { return item.attribute != nullptr; };
      if (end == i || std::any_of(not_far_before(i), at(i), attribute)) continue;
      std::size_t more = names_thing(items_[i]) ? i : i - 1;
      if (more < i && !has_grown_or_shrunk(items_[more])) more = before_thing(more);
      if (more < i && !has_grown_or_shrunk(items_[more])) continue;
      if (std::none_of(not_far_before(more), at(i),
                       [&](const Item& item) { return names_thing(item) && !has_grown_or_shrunk(item); }))
        continue;
      if (more > 0 && says_how_much(items_[more - 1])) pass_over(items_[more - 1]);
      pass_over(items_[more]);
      for (std::size_t k = i; k < end; ++k) pass_over(items_[k]);
    }
  }

  bool compares(const Item& item) const {
    return is_cue(item, CueKind::than) ||
           (item.observation != nullptr && item.tokens > 1 && item.cue_concept != kNone &&
            lexicon_[item.cue_concept].cue() == CueKind::than);  // "less than"
  }

  // Behind "than" no more than a place: where its words end; `than` if there is something else.
  std::size_t place_behind(std::size_t than) const {
    std::size_t end = than + 1;
    bool place = false;
    for (; end < items_.size() && end < than + kFew; ++end) {
      const Item& item = items_[end];
      if (!says_nothing(item) && !names_there(item) && !is_cue(item, CueKind::in) && !is_cue(item, CueKind::of) &&
          !is_cue(item, CueKind::which) && !is_cue(item, CueKind::it))
        break;
      place |= names_there(item);
    }
    return place && (ends_at(end) || joins(items_[end])) ? end : than;
  }

  // "More | uptake in the node": what stands before the thing, whose place may stand behind it.
  std::size_t before_thing(std::size_t last) const {
    std::size_t k = last;
    while (k > 0 && last - k < kFew && !names_thing(items_[k]) &&
           (names_place(items_[k]) || names_side(items_[k]) || says_nothing(items_[k]) ||
            is_cue(items_[k], CueKind::in) || is_cue(items_[k], CueKind::of)))
      --k;
    return k > 0 && names_thing(items_[k]) ? k - 1 : last;
  }

  bool names_there(const Item& item) const {
    return names_place(item) || (item.only_modifier() && lexicon_[item.modifier->concept_id].is(ModifierKind::phase));
  }

  bool has_grown_or_shrunk(const Item& item) const {
    return item.modifier != nullptr && !item.begins_with_verb &&
           lexicon_[item.modifier->concept_id].is(ModifierKind::change) &&
           lexicon_[item.modifier->concept_id].direction != 0;
  }

  const Lexicon& lexicon_;
  std::vector<Item>& items_;
};

}  // namespace

void tell_comparisons(const Lexicon& lexicon, const ItemKinds& said, std::vector<Item>& items) {
  Comparisons(lexicon, items).run(said);
}

bool ends_comparison(const Item& item) {
  return item.kind == ItemKind::comma || is_cue(item, CueKind::with) || is_cue(item, CueKind::include) ||
         is_cue(item, CueKind::and_) || is_cue(item, CueKind::or_) || is_cue(item, CueKind::be) ||
         is_cue(item, CueKind::show) || is_cue(item, CueKind::seen) || is_cue(item, CueKind::prior) ||
         is_cue(item, CueKind::contrast) || is_cue(item, CueKind::negend);
}

}  // namespace fiducial::findings
