// Items to chunks and marks: the words between two joints become one chunk, and the joint says what ties it to the one
// before. Nothing is decided here about places, denials or findings.
#include <algorithm>
#include <utility>

#include "grammar/chunk_places.h"
#include "grammar/comparisons.h"
#include "grammar/open_phrase.h"
#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;
using lexicon::ModifierKind;

namespace {

class Chunker {
 public:
  Chunker(const Setting& setting, Context& context, Clause& clause)
      : lexicon_(setting.lexicon),
        sentence_(setting.sentence),
        context_(context),
        clause_(clause),
        does_not_(setting.on(Rule::denied_does_not)),
        none_there_(setting.on(Rule::denied_none_there)),
        margins_(setting.on(Rule::described_margin)),
        homonyms_(setting.on(Rule::place_homonym)),
        adjectives_ahead_(setting.on(Rule::describes_before)) {}

  void run() {
    const std::span<const Item> items = clause_.items;
    front_comma_ = subject_after_front(items);
    listed_denial_ = std::any_of(items.begin(), items.end(), [](const Item& i) { return is_cue(i, CueKind::or_); });
    const std::size_t begin = margins_ ? behind_margin(lexicon_, context_, items) : 0;
    if (begin > 0) clause_.anaphor = of_margin_ = true;
    for (std::size_t at = begin; at < items.size(); ++at) step(at);
    flush();
    name_the_largest();
    complete_owned_place(lexicon_, context_, clause_);
  }

 private:
  // The words since the last joint, as they stand.
  OpenPhrase open() const { return {lexicon_, clause_, phrase_, joint_, listed_, comma_}; }

  void step(std::size_t at) {
    const Item& item = clause_.items[at];
    if (item.kind == ItemKind::content && item.cue == CueKind::negpost) {
      // "absent styloid fracture", "a dilated stomach with absent gas": the denial stands before what it denies
      const bool begins = clause_.chunks.empty() || (at > 0 && is_cue(clause_.items[at - 1], CueKind::with));
      const bool ahead = begins && phrase_.empty() && at + 1 < clause_.items.size() &&
                         (says_something(clause_.items[at + 1]) || names_side(clause_.items[at + 1]));
      return ahead ? mark(item, CueKind::neg) : denial_behind(item);
    }
    // "The mass in the liver does not enhance": the form has the verb within
    if (item.finite && item.only_modifier() && last_named(clause_) != nullptr && !phrase_.empty()) verb(Joint::be);
    if (says_something(item) || names_side(item)) return content(at);
    denying_detail_ends(item);
    if (than_ && ends_comparison(item)) {
      flush();
      than_ = false;
    }
    if (is_cue(item, CueKind::filler)) {
      if (comma_ && phrase_.empty() && lexicon_[item.cue_concept].direction > 0) mark(item, CueKind::negend);
      return;
    }
    if (is_cue(item, CueKind::the)) {
      definite_ = definite_ || phrase_.empty();
      return;
    }
    if (item.kind == ItemKind::cue) return cue(item);
    if (opens_side_of_measure(at) || open().measured_within(at)) return;
    flush();
    punctuation(item);
  }

  // "109 mm (R) and 113 mm (L)": the side stands as if it had no brackets.
  bool opens_side_of_measure(std::size_t at) const {
    const std::span<const Item> items = clause_.items;
    return items[at].kind == ItemKind::open && at + 2 < items.size() && names_side(items[at + 1]) &&
           items[at + 2].kind == ItemKind::close && !phrase_.empty() && phrase_.back().kind == ItemKind::measure;
  }

  bool named_in_phrase() const {
    return std::any_of(phrase_.begin(), phrase_.end(), [](const Item& i) { return i.observation != nullptr; });
  }

  void content(std::size_t at) {
    const Item& item = clause_.items[at];
    // "A lesion of the kidney with a lobulated contour": not the kidney's
    // "an enlarged left ovary without flow": nor is this the ovary's name
    const bool comes_with = (item.begins_with_with && item.only_modifier() && open().placed_before()) ||
                            (item.begins_with_without && named_in_phrase());
    if (open().does_something(at) || comes_with) {
      const std::vector<Item> how_much = take_degree();
      flush();
      joint_ = Joint::with;
      phrase_ = how_much;
    }
    if (open().changes_subject(item)) {
      flush();
      joint_ = Joint::show;
      ++verbs_;
      clause_.verb = true;
    }
    // "no abnormal enhancement focus": there is no such focus
    if (denying_detail_ && item.observation != nullptr) {
      phrase_.pop_back();
      flush();
      mark(item, CueKind::neg);
    }
    denying_detail_ = item.only_modifier() && item.denies;
    const bool how = open().tells_how(item);
    phrase_.push_back(item);
    if (how) phrase_.back().observation = nullptr;
    phrase_.back().participle |= at == 0 && item.only_modifier() &&
                                 lexicon_[item.modifier->concept_id].going != kNone &&
                                 lexicon_[item.modifier->concept_id].is(ModifierKind::size);  // "Smaller effusion."
    if (item.cue == CueKind::than) {
      flush();
      than_ = true;
    }
  }

  // "The cyst slightly displaces the kidney": slight is what it does, and not the cyst.
  std::vector<Item> take_degree() {
    std::vector<Item> out;
    if (phrase_.size() < 2 || !phrase_.back().only_modifier() ||
        !lexicon_[phrase_.back().modifier->concept_id].is(ModifierKind::severity))
      return out;
    out.push_back(phrase_.back());
    phrase_.pop_back();
    return out;
  }

  // "no enhancement, edema or mass effect": the denial is in the word, and goes on
  void denying_detail_ends(const Item& item) {
    if (!std::exchange(denying_detail_, false) || !listed_denial_ || clause_.chunks.size() > 1) return;
    if (item.kind != ItemKind::comma && !is_cue(item, CueKind::or_)) return;
    flush();
    mark(item, CueKind::neg);
  }

  void punctuation(const Item& item) {
    if (item.kind == ItemKind::comma || item.kind == ItemKind::slash || item.kind == ItemKind::dash) {
      listed_ = comma_ = true;
      alternative_ = false;
      if (joint_ != Joint::start && !clause_.chunks.empty()) joint_ = Joint::list;
      if (&item == front_comma_) {
        listed_ = comma_ = false;
        joint_ = Joint::start;
        behind_front_ = true;
      }
      if (item.kind == ItemKind::comma) {
        largest_ = of_margin_ = false;
        mark(item, CueKind::none);  // what a comma ends, it ends
      }
    } else if (item.kind == ItemKind::open) {
      in_brackets_ = true;
      if (!clause_.chunks.empty()) joint_ = Joint::list;
    } else if (item.kind == ItemKind::close) {
      in_brackets_ = largest_ = false;
    }
  }

  void mark(const Item& item, CueKind cue) {
    Mark m;
    m.cue = cue;
    m.cue_concept = item.cue_concept;
    m.span = {item.begin, item.end};
    m.next = static_cast<std::uint16_t>(clause_.chunks.size());
    m.listed = listed_;
    m.comma = comma_;
    m.content = item.kind == ItemKind::content;
    m.in_brackets = in_brackets_;
    clause_.marks.push_back(m);
  }

  void connect(Joint joint) {
    flush();
    listed_ = listed_ && joint_ == Joint::list;
    joint_ = joint;
  }

  // "foci are seen in the frontal lobe and are noted in …"
  void second_verb() {
    again_ = again_ || (clause_.verb && listed_ && !clause_.chunks.empty() &&
                        clause_.chunks.back().phrase.kind == PhraseKind::place);
  }

  void verb(Joint kind) {
    flush();
    second_verb();
    ++verbs_;
    clause_.verb = true;
    joint_ = kind;
    listed_ = false;
  }

  // "Effusion is absent"
  void denial_behind(const Item& item) {
    flush();
    mark(item, CueKind::negpost);
    ++verbs_;
    clause_.verb = true;
    joint_ = Joint::seen;
  }

  // "No lymphadenopathy, no ascites": one of several that are denied, each by itself.
  bool denied_last() const {
    return !clause_.chunks.empty() && clause_.chunks.back().phrase.kind == PhraseKind::head &&
           std::any_of(clause_.marks.begin(), clause_.marks.end(),
                       [&](const Mark& m) { return m.cue == CueKind::neg && m.next + 1U == clause_.chunks.size(); });
  }

  // "which does not invade the chest wall": what the verb names is denied, not the thing that does not do it.
  bool does_not(const Item& item) {
    const std::span<const Item> items = clause_.items;
    const auto next = static_cast<std::size_t>(&item - items.data()) + 1;
    if (item.stands_for == kNone || next >= items.size() || !does_not_) return false;
    const Item& object = items[next];
    const bool it = is_cue(object, CueKind::it);  // "touches the aorta but does not invade it"
    // "the aorta is not invaded by the mass"
    const bool passive = is_cue(object, CueKind::with) && lexicon_[object.cue_concept].direction < 0 &&
                         next + 1 < items.size() && is_cue(items[next + 1], CueKind::the);
    if (!it && !passive && !is_cue(object, CueKind::the) && object.anatomy == nullptr && !names_side(object))
      return false;
    flush();
    const bool active = lexicon_[item.cue_concept].has(Concept::finite_verb) && names_one(lexicon_, clause_);
    if (!passive && !active && !is_there_already(clause_) && !clause_.anaphor) return false;
    mark(item, CueKind::neg);
    ++verbs_;
    clause_.verb = true;
    joint_ = clause_.chunks.empty() ? Joint::start : passive ? Joint::be : Joint::with;
    stand_in(item.stands_for, item);
    joint_ = it || passive ? Joint::start : Joint::in;
    return true;
  }

  // "The line has been replaced by a port": it is gone. "The marrow has been replaced by fat": that is there.
  bool replaces_no_device(const Item& item) {
    if (lexicon_[item.cue_concept].direction <= 0) return false;
    flush();
    const Chunk* const head = last_named(clause_);
    return head == nullptr || !lexicon_[head->phrase.concept_id].has(Concept::device);
  }

  // "The vein is not involved by thrombus": there is no thrombus in it.
  bool free_of(const Item& item) {
    const std::span<const Item> items = clause_.items;
    const auto next = static_cast<std::size_t>(&item - items.data()) + 1;
    if (item.stands_for == kNone || next + 1 >= items.size() || !is_cue(items[next], CueKind::with) ||
        items[next + 1].observation == nullptr || !does_not_)
      return false;
    flush();
    ++verbs_;
    clause_.verb = true;
    joint_ = Joint::show;
    mark(item, CueKind::neg);
    passed_ = &items[next];
    return true;
  }

  // "The tumor does not extend into the vein": it is there, and the vein is free of it.
  bool does_not_extend(const Item& item) {
    const std::span<const Item> items = clause_.items;
    const auto next = static_cast<std::size_t>(&item - items.data()) + 1;
    if (next + 1 >= items.size() || !is_cue(items[next], CueKind::in) || !does_not_) return false;
    const ConceptId seen = lexicon_[items[next].cue_concept].seen;
    if (seen == kNone || (last_named(clause_) == nullptr && !clause_.anaphor)) return false;
    mark(item, CueKind::neg);
    ++verbs_;
    clause_.verb = true;
    joint_ = clause_.chunks.empty() ? Joint::start : Joint::with;
    stand_in(seen, items[next]);
    passed_ = &items[next];
    joint_ = Joint::in;
    return true;
  }

  void cue(const Item& item) {
    if (&item == passed_) return;
    switch (item.cue) {
      case CueKind::neg:
        if (open().is_denied_by(item)) {
          denial_behind(item);
          clause_.marks.back().verbless = true;
          break;
        }
        flush();
        if (!clause_.chunks.empty() && joint_ == Joint::start) joint_ = Joint::with;
        if (joint_ == Joint::with && listed_ && denied_last()) joint_ = Joint::list;
        mark(item, item.cue);
        // "nothing suspicious": no abnormality; "nothing enhances": no enhancement
        if (item.stands_for != kNone && !names_what_it_does(item)) stand_in(item.stands_for, item);
        none_there(item);
        break;
      case CueKind::negpost:
        if (replaces_no_device(item)) {
          verb(Joint::show);
          break;
        }
        if (!does_not(item) && !free_of(item)) denial_behind(item);
        break;
      case CueKind::negend:
      case CueKind::contrast:
        flush();
        mark(item, item.cue);
        // "no nodule, on a background of emphysema": beside it, and not with it
        joint_ = clause_.chunks.empty()                     ? Joint::start
                 : lexicon_[item.cue_concept].direction > 0 ? Joint::list
                                                            : Joint::with;
        break;
      case CueKind::hedge:
        hedge(item);
        break;
      case CueKind::infer:
        flush();
        mark(item, item.cue);
        joint_ = Joint::infer;
        break;
      case CueKind::be:
        verb(Joint::be);
        break;
      case CueKind::show:
        verb(Joint::show);
        break;
      case CueKind::seen:
        seen(item);
        break;
      case CueKind::and_:
      case CueKind::or_:
        flush();
        comma_ = false;
        listed_ = true;
        alternative_ = item.cue == CueKind::or_;
        if (!clause_.chunks.empty()) joint_ = Joint::list;
        break;
      case CueKind::of:
        // "A small amount of pericardial effusion", "2 cm of retraction": an amount is not a thing that has places.
        // "is of normal size": the verb is the joint
        if (phrase_.empty() && joint_ == Joint::be) break;
        if (phrase_.empty() || !std::all_of(phrase_.begin(), phrase_.end(), [](const Item& i) {
              return i.only_modifier() || (i.kind == ItemKind::measure && i.size_count != 0);
            }))
          connect(Joint::of);
        break;
      default:
        other_cue(item);
        break;
    }
  }

  void other_cue(const Item& item) {
    switch (item.cue) {
      case CueKind::in:
        connect(Joint::in);
        mark(item, item.cue);
        break;
      case CueKind::near:
        connect(Joint::near);
        break;
      case CueKind::under:
        connect(Joint::under);
        break;
      case CueKind::with:
      case CueKind::include:
        flush();
        mark(item, item.cue);
        joint_ = Joint::with;
        listed_ = largest_ = false;
        break;
      case CueKind::which:
        flush();
        mark(item, item.cue);
        if (!clause_.chunks.empty()) joint_ = Joint::with;
        // "10 cm on the right and 11 cm on the left, where a stone is seen": at the place named last
        else if (lexicon_[item.cue_concept].direction > 0 && context_.focus.size() > 1)
          context_.focus.erase(context_.focus.begin(), context_.focus.end() - 1);
        break;
      case CueKind::largest:
        // "the effusion is larger", "a larger nodule": not one of several
        if ((joint_ == Joint::be ? phrase_.empty() : !definite_) && item.modifier != nullptr &&
            lexicon_[item.modifier->concept_id].going != kNone) {
          phrase_.push_back(item);
          phrase_.back().kind = ItemKind::content;
          phrase_.back().participle |= &item == clause_.items.data();  // "Larger effusion.": it has changed
          break;
        }
        flush();
        mark(item, item.cue);
        largest_ = true;
        break;
      case CueKind::it:
        flush();
        it(item);
        definite_ = lexicon_[item.cue_concept].direction > 0;  // "its leads"
        break;
      case CueKind::than:
        flush();
        if (ends_at_thing(lexicon_, clause_, item))
          joint_ = clause_.chunks.empty() ? Joint::start : Joint::with;
        else
          than_ = true;
        break;
      case CueKind::one:
        pronoun_ = true;
        counts_ = phrase_.empty();
        break;
      case CueKind::not_:
        flush();
        if (!not_there(item) && !does_not_extend(item)) mark(item, item.cue);
        break;
      case CueKind::prior:
      case CueKind::rest:
      case CueKind::history:
      case CueKind::limit:
      case CueKind::recommend:
      case CueKind::technique:
      case CueKind::quality:
      case CueKind::person:
        flush();
        mark(item, item.cue);
        break;
      default:
        break;
    }
  }

  // "Opacity, likely atelectasis": a guess at what the opacity is. "A small possible effusion": within a phrase.
  void hedge(const Item& item) {
    const bool named = named_in_phrase();
    // "a mass in the liver possibly metastatic"
    const bool behind_place = (joint_ == Joint::of || joint_ == Joint::in) && open().thing_so_far() &&
                              std::any_of(phrase_.begin(), phrase_.end(), [](const Item& i) {
                                return i.anatomy != nullptr || i.kind == ItemKind::level;
                              });
    if (named || behind_place) flush();
    mark(item, CueKind::hedge);
    if (phrase_.empty() && !clause_.chunks.empty() && (joint_ == Joint::start || (joint_ == Joint::list && comma_)) &&
        (open().thing_so_far() || ((comma_ || behind_place) && open().thing_with_place())))
      joint_ = Joint::infer;
    // "a nodule in the upper lobe is probably a granuloma", "a nodule (probably a granuloma)"
    if (phrase_.empty() && (joint_ == Joint::be || (joint_ == Joint::list && in_brackets_)) &&
        (open().thing_so_far() || open().thing_with_place()) && open().names_nature_behind(item))
      joint_ = Joint::infer;
    // "a nodule, which is probably a granuloma"
    if (phrase_.empty() && joint_ == Joint::be && clause_.marks.size() > 1) {
      const Mark& before = clause_.marks[clause_.marks.size() - 2];
      if (before.cue == CueKind::which && before.next == clause_.chunks.size()) joint_ = Joint::infer;
    }
  }

  void seen(const Item& item) {
    flush();
    second_verb();
    mark(item, item.cue);
    ++verbs_;
    clause_.verb = clause_.existential = true;
    // "in the lobe, there is a region of …"
    if (listed_ && std::all_of(clause_.chunks.begin(), clause_.chunks.end(),
                               [](const Chunk& c) { return c.phrase.kind == PhraseKind::place && c.prepositional(); }))
      listed_ = false;
    if (joint_ == Joint::start || joint_ == Joint::be || joint_ == Joint::list) joint_ = Joint::seen;
  }

  // "a large effusion on the left and a small one on the right": one more of what was named last.
  void stand_for_last(Phrase& p) const {
    if (p.concept_id != kNone || p.kind == PhraseKind::attribute) return;
    if (is_other_of_pair(lexicon_, context_, clause_, p.site)) return;
    const Chunk* const head = last_named(clause_);
    const ConceptId last = head != nullptr ? head->phrase.concept_id : context_.last_concept;
    if (last == kNone || lexicon_[last].has(Concept::normal) || is_operation(lexicon_, last)) return;
    p.kind = PhraseKind::head;
    p.concept_id = last;
    p.head = p.span;
  }

  // "The largest nodule measures 11 mm in the lingula": the clause is about that one.
  void name_the_largest() {
    if (clause_.chunks.empty() || clause_.marks.empty()) return;
    const Mark& first = clause_.marks.front();
    const Chunk& head = clause_.chunks.front();
    if (first.cue != CueKind::largest || first.next != 0) return;
    const bool thing = head.phrase.kind == PhraseKind::head && head.phrase.concept_id != kNone;
    // "the largest axillary node measures 7 mm"; a bare node is one of those named before
    const auto named = [&](ConceptId organ) {
      return organ != lexicon_.known().lymph_node && seen_name(lexicon_, organ) != kNone;
    };
    const bool node = head.phrase.kind == PhraseKind::place && head.joint == Joint::start &&
                      std::any_of(head.phrase.site.organs.begin(), head.phrase.site.organs.end(), named);
    if (!thing && !node) return;
    for (Chunk& c : clause_.chunks) c.one_of_several = false;
  }

  void it(const Item& item) {
    if (!clause_.chunks.empty() || owns_place(lexicon_, context_, clause_.items, item)) return;
    clause_.anaphor = true;
    if (item.stands_for != kNone) {
      clause_.spoken_of = item.stands_for;
      clause_.spoken_span = {item.begin, item.end};
    }
  }

  // Behind "nothing" a verb that is an observation too.
  bool names_what_it_does(const Item& item) const {
    const Item* const next = &item + 1;
    return next < clause_.items.data() + clause_.items.size() && next->kind == ItemKind::content &&
           next->observation != nullptr && next->anatomy == nullptr && !next->adjective;
  }

  // "Two cysts in the right kidney and none in the left": of what was named, in another place. "A cyst in the right
  // kidney. None in the left.", "…, the left kidney has none"
  void none_there(const Item& item) {
    const std::span<const Item> items = clause_.items;
    const auto next = static_cast<std::size_t>(&item - items.data()) + 1;
    if (lexicon_[item.cue_concept].direction >= 0 || !none_there_) return;
    const bool behind_place = next == items.size() && joint_ == Joint::show && clause_.chunks.size() == 1 &&
                              clause_.chunks.front().phrase.kind == PhraseKind::place;
    const bool place_behind = next < items.size() && (is_cue(items[next], CueKind::in) || names_side(items[next]));
    if (!behind_place && !place_behind) return;
    const Chunk* const head = last_named(clause_);
    if (head == nullptr) {
      if (behind_place || names_only_places(items.subspan(next))) none_of_last(item, items.subspan(next));
      return;
    }
    Phrase p = head_of(head->phrase.concept_id, {item.begin, item.end});
    p.fused_site = head->phrase.fused_site;
    const Site& last = clause_.chunks.back().phrase.site;
    const auto rest = items.subspan(next);
    const bool organ = std::any_of(rest.begin(), rest.end(), [](const Item& i) { return i.anatomy != nullptr; });
    if (!organ && clause_.chunks.back().phrase.kind == PhraseKind::place) p.site.organs = last.organs;
    joint_ = Joint::with;
    push_chunk(p);
    joint_ = Joint::in;
  }

  // None of what the clause or sentence before found.
  void none_of_last(const Item& item, std::span<const Item> places) {
    if (context_.last_concept == kNone || lexicon_[context_.last_concept].has(Concept::normal)) return;
    Phrase p = head_of(context_.last_concept, {item.begin, item.end});
    const bool organ = std::any_of(places.begin(), places.end(), [](const Item& i) { return i.anatomy != nullptr; });
    if (!organ && clause_.chunks.empty() && context_.focus.size() == 1) p.site.organs = context_.focus.front().organs;
    push_chunk(p);
    joint_ = Joint::in;
  }

  // "Into the renal vein but not the cava": what was named last is not in that place.
  bool not_there(const Item& item) {
    const std::span<const Item> items = clause_.items;
    const auto at = static_cast<std::size_t>(&item - items.data());
    if (at == 0 || !none_there_ || clause_.chunks.empty()) return false;
    if (place_before_not(at)) return true;
    const Item& before = items[at - 1];
    if (!is_cue(before, CueKind::negend) && !is_cue(before, CueKind::contrast) && before.kind != ItemKind::comma)
      return false;
    if (!names_only_places(items.subspan(at + 1))) return false;
    // "… invades the parametrium but not the sidewall": the verb's chunk has its place in it
    // "The left kidney is enlarged, but not the right": the subject says of what
    const Joint joint = clause_.chunks.back().joint;
    const Phrase& last =
        (joint == Joint::be || joint == Joint::show ? clause_.chunks.front() : clause_.chunks.back()).phrase;
    const bool placed = last.kind == PhraseKind::place ||
                        (last.kind == PhraseKind::head && (!last.site.empty() || last.fused_site != kNone));
    return placed && not_in(items.subspan(at), last.site, item);
  }

  // "ACL torn on the right, the left is not", "the left sinus is opacified, the right not": the place stands before.
  bool place_before_not(std::size_t at) {
    const Chunk place = clause_.chunks.back();
    if (at + 1 != clause_.items.size() || !place.is(PhraseKind::place) || !place.comma || place.prepositional() ||
        clause_.chunks.size() < 2)
      return false;
    const Phrase subject = clause_.chunks.front().phrase;
    clause_.chunks.pop_back();
    if (!not_in({}, subject.site, clause_.items[at])) {
      clause_.chunks.push_back(place);
      return false;
    }
    Chunk there = place;
    there.joint = Joint::in;
    there.comma = there.listed = false;
    clause_.chunks.push_back(there);
    return true;
  }

  // What was named last is not in the `places`, which may be no more than the other side of `last`.
  bool not_in(std::span<const Item> places, const Site& last, const Item& item) {
    const Chunk* const head = last_named(clause_);
    if (head == nullptr) return false;
    Phrase p = head_of(head->phrase.concept_id, {item.begin, item.end});
    if (std::none_of(places.begin(), places.end(),
                     [](const Item& i) { return i.anatomy != nullptr; })) {  // "… in the right kidney but not the left"
      p.fused_site = head->phrase.fused_site;
      p.site.organs = last.organs;
    }
    mark(item, CueKind::neg);
    joint_ = Joint::with;
    push_chunk(p);
    joint_ = Joint::in;
    return true;
  }

  // A word of the grammar that names something too: "nothing" is no abnormality.
  void stand_in(ConceptId concept_id, const Item& item) {
    Phrase p = head_of(concept_id, {item.begin, item.end});
    push_chunk(p);
  }

  void flush() {
    if (phrase_.empty()) return;
    const bool preposition =
        joint_ == Joint::of || joint_ == Joint::in || joint_ == Joint::near || joint_ == Joint::under;
    const OpenPhrase words = open();
    const bool predicate =
        joint_ == Joint::be || joint_ == Joint::show || of_margin_ || words.changes_again() || words.adjective_behind();
    const bool of_thing =
        !words.relative_of_organ() && (words.subject_is_lesion() || words.relative_of_thing() || clause_.anaphor);
    const bool describes = (adjectives_ahead_ && words.adjective_ahead()) || words.looks_of_lesion() ||
                           (((predicate && of_thing) || words.describes_again()) && !words.second_signal());
    const bool contralateral =
        std::any_of(phrase_.begin(), phrase_.end(), [](const Item& i) { return is_cue(i, CueKind::other_side); });
    Phrase p = read_phrase(lexicon_, phrase_, describes, preposition, contralateral ? context_.opposed : context_.side);
    if (std::exchange(pronoun_, false) && !(counts_ && words.names_organ())) {
      stand_for_last(p);
      if (p.kind == PhraseKind::head && joint_ == Joint::in) joint_ = listed_ ? Joint::list : Joint::start;
    }
    words.go_on_with_attribute(p);
    const ConceptSet<12> behind = words.details_behind_place();
    if (homonyms_) settle_homonyms(lexicon_, context_, clause_, phrase_, p);
    phrase_.clear();
    read_liver_segment(lexicon_, context_, clause_, p.site);
    note_side(p, contralateral);
    if (p.kind == PhraseKind::empty) return;
    push_chunk(p, behind);
  }

  void push_chunk(Phrase& p, const ConceptSet<12>& behind = {}) {
    Chunk c;
    c.words = p.span;
    c.joint = joint_;
    c.listed = listed_;
    c.comma = comma_;
    c.alternative = alternative_;
    c.definite = definite_;
    c.in_brackets = in_brackets_;
    c.one_of_several = largest_;
    c.compared_to = std::exchange(than_, false) && p.size_count == 0 && p.quantity_count == 0;
    c.behind_front = std::exchange(behind_front_, false);
    c.again = std::exchange(again_, false);
    c.verbs = verbs_;
    push_place_apart(lexicon_, p, c, behind, clause_.chunks);
    joint_ = Joint::start;
    listed_ = comma_ = alternative_ = definite_ = false;
  }

  // "The left lung is small. The contralateral lung is clear. The contralateral diaphragm is smooth.": both are right.
  void note_side(const Phrase& p, bool contralateral) {
    const Side side = p.site.side != Side::none ? p.site.side : p.fused_side;  // "left tube is occluded", one form
    if (side == Side::none || p.directed || (!p.side_said && p.fused_side == Side::none)) return;
    context_.side = side == Side::both ? Side::none : side;
    if (context_.side != Side::none && !contralateral) context_.opposed = context_.side;
    context_.sided = home_place(lexicon_, p);
    context_.sided_sentence = sentence_;
  }

  const Lexicon& lexicon_;
  std::uint32_t sentence_;
  Context& context_;
  Clause& clause_;
  const Item* front_comma_ = nullptr;
  const Item* passed_ = nullptr;  // a word that was read with the one before it
  bool listed_denial_ = false;
  bool does_not_, none_there_, margins_, homonyms_, adjectives_ahead_;
  // of the chunk that is being read
  std::vector<Item> phrase_;
  Joint joint_ = Joint::start;
  bool listed_ = false, comma_ = false, alternative_ = false, definite_ = false;
  bool pronoun_ = false;  // "one" stands for what was named last
  bool counts_ = false;   // … unless it stands before a noun: "one left renal artery"
  bool in_brackets_ = false, largest_ = false, than_ = false, behind_front_ = false, again_ = false;
  bool of_margin_ = false;       // how the margin of what was spoken of is
  bool denying_detail_ = false;  // the last item was a detail that is denied: "no enhancement"
  std::uint8_t verbs_ = 0;
};

}  // namespace

void find_chunks(const Setting& setting, Context& context, Clause& clause) {
  Chunker(setting, context, clause).run();
}

}  // namespace fiducial::findings
