// The metrics that a request names.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fiducial/score.h"
#include "serve/http.h"

namespace fiducial::serve {

// "radsem,bleu" → the names; the default ones if it is empty.
std::vector<std::string> names_in(const std::string& list);

// {"radsem": 0.81, …} of one pair; a value that is not defined is null.
io::Json values_of(const Metric& metric, const io::Pair& pair);

// All pairs measured and summed up as `fiducial score` does.
struct Measured {
  std::string lines;  // {"id", column: value, …}, one a pair
  // As JSON text: column → {"mean", "interval", "n", "corpus", …}, as in a summary; metric → signature.
  std::string scores, signatures;
  // The pairs that are too long to be compared, by their number, each with the reason; they have no line.
  std::vector<std::pair<std::size_t, std::string>> failed;
};
Measured measured(const std::vector<io::Pair>& pairs, const std::vector<std::string>& names, const Lexicon& lexicon,
                  const Resampling& how, unsigned threads);

io::Json signatures_of(const std::vector<const Metric*>& metrics);

}  // namespace fiducial::serve
