// Words that say of a device no more than that it was put in: "insertion of a chest tube", "the position of the tube".
#pragma once

#include <vector>

#include "grammar/item_kinds.h"

namespace fiducial::findings {

void tell_insertions(const lexicon::Lexicon& lexicon, const ItemKinds& said, std::vector<Item>& items);

}  // namespace fiducial::findings
