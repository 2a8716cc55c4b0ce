// A Finding as one readable English sentence: RadSEM's atomic finding sentence.
#pragma once

#include <string>
#include <string_view>

#include "findings/finding.h"

namespace fiducial::findings {

// "Left upper lobe shows multiple small nodules (3 x 4 mm).", "Heart size is normal.", "Trachea is patent.",
// "Right pleural cavity shows no effusion." Findings that differ give sentences that differ. `report` is the text that
// the finding was read from: it has the words that the lexicon does not know.
std::string sentence(const Lexicon& lexicon, const Finding& finding, std::string_view report);

}  // namespace fiducial::findings
