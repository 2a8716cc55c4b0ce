// How a Problem reads, and the log that keeps the first of many.
#include "fiducial/problem.h"

#include <fmt/format.h>

#include <utility>

#include "fiducial/io.h"
#include "io/show.h"

namespace fiducial {

std::string Problem::text() const {
  std::string out = source;
  if (line > 0) out += fmt::format(":{}", line);
  if (!out.empty()) out += ": ";
  if (!id.empty()) out += fmt::format("id {}: ", io::show(id));
  return out + message;
}

InputError::InputError(Problem problem) : Error(problem.text()), problem_(std::move(problem)) {}

void io::ProblemLog::add(Problem problem) {
  ++count_;
  if (kept_.size() < kKept) kept_.push_back(std::move(problem));
}

void io::ProblemLog::add(const std::vector<Problem>& first, std::size_t count) {
  for (const Problem& problem : first) add(problem);
  count_ += count - first.size();
}

void check_comparable(std::size_t left, std::size_t right, const char* what) {
  if (left != 0 && right > kMostComparisons / left) refuse_comparison(left, right, what);
}

void refuse_comparison(std::size_t left, std::size_t right, const char* what) {
  throw RecordError(
      fmt::format("a report of {0} {2} against one of {1}: at most {3} comparisons are made of one record", left, right,
                  what, kMostComparisons));
}

}  // namespace fiducial
