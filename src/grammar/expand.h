// Findings as read to Findings as compared: one a side, one a level, later mentions joined to the first, none twice.
#pragma once

#include <vector>

#include "grammar/finding.h"

namespace fiducial::findings {

void expand(const Lexicon& lexicon, const std::vector<Finding>& read, std::vector<Finding>& out);

}  // namespace fiducial::findings
