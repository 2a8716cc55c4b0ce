#include "errors/neighbours.h"

#include <algorithm>

namespace fiducial::errors {

using findings::ConceptId;
using findings::Finding;
using findings::kNone;

namespace {

// Up to so many pairs all statements are compared with all.
constexpr std::size_t kAllWithAll = 250000;
// Of a key that more statements share, only the first are looked at.
constexpr std::size_t kSharers = 48;

std::uint64_t key(std::uint64_t kind, std::uint64_t value) {
  return kind << 56U ^ value * 0x9e3779b97f4a7c15ULL >> 8U;
}

}  // namespace

Neighbours::Neighbours(const findings::Lexicon& lexicon, const std::vector<Statement>& statements, std::size_t others,
                       const std::vector<std::uint32_t>* partners)
    : lexicon_(lexicon) {
  for (std::uint32_t j = 0; j < statements.size(); ++j) {
    if (partners == nullptr || (*partners)[j] == kNobody) found_.push_back(j);
  }
  all_ = found_.size() * others <= kAllWithAll;
  if (all_) return;
  for (const std::uint32_t j : found_) {
    keys_of(statements[j]);
    for (const std::uint64_t k : keys_) index_.emplace_back(k, j);
  }
  std::sort(index_.begin(), index_.end());
  index_.erase(std::unique(index_.begin(), index_.end()), index_.end());
}

void Neighbours::keys_of(const Statement& statement) {
  keys_.clear();
  const Finding& f = statement.finding;
  if (f.concept_id != kNone) {
    keys_.push_back(key(5, lexicon_.representative(f.concept_id)));  // the name alone, without all that it includes
    keys_.push_back(key(1, lexicon_.representative(f.concept_id)));
    for (const ConceptId up : lexicon_.ancestors(f.concept_id)) keys_.push_back(key(1, lexicon_.representative(up)));
    if (lexicon_[f.concept_id].about != kNone) keys_.push_back(key(2, lexicon_[f.concept_id].about));
  }
  for (const ConceptId organ : f.site.organs) keys_.push_back(key(3, lexicon_.representative(organ)));
  for (std::uint8_t i = 0; i < f.words.size; ++i) keys_.push_back(key(4, f.words.hashes[i]));
}

const std::vector<std::uint32_t>& Neighbours::of(const Statement& statement) {
  if (all_) return found_;
  found_.clear();
  keys_of(statement);
  for (const std::uint64_t k : keys_) {
    auto at = std::lower_bound(index_.begin(), index_.end(), std::pair(k, 0U));
    for (std::size_t n = 0; n < kSharers && at != index_.end() && at->first == k; ++n, ++at)
      found_.push_back(at->second);
  }
  std::sort(found_.begin(), found_.end());
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  return found_;
}

}  // namespace fiducial::errors
