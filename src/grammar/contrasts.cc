#include "grammar/contrasts.h"

#include <algorithm>

#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::ModifierKind;
using lexicon::Section;

namespace {

class Contrasts {
 public:
  Contrasts(const Lexicon& lexicon, const ItemKinds& kinds, std::vector<Item>& items)
      : lexicon_(lexicon), kinds_(kinds), items_(items) {}

  // Each looks only where the words that it turns on are said at all.
  void run() {
    const bool except = said(CueKind::negend), sided = said(CueKind::left) || said(CueKind::right);
    const bool be = said(CueKind::be), in = said(CueKind::in), no = said(CueKind::not_), gone = said(CueKind::negpost);
    if (said(CueKind::near)) after_operation();
    if (except) except_one();
    if (said(CueKind::rest)) one_and_the_other();
    if (except) except_place();
    if (in && said(CueKind::neg)) none_behind_place();
    if (be && no && said(CueKind::or_)) nor_is();
    if (said(CueKind::largest) && in) chiefly_there();
    if (said(CueKind::and_) && kinds_.detail()) spread_apart();
    if (said(CueKind::and_) && in) another_there();
    if (sided && said(CueKind::it)) it_on_the_other();
    if (said(CueKind::neg)) denied_after_operation();
    if (sided && said(CueKind::both)) both_with();
    if (said(CueKind::it) && said(CueKind::in)) lesion_in_place();
    if (kinds_.size() && said(CueKind::of)) nodes_have_changed();
    if (except || said(CueKind::contrast) || said(CueKind::and_)) resolved_elsewhere();
    if (sided && gone) not_on_the_other();
    if (be && said(CueKind::and_)) judged_by_one_word();
    if (no && except && in) not_there_but_here();
    if (sided && no) other_has_not();
    if (no && (except || said(CueKind::contrast))) another_has_not();
    if (in && (except || said(CueKind::contrast))) that_in_another_place();
    if (sided && gone) other_is_not_seen();
    if (sided && said(CueKind::prior)) unlike_the_other();
  }

 private:
  // Far enough for what people write, and no farther: a text of one sentence is read in linear time.
  static constexpr std::size_t kFar = 40;
  static constexpr std::size_t kFew = 8;

  static bool names_thing(const Item& item) { return item.observation != nullptr; }
  auto at(std::size_t i) const { return items_.begin() + static_cast<std::ptrdiff_t>(i); }
  auto not_far_before(std::size_t i) const { return at(i > kFar ? i - kFar : 0); }

  static bool says_where(const Item& item) {
    return names_side(item) || names_place(item) || item.kind == ItemKind::level || item.kind == ItemKind::ordinal ||
           says_nothing(item) || is_cue(item, CueKind::of) || item.only_modifier();
  }

  std::size_t clause_begin(std::size_t i) const {
    const std::size_t least = i > kFar ? i - kFar : 0;
    while (i > least && items_[i - 1].kind != ItemKind::semicolon && items_[i - 1].kind != ItemKind::comma) --i;
    return i;
  }

  // "After left nephrectomy the right kidney is unremarkable": two statements.
  void after_operation() {
    if (items_.empty() || !is_cue(items_[0], CueKind::near)) return;
    for (std::size_t i = 1; i + 2 < items_.size() && i < kFew; ++i) {
      if (items_[i].kind != ItemKind::content && !names_side(items_[i]) && !says_nothing(items_[i])) return;
      if (items_[i].observation == nullptr || !is_operation(lexicon_, items_[i].observation->concept_id)) continue;
      if (!is_cue(items_[i + 1], CueKind::the)) return;
      std::size_t k = i + 2;
      while (k < items_.size() && (names_side(items_[k]) || names_place(items_[k]))) ++k;
      if (k > i + 2 && k < items_.size() && is_clause_verb(items_[k]))
        items_.insert(at(i) + 1, semicolon_at(items_[i + 1].begin));
      return;
    }
  }

  bool is_exception(const Item& item) const {
    return is_cue(item, CueKind::negend) && lexicon_[item.cue_concept].direction < 0;
  }

  // "All ligaments except the ATFL are intact": the ATFL is not said to be. "Except for the fibula, no bone is broken."
  void except_place() {
    for (std::size_t i = 0; i + 2 < items_.size(); ++i) {
      if (!is_exception(items_[i])) continue;
      std::size_t end = i + 1;
      bool place = false;
      for (; end < items_.size() && says_where(items_[end]) && !items_[end].only_modifier(); ++end)
        place |= names_place(items_[end]) || names_one_side(items_[end]);
      if (!place || end >= items_.size()) continue;
      const bool subject = i > 0 && names_place(items_[i - 1]) && is_cue(items_[end], CueKind::be);
      const bool fronted = i == 0 && items_[end].kind == ItemKind::comma && end + 1 < items_.size() &&
                           is_cue(items_[end + 1], CueKind::neg);
      if (!subject && !fronted) continue;
      for (std::size_t k = i; k < end + (fronted ? 1 : 0); ++k) pass_over(items_[k]);
    }
  }

  // "A lesion", in the place of "the other": not the one before.
  void name_anew(std::size_t i, Item thing) {
    pass_over(items_[i]);
    items_[i].end = items_[i].begin + 1;
    thing.plural = false;
    thing.begin = items_[i].begin;
    thing.end = items_[i].end;
    items_.insert(at(i) + 1, thing);
  }

  bool is_one(const Item& item) const { return is_cue(item, CueKind::one) || is_number_word(lexicon_, item); }

  // "All lesions are smaller except for the one in segment VI, which has grown": that lesion has grown.
  void except_one() {
    for (std::size_t i = 2; i + 3 < items_.size(); ++i) {
      if (!is_exception(items_[i])) continue;
      std::size_t one = i + 1;
      while (one + 2 < items_.size() && says_nothing(items_[one])) ++one;
      if (!is_one(items_[one]) || !is_cue(items_[one + 1], CueKind::in)) continue;
      const auto named = std::find_if(not_far_before(i), at(i), names_thing);
      const auto end = at(std::min(items_.size(), one + kFar));
      const auto which = std::find_if(at(one), end, [](const Item& item) { return is_cue(item, CueKind::which); });
      if (named == at(i) || which == end) continue;
      if ((which - 1)->kind == ItemKind::comma) pass_over(*(which - 1));
      pass_over(*which);
      const Item thing = *named;
      for (std::size_t k = i + 1; k < one; ++k) pass_over(items_[k]);
      items_[i] = semicolon_at(items_[i].begin);
      name_anew(one, thing);
      return;
    }
  }

  // "One of the lesions has grown, the other is unchanged": each is told by itself.
  void one_and_the_other() {
    if (items_.size() < 6 || !is_one(items_[0]) || !is_cue(items_[1], CueKind::of)) return;
    std::size_t thing = 2;
    while (thing < items_.size() && (says_nothing(items_[thing]) || items_[thing].only_modifier())) ++thing;
    if (thing >= items_.size()) return;
    if (is_cue(items_[thing], CueKind::it) && items_[thing].stands_for == lexicon_.known().lesion)
      say(lexicon_, items_[thing], lexicon_.known().lesion, Section::observation);
    if (items_[thing].observation == nullptr) return;
    for (std::size_t i = thing + 2; i + 1 < items_.size(); ++i) {
      const bool joint =
          joins(items_[i - 1]) || says_nothing(items_[i - 1]) || is_cue(items_[i - 1], CueKind::contrast);
      if (!is_cue(items_[i], CueKind::rest) || !joint) continue;
      std::size_t first = i;
      while (first > thing + 1 && (says_nothing(items_[first - 1]) || joins(items_[first - 1]) ||
                                   is_cue(items_[first - 1], CueKind::contrast)))
        --first;
      const Item named = items_[thing];
      items_[i - 1] = semicolon_at(items_[i].begin);
      for (std::size_t k = first; k + 1 < i; ++k) pass_over(items_[k]);
      pass_over(items_[0]);
      pass_over(items_[1]);
      name_anew(i, named);
      return;
    }
  }

  // "Metastases have resolved in the lungs but persist in the liver": those in the liver persist.
  void resolved_elsewhere() {
    for (std::size_t i = 2; i + 2 < items_.size(); ++i) {
      if (!is_cue(items_[i], CueKind::negend) && !is_cue(items_[i], CueKind::contrast) &&
          !is_cue(items_[i], CueKind::and_))
        continue;
      const bool stays =
          (items_[i + 1].only_modifier() && items_[i + 1].modifier->concept_id == lexicon_.known().change_stable) ||
          is_cue(items_[i + 1], CueKind::be) || is_cue(items_[i + 1], CueKind::seen);
      std::size_t there = i + 2;  // "is still seen at L5-S1"
      while (there < items_.size() && (says_nothing(items_[there]) || is_cue(items_[there], CueKind::seen))) ++there;
      const bool placed =
          there < items_.size() && (is_cue(items_[there], CueKind::in) || names_one_side(items_[there]));
      if (!stays || !placed) continue;
      const std::size_t first = clause_begin(i);
      auto named = std::find_if(at(first), at(i), names_thing);
      if (named == at(i)) named = std::find_if(at(first), at(i), names_place);  // "the subdural"
      const auto gone = [&](const Item& item) { return has_resolved(item) || is_cue(item, CueKind::negpost); };
      if (named == at(i) || std::none_of(at(first), at(i), gone)) continue;
      if (items_[i + 1].kind == ItemKind::cue &&
          !say(lexicon_, items_[i + 1], lexicon_.known().change_stable, Section::modifier))
        continue;
      for (std::size_t k = i + 2; k < there; ++k) pass_over(items_[k]);
      const Item thing = *named;
      const auto organ = std::find_if(at(first), at(i), names_place);
      const bool side_only = std::none_of(at(i), items_.end(), names_place) && organ != at(i);
      const Item place = side_only ? *organ : Item{};
      if (side_only) items_.insert(items_.end(), place);
      items_[i] = semicolon_at(items_[i].begin);
      items_.insert(at(i) + 1, thing);
      return;
    }
  }

  // "Left wrist fracture, not present on the right": the denial is of the other side.
  void not_on_the_other() {
    for (std::size_t i = 1; i + 2 < items_.size(); ++i) {
      if (items_[i].kind != ItemKind::comma || !is_cue(items_[i + 1], CueKind::negpost) ||
          !names_one_side(items_[i + 2]) || (i + 3 < items_.size() && items_[i + 3].kind != ItemKind::semicolon))
        continue;
      const std::size_t first = clause_begin(i);
      const auto named = std::find_if(at(first), at(i), names_thing);
      const auto side = std::find_if(at(first), at(i), names_one_side);
      if (named == at(i) || side == at(i) || side->cue == items_[i + 2].cue) continue;
      const Item thing = *named;
      items_[i] = semicolon_at(items_[i].begin);
      items_.insert(at(i) + 1, thing);
      return;
    }
  }

  // "The spleen is not enlarged, nor is the liver": the liver is not enlarged.
  void nor_is() {
    for (std::size_t i = 3; i + 2 < items_.size(); ++i) {
      if (!is_cue(items_[i], CueKind::or_) || !is_cue(items_[i + 1], CueKind::be)) continue;
      std::size_t end = i + 2;
      while (end < items_.size() && (says_nothing(items_[end]) || names_side(items_[end]) || names_place(items_[end])))
        ++end;
      const bool ends = end == items_.size() || items_[end].kind == ItemKind::semicolon;
      if (!ends || end == i + 2) continue;
      const auto no =
          std::find_if(not_far_before(i), at(i), [](const Item& item) { return is_cue(item, CueKind::not_); });
      if (no == at(i)) continue;
      std::vector<Item> said(no, at(i));
      while (!said.empty() && joins(said.back())) said.pop_back();
      const Item verb = items_[i + 1];
      items_.erase(at(i) + 1);
      items_.insert(at(end) - 1, verb);
      items_.insert(at(end), said.begin(), said.end());
      items_[i] = semicolon_at(items_[i].begin);
      return;
    }
  }

  // "Lymph nodes decreased from 25 mm to 12 mm": there are nodes, and they have changed.
  void nodes_have_changed() {
    for (std::size_t i = 1; i + 2 < items_.size(); ++i) {
      Item& change = items_[i];
      if (change.observation == nullptr || change.modifier == nullptr || !is_cue(items_[i + 1], CueKind::of) ||
          !is_size(items_[i + 2]) || !lexicon_[change.modifier->concept_id].is(ModifierKind::change))
        continue;
      const auto nodes = [&](const Item& item) {
        return names_place(item) && is_node(lexicon_, item.anatomy->concept_id);
      };
      if (std::any_of(at(clause_begin(i)), at(i), nodes) && std::none_of(at(clause_begin(i)), at(i), names_thing))
        change.observation = nullptr;
    }
  }

  // "Cysts chiefly in the left kidney and stones in the right": the first word is of the cysts alone.
  void chiefly_there() {
    for (std::size_t i = 1; i + 4 < items_.size(); ++i) {
      if (!is_cue(items_[i], CueKind::largest) || !names_thing(items_[i - 1]) || !is_cue(items_[i + 1], CueKind::in))
        continue;
      std::size_t joint = i + 2;
      while (joint < items_.size() && joint < i + kFew && says_where(items_[joint])) ++joint;
      if (joint < items_.size() && (is_cue(items_[joint], CueKind::and_) || ends_at(joint))) pass_over(items_[i]);
    }
  }

  // "Emphysema predominantly in the upper lobes, and fibrosis in the lower lobes": each has its own.
  void spread_apart() {
    constexpr std::uint32_t kWithPlace = 3;  // tokens of a form that names where
    for (std::size_t i = 1; i + 3 < items_.size(); ++i) {
      const Item& spread = items_[i];
      if (!spread.only_modifier() || spread.tokens < kWithPlace || !names_thing(items_[i - 1]) ||
          !lexicon_[spread.modifier->concept_id].is(ModifierKind::distribution))
        continue;
      std::size_t joint = i + 1;
      if (items_[joint].kind == ItemKind::comma) ++joint;
      if (!is_cue(items_[joint], CueKind::and_)) continue;
      const auto end = at(std::min(items_.size(), joint + kFew));
      const auto thing = std::find_if(at(joint), end, names_thing);
      const bool denied =
          std::any_of(not_far_before(i), at(i), [](const Item& item) { return is_cue(item, CueKind::neg); });
      if (thing == end || denied || std::none_of(thing, end, [](const Item& k) { return is_cue(k, CueKind::in); }))
        continue;
      items_[joint] = semicolon_at(items_[joint].begin);
      return;
    }
  }

  // "A nodule in the right upper lobe and a second one, 1 cm, in the left lower lobe": another nodule.
  void another_there() {
    for (std::size_t i = 3; i + 3 < items_.size(); ++i) {
      if (!is_cue(items_[i], CueKind::and_)) continue;
      std::size_t one = i + 1;
      bool counted = false;
      for (; one < items_.size() && one < i + kFew && !is_cue(items_[one], CueKind::one) && !is_single(items_[one]);
           ++one) {
        if (!says_nothing(items_[one]) && !items_[one].only_modifier() && items_[one].kind != ItemKind::ordinal) break;
        counted |= !is_indefinite_article(items_[one]);
      }
      if (!counted || one + 2 >= items_.size() || !(is_cue(items_[one], CueKind::one) || is_single(items_[one])))
        continue;
      std::size_t behind = one + 1;
      const bool size = items_[behind].kind == ItemKind::comma && behind + 2 < items_.size() &&
                        is_size(items_[behind + 1]) && items_[behind + 2].kind == ItemKind::comma;
      if (size) behind += 3;
      const auto named = std::find_if(at(clause_begin(i)), at(i), names_thing);
      if (behind >= items_.size() || !is_cue(items_[behind], CueKind::in) || named == at(i)) continue;
      const Item thing = *named;
      if (size) pass_over(items_[one + 1]);
      if (size) pass_over(items_[one + 3]);
      for (std::size_t k = i + 1; k < one; ++k) pass_over(items_[k]);
      items_[i] = semicolon_at(items_[i].begin);
      name_anew(one, thing);
      return;
    }
  }

  bool is_single(const Item& item) const {
    return item.tokens == 1 && is_number_word(lexicon_, item) && lexicon_[item.modifier->concept_id].rank == 1;
  }

  // "Consolidation in the right lung has resolved; on the left it persists": the consolidation on the left.
  void it_on_the_other() {
    for (std::size_t i = 2; i + 2 < items_.size(); ++i) {
      if (items_[i].kind != ItemKind::semicolon && items_[i].kind != ItemKind::comma && !contrasts(items_[i]) &&
          !is_cue(items_[i], CueKind::and_))
        continue;
      std::size_t side = i + 1;
      while (side < items_.size() && side < i + kFew &&
             (says_nothing(items_[side]) || is_cue(items_[side], CueKind::in) || contrasts(items_[side])))
        ++side;
      std::size_t it = side + 1;
      while (it < items_.size() && items_[it].kind == ItemKind::comma) ++it;
      if (it + 1 >= items_.size() || !names_one_side(items_[side]) || !is_cue(items_[it], CueKind::it) ||
          items_[it].stands_for != kNone)
        continue;
      const auto named = std::find_if(not_far_before(i), at(i), names_thing);
      const auto organ = std::find_if(not_far_before(i), at(i), names_place);
      if (named == at(i)) continue;
      const Item thing = *named, place = organ == at(i) ? Item{} : *organ;
      const bool placed = organ != at(i);
      // "on the left it is", and not "on the left it is worse"
      const bool ends = it + 2 >= items_.size() || items_[it + 2].kind == ItemKind::semicolon ||
                        items_[it + 2].kind == ItemKind::comma || is_cue(items_[it + 1], CueKind::seen);
      if (ends && (is_cue(items_[it + 1], CueKind::be) || is_cue(items_[it + 1], CueKind::seen)))
        say(lexicon_, items_[it + 1], lexicon_.known().change_stable, Section::modifier);
      items_[i] = semicolon_at(items_[i].begin);
      items_[it] = thing;
      if (placed) items_.insert(at(side) + 1, place);
      return;
    }
  }

  // "Effusions, moderate on the right and small on the left, both with atelectasis": atelectasis on both sides.
  void both_with() {
    for (std::size_t i = 4; i + 2 < items_.size(); ++i) {
      if (items_[i - 1].kind != ItemKind::comma || !is_cue(items_[i], CueKind::both) ||
          !is_cue(items_[i + 1], CueKind::with))
        continue;
      const auto side = [&](CueKind cue) {
        return std::any_of(not_far_before(i), at(i), [&](const Item& item) { return is_cue(item, cue); });
      };
      if (!side(CueKind::left) || !side(CueKind::right)) continue;
      items_[i - 1] = semicolon_at(items_[i - 1].begin);
      pass_over(items_[i + 1]);
      return;
    }
  }

  // "No pneumothorax status post chest tube removal": the tube is gone, and there is no pneumothorax.
  void denied_after_operation() {
    bool denied = false, thing = false;
    for (std::size_t i = 1; i + 1 < items_.size(); ++i) {
      if (items_[i].kind == ItemKind::semicolon || items_[i].kind == ItemKind::comma) denied = thing = false;
      denied |= is_cue(items_[i - 1], CueKind::neg);
      thing |= denied && names_thing(items_[i]);
      const bool after = names_thing(items_[i]) && items_[i].anatomy == nullptr &&
                         items_[i].observation->concept_id == lexicon_.known().poststate;
      const bool since = is_cue(items_[i], CueKind::filler) && items_[i].tokens > 1 && names_thing(items_[i + 1]) &&
                         is_operation(lexicon_, items_[i + 1].observation->concept_id);  // "s/p"
      if (!(after || since) || !denied || !thing || !names_thing(items_[i - 1])) continue;
      items_.insert(at(i), semicolon_at(items_[i].begin));
      return;
    }
  }

  // "The lesion in the left kidney enhances homogeneously": a lesion there, and how it enhances.
  void lesion_in_place() {
    for (std::size_t i = 0; i + 3 < items_.size(); ++i) {
      if (!is_cue(items_[i], CueKind::it) || items_[i].stands_for != lexicon_.known().lesion ||
          !is_cue(items_[i + 1], CueKind::in))
        continue;
      std::size_t end = i + 2;
      while (end < items_.size() && end < i + kFew && says_where(items_[end]) && !items_[end].only_modifier()) ++end;
      if (end >= items_.size() || !names_place(items_[end - 1]) || !items_[end].only_modifier() ||
          !lexicon_[items_[end].modifier->concept_id].is(ModifierKind::enhancement))
        continue;
      say(lexicon_, items_[i], lexicon_.known().lesion, Section::observation);
    }
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
      const auto place = std::find_if(not_far_before(be), at(be), names_place);
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
    while (i < items_.size() && i < joint + kFew &&
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

  // What resolved on one side did not on the other: it persists there. What is seen on one side is not seen there.
  void other_has_not() {
    Other other;
    std::size_t joint = 1;
    while (joint < items_.size() && !read_other(joint, other)) ++joint;
    if (joint >= items_.size()) return;
    const std::size_t first = clause_begin(joint);
    const auto named = std::find_if(at(first), at(joint), names_thing);
    if (std::any_of(at(first), at(joint), [&](const Item& item) { return has_resolved(item); }) && named != at(joint)) {
      const Item thing = *named;
      if (!say(lexicon_, items_[other.verb], lexicon_.known().change_stable, Section::modifier)) return;
      pass_over(items_[other.verb + 1]);
      split(other, thing);
    } else if (is_cue(items_[joint - 1], CueKind::seen) && named == at(joint)) {
      const auto place = std::find_if(at(first), at(joint), names_place);
      if (place == at(joint)) return;
      const Item organ = *place;
      say_cue(lexicon_, items_[other.verb + 1], lexicon_.known().absent);
      split(other, organ);
    }
  }

  bool contrasts(const Item& item) const { return is_cue(item, CueKind::negend) || is_cue(item, CueKind::contrast); }
  bool ends_at(std::size_t i) const { return i >= items_.size() || items_[i].kind == ItemKind::semicolon; }
  bool has_changed(const Item& item) const {
    return item.modifier != nullptr && lexicon_[item.modifier->concept_id].is(ModifierKind::change) &&
           item.modifier->concept_id != lexicon_.known().change_stable;
  }

  // "The effusion has resolved but the consolidation has not": it is as it was.
  void another_has_not() {
    for (std::size_t i = 2; i + 3 < items_.size(); ++i) {
      if (!contrasts(items_[i]) ||
          std::none_of(not_far_before(i), at(i), [&](const Item& k) { return has_changed(k); }))
        continue;
      std::size_t verb = i + 1;
      bool thing = false;
      for (; verb < items_.size() && verb < i + kFew &&
             (says_where(items_[verb]) || names_thing(items_[verb]) || is_cue(items_[verb], CueKind::in));
           ++verb)
        thing |= names_thing(items_[verb]);
      if (!thing || verb + 1 >= items_.size() || !is_cue(items_[verb + 1], CueKind::not_) || !ends_at(verb + 2) ||
          !(is_cue(items_[verb], CueKind::show) || is_cue(items_[verb], CueKind::be)) ||
          !say(lexicon_, items_[verb], lexicon_.known().change_stable, Section::modifier))
        continue;
      pass_over(items_[verb + 1]);
      items_[i] = semicolon_at(items_[i].begin);
      return;
    }
  }

  // "The nodule in the right lung has grown while that in the left has cleared": the nodule in the left.
  void that_in_another_place() {
    for (std::size_t i = 2; i + 3 < items_.size(); ++i) {
      const Item& that = items_[i + 1];
      const bool stands_for = (is_cue(that, CueKind::which) && lexicon_[that.cue_concept].direction < 0) ||
                              (is_cue(that, CueKind::it) && that.stands_for == kNone);
      if (!contrasts(items_[i]) || !stands_for || !is_cue(items_[i + 2], CueKind::in)) continue;
      const std::size_t first = clause_begin(items_[i - 1].kind == ItemKind::comma ? i - 1 : i);
      const auto named = std::find_if(at(first), at(i), [&](const Item& k) {
        return names_thing(k) && !lexicon_[k.observation->concept_id].has(lexicon::Concept::normal);
      });
      const auto organ = std::find_if(at(first), at(i), names_place);
      if (named == at(i)) continue;
      const Item thing = *named;
      const bool side_alone = names_one_side(items_[i + 3]) || (i + 4 < items_.size() && names_one_side(items_[i + 4]));
      std::size_t side = i + 3;
      while (side < items_.size() && says_nothing(items_[side])) ++side;
      if (side_alone && organ != at(i) && side + 1 < items_.size() && names_one_side(items_[side]) &&
          !names_place(items_[side + 1])) {
        Item place = *organ;
        place.begin = place.end = items_[side].end;
        items_.insert(at(side) + 1, place);  // "in the left": in the left lung
      }
      items_[i] = semicolon_at(items_[i].begin);
      name_anew(i + 1, thing);
      return;
    }
  }

  // "The right ovary holds a cyst, the left is not seen": the left ovary is not.
  void other_is_not_seen() {
    for (std::size_t i = 3; i + 2 < items_.size(); ++i) {
      if (items_[i].kind != ItemKind::comma && !is_cue(items_[i], CueKind::and_)) continue;
      std::size_t side = i + 1;
      while (side < items_.size() && side < i + kFew && (says_nothing(items_[side]) || joins(items_[side]))) ++side;
      std::size_t gone = side + 1;
      if (gone < items_.size() && is_cue(items_[gone], CueKind::be)) ++gone;
      if (gone >= items_.size() || !names_one_side(items_[side]) || items_[gone].cue != CueKind::negpost ||
          (gone + 1 < items_.size() && items_[gone + 1].kind != ItemKind::semicolon))
        continue;
      const std::size_t first = clause_begin(i);
      const auto place = std::find_if(at(first), at(i), names_place);
      const auto other = std::find_if(at(first), at(i), names_one_side);
      if (place == at(i) || other == at(i) || other->cue == items_[side].cue || place > other + 2) continue;
      const Item organ = *place;
      split({i, side, 0, 0}, organ);
      return;
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
      const auto place = std::find_if(not_far_before(i), at(i), names_place);
      if (place == at(i)) return;
      const Item organ = *place;
      items_[i] = semicolon_at(items_[i].begin);
      pass_over(items_[side + 2]);
      items_[side + 1] = organ;
      return;
    }
  }

  bool said(CueKind cue) const { return kinds_.has(cue); }

  const Lexicon& lexicon_;
  const ItemKinds& kinds_;
  std::vector<Item>& items_;
};

}  // namespace

void tell_contrasts(const Lexicon& lexicon, const ItemKinds& said, std::vector<Item>& items) {
  Contrasts(lexicon, said, items).run();
}

}  // namespace fiducial::findings
