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

}  // namespace fiducial
