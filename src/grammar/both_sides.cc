#include "grammar/both_sides.h"

#include <algorithm>
#include <span>
#include <utility>

namespace fiducial::findings {

using lexicon::CueKind;
using lexicon::Lexicon;

namespace {

class BothSides {
 public:
  BothSides(const Lexicon& lexicon, std::vector<Item>& items) : lexicon_(lexicon), items_(items) {}

  void run(const ItemKinds& said) {
    if (said.any(CueKind::both, CueKind::or_)) both_of_them();
    if (said.has(CueKind::and_) && said.has(ItemKind::comma)) pass_over_asides();
    if (said.side() && said.thing()) side_told_first();
    if (said.side() && said.has(CueKind::one) && said.has(ItemKind::comma)) other_one_anew();
    if (said.side() && said.has(CueKind::and_)) one_side_and_the_other();
    if (said.has(CueKind::in) && said.has(CueKind::neg)) {
      in_neither();
      seen_neither_there();
    }
    if (said.side() && said.has(CueKind::neg)) {
      none_of_it();
      none_comes_last();
    }
    if (said.side() && said.has(CueKind::not_)) one_side_and_not_the_other();
  }

 private:
  // Does "the right one" stand there?
  bool names_one_of_pair(std::size_t i) const {
    return i + 1 < items_.size() && names_one_side(items_[i]) && is_cue(items_[i + 1], CueKind::one);
  }

  // "The right one is 4 cm and solid, the left one 2 cm": the other one is told anew.
  void other_one_anew() {
    CueKind first = CueKind::none;  // the side of the one that the clause began with
    bool begins = true;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Item& item = items_[i];
      if (item.kind == ItemKind::semicolon || item.kind == ItemKind::colon) {
        begins = true;
        continue;
      }
      if (begins && is_cue(item, CueKind::the)) continue;
      if (std::exchange(begins, false)) first = names_one_of_pair(i) ? item.cue : CueKind::none;
      if (item.kind != ItemKind::comma || first == CueKind::none) continue;
      std::size_t k = i + 1;
      while (k < items_.size() && (is_cue(items_[k], CueKind::and_) || is_cue(items_[k], CueKind::the))) ++k;
      if (!names_one_of_pair(k) || items_[k].cue == first) continue;
      items_[i].kind = ItemKind::semicolon;
      begins = true;
    }
  }

  // How it is, and not what: "mild", "5 mm", "none".
  bool tells_degree(const Item& item) const {
    return item.only_modifier() || item.kind == ItemKind::measure ||
           (is_cue(item, CueKind::neg) && lexicon_[item.cue_concept].direction < 0);
  }

  // "On the right there is moderate hydronephrosis, on the left mild": as "there is moderate hydronephrosis on the
  // right, mild on the left".
  void side_told_first() {
    constexpr std::size_t kFar = 16;  // words that name one thing
    std::size_t front = 0;
    while (front < items_.size() && says_nothing(items_[front])) ++front;
    if (front + 4 >= items_.size() || !names_one_side(items_[front]) || items_[front].tokens < 2) return;
    std::size_t other = front + 1;
    bool thing = false;
    for (; other < std::min(items_.size(), front + kFar) && !names_side(items_[other]); ++other) {
      if (thing && is_clause_verb(items_[other])) return;  // "on the right a cyst is seen, …"
      thing |= items_[other].kind == ItemKind::content && items_[other].observation != nullptr &&
               !lexicon_[items_[other].observation->concept_id].has(lexicon::Concept::normal);
    }
    if (!thing || other >= std::min(items_.size(), front + kFar) || !names_one_side(items_[other]) ||
        items_[other].tokens < 2 || items_[other].cue == items_[front].cue)
      return;
    const std::size_t joint = other - 1;
    if (!joins(items_[joint]) && !is_cue(items_[joint], CueKind::contrast) && !is_cue(items_[joint], CueKind::negend))
      return;
    std::size_t end = other + 1;
    while (end < items_.size() && tells_degree(items_[end])) ++end;
    const bool ends = end == items_.size() || joins(items_[end]) || items_[end].kind == ItemKind::semicolon ||
                      is_cue(items_[end], CueKind::with);
    if (end == other + 1 || !ends) return;
    const auto at = [&](std::size_t k) { return items_.begin() + static_cast<std::ptrdiff_t>(k); };
    std::rotate(at(other), at(other + 1), at(end));
    if (items_[front + 1].kind == ItemKind::comma) pass_over(items_[front + 1]);
    const std::size_t last = joint > 0 && items_[joint - 1].kind == ItemKind::comma ? joint - 1 : joint;
    std::rotate(at(front), at(front + 1), at(last));
  }

  // "Hydronephrosis on the right and on the left": on both sides.
  void one_side_and_the_other() {
    for (std::size_t i = 1; i + 2 < items_.size(); ++i) {
      if (!names_one_side(items_[i]) || items_[i - 1].observation == nullptr) continue;
      std::size_t other = i + 1;
      while (other < items_.size() && (is_cue(items_[other], CueKind::and_) || says_nothing(items_[other]))) ++other;
      if (other == i + 1 || other >= items_.size() || !names_one_side(items_[other]) ||
          items_[other].cue == items_[i].cue)
        continue;
      // "… and the right is clear" is another clause
      const bool ends = other + 1 == items_.size() || items_[other + 1].kind == ItemKind::comma ||
                        items_[other + 1].kind == ItemKind::semicolon;
      if (!ends) continue;
      items_[i].cue = CueKind::both;
      for (std::size_t k = i + 1; k <= other; ++k) pass_over(items_[k]);
    }
  }

  // "Hydronephrosis: none on the right, mild on the left": what is there first, and then what is not.
  void none_comes_last() {
    for (std::size_t i = 0; i + 4 < items_.size(); ++i) {
      if (!is_cue(items_[i], CueKind::neg) || lexicon_[items_[i].cue_concept].direction >= 0 ||
          !names_one_side(items_[i + 1]) || items_[i + 2].kind != ItemKind::comma)
        continue;
      if (i > 0 && (items_[i - 1].kind != ItemKind::content || items_[i - 1].observation == nullptr)) continue;
      std::size_t k = i + 3;
      bool detail = false;
      for (; k < items_.size() && (items_[k].only_modifier() || is_size(items_[k]) || says_nothing(items_[k])); ++k)
        detail |= !says_nothing(items_[k]);
      if (!detail || k >= items_.size() || !names_one_side(items_[k]) || items_[k].cue == items_[i + 1].cue) continue;
      if (k + 1 < items_.size() && items_[k + 1].kind != ItemKind::semicolon) continue;
      std::vector<Item> told(items_.begin() + static_cast<std::ptrdiff_t>(i) + 3,
                             items_.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      told.insert(told.end(), {items_[i + 2], items_[i], items_[i + 1]});
      std::copy(told.begin(), told.end(), items_.begin() + static_cast<std::ptrdiff_t>(i));
      i = k;
    }
  }

  // "Hydronephrosis none on the right.": as "no hydronephrosis on the right".
  void none_of_it() {
    constexpr std::size_t kMost = 6;  // words that name one thing
    std::size_t i = 0;
    bool thing = false;
    for (; i < std::min(items_.size(), kMost) && items_[i].kind == ItemKind::content; ++i)
      thing |= items_[i].observation != nullptr;
    if (!thing || i + 1 >= items_.size() || !is_cue(items_[i], CueKind::neg) ||
        lexicon_[items_[i].cue_concept].direction >= 0)
      return;
    const bool side =
        names_one_side(items_[i + 1]) && (i + 2 == items_.size() || items_[i + 2].kind == ItemKind::semicolon);
    if (!side) return;
    std::rotate(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(i),
                items_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }

  // "Stones in neither kidney": as "stones in both kidneys are absent".
  void in_neither() {
    for (std::size_t i = 1; i + 2 < items_.size(); ++i) {
      const Item& place = items_[i + 2];
      if (!is_cue(items_[i], CueKind::in) || !is_cue(items_[i + 1], CueKind::neg) || !names_place(place) ||
          place.plural || items_[i + 1].tokens != 1 || lexicon_[items_[i + 1].cue_concept].direction != 0 ||
          !lexicon_[place.anatomy->concept_id].has(lexicon::Concept::paired))
        continue;
      const bool ends =
          i + 3 == items_.size() || items_[i + 3].kind == ItemKind::comma || items_[i + 3].kind == ItemKind::semicolon;
      const bool thing = items_[i - 1].kind == ItemKind::content && items_[i - 1].observation != nullptr;
      if (!ends || !thing) continue;
      pass_over(items_[i + 1]);
      items_[i + 1].cue = CueKind::both;
      Item absent = semicolon_at(place.end);
      say_cue(lexicon_, absent, lexicon_.known().absent);
      absent.kind = ItemKind::cue;
      items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(i) + 3, absent);
      return;
    }
  }

  // "A stone is seen neither in the kidney nor in the ureter", "… in neither the kidney nor the ureter": as "neither is
  // a stone seen in the kidney nor …".
  void seen_neither_there() {
    constexpr std::size_t kFar = 12;  // words that name what is not there
    for (std::size_t i = 2; i + 2 < items_.size(); ++i) {
      if (!is_cue(items_[i], CueKind::neg) || items_[i].tokens != 1 || lexicon_[items_[i].cue_concept].direction != 0)
        continue;
      std::size_t verb = i - 1;
      if (is_cue(items_[verb], CueKind::in)) --verb;
      const bool in = verb + 1 < i || is_cue(items_[i + 1], CueKind::in);
      const bool seen = is_cue(items_[verb], CueKind::seen) || is_cue(items_[verb], CueKind::be);
      const auto rest = std::span<const Item>(items_).subspan(i + 1, std::min(items_.size() - i - 1, kFar));
      const bool nor =
          std::any_of(rest.begin(), rest.end(), [](const Item& item) { return is_cue(item, CueKind::or_); });
      if (!in || !seen || !nor) continue;
      if (verb > 1 && is_cue(items_[verb], CueKind::seen) && is_cue(items_[verb - 1], CueKind::be)) --verb;
      std::size_t first = verb, joint = 0;
      bool thing = false;
      for (; first > 0 && verb - first < kFar; --first) {
        const Item& before = items_[first - 1];
        if (is_cue(before, CueKind::and_)) joint = first;
        if (before.kind == ItemKind::comma || before.kind == ItemKind::semicolon || is_clause_verb(before) ||
            is_cue(before, CueKind::contrast) || is_cue(before, CueKind::negend))
          break;
        thing |= before.kind == ItemKind::content && before.observation != nullptr;
      }
      if (!thing) continue;
      if (first > 0 && is_clause_verb(items_[first - 1]) && joint > 0) first = joint;  // "… is normal and stones are"
      const auto at = [&](std::size_t k) { return items_.begin() + static_cast<std::ptrdiff_t>(k); };
      std::rotate(at(first), at(i), at(i + 1));
      return;
    }
  }

  // "In the right, not the left, kidney": as "the right kidney, not the left kidney".
  void one_side_and_not_the_other() {
    std::size_t most = 20;  // of a sentence, so that reading stays linear
    for (std::size_t i = 0; i + 4 < items_.size() && most > 0; ++i) {
      if (!names_one_side(items_[i]) || items_[i + 1].kind != ItemKind::comma) continue;
      std::size_t k = i + 2;
      if (is_cue(items_[k], CueKind::negend)) ++k;
      if (!is_cue(items_[k], CueKind::not_)) continue;
      ++k;
      if (k < items_.size() && is_cue(items_[k], CueKind::the)) ++k;
      if (k + 1 >= items_.size() || !names_one_side(items_[k]) || items_[k].cue == items_[i].cue) continue;
      const std::size_t organ = items_[k + 1].kind == ItemKind::comma ? k + 2 : k + 1;
      if (organ >= items_.size() || !names_place(items_[organ])) continue;
      const Item place = items_[organ];
      if (organ == k + 2) items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(i) + 1, place);
      --most;
    }
  }

  // "On the right and, to a lesser extent, on the left": as without the aside.
  void pass_over_asides() {
    for (std::size_t i = 1; i + 1 < items_.size(); ++i) {
      if (!is_cue(items_[i - 1], CueKind::and_) || items_[i].kind != ItemKind::comma) continue;
      std::size_t end = i + 1;
      while (end + 1 < items_.size() && is_cue(items_[end], CueKind::filler)) ++end;
      if (end == i + 1 || items_[end].kind != ItemKind::comma) continue;
      pass_over(items_[i]);
      pass_over(items_[end]);
    }
  }

  // "No stone in either ureter"
  bool is_either(std::size_t i) const {
    if (!is_cue(items_[i], CueKind::or_) || lexicon_[items_[i].cue_concept].direction <= 0) return false;
    constexpr std::size_t kFar = 8;  // "either lung or …"
    const Item& next = items_[i + 1];
    return next.anatomy != nullptr && next.observation == nullptr && !next.adjective &&
           lexicon_[next.anatomy->concept_id].has(lexicon::Concept::paired) &&
           std::none_of(items_.begin() + static_cast<std::ptrdiff_t>(std::min(items_.size(), i + 2)),
                        items_.begin() + static_cast<std::ptrdiff_t>(std::min(items_.size(), i + kFar)),
                        [](const Item& item) { return is_cue(item, CueKind::or_); });
  }

  // "Two nodules, both in the upper lobe", "Both are in the upper lobe.": the two of them, and not the two sides.
  void both_of_them() {
    for (std::size_t i = 0; i + 1 < items_.size(); ++i) {
      if (is_either(i)) items_[i].cue = CueKind::both;
      if (!is_cue(items_[i], CueKind::both)) continue;
      const bool in = is_cue(items_[i + 1], CueKind::in);
      if (i == 0 && i + 2 < items_.size() && is_cue(items_[i + 1], CueKind::be) && is_cue(items_[i + 2], CueKind::in))
        items_[i].cue = CueKind::it;
      const auto several = [](const Item& item) { return item.observation != nullptr && item.plural; };
      if (both_of_two(i)) pass_over(items_[i]);
      constexpr std::size_t kFar = 60;  // items of one sentence that a person writes
      const auto at = [&](std::size_t k) { return items_.begin() + static_cast<std::ptrdiff_t>(k); };
      if (in && i > 0 && items_[i - 1].kind == ItemKind::comma &&
          std::any_of(at(i > kFar ? i - kFar : 0), at(i), several))
        pass_over(items_[i]);
      // "Both lesions are in the left lung"
      if (i + 3 < items_.size() && several(items_[i + 1]) && is_cue(items_[i + 2], CueKind::be) &&
          is_cue(items_[i + 3], CueKind::in) &&
          std::any_of(at(i + 3), at(std::min(items_.size(), i + kFar)), names_one_side))
        pass_over(items_[i]);
    }
  }

  // "Two left iliac stents, both patent": the two of them.
  bool both_of_two(std::size_t i) const {
    if (i == 0 || items_[i - 1].kind != ItemKind::comma) return false;
    const Item& next = items_[i + 1];
    const bool says_how = next.kind == ItemKind::content && next.anatomy == nullptr && !next.plural;
    if (!says_how && !is_cue(next, CueKind::neg)) return false;
    if (says_how && i + 2 < items_.size() && items_[i + 2].kind == ItemKind::content) return false;
    constexpr std::size_t kFar = 24;
    bool two = false, left = false, right = false;
    for (std::size_t k = i - 1; k-- > 0 && i - k < kFar && items_[k].kind != ItemKind::semicolon;) {
      const Item& before = items_[k];
      two |= before.plural || (is_number_word(lexicon_, before) && lexicon_[before.modifier->concept_id].rank == 2);
      const Side in_word = before.observation != nullptr ? before.observation->side : Side::none;
      left |= is_cue(before, CueKind::left) || in_word == Side::left;
      right |= is_cue(before, CueKind::right) || in_word == Side::right;
    }
    return two && left != right;
  }

  const Lexicon& lexicon_;
  std::vector<Item>& items_;
};

}  // namespace

void settle_both_sides(const Lexicon& lexicon, const ItemKinds& said, std::vector<Item>& items) {
  BothSides(lexicon, items).run(said);
}

}  // namespace fiducial::findings
