// The properties of lexicon/significance.txt on their way into the image.
//
//   weight=urgent  weight@brain=urgent  weight/older=none  weight@aorta/young=significant   what a concept weighs
//   raise=urgent  lower=minor                            what a detail makes of the weight of what it is said of
//   near=ID,ID                                           names that are easily taken for one another
//   share= cost= step= margin= least= small= least_small= from= to=   numbers
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lexicon/source.h"

namespace fiducial::lexicon {

class WeightTable {
 public:
  using Resolve = std::function<ConceptId(const std::string& name)>;  // complains of a name that no table defines

  // False if this is no property of ours, or one whose value cannot be read.
  bool add(ConceptId of, const Property& property, const Resolve& resolve);
  // Sorts, and tells each concept where its weights are.
  void finish(std::vector<Concept>& concepts);

  const std::vector<Weight>& weights() const { return weights_; }
  const std::vector<Number>& numbers() const { return numbers_; }
  const std::vector<std::uint32_t>& near() const { return near_; }

 private:
  bool add_weight(ConceptId of, std::string_view key, const Property& property, const Resolve& resolve);
  bool add_near(ConceptId of, const Property& property, const Resolve& resolve);
  bool add_number(ConceptId of, const Property& property);

  std::vector<Weight> weights_;
  std::vector<Number> numbers_;
  std::vector<std::uint32_t> near_;
};

}  // namespace fiducial::lexicon
