// Findings as read to Findings as compared: one a side, one a level, later mentions joined to the first, none twice.
#pragma once

#include <vector>

#include "grammar/finding.h"

namespace fiducial::findings {

// `exam`: what was examined, if on one side.
void expand(const Lexicon& lexicon, const std::vector<Finding>& read, const Site& exam, std::vector<Finding>& out);

}  // namespace fiducial::findings
