#include "radfact/statement.h"

#include <algorithm>

namespace fiducial::radfact {

using findings::Item;
using findings::ItemKind;
using lexicon::CueKind;
using lexicon::ModifierKind;
using lexicon::Side;

namespace {

constexpr WordHash kConcepts = WordHash{1} << 62U;  // concepts among words: far from the hash of any one, in practice

bool denies(CueKind cue) {
  return cue == CueKind::neg || cue == CueKind::not_ || cue == CueKind::negpost;
}

bool says_side(CueKind cue) {
  return cue == CueKind::left || cue == CueKind::right || cue == CueKind::both;
}

bool inside(const text::Token& token, std::uint32_t begin, std::uint32_t end) {
  return token.begin >= begin && token.end <= end;
}

}  // namespace

void StatementReader::read_words(Statement& out) {
  for (const Item& item : items_) {
    out.denied |= denies(item.cue) || item.negated_prefix;
    out.rest |= item.kind == ItemKind::cue && item.cue == CueKind::rest;
    if (item.modifier != nullptr) {
      const lexicon::Concept& c = lexicon_[item.modifier->concept_id];
      if (c.modifier() == ModifierKind::change) out.changes.add(item.modifier->concept_id);
    }
    const bool grammar = item.kind == ItemKind::cue && item.observation == nullptr && item.anatomy == nullptr &&
                         item.modifier == nullptr && !says_side(item.cue);
    if (grammar) continue;
    const lexicon::Sense* meaning = item.observation != nullptr ? item.observation
                                    : item.anatomy != nullptr   ? item.anatomy
                                    : item.modifier != nullptr  ? item.modifier
                                                                : item.attribute;
    if (meaning != nullptr) {
      out.words.push_back(kConcepts + lexicon_.representative(meaning->concept_id));
      if (meaning->site != findings::kNone) out.words.push_back(kConcepts + lexicon_.representative(meaning->site));
      continue;
    }
    for (const text::Token& token : tokens_) {
      if (token.word != 0 && inside(token, item.begin, item.end)) out.words.push_back(token.word);
    }
  }
  const auto joins = [](const Item& item) { return item.kind == ItemKind::cue && item.cue == CueKind::or_; };
  out.either = !out.denied && out.claims.size() > 1 && std::any_of(items_.begin(), items_.end(), joins) &&
               std::all_of(out.claims.begin(), out.claims.end(), [](const Claim& c) { return c.finding.abnormal; });
  deny_new(out);
  std::sort(out.words.begin(), out.words.end());
  out.words.erase(std::unique(out.words.begin(), out.words.end()), out.words.end());
  for (Claim& claim : out.claims) {
    for (const Item& item : items_) {
      if (item.modifier != nullptr || item.kind == ItemKind::cue) continue;
      for (const text::Token& token : tokens_) {
        if (token.word != 0 && inside(token, item.begin, item.end) &&
            inside(token, claim.finding.head.begin, claim.finding.head.end))
          claim.head.push_back(token.word);
      }
    }
  }
  for (Claim& claim : out.claims) {
    claim.infiltrate =
        std::any_of(claim.head.begin(), claim.head.end(), [&](WordHash word) { return says(word, infiltration_); });
  }
  find_clear(out);
}

template <typename Test>
bool StatementReader::is_cue(WordHash word, Test test) const {
  const WordHash words[] = {word};
  const auto senses = lexicon_.exact(words);
  return std::any_of(senses.begin(), senses.end(), [&](const lexicon::Sense& sense) {
    return sense.section == lexicon::Section::cue && test(lexicon_[sense.concept_id].cue());
  });
}

bool StatementReader::says(WordHash word, ConceptId meaning) const {
  const WordHash words[] = {word};
  const auto senses = lexicon_.exact(words);
  return std::any_of(senses.begin(), senses.end(),
                     [&](const lexicon::Sense& sense) { return sense.concept_id == meaning; });
}

// "Both", also where it is part of a longer form ("in both"), or a word that begins with "bi" and is one of the lexicon
// without it ("bibasilar").
bool StatementReader::says_both(std::string_view phrase) const {
  return std::any_of(tokens_.begin(), tokens_.end(), [&](const text::Token& token) {
    const std::string_view word = phrase.substr(token.begin, token.end - token.begin);
    const bool two = word.size() >= 6 && (word[0] == 'b' || word[0] == 'B') && word[1] == 'i' &&
                     lexicon_.known_word(text::hash_word(text::stem(word.substr(2))));
    return two || (token.word != 0 && is_cue(token.word, [](CueKind cue) { return cue == CueKind::both; }));
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
    if (first == tokens_.end() || !is_cue(first->word, denies) || items_[i + 1].kind != ItemKind::content) continue;
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

Statement StatementReader::read(std::string_view phrase) {
  Statement out;
  reader_.read(phrase, reading_);
  text::tokenize(phrase, tokens_);
  findings::read_items(lexicon_, phrase, tokens_, items_);
  const bool both = says_both(phrase);
  for (const Finding& f : reading_.findings) {
    Finding one = f;
    if (f.any_side && f.abnormal && !both) {
      if (f.site.side == Side::right) continue;  // its twin on the left stands for both
      one.site.side = Side::none;
    }
    place(one);
    out.claims.push_back({one, {}});
  }
  read_words(out);
  return out;
}

}  // namespace fiducial::radfact
