// Which statements of the other report a statement is compared with: all, if the reports are of usual length; else
// those that share a concept, a place or a word with it, and of what very many share only the first.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "errors/account.h"

namespace fiducial::errors {

class Neighbours {
 public:
  // Of `statements`, for those of a report of `others` statements.
  Neighbours(const findings::Lexicon& lexicon, const std::vector<Statement>& statements, std::size_t others);

  // Their numbers in order; valid until the next call.
  const std::vector<std::uint32_t>& of(const Statement& statement);

 private:
  void keys_of(const Statement& statement);

  const findings::Lexicon& lexicon_;
  bool all_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> index_;  // key, statement; sorted
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> found_;
};

}  // namespace fiducial::errors
