// RadSEM-Alt, the paper's Ref-anchored policy: each Gen sentence is assigned to its best Ref sentence only, and Ref
// sentences fill up to one unit of credit. The paper gives it in a paragraph; docs/radsem-score.md lists what that
// leaves open and what we do there.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "class_score.h"
#include "fiducial/radsem.h"

namespace fiducial::radsem {

class Alternative {
 public:
  // The two class scores before mixing. `credits` is empty or as long as `edges`. unmatched() then has the sentences
  // that no retained assignment holds: Ref and Gen as they first occur among the edges, then the rest of the left_over.
  CaseScore score(std::span<const Edge> edges, std::span<const LeftOver> left_over, std::span<EdgeCredit> credits);
  std::span<const LeftOver> unmatched() const { return unmatched_; }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Sentence {
    std::uint32_t assigned = kNone;  // a Gen sentence's edge
    bool matched = false;            // in a retained assignment
    bool known = false;              // already looked at for unmatched
    double room = 1;                 // a Ref sentence's capacity left
  };

  void assign(std::span<const Edge> edges, std::span<EdgeCredit> credits);
  void fill(std::span<const Edge> edges, std::span<EdgeCredit> credits);
  void find_unmatched(std::span<const Edge> edges, std::span<const LeftOver> left_over);
  void visit(const LeftOver& sentence);

  std::vector<std::uint32_t> order_;  // the edges that count: heavier first, then as listed
  std::vector<Sentence> refs_;
  std::vector<Sentence> gens_;
  std::vector<LeftOver> unmatched_;
  // Of the retained assignments, by class: abnormal, normal.
  std::array<double, 2> matched_ = {0, 0};
  std::array<WeightSummary, 2> weights_;
};

}  // namespace fiducial::radsem
