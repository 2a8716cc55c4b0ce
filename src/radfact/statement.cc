#include "radfact/statement.h"

#include <algorithm>

namespace fiducial::radfact {

using findings::Item;
using findings::ItemKind;
using lexicon::CueKind;
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

}  // namespace

void StatementReader::read_words(std::string_view phrase, Statement& out) {
  text::tokenize(phrase, tokens_);
  findings::read_items(lexicon_, phrase, tokens_, items_);
  for (const Item& item : items_) {
    out.denied |= denies(item.cue) || item.negated_prefix;
    if (item.modifier != nullptr) {
      const lexicon::Concept& c = lexicon_[item.modifier->concept_id];
      if (c.modifier() == ModifierKind::change) out.changes.add(item.modifier->concept_id);
    }
    const bool grammar = item.kind == ItemKind::cue && item.observation == nullptr && item.anatomy == nullptr &&
                         item.modifier == nullptr && !says_side(item.cue);
    if (grammar) continue;
    for (const text::Token& token : tokens_) {
      if (token.word != 0 && inside(token, item.begin, item.end)) out.words.push_back(token.word);
    }
  }
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
}

Statement StatementReader::read(std::string_view phrase) {
  Statement out;
  reader_.read(phrase, reading_);
  for (const Finding& f : reading_.findings) {
    Finding one = f;
    if (f.any_side && f.abnormal) {
      if (f.site.side == Side::right) continue;  // its twin on the left stands for both
      one.site.side = Side::none;
    }
    out.claims.push_back({one, {}});
  }
  read_words(phrase, out);
  return out;
}

}  // namespace fiducial::radfact
