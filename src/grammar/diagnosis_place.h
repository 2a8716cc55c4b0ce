// A disease before a colon and what it is known by are in one place: "Pneumonia: consolidation in the left lower lobe",
// "Right plantar fasciitis: the fascia is thick".
#pragma once

#include <cstdint>
#include <span>

#include "grammar/finding.h"

namespace fiducial::findings {

// The findings of one sentence, of which those before `colon` are the disease.
void share_place_of_diagnosis(const Lexicon& lexicon, std::span<Finding> sentence, std::uint32_t colon);

}  // namespace fiducial::findings
