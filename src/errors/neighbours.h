// Which statements of the other report a statement is compared with: all, unless there are many hundreds; else those
// that share a concept, a place or a word with it, and of what very many share only the first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "errors/account.h"

namespace fiducial::errors {

class Neighbours {
 public:
  // Of `statements`, but for those that have one of the `partners` if these are given, for `others` statements of
  // another report.
  Neighbours(const findings::Lexicon& lexicon, const std::vector<Statement>& statements, std::size_t others,
             const std::vector<std::uint32_t>* partners = nullptr);

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

// Statements by a number that several have: their sentence, their phrase. Of a short list all are looked at.
class Together {
 public:
  template <typename Number>
  Together(const std::vector<Statement>& statements, Number number) {
    constexpr std::size_t kFew = 64;
    few_ = statements.size() <= kFew;
    for (std::uint32_t k = 0; k < statements.size(); ++k) {
      if (few_)
        found_.push_back(k);
      else
        sorted_.emplace_back(number(statements[k]), k);
    }
    std::sort(sorted_.begin(), sorted_.end());
  }

  // In order, some that have another number among them; valid until the next call.
  const std::vector<std::uint32_t>& with(std::uint32_t number) {
    if (few_) return found_;
    found_.clear();
    for (auto at = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair(number, 0U));
         at != sorted_.end() && at->first == number; ++at)
      found_.push_back(at->second);
    return found_;
  }

 private:
  bool few_ = false;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sorted_;  // number, statement
  std::vector<std::uint32_t> found_;
};

}  // namespace fiducial::errors
