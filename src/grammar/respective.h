// "The right and left kidneys measure 10 and 11 cm, respectively": two lists of which the first of the one goes with
// the first of the other. The items are told anew, as two clauses: "the right kidney measures 10 cm; the left kidney
// measures 11 cm".
#pragma once

#include <vector>

#include "grammar/items.h"

namespace fiducial::findings {

// Leaves the items as they are, but for the word itself, if there are not just two lists of two.
void tell_respectively(const lexicon::Lexicon& lexicon, std::string_view text, std::vector<Item>& items);

}  // namespace fiducial::findings
