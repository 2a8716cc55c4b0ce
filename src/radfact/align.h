// A phrase laid beside a report, content by content, where reading alone gives no verdict.
//
// Each term of the hypothesis is held by a premise (it says the same, or something narrower), said in wider words, met
// by a rival (left for right, T11 for L1), or open. What is held, rivalled and open, and whether both sides assert or
// deny, are counted; the counts are weighed.
#pragma once

#include "radfact/entail.h"

namespace fiducial::radfact {

enum class Hold : std::uint8_t {
  open,       // nothing is said of it
  rival,      // another of its kind is said: right for left
  elsewhere,  // it is said of another place
  against,    // one asserts what the other denies
  wider,      // it is said in wider words
  implied,    // it is said in narrower words, or follows from what is said
  held,       // it is said
};
inline constexpr int kHolds = 7;

float term_weight(Term::Kind kind);  // how much a term of that kind counts
float hold_share(Hold hold);         // which share of it is said

// How the terms of a hypothesis stand to one premise.
struct Alignment {
  float weight = 0;  // of what is held
  std::uint8_t count[Term::kKinds][kHolds] = {};
  std::vector<Hold> holds;
};

class Aligner {
 public:
  explicit Aligner(const Entailment& rules) : rules_(rules), lexicon_(rules.lexicon()) {}
  const Entailment& rules() const { return rules_; }
  Alignment align(const Statement& hypothesis, const Statement& premise) const;
  Hold hold(const Term& h, const Term& p) const;  // by what they mean alone

  // "No acute infarct" and "an old infarct": the one says nothing of the other.
  bool of_another_age(const Finding& a, const Finding& b) const;

 private:
  Hold hold(const Statement& hypothesis, const Term& term, const Statement& premise, int& at) const;
  Hold nearest(const Term& h, const Statement& premise, std::uint64_t anchors) const;
  bool places_meet(const Statement& hypothesis, const Term& h, const Statement& premise, const Term& p) const;
  bool ages_differ(const Statement& hypothesis, const Term& h, const Statement& premise, const Term& p) const;
  bool rival_values(ConceptId h, ConceptId p) const;
  Hold hold_concept(ConceptId h, ConceptId p) const;
  const Entailment& rules_;
  const Lexicon& lexicon_;
};

}  // namespace fiducial::radfact
