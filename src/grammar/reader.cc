#include "grammar/reader.h"

#include <algorithm>

#include "grammar/clause.h"
#include "grammar/expand.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;
using text::TokenKind;

std::string_view name(Dropped reason) {
  constexpr std::string_view kNames[] = {"",           "technique",     "history",       "recommendation", "comparison",
                                         "impression", "image quality", "communication", "no finding"};
  return kNames[static_cast<std::size_t>(reason)];
}

namespace {

enum class SectionKind : std::uint8_t {
  none,
  findings,
  impression,
  history,
  technique,
  comparison,
  recommendation,
  place
};

bool word_is(std::string_view text, const text::Token& t, std::string_view word) {
  if (t.end - t.begin != word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (static_cast<char>(text[t.begin + i] | 0x20) != word[i]) return false;
  }
  return true;
}

// What a heading says by its words: "CLINICAL HISTORY", "IMPRESSION", "Technique".
SectionKind section_of(std::string_view text, std::span<const text::Token> heading) {
  constexpr std::pair<std::string_view, SectionKind> kWords[] = {{"findings", SectionKind::findings},
                                                                 {"finding", SectionKind::findings},
                                                                 {"observations", SectionKind::findings},
                                                                 {"impression", SectionKind::impression},
                                                                 {"conclusion", SectionKind::impression},
                                                                 {"impressions", SectionKind::impression},
                                                                 {"opinion", SectionKind::impression},
                                                                 {"diagnosis", SectionKind::impression},
                                                                 {"summary", SectionKind::impression},
                                                                 {"history", SectionKind::history},
                                                                 {"indication", SectionKind::history},
                                                                 {"indications", SectionKind::history},
                                                                 {"reason", SectionKind::history},
                                                                 {"complaint", SectionKind::history},
                                                                 {"technique", SectionKind::technique},
                                                                 {"procedure", SectionKind::technique},
                                                                 {"protocol", SectionKind::technique},
                                                                 {"comparison", SectionKind::comparison},
                                                                 {"comparisons", SectionKind::comparison},
                                                                 {"recommendation", SectionKind::recommendation},
                                                                 {"recommendations", SectionKind::recommendation},
                                                                 {"advice", SectionKind::recommendation}};
  // "Social history", "history of present illness" are of a note, not of the request of an examination.
  for (const text::Token& t : heading) {
    for (std::string_view word : {"social", "family", "past", "present"}) {
      if (word_is(text, t, word)) return SectionKind::none;
    }
  }
  for (const text::Token& t : heading) {
    for (const auto& [word, kind] : kWords) {
      if (word_is(text, t, word)) return kind;
    }
  }
  // "Clinical information", "clinical context"
  const auto any_of = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view w) { return word_is(text, heading.back(), w); });
  };
  const bool clinical = !heading.empty() && word_is(text, heading.front(), "clinical") &&
                        any_of({"clinical", "information", "context", "data", "details", "question", "background"});
  return clinical ? SectionKind::history : SectionKind::none;
}

// Sections that say something else than findings, in a line or two.
bool is_preamble(SectionKind kind) {
  return kind == SectionKind::history || kind == SectionKind::technique || kind == SectionKind::comparison;
}

// Tokens [first, colon) if the sentence begins with a heading, else nothing.
std::size_t heading_length(std::span<const text::Token> tokens, bool line_start) {
  const std::size_t most = std::min<std::size_t>(tokens.size(), line_start ? 10 : 4);
  for (std::size_t i = 0; i < most; ++i) {
    if (tokens[i].kind == TokenKind::colon) return i;
    if (tokens[i].kind == TokenKind::number && !line_start) return 0;
  }
  return 0;
}

struct Counts {
  int clinical = 0, strong = 0, technique = 0, history = 0, recommend = 0, quality = 0, person = 0, prior = 0,
      verbs = 0, prepositions = 0, places = 0, details = 0, unknown = 0, things = 0;
};

Counts count(const Lexicon& lexicon, std::span<const Item> items) {
  Counts n;
  for (const Item& item : items) {
    if (item.observation != nullptr && item.kind == ItemKind::content) {
      ++n.clinical;
      n.strong += lexicon[item.observation->concept_id].has(Concept::vague) ? 0 : 1;
    }
    if (item.attribute != nullptr) ++n.clinical;
    if (item.kind == ItemKind::level) ++n.places;
    if (item.cue == CueKind::it && item.stands_for != kNone) ++n.things;
    if (item.anatomy != nullptr) n.places += lexicon[item.anatomy->concept_id].has(Concept::part) ? 0 : 1;
    if (item.modifier != nullptr || item.kind == ItemKind::measure) ++n.details;
    if (item.kind == ItemKind::unknown) ++n.unknown;
    switch (item.cue) {
      case CueKind::technique:
        ++n.technique;
        break;
      case CueKind::history:
        ++n.history;
        break;
      case CueKind::recommend:
        ++n.recommend;
        break;
      case CueKind::quality:
        ++n.quality;
        break;
      case CueKind::person:
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

// "A nodule in the right lobe, follow-up is recommended": the advice is left out, and what stands before it stays.
void leave_out_advice(const Lexicon& lexicon, std::vector<Item>& items) {
  const auto advice =
      std::find_if(items.begin(), items.end(), [](const Item& i) { return i.cue == CueKind::recommend; });
  if (advice == items.end()) return;
  const auto cut = std::find_if(std::make_reverse_iterator(advice), items.rend(), [](const Item& i) {
    return i.kind == ItemKind::comma || i.kind == ItemKind::semicolon || i.cue == CueKind::which;
  });
  if (cut == items.rend()) return;
  const auto end = std::prev(cut.base());
  if (count(lexicon, {items.begin(), end}).clinical > 0) items.erase(end, items.end());
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

// Is the sentence something other than a finding of this image?
Dropped not_a_finding(const Counts& n) {
  if (n.recommend > 0) return Dropped::recommendation;
  if (n.person > 0) return Dropped::communication;
  if (n.technique > 1 && n.strong == 0) return Dropped::technique;
  if (n.clinical > 0 || (n.things > 0 && n.places > 0)) return Dropped::no;
  if (n.technique > 0) return Dropped::technique;
  if (n.history > 0) return Dropped::history;
  if (n.prior > 0) return Dropped::comparison;
  if (n.quality > 0) return Dropped::quality;
  return Dropped::no;
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

void Reader::read(std::string_view report, Reading& out) {
  out.findings.clear();
  out.sentences.clear();
  raw_.clear();
  text::tokenize(report, tokens_);
  text::sentences(report, tokens_, sentences_);
  const std::span<const text::Token> all(tokens_);

  // The impression is left out if there are findings to read.
  bool has_findings_section = false;
  bool has_impression = false;
  bool text_before_impression = false;
  for (const text::Sentence& s : sentences_) {
    const auto tokens = all.subspan(s.first, s.last - s.first);
    const std::size_t h = heading_length(tokens, s.line_start);
    const SectionKind kind = h > 0 ? section_of(report, tokens.first(h)) : SectionKind::none;
    has_findings_section |= kind == SectionKind::findings;
    has_impression |= kind == SectionKind::impression;
    text_before_impression |= !has_impression && kind == SectionKind::none;
  }
  const bool skip_impression = has_impression && (has_findings_section || text_before_impression);

  Context context;
  SectionKind section = SectionKind::none;
  bool told = false;  // the section has had its text
  for (std::size_t i = 0; i < sentences_.size(); ++i) {
    const text::Sentence& s = sentences_[i];
    auto tokens = all.subspan(s.first, s.last - s.first);
    SentenceNote note;
    note.span = {tokens.front().begin, tokens.back().end};
    // "Comparison: last week.", a blank line, and the findings without a heading
    if (s.paragraph && told && is_preamble(section)) section = SectionKind::none;
    if (const std::size_t h = heading_length(tokens, s.line_start); h > 0) {
      const SectionKind kind = section_of(report, tokens.first(h));
      read_items(lexicon_, report, tokens.first(h), items_);
      const Counts n = count(lexicon_, items_);
      if (kind != SectionKind::none && n.clinical + n.places <= 1) {
        section = kind;
        context.heading.clear();
        tokens = tokens.subspan(h + 1);
        told = false;
      } else if (n.clinical > 0 && n.verbs == 0 && only_denies(report, tokens.subspan(h + 1))) {
        // "Pleural effusion: none": the heading is what is denied
        joined_.assign(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(h));
        joined_.insert(joined_.end(), tokens.begin() + static_cast<std::ptrdiff_t>(h) + 1, tokens.end());
        tokens = joined_;
      } else if (n.clinical == 0 || n.verbs == 0) {
        // "Lymph nodes and masses:" names a subject; "Postoperative review of a fracture:" says something.
        const bool title = s.line_start && h <= 9 && n.prepositions == 0 && n.clinical <= 3;
        if (title && n.clinical > 0) {
          context.heading = n.places > 0 ? read_places(lexicon_, items_) : std::vector<Site>{};
          tokens = tokens.subspan(h + 1);
        } else if (n.places > 0 && n.clinical == 0) {
          context.heading = read_places(lexicon_, items_);
          for (const Site& place : context.heading) {
            if (place.side == Side::left || place.side == Side::right) context.exam = place;
          }
          tokens = tokens.subspan(h + 1);
          if (section != SectionKind::impression && section != SectionKind::findings) section = SectionKind::none;
        } else if (n.clinical == 0) {
          context.heading.clear();
          tokens = tokens.subspan(h + 1);
        }
      }
    }
    if (tokens.empty()) continue;
    told = true;
    switch (section) {
      case SectionKind::history:
        note.dropped = Dropped::history;
        break;
      case SectionKind::technique:
        note.dropped = Dropped::technique;
        break;
      case SectionKind::comparison: {
        // "Comparison:" left empty, and the findings behind it
        read_items(lexicon_, report, tokens, items_);
        const Counts n = count(lexicon_, items_);
        if (n.strong > 0 && n.verbs > 0 && n.prior == 0)
          section = SectionKind::none;
        else
          note.dropped = Dropped::comparison;
        break;
      }
      case SectionKind::recommendation:
        note.dropped = Dropped::recommendation;
        break;
      case SectionKind::impression:
        note.dropped = skip_impression ? Dropped::impression : Dropped::no;
        break;
      default:
        break;
    }
    if (note.dropped == Dropped::no) {
      read_items(lexicon_, report, tokens, items_);
      leave_out_advice(lexicon_, items_);
      note.dropped = not_a_finding(count(lexicon_, items_));
    }
    if (note.dropped == Dropped::no) {
      const std::size_t before = raw_.size();
      read_sentence(lexicon_, off_, items_, static_cast<std::uint32_t>(i), context, clause_, raw_, {});
      if (raw_.size() == before) note.dropped = Dropped::nothing;
      const ConceptSet<16> said = said_in(lexicon_, items_);
      for (std::size_t k = before; k < raw_.size(); ++k) raw_[k].said = said;
    }
    out.sentences.push_back(note);
  }
  expand(lexicon_, raw_, out.findings);
}

}  // namespace fiducial::findings
