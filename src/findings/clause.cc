// Cutting a sentence into clauses, and the words of the grammar.
#include "findings/clause.h"

#include <algorithm>
#include <utility>

#include "findings/clause_reader.h"
#include "text/level.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;

namespace {

bool is_cue(const Item& item, CueKind cue) {
  return item.kind == ItemKind::cue && item.cue == cue;
}
bool is_with(const Item& item) {
  return is_cue(item, CueKind::with) || is_cue(item, CueKind::include);
}
// Where something new begins, and what is compared to ends.
bool ends_comparison(const Item& item) {
  return item.kind == ItemKind::comma || is_with(item) || is_cue(item, CueKind::and_) || is_cue(item, CueKind::or_) ||
         is_cue(item, CueKind::be) || is_cue(item, CueKind::show) || is_cue(item, CueKind::seen) ||
         is_cue(item, CueKind::prior) || is_cue(item, CueKind::contrast) || is_cue(item, CueKind::negend);
}

}  // namespace

void ClauseReader::collect(std::span<const Item> items) {
  const bool listed = std::any_of(items.begin(), items.end(), [](const Item& i) { return is_cue(i, CueKind::or_); });
  for (std::size_t at = 0; at < items.size(); ++at) {
    const Item& item = items[at];
    const bool content = item.kind == ItemKind::content || item.kind == ItemKind::measure ||
                         item.kind == ItemKind::level || item.kind == ItemKind::ordinal ||
                         item.kind == ItemKind::unknown;
    const bool side = item.kind == ItemKind::cue &&
                      (item.cue == CueKind::left || item.cue == CueKind::right || item.cue == CueKind::both ||
                       item.cue == CueKind::same_side || item.cue == CueKind::other_side);
    if (item.kind == ItemKind::content && item.cue == CueKind::negpost) {
      absent(item);
      continue;
    }
    if (content || side) {
      if (does_something(items, at)) {
        flush();
        joint_ = Joint::with;
      }
      // "no abnormal enhancement focus": there is no such focus
      if (denying_detail_ && item.observation != nullptr) {
        phrase_.pop_back();
        negating_ = fresh_negation_ = true;
      }
      denying_detail_ = item.only_modifier() && item.denies;
      phrase_.push_back(item);
      if (item.cue == CueKind::than) {
        flush();
        than_ = true;
      }
      continue;
    }
    // "no enhancement, edema or mass effect": the denial is in the word, and goes on
    if (std::exchange(denying_detail_, false) && listed && heads_.size() <= 1 &&
        (item.kind == ItemKind::comma || is_cue(item, CueKind::or_))) {
      flush();
      negating_ = true;
    }
    if (than_ && ends_comparison(item)) {
      flush();
      than_ = false;
    }
    if (item.kind == ItemKind::cue && item.cue == CueKind::filler) continue;
    if (item.kind == ItemKind::cue && item.cue == CueKind::the) {
      definite_ = definite_ || phrase_.empty();
      continue;
    }
    if (item.kind == ItemKind::cue) {
      cue(item);
      continue;
    }
    flush();
    if (item.kind == ItemKind::comma || item.kind == ItemKind::slash || item.kind == ItemKind::dash) {
      coordinated_ = comma_ = true;
      if (joint_ != Joint::start && last_ != Last::none) joint_ = Joint::coordination;
      if (&item == front_comma_) {
        coordinated_ = comma_ = false;
        joint_ = Joint::start;
        last_ = Last::none;
      }
      if (item.kind == ItemKind::comma) {
        largest_ = false;
        prior_ = false;
      }
    } else if (item.kind == ItemKind::open) {
      in_brackets_ = true;
      if (last_ != Last::none) joint_ = Joint::coordination;
    } else if (item.kind == ItemKind::close) {
      in_brackets_ = largest_ = false;
    }
  }
  flush();
}

// "A mass compressing the trachea", "the mass invades the pleura": two things, of which the second has its own place.
bool ClauseReader::does_something(std::span<const Item> items, std::size_t at) const {
  const Item& item = items[at];
  if (item.observation == nullptr || item.anatomy != nullptr || (!item.participle && !item.plural) ||
      at + 1 >= items.size())
    return false;
  const Item& next = items[at + 1];
  const bool object = is_cue(next, CueKind::the) || next.anatomy != nullptr || is_cue(next, CueKind::left) ||
                      is_cue(next, CueKind::right) || is_cue(next, CueKind::both);
  return object && std::any_of(phrase_.begin(), phrase_.end(), [&](const Item& i) {
           return i.observation != nullptr && i.modifier == nullptr && !i.adjective &&
                  !lexicon_[i.observation->concept_id].has(Concept::generic);
         });
}

// "At the thoracic inlet, the trachea shows a cyst": behind the comma stands the subject, not one more place of a list.
const Item* ClauseReader::subject_after_front(std::span<const Item> items) {
  std::size_t i = 0;
  while (i < items.size() && items[i].kind == ItemKind::cue && items[i].cue == CueKind::filler) ++i;
  if (i >= items.size() || items[i].kind != ItemKind::cue ||
      (items[i].cue != CueKind::in && items[i].cue != CueKind::near && items[i].cue != CueKind::under))
    return nullptr;
  const Item* comma = nullptr;
  bool place = false;
  for (++i; i < items.size(); ++i) {
    const Item& item = items[i];
    if (item.kind == ItemKind::comma) {
      if (comma != nullptr) return nullptr;
      comma = &item;
      place = false;
    } else if (item.kind == ItemKind::cue && (item.cue == CueKind::be || item.cue == CueKind::show)) {
      return place ? comma : nullptr;
    } else if ((item.observation != nullptr && item.anatomy == nullptr) ||
               (item.kind == ItemKind::cue && (item.cue == CueKind::and_ || item.cue == CueKind::seen))) {
      return nullptr;
    }
    place |= item.anatomy != nullptr;
  }
  return nullptr;
}

void ClauseReader::read(std::span<const Item> items) {
  front_comma_ = subject_after_front(items);
  collect(items);
  finish();
}

void ClauseReader::verb(Joint kind) {
  flush();
  again_ = verb_seen_ && coordinated_ && last_ == Last::place;
  verb_seen_ = true;
  joint_ = kind;
  coordinated_ = false;
}

void ClauseReader::cue(const Item& item) {
  const auto connect = [&](Joint j) {
    flush();
    coordinated_ = coordinated_ && joint_ == Joint::coordination;
    joint_ = j;
  };
  switch (item.cue) {
    case CueKind::neg:
      flush();
      negating_ = fresh_negation_ = true;
      prior_ = false;  // "at baseline without evidence of anemia"
      if (last_ != Last::none && joint_ == Joint::start) joint_ = Joint::with;
      break;
    case CueKind::not_:
      flush();
      not_ = true;
      break;
    case CueKind::negpost:
      flush();
      negating_ = false;
      if (heads_.empty() && subject_run_ >= 0) {  // "the gallbladder is not seen"
        subject_not_seen(item);
      } else {
        for (Head& h : heads_) h.negated = true;
        not_ = heads_.empty();  // "blurred margins are not seen in the lung"
        denied_just_now_ = true;
      }
      verb_seen_ = true;
      joint_ = Joint::seen;
      return;
    case CueKind::negend:
    case CueKind::contrast:
      flush();
      negating_ = not_ = false;
      joint_ = last_ == Last::none ? Joint::start : Joint::with;
      break;
    case CueKind::hedge:
      tentative_ = true;
      break;
    case CueKind::infer:
      flush();
      joint_ = Joint::infer;
      if (not_) {  // "not consistent with pneumonia"
        negating_ = true;
        not_ = false;
        break;
      }
      tentative_ = true;
      // "A signal indicating effusion" says effusion; "an opacity indicating pneumonia" says opacity.
      while (!heads_.empty() && heads_.back().phrase.kind == PhraseKind::attribute &&
             heads_.back().phrase.details.empty())
        pop_head();
      if (!heads_.empty()) inferring_ = true;
      break;
    case CueKind::be:
      verb(Joint::be);
      break;
    case CueKind::show:
      verb(Joint::show);
      break;
    case CueKind::seen:
      flush();
      if (not_ && !heads_.empty()) {  // but in "does not show diffusely seen opacities" it is still to come
        for (Head& h : heads_) h.negated = true;
        not_ = false;
      }
      again_ |= coordinated_ && last_ == Last::place && !heads_.empty() && heads_.back().run == last_run_;
      verb_seen_ = existential_ = true;
      if (coordinated_ && heads_.empty() && front_run_ >= 0) {  // "in the lobe, there is a region of …"
        coordinated_ = false;
        last_ = Last::none;
      }
      if (joint_ == Joint::start || joint_ == Joint::be || joint_ == Joint::coordination) joint_ = Joint::seen;
      break;
    case CueKind::and_:
    case CueKind::or_:
      flush();
      comma_ = false;
      coordinated_ = true;
      if (last_ != Last::none) joint_ = Joint::coordination;
      break;
    case CueKind::of:
      // "A small amount of pericardial effusion": an amount is not a thing that has places.
      if (phrase_.empty() ||
          !std::all_of(phrase_.begin(), phrase_.end(), [](const Item& i) { return i.only_modifier(); }))
        connect(Joint::of);
      break;
    case CueKind::in:
      connect(Joint::in);
      if (not_ && !heads_.empty()) {  // "does not involve the cortex"
        for (Head& h : heads_) h.negated = true;
        not_ = false;
      }
      break;
    case CueKind::near:
    case CueKind::under:
      connect(Joint::near);
      under_ = item.cue == CueKind::under;
      break;
    case CueKind::with:
    case CueKind::include:
      flush();
      absent_place(item.begin);
      if (not_used_ && coordinated_) not_ = false;  // "is not enlarged, with stones inside"
      if (item.cue == CueKind::with && comma_ && coordinated_ && verb_seen_)
        not_ = negating_ = false;  // "no mass is seen, with a cyst in the liver"
      joint_ = Joint::with;
      coordinated_ = false;
      largest_ = false;
      break;
    case CueKind::which:
      flush();
      if (last_ != Last::none) joint_ = Joint::with;
      break;
    case CueKind::largest:
      flush();
      largest_ = true;
      break;
    case CueKind::it:
      flush();
      if (heads_.empty() && runs_.empty()) {
        anaphor_ = true;
        if (item.stands_for != kNone) spoken_of_ = head_of(item.stands_for, {item.begin, item.end});
      }
      if (anaphor_ && out_.empty() && item.stands_for != kNone) {  // "the lesion", and nothing was named before
        anaphor_ = false;
        head_phrase(head_of(item.stands_for, {item.begin, item.end}));
      }
      break;
    case CueKind::prior:
      flush();
      if (denied_just_now_) {  // "an opacity, not seen on prior images" is new
        for (Head& h : heads_) h.negated = false;
      }
      prior_ = compared_ = true;
      break;
    case CueKind::than:
      flush();
      than_ = true;
      break;
    case CueKind::rest:
      flush();
      break;
    case CueKind::history:
      flush();
      if (not_) {  // "does not give a history of asthma"
        negating_ = true;
        not_ = false;
      }
      prior_ = !negating_;  // "no history of asthma" says something
      break;
    case CueKind::limit:
      flush();
      limited_ = true;
      break;
    case CueKind::technique:
    case CueKind::quality:
    case CueKind::person:
    case CueKind::recommend:
    case CueKind::pseudo:
    case CueKind::filler:
    case CueKind::like:
    case CueKind::dimension:
    case CueKind::none:
    case CueKind::left:
    case CueKind::right:
    case CueKind::both:
    case CueKind::the:
    case CueKind::same_side:
    case CueKind::other_side:
      break;
  }
  if (item.cue != CueKind::in) denied_just_now_ = false;
}

// "The gallbladder is not seen" is a finding; "lymph nodes are not seen" denies one.
void ClauseReader::subject_not_seen(const Item& item) {
  Phrase p = head_of(lexicon_.known().absence, {item.begin, item.end});
  for (const Site& site : runs_[static_cast<std::size_t>(subject_run_)].sites) {
    for (ConceptId organ : site.organs) {
      if (seen_name(organ) != kNone) p.concept_id = seen_name(organ);
    }
  }
  head_phrase(p);
  heads_.back().negated = p.concept_id != lexicon_.known().absence;
}

// "Effusion is absent" denies the effusion; "the gallbladder is absent" is a finding of the gallbladder.
void ClauseReader::absent(const Item& item) {
  flush();
  bool any = false;
  const bool denied = std::exchange(not_, false);  // "not absent"
  for (Head& h : heads_) {
    if (h.phrase.kind != PhraseKind::head) continue;
    h.negated = !denied;
    any = true;
  }
  if (any) {
    denied_just_now_ = true;
    verb_seen_ = true;
    joint_ = Joint::seen;
  } else if (subject_run_ >= 0) {
    subject_not_seen(item);
    heads_.back().negated = heads_.back().negated != denied;
  } else if (!runs_.empty() || loose_.empty()) {  // but of "spiculated margins are absent" nothing is left
    phrase_.push_back(item);
  }
}

// "Local absence of the humeral head, with …": a place that is denied is missing, and the denial ends there.
void ClauseReader::absent_place(std::uint32_t end) {
  if (!negating_ || fresh_negation_ || !heads_.empty() || last_ != Last::place || last_run_ < 0) return;
  const Run& run = runs_[static_cast<std::size_t>(last_run_)];
  if (run.sites.back().organs.empty()) return;
  bool region = false;
  for (ConceptId organ : run.sites.back().organs) {
    if (seen_name(organ) != kNone) return;
    for (ConceptId whole : lexicon_.ancestors(organ).first(lexicon_[organ].parent_count))
      region |= whole == lexicon_.known().body;
  }
  // "No acute thing of the bones": nobody lacks the skeleton.
  Head h;
  h.phrase = head_of(region ? lexicon_.known().abnormality : lexicon_.known().absence, place_span_);
  h.negated = region;
  h.phrase.span.cover(place_span_.begin, end);
  h.run = last_run_;
  h.group = ++group_;
  h.before_verb = true;
  heads_.push_back(h);
  last_ = Last::head;
  negating_ = false;
}

bool ClauseReader::subject_is_lesion() const {
  if (heads_.empty() || subject_run_ >= 0) return false;
  const Head& h = heads_.back();
  const Concept& c = lexicon_[h.phrase.concept_id];
  return h.phrase.kind == PhraseKind::head && h.phrase.concept_id != kNone && !c.has(Concept::normal) &&
         !c.has(Concept::generic) && c.about == kNone;
}

// In the liver S5 is a segment, not a vertebra.
void ClauseReader::liver_segment(Site& site) const {
  if (site.from < text::kFirstSacral || site.from >= text::kFirstSacral + 5 || site.to != site.from) return;
  const ConceptId liver = lexicon_.known().liver;
  const auto in_liver = [&](const Site& s) {
    for (ConceptId organ : s.organs) {
      if (organ == liver || lexicon_.contains(liver, organ)) return true;
    }
    return false;
  };
  bool here = in_liver(site);
  if (!site.organs.empty() && !here) return;
  for (const Run& run : runs_) here |= std::any_of(run.sites.begin(), run.sites.end(), in_liver);
  for (const Head& h : heads_) here |= in_liver(h.phrase.site);
  const std::vector<Site>& before = context_.heading.empty() ? context_.focus : context_.heading;
  here |= runs_.empty() && std::any_of(before.begin(), before.end(), in_liver);
  if (!here) return;
  add_place(lexicon_, site, lexicon_.known().liver_segments[site.from - text::kFirstSacral]);
  site.from = site.to = 0;
  site.pair = false;
}

// "The nodules have low T1 signal and are hyperintense on T2": the second signal is a finding of its own.
bool ClauseReader::second_signal() const {
  const auto of_signal = [&](ConceptId d) { return lexicon_[d].is(lexicon::ModifierKind::signal); };
  if (heads_.empty()) return false;
  const auto& details = heads_.back().phrase.details;
  return std::any_of(details.begin(), details.end(), of_signal) &&
         std::any_of(phrase_.begin(), phrase_.end(), [&](const Item& item) {
           return item.modifier != nullptr && item.observation != nullptr && of_signal(item.modifier->concept_id);
         });
}

void ClauseReader::flush() {
  if (phrase_.empty()) return;
  const bool preposition = joint_ == Joint::of || joint_ == Joint::in || joint_ == Joint::near;
  const bool describes =
      (joint_ == Joint::be || joint_ == Joint::show) && (subject_is_lesion() || anaphor_) && !second_signal();
  Phrase p = read_phrase(lexicon_, phrase_, describes, preposition, context_.side);
  phrase_.clear();
  if (std::exchange(than_, false) && p.size_count == 0) return;
  liver_segment(p.site);
  if (p.site.side == Side::left || p.site.side == Side::right || p.site.side == Side::both) {
    context_.side = p.site.side == Side::both ? Side::none : p.site.side;
    context_.sided = p.site;
    context_.sided_sentence = sentence_;
    const Site own = own_place(lexicon_, p);
    two_sides_ |= own.side == Side::both || (sided_here_.side != Side::none && sided_here_.side != own.side);
    if (sided_here_.organs.empty()) sided_here_ = own;
    if (two_sides_) sided_here_.side = Side::none;
  }
  compared_ = compared_ || prior_;
  if (prior_ || limited_) return;  // what earlier studies showed, or cannot be judged, is not a finding of this one
  if (inferring_ && p.kind == PhraseKind::head) {
    for (Head& h : heads_) {
      if (h.group == group_) h.phrase.details.add(p.concept_id);
    }
    return;
  }
  switch (p.kind) {
    case PhraseKind::empty:
      return;
    case PhraseKind::place:
      if (largest_ || inferring_) return;
      if (p.site.organs.empty() && p.site.parts.empty() && p.site.from == 0 && preposition)
        return side_phrase(p.site.side);
      place_phrase(p);
      if (p.size_count != 0) {  // "a mass in the liver measuring 3 cm"
        Phrase size;
        size.kind = PhraseKind::details;
        size.add_sizes(p.sizes, p.size_count);
        size.span = p.span;
        detail_phrase(size);
        last_ = Last::place;
      }
      if (!p.details.empty() && !preposition) {  // "linear parenchymal and patchy opacities", "multiple small nodes"
        Phrase details;
        details.kind = PhraseKind::details;
        details.details = p.details;
        details.span = p.span;
        loose_.push_back(details);
      }
      break;
    case PhraseKind::head:
    case PhraseKind::attribute:
      head_phrase(p);
      break;
    case PhraseKind::details:
      detail_phrase(p);
      break;
  }
  joint_ = Joint::start;
  coordinated_ = false;
  fresh_negation_ = false;
  definite_ = false;
}

namespace {

bool is_verb(const Item& item) {
  return item.kind == ItemKind::cue && (item.cue == CueKind::be || item.cue == CueKind::show ||
                                        item.cue == CueKind::seen || item.cue == CueKind::negpost);
}

bool may_cut(std::span<const Item> items, std::size_t i) {
  const Item& item = items[i];
  return item.kind == ItemKind::comma || item.kind == ItemKind::dash ||
         (item.kind == ItemKind::cue &&
          (item.cue == CueKind::and_ || item.cue == CueKind::contrast || item.cue == CueKind::negend));
}

// No clause that a person writes is longer; text without end is cut, so that reading stays linear.
constexpr std::size_t kLongestClause = 200;
constexpr std::size_t kLookAhead = 60;

// "the midline shifts", "the septum bulges": what is seen, said as a verb of a place.
bool acts(const Item& before, const Item& item) {
  if (item.kind != ItemKind::content || item.observation == nullptr || item.anatomy != nullptr || !item.plural)
    return false;
  if (is_cue(before, CueKind::the)) return item.tokens > 1;  // a form that names the place too
  return before.kind == ItemKind::content && before.anatomy != nullptr && before.observation == nullptr &&
         !before.plural && !before.adjective;
}

// Does the stretch behind the comma or "and" at i have a subject and a verb of its own, or begin with a denial? In a
// list of denied things ("no mass, stones, or …, and no dilatation is seen") only the stretch up to the next mark
// counts.
bool begins_clause(std::span<const Item> items, std::size_t i, bool denying) {
  bool subject = false;
  int brackets = 0;
  const std::size_t end = std::min(items.size(), i + kLookAhead);
  for (std::size_t k = i + 1; k < end; ++k) {
    const Item& next = items[k];
    if (next.kind == ItemKind::semicolon) return false;
    brackets += next.kind == ItemKind::open ? 1 : next.kind == ItemKind::close && brackets > 0 ? -1 : 0;
    if (brackets > 0) continue;
    // A denial starts a clause of its own: "…, no effusion".
    if (is_cue(next, CueKind::neg) &&
        ((k == i + 1 && items[i].kind == ItemKind::comma) || (k == i + 2 && is_cue(items[i + 1], CueKind::and_)))) {
      return true;
    }
    // "… at the arch, orbital wall, and sinus, but no displacement is noted": that verb is not ours.
    if (subject && (is_cue(next, CueKind::neg) || is_cue(next, CueKind::contrast) || is_cue(next, CueKind::negend)))
      return false;
    if (subject && is_with(next) && items[k - 1].kind == ItemKind::comma) return false;
    if (denying && is_cue(next, CueKind::or_)) return false;  // "no effusion, or pneumothorax seen"
    if (denying && subject &&
        (next.kind == ItemKind::comma || is_cue(next, CueKind::or_) || is_cue(next, CueKind::and_)))
      return false;
    // "… in the liver and spleen, some of which are calcified": the "and" ended a list.
    const bool listed = is_cue(items[i], CueKind::and_) && !is_cue(items[i + 1], CueKind::the);
    if (subject && (is_cue(next, CueKind::which) || (listed && next.kind == ItemKind::comma))) return false;
    if (next.kind == ItemKind::content || next.kind == ItemKind::unknown || is_cue(next, CueKind::it)) subject = true;
    if (!subject && (is_with(next) || is_cue(next, CueKind::which) || is_cue(next, CueKind::infer))) return false;
    if (k > i + 1 && acts(items[k - 1], next)) return true;
    if (is_verb(next)) {
      // "… and there is a nodule", but "nodules are seen in the left lobe and are present in the right"
      const bool placed = k + 1 < end && (is_cue(items[k + 1], CueKind::in) || is_cue(items[k + 1], CueKind::near) ||
                                          is_cue(items[k + 1], CueKind::under));
      if (is_cue(items[k - 1], CueKind::and_)) subject = false;  // "…, spleen, and are seen in the kidney"
      return subject || (next.cue == CueKind::seen && !placed);
    }
  }
  return false;
}

// "no abnormality of the spleen, and mild calcification is noted": how much there is of it is not denied.
bool asserts_amount(const Lexicon& lexicon, std::span<const Item> items, std::size_t i) {
  if (items[i].kind != ItemKind::comma || i + 2 >= items.size() || !is_cue(items[i + 1], CueKind::and_)) return false;
  std::size_t k = i + 2;
  while (k < items.size() && is_cue(items[k], CueKind::filler)) ++k;
  if (k >= items.size() || !items[k].only_modifier()) return false;
  const lexicon::ModifierKind kind = lexicon[items[k].modifier->concept_id].modifier();
  return (kind == lexicon::ModifierKind::severity || kind == lexicon::ModifierKind::number ||
          kind == lexicon::ModifierKind::size) &&
         begins_clause(items, i, false);
}

// Where the clause that begins at `first` ends: at a semicolon, or at a comma or "and" behind its verb when the next
// stretch is a clause of its own.
std::size_t clause_end(const Lexicon& lexicon, std::span<const Item> items, std::size_t first) {
  bool verb = false;
  bool denying = false;
  bool named = false;
  for (std::size_t i = first; i < items.size(); ++i) {
    const Item& item = items[i];
    if (item.kind == ItemKind::semicolon || item.kind == ItemKind::colon) return i;
    if (i - first >= kLongestClause && may_cut(items, i)) return i;
    if (i - first >= 2 * kLongestClause) return i;
    verb = verb || is_verb(item);
    denying = denying || is_cue(item, CueKind::neg) || is_cue(item, CueKind::not_);
    if (verb && may_cut(items, i) && begins_clause(items, i, denying)) return i;
    if (denying && asserts_amount(lexicon, items, i)) return i;
    // "Except for a cyst in the left lobe, the liver is normal"
    if (item.kind == ItemKind::comma && is_cue(items[first], CueKind::negend) && begins_clause(items, i, false))
      return i;
    // "a fracture of the bone extending to the mastoid, and the air cells are cloudy"
    named = named || (item.observation != nullptr && item.kind == ItemKind::content);
    if (named && !verb && !denying && item.kind == ItemKind::comma && i + 2 < items.size() &&
        is_cue(items[i + 1], CueKind::and_) && is_cue(items[i + 2], CueKind::the) && begins_clause(items, i, false))
      return i;
  }
  return items.size();
}

}  // namespace

void read_sentence(const Lexicon& lexicon, std::span<const Item> items, std::uint32_t sentence, Context& context,
                   std::vector<Finding>& out) {
  std::size_t first = 0;
  while (first < items.size()) {
    const std::size_t end = std::max(clause_end(lexicon, items, first), first + 1);
    ClauseReader clause(lexicon, sentence, context, out);
    clause.read(items.subspan(first, std::min(end, items.size()) - first));
    first = end;
    if (first < items.size() && (items[first].kind == ItemKind::semicolon || items[first].kind == ItemKind::colon))
      ++first;
  }
}

std::vector<Site> read_places(const Lexicon& lexicon, std::span<const Item> items) {
  Context none;
  std::vector<Finding> unused;
  ClauseReader clause(lexicon, 0, none, unused);
  clause.collect(items);
  return clause.places();
}

}  // namespace fiducial::findings
