// What is said of one and not of the other, told anew as clauses of their own, so that each keeps its place and is
// asserted or denied by itself: "is not in the airway but in the esophagus", "the left effusion has resolved but the
// right has not", "the right ovary is seen, the left is not", "the left lung is clear, unlike the right, which is
// consolidated".
#pragma once

#include <vector>

#include "grammar/item_kinds.h"
#include "grammar/items.h"

namespace fiducial::findings {

// Leaves the items as they are if nothing is contrasted so.
void tell_contrasts(const lexicon::Lexicon& lexicon, const ItemKinds& said, std::vector<Item>& items);

}  // namespace fiducial::findings
