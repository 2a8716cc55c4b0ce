// "The right kidney measures 108 mm in length and contains a cyst": the measure is the kidney's, and not the cyst's.
// The items are told anew, as two clauses: "the right kidney measures 108 mm in length; the right kidney contains a
// cyst".
#pragma once

#include <vector>

#include "grammar/items.h"

namespace fiducial::findings {

void tell_measured_places(std::vector<Item>& items);

// "Gallstones with a gallbladder wall thickness of 5 mm": the wall is 5 mm thick, and not the stones.
void tell_measured_beside(const lexicon::Lexicon& lexicon, std::vector<Item>& items);

}  // namespace fiducial::findings
