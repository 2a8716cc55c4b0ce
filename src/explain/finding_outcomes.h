// What became of each finding of two reports that were matched.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "radsem/reading.h"

namespace fiducial::explain {

enum class FindingOutcome : std::uint8_t {
  matched,       // a partner agrees in everything that is compared
  partly,        // a partner agrees in part
  contradicted,  // no partner, and the other report says what cannot be true with it
  missing,       // of the reference: the other report does not speak of it
  invented,      // of the candidate: the same
};
inline constexpr std::size_t kFindingOutcomes = 5;
std::string_view name(FindingOutcome outcome);

struct FindingOutcomes {
  std::vector<FindingOutcome> ref, gen;  // one a finding
};
FindingOutcomes outcomes_of(const radsem::Matching& matching, std::size_t refs, std::size_t gens);

// A case in a few numbers and names: what a table of many cases is sorted and filtered by.
struct CaseOverview {
  std::array<std::uint32_t, kFindingOutcomes> abnormal{},
      normal{};                              // findings by outcome; a pair counts once, as the reference's
  std::vector<lexicon::ConceptId> concepts;  // what either report asserts that is abnormal
  std::vector<lexicon::ConceptId> regions;   // parts of the body that either report speaks of
};
CaseOverview overview_of(findings::Reader& reader, std::string_view reference, std::string_view candidate);

}  // namespace fiducial::explain
