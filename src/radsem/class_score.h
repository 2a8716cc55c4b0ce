// The class formula, common to both policies: from matched credit, unmatched counts and the weights of the unique pairs
// to the class score and the rule that made it.
#pragma once

#include <cstddef>

#include "fiducial/radsem.h"

namespace fiducial::radsem {

// The weights of a class's unique sentence pairs.
struct WeightSummary {
  std::size_t n = 0;
  double sum = 0;
  bool partial = false;  // some weight is below 1

  void add(double weight);
};

ClassScore finish_class(double matched, std::size_t unmatched_ref, std::size_t unmatched_gen,
                        const WeightSummary& weights);

}  // namespace fiducial::radsem
