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

InputError::InputError(Problem problem) : std::runtime_error(problem.text()), problem_(std::move(problem)) {}

void io::ProblemLog::add(Problem problem) {
  ++count_;
  if (kept_.size() < kKept) kept_.push_back(std::move(problem));
}

void io::ProblemLog::add(const ProblemLog& others) {
  for (const Problem& problem : others.kept_) add(problem);
  count_ += others.count_ - others.kept_.size();
}

}  // namespace fiducial
