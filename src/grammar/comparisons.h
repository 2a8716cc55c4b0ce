// What is compared with another place, and not with what was before: "a right effusion, larger than on the left",
// "worse in the right lung than in the left", "less uptake than in the liver".
#pragma once

#include <vector>

#include "grammar/item_kinds.h"

namespace fiducial::findings {

// Leaves the items as they are if nothing is compared so.
void tell_comparisons(const lexicon::Lexicon& lexicon, const ItemKinds& said, std::vector<Item>& items);

// Where something new begins, and what is compared to ends.
bool ends_comparison(const Item& item);

}  // namespace fiducial::findings
