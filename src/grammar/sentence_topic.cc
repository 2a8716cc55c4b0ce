#include "grammar/sentence_topic.h"

#include <algorithm>
#include <array>

#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;
using lexicon::Section;
using lexicon::Sense;
using lexicon::WordKind;
using text::Token;
using text::TokenKind;

namespace {

constexpr std::size_t kMostTokens = 120;  // what comes behind them changes nothing

WordKind kind_of(CueKind cue) {
  switch (cue) {
    case CueKind::technique:
      return WordKind::technique;
    case CueKind::recommend:
      return WordKind::recommend;
    case CueKind::person:
      return WordKind::person;
    case CueKind::history:
      return WordKind::history;
    case CueKind::reason:
      return WordKind::reason;
    case CueKind::prior:
      return WordKind::prior;
    case CueKind::be:
      return WordKind::be;
    case CueKind::show:
      return WordKind::show;
    case CueKind::seen:
      return WordKind::seen;
    case CueKind::neg:
    case CueKind::not_:
    case CueKind::negpost:
      return WordKind::denial;
    case CueKind::hedge:
      return WordKind::hedge;
    case CueKind::infer:
      return WordKind::infer;
    case CueKind::quality:
    case CueKind::limit:
      return WordKind::quality;
    case CueKind::left:
    case CueKind::right:
    case CueKind::both:
      return WordKind::side;
    case CueKind::in:
    case CueKind::of:
    case CueKind::with:
    case CueKind::near:
      return WordKind::preposition;
    case CueKind::and_:
    case CueKind::or_:
      return WordKind::joint;
    case CueKind::filler:
    case CueKind::the:
      return WordKind::filler;
    default:
      return WordKind::cue;
  }
}

WordKind kind_of(const lexicon::Lexicon& lexicon, const Sense& sense) {
  const Concept& c = lexicon[sense.concept_id];
  switch (sense.section) {
    case Section::cue:
      return kind_of(c.cue());
    case Section::anatomy:
      return WordKind::place;
    case Section::attribute:
      return WordKind::attribute;
    case Section::modifier:
      return WordKind::modifier;
    case Section::observation:
      if (lexicon.is_symptom(sense.concept_id)) return WordKind::symptom;
      if (is_operation(lexicon, sense.concept_id)) return WordKind::operation;
      if (c.has(Concept::device)) return WordKind::device;
      if (c.has(Concept::normal)) return WordKind::normal;
      if (c.has(Concept::vague) || c.has(Concept::generic)) return WordKind::vague;
      return WordKind::disease;
    default:
      return WordKind::unknown;
  }
}

// Of several meanings of a word: what is seen before where it is, and a cue before both.
int precedence(Section section) {
  switch (section) {
    case Section::cue:
      return 5;
    case Section::observation:
      return 4;
    case Section::anatomy:
      return 3;
    case Section::attribute:
      return 2;
    case Section::modifier:
      return 1;
    default:
      return 0;
  }
}

WordKind kind_of(const lexicon::Lexicon& lexicon, std::span<const Sense> senses) {
  const Sense* best = nullptr;
  for (const Sense& sense : senses) {
    if (best == nullptr || precedence(sense.section) > precedence(best->section)) best = &sense;
  }
  return best == nullptr ? WordKind::unknown : kind_of(lexicon, *best);
}

WordKind kind_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::number:
    case TokenKind::ordinal:
      return WordKind::number;
    case TokenKind::level:
      return WordKind::level;
    case TokenKind::comma:
    case TokenKind::semicolon:
      return WordKind::comma;
    case TokenKind::colon:
      return WordKind::colon;
    default:
      return WordKind::mark;
  }
}

// What kinds of words stand somewhere behind which.
class FarPairs {
 public:
  template <typename Seen>
  void add(WordKind kind, std::size_t at, const Seen& seen) {
    const int behind = place_in(kBehind, kind);
    for (int before = 0; behind >= 0 && before < static_cast<int>(std::size(kBefore)); ++before) {
      const std::uint32_t bit = 1U << static_cast<unsigned>(before);
      if ((before_ & bit) == 0 || (said_[static_cast<std::size_t>(behind)] & bit) != 0) continue;
      said_[static_cast<std::size_t>(behind)] |= bit;
      const WordKind first = kBefore[before];
      seen(Sign{lexicon::sign(lexicon::sign(lexicon::sign(first), lexicon::sign(WordKind::far)), lexicon::sign(kind)),
                {first, 0, false},
                {kind, static_cast<std::uint32_t>(at), false},
                true,
                true});
    }
    if (const int first = place_in(kBefore, kind); first >= 0) before_ |= 1U << static_cast<unsigned>(first);
  }

 private:
  static constexpr WordKind kBefore[] = {WordKind::show,    WordKind::be,        WordKind::seen,    WordKind::denial,
                                         WordKind::prior,   WordKind::technique, WordKind::reason,  WordKind::history,
                                         WordKind::person,  WordKind::number,    WordKind::disease, WordKind::vague,
                                         WordKind::symptom, WordKind::place};
  static constexpr WordKind kBehind[] = {
      WordKind::disease, WordKind::vague, WordKind::normal, WordKind::device, WordKind::operation, WordKind::symptom,
      WordKind::seen,    WordKind::be,    WordKind::show,   WordKind::prior,  WordKind::technique, WordKind::modifier};

  template <std::size_t N>
  static int place_in(const WordKind (&kinds)[N], WordKind kind) {
    const auto* at = std::find(std::begin(kinds), std::end(kinds), kind);
    return at == std::end(kinds) ? -1 : static_cast<int>(at - std::begin(kinds));
  }

  std::uint32_t before_ = 0;
  std::array<std::uint32_t, std::size(kBehind)> said_{};
};

// The kinds of words one after another, a form of several words once; of each word its own too.
template <typename Seen>
void each_sign(const lexicon::Lexicon& lexicon, std::span<const Token> tokens, const Seen& seen) {
  tokens = tokens.first(std::min(tokens.size(), kMostTokens));
  const auto of_kind = [](WordKind kind, std::size_t at) {
    return Sign{lexicon::sign(kind), {kind, static_cast<std::uint32_t>(at), false}, {}, false};
  };
  const auto both = [](const Sign& a, const Sign& b) {
    return Sign{lexicon::sign(a.key, b.key), a.first, b.first, true};
  };
  Sign kind_before = of_kind(WordKind::begin, 0);
  Sign word_before = kind_before;
  FarPairs far;
  for (std::size_t i = 0; i < tokens.size();) {
    const lexicon::Match match = tokens[i].word != 0 ? lexicon.longest(tokens, i) : lexicon::Match{};
    const std::size_t next = std::min(tokens.size(), i + std::max<std::size_t>(match.tokens, 1));
    const bool said = tokens[i].kind == TokenKind::word || match.tokens > 0;
    const Sign kind = of_kind(said ? kind_of(lexicon, match.senses) : kind_of(tokens[i].kind), i);
    seen(kind);
    seen(both(kind_before, kind));
    far.add(kind.first.kind, i, seen);
    for (std::size_t k = i; k < next; ++k) {
      const std::uint32_t at = static_cast<std::uint32_t>(k);
      const bool is_word = tokens[k].kind == TokenKind::word && tokens[k].word != 0;
      const Sign word = is_word ? Sign{lexicon::word_sign(tokens[k].word), {WordKind::unknown, at, true}, {}, false}
                                : of_kind(kind_of(tokens[k].kind), k);
      if (is_word) seen(word);
      seen(both(word_before, word));
      if (k == i && is_word && i > 0) seen(both(kind_before, word));
      word_before = word;
    }
    kind_before = kind;
    i = next;
  }
  const Sign end = of_kind(WordKind::end, tokens.size());
  seen(both(kind_before, end));
  if (word_before.first.word) seen(both(word_before, end));
  seen(of_kind(WordKind::begin, 0));  // what the topics weigh by themselves
}

}  // namespace

lexicon::TopicWeights weigh_topics(const lexicon::Lexicon& lexicon, std::span<const Token> tokens) {
  lexicon::TopicWeights sum;
  each_sign(lexicon, tokens, [&](const Sign& sign) { sum += lexicon.topic(sign.key); });
  return sum;
}

std::size_t tokens_before_image(const lexicon::Lexicon& lexicon, std::span<const Token> tokens, std::int32_t least) {
  constexpr std::size_t kMostStretches = 8;
  constexpr std::int32_t kClear = 150;     // of a border within the sentence
  constexpr std::int32_t kOfImage = -400;  // all of it, without a doubt
  const auto before_image = [&](std::span<const Token> stretch) {
    const lexicon::TopicWeights weights = weigh_topics(lexicon, stretch);
    return std::max(weights.patient, weights.examination);
  };
  const std::int32_t whole = before_image(tokens);
  if (whole < kOfImage) return 0;
  std::size_t best = whole > least ? tokens.size() : 0;
  std::int32_t most = std::abs(whole);
  for (std::size_t i = 1, stretches = 0; i + 1 < tokens.size() && stretches < kMostStretches; ++i) {
    const TokenKind kind = tokens[i].kind;
    if (kind != TokenKind::comma && kind != TokenKind::semicolon && kind != TokenKind::colon && kind != TokenKind::dash)
      continue;
    ++stretches;
    const std::int32_t before = before_image(tokens.first(i)), behind = before_image(tokens.subspan(i + 1));
    if (before <= least + kClear || behind > -kClear || before - behind <= most) continue;
    most = before - behind;
    best = i + 1;
  }
  return best;
}

void signs_of(const lexicon::Lexicon& lexicon, std::span<const Token> tokens, std::vector<Sign>& out) {
  out.clear();
  each_sign(lexicon, tokens, [&](const Sign& sign) { out.push_back(sign); });
}

}  // namespace fiducial::findings
