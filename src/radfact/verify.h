// All hypotheses of one report against all premises of the other: several premises may together entail.
#pragma once

#include <map>
#include <tuple>

#include "fiducial/radfact.h"
#include "radfact/entail.h"

namespace fiducial::radfact {

// The statements of a report as premises. Of a long one not all are laid beside every hypothesis: those of its places
// are found at once, and whether a word is in the report is looked up.
class Premises {
 public:
  // `indexed`: by default if there are many.
  Premises(const Entailment& rules, std::span<const Statement> statements);
  Premises(const Entailment& rules, std::span<const Statement> statements, bool indexed);

  std::span<const Statement> statements() const { return statements_; }
  // Those that may entail the claim, in order: all, or those with a claim that is abnormal or not as it is, and of a
  // place that may have to do with its own.
  const std::vector<std::uint32_t>& beside(const Claim& claim);
  // Does some premise have the word, or one for a part or a kind of what it means?
  bool covered(WordHash word);
  // Does some premise have the very same content?
  bool has_content(const std::vector<WordHash>& words) const;
  // That so many premises were asked, and that all were laid beside a hypothesis. RecordError if it is too much for one
  // record.
  void count_asked(std::size_t premises);
  void count_all();

 private:
  const Entailment& rules_;
  std::span<const Statement> statements_;
  bool indexed_;
  std::size_t work_ = 0;
  std::vector<std::uint32_t> all_;
  std::vector<WordHash> words_, concepts_;    // of all premises, sorted, each once
  std::vector<std::uint64_t> contents_;       // of each premise: a digest of its words, sorted
  std::map<WordHash, bool> concept_covered_;  // what was asked before
  std::map<std::tuple<std::uint64_t, std::uint64_t, bool>, std::vector<std::uint32_t>> beside_;  // likewise, by place
};

// A hypothesis is entailed if each of its claims is, by one premise or, for what is normal or denied without a side, by
// one for the left and one for the right. It is contradicted if a claim of it is. The evidence of an entailment is as
// small as it can be found from the front; of a contradiction, all that contradict.
Verdict verify(const Entailment& rules, const Statement& hypothesis, Premises& premises, bool reasons);

}  // namespace fiducial::radfact
