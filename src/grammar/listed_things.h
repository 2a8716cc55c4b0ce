// What a list of things shares: that each is possible ("DDx: pneumonia, edema"), or the side behind the last of them
// ("no pneumothorax or effusion on the left").
#pragma once

#include <vector>

#include "grammar/item_kinds.h"
#include "grammar/items.h"

namespace fiducial::findings {

void tell_listed_things(const lexicon::Lexicon& lexicon, const ItemKinds& said, std::vector<Item>& items);

}  // namespace fiducial::findings
