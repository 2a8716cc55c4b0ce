// "The right kidney shows a stone, the left none", "the left foramen is severely narrowed, the right mildly": a verb
// and what is said are left out the second time. The items are told anew, as two clauses: "the right kidney shows a
// stone; the left kidney shows no stone". "The right effusion has increased and the left has decreased": likewise.
#pragma once

#include <vector>

#include "grammar/item_kinds.h"
#include "grammar/items.h"

namespace fiducial::findings {

// Leaves the items as they are if no stretch lacks its verb.
void fill_gaps(const lexicon::Lexicon& lexicon, const ItemKinds& said, std::vector<Item>& items);

}  // namespace fiducial::findings
