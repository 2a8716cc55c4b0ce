#include <algorithm>
#include <numeric>

#include "fiducial/problem.h"
#include "radfact/verify.h"

namespace fiducial::radfact {

namespace {

constexpr std::size_t kFewPremises = 64;
// A premise is asked whether it entails a claim, or is laid beside a hypothesis in all ways, which takes longer.
constexpr std::size_t kAsked = 1;
constexpr std::size_t kLaidBeside = 4;
constexpr std::size_t kMostWork = kLaidBeside * kMostComparisons;

std::uint64_t digest(const std::vector<WordHash>& words) {
  return std::accumulate(words.begin(), words.end(), std::uint64_t{words.size()}, [](std::uint64_t sum, WordHash word) {
    return (sum ^ word) * 0x9e3779b97f4a7c15ULL + (sum >> 29U);
  });
}

}  // namespace

Premises::Premises(const Entailment& rules, std::span<const Statement> statements)
    : Premises(rules, statements, statements.size() > kFewPremises) {}

Premises::Premises(const Entailment& rules, std::span<const Statement> statements, bool indexed)
    : rules_(rules), statements_(statements), indexed_(indexed) {
  if (!indexed_) {
    all_.resize(statements.size());
    std::iota(all_.begin(), all_.end(), 0U);
    return;
  }
  for (const Statement& premise : statements) {
    words_.insert(words_.end(), premise.words.begin(), premise.words.end());
    contents_.push_back(digest(premise.words));
  }
  std::sort(contents_.begin(), contents_.end());
  std::sort(words_.begin(), words_.end());
  words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
  std::copy_if(words_.begin(), words_.end(), std::back_inserter(concepts_),
               [](WordHash word) { return word >= kConcepts; });
}

const std::vector<std::uint32_t>& Premises::beside(const Claim& claim) {
  if (!indexed_) return all_;
  const bool abnormal = claim.finding.abnormal;
  const auto [entry, fresh] = beside_.try_emplace({claim.organs, claim.wholes, abnormal});
  if (!fresh) return entry->second;
  for (std::uint32_t i = 0; i < statements_.size(); ++i) {
    const auto& claims = statements_[i].claims;
    const bool may = std::any_of(claims.begin(), claims.end(), [&](const Claim& p) {
      return p.finding.abnormal == abnormal && may_share_organ(p, claim);
    });
    if (may) entry->second.push_back(i);
  }
  return entry->second;
}

bool Premises::covered(WordHash word) {
  if (!indexed_)
    return std::any_of(statements_.begin(), statements_.end(),
                       [&](const Statement& premise) { return rules_.covered(premise.words, word); });
  if (std::binary_search(words_.begin(), words_.end(), word)) return true;
  if (word < kConcepts) return false;
  const auto [entry, fresh] = concept_covered_.try_emplace(word, false);
  if (fresh) entry->second = rules_.covered(concepts_, word);
  return entry->second;
}

bool Premises::has_content(const std::vector<WordHash>& words) const {
  if (indexed_) return std::binary_search(contents_.begin(), contents_.end(), digest(words));
  return std::any_of(statements_.begin(), statements_.end(),
                     [&](const Statement& premise) { return premise.words == words; });
}

void Premises::count_asked(std::size_t premises) {
  work_ += kAsked * premises;
  if (work_ > kMostWork) refuse_comparison(work_ / (kAsked * statements_.size()), statements_.size(), "phrases");
}

void Premises::count_all() {
  count_asked(kLaidBeside / kAsked * statements_.size());
}

}  // namespace fiducial::radfact
