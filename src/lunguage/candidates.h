// Terms of a sentence that a language model is shown beside it: the paper's Algorithm 1 over the user's vocabulary, or
// over ours, where the lexicon adds the observations and places that the vocabulary leaves to it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fiducial/lunguage.h"
#include "lunguage/terms.h"

namespace fiducial::lunguage {

struct Candidate {
  std::size_t begin = 0, end = 0;   // bytes of the sentence
  std::vector<std::string> labels;  // "PF", "location", or what the user's vocabulary calls it
};

class CandidateFinder {
 public:
  // `own` must outlive this; nullptr: ours.
  explicit CandidateFinder(const Vocabulary* own) : own_(own) {}
  // Longest first, then from the left; a span once, with all its labels.
  std::vector<Candidate> find(std::string_view sentence);

 private:
  const Vocabulary* own_;
  Terms terms_;
  std::vector<text::Token> tokens_;
  std::vector<findings::Item> items_;
  std::vector<Piece> pieces_;
};

}  // namespace fiducial::lunguage
