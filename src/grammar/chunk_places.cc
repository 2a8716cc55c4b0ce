#include "grammar/chunk_places.h"

#include <algorithm>

#include "grammar/open_phrase.h"
#include "grammar/steps.h"
#include "text/level.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;
using lexicon::ModifierKind;

void push_place_apart(const Lexicon& lexicon, Phrase& p, Chunk& c, const ConceptSet<12>& behind,
                      std::vector<Chunk>& chunks) {
  Phrase aside;
  // "14 mm thick on the left": a detail of something on that side
  const bool side_only = p.site.only_side();
  if (p.kind == PhraseKind::place && side_only && p.size_count + p.quantity_count + p.details.size != 0 &&
      !c.prepositional()) {
    p.kind = PhraseKind::details;
    if (p.site.side == Side::both) p.site.side = Side::none;  // "are both stable": the two that were named
    c.phrase = p;
    chunks.push_back(c);
    return;
  }
  if (p.kind == PhraseKind::place) {
    aside.add_sizes(p.sizes, p.size_count);
    aside.add_quantities(p.quantities, p.quantity_count);
    p.size_count = p.quantity_count = 0;
    const ConceptSet<12> details = p.details;
    for (ConceptId d : details) {
      if (!(lexicon[d].is(ModifierKind::change) || behind.has(d)) || !c.prepositional()) continue;
      aside.details.add(d);
      p.details.remove(d);
    }
  }
  c.phrase = p;
  chunks.push_back(c);
  if (aside.size_count == 0 && aside.quantity_count == 0 && aside.details.empty()) return;
  aside.kind = PhraseKind::details;
  aside.span = p.span;
  c.phrase = aside;
  c.joint = Joint::start;
  c.listed = c.comma = c.definite = c.behind_front = false;
  chunks.push_back(c);
}

void read_liver_segment(const Lexicon& lexicon, const Context& context, const Clause& clause, Site& site) {
  if (site.from < text::kFirstSacral || site.from >= text::kFirstSacral + 5 || site.to != site.from) return;
  const ConceptId liver = lexicon.known().liver;
  const auto in_liver = [&](const Site& s) {
    return std::any_of(s.organs.begin(), s.organs.end(),
                       [&](ConceptId o) { return o == liver || lexicon.contains(liver, o); });
  };
  bool here = in_liver(site);
  if (!site.organs.empty() && !here) return;
  bool places = false;
  for (const Chunk& c : clause.chunks) {
    here |= in_liver(c.phrase.site);
    places |= c.phrase.kind == PhraseKind::place;
  }
  const std::vector<Site>& before = context.heading.empty() ? context.focus : context.heading;
  here |= !places && std::any_of(before.begin(), before.end(), in_liver);
  if (!here) return;
  add_place(lexicon, site, lexicon.known().liver_segments[site.from - text::kFirstSacral]);
  site.from = site.to = 0;
  site.pair = false;
}

namespace {

// The places by which a word is understood that means another one in another region of the body, the nearest first:
// where the thing usually is, the place before it in the clause, the heading's, the one spoken of.
struct Surroundings {
  Site usual;
  Site said;
  const Site* heading = nullptr;
  const Site* spoken_of = nullptr;
};

Surroundings surroundings(const Lexicon& lexicon, const Context& context, const Clause& clause, ConceptId thing) {
  Surroundings out;
  const ConceptId at = thing == kNone ? kNone : lexicon[thing].at != kNone ? lexicon[thing].at : lexicon[thing].home;
  if (at != kNone) out.usual.organs.add(at);
  for (const Chunk& c : clause.chunks) {
    if (const Site own = own_place(lexicon, c.phrase); !own.organs.empty()) out.said = own;
  }
  out.heading = context.heading.empty() ? &context.examined : &context.heading.front();
  out.spoken_of = context.focus.empty() ? &context.examined : &context.focus.front();
  return out;
}

bool means_the_other(const Lexicon& lexicon, const Surroundings& around, ConceptId organ, ConceptId other) {
  const bool piece = lexicon[other].has(Concept::part);  // of whatever organ
  for (const Site* place : {&around.usual, &around.said, around.heading, around.spoken_of}) {
    const bool all_over = std::all_of(place->organs.begin(), place->organs.end(), [&](ConceptId o) {
      return lexicon[o].has(Concept::tissue);  // nodes and vessels are everywhere
    });
    if (all_over) continue;
    const bool here = same_region(lexicon, *place, organ);
    const bool there = piece ? !here : same_region(lexicon, *place, other);
    if (here != there) return there;
  }
  return false;
}

// "An epidural hematoma compresses the cord at T6": the clause speaks of the spine.
bool speaks_of_spine(const Lexicon& lexicon, const Clause& clause) {
  const ConceptId spine = lexicon.known().spine;
  return std::any_of(clause.items.begin(), clause.items.end(), [&](const Item& item) {
    if (item.kind != ItemKind::content) return item.kind == ItemKind::level;
    const ConceptId in_word = item.observation != nullptr ? item.observation->site : kNone;
    const ConceptId place = item.anatomy != nullptr ? item.anatomy->concept_id : in_word;
    return place != kNone && lexicon.contains(spine, place);
  });
}

}  // namespace

void settle_homonyms(const Lexicon& lexicon, const Context& context, const Clause& clause, std::span<const Item> words,
                     Phrase& p) {
  const auto settle = [&](ConceptId place) {
    const ConceptId other = lexicon[place].opposite;
    const ConceptId organ = lexicon.representative(place);
    if (other == kNone || !p.site.organs.has(organ)) return;
    const Chunk* const last = last_named(clause);
    const ConceptId thing = p.concept_id != kNone ? p.concept_id : last != nullptr ? last->phrase.concept_id : kNone;
    const bool spinal = lexicon.contains(lexicon.known().spine, other) && speaks_of_spine(lexicon, clause);
    if (!spinal && !means_the_other(lexicon, surroundings(lexicon, context, clause, thing), organ, other)) return;
    p.site.organs.remove(organ);
    add_place(lexicon, p.site, other);
  };
  const ConceptSet<4> organs = p.site.organs;
  for (const ConceptId organ : organs) settle(organ);
  for (const Item& word : words) {
    if (word.anatomy != nullptr) settle(word.anatomy->concept_id);
  }
}

const Item* subject_after_front(std::span<const Item> items) {
  std::size_t i = 0;
  while (i < items.size() && is_cue(items[i], CueKind::filler)) ++i;
  if (i >= items.size() ||
      !(is_cue(items[i], CueKind::in) || is_cue(items[i], CueKind::near) || is_cue(items[i], CueKind::under)))
    return nullptr;
  const Item* comma = nullptr;
  bool place = false;
  for (++i; i < items.size(); ++i) {
    const Item& item = items[i];
    if (item.kind == ItemKind::comma) {
      if (comma != nullptr) return nullptr;
      comma = &item;
      place = false;
    } else if (is_cue(item, CueKind::be) || is_cue(item, CueKind::show)) {
      return place ? comma : nullptr;
    } else if ((item.observation != nullptr && item.anatomy == nullptr) || is_cue(item, CueKind::and_) ||
               is_cue(item, CueKind::seen)) {
      return nullptr;
    }
    place |= item.anatomy != nullptr;
  }
  return nullptr;
}

bool is_other_of_pair(const Lexicon& lexicon, const Context& context, const Clause& clause, Site& place) {
  const Site& last = context.subject;
  if (!clause.chunks.empty() || last.organs.empty() || !place.only_side() || !is_one_side(place.side)) return false;
  const bool both = last.side == Side::both && !is_lesion(lexicon, context.last_concept);  // "both contain cysts"
  if ((last.side != opposite(place.side) && !both) || !paired(lexicon, last)) return false;
  if (!clause.items.empty() && is_cue(clause.items.back(), lexicon::CueKind::not_)) return false;  // "… is not"
  place.organs = last.organs;
  return true;
}

bool owns_place(const Lexicon& lexicon, const Context& context, std::span<const Item> items, const Item& its) {
  const Item* const next = &its + 1;
  if (lexicon[its.cue_concept].direction <= 0 || context.focus.size() != 1 || next >= items.data() + items.size() ||
      next->kind != ItemKind::content)
    return false;
  const Site& whole = context.focus.front();
  const bool device = context.last_concept != kNone && lexicon[context.last_concept].has(Concept::device);
  if (whole.organs.empty() || device) return false;  // "its tip"
  Site piece;
  if (names_place(*next)) {
    add_place(lexicon, piece, next->anatomy->concept_id);
    if (piece.organs.empty())  // a wall may be the lesion's
      return !is_lesion(lexicon, context.last_concept) && next->anatomy->concept_id != lexicon.known().margin;
    return makes_a_place(lexicon, piece, whole) || makes_a_place(lexicon, whole, piece) ||
           (lies_in(lexicon, piece, whole) && is_one_side(whole.side));
  }
  if (next->observation == nullptr || next->observation->site == kNone) return false;
  add_place(lexicon, piece, next->observation->site);
  return !piece.organs.empty() && lies_in(lexicon, piece, whole);  // "its cortex is thin", one form
}

void complete_owned_place(const Lexicon& lexicon, const Context& context, Clause& clause) {
  const std::span<const Item> items = clause.items;
  std::size_t its = 0;  // "and its …", ", its …"
  while (its < items.size() && (joins(items[its]) || is_cue(items[its], CueKind::filler))) ++its;
  if (its + 1 >= items.size() || !is_cue(items[its], CueKind::it) || clause.chunks.empty() ||
      !owns_place(lexicon, context, items, items[its]))
    return;
  Chunk& first = clause.chunks.front();
  if (first.words.begin > items[its + 1].begin || first.words.end < items[its + 1].end) return;
  const Site& whole = context.focus.front();
  Site& own = first.phrase.site;
  const bool fits = !own.organs.empty() && lies_in(lexicon, own, whole);  // "its rotator cuff"
  if (names_place(items[its + 1]) && !fits)
    own = within(lexicon, own, whole);
  else if (own.side == Side::none)
    own.side = whole.side;
}

bool says_something(const Item& item) {
  return item.kind == ItemKind::content || item.kind == ItemKind::measure || item.kind == ItemKind::level ||
         item.kind == ItemKind::ordinal || item.kind == ItemKind::unknown;
}

bool of_looks(const Concept& m, bool inside) {
  return m.is(ModifierKind::shape) || m.is(ModifierKind::margin) ||
         (inside && (m.is(ModifierKind::density) || m.is(ModifierKind::signal) || m.is(ModifierKind::enhancement) ||
                     m.is(ModifierKind::texture)));
}

bool tells_looks(const Lexicon& lexicon, const Item& item) {
  return item.observation != nullptr && item.modifier != nullptr && item.anatomy == nullptr &&
         (item.adjective || item.participle) && of_looks(lexicon[item.modifier->concept_id], true);
}

std::size_t behind_margin(const Lexicon& lexicon, const Context& context, std::span<const Item> items) {
  std::size_t at = !items.empty() && items[0].kind == ItemKind::comma ? 1 : 0;
  const bool its = at < items.size() && is_cue(items[at], CueKind::it);
  while (at < items.size() && (is_cue(items[at], CueKind::it) || is_cue(items[at], CueKind::the))) ++at;
  if (at + 2 >= items.size() || (context.headed && !its) || context.last_concept == kNone ||
      !is_lesion(lexicon, context.last_concept))
    return 0;
  const Item& margin = items[at];
  const bool part = margin.anatomy != nullptr && lexicon[margin.anatomy->concept_id].has(Concept::light);
  const bool attribute = margin.anatomy == nullptr && margin.attribute != nullptr;
  if (!(part || attribute) || margin.observation != nullptr || !is_cue(items[at + 1], CueKind::be)) return 0;
  const auto first = items.begin() + static_cast<std::ptrdiff_t>(at) + 2;
  const auto last = std::find_if(first, items.end(), [](const Item& i) { return i.kind == ItemKind::comma; });
  const bool looks_so =
      std::any_of(first, last, says_something) && std::all_of(first, last, [&](const Item& i) {
        return !says_something(i) || (i.modifier != nullptr && of_looks(lexicon[i.modifier->concept_id], attribute));
      });
  if (!looks_so) return 0;
  return at + 1;
}

bool names_only_places(std::span<const Item> items) {
  bool place = false;
  for (const Item& item : items) {
    const bool organ = item.kind == ItemKind::content && item.anatomy != nullptr && item.observation == nullptr;
    const bool level = item.kind == ItemKind::level || item.kind == ItemKind::ordinal;
    place |= organ || level || names_side(item);
    const bool between = is_cue(item, CueKind::the) || is_cue(item, CueKind::in) || is_cue(item, CueKind::of) ||
                         is_cue(item, CueKind::or_) || is_cue(item, CueKind::and_) || names_side(item);
    if (!organ && !level && !between) return false;
  }
  return place;
}

}  // namespace fiducial::findings
