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

// Which candidates are shown: the paper's ablations.
struct CandidateOptions {
  double share = 1;            // of each sentence's terms, rounded down; which ones is the same every time
  bool discontinuous = false;  // also terms whose words do not stand side by side
};

class CandidateFinder {
 public:
  // `own` must outlive this; nullptr: ours.
  explicit CandidateFinder(const Vocabulary* own, CandidateOptions options = {}) : own_(own), options_(options) {}
  // Longest first, then from the left; a span once, with all its labels.
  std::vector<Candidate> find(std::string_view sentence);

 private:
  std::vector<Candidate> all(std::string_view sentence);

  const Vocabulary* own_;
  CandidateOptions options_;
  Terms terms_;
  std::vector<text::Token> tokens_;
  std::vector<findings::Item> items_;
  std::vector<Piece> pieces_;
};

}  // namespace fiducial::lunguage
