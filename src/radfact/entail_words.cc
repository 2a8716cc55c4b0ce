// What is compared by measures and words where no claim was read: a measure and what it is of, all content of a phrase.
#include <algorithm>

#include "radfact/agree.h"
#include "radfact/amounts.h"
#include "radfact/entail.h"

namespace fiducial::radfact {

using findings::kNone;
using lexicon::Concept;
using lexicon::ModifierKind;
using lexicon::Section;

// --- measurements ------------------------------------------------------------------------------------------------

Entailment::Measured Entailment::compare(const Statement& premise, const Measurement& p, const Statement& hypothesis,
                                         const Measurement& h) const {
  if (p.unit != h.unit || (p.side != h.side && p.side != lexicon::Side::none && h.side != lexicon::Side::none))
    return Measured::none;
  const auto same = [&](WordHash a, WordHash b) {
    if (a == b) return true;
    if (a < kConcepts || b < kConcepts || a - kConcepts >= lexicon_.size() || b - kConcepts >= lexicon_.size())
      return false;
    const auto x = static_cast<ConceptId>(a - kConcepts);
    const auto y = static_cast<ConceptId>(b - kConcepts);
    return lexicon_.contains(x, y) || lexicon_.contains(y, x);
  };
  const bool of_same = std::all_of(h.of.begin(), h.of.end(), [&](WordHash word) {
    return std::any_of(p.of.begin(), p.of.end(), [&](WordHash other) { return same(word, other); });
  });
  if (!of_same) return Measured::none;
  bool agree = sizes_close(p.value, h.value);
  if (hypothesis.bound != HintKind::none && premise.bound != HintKind::none) {
    if (!limits_meet(premise.bound, p.value, hypothesis.bound, h.value)) return Measured::other;
    return limit_follows(premise.bound, p.value, hypothesis.bound, h.value) ? Measured::same : Measured::none;
  }
  if (hypothesis.bound != HintKind::none)
    agree = within(hypothesis.bound, p.value, h.value);
  else if (premise.bound != HintKind::none)
    agree = within(premise.bound, h.value, p.value);
  return agree ? Measured::same : Measured::other;
}

// --- words -------------------------------------------------------------------------------------------------------

namespace {

bool is_concept(const Lexicon& lexicon, WordHash word) {
  return word >= kConcepts && word - kConcepts < lexicon.size();
}
bool is_side(WordHash word) {
  return word >= kSides && word < kConcepts;
}
constexpr WordHash kBothSides = kSides + static_cast<WordHash>(lexicon::CueKind::both);

bool is_level(WordHash word) {
  return word >= kLevels && word < kSides;
}
bool is_amount(WordHash word) {
  return word >= kAmounts && word < kAmounts + kMostAmounts;
}

}  // namespace

// Two words of one scale, or two places of one whole, of which a thing has but one.
bool Entailment::rival_concepts(ConceptId a, ConceptId b) const {
  const Concept& x = lexicon_[a];
  const Concept& y = lexicon_[b];
  if (a == b || x.section != y.section) return false;
  if (x.opposite == b || y.opposite == a) return true;
  if (x.section == Section::modifier) {
    if (x.kind != y.kind) return false;
    if (x.is(ModifierKind::severity) || x.is(ModifierKind::size)) return std::abs(x.rank - y.rank) >= 2;
    if (x.is(ModifierKind::number)) return findings::amount(x.rank).counted() || findings::amount(y.rank).counted();
    return x.is(ModifierKind::change) || x.is(ModifierKind::density) || x.is(ModifierKind::signal);
  }
  if (x.section != Section::anatomy || lexicon_.contains(a, b) || lexicon_.contains(b, a)) return false;
  if (x.has(Concept::direction_word) && y.has(Concept::direction_word)) return true;
  const auto up = lexicon_.ancestors(a).first(x.parent_count);
  const auto other = lexicon_.ancestors(b).first(y.parent_count);
  return std::any_of(up.begin(), up.end(), [&](ConceptId whole) {
    return whole != lexicon_.known().body && std::find(other.begin(), other.end(), whole) != other.end();
  });
}

bool Entailment::rivals(WordHash a, WordHash b) const {
  if (is_side(a) && is_side(b)) return a != b && a != kBothSides && b != kBothSides;
  if (is_level(a) && is_level(b)) return a != b;
  if (is_amount(a) && is_amount(b))
    return !sizes_close(static_cast<double>(a - kAmounts), static_cast<double>(b - kAmounts));
  return is_concept(lexicon_, a) && is_concept(lexicon_, b) &&
         rival_concepts(static_cast<ConceptId>(a - kConcepts), static_cast<ConceptId>(b - kConcepts));
}

Ground Entailment::contradicts_by_words(const Statement& premise, const Statement& hypothesis) const {
  constexpr std::size_t kFewWords = 2;
  std::size_t other = 0;
  std::size_t same = 0;
  // Only of a thing that is known already can it be said that it is in another organ.
  const bool thing = std::any_of(hypothesis.claims.begin(), hypothesis.claims.end(), [&](const Claim& claim) {
    const ConceptId c = claim.finding.concept_id;
    return claim.definite && c != kNone && (lexicon_[c].about == kNone || claim.located);
  });
  const auto organ = [&](WordHash word) {
    if (!is_concept(lexicon_, word)) return false;
    const Concept& c = lexicon_[static_cast<ConceptId>(word - kConcepts)];
    return c.section == Section::anatomy && !c.has(Concept::direction_word);
  };
  for (WordHash word : hypothesis.words) {
    if (covered(premise.words, word)) {
      ++same;
      continue;
    }
    if (organ(word) && !thing) return Ground::none;
    const bool rival = std::any_of(premise.words.begin(), premise.words.end(), [&](WordHash found) {
      return !std::binary_search(hypothesis.words.begin(), hypothesis.words.end(), found) && rivals(word, found);
    });
    if (!rival || ++other > kFewWords) return Ground::none;
  }
  if (same == 0 || hypothesis.bound != HintKind::none || premise.bound != HintKind::none) return Ground::none;
  // That there is no abscess does not say that there is no inflammation.
  const auto observation = [&](WordHash word) {
    return is_concept(lexicon_, word) &&
           lexicon_[static_cast<ConceptId>(word - kConcepts)].section == Section::observation;
  };
  const bool finer = premise.denied && std::any_of(premise.words.begin(), premise.words.end(), [&](WordHash word) {
                       return observation(word) && !covered(hypothesis.words, word);
                     });
  if (other == 0 && !finer && premise.denied != hypothesis.denied &&
      premise.words.size() <= hypothesis.words.size() + kFewWords)
    return Ground::denied;
  // That all is well on the one side says nothing of the other.
  const bool well =
      !hypothesis.claims.empty() && std::none_of(hypothesis.claims.begin(), hypothesis.claims.end(),
                                                 [](const Claim& claim) { return claim.finding.abnormal; });
  return other != 0 && !well && premise.denied == hypothesis.denied ? Ground::other_place : Ground::none;
}

// Something that the hypothesis claims is in the premise with another side, place or look, and nowhere as it is
// claimed.
bool Entailment::told_otherwise(const Statement& premise, const Statement& hypothesis) const {
  return std::any_of(hypothesis.claims.begin(), hypothesis.claims.end(), [&](const Claim& h) {
    bool otherwise = false;
    for (const Claim& p : premise.claims) {
      const Difference d = differ(premise, p, hypothesis, h);
      if (d.kind != Kind::same) continue;
      if (d.ground == Ground::none) return false;
      otherwise = true;
    }
    return otherwise;
  });
}

Ground Entailment::entails_by_words(const Statement& premise, const Statement& hypothesis) const {
  if (hypothesis.words.empty() || premise.denied != hypothesis.denied) return Ground::none;
  if (premise.claims.empty() && !hypothesis.claims.empty()) return Ground::none;  // a heading, a technique
  const auto ill = [](const Claim& claim) { return claim.finding.abnormal; };
  const bool asserts =
      hypothesis.claims.empty() || std::any_of(hypothesis.claims.begin(), hypothesis.claims.end(), ill);
  if (asserts && !hypothesis.denied && !premise.claims.empty() &&
      std::none_of(premise.claims.begin(), premise.claims.end(), ill))
    return Ground::none;  // "the chiasm is affected", and it is normal
  // A word may mean its place too: appendicitis is no inflammation about the kidney.
  const bool names_place = std::any_of(hypothesis.words.begin(), hypothesis.words.end(), [&](WordHash word) {
    return is_concept(lexicon_, word) && lexicon_[static_cast<ConceptId>(word - kConcepts)].section == Section::anatomy;
  });
  const auto elsewhere = [&](const Claim& h) {
    return ill(h) && !names_place && !h.finding.site.organs.empty() &&
           std::none_of(premise.claims.begin(), premise.claims.end(),
                        [&](const Claim& p) { return p.finding.site.organs.empty() || near(p, h); });
  };
  if (std::any_of(hypothesis.claims.begin(), hypothesis.claims.end(), elsewhere)) return Ground::none;
  const bool all_alternatives = premise.either && std::all_of(premise.claims.begin(), premise.claims.end(),
                                                              [](const Claim& claim) { return claim.alternative; });
  const auto has_side = [&](lexicon::Side side) {
    return std::any_of(hypothesis.claims.begin(), hypothesis.claims.end(),
                       [&](const Claim& claim) { return claim.finding.site.side == side; });
  };
  const bool bilateral = has_side(lexicon::Side::left) && has_side(lexicon::Side::right);
  const bool on_each_side =
      !bilateral || std::all_of(hypothesis.claims.begin(), hypothesis.claims.end(), [&](const Claim& h) {
        return h.finding.site.side == lexicon::Side::none || premise.claims.empty() ||
               std::any_of(premise.claims.begin(), premise.claims.end(), [&](const Claim& p) {
                 return p.finding.site.side == h.finding.site.side || p.lent_side == h.finding.site.side;
               });
      });
  if (!on_each_side || (all_alternatives && !hypothesis.either) || (premise.rest && !hypothesis.rest))
    return Ground::none;
  // That all is well follows from something wider: what the premise denies must not be more particular.
  const bool well =
      hypothesis.denied || std::any_of(hypothesis.claims.begin(), hypothesis.claims.end(), [](const Claim& claim) {
        const Finding& f = claim.finding;
        return !f.abnormal && f.concept_id != kNone;
      });
  if (!well && told_otherwise(premise, hypothesis)) return Ground::none;
  const auto lungs_alone = [&](const Claim& claim) { return of_lungs_alone(claim.finding); };
  const auto beside = [&](const Claim& claim) { return beside_lung(claim.finding.site); };
  if (std::any_of(premise.claims.begin(), premise.claims.end(), lungs_alone) &&
      std::any_of(hypothesis.claims.begin(), hypothesis.claims.end(), beside) &&
      std::none_of(premise.claims.begin(), premise.claims.end(), beside))
    return Ground::none;  // normal lungs, and the pleura is another matter
  const Statement& wide = well ? hypothesis : premise;
  const Statement& narrow = well ? premise : hypothesis;
  const bool all =
      std::all_of(narrow.words.begin(), narrow.words.end(), [&](WordHash word) { return covered(wide.words, word); });
  return all && !narrow.words.empty() ? Ground::by_words : Ground::none;
}

// Is the word, or one for a part or a kind of what it means, among the words?
bool Entailment::covered(std::span<const WordHash> words, WordHash word) const {
  if (std::binary_search(words.begin(), words.end(), word)) return true;
  if (word < kConcepts || word - kConcepts >= lexicon_.size()) return false;
  const auto wanted = static_cast<ConceptId>(word - kConcepts);
  return std::any_of(words.begin(), words.end(), [&](WordHash other) {
    if (other < kConcepts || other - kConcepts >= lexicon_.size()) return false;
    const auto found = static_cast<ConceptId>(other - kConcepts);
    return lexicon_.contains(wanted, found) || implied(found, wanted);
  });
}

}  // namespace fiducial::radfact
