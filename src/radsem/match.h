// RadSEM's second stage on Findings: which statements of two reports say the same, and how well.
#pragma once

#include <vector>

#include "compare/relate.h"
#include "fiducial/radsem.h"
#include "grammar/finding.h"

namespace fiducial::radsem {

struct MatchedPair {
  std::uint32_t ref = 0, gen = 0;  // numbers of findings
  findings::Relation relation;
  double weight = 0;
  bool abnormal = false;
};

struct Contradiction {
  std::uint32_t ref = 0, gen = 0;
};

struct Matching {
  std::vector<MatchedPair> pairs;
  std::vector<std::uint32_t> unmatched_ref, unmatched_gen;
  std::vector<Contradiction> contradictions;
};

// Many-to-many, or Ref-anchored for RadSEM-Alt (each Gen finding has one Ref finding at most).
void match(const findings::Lexicon& lexicon, const std::vector<findings::Finding>& ref,
           const std::vector<findings::Finding>& gen, Policy policy, Matching& out);

// The two ways to the same matching: each finding with each, and kinds of findings (compare/kinds.h), for long reports.
// A report that would need too many comparisons even so is a RecordError.
enum class Search : std::uint8_t { all, kinds };
void match(const findings::Lexicon& lexicon, const std::vector<findings::Finding>& ref,
           const std::vector<findings::Finding>& gen, Policy policy, Search search, Matching& out);

// The labels of a pair in RadSEM's words.
TagPair labels(const MatchedPair& pair, const findings::Finding& ref, const findings::Finding& gen);

}  // namespace fiducial::radsem
