#include "grammar/denied_deeds.h"

#include <algorithm>
#include <iterator>

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;
using lexicon::Lexicon;

namespace {

class DeniedDeeds {
 public:
  DeniedDeeds(const Lexicon& lexicon, std::vector<Item>& items) : lexicon_(lexicon), items_(items) {}

  void run() {
    deny_adjective();
    for (std::size_t i = 0; i + 1 < items_.size(); ++i) {
      if (is_cue(items_[i], CueKind::neg)) {
        keep_what_has_not_changed(i);
        deny_state(i);
      }
      if (is_cue(items_[i], CueKind::not_)) assert_of_other(i);
      if (is_row(items_[i], lexicon_.known().none_of)) deny_what_it_has(i);
      if (is_row(items_[i], lexicon_.known().neither)) deny_of_both(i);
      if (is_row(items_[i], lexicon_.known().most_of)) leave_some(i);
      if (is_row(items_[i], lexicon_.known().how_likely)) tell_how_likely(i);
      if (is_cue(items_[i], CueKind::negend) && is_cue(items_[i + 1], CueKind::negpost)) deny_of_subject(i);
      if (is_cue(items_[i + 1], CueKind::neg) && does_something(i)) deny_deed(i);
      if (is_row(items_[i + 1], lexicon_.known().from)) take_from(i);
    }
  }

 private:
  static constexpr std::size_t kFar = 12;  // words that a person puts between
  static constexpr int kMostAnew = 50;     // of a sentence, so that reading stays linear

  bool is_change(const Item& item) const {
    return item.kind == ItemKind::content && item.observation != nullptr && item.anatomy == nullptr &&
           item.tokens == 1 && !item.negated_prefix &&
           ((lexicon_[item.observation->concept_id].about == lexicon_.known().size &&
             lexicon_[item.observation->concept_id].direction > 0) ||
            (item.modifier != nullptr && lexicon_[item.modifier->concept_id].is(lexicon::ModifierKind::change)));
  }

  // A finding that is spoken of as known: "the effusion", "the known aneurysm". The item behind it; `first` if there is
  // none.
  std::size_t known_thing(std::size_t first) const {
    bool known = false;
    std::size_t i = first;
    const auto qualifies = [&](const Item& item) {
      return item.only_modifier() || names_side(item) || names_place(item) || says_nothing(item) ||
             is_cue(item, CueKind::it);
    };
    for (; i < items_.size() && qualifies(items_[i]); ++i) {
      const bool named_so = is_cue(items_[i], CueKind::filler) && lexicon_[items_[i].cue_concept].direction < 0;
      known |= named_so || is_cue(items_[i], CueKind::the) || is_cue(items_[i], CueKind::it);
    }
    if (!known || i >= items_.size() || items_[i].kind != ItemKind::content || items_[i].observation == nullptr)
      return first;
    const Concept& c = lexicon_[items_[i].observation->concept_id];
    const bool thing = !c.has(Concept::normal) && !c.has(Concept::vague) && !c.has(Concept::device);
    return thing && items_[i].attribute == nullptr ? i : first;
  }

  // "No significant increase in the effusion": as "no change in the effusion", which is there.
  void keep_what_has_not_changed(std::size_t no) {
    const std::size_t change = no + 1;
    if (!is_change(items_[change]) || change + 2 >= items_.size() ||
        (!is_cue(items_[change + 1], CueKind::in) && !is_cue(items_[change + 1], CueKind::of)) ||
        known_thing(change + 2) == change + 2)
      return;
    if (say(lexicon_, items_[change], lexicon_.known().change_stable, lexicon::Section::modifier))
      pass_over(items_[no]);
  }

  // "No healing of the scaphoid fracture": as "the scaphoid fracture not healing". It is there.
  void deny_state(std::size_t no) {
    if (no + 3 >= items_.size() || !items_[no + 1].only_modifier() || items_[no + 1].tokens != 1 ||
        !is_cue(items_[no + 2], CueKind::of) ||
        !lexicon_[items_[no + 1].modifier->concept_id].is(lexicon::ModifierKind::onset))
      return;
    const std::size_t thing = known_thing(no + 3);
    if (thing == no + 3 || thing - no > kFar) return;
    pass_over(items_[no + 2]);
    std::swap(items_[no], items_[no + 2]);
    say_cue(lexicon_, items_[no + 2], lexicon_.known().not_);
    std::swap(items_[no + 1], items_[no + 2]);
    const auto at = [&](std::size_t i) { return items_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::rotate(at(no), at(no) + 3, at(thing) + 1);
  }

  // "None of the nodules contains calcifications": as "the nodules contain no calcifications". "None of the fractures
  // is displaced": as "the fractures are not displaced".
  void deny_what_it_has(std::size_t none) {
    const std::size_t end = std::min(items_.size(), none + kFar);
    bool thing = false;
    for (std::size_t i = none + 1; i + 1 < end; ++i) {
      if (joins(items_[i]) || items_[i].kind == ItemKind::semicolon || is_cue(items_[i], CueKind::which)) return;
      thing |= items_[i].kind == ItemKind::content && items_[i].observation != nullptr;
      const bool is = is_cue(items_[i], CueKind::be);
      if (!is_cue(items_[i], CueKind::show) && !is) continue;
      if (!thing) return;
      // "with no lucency, and none of the screws is loose": a clause of its own
      if (none > 0 && joins(items_[none - 1])) items_[none - 1] = semicolon_at(items_[none - 1].begin);
      std::rotate(items_.begin() + static_cast<std::ptrdiff_t>(none),
                  items_.begin() + static_cast<std::ptrdiff_t>(none) + 1,
                  items_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      say_cue(lexicon_, items_[i], is ? lexicon_.known().not_ : lexicon_.known().no);
      items_[i].begin = items_[i].end = items_[i - 1].end;
      return;
    }
  }

  // "The liver is not enlarged, the spleen is", "the right ovary is not cystic but the left is": as "…; the left ovary
  // is cystic".
  void assert_of_other(std::size_t no) {
    if (no < 2 || told_anew_ == kMostAnew || !is_cue(items_[no - 1], CueKind::be)) return;
    const auto skip = [&](std::size_t i, const auto& passes) {
      const std::size_t far = std::min(items_.size(), i + kFar);
      while (i < far && passes(items_[i])) ++i;
      return i;
    };
    const auto where = [](const Item& k) {
      return names_side(k) || names_place(k) || says_nothing(k) || k.kind == ItemKind::level;
    };
    const std::size_t joint =
        skip(no + 1, [](const Item& k) { return k.kind == ItemKind::content && !names_place(k); });
    const std::size_t other = skip(joint, [](const Item& k) {
      return k.kind == ItemKind::comma || k.kind == ItemKind::semicolon || is_cue(k, CueKind::and_) ||
             is_cue(k, CueKind::negend) || is_cue(k, CueKind::contrast);
    });
    const std::size_t verb = skip(other, where);
    const bool ends = verb + 1 >= items_.size() || items_[verb + 1].kind == ItemKind::comma ||
                      items_[verb + 1].kind == ItemKind::semicolon;
    if (joint == no + 1 || other == joint || verb == other || verb >= items_.size() ||
        !is_cue(items_[verb], CueKind::be) || !ends)
      return;
    const auto at = [&](std::size_t i) { return items_.begin() + static_cast<std::ptrdiff_t>(i); };
    const std::vector<Item> state(at(no) + 1, at(joint));
    std::vector<Item> place;  // of a side alone
    if (std::none_of(at(other), at(verb), [](const Item& k) { return names_place(k); })) {
      std::size_t first = no - 1;
      while (first > 0 && no - first < kFar && where(items_[first - 1])) --first;
      std::copy_if(at(first), at(no) - 1, std::back_inserter(place), [](const Item& k) { return names_place(k); });
      if (place.empty() || std::none_of(at(other), at(verb), names_side)) return;
    }
    items_[joint] = semicolon_at(items_[joint].begin);
    for (std::size_t i = joint + 1; i < other; ++i) pass_over(items_[i]);
    items_.insert(at(verb) + 1, state.begin(), state.end());
    items_.insert(at(verb), place.begin(), place.end());
    ++told_anew_;
  }

  // "Neither the plate nor the screws are loose": as "the plate, the screws are not loose".
  void deny_of_both(std::size_t neither) {
    const std::size_t end = std::min(items_.size(), neither + kFar);
    std::size_t nor = 0;
    int things = 0;
    std::size_t i = neither + 1;
    for (; i < end && !is_cue(items_[i], CueKind::be); ++i) {
      const Item& item = items_[i];
      if (is_cue(item, CueKind::or_)) {
        if (nor != 0) return;
        nor = i;
      } else if (item.finite && nor != 0 && is_cue(items_[nor + 1], CueKind::the)) {
        deny_second(neither, nor);  // "screws are loose" is one word of the lexicon
        return;
      } else if (item.kind == ItemKind::content && item.observation != nullptr) {
        ++things;
      } else if (!says_nothing(item) && !names_side(item) && !item.only_modifier() && item.kind != ItemKind::level) {
        return;
      }
    }
    const bool definite = is_cue(items_[neither + 1], CueKind::the);
    if (nor == 0 || things != 2 || !definite || i + 1 >= end) return;
    items_[nor].kind = ItemKind::comma;
    items_[nor].cue = CueKind::none;
    std::rotate(items_.begin() + static_cast<std::ptrdiff_t>(neither),
                items_.begin() + static_cast<std::ptrdiff_t>(neither) + 1,
                items_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    say_cue(lexicon_, items_[i], lexicon_.known().not_);
    items_[i].begin = items_[i].end = items_[i - 1].end;
  }

  // "The plate; no screws are loose"
  void deny_second(std::size_t neither, std::size_t nor) {
    pass_over(items_[neither]);
    items_[nor] = semicolon_at(items_[nor].begin);
    say_cue(lexicon_, items_[nor + 1], lexicon_.known().no);
  }

  // "The vessels are displaced but not encased": as "the vessels are displaced; the vessels are not encased".
  void deny_of_subject(std::size_t but) {
    if (told_anew_ == kMostAnew || items_[but + 1].stands_for == lexicon::kNone ||
        (but + 2 < items_.size() && items_[but + 2].kind != ItemKind::semicolon))
      return;
    std::size_t first = but;
    while (first > 0 && but - first < kFar && items_[first - 1].kind != ItemKind::semicolon &&
           items_[first - 1].kind != ItemKind::comma)
      --first;
    std::size_t verb = first;
    bool place = false;
    for (; verb < but && (names_side(items_[verb]) || names_place(items_[verb]) || says_nothing(items_[verb])); ++verb)
      place |= names_place(items_[verb]);
    if (!place || !is_cue(items_[verb], CueKind::be)) return;
    const auto at = [&](std::size_t i) { return items_.begin() + static_cast<std::ptrdiff_t>(i); };
    const std::vector<Item> subject(at(first), at(verb) + 1);
    items_[but] = semicolon_at(items_[but].begin);
    items_.insert(at(but) + 1, subject.begin(), subject.end());
    ++told_anew_;
  }

  // "Not FDG-avid nodule in the liver": as "nodule in the liver, not FDG-avid".
  void deny_adjective() {
    if (items_.size() < 3 || !is_cue(items_[0], CueKind::not_) || items_[0].tokens != 1 || !describes(items_[1]) ||
        items_[2].kind != ItemKind::content || items_[2].observation == nullptr || items_[2].anatomy != nullptr ||
        items_[2].adjective || lexicon_[items_[2].observation->concept_id].has(Concept::normal))
      return;
    std::size_t end = 3;
    while (end < items_.size() && end < kFar &&
           (says_nothing(items_[end]) || names_side(items_[end]) || names_place(items_[end]) ||
            is_cue(items_[end], CueKind::in) || is_cue(items_[end], CueKind::of) ||
            items_[end].kind == ItemKind::level))
      ++end;
    if (end < items_.size() && items_[end].kind != ItemKind::comma && items_[end].kind != ItemKind::semicolon) return;
    Item comma;
    comma.kind = ItemKind::comma;
    comma.begin = comma.end = items_[end - 1].end;
    const auto at = [&](std::size_t i) { return items_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::rotate(at(0), at(2), at(end));
    items_.insert(at(end) - 2, comma);
  }

  bool describes(const Item& item) const {
    // "not calcified nodule": how the nodule is, as no other word for it stands beside it
    if (item.modifier == nullptr || item.anatomy != nullptr || item.kind != ItemKind::content) return false;
    const Concept& c = lexicon_[item.modifier->concept_id];
    return c.is(lexicon::ModifierKind::enhancement) || c.is(lexicon::ModifierKind::density) ||
           c.is(lexicon::ModifierKind::shape) || c.is(lexicon::ModifierKind::margin) ||
           c.is(lexicon::ModifierKind::texture);
  }

  // "The drain has been removed from the collection": where it was; the collection has not gone.
  void take_from(std::size_t gone) {
    if (items_[gone].only_modifier() && lexicon_[items_[gone].modifier->concept_id].is(lexicon::ModifierKind::change) &&
        lexicon_[items_[gone].modifier->concept_id].rank == 0)
      say_cue(lexicon_, items_[gone + 1], lexicon_.known().in);
  }

  // "Most of the effusion has resolved": there is less of it.
  void leave_some(std::size_t most) {
    const std::size_t end = std::min(items_.size(), most + kFar);
    bool thing = false;
    for (std::size_t i = most + 1; i < end && items_[i].kind != ItemKind::comma &&
                                   items_[i].kind != ItemKind::semicolon && !is_clause_verb(items_[i]);
         ++i) {
      thing |= items_[i].kind == ItemKind::content && items_[i].observation != nullptr;
      if (!thing || !items_[i].only_modifier()) continue;
      const lexicon::Concept& c = lexicon_[items_[i].modifier->concept_id];
      if (c.is(lexicon::ModifierKind::change) && c.rank == 0)
        say(lexicon_, items_[i], lexicon_.known().change_smaller, lexicon::Section::modifier);
    }
  }

  // "The probability of PE is low": there is none; "… is high": probably.
  void tell_how_likely(std::size_t hedge) {
    const std::size_t end = std::min(items_.size(), hedge + kFar);
    bool thing = false;
    std::size_t verb = hedge + 1;
    for (; verb < end && !is_clause_verb(items_[verb]) && items_[verb].kind != ItemKind::semicolon; ++verb)
      thing |= items_[verb].kind == ItemKind::content && items_[verb].observation != nullptr;
    std::size_t how = verb + 1;
    while (how < end && says_nothing(items_[how])) ++how;
    if (!thing || how >= end || !is_cue(items_[verb], CueKind::be) || !items_[how].only_modifier()) return;
    const Concept& degree = lexicon_[items_[how].modifier->concept_id];
    const bool severity = degree.is(lexicon::ModifierKind::severity);
    const bool low = degree.direction < 0 || (severity && degree.rank < 3);
    const bool high = degree.direction > 0 || (severity && degree.rank > 3);
    if (!low && !high && !severity) return;
    if (low || high) say_cue(lexicon_, items_[hedge], low ? lexicon_.known().no : lexicon_.known().hedge_probable);
    for (std::size_t i = verb; i <= how; ++i) pass_over(items_[i]);
  }

  // "Displaces", "that narrows"
  bool does_something(std::size_t i) const {
    const Item& verb = items_[i];
    if (i == 0 || verb.kind != ItemKind::content || verb.observation == nullptr || verb.anatomy != nullptr ||
        !(verb.plural || verb.participle) || verb.tokens != 1)
      return false;
    const Concept& c = lexicon_[verb.observation->concept_id];
    return c.has(Concept::acts_elsewhere) || is_cue(items_[i - 1], CueKind::which);
  }

  // "Displaces no vessel", "touches nothing": as "not displaces a vessel".
  void deny_deed(std::size_t verb) {
    say_cue(lexicon_, items_[verb + 1], lexicon_.known().not_);
    std::swap(items_[verb], items_[verb + 1]);
    items_[verb].begin = items_[verb].end = items_[verb + 1].begin;
  }

  const Lexicon& lexicon_;
  std::vector<Item>& items_;
  int told_anew_ = 0;
};

}  // namespace

void settle_denied_deeds(const Lexicon& lexicon, std::vector<Item>& items) {
  DeniedDeeds(lexicon, items).run();
}

}  // namespace fiducial::findings
