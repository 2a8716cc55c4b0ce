// What went wrong, where, and what was expected. Error is what everything public throws; one catch is enough.
// A Problem is a value: a bad record is collected and the others go on. InputError carries a Problem that ends
// the whole job (a file that cannot be read). Texts of reports never go into either.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace fiducial {

struct Problem {
  std::string source;    // the file, as the user named it; "-" is standard input
  std::size_t line = 0;  // counted from 1; 0: the file as a whole
  std::string id;        // the record's id, if it is known
  std::string message;   // what was expected and what was there

  // "pairs.csv:12: id case-7: expected 3 fields, found 2"
  std::string text() const;
};

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class InputError : public Error {
 public:
  explicit InputError(Problem problem);
  const Problem& problem() const { return problem_; }

 private:
  Problem problem_;
};

// One record is more than can be worked on; the others go on. Thrown by what works on a single record, and made into a
// Problem by whoever knows its place.
class RecordError : public Error {
 public:
  using Error::Error;
};

// The most comparisons of one thing of a report with one of another that a record may need: two thousand findings
// against as many, ten times what the longest report has.
inline constexpr std::size_t kMostComparisons = 4'000'000;
// RecordError if a record needs more: "a report of 30,000 findings against one of 30,000".
void check_comparable(std::size_t left, std::size_t right, const char* what);
[[noreturn]] void refuse_comparison(std::size_t left, std::size_t right, const char* what);

}  // namespace fiducial
