// What is denied, compared to or not part of this examination: marks to scopes.
//
// A denial ahead of things ("no", "without") reaches over a list of them to the next verb, "but" or "with"; one behind
// ("is absent") reaches back over its subject; "not" denies the next thing that is said. What is doubted: certainty.cc.
#include <algorithm>

#include "grammar/advice.h"
#include "grammar/denial_reach.h"
#include "grammar/earlier_sizes.h"
#include "grammar/seen_places.h"
#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;

namespace {

class ScopeFinder {
 public:
  ScopeFinder(const Setting& setting, Clause& clause)
      : setting_(setting),
        lexicon_(setting.lexicon),
        clause_(clause),
        reach_(setting, clause),
        sizes_(setting.lexicon, clause) {}

  void run() {
    std::size_t at = 0;
    for (std::size_t i = 0; i <= clause_.chunks.size(); ++i) {
      while (at < clause_.marks.size() && clause_.marks[at].next <= i) pass(at++);
      if (i < clause_.chunks.size()) visit(i);
    }
    // "… is not demonstrated", "allergies: none"
    const bool behind = ahead_ >= 0 && fresh_ && acts_behind(static_cast<std::size_t>(ahead_));
    leave_out_unknown_quality();
    if ((not_ >= 0 && !not_used_ && !spares_head() && !elliptic() && !of_year(not_)) || behind) {
      const auto mark = static_cast<std::size_t>(not_ >= 0 && !not_used_ ? not_ : ahead_);
      // "so a fracture is likely, although none has occurred": of the last
      const std::size_t first = behind ? reach_.head_before(clause_.chunks.size()) : behind_contrast(mark);
      deny_all_before(clause_.chunks.size(), mark, Rule::denied_behind, first);
    }
    find_certainty(setting_, clause_);
    leave_out_advice(setting_, clause_);
  }

 private:
  // "The mass sits against the wall but does not cross it", "the body is collapsed and does not bulge": what stands
  // before "but", or before the "and" of a second verb, is not denied.
  std::size_t behind_contrast(std::size_t mark) const {
    const Mark& denial = clause_.marks[mark];
    constexpr std::size_t kMostItems = 400;  // of a clause that people write
    if (clause_.items.size() > kMostItems) return 0;
    for (std::size_t k = clause_.items.size(); k-- > 0;) {
      const Item& item = clause_.items[k];
      if (item.begin >= denial.span.begin || is_cue(item, CueKind::filler) || is_clause_verb(item)) continue;
      if (is_cue(item, CueKind::and_)) return denial.next;
      break;
    }
    for (std::size_t k = mark; k-- > 0;) {
      const Mark& m = clause_.marks[k];
      if (m.cue == CueKind::negend || m.cue == CueKind::contrast) return m.next;
    }
    return 0;
  }

  // "Allergies: none" denies what stands before it; "…, with nothing suspicious" does not.
  bool acts_behind(std::size_t mark) const {
    const ConceptId cue = clause_.marks[mark].cue_concept;
    return lexicon_[cue].direction < 0 || (lexicon_[cue].seen == kNone && clause_.marks.size() == 1);
  }

  // "a bulge that does not touch the cord": it is there, whatever it does not do.
  // "a coil lies in the cavity and does not penetrate the wall": so is what was said to lie somewhere.
  bool spares_head() const {
    if (!setting_.on(Rule::denied_relative)) return false;
    if (of_relative_) return true;
    const std::size_t end = not_ < 0 ? 0 : clause_.marks[static_cast<std::size_t>(not_)].next;
    return std::any_of(clause_.marks.begin(), clause_.marks.end(), [&](const Mark& m) {
      return m.next < end && heads_before(m.next) && lexicon_[m.cue_concept].has(Concept::finite_verb);
    });
  }

  // "The sternal lesion is FDG-avid, the rib lesion is not.": it is there, whatever it is not.
  bool elliptic() const {
    const std::span<const Item> items = clause_.items;
    return items.size() > 2 && items.front().kind == ItemKind::comma && is_cue(items.back(), CueKind::not_) &&
           is_cue(items[items.size() - 2], CueKind::be) && setting_.on(Rule::denied_relative);
  }

  // "None of the features of malignancy and is a typical fibroadenoma": a second verb of the same subject.
  bool has_own_verb(std::size_t i) const {
    const std::span<const Item> items = clause_.items;
    std::size_t at = reach_.item_at(clause_.chunks[i].words.begin);
    while (at > 0 && is_cue(items[at - 1], CueKind::filler)) --at;
    return behind_second_verb(at, i) && setting_.on(Rule::denied_ahead);
  }

  // "The lung does not show a mass demonstrating cavitation": the mass would.
  bool shown_by_denied(std::size_t i) const {
    const std::span<const Item> items = clause_.items;
    std::size_t at = reach_.item_at(clause_.chunks[i].words.begin);
    while (at > 0 && is_cue(items[at - 1], CueKind::filler)) --at;
    return at > 1 && is_cue(items[at - 1], CueKind::show) && items[at - 1].participle && !joins(items[at - 2]) &&
           setting_.on(Rule::denied_verb);
  }

  // "The stent does not zorb": no "is" stands before the "not", and something before it that says nothing.
  bool of_deed(const Mark& m) const {
    const std::size_t at = reach_.item_at(m.span.begin);
    std::size_t k = at;
    while (k > 0 && is_cue(clause_.items[k - 1], CueKind::filler)) --k;
    return k < at && k > 0 && !is_clause_verb(clause_.items[k - 1]);
  }

  // "A small plaque, not obstructive": the word is not known, and it is the plaque's. "The lesion does not suppress":
  // it is there, whatever that is.
  void leave_out_unknown_quality() {
    if (not_ < 0 || not_used_ || !setting_.on(Rule::denied_relative)) return;
    const Mark& m = clause_.marks[static_cast<std::size_t>(not_)];
    const bool deed = of_deed(m) && (known_before(m.next) || clause_.anaphor);
    if (m.next + 1U != clause_.chunks.size() || !(deed || (m.comma && known_before(m.next)))) return;
    const Chunk& c = clause_.chunks[m.next];
    if (!c.is(PhraseKind::head) || c.phrase.concept_id != kNone) return;
    leave_out(m.next, LeftOut::denied, Rule::denied_relative);
    not_used_ = true;
  }

  bool known_before(std::size_t end) const {
    return std::any_of(clause_.chunks.begin(), clause_.chunks.begin() + static_cast<std::ptrdiff_t>(end),
                       [](const Chunk& c) { return c.is(PhraseKind::head) && c.phrase.concept_id != kNone; });
  }

  bool heads_before(std::size_t end) const { return findings::heads_before(clause_, end); }

  // "The family did not notice any seizure": what stands before is nothing known, and the known comes behind.
  bool somebody_sees(std::size_t next) const {
    const auto known = [](const Chunk& c) { return c.head() && c.phrase.concept_id != kNone; };
    const auto middle = clause_.chunks.begin() + static_cast<std::ptrdiff_t>(std::min(next, clause_.chunks.size()));
    return std::none_of(clause_.chunks.begin(), middle, known) && heads_before(next) &&
           std::any_of(middle, clause_.chunks.end(), known);
  }

  std::uint8_t verbs_at(std::size_t i) const {
    return i < clause_.chunks.size() ? clause_.chunks[i].verbs : std::uint8_t{0};
  }

  bool is_definite(std::size_t i) const { return i < clause_.chunks.size() && clause_.chunks[i].definite; }

  // "No lymph nodes", "no vertebrae": of which there are many, so that none of them has it; "no gallbladder" is gone.
  bool denies_several(std::size_t i) const {
    const Chunk& c = clause_.chunks[i];
    const auto node = [&](ConceptId organ) { return is_node(lexicon_, organ); };
    if (std::any_of(c.phrase.site.organs.begin(), c.phrase.site.organs.end(), node)) return true;
    // "no rib with a fracture", "no kidney with a stone": not one of them
    if (names_one_of_several(c)) return true;
    return std::any_of(clause_.items.begin(), clause_.items.end(), [&](const Item& k) {
      return names_place(k) && k.plural && k.begin >= c.words.begin && k.end <= c.words.end;
    });
  }

  // "No kidney": of those there are two, and which of them is not said.
  bool names_one_of_several(const Chunk& c) const {
    const Site& site = c.phrase.site;
    return !c.comma && !c.definite && site.side == Side::none && site.from == 0 && site.organs.size == 1 &&
           site.parts.empty() &&
           (lexicon_[*site.organs.begin()].has(Concept::paired) || *site.organs.begin() == lexicon_.known().rib ||
            *site.organs.begin() == lexicon_.known().vertebra || *site.organs.begin() == lexicon_.known().disc);
  }

  // "No fat, and is likely a thymoma": a second verb stands between the denial ahead and the mark.
  bool behind_new_verb(const Mark& m) const { return behind_second_verb(reach_.item_at(m.span.begin), m.next); }

  // Does "and is" stand before the item, with a verb more before chunk `next` than before what was denied?
  bool behind_second_verb(std::size_t at, std::size_t next) const {
    return verbs_at(next) > ahead_verbs_ && at >= 2 && is_cue(clause_.items[at - 1], CueKind::be) &&
           is_cue(clause_.items[at - 2], CueKind::and_);
  }

  // "does not represent a fracture"
  bool behind_not(const Mark& m) const {
    const std::size_t at = reach_.item_at(m.span.begin);
    return at > 0 && is_cue(clause_.items[at - 1], CueKind::not_);
  }

  // "No flow, suspicious for torsion"
  void pass_hedge(const Mark& m) {
    // "is not calcified, likely a metastasis", "without rim enhancement, probably a seroma"
    if (m.comma && (ahead_used_ || detail_denied_ || (not_ >= 0 && not_used_)) &&
        lexicon_[m.cue_concept].direction >= 0 && !list_goes_on(m.next))
      ahead_ = not_ = -1;
    // "cannot be measured and may be a cyst"
    if (m.listed && !m.comma && not_ >= 0 && not_used_ && lexicon_[m.cue_concept].direction >= 0) ahead_ = not_ = -1;
  }

  void pass_inference(const Mark& m) {
    // "not an option because of a hemorrhage"; "no flow, concerning for torsion"; "lacks fat and is likely a …"
    // "is not calcified, suggesting malignancy"
    if ((lexicon_[m.cue_concept].rank == 0 && !behind_not(m)) || (ahead_used_ && (m.comma || behind_new_verb(m))) ||
        (m.comma && (detail_denied_ || (not_ >= 0 && not_used_)))) {
      ahead_ = not_ = -1;
    } else if (not_ >= 0) {  // "not consistent with pneumonia"
      ahead_ = not_;
      not_ = -1;
    }
  }

  void pass_verb(const Mark& m) {
    if (m.cue == CueKind::seen) history_ = false;  // "in a patient with carcinoma there are nodules"
    if (m.cue == CueKind::seen && not_ >= 0 && somebody_sees(m.next)) return;
    if (m.cue == CueKind::in && not_ >= 0 && !not_used_ && crosses_thing(m)) {
      not_ = -1;
      return;
    }
    if (not_ >= 0 && !not_used_ && !spares_head() && heads_before(m.next)) {
      const auto mark = static_cast<std::size_t>(not_);
      deny_all_before(m.next, mark, Rule::denied_verb, behind_contrast(mark));
      not_ = -1;
    }
    // "soft-tissue attenuation does not occupy the attic"
    if (m.cue == CueKind::in && not_ >= 0 && m.next == 1) deny_details_before(m.next);
  }

  // "The screw does not traverse the fracture": both are there.
  bool crosses_thing(const Mark& m) const {
    const auto first =
        std::find_if(clause_.chunks.begin(), clause_.chunks.end(), [](const Chunk& c) { return c.head(); });
    return m.next < clause_.chunks.size() && is_definite(m.next) && clause_.chunks[m.next].head() &&
           first != clause_.chunks.end() && first->definite && setting_.on(Rule::denied_relative);
  }

  void pass_with(const Mark& m) {
    // "absence of the humeral head, with …", "no communication with the nodule", but "no lymph nodes with uptake"
    if (m.next > 0 && !heads_before(m.next) && (m.comma || !denies_several(m.next - 1U) || is_definite(m.next)))
      ahead_ = -1;
    if (not_used_ && m.listed) not_ = -1;  // "is not enlarged, with stones inside"
    // "no mass is seen, with a cyst in the liver", "no embolus, with a small effusion"
    if (m.comma && m.listed && (clause_.verb || reach_.says_how_much(m.next))) ahead_ = not_ = -1;
    if (reach_.says_it_stays(m.next)) ahead_ = not_ = -1;
    if (ahead_used_ && reach_.is_only_that(m)) ahead_ = -1;  // "no stenosis, with only minor plaque"
  }

  void pass(std::size_t at) {
    const Mark& m = clause_.marks[at];
    const auto index = static_cast<std::int16_t>(at);
    switch (m.cue) {
      case CueKind::neg:
        ahead_ = index;
        ahead_verbs_ = verbs_at(m.next);
        fresh_ = true;
        ahead_used_ = detail_denied_ = false;
        prior_ = history_ = false;  // "at baseline without evidence of anemia"
        break;
      case CueKind::which:
        relative_ = heads_before(m.next);
        of_denied_ = !m.comma && not_ >= 0 && not_used_;
        if (m.comma) ahead_ = not_ = -1;  // "no lesion in the liver, which is fatty"
        break;
      case CueKind::not_:
        not_ = index;
        of_relative_ = relative_ || lexicon_[m.cue_concept].direction > 0;  // "…, neither of which is suspicious"
        not_used_ = false;
        not_verbs_ = verbs_at(m.next);
        break;
      case CueKind::negpost:
        behind(at);
        break;
      case CueKind::negend:
      case CueKind::contrast:
        ahead_ = not_ = -1;
        limited_ = prior_ = history_ = false;
        break;
      case CueKind::hedge:
        pass_hedge(m);
        break;
      case CueKind::infer:
        pass_inference(m);
        break;
      case CueKind::seen:
      case CueKind::in:  // "does not involve the cortex"
        pass_verb(m);
        break;
      case CueKind::with:
        pass_with(m);
        break;
      case CueKind::prior:
        if (denied_just_now_ >= 0 && setting_.on(Rule::left_comparison)) undo_denial();
        if (setting_.on(Rule::left_comparison) && sizes_.stands_behind(m))
          leave_out(m.next - 1U, LeftOut::comparison, Rule::left_comparison);
        leave_out_aside(m);
        prior_ = clause_.compared = true;
        prior_in_brackets_ = m.in_brackets;
        prior_verbs_ = m.next < clause_.chunks.size() ? clause_.chunks[m.next].verbs : 0;
        break;
      case CueKind::technique:  // "was not visible on the 2019 radiograph"
        if (denied_just_now_ >= 0 && (year_between(denied_just_now_, at) || seen_on_another_view())) undo_denial();
        break;
      case CueKind::history:
        if (not_ >= 0) {  // "does not give a history of asthma"
          ahead_ = not_;
          not_ = -1;
        }
        history_ = ahead_ < 0;  // "no history of asthma" says something
        break;
      case CueKind::limit:
        if (lexicon_[m.cue_concept].direction < 0) leave_out_unassessable(m);
        limited_ = true;
        break;
      case CueKind::none:  // a comma
        prior_ = history_ = false;
        break;
      default:
        break;
    }
    if (m.cue != CueKind::in && m.cue != CueKind::negpost && m.cue != CueKind::none) denied_just_now_ = -1;
  }

  // "Compared with the previous CT the nodule in the right lower lobe has grown": the nodule is there.
  bool places_what_is_kept(std::size_t i) const {
    const Chunk& c = clause_.chunks[i];
    if (i == 0 || c.comma || (c.joint != Joint::in && c.joint != Joint::of) || !c.is(PhraseKind::place)) return false;
    const Chunk& before = clause_.chunks[i - 1];
    return before.head() && before.left_out == LeftOut::no && before.phrase.concept_id != kNone;
  }

  void visit(std::size_t i) {
    Chunk& c = clause_.chunks[i];
    // "is not enlarged and contains a cyst": the second verb is not denied
    if (not_ >= 0 && not_used_ && c.verbs > not_verbs_ && !c.alternative && !of_denied_ && !shown_by_denied(i))
      not_ = -1;
    if (not_agent(i)) {
      c.presupposed = true;
      return;
    }
    if (says_why(c)) {
      leave_out(i, LeftOut::comparison, Rule::left_after);
      return;
    }
    if (c.compared_to) {
      leave_out(i, LeftOut::comparison, Rule::left_comparison);
      return;
    }
    if (setting_.on(Rule::left_comparison) && sizes_.measured_then(i)) {
      clause_.compared = true;
      clause_.chunks[i].left_out = LeftOut::comparison;
      clause_.scopes.push_back({Rule::left_comparison, -1, static_cast<std::int16_t>(i)});
      return;
    }
    if (prior_ && (c.verbs > prior_verbs_ || (c.in_brackets && !prior_in_brackets_ && !sizes_.sized_before(i))))
      prior_ = false;  // "from 24 mm and is now 13 mm", "than yesterday (31 mm)"
    if (prior_ && prior_in_brackets_ && !c.in_brackets) prior_ = false;  // "6 mm (previously 18 mm) and 5 mm"
    if (prior_ && says_change(lexicon_, c.phrase)) prior_ = false;       // "seen at the last examination has resolved"
    // What earlier studies showed, or what cannot be judged, is not a finding of this one.
    if (history_ ||
        (prior_ && !places_what_is_kept(i) && (c.phrase.kind != PhraseKind::head || c.phrase.concept_id == kNone))) {
      if (setting_.on(Rule::left_comparison)) return leave_out(i, LeftOut::comparison, Rule::left_comparison);
    }
    // "normal in size, previously enlarged"
    if (prior_ && c.comma && c.head() && c.phrase.adjective && setting_.on(Rule::left_comparison) &&
        behind_normal(i) == i)
      return leave_out(i, LeftOut::comparison, Rule::left_comparison);
    if (prior_ && aside_of_then(i) && setting_.on(Rule::left_comparison))
      return leave_out(i, LeftOut::comparison, Rule::left_comparison);
    if (sizes_.in_brackets(i) && setting_.on(Rule::left_comparison))
      return leave_out(i, LeftOut::comparison, Rule::left_comparison);
    if (limited_ && setting_.on(Rule::left_unassessable))
      return leave_out(i, LeftOut::unassessable, Rule::left_unassessable);
    if (ahead_ >= 0 && ahead_used_ && (reach_.asserts_amount(c) || reach_.begins_anew(i) || has_own_verb(i)))
      ahead_ = -1;
    if (not_ >= 0 && not_used_ && reach_.behind_denied_adjective(i)) not_ = -1;
    if (ahead_ >= 0 && ahead_used_ && (reach_.says_how_it_changed(c) || reach_.ends_denied_list(i))) ahead_ = -1;
    c.in_denial = ahead_ >= 0 || not_ >= 0;
    name_denied_place(i);
    if (ahead_ < 0 && not_ < 0) name_seen_place(setting_, clause_, i);
    if (c.head()) {
      if (!done_before(c)) deny(i);
      fresh_ = false;
      return;
    }
    c.denied = c.phrase.kind == PhraseKind::place
                   ? not_ >= 0 || ahead_ >= 0
                   : (not_ >= 0 && !not_used_) || (ahead_ >= 0 && (fresh_ || goes_on_with_details(i)));
    detail_denied_ |= c.denied && ahead_ >= 0 && c.is(PhraseKind::details);
    not_used_ = not_used_ || (not_ >= 0 && is_predicate(i));
    fresh_ = false;
  }

  // "No leak after sleeve gastrectomy": that was done.
  bool done_before(const Chunk& c) const {
    return c.joint == Joint::near && is_operation(lexicon_, c.phrase.concept_id) && setting_.on(Rule::denied_ahead);
  }

  // "No nodes, effusion or ascites", "no nodes or effusion": none that would be worth naming, and not the place of the
  // effusion.
  void name_denied_place(std::size_t i) {
    Chunk& c = clause_.chunks[i];
    if (ahead_ < 0 || !fresh_ || !c.is(PhraseKind::place) || (c.prepositional() && c.joint != Joint::with) ||
        c.phrase.site.organs.size != 1 || !setting_.on(Rule::denied_ahead))
      return;
    const Chunk* const next = i + 1 < clause_.chunks.size() ? &clause_.chunks[i + 1] : nullptr;
    const bool listed = next != nullptr && next->head() && (next->comma || next->alternative || next->listed);
    const bool last = next == nullptr && c.comma && heads_before(i);  // "spleen normal, no nodes"
    if (!listed && !last) return;
    const ConceptId seen = seen_name(lexicon_, *c.phrase.site.organs.begin());
    if (seen == kNone || lexicon_[seen].denied == kNone) return;
    c.phrase.kind = PhraseKind::head;
    c.phrase.concept_id = seen;
    c.phrase.head = c.phrase.span;
  }

  // "No large, patchy density", "no patchy or heterogeneous enhancement": one thing in two words, or two of its looks.
  bool goes_on_with_details(std::size_t i) {
    if (i == 0) return false;
    Chunk& before = clause_.chunks[i - 1];
    Chunk& c = clause_.chunks[i];
    if (!before.is(PhraseKind::details) || !before.denied || !c.is(PhraseKind::details) ||
        !(c.comma || c.alternative) || (c.phrase.size_count != 0 && c.phrase.details.empty()) ||
        !setting_.on(Rule::denied_ahead))
      return false;
    if (c.alternative) return true;
    for (const ConceptId d : before.phrase.details) {
      if (!lexicon_[d].is(lexicon::ModifierKind::size)) c.phrase.details.add(d);  // "large" alone would be a name
    }
    c.phrase.span.cover(before.phrase.span.begin, before.phrase.span.end);
    before.merged_into = static_cast<std::int16_t>(i);
    return true;
  }

  // "No consolidation, suspicious opacity, or effusion"
  bool list_goes_on(std::size_t from) const {
    return std::any_of(clause_.chunks.begin() + static_cast<std::ptrdiff_t>(from), clause_.chunks.end(),
                       [](const Chunk& c) { return c.alternative || c.joint == Joint::list; });
  }

  // "The cava is not invaded by the tumor", "the ureter is not obstructed by the stone": that is there, and does not do
  // it.
  bool not_agent(std::size_t i) const {
    const Chunk& c = clause_.chunks[i];
    if (!c.head() || !c.definite || c.joint != Joint::with || !setting_.on(Rule::denied_verb)) return false;
    std::size_t at = reach_.item_at(c.words.begin);
    while (at > 0 && is_cue(clause_.items[at - 1], CueKind::the)) --at;
    if (at == 0 || !is_cue(clause_.items[at - 1], CueKind::with)) return false;
    if (lexicon_[clause_.items[at - 1].cue_concept].direction >= 0) return false;
    const auto before = std::span<const Item>(clause_.items).first(at - 1);
    return std::any_of(before.begin(), before.end(), [&](const Item& item) {
      return is_cue(item, CueKind::not_) || is_cue(item, CueKind::neg) ||
             (is_cue(item, CueKind::negpost) && item.stands_for != kNone);
    });
  }

  // "The left kidney, previously hydronephrotic, is now normal": an aside before the verb tells how it was.
  bool aside_of_then(std::size_t i) const {
    const Chunk& c = clause_.chunks[i];
    if (!c.comma || !c.head() || i + 1 >= clause_.chunks.size() || clause_.chunks[i + 1].joint != Joint::be)
      return false;
    const std::span<const Item> items = clause_.items;
    const auto behind = std::find_if(items.begin(), items.end(), [&](const Item& k) { return k.begin >= c.words.end; });
    return behind != items.end() && behind->kind == ItemKind::comma && behind + 1 != items.end() &&
           is_cue(*(behind + 1), CueKind::be);
  }

  // "The middle ear, opaque on the earlier scan, is aerated": what was then, as an aside behind the subject.
  void leave_out_aside(const Mark& m) {
    if (m.next == 0 || m.next >= clause_.chunks.size() || clause_.chunks[m.next].joint != Joint::be) return;
    const Chunk& c = clause_.chunks[m.next - 1U];
    if (!c.comma || (c.joint != Joint::list && c.joint != Joint::start) || !c.head() || m.span.begin < c.words.end)
      return;
    const std::span<const Item> items = clause_.items;
    const auto behind = std::find_if(items.begin(), items.end(), [&](const Item& k) { return k.begin >= m.span.end; });
    if (behind != items.end() && behind->kind == ItemKind::comma && setting_.on(Rule::left_comparison))
      leave_out(m.next - 1U, LeftOut::comparison, Rule::left_comparison);
  }

  // "Bilateral hematomas after a fall": why the image was made.
  bool says_why(const Chunk& c) const {
    return c.joint == Joint::near && c.phrase.kind == PhraseKind::head && lexicon_.is_symptom(c.phrase.concept_id) &&
           setting_.on(Rule::left_after);
  }

  // "The bones are intact, although subtle fractures may be missed": nobody saw one.
  void leave_out_unassessable(const Mark& m) {
    if (!setting_.on(Rule::left_unassessable)) return;
    for (std::size_t i = segment_of(clause_, m); i < m.next; ++i) {
      if (clause_.chunks[i].live()) leave_out(i, LeftOut::unassessable, Rule::left_unassessable);
    }
  }

  void leave_out(std::size_t i, LeftOut why, Rule rule) {
    if (why == LeftOut::comparison && rule == Rule::left_comparison) sizes_.note_change_since(i);
    clause_.chunks[i].left_out = why;
    clause_.scopes.push_back({rule, -1, static_cast<std::int16_t>(i)});
  }

  void deny(std::size_t i) {
    Chunk& c = clause_.chunks[i];
    const bool normal = c.phrase.kind == PhraseKind::head && c.phrase.concept_id != kNone &&
                        lexicon_[c.phrase.concept_id].has(Concept::normal);
    // "no effusion and normal heart size": a normal value is denied only where the denial is said of it.
    // So is one behind "or": "no color or spectral Doppler flow".
    // "No focal lesion (LI-RADS 1)": how it was classed is not denied.
    const bool ahead = ahead_ >= 0 && (!(normal || is_category(lexicon_, c.phrase)) || fresh_ || c.alternative) &&
                       setting_.on(Rule::denied_ahead);
    const bool verb = not_ >= 0 && !(normal && not_used_) && setting_.on(Rule::denied_verb);
    c.denied = ahead || verb;
    ahead_used_ = ahead_used_ || ahead;
    if (c.denied) c.denied_by = ahead ? Rule::denied_ahead : Rule::denied_verb;
    if (c.denied) scope(ahead ? Rule::denied_ahead : Rule::denied_verb, ahead ? ahead_ : not_, i);
    if (c.denied && ahead) reach_.keep_device(c);
    if (c.phrase.denied && setting_.on(Rule::denied_prefix)) {
      c.denied = !c.denied;
      scope(Rule::denied_prefix, -1, i);
    }
    // what "not" denies is something known: in "does not project over the heart" it is what was said before
    not_used_ = not_used_ || (not_ >= 0 && c.phrase.kind == PhraseKind::head && c.phrase.concept_id != kNone);
  }

  // "is not calcified": said of the subject. "does not show diffusely distributed opacities": the denied thing is still
  // to come. "The tube is not in place within the trachea": it is not there.
  bool is_predicate(std::size_t i) const {
    const Chunk& c = clause_.chunks[i];
    if (c.phrase.kind != PhraseKind::details) return false;
    const bool placed =
        device_before(i) && std::any_of(c.phrase.details.begin(), c.phrase.details.end(), [&](ConceptId d) {
          return lexicon_[d].is(lexicon::ModifierKind::position) && !reach_.says_moved(d);
        });
    const bool more = std::any_of(clause_.chunks.begin() + static_cast<std::ptrdiff_t>(i), clause_.chunks.end(),
                                  [](const Chunk& k) { return k.head(); });
    return !placed && !(more && c.joint != Joint::be);
  }

  bool device_before(std::size_t end) const {
    return std::any_of(clause_.chunks.begin(), clause_.chunks.begin() + static_cast<std::ptrdiff_t>(end),
                       [&](const Chunk& c) { return c.head() && reach_.is_device(c.phrase); });
  }

  void scope(Rule rule, std::int16_t mark, std::size_t chunk) {
    clause_.scopes.push_back({rule, mark, static_cast<std::int16_t>(chunk)});
  }

  // In "a catheter in the cava, pneumothorax absent" the last head, which a comma parts from a head that has its place;
  // else the first chunk.
  std::size_t behind_statement(const Mark& m) const {
    if (m.next == 0) return 0;
    std::size_t last = m.next - 1;
    if (const std::size_t own = behind_normal(last); own != 0) return own;
    if (m.verbless) {
      while (last > 0 && !clause_.chunks[last].comma) --last;
      return last;
    }
    const Chunk& c = clause_.chunks[last];
    const bool placed = c.head() && c.comma && last > 0 && clause_.chunks[last - 1].is(PhraseKind::place) &&
                        clause_.chunks[last - 1].prepositional();
    return placed ? last : 0;
  }

  // "Liver normal, ascites absent": what stands behind a comma and a normal value. 0: nothing does.
  std::size_t behind_normal(std::size_t last) const {
    bool comma = false;
    for (std::size_t k = last + 1, begin = last; k-- > 0;) {
      const Chunk& c = clause_.chunks[k];
      if (comma && c.is(PhraseKind::head)) {
        const bool normal = c.phrase.concept_id != kNone && lexicon_[c.phrase.concept_id].has(Concept::normal);
        if (normal) return begin;
      }
      if (c.comma) begin = k;
      comma |= c.comma;
    }
    return 0;
  }

  void deny_all_before(std::size_t end, std::size_t mark, Rule rule, std::size_t begin = 0) {
    if (!setting_.on(rule)) return;
    for (std::size_t i = begin; i < end; ++i) {
      if (!clause_.chunks[i].head()) continue;
      clause_.chunks[i].denied = true;
      clause_.chunks[i].denied_by = rule;
      scope(rule, static_cast<std::int16_t>(mark), i);
    }
  }

  void deny_details_before(std::size_t end) {
    for (std::size_t i = 0; i < end; ++i) {
      Chunk& c = clause_.chunks[i];
      if (c.is(PhraseKind::details)) c.denied = not_used_ = true;
    }
  }

  // "A tube below the diaphragm, tip not visualised": the tube is there.
  bool said_of_tip(const Mark& m) const {
    if (m.next == 0 || m.next > clause_.chunks.size()) return false;
    const Chunk& last = clause_.chunks[m.next - 1];
    const Phrase& p = last.phrase;
    const bool device = reach_.is_device(p);
    // "The tip of the gastric tube is not visualized"
    const bool tip_of = m.next > 1 && last.joint == Joint::of && last.definite && device &&
                        clause_.chunks[m.next - 2].phrase.site.parts.has(lexicon_.known().tip);
    if (tip_of) return setting_.on(Rule::located_tip);
    if (p.kind == PhraseKind::head && !heads_before(m.next - 1) && !last.definite)
      return false;  // "a catheter tip is not seen": no catheter
    return p.site.parts.has(lexicon_.known().tip) && (p.kind == PhraseKind::place || device) &&
           setting_.on(Rule::located_tip);
  }

  // "Effusion is absent", "no nodule is not seen"
  void behind(std::size_t at) {
    const Mark& m = clause_.marks[at];
    ahead_ = -1;
    if (said_of_tip(m)) return;
    if (!heads_before(m.next)) {
      // "blurred margins are not seen in the lung"; of an organ alone, the next step knows what it means
      if (!m.content && std::none_of(clause_.chunks.begin(), clause_.chunks.begin() + m.next,
                                     [](const Chunk& c) { return c.is(PhraseKind::place) && !c.prepositional(); }))
        not_ = static_cast<std::int16_t>(at);
      deny_details_before(m.next);
      return;
    }
    if (m.content && not_ >= 0) {  // "not absent"
      not_ = -1;
      return;
    }
    not_ = -1;
    if (of_year(static_cast<std::int16_t>(at))) return;
    // "touches the aorta but does not invade it", "is pushed aside, not encased": what it does not do is no denial of
    // it
    const bool beside = (at > 0 && clause_.marks[at - 1].cue == CueKind::negend) ||
                        (m.comma && m.next > 0 && clause_.chunks[m.next - 1U].joint == Joint::be);
    if (beside && lexicon_[m.cue_concept].seen != kNone) return;
    deny_all_before(m.next, at, Rule::denied_behind, behind_statement(m));
    denied_just_now_ = static_cast<std::int16_t>(at);
  }

  // "Asymmetry in the left breast, not seen on the CC view": on another it was.
  bool seen_on_another_view() const {
    const Mark& m = clause_.marks[static_cast<std::size_t>(denied_just_now_)];
    return m.comma && m.next > 1 && clause_.chunks[m.next - 1U].is(PhraseKind::place) &&
           clause_.chunks[m.next - 1U].prepositional();
  }

  // Does a year stand between the two marks?
  bool year_between(std::int16_t from, std::size_t to) const {
    const std::uint32_t begin = clause_.marks[static_cast<std::size_t>(from)].span.end;
    const std::uint32_t end = clause_.marks[to].span.end;
    return std::any_of(clause_.items.begin(), clause_.items.end(), [&](const Item& i) {
      return i.begin >= begin && i.end <= end && i.kind == ItemKind::ordinal && i.end - i.begin == 4;
    });
  }

  // "It was not there in 2019", "not present in March 2019": what was then.
  bool of_year(std::int16_t mark) const {
    constexpr std::ptrdiff_t kNear = 4;
    const std::uint32_t begin = clause_.marks[static_cast<std::size_t>(mark)].span.end;
    const auto first =
        std::find_if(clause_.items.begin(), clause_.items.end(), [&](const Item& i) { return i.begin >= begin; });
    const auto last = clause_.items.end() - first > kNear ? first + kNear : clause_.items.end();
    return setting_.on(Rule::left_comparison) &&
           std::any_of(first, last, [](const Item& i) { return i.kind == ItemKind::ordinal && i.end - i.begin == 4; });
  }

  // "An opacity, not seen on prior images" is new.
  void undo_denial() {
    const std::int16_t mark = denied_just_now_;
    std::erase_if(clause_.scopes, [&](const Scope& s) {
      if (s.mark != mark || s.rule != Rule::denied_behind) return false;
      clause_.chunks[static_cast<std::size_t>(s.chunk)].denied = false;
      return true;
    });
  }

  const Setting& setting_;
  const Lexicon& lexicon_;
  Clause& clause_;
  DenialReach reach_;
  EarlierSizes sizes_;
  std::int16_t ahead_ = -1, not_ = -1, denied_just_now_ = -1;  // marks
  bool fresh_ = false;                                         // nothing between the denial and here
  bool ahead_used_ = false;                                    // it has found something that it denies
  bool detail_denied_ = false;                                 // it has found a detail that it denies
  std::uint8_t ahead_verbs_ = 0;                               // how many verbs stand before what is denied ahead
  std::uint8_t not_verbs_ = 0;                                 // how many verbs stand before what "not" denies
  bool not_used_ = false;                                      // "not" has found what it denies
  bool of_denied_ = false;  // "which" speaks of what "not" denied: "does not contain lesions that are bright"
  bool relative_ = false, of_relative_ = false;  // behind "which"; "not" stands there
  bool prior_ = false, prior_in_brackets_ = false, history_ = false, limited_ = false;
  std::uint8_t prior_verbs_ = 0;  // how many verbs stand before what was then
};

}  // namespace

void find_scopes(const Setting& setting, Clause& clause) {
  ScopeFinder(setting, clause).run();
}

}  // namespace fiducial::findings
