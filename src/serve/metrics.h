// The metrics that a request names.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fiducial/score.h"
#include "serve/http.h"

namespace fiducial::serve {

// One a name for all requests and threads; those that need the corpus first are made anew, by made().
class SharedMetrics {
 public:
  SharedMetrics();
  // By name, or nullptr.
  const Metric* find(std::string_view name) const;

 private:
  std::map<std::string, std::unique_ptr<Metric>, std::less<>> by_name_;
};
const SharedMetrics& shared_metrics();

// ApiError 400: a name that is none (with the nearest), the same column twice, none at all.
void check_names(const std::vector<std::string>& names);
// "radsem,bleu" → the names; the default ones if it is empty.
std::vector<std::string> names_in(const std::string& list);

// {"radsem": 0.81, …} of one pair; a value that is not defined is null.
io::Json values_of(const Metric& metric, std::string_view reference, std::string_view candidate);

// All pairs measured and summed up as `fiducial score` does.
struct Measured {
  std::string lines;  // {"id", column: value, …}, one a pair
  io::Json scores;    // column → {"mean", "interval", "n", "corpus", …}, as in a summary
  io::Json signatures;
};
Measured measured(const std::vector<io::Pair>& pairs, const std::vector<std::string>& names, const Resampling& how,
                  unsigned threads);

io::Json signatures_of(const std::vector<const Metric*>& metrics);

}  // namespace fiducial::serve
