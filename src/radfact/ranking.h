// Which of several is the larger: "the larger nodule is in the left lower lobe", of "5 mm in the right upper lobe and
// 16 mm in the left lower lobe".
#pragma once

#include "radfact/align.h"

namespace fiducial::radfact {

enum class Ranked : std::uint8_t {
  none,   // the premise does not say which is the larger
  same,   // the one that the hypothesis says
  other,  // another
};

class Ranking {
 public:
  Ranking(const Aligner& aligner, const Statement& hypothesis);

  // Does the hypothesis say at all which is the larger, or the smaller?
  bool asked() const { return !wanted_.empty(); }
  Ranked by(const Statement& premise) const;

 private:
  bool spoken_of(const Statement& premise) const;
  bool same_organ(const Statement& premise) const;
  Ranked by_greater_side(const Statement& premise) const;
  Ranked by_degrees(const Statement& premise) const;
  Ranked by_measures(const Statement& premise) const;

  const Aligner& aligner_;
  const Statement& hypothesis_;
  bool more_ = false;         // the larger, not the smaller
  std::vector<Term> wanted_;  // where the hypothesis says it is
};

}  // namespace fiducial::radfact
