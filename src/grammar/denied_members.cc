#include "grammar/denied_members.h"

#include <algorithm>
#include <array>

namespace fiducial::findings {

using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::ModifierKind;
using lexicon::Section;

namespace {

class DeniedMembers {
 public:
  DeniedMembers(const Lexicon& lexicon, std::span<const text::Token> tokens, std::vector<Item>& items)
      : lexicon_(lexicon), tokens_(tokens), items_(items) {}

  // "Right, but not left, hydronephrosis"
  void join() {
    for (std::size_t i = 1; i + 2 < items_.size(); ++i) {
      const std::size_t no = not_behind(i);
      if (no == i) continue;
      std::size_t end = no + 1;
      while (end < items_.size() && end < no + kFew && says_where(items_[end])) ++end;
      // "medial but not lateral meniscal tear": the place is in the words of the thing
      const bool in_words = end == no + 1 && names_thing(items_[end]) && items_[end].tokens > 1 &&
                            items_[end].observation->site != lexicon::kNone;
      if (!tells_apart(items_[i - 1]) || !(in_words || (end > no + 1 && shares_noun(i, no + 1, end)))) continue;
      if (end < items_.size() && items_[end].kind == ItemKind::comma) items_.erase(at(end));
      items_.erase(at(i) + 1, at(no) + 1);
      pass_over(items_[i]);
      items_[i].kind = ItemKind::cue;
      items_[i].cue = CueKind::and_;
      items_[i].but_not = true;
      return;
    }
  }

  // "The tube, but not the drain, has been removed": the drain is where it was.
  void deny_second_subject() {
    for (std::size_t i = 1; i + 3 < items_.size(); ++i) {
      const std::size_t no = not_behind(i);
      if (no == i) continue;
      const std::size_t end = behind_subject(no + 1);
      const std::size_t verb = end < items_.size() && items_[end].kind == ItemKind::comma ? end + 1 : end;
      const std::size_t first = clause_begin(i);
      if (end == no + 1 || verb >= items_.size() || behind_subject(first) != i || !says_of_subject(items_[verb]))
        continue;
      std::size_t last = verb + 1;
      while (!ends_stretch(items_, last) && last < verb + kFar) ++last;
      tell_subjects(i, {no + 1, end}, {verb, last});
      return;
    }
  }

  // "Effusion but no consolidation on the right, consolidation but no effusion on the left": both are on that side.
  void place_both() {
    int most = kMostPlaced;
    for (std::size_t i = 1; i + 3 < items_.size() && most > 0; ++i) {
      if (!contrasts(items_[i]) || !is_cue(items_[i + 1], CueKind::neg)) continue;
      const std::size_t first = clause_begin(i);
      std::size_t where = i + 2;
      while (where < items_.size() && (names_thing(items_[where]) || items_[where].only_modifier())) ++where;
      std::size_t end = where;
      bool side = false;
      for (; end < items_.size() && end < where + kFew && (says_where(items_[end]) || is_cue(items_[end], CueKind::in));
           ++end)
        side |= names_one_side(items_[end]);
      if (!side || where == i + 2 || !ends_stretch(items_, end) || !bare_thing(first, i)) continue;
      const std::vector<Item> place(at(where), at(end));
      items_[i] = semicolon_at(items_[i].begin);
      if (end + 3 < items_.size() && items_[end].kind == ItemKind::comma) items_[end] = semicolon_at(items_[end].begin);
      items_.insert(at(i), place.begin(), place.end());
      i = end;
      --most;
    }
  }

  // "Right and (not) left hydronephrosis is seen": "right hydronephrosis is seen; no left hydronephrosis".
  void split() {
    const auto joint = std::find_if(items_.begin(), items_.end(), [](const Item& item) { return item.but_not; });
    if (joint == items_.end()) return;
    const auto i = static_cast<std::size_t>(joint - items_.begin());
    std::size_t member = i;  // where the first begins
    if (names_thing(items_[i - 1])) --member;
    while (member > 0 && (tells_apart(items_[member - 1]) || items_[member - 1].completed)) --member;
    while (member > 0 && says_nothing(items_[member - 1])) --member;
    std::size_t first = member;  // where what is said of both begins
    while (first > 0 && i - first < kFar && !begins_behind(items_[first - 1])) --first;
    std::size_t noun = i + 1;  // where what both share begins
    while (noun < items_.size() && (says_nothing(items_[noun]) || names_side(items_[noun]))) ++noun;
    const std::size_t shared = shared_from(i, noun);
    std::size_t end = shared;
    while (end < items_.size() && end < i + kFar && !begins_behind(items_[end])) ++end;
    std::size_t last = end;  // of the clause
    while (last < items_.size() && last < i + kFar && items_[last].kind != ItemKind::semicolon) ++last;
    std::vector<Item> denied = denial_of({first, member}, {i + 1, shared}, {shared, end}, last);
    const Item between = semicolon_at(items_[last - 1].end);
    denied.insert(denied.begin(), between);
    items_.insert(at(last), denied.begin(), denied.end());
    items_.erase(at(i), at(shared));
  }

 private:
  static constexpr std::size_t kFar = 40;  // and no farther: a text of one sentence is read in linear time
  static constexpr std::size_t kFew = 8;   // items that a person puts into one member
  static constexpr int kMostPlaced = 8;

  static bool names_thing(const Item& item) { return item.kind == ItemKind::content && item.observation != nullptr; }

  static bool says_where(const Item& item) {
    return names_side(item) || names_place(item) || item.kind == ItemKind::level || item.kind == ItemKind::ordinal ||
           says_nothing(item);
  }

  static bool contrasts(const Item& item) { return is_cue(item, CueKind::negend) || is_cue(item, CueKind::contrast); }

  static bool ends_stretch(std::span<const Item> items, std::size_t i) {
    return i >= items.size() || items[i].kind == ItemKind::comma || items[i].kind == ItemKind::semicolon ||
           items[i].kind == ItemKind::colon;
  }

  static bool denies_ahead(const Item& item) { return is_cue(item, CueKind::neg) || is_cue(item, CueKind::not_); }

  struct Range {
    std::size_t first = 0, last = 0;  // [first, last)
  };

  std::vector<Item>::iterator at(std::size_t i) const { return items_.begin() + static_cast<std::ptrdiff_t>(i); }

  // ", but not" or ", not" at i: where "not" stands; i: it is no such thing.
  std::size_t not_behind(std::size_t i) const {
    std::size_t k = i;
    const bool comma = items_[k].kind == ItemKind::comma;
    if (comma) ++k;
    const bool but = k < items_.size() && contrasts(items_[k]);
    if (but) ++k;
    return (comma || but) && k + 1 < items_.size() && is_cue(items_[k], CueKind::not_) && items_[k].tokens == 1 ? k : i;
  }

  // A side, or a word that narrows a place: "right", "upper", "mediastinal".
  bool tells_apart(const Item& item) const {
    return names_side(item) || item.kind == ItemKind::ordinal || item.kind == ItemKind::level ||
           (names_place(item) && (item.adjective || is_direction(lexicon_, item)));
  }

  // What comes behind the second is said of both: a thing, or the place that has the two sides.
  bool shares_noun(std::size_t joint, std::size_t second, std::size_t end) const {
    std::size_t noun = end;
    if (noun < items_.size() && items_[noun].kind == ItemKind::comma) ++noun;
    const Item& last = items_[end - 1];
    const bool place_behind = noun < items_.size() && noun > end && names_place(items_[noun]);
    // "the left but not the right kidney", "the upper but not the lower lobes"
    const bool place = names_place(last) && !tells_apart(last) &&
                       (!names_side(items_[joint - 1]) ||
                        std::any_of(at(second), at(end), [](const Item& item) { return names_side(item); }));
    const bool subject = noun < items_.size() && !place && is_cue(items_[noun], CueKind::be);
    return !subject && (place || place_behind || (noun < items_.size() && names_thing(items_[noun])));
  }

  // Behind the second member: the place that both are of is its last word, or else what follows it.
  std::size_t shared_from(std::size_t joint, std::size_t noun) const {
    // "left kidney": the kidney is of both; "lower lobes": the first has been completed to "upper lobes"
    const Item& first = items_[joint - 1];
    if (names_side(first) || noun >= items_.size() || first.kind == ItemKind::level) return noun;
    if (names_thing(items_[noun]) && items_[noun].tokens > 1) return noun + 1;
    std::size_t k = noun;
    while (k < items_.size() && tells_apart(items_[k])) ++k;
    if (k == noun && names_place(items_[k])) ++k;
    return k;
  }

  static bool begins_behind(const Item& item) {
    return joins(item) || item.kind == ItemKind::semicolon || item.kind == ItemKind::colon || denies_ahead(item) ||
           is_clause_verb(item) || is_cue(item, CueKind::with) || contrasts(item) || is_cue(item, CueKind::negpost);
  }

  // "No thrombus in the left pulmonary artery"; "the left lung shows no consolidation", "the left kidney is not
  // enlarged".
  std::vector<Item> denial_of(Range before, Range second, Range shared, std::size_t last) {
    std::vector<Item> out(at(before.first), at(before.last));
    out.insert(out.end(), at(second.first), at(second.last));
    out.insert(out.end(), at(shared.first), at(shared.last));
    const bool named = std::any_of(out.begin(), out.end(), names_thing);
    const bool verb = !named && shared.last < last && is_clause_verb(items_[shared.last]);
    Item no = semicolon_at(items_[second.first].begin);
    if (!verb) {
      if (!named) add_thing_before(before.first, out);
      say_cue(lexicon_, no, lexicon_.known().no);
      out.insert(out.begin(), no);
      return out;
    }
    const bool be = is_cue(items_[shared.last], CueKind::be);
    say_cue(lexicon_, no, be ? lexicon_.known().not_ : lexicon_.known().no);
    out.push_back(items_[shared.last]);
    out.push_back(no);
    out.insert(out.end(), at(shared.last) + 1, at(last));
    return out;
  }

  // "The mass is in the left, not the right, kidney": no mass, and the kidney is there.
  void add_thing_before(std::size_t end, std::vector<Item>& out) const {
    for (std::size_t i = end, first = clause_begin(end); i-- > first;) {
      if (!names_thing(items_[i])) continue;
      out.insert(out.begin(), items_[i]);
      return;
    }
  }

  std::size_t clause_begin(std::size_t i) const {
    const std::size_t least = i > kFar ? i - kFar : 0;
    while (i > least && !ends_stretch(items_, i - 1)) --i;
    return i;
  }

  // Words that name one thing or place, with what it is like; `first` if they do not.
  std::size_t behind_subject(std::size_t first) const {
    bool named = false;
    std::size_t i = first;
    for (; i < items_.size() && i < first + kFew &&
           (says_where(items_[i]) || items_[i].only_modifier() || names_thing(items_[i]));
         ++i) {
      if (says_of_subject(items_[i])) break;
      named |= names_place(items_[i]) || names_thing(items_[i]);
    }
    return named ? i : first;
  }

  bool says_of_subject(const Item& item) const {
    return is_cue(item, CueKind::be) || is_cue(item, CueKind::show) || item.begins_with_verb || item.finite ||
           (item.tokens > 1 && has_changed(item));
  }

  bool has_changed(const Item& item) const {
    return item.modifier != nullptr && lexicon_[item.modifier->concept_id].is(ModifierKind::change) &&
           item.modifier->concept_id != lexicon_.known().change_stable &&
           (item.only_modifier() || item.tokens > 1);  // "is enlarged": so it is, and not what it has become
  }

  void tell_subjects(std::size_t joint, Range second, Range said) {
    std::vector<Item> out(items_.begin(), at(joint));
    out.insert(out.end(), at(said.first), at(said.last));
    out.push_back(semicolon_at(items_[joint].begin));
    out.insert(out.end(), at(second.first), at(second.last));
    const auto change = std::find_if(at(said.first), at(said.last), [&](const Item& k) { return has_changed(k); });
    if (change != at(said.last)) {
      Item stays = *change;
      if (!say(lexicon_, stays, lexicon_.known().change_stable, Section::modifier)) return;
      out.push_back(stays);
    } else {
      Item no = semicolon_at(items_[joint].begin);
      const bool show = is_cue(items_[said.first], CueKind::show);
      say_cue(lexicon_, no, show ? lexicon_.known().no : lexicon_.known().not_);
      out.insert(out.end(), at(said.first), at(said.last));
      out.insert(out.end() - static_cast<std::ptrdiff_t>(said.last - said.first - 1), no);
    }
    out.insert(out.end(), at(said.last), items_.end());
    items_ = std::move(out);
  }

  // "Effusion", without a place, and not one that is always in the middle.
  bool bare_thing(std::size_t first, std::size_t end) const {
    const bool only = std::all_of(at(first), at(end), [](const Item& item) {
      return item.only_modifier() || names_thing(item) || says_nothing(item);
    });
    return only && std::any_of(at(first), at(end), [&](const Item& item) {
             if (!names_thing(item)) return false;
             const lexicon::ConceptId said = item.observation->site;
             const lexicon::ConceptId usual = said != lexicon::kNone ? said : lexicon_[item.observation->concept_id].at;
             return usual == lexicon::kNone || lexicon_[usual].has(lexicon::Concept::paired) ||
                    lexicon_[lexicon_.representative(usual)].has(lexicon::Concept::paired);
           });
  }

  const Lexicon& lexicon_;
  std::span<const text::Token> tokens_;
  std::vector<Item>& items_;
};

}  // namespace

void join_denied_members(const Lexicon& lexicon, std::span<const text::Token> tokens, const ItemKinds& said,
                         std::vector<Item>& items) {
  DeniedMembers members(lexicon, tokens, items);
  if (said.has(CueKind::neg) && said.any(CueKind::negend, CueKind::contrast)) members.place_both();
  if (!said.has(CueKind::not_)) return;
  members.join();
  members.deny_second_subject();
}

void tell_denied_members(const Lexicon& lexicon, std::span<const text::Token> tokens, std::vector<Item>& items) {
  DeniedMembers(lexicon, tokens, items).split();
}

}  // namespace fiducial::findings
