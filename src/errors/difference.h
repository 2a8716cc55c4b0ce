// In what two statements differ that may be of one thing, kind by kind, and what each difference costs.
#pragma once

#include <array>
#include <cstdint>

#include "errors/weigh.h"
#include "grammar/finding.h"

namespace fiducial::errors {

struct Difference {
  bool of_one_thing = false;  // could the two be about the same at all?
  double cost = 0;            // share of the weight that is lost: the sum over kinds
  double distance = 0;        // for choosing the partner: how far apart name and place are, and a little the rest
  double closeness = 0;       // for choosing among equals: what they share
  int nuances = 0;            // details that only one of them says: free, but for breaking ties
  std::array<float, kKinds> costs{};  // by kind

  void add(Kind kind, double amount) {
    float& here = costs[static_cast<std::size_t>(kind)];
    if (static_cast<double>(here) >= amount) return;  // two differences of one kind are one error: the costlier
    cost += amount - static_cast<double>(here);
    here = static_cast<float>(amount);
  }
  bool has(Kind kind) const { return costs[static_cast<std::size_t>(kind)] > 0; }
};

// Two abnormal statements, of the reference and of the candidate.
Difference compare(const findings::Lexicon& lexicon, const Weigher& weigher, const findings::Finding& reference,
                   const findings::Finding& candidate);

// Does the candidate's size agree with that of the reference, within the margin around the latter?
bool sizes_agree(const Costs& costs, double margin, const findings::Finding& reference,
                 const findings::Finding& candidate);

// A denial that contradicts an assertion of the very thing, not "unremarkable" in general.
bool denies(const findings::Lexicon& lexicon, const findings::Finding& denial, const findings::Finding& assertion);

// Two names that have nothing in common, at one place: could the one have been taken for the other?
bool at_one_place(const findings::Lexicon& lexicon, const findings::Finding& a, const findings::Finding& b);

// Does `said` leave nothing of `other` unsaid: the same thing in as many or more particulars?
bool includes(const findings::Lexicon& lexicon, const findings::Finding& said, const findings::Finding& other);
// Is `other` said in one sentence with what `said` says of its place? Of something small that is as good as said.
bool passes_for(const findings::Lexicon& lexicon, const findings::Finding& said, const findings::Finding& other);

}  // namespace fiducial::errors
