#include "radfact/statement.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace fiducial::radfact {

using findings::Item;
using findings::ItemKind;
using lexicon::CueKind;
using lexicon::HintKind;
using lexicon::ModifierKind;
using lexicon::Side;

namespace {

bool denies(CueKind cue) {
  return cue == CueKind::neg || cue == CueKind::not_ || cue == CueKind::negpost;
}

bool says_side(CueKind cue) {
  return cue == CueKind::left || cue == CueKind::right || cue == CueKind::both;
}

bool inside(const text::Token& token, std::uint32_t begin, std::uint32_t end) {
  return token.begin >= begin && token.end <= end;
}

// What an item of clinical content means; nullptr for words of the grammar and those that the lexicon does not know.
const lexicon::Sense* meaning(const Item& item) {
  return item.observation != nullptr ? item.observation
         : item.anatomy != nullptr   ? item.anatomy
         : item.modifier != nullptr  ? item.modifier
                                     : item.attribute;
}

bool is_grammar(const Item& item) {
  return item.kind == ItemKind::cue && item.observation == nullptr && item.anatomy == nullptr &&
         item.modifier == nullptr && !says_side(item.cue);
}

}  // namespace

namespace {

// Is the item what a finding is called, and no change of it? "Enlarged" is so of the heart, and a change of a mass. The
// value of an attribute gives the two their name: "systolic function is reduced".
bool names(const Lexicon& lexicon, const Statement& statement, const Item& item) {
  if (item.observation == nullptr) return false;
  const lexicon::Concept& said = lexicon[item.observation->concept_id];
  return std::any_of(statement.claims.begin(), statement.claims.end(), [&](const Claim& claim) {
    const Finding& f = claim.finding;
    if (f.concept_id == item.observation->concept_id)
      return said.about != findings::kNone && item.begin >= f.head.begin && item.end <= f.head.end;
    const bool value = f.abnormal && f.concept_id != findings::kNone && said.direction != 0 &&
                       lexicon[f.concept_id].direction == said.direction &&
                       lexicon[f.concept_id].about != findings::kNone && said.about == findings::kNone;
    return value && item.begin >= f.span.begin && item.end <= f.span.end;
  });
}

}  // namespace

void StatementReader::read_words(Statement& out) {
  for (const Item& item : items_) {
    out.denied |= denies(item.cue) || item.negated_prefix;
    out.rest |= item.kind == ItemKind::cue && item.cue == CueKind::rest;
    // "the neighboring vertebrae"
    const Item* const next = &item + 1;
    out.rest |= item.anatomy != nullptr && item.observation == nullptr &&
                item.anatomy->concept_id == lexicon_.known().surrounding && next != items_.data() + items_.size() &&
                next->anatomy != nullptr;
    if (item.modifier != nullptr && lexicon_[item.modifier->concept_id].is(ModifierKind::change)) {
      out.changes.add(item.modifier->concept_id);
      if (names(lexicon_, out, item)) out.not_changes.add(item.modifier->concept_id);
    }
    if (is_grammar(item)) continue;
    if (says_side(item.cue)) {
      out.words.push_back(kSides + static_cast<WordHash>(item.cue));
      continue;
    }
    if (item.kind == ItemKind::level || item.kind == ItemKind::ordinal) {
      out.words.push_back(kLevels + item.level_from);
      out.words.push_back(kLevels + item.level_to);
      continue;
    }
    if (item.kind == ItemKind::measure) {
      const double value = item.size_count != 0 ? item.sizes[0] : item.quantity.value;
      out.words.push_back(kAmounts + static_cast<WordHash>(std::fabs(value) * 10));
      continue;
    }
    if (const lexicon::Sense* sense = meaning(item)) {
      if (sense->side != Side::none)
        out.words.push_back(kSides + static_cast<WordHash>(sense->side == Side::left ? CueKind::left : CueKind::right));
      out.words.push_back(kConcepts + lexicon_.representative(sense->concept_id));
      if (sense->site != findings::kNone) out.words.push_back(kConcepts + lexicon_.representative(sense->site));
      continue;
    }
    for (const text::Token& token : tokens_) {
      if (token.word != 0 && inside(token, item.begin, item.end)) out.words.push_back(token.word);
    }
  }
  find_alternatives(out);
  std::sort(out.words.begin(), out.words.end());
  out.words.erase(std::unique(out.words.begin(), out.words.end()), out.words.end());
}

// What the item names goes to what the measure is of.
bool StatementReader::add_named(const Item& item, Measurement& out) const {
  if (item.cue == CueKind::left) out.side = Side::left;
  if (item.cue == CueKind::right) out.side = Side::right;
  if (item.kind == ItemKind::unknown && item.word != 0) out.of.push_back(item.word);
  if (item.kind != ItemKind::content) return item.kind == ItemKind::unknown;
  for (const lexicon::Sense* sense : {item.observation, item.anatomy}) {
    if (sense == nullptr) continue;
    out.of.push_back(kConcepts + lexicon_.representative(sense->concept_id));
    if (sense->side != Side::none) out.side = sense->side;
    if (sense->site != findings::kNone) out.of.push_back(kConcepts + lexicon_.representative(sense->site));
  }
  return item.observation != nullptr || item.anatomy != nullptr;
}

// "CT is recommended": what is to be done, by its kind, and when.
void StatementReader::read_advice(Statement& out) const {
  const auto recommends = [](const Item& item) { return findings::is_cue(item, CueKind::recommend); };
  out.advises = std::any_of(items_.begin(), items_.end(), recommends) ||
                (out.hinted(HintKind::advise) && !out.advised.empty() && out.claims.empty());
  if (!out.advises) out.advised.clear();
  for (const Item& item : items_) {
    if (!out.advises || item.kind != ItemKind::measure) continue;
    for (const text::Token& token : tokens_) {
      if (inside(token, item.begin, item.end)) out.advised.push_back(token.word);
    }
  }
}

void StatementReader::read_measurements(Statement& out) const {
  const auto ends = [](const Item& item) {
    return item.kind == ItemKind::measure || item.kind == ItemKind::semicolon || findings::is_cue(item, CueKind::and_);
  };
  for (std::size_t m = 0; m < items_.size(); ++m) {
    const Item& measure = items_[m];
    if (measure.kind != ItemKind::measure) continue;
    Measurement one;
    one.unit = measure.size_count != 0 ? findings::Unit::none : measure.quantity.unit;
    one.value = measure.size_count != 0 ? *std::max_element(measure.sizes, measure.sizes + measure.size_count)
                                        : measure.quantity.value;
    if (measure.quantity.of != findings::kNone) one.of.push_back(kConcepts + measure.quantity.of);  // "ASPECTS 7"
    bool named = false;
    for (std::size_t i = m; i-- > 0 && !ends(items_[i]);) {
      if (items_[i].kind == ItemKind::comma && named) break;
      named |= add_named(items_[i], one);
    }
    for (std::size_t i = m + 1; i < items_.size() && !ends(items_[i]) && items_[i].kind != ItemKind::comma; ++i) {
      if (is_grammar(items_[i]) && items_[i].cue != CueKind::filler) break;
      add_named(items_[i], one);
    }
    if (!one.of.empty()) out.measurements.push_back(std::move(one));
  }
}

// "The larger", "largest", "larger than"; but "has become larger" compares with what was before.
bool StatementReader::ranks_one(std::size_t first, std::size_t behind) const {
  const auto word = [&](std::size_t i) { return text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin); };
  if (word(behind - 1) == "than" || (behind < tokens_.size() && word(behind) == "than")) return true;
  // "Fluid on both sides, more on the left"; but "has become larger on the left".
  const bool placed = behind < tokens_.size() && (word(behind) == "on" || word(behind) == "at" || word(behind) == "in");
  if (placed && first > 0 && tokens_[first - 1].kind != text::TokenKind::word) return true;
  return first == 0 || word(first - 1) == "the" || word(first - 1) == "The" || word(behind - 1).ends_with("est");
}

bool StatementReader::within_place(const text::Token& token) const {
  return std::any_of(items_.begin(), items_.end(), [&](const Item& item) {
    return item.tokens > 1 && item.anatomy != nullptr && inside(token, item.begin, item.end);
  });
}

void StatementReader::read_hints(Statement& out) const {
  for (std::size_t i = 0; i < tokens_.size();) {
    const lexicon::Match match = lexicon_.hint(tokens_, i);
    i += std::max<std::size_t>(match.tokens, 1);
    if (match.tokens == 0) continue;
    const ConceptId hint = match.senses[0].concept_id;
    const HintKind kind = lexicon_[hint].hint();
    if (kind == HintKind::to_do) out.advised.push_back(kConcepts + hint);
    if (kind == HintKind::to_do) continue;
    const std::size_t first = i - match.tokens;
    out.unimaged |= kind == HintKind::beyond && hint != person_;
    const bool compares = kind == HintKind::more || kind == HintKind::less;
    if (compares && first != 0 && lexicon_.is_cue_word(tokens_[first - 1].word, denies))
      continue;  // "has not grown", "no longer"
    if (compares && out.compared_at == 0) out.compared_at = tokens_[i - 1].end;
    const bool limit = (kind == HintKind::under || kind == HintKind::over) && i < tokens_.size() &&
                       tokens_[i].kind == text::TokenKind::number;
    const bool scale = kind == HintKind::under || kind == HintKind::over;
    if (scale && within_place(tokens_[first])) continue;  // "below the diaphragm"
    out.ranks |= (compares || scale) && !limit && ranks_one(first, i);
    if (limit)
      out.bound = kind;
    else
      out.hints |= 1U << static_cast<unsigned>(kind);
  }
  out.rest |= out.hinted(HintKind::other);
}

// The claims right before and right behind an "or", if both are of something abnormal.
void StatementReader::find_alternatives(Statement& out) const {
  if (out.denied) return;
  for (const Item& item : items_) {
    if (!findings::is_cue(item, CueKind::or_)) continue;
    std::uint32_t before = 0;
    std::uint32_t behind = 0;
    for (const Claim& claim : out.claims) {
      const findings::Span& head = claim.finding.head;
      if (!claim.finding.abnormal) continue;
      if (head.end <= item.begin && head.end > before) before = head.end;
      if (head.begin >= item.end && (behind == 0 || head.begin < behind)) behind = head.begin;
    }
    if (before == 0 || behind == 0) continue;
    for (Claim& claim : out.claims)
      claim.alternative |= claim.finding.head.end == before || claim.finding.head.begin == behind;
    out.either = true;
  }
}

void StatementReader::read_heads(Statement& out) const {
  for (Claim& claim : out.claims) {
    for (const Item& item : items_) {
      if (item.modifier != nullptr || item.kind == ItemKind::cue) continue;
      if (item.end <= claim.finding.head.begin || item.begin >= claim.finding.head.end) continue;
      for (const text::Token& token : tokens_) {
        if (token.word != 0 && inside(token, item.begin, item.end) &&
            inside(token, claim.finding.head.begin, claim.finding.head.end))
          claim.head.push_back(token.word);
      }
    }
    claim.infiltrate =
        std::any_of(claim.head.begin(), claim.head.end(), [&](WordHash word) { return says(word, infiltration_); });
    claim.definite = is_definite(claim.finding);
    claim.located = claim.definite && is_located(claim.finding);
    claim.plural = is_plural(claim.finding);
    claim.unseen = claim.finding.concept_id == absence_ &&
                   std::any_of(tokens_.begin(), tokens_.end(), [&](const text::Token& token) {
                     return inside(token, claim.finding.head.begin, claim.finding.head.end) && token.word != 0 &&
                            lexicon_.is_cue_word(token.word, [](CueKind cue) { return cue == CueKind::seen; });
                   });
  }
}

// By the last word that names it: "abscesses", but not "abscess", "stenosis" or "thrombus".
bool StatementReader::is_plural(const Finding& finding) const {
  const auto behind = std::find_if(tokens_.begin(), tokens_.end(),
                                   [&](const text::Token& token) { return token.end > finding.head.end; });
  if (behind == tokens_.begin()) return false;
  const text::Token& last = *(behind - 1);
  const std::string_view word = text_.substr(last.begin, last.end - last.begin);
  return word.size() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("is") &&
         !word.ends_with("us");
}

// "A stone is the cause": not one that is known.
bool StatementReader::is_indefinite(const Finding& finding) const {
  const auto next = std::find_if(tokens_.begin(), tokens_.end(),
                                 [&](const text::Token& token) { return token.begin >= finding.span.begin; });
  if (next == tokens_.begin()) return false;
  const text::Token& before = *(next - 1);
  const std::string_view word = text_.substr(before.begin, before.end - before.begin);
  return word == "a" || word == "A" || word == "an" || word == "An";
}

// "The nodule", also "the small nodule"; and the subject of a verb that says how or where it is: "nodule lies at …".
bool StatementReader::is_definite(const Finding& finding) const {
  std::size_t at = 0;
  while (at < items_.size() && items_[at].end <= finding.head.begin) ++at;
  for (std::size_t i = at; i-- > 0 && at - i < 5;) {
    if (findings::is_cue(items_[i], CueKind::the)) return true;
    if (is_grammar(items_[i])) break;
  }
  while (at < items_.size() && items_[at].begin < finding.head.end) ++at;
  const bool subject = at < items_.size() && findings::is_cue(items_[at], CueKind::be);
  const bool merely_seen = at + 1 < items_.size() && findings::is_cue(items_[at + 1], CueKind::seen);
  return subject && !merely_seen && !is_indefinite(finding);
}

// "The aneurysm is in the arch", "… lies in the tail", "… is on the left".
bool StatementReader::is_located(const Finding& finding) const {
  std::size_t at = 0;
  while (at < items_.size() && items_[at].begin < finding.head.end) ++at;
  if (at >= items_.size()) return false;
  if (findings::is_cue(items_[at], CueKind::in) && items_[at].finite) return true;
  const bool is = findings::is_cue(items_[at], CueKind::be) && at + 1 < items_.size();
  return is && (findings::is_cue(items_[at + 1], CueKind::in) || findings::names_one_side(items_[at + 1]) ||
                findings::is_direction(lexicon_, items_[at + 1]));  // "the tear is posterior"
}

namespace {

bool related(const Lexicon& lexicon, ConceptId a, ConceptId b) {
  return a == b || lexicon.representative(a) == lexicon.representative(b) || lexicon.contains(a, b) ||
         lexicon.contains(b, a);
}

// Does the claim say what these words mean?
bool holds(const Lexicon& lexicon, const Finding& f, const lexicon::Sense& sense) {
  const ConceptId c = sense.concept_id;
  const auto same = [&](ConceptId id) { return id != findings::kNone && related(lexicon, id, c); };
  return same(f.concept_id) || same(f.attribute) || std::any_of(f.site.organs.begin(), f.site.organs.end(), same) ||
         std::any_of(f.site.parts.begin(), f.site.parts.end(), same) ||
         std::any_of(f.details.begin(), f.details.end(), same) ||
         std::any_of(f.absent_details.begin(), f.absent_details.end(), same) ||
         (f.concept_id != findings::kNone && lexicon[f.concept_id].has_detail == c);
}

}  // namespace

// "Only", "also": how it is said, which the hints hold.
bool StatementReader::merely_hints(const Item& item) const {
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].begin != item.begin) continue;
    const lexicon::Match match = lexicon_.hint(tokens_, i);
    if (match.tokens == 0) return false;
    const HintKind kind = lexicon_[match.senses[0].concept_id].hint();
    return kind == HintKind::only || kind == HintKind::also;
  }
  return false;
}

// What the reader passed over says something too: "the nodule is FDG avid".
void StatementReader::find_unread(Statement& out) const {
  for (const Item& item : items_) {
    if (is_grammar(item) || says_side(item.cue)) continue;
    const lexicon::Sense* sense = meaning(item);
    if (item.kind == ItemKind::level) {
      const bool held = std::any_of(out.claims.begin(), out.claims.end(),
                                    [](const Claim& claim) { return claim.finding.site.level != 0; });
      if (!held) out.unread.push_back(kLevels + item.level_from);
    } else if (sense != nullptr) {
      if (lexicon_[sense->concept_id].is(ModifierKind::change) ||
          lexicon_[sense->concept_id].has(lexicon::Concept::light))
        continue;
      const bool held = std::any_of(out.claims.begin(), out.claims.end(), [&](const Claim& claim) {
        return holds(lexicon_, claim.finding, *sense) ||
               (sense->concept_id == absence_ && claim.finding.absent) ||  // "honeycombing is absent"

               (sense->concept_id == base_part_ && claim.finding.site.organs.has(lower_lobe_));
      });
      const bool named = std::any_of(out.claims.begin(), out.claims.end(), [&](const Claim& claim) {
        return item.begin >= claim.finding.head.begin && item.end <= claim.finding.head.end;
      });
      if (!held && !named) out.unread.push_back(kConcepts + lexicon_.representative(sense->concept_id));
    } else if (item.kind == ItemKind::unknown && item.word != 0 && !merely_hints(item)) {
      out.unread.push_back(item.word);
    }
  }
  std::sort(out.unread.begin(), out.unread.end());
  out.unread.erase(std::unique(out.unread.begin(), out.unread.end()), out.unread.end());
}

bool StatementReader::says(WordHash word, ConceptId meaning) const {
  const WordHash words[] = {word};
  const auto senses = lexicon_.exact(words);
  return std::any_of(senses.begin(), senses.end(),
                     [&](const lexicon::Sense& sense) { return sense.concept_id == meaning; });
}

// "Both", also where it is part of a longer form ("in both"), or a word that begins with "bi" and is one of the lexicon
// without it ("bibasilar").
bool StatementReader::says_both(std::span<const text::Token> tokens) const {
  return std::any_of(tokens.begin(), tokens.end(), [&](const text::Token& token) {
    const std::string_view word = text_.substr(token.begin, token.end - token.begin);
    const bool two = word.size() >= 6 && (word[0] == 'b' || word[0] == 'B') && word[1] == 'i' &&
                     lexicon_.known_word(text::hash_word(text::stem(word.substr(2))));
    return two ||
           (token.word != 0 && lexicon_.is_cue_word(token.word, [](CueKind cue) { return cue == CueKind::both; }));
  });
}

// "Well expanded and clear" may be one form of the lexicon, but it says two things.
void StatementReader::find_clear(Statement& out) const {
  for (std::size_t i = 0, n = out.claims.size(); i < n; ++i) {
    const Claim& claim = out.claims[i];
    if (claim.finding.abnormal || claim.finding.absent || claim.finding.concept_id == clear_) continue;
    if (std::none_of(claim.head.begin(), claim.head.end(), [&](WordHash w) { return says(w, clear_); })) continue;
    Claim clear = claim;
    clear.finding.concept_id = clear_;
    clear.finding.attribute = findings::kNone;
    out.claims.push_back(std::move(clear));
  }
}

// "No new" is a way to say unchanged, but right before a finding it denies it.
void StatementReader::deny_new(Statement& out) const {
  for (std::size_t i = 0; i + 1 < items_.size(); ++i) {
    if (items_[i].modifier == nullptr || items_[i].modifier->concept_id != stable_) continue;
    const auto first = std::find_if(tokens_.begin(), tokens_.end(),
                                    [&](const text::Token& token) { return token.begin == items_[i].begin; });
    if (first == tokens_.end() || !lexicon_.is_cue_word(first->word, denies) || items_[i + 1].kind != ItemKind::content)
      continue;
    for (Claim& claim : out.claims) {
      if (!claim.finding.abnormal || claim.finding.head.begin < items_[i].end) continue;
      claim.finding.absent = true;
      claim.finding.abnormal = false;
      claim.finding.details.remove(stable_);
      claim.finding.details.add(new_);
    }
    out.changes.remove(stable_);
    out.denied = true;
  }
}

void StatementReader::place(Finding& finding) const {
  findings::Site& site = finding.site;
  const ConceptId c = finding.concept_id;
  const bool shadow = c != findings::kNone && (c == opacity_ || c == infiltration_ || lexicon_.contains(opacity_, c));
  if (finding.abnormal && site.anywhere() && (shadow || site.parts.has(base_part_))) site.organs.add(lung_);
  if (site.organs.has(lung_) && site.parts.has(base_part_)) {
    site.organs.remove(lung_);
    site.organs.add(base_);
    site.parts.remove(base_part_);
  }
  if (site.organs.has(base_)) {
    site.organs.remove(base_);
    site.organs.add(lower_lobe_);
  }
}

// One finding a claim; of something abnormal on no known side, one for both.
void StatementReader::take_claims(std::string_view text, std::span<const Finding> findings, Statement& out) {
  text_ = text;
  const bool both = says_both(tokens_);
  for (const Finding& f : findings) {
    Finding one = f;
    if (f.any_side && f.abnormal && !both) {
      if (f.site.side == Side::right) continue;  // its twin on the left stands for both
      one.site.side = Side::none;
    }
    place(one);
    // "Normal in signal and morphology" is normal.
    if (one.attribute != findings::kNone && lexicon_[one.attribute].has(lexicon::Concept::vague) &&
        one.concept_id == lexicon_.known().normal)
      one.attribute = findings::kNone;
    out.claims.emplace_back().finding = one;
    index_organs(lexicon_, out.claims.back());
  }
}

void index_organs(const Lexicon& lexicon, Claim& claim) {
  claim.organs = claim.wholes = 0;
  for (ConceptId organ : claim.finding.site.organs) {
    claim.organs |= lexicon::ancestor_bit(organ);
    claim.wholes |= lexicon::ancestor_bit(organ) | lexicon[organ].above;
  }
}

void StatementReader::read_stretch(std::string_view text, Stretch stretch, std::span<const Finding> findings,
                                   Statement& out) {
  const auto before = [](const text::Token& token, std::uint32_t at) { return token.begin < at; };
  const auto first = std::lower_bound(all_tokens_.begin(), all_tokens_.end(), stretch.begin, before);
  const auto last = std::lower_bound(first, all_tokens_.end(), stretch.end, before);
  tokens_ = {first, last};
  findings::read_items(lexicon_, text, tokens_, items_);
  take_claims(text, findings, out);
  out.denied = std::any_of(out.claims.begin(), out.claims.end(), [](const Claim& c) { return c.finding.absent; });
  read_words(out);
  read_hints(out);
  read_measurements(out);
  read_advice(out);
  read_heads(out);
  deny_new(out);
  find_clear(out);
  find_unread(out);
  read_terms(out);
}

Statement StatementReader::read(std::string_view phrase) {
  Statement out;
  reader_.read(phrase, reading_);
  text::tokenize(phrase, all_tokens_);
  read_stretch(phrase, {0, static_cast<std::uint32_t>(phrase.size())}, reading_.findings, out);
  return out;
}

namespace {

// That it is there, and nothing of how it is.
void strip(Finding& f) {
  f.details = {};
  f.absent_details = {};
  f.site.parts = {};
  f.size_count = f.quantity_count = 0;
}

// What a finding says beyond that something is there, by what it tells of it.
enum class Aspect : std::uint8_t { degree, count, age, change, appearance, spread, measures };
constexpr int kAspects = 7;

Aspect aspect_of(const Lexicon& lexicon, ConceptId detail) {
  const lexicon::Concept& c = lexicon[detail];
  if (c.section != lexicon::Section::modifier) return Aspect::appearance;
  switch (c.modifier()) {
    case ModifierKind::severity:
    case ModifierKind::size:
      return Aspect::degree;
    case ModifierKind::number:
      return Aspect::count;
    case ModifierKind::onset:
      return Aspect::age;
    case ModifierKind::change:
      return Aspect::change;
    case ModifierKind::distribution:
    case ModifierKind::position:
    case ModifierKind::course:
      return Aspect::spread;
    default:
      return Aspect::appearance;
  }
}

// The finding, and of what is said of it one aspect alone; nothing if that says no more than its name. How sure the
// report is belongs to that it is there.
std::optional<Finding> only(const Lexicon& lexicon, const Finding& whole, Aspect aspect) {
  if (!whole.abnormal) return std::nullopt;
  const ConceptId by_name = whole.concept_id == kNone ? kNone : lexicon[whole.concept_id].has_detail;
  const auto told = [&](ConceptId d) { return d != by_name && aspect_of(lexicon, d) == aspect; };
  bool any = std::any_of(whole.details.begin(), whole.details.end(), told);
  const bool more = aspect == Aspect::appearance || aspect == Aspect::spread || aspect == Aspect::measures;
  if (!any && !more) return std::nullopt;
  Finding out = whole;
  strip(out);
  out.certainty = findings::Certainty::not_excluded;
  std::for_each(whole.details.begin(), whole.details.end(), [&](ConceptId d) {
    if (told(d)) out.details.add(d);
  });
  if (aspect == Aspect::appearance) {
    out.absent_details = whole.absent_details;
    any |= !whole.absent_details.empty();
  } else if (aspect == Aspect::spread) {
    out.site.parts = whole.site.parts;
    any |= !whole.site.parts.empty();
  } else if (aspect == Aspect::measures) {
    out.size_count = whole.size_count;
    out.quantity_count = whole.quantity_count;
    any |= whole.size_count != 0 || whole.quantity_count != 0;
  }
  return any ? std::optional(out) : std::nullopt;
}

}  // namespace

void StatementReader::add_change(const Finding& finding, Statement& out) const {
  for (ConceptId d : finding.details) {
    if (lexicon_[d].is(ModifierKind::change)) out.changes.add(d);
  }
}

std::vector<Statement> StatementReader::aspects(const Statement& statement) const {
  const auto claims_alone = [&] {
    Statement out;
    out.claims = statement.claims;
    out.denied = statement.denied;
    out.either = statement.either;
    return out;
  };
  std::vector<Statement> out;
  for (int aspect = 0; aspect < kAspects; ++aspect) {
    std::optional<Statement> one;
    for (std::size_t i = 0; i < statement.claims.size(); ++i) {
      const std::optional<Finding> told = only(lexicon_, statement.claims[i].finding, static_cast<Aspect>(aspect));
      if (!told) continue;
      if (!one) one = claims_alone();
      one->claims[i].finding = *told;
      add_change(*told, *one);
    }
    if (one) out.push_back(*std::move(one));
  }
  if (out.empty()) return out;
  Statement there = claims_alone();
  for (Claim& claim : there.claims) {
    if (claim.finding.abnormal) strip(claim.finding);
  }
  out.insert(out.begin(), std::move(there));
  return out;
}

std::vector<Statement> StatementReader::read_text(std::string_view report) {
  reader_.read(report, reading_);
  tokens_ = {};
  std::vector<Statement> out;
  const std::span<const Finding> all(reading_.findings);
  for (std::size_t first = 0; first < all.size();) {
    std::size_t last = first + 1;
    while (last < all.size() && all[last].head.begin == all[first].head.begin &&
           all[last].concept_id == all[first].concept_id && all[last].absent == all[first].absent)
      ++last;
    out.emplace_back();
    take_claims(report, all.subspan(first, last - first), out.back());
    if (out.back().claims.empty()) {  // the right side of something that was named on the left before
      out.pop_back();
      first = last;
      continue;
    }
    for (const Claim& claim : out.back().claims) add_change(claim.finding, out.back());
    first = last;
  }
  return out;
}

std::vector<Statement> StatementReader::read_report(std::span<const std::string> phrases) {
  report_.clear();
  std::vector<Stretch> stretches;
  for (const std::string& phrase : phrases) {
    const auto begin = static_cast<std::uint32_t>(report_.size());
    report_ += phrase;
    stretches.push_back({begin, static_cast<std::uint32_t>(report_.size())});
    report_ += phrase.empty() || phrase.ends_with('.') || phrase.ends_with(':') ? "\n" : ".\n";
  }
  reader_.read(report_, reading_);
  text::tokenize(report_, all_tokens_);
  std::vector<Statement> out(phrases.size());
  // The phrase that a place of the report is in; the last of all that begin there or before.
  const auto phrase_at = [&](std::uint32_t place) {
    const auto behind = std::upper_bound(stretches.begin(), stretches.end(), place,
                                         [](std::uint32_t at, const Stretch& s) { return at < s.begin; });
    const bool inside = behind != stretches.begin() && place < std::prev(behind)->end;
    return inside ? static_cast<std::size_t>(behind - stretches.begin()) - 1 : stretches.size();
  };
  std::vector<std::vector<Finding>> findings_of(phrases.size() + 1);
  for (const Finding& f : reading_.findings) findings_of[phrase_at(f.head.begin)].push_back(f);
  std::vector<char> of_impression(phrases.size() + 1, 0);
  for (const auto& note : reading_.sentences) {
    if (note.dropped == findings::Dropped::impression) of_impression[phrase_at(note.span.begin)] = 1;
  }
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    std::vector<Finding>& own = findings_of[i];
    if (own.empty() && of_impression[i] != 0) {  // the impression repeats the findings, but says something too
      reader_.read(phrases[i], alone_);
      own = alone_.findings;
      for (Finding& f : own) {
        f.head.begin += stretches[i].begin;
        f.head.end += stretches[i].begin;
      }
    }
    read_stretch(report_, stretches[i], own, out[i]);
  }
  lend_side(out);
  return out;
}

// "CT left knee. … Fibular head fracture.": the side of the whole report.
void StatementReader::lend_side(std::vector<Statement>& statements) {
  const auto says = [&](CueKind side) {
    return std::any_of(statements.begin(), statements.end(), [&](const Statement& statement) {
      return std::binary_search(statement.words.begin(), statement.words.end(), kSides + static_cast<WordHash>(side));
    });
  };
  const bool left = says(CueKind::left);
  if (left == says(CueKind::right) || says(CueKind::both)) return;
  for (Statement& statement : statements) {
    for (Claim& claim : statement.claims) {
      if (claim.finding.any_side) claim.lent_side = left ? Side::left : Side::right;
    }
  }
}

}  // namespace fiducial::radfact
