#include "grammar/reader.h"

#include <algorithm>
#include <utility>

#include "grammar/clause.h"
#include "grammar/expand.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;
using lexicon::HeadingKind;
using text::TokenKind;

std::string_view name(Dropped reason) {
  constexpr std::string_view kNames[] = {"",           "technique",     "history",       "recommendation", "comparison",
                                         "impression", "image quality", "communication", "no finding"};
  return kNames[static_cast<std::size_t>(reason)];
}

namespace {

// What a heading says by its words: "CLINICAL HISTORY", "IMPRESSION", "Technique". The longest of its words decide.
HeadingKind section_of(const Lexicon& lexicon, std::span<const text::Token> heading) {
  HeadingKind kind = HeadingKind::none;
  for (std::size_t i = 0; i < heading.size();) {
    const lexicon::Match match = lexicon.longest(heading, i);
    for (const lexicon::Sense& s : match.senses) {
      if (s.section != lexicon::Section::heading) continue;
      const HeadingKind here = lexicon[s.concept_id].heading();
      if (here == HeadingKind::note) return HeadingKind::none;
      if (kind == HeadingKind::none) kind = here;
    }
    i += std::max<std::size_t>(match.tokens, 1);
  }
  return kind;
}

// Sections that say something else than findings, in a line or two.
bool is_preamble(HeadingKind kind) {
  return kind == HeadingKind::history || kind == HeadingKind::technique || kind == HeadingKind::comparison ||
         kind == HeadingKind::recommendation;
}

// Tokens [first, colon) if the sentence begins with a heading, else nothing.
std::size_t heading_length(std::span<const text::Token> tokens, bool line_start) {
  const std::size_t most = std::min<std::size_t>(tokens.size(), line_start ? 10 : 4);
  for (std::size_t i = 0; i < most; ++i) {
    if (tokens[i].kind == TokenKind::colon) return i;
    const bool label = i + 1 < most && tokens[i + 1].kind == TokenKind::colon;  // "Nodule 2:"
    if (tokens[i].kind == TokenKind::number && !line_start && !label) return 0;
  }
  return 0;
}

// So that a heading before thousands of commas is not repeated without end.
constexpr std::size_t kMostJoined = 400;

// "FINDINGS: IMPRESSION: …": of two headings side by side the first has nothing below it.
std::span<const text::Token> without_empty_headings(const Lexicon& lexicon, std::span<const text::Token> tokens,
                                                    bool line_start) {
  constexpr std::size_t kFewWords = 2;
  for (;;) {
    const std::size_t h = heading_length(tokens, line_start);
    if (h == 0 || h > kFewWords || section_of(lexicon, tokens.first(h)) == HeadingKind::none) return tokens;
    const auto rest = tokens.subspan(h + 1);
    const std::size_t next = heading_length(rest, false);
    const HeadingKind kind = next == 0 || next > kFewWords ? HeadingKind::none : section_of(lexicon, rest.first(next));
    if (kind != HeadingKind::findings && kind != HeadingKind::impression) return tokens;
    tokens = rest;
  }
}

// "Nodule 1", "Lesion B": one of several that are told one by one.
bool is_label(std::span<const text::Token> heading) {
  if (heading.size() < 2 || heading.size() > 3) return false;
  const text::Token& last = heading.back();
  return last.kind == TokenKind::number || (last.kind == TokenKind::word && last.end - last.begin == 1);
}

// All that is asserted in a sentence; nothing if something in it is denied or normal.
ConceptSet<16> said_in(const Lexicon& lexicon, std::span<const Item> items) {
  ConceptSet<16> said;
  for (const Item& item : items) {
    if (item.negated_prefix || item.cue == CueKind::neg || item.cue == CueKind::not_ || item.cue == CueKind::negpost)
      return {};
    if (item.observation != nullptr) {
      if (lexicon[item.observation->concept_id].has(Concept::normal)) return {};
      said.add(item.observation->concept_id);
    }
    if (item.modifier != nullptr) said.add(item.modifier->concept_id);
  }
  return said;
}

}  // namespace

// "none", "absent", "not identified": a denial and nothing that is denied.
bool Reader::only_denies(std::string_view report, std::span<const text::Token> tokens) const {
  if (tokens.empty() || tokens.size() > 4) return false;
  std::vector<Item> items;  // those of the heading are still needed
  read_items(lexicon_, report, tokens, items);
  const auto denial = [](const Item& i) {
    return i.cue == CueKind::neg || i.cue == CueKind::not_ || i.cue == CueKind::negpost;
  };
  const auto empty = [&](const Item& i) {
    return denial(i) || (i.kind == ItemKind::cue && (i.cue == CueKind::seen || i.cue == CueKind::filler));
  };
  return std::any_of(items.begin(), items.end(), denial) && std::all_of(items.begin(), items.end(), empty);
}

// A side and words that describe, and nothing that is described.
bool Reader::only_details(std::string_view report, std::span<const text::Token> tokens) const {
  std::vector<Item> items;
  read_items(lexicon_, report, tokens, items);
  const auto side = [](const Item& i) { return i.cue == CueKind::left || i.cue == CueKind::right; };
  const auto detail = [&](const Item& i) {
    return i.only_modifier() || i.kind == ItemKind::measure || i.kind == ItemKind::comma || side(i) ||
           (i.kind == ItemKind::cue && i.cue == CueKind::filler);
  };
  const auto sides = std::count_if(items.begin(), items.end(), side);
  return sides <= 1 && std::all_of(items.begin(), items.end(), detail) &&
         std::any_of(items.begin(), items.end(), [](const Item& i) { return i.only_modifier(); });
}

// Places, sides and details, a place or a side in each piece between commas, and nothing that is there.
bool Reader::lists_places(std::string_view report, std::span<const text::Token> tokens) const {
  std::vector<Item> items;
  read_items(lexicon_, report, tokens, items);
  const auto side = [](const Item& i) {
    return i.kind == ItemKind::cue && (i.cue == CueKind::left || i.cue == CueKind::right || i.cue == CueKind::both);
  };
  const auto place = [&](const Item& i) {
    return side(i) || i.kind == ItemKind::level || (i.anatomy != nullptr && i.observation == nullptr);
  };
  bool placed = false;
  for (const Item& i : items) {
    if (i.kind == ItemKind::comma) {
      if (!std::exchange(placed, false)) return false;
      continue;
    }
    placed |= place(i);
    const bool word = i.kind == ItemKind::cue && (i.cue == CueKind::in || i.cue == CueKind::of ||
                                                  i.cue == CueKind::the || i.cue == CueKind::filler);
    const bool detail = i.modifier != nullptr && i.attribute == nullptr && i.cue == CueKind::none;
    if (!place(i) && !word && !detail && i.kind != ItemKind::measure && i.kind != ItemKind::ordinal) return false;
  }
  return placed;
}

// One finding and its category, by one name.
bool Reader::is_category(std::span<const text::Token> heading) const {
  return items_.size() == 1 && items_.front().observation != nullptr && !heading.empty() &&
         heading.back().kind == TokenKind::number;
}

// Something that is there, rather than a topic: one thing, by more than its bare name or by the name of a disease.
bool Reader::is_diagnosis() const {
  const auto thing = std::find_if(items_.begin(), items_.end(), [](const Item& i) { return i.observation != nullptr; });
  if (thing == items_.end() || thing->plural || thing->cue != CueKind::none) return false;
  const lexicon::Concept& c = lexicon_[thing->observation->concept_id];
  const bool named = !c.has(lexicon::Concept::normal) && !c.has(lexicon::Concept::generic) &&
                     !c.has(lexicon::Concept::vague) && !c.has(lexicon::Concept::device);
  const bool one =
      std::count_if(items_.begin(), items_.end(), [](const Item& i) { return i.observation != nullptr; }) == 1;
  return named && one && std::none_of(items_.begin(), items_.end(), [](const Item& i) {
           return i.kind == ItemKind::unknown || i.kind == ItemKind::comma ||
                  (i.kind == ItemKind::cue &&
                   (i.cue == CueKind::neg || i.cue == CueKind::and_ || i.cue == CueKind::or_));
         });
}

// One thing that may be found in several places.
bool Reader::names_one_thing() const {
  const auto names = [](const Item& i) { return i.observation != nullptr; };
  const auto thing = std::find_if(items_.begin(), items_.end(), names);
  return thing != items_.end() && std::count_if(items_.begin(), items_.end(), names) == 1 &&
         !lexicon_[thing->observation->concept_id].has(Concept::normal) &&
         std::none_of(items_.begin(), items_.end(), [](const Item& i) {
           return i.kind == ItemKind::unknown || i.kind == ItemKind::comma || is_cue(i, CueKind::neg) ||
                  is_cue(i, CueKind::and_) || is_cue(i, CueKind::or_);
         });
}

// Is what the heading counts named again, as often as there are of it?
bool Reader::tells_one_by_one(std::string_view report, std::span<const text::Token> tokens) const {
  const auto thing = std::find_if(items_.begin(), items_.end(), [](const Item& i) { return i.observation != nullptr; });
  if (thing == items_.end() || !thing->plural) return false;
  std::vector<Item> items;
  read_items(lexicon_, report, tokens, items);
  return std::count_if(items.begin(), items.end(), [&](const Item& i) {
           return i.observation != nullptr && i.observation->concept_id == thing->observation->concept_id;
         }) > 1;
}

// Is something found, and nothing denied?
bool Reader::asserts(std::string_view report, std::span<const text::Token> tokens) const {
  std::vector<Item> items;
  read_items(lexicon_, report, tokens, items);
  const bool denies = std::any_of(items.begin(), items.end(), [](const Item& i) {
    return i.negated_prefix || i.cue == CueKind::neg || i.cue == CueKind::not_ || i.cue == CueKind::negpost;
  });
  return !denies && std::any_of(items.begin(), items.end(), [&](const Item& i) {
    return i.observation != nullptr && !lexicon_[i.observation->concept_id].has(lexicon::Concept::normal);
  });
}

// Sizes, each with its place.
bool Reader::measures_places(std::string_view report, std::span<const text::Token> tokens) const {
  std::vector<Item> items;
  read_items(lexicon_, report, tokens, items);
  const Counts n = count(lexicon_, items);
  return !items.empty() && items.front().kind == ItemKind::measure && items.front().size_count != 0 &&
         n.clinical + n.unknown + n.verbs == 0 && n.places > 0;
}

// A size, and no more than a side with it.
bool Reader::only_measures(std::string_view report, std::span<const text::Token> tokens) const {
  std::vector<Item> items;
  read_items(lexicon_, report, tokens, items);
  const Counts n = count(lexicon_, items);
  const bool place = std::any_of(items.begin(), items.end(), [](const Item& i) { return i.anatomy != nullptr; });
  return n.clinical + n.unknown == 0 && !place && std::any_of(items.begin(), items.end(), [](const Item& i) {
           return i.kind == ItemKind::measure && i.size_count != 0;
         });
}

// Which sections there are: the impression is left out if there are findings to read.
Reader::Outline Reader::outline() const {
  Outline out;
  bool impression = false;
  bool bare = false;  // the last sentence was the heading of the findings, and no more
  for (std::size_t i = 0; i < sentences_.size(); ++i) {
    const text::Sentence& s = sentences_[i];
    const auto tokens = without_empty_headings(
        lexicon_, std::span<const text::Token>(tokens_).subspan(s.first, s.last - s.first), s.line_start);
    const std::size_t h = heading_length(tokens, s.line_start);
    const HeadingKind kind = h > 0 ? section_of(lexicon_, tokens.first(h)) : HeadingKind::none;
    if (kind == HeadingKind::findings && s.line_start) out.findings_from = i;
    // a heading with nothing below it, before the next one, is an empty form
    const bool text_here = h + 1 < tokens.size();
    out.findings |= (kind == HeadingKind::findings && text_here) || (bare && kind == HeadingKind::none);
    bare = kind == HeadingKind::findings && !text_here;
    impression |= kind == HeadingKind::impression;
    out.text_before_impression |= !impression && kind == HeadingKind::none;
  }
  out.skip_impression = impression && (out.findings || out.text_before_impression);
  return out;
}

// The heading and what it is said of as one text, without the colon between them.
std::span<const text::Token> Reader::joined(std::span<const text::Token> heading, std::span<const text::Token> rest) {
  joined_.assign(heading.begin(), heading.end());
  joined_.insert(joined_.end(), rest.begin(), rest.end());
  return joined_;
}

// "Nodules: upper lobe 6 mm, lower lobe 4 mm" as "nodules upper lobe 6 mm, nodules lower lobe 4 mm".
std::span<const text::Token> Reader::joined_to_each(std::span<const text::Token> heading,
                                                    std::span<const text::Token> rest) {
  joined_.assign(heading.begin(), heading.end());
  for (const text::Token& token : rest) {
    joined_.push_back(token);
    if (token.kind == TokenKind::comma && joined_.size() < kMostJoined)
      joined_.insert(joined_.end(), heading.begin(), heading.end());
  }
  return joined_;
}

// The heading of a sentence, if it has one; what is left of the sentence stays in `tokens`.
void Reader::heading(std::string_view report, const text::Sentence& s, std::span<const text::Token>& tokens,
                     Context& context, State& state) {
  tokens = without_empty_headings(lexicon_, tokens, s.line_start);
  const std::size_t h = heading_length(tokens, s.line_start);
  if (h == 0) return;
  const HeadingKind kind = section_of(lexicon_, tokens.first(h));
  read_items(lexicon_, report, tokens.first(h), items_);
  const Counts n = count(lexicon_, items_);
  const bool alone = n.clinical + n.places <= (is_preamble(kind) && kind != HeadingKind::history ? 0 : 1);
  // "Findings fit with pneumonitis: …" says something
  const bool says =
      std::any_of(items_.begin(), items_.end(), [](const Item& item) { return item.cue == CueKind::infer; });
  if (kind != HeadingKind::none && alone && !says) {  // "Scaphoid views:" names the scaphoid
    state.section = kind;
    state.sentences = 0;
    context.heading.clear();
    tokens = tokens.subspan(h + 1);
  } else if (n.clinical > 0 && n.verbs == 0 && is_label(tokens.first(h)) && h + 1 < tokens.size()) {
    // "Nodule 1: right lobe, 12 mm": the nodule is what is spoken of
    tokens = joined(tokens.first(h - 1), tokens.subspan(h + 1));
    context.heading.clear();
  } else if (n.verbs == 0 && h + 1 < tokens.size() && names_one_thing() &&
             lists_places(report, tokens.subspan(h + 1))) {
    tokens = joined_to_each(tokens.first(h), tokens.subspan(h + 1));
    context.heading.clear();
  } else if (n.verbs == 0 && h + 1 < tokens.size() && names_one_thing() &&
             tells_one_by_one(report, tokens.subspan(h + 1))) {
    tokens = tokens.subspan(h + 1);  // "Two nodules: a solid one … and a cystic nodule …"
  } else if (n.clinical > 0 && n.verbs == 0 && h + 1 < tokens.size() &&
             (only_details(report, tokens.subspan(h + 1)) || only_denies(report, tokens.subspan(h + 1)))) {
    // "SDH: right, chronic, 14 mm", "Pleural effusion: none": all of it is said of what the heading names
    tokens = joined(tokens.first(h), tokens.subspan(h + 1));
  } else if (n.clinical > 0 && n.verbs == 0 && h + 1 < tokens.size() &&
             (is_category(tokens.first(h)) || measures_places(report, tokens.subspan(h + 1)))) {
    // "BI-RADS 4: suspicious", "Two nodules: 5 mm in the right lung and 16 mm in the left"
    tokens = joined(tokens.first(h), tokens.subspan(h + 1));
    context.heading.clear();
  } else if (n.clinical > 0 && only_measures(report, tokens.subspan(h + 1))) {
    return;  // "Bilateral hematomas: left 9 mm, right 5 mm."
  } else if (n.clinical > 0 && n.verbs == 0 && is_diagnosis() && asserts(report, tokens.subspan(h + 1))) {
    context.heading.clear();  // "Acute appendicitis: appendix 11 mm with stranding"
  } else if (n.clinical == 0 || n.verbs == 0) {
    topic(s, h, n, tokens, context, state);
  }
}

// "Lymph nodes and masses:" names a subject; "Postoperative review of a fracture:" says something.
void Reader::topic(const text::Sentence& s, std::size_t h, const Counts& n, std::span<const text::Token>& tokens,
                   Context& context, State& state) {
  const bool title = s.line_start && h <= 9 && n.prepositions == 0 && n.clinical <= 3;
  if (n.clinical == 0 || title) context.heading_words = {tokens.front().begin, tokens[h - 1].end};
  if (title && n.clinical > 0) {
    context.heading = n.places > 0 ? read_places(lexicon_, items_) : std::vector<Site>{};
    tokens = tokens.subspan(h + 1);
  } else if ((n.places > 0 || n.sides > 0) && n.clinical == 0) {
    context.heading = read_places(lexicon_, items_);
    if (n.places == 0 && context.heading.size() == 1 && !context.focus.empty() &&
        paired(lexicon_, context.focus.front()))
      context.heading.front().organs = context.focus.front().organs;  // "Views of both knees. Right: …"
    for (const Site& place : context.heading) {
      if (place.side == Side::left || place.side == Side::right) context.exam = place;
    }
    tokens = tokens.subspan(h + 1);
    if (is_preamble(state.section)) state.section = HeadingKind::none;
  } else if (n.clinical == 0) {
    context.heading.clear();
    tokens = tokens.subspan(h + 1);
  }
}

// Does the section that this sentence stands in say something else than findings?
Dropped Reader::dropped_by_section(std::size_t sentence, const Outline& outline, State& state) const {
  if (state.section == HeadingKind::impression) return outline.skip_impression ? Dropped::impression : Dropped::no;
  if (!is_preamble(state.section)) return Dropped::no;
  // "Clinical: cough, fever. Heart size normal.": the next sentence is findings again, unless a heading says where
  // they begin. "Comparison: last week.", a blank line, and the findings without a heading.
  const bool later = outline.findings_from > sentence;
  const bool paragraph = sentences_[sentence].paragraph && state.sentences > 0;
  if (paragraph || (!later && state.sentences > 0)) {
    state.section = HeadingKind::none;
    return Dropped::no;
  }
  switch (state.section) {
    case HeadingKind::history:
      return Dropped::history;
    case HeadingKind::technique:
      return Dropped::technique;
    case HeadingKind::recommendation:
      return Dropped::recommendation;
    default:
      return Dropped::comparison;
  }
}

void Reader::read(std::string_view report, Reading& out, const ClauseWatcher& watch, Sections sections) {
  out.findings.clear();
  out.sentences.clear();
  raw_.clear();
  text::tokenize(report, tokens_);
  text::sentences(report, tokens_, sentences_);
  const std::span<const text::Token> all(tokens_);
  const Outline outlined = outline();
  Context context;
  Context aside;  // of sections that are only shown
  aside_.clear();
  State state;
  for (std::size_t i = 0; i < sentences_.size(); ++i) {
    const text::Sentence& s = sentences_[i];
    auto tokens = all.subspan(s.first, s.last - s.first);
    SentenceNote note;
    note.span = {tokens.front().begin, tokens.back().end};
    heading(report, s, tokens, context, state);
    context.headed = tokens.size() < s.last - s.first;
    if (tokens.empty()) continue;
    note.dropped = dropped_by_section(i, outlined, state);
    if (state.section == HeadingKind::comparison && note.dropped != Dropped::no && says_findings(report, tokens)) {
      state.section = HeadingKind::none;  // "Comparison:" left empty, and the findings behind it
      note.dropped = Dropped::no;
    }
    ++state.sentences;
    note.section = context.section = state.section;
    note.body = tokens.front().begin;
    if (note.dropped == Dropped::no) {
      read_items(lexicon_, report, tokens, items_);
      const std::size_t before = raw_.size();
      const Dropped why =
          read_sentence(lexicon_, off_, items_, static_cast<std::uint32_t>(i), context, clause_, raw_, watch);
      if (raw_.size() == before) note.dropped = why == Dropped::no ? Dropped::nothing : why;
      const ConceptSet<16> said = said_in(lexicon_, items_);
      for (std::size_t k = before; k < raw_.size(); ++k) raw_[k].said = said;
    } else if (sections == Sections::all) {
      if (aside.section != state.section) {
        aside = {};
        aside_.clear();
      }
      aside.section = state.section;
      read_items(lexicon_, report, tokens, items_);
      read_sentence(lexicon_, off_, items_, static_cast<std::uint32_t>(i), aside, clause_, aside_, watch);
    }
    out.sentences.push_back(note);
  }
  expand(lexicon_, raw_, out.findings);
}

bool Reader::says_findings(std::string_view report, std::span<const text::Token> tokens) {
  read_items(lexicon_, report, tokens, items_);
  const Counts n = count(lexicon_, items_);
  return n.strong > 0 && n.prior == 0 && (n.verbs > 0 || n.places + n.sides > 0);
}

}  // namespace fiducial::findings
