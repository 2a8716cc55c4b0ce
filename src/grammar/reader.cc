#include "grammar/reader.h"

#include <algorithm>
#include <utility>

#include "grammar/clause.h"
#include "grammar/diagnosis_place.h"
#include "grammar/expand.h"
#include "grammar/heading_role.h"
#include "grammar/sentence_topic.h"

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
  const std::size_t most = std::min<std::size_t>(tokens.size(), line_start ? 10 : 6);
  int brackets = 0;
  for (std::size_t i = 0; i < most; ++i) {
    brackets += tokens[i].kind == TokenKind::open ? 1 : tokens[i].kind == TokenKind::close ? -1 : 0;
    if (tokens[i].kind == TokenKind::colon) return brackets > 0 ? 0 : i;        // "a cyst (image: 12) is …"
    const bool label = i + 1 < most && tokens[i + 1].kind == TokenKind::colon;  // "Nodule 2:"
    if (tokens[i].kind == TokenKind::number && !line_start && !label) return 0;
  }
  return 0;
}

// "Nodule in the upper lobe: no.": as "no nodule in the upper lobe".
bool denies_ahead(std::span<const Item> behind) {
  return behind.size() == 1 && is_cue(behind.front(), CueKind::neg);
}

// "DDx:", "Likely:": what stands behind is not certain.
bool doubts_ahead(const Lexicon& lexicon, std::span<const Item> heading) {
  return std::all_of(heading.begin(), heading.end(), [&](const Item& item) {
    const bool infers = is_cue(item, CueKind::infer) && lexicon[item.cue_concept].rank > 0;
    return infers || is_cue(item, CueKind::hedge) || says_nothing(item);
  });
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

// Every place of a sentence, whatever is said to be there; none if there are too many to tell.
ConceptSet<12> places_in(std::span<const Item> items) {
  ConceptSet<12> places;
  for (const Item& item : items) {
    const ConceptId named = item.anatomy != nullptr ? item.anatomy->concept_id : kNone;
    const ConceptId implied = item.observation != nullptr ? item.observation->site : kNone;
    if (named != kNone) places.add(named);
    if (implied != kNone) places.add(implied);
  }
  return places.more ? ConceptSet<12>{} : places;
}

// The first lengths of a sentence, whatever is measured.
std::array<float, 6> sizes_in(std::span<const Item> items) {
  std::array<float, 6> sizes{};
  std::size_t n = 0;
  for (const Item& item : items) {
    for (std::uint8_t k = 0; k < item.size_count && n < sizes.size(); ++k) sizes[n++] = item.sizes[k];
  }
  return sizes;
}

// What a report has named so far, by its very name, a kind of it, or what it is a kind of.
class NamedConcepts {
 public:
  explicit NamedConcepts(const Lexicon& lexicon) : lexicon_(lexicon), named_(lexicon.size()), above_(lexicon.size()) {}

  void add(ConceptId c) {
    if (c == kNone) return;
    named_[c] = true;
    for (const ConceptId up : lexicon_.ancestors(c)) above_[up] = true;
  }
  // A bare lesion does not name what it turns out to be.
  bool has(ConceptId c) const {
    const auto kinds = lexicon_.ancestors(c);
    return named_[c] || above_[c] || std::any_of(kinds.begin(), kinds.end(), [&](ConceptId up) {
             return named_[up] && !lexicon_[up].has(Concept::generic) && !lexicon_[up].has(Concept::vague);
           });
  }

 private:
  const Lexicon& lexicon_;
  std::vector<bool> named_, above_;
};

}  // namespace

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
  const bool semicolons = std::any_of(rest.begin(), rest.end(),
                                      [](const text::Token& token) { return token.kind == TokenKind::semicolon; });
  const TokenKind mark = semicolons ? TokenKind::semicolon : TokenKind::comma;
  for (const text::Token& token : rest) {
    joined_.push_back(token);
    if (token.kind == mark && joined_.size() < kMostJoined)
      joined_.insert(joined_.end(), heading.begin(), heading.end());
  }
  return joined_;
}

// "Brain: Haemorrhage: none.": a heading within a heading, and all that is said of it.
void Reader::described_within(std::string_view report, std::span<const text::Token>& tokens) {
  const std::size_t h = heading_length(tokens, false);
  if (h == 0 || h + 1 >= tokens.size()) return;
  const auto before = tokens.first(h);
  const auto behind = tokens.subspan(h + 1);
  read_items(lexicon_, report, before, items_);
  read_items(lexicon_, report, behind, behind_);
  if (role_of(lexicon_, {before, items_}, {behind, behind_}) == HeadingRole::described) tokens = joined(before, behind);
}

// The heading of a sentence, if it has one; what is left of the sentence stays in `tokens`.
void Reader::heading(std::string_view report, const text::Sentence& s, std::span<const text::Token>& tokens,
                     Context& context, State& state) {
  tokens = without_empty_headings(lexicon_, tokens, s.line_start);
  const std::size_t h = heading_length(tokens, s.line_start);
  if (h == 0) return;
  const HeadingKind kind = section_of(lexicon_, tokens.first(h));
  read_items(lexicon_, report, tokens.first(h), items_);
  const bool subject = kind == HeadingKind::findings || kind == HeadingKind::impression;  // "New findings:"
  if (const std::size_t change = words_of_change(lexicon_, items_); change > 0 && !subject && h + 1 < tokens.size()) {
    tokens = joined(tokens.first(change), tokens.subspan(h + 1));
    return;
  }
  const Counts n = count(lexicon_, items_);
  const bool alone = n.clinical + n.places <= (is_preamble(kind) && kind != HeadingKind::history ? 0 : 1);
  // "Findings fit with pneumonitis: …", "findings of pneumonitis: …" say something
  const bool says = std::any_of(items_.begin(), items_.end(), [&](const Item& item) {
    return item.cue == CueKind::infer || (kind == HeadingKind::findings && n.clinical > 0 && is_cue(item, CueKind::of));
  });
  if (kind != HeadingKind::none && alone && !says) {  // "Scaphoid views:" names the scaphoid
    state.section = kind;
    state.sentences = 0;
    context.heading.clear();
    tokens = tokens.subspan(h + 1);
    return described_within(report, tokens);
  }
  const auto before = tokens.first(h);
  const auto behind = tokens.subspan(h + 1);
  if (doubts_ahead(lexicon_, items_)) return;
  behind_.clear();
  if (n.clinical > 0 || (n.places > 0 && n.details > 0)) read_items(lexicon_, report, behind, behind_);
  const HeadingRole role = role_of(lexicon_, {before, items_}, {behind, behind_});
  switch (role) {
    case HeadingRole::topic:
      topic(s, h, n, tokens, context, state);
      return described_within(report, tokens);
    case HeadingRole::label:
      tokens = joined(before.first(h - 1), behind);
      break;
    case HeadingRole::listed: {
      const bool counted = items_.front().only_modifier() && items_.front().tokens < before.size() &&
                           lexicon_[items_.front().modifier->concept_id].is(lexicon::ModifierKind::number);
      tokens = joined_to_each(before.subspan(counted ? items_.front().tokens : 0), behind);  // each is one of them
      break;
    }
    case HeadingRole::announced:
      tokens = behind;
      return;
    case HeadingRole::described:
    case HeadingRole::measured:
      tokens = denies_ahead(behind_) ? joined(behind, before) : joined(before, behind);
      break;
    case HeadingRole::diagnosis:
      break;
    case HeadingRole::said:
      return;
  }
  if (role != HeadingRole::described) context.heading.clear();
}

namespace {

// "The thyroid is enlarged. Right lobe: a nodule.": a heading that is a bare piece is one of what was spoken of, or
// else of what was examined.
void complete_heading(const Lexicon& lexicon, Context& context) {
  const auto has_piece = [&](const Site& whole, const Site& piece) {
    return std::any_of(piece.parts.begin(), piece.parts.end(), [&](ConceptId part) {
      return std::any_of(whole.organs.begin(), whole.organs.end(),
                         [&](ConceptId organ) { return lexicon.composed(organ, part) != kNone; });
    });
  };
  const Site spoken_of = context.focus.empty() ? Site{} : context.focus.front();
  for (Site& place : context.heading) {
    if (!place.organs.empty() || place.parts.empty() || place.from != 0) continue;
    for (const Site& whole : {spoken_of, context.examined}) {
      if (!has_piece(whole, place)) continue;
      place = within(lexicon, place, whole);
      break;
    }
  }
}

// "Left hip: arthritis. Contralateral hip: …"
void turn_to_other_side(std::span<const Item> heading, Context& context) {
  const bool other =
      std::any_of(heading.begin(), heading.end(), [](const Item& item) { return is_cue(item, CueKind::other_side); });
  if (!other || !is_one_side(context.opposed)) return;
  for (Site& place : context.heading) {
    if (place.side == Side::none) place.side = opposite(context.opposed);
  }
}

}  // namespace

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
    join_side_behind(context.heading);
    complete_heading(lexicon_, context);
    turn_to_other_side(items_, context);
    if (n.places == 0 && context.heading.size() == 1 && !context.focus.empty() &&
        paired(lexicon_, context.focus.front()))
      context.heading.front().organs = context.focus.front().organs;  // "Views of both knees. Right: …"
    for (const Site& place : context.heading) {
      if (!is_one_side(place.side)) continue;
      context.exam = context.sided = place;
      context.side = context.opposed = place.side;
      context.sided_sentence = static_cast<std::uint32_t>(&s - sentences_.data());
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

// "3) Free fluid: none.": the number of a list.
void Reader::pass_over_numbers() {
  for (text::Sentence& s : sentences_) {
    if (s.last - s.first > 2 && tokens_[s.first].kind == TokenKind::number &&
        tokens_[s.first + 1].kind == TokenKind::close)
      s.first += 2;
  }
}

// "71M, fell off a ladder. CT of the hip, …": why the image was made stands before what was found in it.
OpeningEnd Reader::opening_end(std::span<const text::Token> tokens, std::size_t sentence,
                               const Context& context) const {
  constexpr std::int32_t kLeast = 50;
  const bool nothing_found = raw_.empty() && (sentence == 0 || context.section == HeadingKind::none);
  if (sentences_.size() <= 2 || context.headed || !nothing_found || off_[static_cast<std::size_t>(Rule::left_opening)])
    return 0;
  const std::size_t told = tokens_before_image(lexicon_, tokens, kLeast);
  return told == 0 ? 0 : tokens[told - 1].end;
}

// The findings of a sentence that no section leaves out; why there are none.
Dropped Reader::read_found(std::string_view report, std::span<const text::Token> tokens, std::size_t sentence,
                           Context& context, const ClauseWatcher& watch) {
  read_items(lexicon_, report, tokens, items_);
  const std::size_t before = raw_.size();
  const Dropped why = read_sentence(lexicon_, off_, items_, static_cast<std::uint32_t>(sentence),
                                    opening_end(tokens, sentence, context), context, clause_, raw_, watch);
  const auto colon =
      std::find_if(items_.begin(), items_.end(), [](const Item& item) { return item.kind == ItemKind::colon; });
  if (colon != items_.end()) share_place_of_diagnosis(lexicon_, std::span<Finding>(raw_).subspan(before), colon->begin);
  const ConceptSet<16> said = said_in(lexicon_, items_);
  const ConceptSet<12> places = places_in(items_);
  const std::array<float, 6> sizes = sizes_in(items_);
  for (std::size_t k = before; k < raw_.size(); ++k) {
    raw_[k].said = said;
    raw_[k].places_said = places;
    raw_[k].sizes_said = sizes;
  }
  if (raw_.size() != before) return Dropped::no;
  return why == Dropped::no ? Dropped::nothing : why;
}

// "TECHNIQUE: MRI of the left knee.", "INDICATION: left knee pain.": where to look.
void Reader::remember_examined(std::string_view report, std::span<const text::Token> tokens, Dropped why,
                               Context& context) {
  if (why != Dropped::technique && (why != Dropped::history || !context.examined.empty())) return;
  read_items(lexicon_, report, tokens, items_);
  // "… was injected into the left antecubital vein" says nothing of it
  const bool study = std::any_of(items_.begin(), items_.end(), [&](const Item& item) {
    return is_cue(item, CueKind::technique) && lexicon_[item.cue_concept].direction <= 0;
  });
  if (study || why == Dropped::history) remember_examination(lexicon_, items_, context);
}

void Reader::read(std::string_view report, Reading& out, const ClauseWatcher& watch, Sections sections) {
  read_until(report, Until::end, out, watch, sections);
}

bool Reader::finds_anything(std::string_view report) {
  Reading reading;
  read_until(report, Until::first_finding, reading, {}, Sections::findings);
  return !reading.findings.empty();
}

void Reader::read_until(std::string_view report, Until until, Reading& out, const ClauseWatcher& watch,
                        Sections sections) {
  out.findings.clear();
  out.sentences.clear();
  raw_.clear();
  text::tokenize(report, tokens_);
  text::sentences(report, tokens_, sentences_);
  pass_over_numbers();
  const std::span<const text::Token> all(tokens_);
  const Outline outlined = outline();
  Context context;
  Context aside;  // of sections that are only shown
  aside_.clear();
  conclusions_.clear();
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
    if ((state.section == HeadingKind::comparison || state.section == HeadingKind::technique) &&
        note.dropped != Dropped::no && says_findings(report, tokens)) {
      state.section = HeadingKind::none;  // "Comparison:" left empty, or "Low-dose CT:", and the findings behind it
      note.dropped = Dropped::no;
    }
    ++state.sentences;
    note.section = context.section = state.section;
    note.body = tokens.front().begin;
    if (note.dropped == Dropped::no) {
      note.dropped = read_found(report, tokens, i, context, watch);
      out.sentences.push_back(note);
      if (until == Until::first_finding && !raw_.empty()) break;
      continue;
    }
    remember_examined(report, tokens, note.dropped, context);
    if (note.dropped == Dropped::impression && sections == Sections::findings) {
      conclusions_.push_back({i, out.sentences.size(), {tokens.begin(), tokens.end()}});
    } else if (sections == Sections::all) {
      if (aside.section != state.section) {
        aside = {};
        aside_.clear();
      }
      aside.section = state.section;
      read_items(lexicon_, report, tokens, items_);
      read_sentence(lexicon_, off_, items_, static_cast<std::uint32_t>(i), 0, aside, clause_, aside_, watch);
    }
    out.sentences.push_back(note);
  }
  if (!conclusions_.empty()) conclude(report, context, out, watch);
  expand(lexicon_, raw_, context.exam, out.findings);
}

// Of the impression, what the findings do not name: "Impression: acute appendicitis" below a thick appendix with
// stranding. What it says again, and what it calls normal, is left out.
void Reader::conclude(std::string_view report, const Context& findings, Reading& out, const ClauseWatcher& watch) {
  NamedConcepts named(lexicon_);
  for (const Finding& f : raw_) named.add(f.concept_id);
  for (const Conclusion& conclusion : conclusions_) {
    read_items(lexicon_, report, conclusion.tokens, items_);
    const auto read = [&](const ClauseWatcher& who) {
      Context context = findings;
      context.heading.clear();
      aside_.clear();
      read_sentence(lexicon_, off_, items_, static_cast<std::uint32_t>(conclusion.sentence), 0, context, clause_,
                    aside_, who);
    };
    read({});
    std::erase_if(aside_, [&](const Finding& f) {
      return f.concept_id == kNone || !f.abnormal || f.absent || lexicon_[f.concept_id].has(Concept::vague) ||
             named.has(f.concept_id);
    });
    if (aside_.empty()) continue;
    out.sentences[conclusion.note].dropped = Dropped::no;
    for (const Finding& f : aside_) named.add(f.concept_id);
    raw_.insert(raw_.end(), aside_.begin(), aside_.end());
    if (watch) read(watch);  // once more, for who looks on
  }
}

bool Reader::says_findings(std::string_view report, std::span<const text::Token> tokens) {
  read_items(lexicon_, report, tokens, items_);
  const Counts n = count(lexicon_, items_);
  return n.strong > 0 && n.prior + n.technique == 0 && (n.verbs > 0 || n.places + n.sides > 0);
}

}  // namespace fiducial::findings
