// Cutting a sentence into clauses, and the order of the steps that read one.
#include "grammar/clause.h"

#include <algorithm>
#include <utility>

#include "grammar/chunk_places.h"
#include "grammar/clause_end.h"
#include "grammar/limits.h"
#include "grammar/opening.h"
#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;

namespace {

// Is the clause something other than a finding of this image?
// "18 mm, previously 26 mm", behind a colon: how large it is now.
bool sized_now_and_then(std::span<const Item> items) {
  while (!items.empty() && (is_cue(items[0], CueKind::largest) || says_nothing(items[0]) || is_clause_verb(items[0])))
    items = items.subspan(1);
  return items.size() > 3 && is_size(items[0]) &&
         (items[1].kind == ItemKind::comma || items[1].kind == ItemKind::open) && is_cue(items[2], CueKind::prior) &&
         is_size(items[3]);
}

Dropped not_a_finding(const Setting& setting, const Counts& n) {
  const bool technique = setting.on(Rule::left_technique);
  // "No change in size from the prior scan": of what was found last
  if (n.change_first && n.prior > 0 && n.clinical + n.places + n.recommend + n.person + n.technique == 0)
    return Dropped::no;
  if (n.it_changed && n.clinical + n.places + n.recommend + n.person == 0) return Dropped::no;
  // "Refer to vascular surgery": an operation that is advised was not done
  if (n.recommend > 0 && n.strong == n.operations && !n.advised_behind) return Dropped::recommendation;
  // "Endoscopy is suggested", "consider arthroscopy", but "a previous cholecystectomy is suggested"
  if (n.inferred > 0 && n.clinical > 0 && n.procedures == n.clinical && n.prior == 0) return Dropped::recommendation;
  // "Discussed with the stroke team at 14:20"
  if (n.person_first && n.places + n.sides + n.details == 0) return Dropped::communication;
  // "Findings phoned to the neurosurgery registrar": the name of a specialty is no operation
  if (n.person > 0 && n.clinical > 0 && n.strong == n.operations && n.sides + n.details == 0 &&
      (n.places == 0 || n.person_first))
    return Dropped::communication;
  // but "compared with the MRI of March 3, the solid part has grown"
  const bool compared = n.prior > 0 && n.details + n.unseen > 0 && n.comma;
  if (technique && n.technique > 1 && n.strong == 0 && !compared) return Dropped::technique;
  if (n.clinical > 0 || (n.things > 0 && n.places > 0)) return Dropped::no;
  if (n.recommend > 0) return Dropped::recommendation;
  if (n.person > 0) return Dropped::communication;
  if (technique && n.technique > 0) return Dropped::technique;
  if (n.history > 0 && setting.on(Rule::left_history)) return Dropped::history;
  // but "left para-aortic node 11 mm, previously 17 mm"
  // and "the lesion is 12 mm, previously 17 mm"
  if (n.prior > 0 && (n.places == 0 || n.details == 0) && (n.things == 0 || n.details < 2)) return Dropped::comparison;
  if (n.quality > 0 && setting.on(Rule::left_quality)) return Dropped::quality;
  return Dropped::no;
}

// "There are two aneurysms, one of 6 mm on the left …": they are where the members are told, and not where the sentence
// before was.
void place_by_members(const Lexicon& lexicon, const Clause& clause, std::vector<Finding>& out) {
  constexpr std::size_t kFew = 8;
  if (clause.first_finding == 0 || clause.first_finding >= out.size()) return;
  Finding& member = out[clause.first_finding];
  if (member.absent || member.inferred_site || member.site.organs.empty()) return;
  for (std::size_t k = clause.first_finding; k-- > 0 && clause.first_finding - k <= kFew;) {
    Finding& counted = out[k];
    if (!counted.inferred_site || counted.sentence != member.sentence || counted.absent ||
        counted.concept_id != member.concept_id || counted.size_count != 0)
      return;
    const auto number = std::find_if(counted.details.begin(), counted.details.end(), [&](ConceptId d) {
      return lexicon[d].is(lexicon::ModifierKind::number) && lexicon[d].rank > 1;
    });
    if (number == counted.details.end()) return;
    counted.site = Site{};
    if (member.size_count == 0) continue;
    member.details.add(*number);
    counted = member;  // told again with its size: one Finding
  }
}

// The order of the steps.
void read_clause(const Setting& setting, Context& context, Clause& clause, std::vector<Finding>& out) {
  find_chunks(setting, context, clause);
  find_scopes(setting, clause);
  merge_chunks(setting, clause);
  find_runs(setting, context, clause);
  find_descriptions(setting, context, clause, out);
  assemble(setting, context, clause, out);
  place_by_members(setting.lexicon, clause, out);
}

constexpr std::size_t kMostIll = 16;  // more than one clause sums up

void remember_ill(const Clause& clause, const std::vector<Finding>& out, Context& context) {
  for (std::size_t k = clause.first_finding; k < out.size(); ++k) {
    if (!out[k].abnormal || out[k].absent || out[k].inferred_site || out[k].site.organs.empty()) continue;
    if (context.ill_sentence != clause.sentence) context.ill.clear();
    context.ill_sentence = clause.sentence;
    if (context.ill.size() < kMostIll) context.ill.push_back(out[k].site);
  }
}

constexpr std::size_t kMostLesions = 24;  // that "the mass" may be one of

void remember_lesions(const Lexicon& lexicon, const Clause& clause, const std::vector<Finding>& out, Context& context) {
  for (std::size_t k = clause.first_finding; k < out.size(); ++k) {
    const Finding& f = out[k];
    if (f.absent || f.inferred_site || f.site.organs.empty() || !is_lesion(lexicon, f.concept_id)) continue;
    if (context.lesions.size() == kMostLesions) context.lesions.erase(context.lesions.begin());
    context.lesions.emplace_back(f.concept_id, f.site);
  }
}

// "Right mammogram.": the technique says what was examined.
std::vector<Site> places_of_technique(const Lexicon& lexicon, std::span<const Item> items) {
  Site site;
  for (const Item& item : items) {
    if (is_cue(item, CueKind::left)) site.side = Side::left;
    if (is_cue(item, CueKind::right)) site.side = Side::right;
    if (!is_cue(item, CueKind::technique)) continue;
    const ConceptId place = item.stands_for != kNone ? item.stands_for : lexicon[item.cue_concept].home;
    if (place != kNone) add_place(lexicon, site, place);
  }
  return site.organs.empty() ? std::vector<Site>{} : std::vector<Site>{site};
}

// "Left knee pain": the place of a complaint, with its side.
std::vector<Site> place_of_complaint(const Lexicon& lexicon, std::span<const Item> items) {
  Site site;
  for (const Item& item : items) {
    if (names_one_side(item)) {
      if (site.side != Side::none) return {};
      site.side = is_cue(item, CueKind::left) ? Side::left : Side::right;
    }
    if (item.kind != ItemKind::content) continue;
    if (item.anatomy != nullptr) {
      add_place(lexicon, site, item.anatomy->concept_id);
    } else if (item.observation != nullptr && item.observation->site != kNone) {
      add_place(lexicon, site, item.observation->site);
    }
  }
  return site.organs.size == 1 && site.side != Side::none ? std::vector<Site>{site} : std::vector<Site>{};
}

// "Netball injury to the right ankle.", "Cirrhosis surveillance.": nothing that the image shows, but where to look.
void remember_complaint(const Setting& setting, const Clause& clause, Context& context) {
  remember_examination(setting.lexicon, clause.items, context);
  if (!context.focus.empty()) return;
  Context spoken = context;
  Clause aside = clause;
  std::vector<Finding> unused;
  read_clause(setting, spoken, aside, unused);
  context.focus = spoken.focus;
  context.focus_sentence = spoken.focus_sentence;
}

void leave_out_opening(const Setting& setting, OpeningEnd end, Clause& clause, Context& context) {
  const std::span<const Item> all = clause.items;
  const auto behind = std::find_if(all.begin(), all.end(), [&](const Item& item) { return item.begin >= end; });
  if (behind == all.begin()) return;
  clause.items = all.first(static_cast<std::size_t>(behind - all.begin()));
  remember_complaint(setting, clause, context);
  if (behind == all.end())
    clause.dropped = Dropped::history;
  else
    clause.items = all.subspan(static_cast<std::size_t>(behind - all.begin()));
}

// "Right shoulder.": a report that begins with a place and nothing more.
bool is_title(const Setting& setting, const Clause& clause, const std::vector<Finding>& out) {
  const Counts n = count(setting.lexicon, clause.items);
  const bool views = is_cue(clause.items.back(), CueKind::seen);  // "Left scaphoid views."
  return out.empty() && n.places > 0 && n.clinical + n.details + n.prior == 0 && n.verbs == (views ? 1 : 0) &&
         setting.on(Rule::title_examined);
}

// "Right lobe: a nodule; left lobe: normal.": a heading within the sentence.
void begin_heading(const Lexicon& lexicon, const Clause& clause, Context& context) {
  const Counts n = count(lexicon, clause.items);
  if (n.places + n.sides == 0 || n.clinical + n.verbs != 0) return;
  std::vector<Site> places = read_places(lexicon, clause.items);
  if (places.empty()) return;
  if (places.front().organs.empty() && !context.heading.empty()) places.front().organs = context.heading.front().organs;
  context.heading = std::move(places);
}

// "Renal mass protocol": how it was done, and not what is there.
bool names_protocol(const Lexicon& lexicon, std::span<const Item> items) {
  return !items.empty() && is_cue(items.back(), CueKind::technique) &&
         lexicon[items.back().cue_concept].direction < 0 &&
         std::none_of(items.begin(), items.end(), [](const Item& item) { return is_clause_verb(item); });
}

// "CT abdomen for suspected appendicitis", "CT hip for fracture": how many items of a title say what was examined, and
// not why. What is known ("for breast cancer") stays.
std::size_t without_purpose(const Lexicon& lexicon, std::span<const Item> items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    if (is_cue(item, CueKind::in) && lexicon[item.cue_concept].direction < 0) {
      const bool verb = std::any_of(items.begin(), items.end(), [](const Item& k) { return is_clause_verb(k); });
      const auto before = items.subspan(0, i);
      const bool imaged =
          std::any_of(before.begin(), before.end(), [](const Item& k) { return is_cue(k, CueKind::technique); });
      const auto asked = [&](const Item& k) {
        return is_cue(k, CueKind::hedge) ||
               (k.observation != nullptr && (lexicon.is_symptom(k.observation->concept_id) ||
                                             (imaged && !is_lesion(lexicon, k.observation->concept_id))));
      };
      const bool complaint = std::any_of(items.begin() + static_cast<std::ptrdiff_t>(i), items.end(), asked);
      return i > 0 && !verb && complaint ? i : items.size();
    }
    const bool where = item.anatomy != nullptr && item.observation == nullptr && item.attribute == nullptr;
    const bool how = item.kind == ItemKind::cue &&
                     (item.cue == CueKind::technique || item.cue == CueKind::of || item.cue == CueKind::both ||
                      item.cue == CueKind::left || item.cue == CueKind::right || item.cue == CueKind::the ||
                      item.cue == CueKind::filler || item.cue == CueKind::and_);
    if (!where && !how) break;
  }
  return items.size();
}

constexpr std::size_t kNothing = static_cast<std::size_t>(-1);

// Does the clause say no more than how many there are of which all is told behind it?
bool announces(const Lexicon& lexicon, const Clause& clause, const std::vector<Finding>& out) {
  if (out.size() != clause.first_finding + 1) return false;
  const Finding& f = out.back();
  return f.abnormal && is_lesion(lexicon, f.concept_id) && f.size_count == 0 &&
         std::any_of(f.details.begin(), f.details.end(),
                     [&](ConceptId d) { return lexicon[d].is(lexicon::ModifierKind::number); });
}

bool told_one_by_one(const Lexicon& lexicon, std::size_t announced, const std::vector<Finding>& out) {
  return std::count_if(out.begin() + static_cast<std::ptrdiff_t>(announced) + 1, out.end(),
                       [&](const Finding& f) { return f.abnormal && is_lesion(lexicon, f.concept_id); }) > 1;
}

void forget(std::size_t finding, Context& context, std::vector<Finding>& out) {
  out.erase(out.begin() + static_cast<std::ptrdiff_t>(finding));
  if (context.last_begin > finding) --context.last_begin;
  if (context.last_end > finding) --context.last_end;
}

// "Left ovary: 4.4 x 3.0 x 3.6 cm with a 2.7 cm cyst", "Right kidney: 11 cm, 2 cm cyst": the first measure is of the
// organ in the heading, if what comes behind it has one of its own.
bool measures_heading(const Context& context, std::span<const Item> items) {
  if (!context.headed || context.heading.empty() || context.heading.front().organs.empty() || items.size() < 4 ||
      items[0].kind != ItemKind::measure || items[0].size_count == 0 ||
      (items[1].kind != ItemKind::comma && !is_cue(items[1], CueKind::with)))
    return false;
  bool named = false, measured = false;
  for (const Item& item : items.subspan(2)) {
    if (item.kind == ItemKind::comma || item.kind == ItemKind::semicolon || item.cue == CueKind::prior) break;
    named |= item.observation != nullptr;
    measured |= item.kind == ItemKind::measure && item.size_count > 0;
  }
  return named && measured;
}

void begin_clause(const Context& context, std::span<const Item> items, std::size_t before, Clause& clause) {
  clause.clear();
  clause.items = items;
  clause.section = context.section;
  if (!context.heading.empty()) clause.heading = context.heading_words;
  clause.first_finding = clause.last_finding = before;
  clause.side_before = context.side;
  clause.sided_before = context.sided;
  clause.sided_sentence_before = context.sided_sentence;
}

// "On the left, …": the side that a sentence begins with, before the place or the thing.
Side side_in_front(std::span<const Item> items) {
  constexpr std::size_t kFew = 12;
  std::size_t i = 0;
  while (i < std::min(items.size(), kFew) && (is_cue(items[i], CueKind::filler) || is_cue(items[i], CueKind::contrast)))
    ++i;
  if (i + 1 >= items.size() || !names_one_side(items[i])) return Side::none;
  const bool apart =
      items[i + 1].kind == ItemKind::comma || is_cue(items[i + 1], CueKind::seen) || is_cue(items[i + 1], CueKind::the);
  return !apart ? Side::none : is_cue(items[i], CueKind::left) ? Side::left : Side::right;
}

// The side in front holds for a clause behind that names none; so does that of "a small left kidney", with something.
Side fronted_side(const Context& context, std::uint32_t sentence, std::span<const Item> items,
                  std::span<const Item> said) {
  if (std::any_of(said.begin(), said.end(), names_side)) return Side::none;
  const bool with = is_cue(said.front(), CueKind::with) && context.sided_sentence == sentence;
  return with ? context.side : side_in_front(items);
}

}  // namespace

Dropped read_sentence(const Lexicon& lexicon, const RuleSet& off, std::span<const Item> items, std::uint32_t sentence,
                      OpeningEnd opening, Context& context, Clause& clause, std::vector<Finding>& out,
                      const ClauseWatcher& watch) {
  const Setting setting{lexicon, off, sentence};
  Dropped why = Dropped::no;
  std::size_t first = 0;
  std::size_t announced = kNothing;  // "Two lesions are found:", and then each of them
  while (first < items.size()) {
    const bool of_heading = first == 0 && measures_heading(context, items);
    const std::size_t end = of_heading ? 1 : std::max(clause_end(setting, items, first), first + 1);
    std::span<const Item> said = items.subspan(first, std::min(end, items.size()) - first);
    if (first == 0) said = said.first(without_purpose(lexicon, said));
    begin_clause(context, said, out.size(), clause);
    clause.sentence = sentence;
    clause.fronted = first > 0 ? fronted_side(context, sentence, items, said) : Side::none;
    clause.behind_colon = first > 0 && items[first - 1].kind == ItemKind::colon;
    clause.dropped =
        names_protocol(lexicon, said) ? Dropped::technique : not_a_finding(setting, count(lexicon, clause.items));
    if (clause.dropped == Dropped::comparison && clause.behind_colon && sized_now_and_then(clause.items))
      clause.dropped = Dropped::no;
    if (clause.dropped == Dropped::no &&
        (tells_what_is_known(setting, clause.items) || tells_of_patient(setting, clause.items) ||
         (out.empty() && asks(setting, clause.items))))
      clause.dropped = Dropped::history;
    if (clause.dropped == Dropped::no && opening > 0) leave_out_opening(setting, opening, clause, context);
    if (clause.dropped == Dropped::no) {
      read_clause(setting, context, clause, out);
      remember_ill(clause, out, context);
      remember_lesions(lexicon, clause, out, context);
    } else {
      why = clause.dropped;
    }
    if (clause.dropped == Dropped::technique || is_title(setting, clause, out))
      remember_examination(lexicon, clause.items, context);
    if (watch) watch(clause, std::span<const Finding>(out).subspan(clause.first_finding));
    if (first > 0 && end < items.size() && items[end].kind == ItemKind::colon) begin_heading(lexicon, clause, context);
    if (first == 0 && end < items.size() && items[end].kind == ItemKind::colon && announces(lexicon, clause, out))
      announced = clause.first_finding;
    const bool measures = measures_next_place(lexicon, items, first, end);
    first = measures ? end + 1 : end;
    if (first < items.size() && (items[first].kind == ItemKind::semicolon || items[first].kind == ItemKind::colon))
      ++first;
  }
  if (announced != kNothing && told_one_by_one(lexicon, announced, out)) forget(announced, context, out);
  return why;
}

Counts count(const Lexicon& lexicon, std::span<const Item> items) {
  Counts n;
  for (const Item& item : items) {
    n.comma = n.comma || item.kind == ItemKind::comma;
    n.unseen += is_cue(item, CueKind::negpost) ? 1 : 0;
    if (item.observation != nullptr && item.kind == ItemKind::content) {
      ++n.clinical;
      const Concept& c = lexicon[item.observation->concept_id];
      const bool strong = !c.has(Concept::vague) || c.has(Concept::category);
      n.strong += strong ? 1 : 0;
      const bool operation = is_operation(lexicon, item.observation->concept_id);
      n.operations += strong && operation ? 1 : 0;
      n.procedures += !strong && operation ? 1 : 0;
    }
    if (item.attribute != nullptr) ++n.clinical;
    if (item.kind == ItemKind::level) ++n.places;
    if (item.cue == CueKind::it && item.stands_for != kNone) ++n.things;
    n.change_first |= &item == items.data() && item.only_modifier() && item.tokens > 1 &&
                      item.modifier->concept_id == lexicon.known().change_stable;
    n.it_changed |= is_cue(items.front(), CueKind::it) && item.only_modifier() &&
                    lexicon[item.modifier->concept_id].is(lexicon::ModifierKind::change);
    if (item.anatomy != nullptr) n.places += lexicon[item.anatomy->concept_id].has(Concept::part) ? 0 : 1;
    if (item.modifier != nullptr || item.kind == ItemKind::measure) ++n.details;
    if (item.kind == ItemKind::unknown) ++n.unknown;
    n.sides += item.cue == CueKind::left || item.cue == CueKind::right ? 1 : 0;
    switch (item.cue) {
      case CueKind::technique:
        ++n.technique;
        break;
      case CueKind::history:
        ++n.history;
        break;
      case CueKind::recommend:
        ++n.recommend;
        n.advised_behind = n.clinical > 0 && n.places > 0 && n.comma;
        break;
      case CueKind::infer:
        ++n.inferred;
        break;
      case CueKind::quality:
        ++n.quality;
        break;
      case CueKind::person:
        n.person_first |= &item == items.data();
        ++n.person;
        break;
      case CueKind::prior:
        ++n.prior;
        break;
      case CueKind::in:
      case CueKind::of:
      case CueKind::with:
      case CueKind::include:
      case CueKind::neg:
      case CueKind::not_:
        ++n.prepositions;
        break;
      case CueKind::be:
      case CueKind::show:
      case CueKind::seen:
        ++n.verbs;
        break;
      default:
        break;
    }
  }
  return n;
}

void remember_examination(const Lexicon& lexicon, std::span<const Item> items, Context& context) {
  std::vector<Site> places = read_places(lexicon, items);
  if (places.empty() || places.front().organs.empty()) places = places_of_technique(lexicon, items);
  if (places.empty()) places = place_of_complaint(lexicon, items);
  join_side_behind(places);
  if (places.empty()) return;
  // "Right knee, AP and lateral.": from where it was seen
  places.erase(std::remove_if(places.begin() + 1, places.end(),
                              [](const Site& s) { return s.organs.empty() && s.side == Side::none; }),
               places.end());
  const Site& place = places.front();
  if (places.size() == 1) context.examined = place;
  if (is_one_side(place.side)) context.exam = place;
  if (context.focus.empty()) context.focus = places;
}

void join_side_behind(std::vector<Site>& places) {
  if (places.size() != 2 || places[0].side != Side::none || places[0].organs.empty()) return;
  const Site& last = places[1];
  if (last.side == Side::none || !last.organs.empty() || !last.parts.empty() || last.from != 0) return;
  places[0].side = last.side;
  places.pop_back();
}

std::vector<Site> read_places(const Lexicon& lexicon, std::span<const Item> items) {
  Context none;
  const RuleSet all;
  const Setting setting{lexicon, all, 0};
  Clause clause;
  begin_clause(none, items, 0, clause);
  find_chunks(setting, none, clause);
  find_scopes(setting, clause);
  merge_chunks(setting, clause);
  find_runs(setting, none, clause);
  std::vector<Site> out;
  for (const PlaceRun& run : clause.runs) out.insert(out.end(), run.sites.begin(), run.sites.end());
  return out;
}

}  // namespace fiducial::findings
