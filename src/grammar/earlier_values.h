// What it was before beside what it is now: "the 8 mm nodule now measures 12 mm", "has decreased from severe to
// moderate", "moderate previously, is now mild". What was then is told as such, or passed over.
#pragma once

#include <string_view>
#include <vector>

#include "grammar/item_kinds.h"
#include "grammar/items.h"

namespace fiducial::findings {

void tell_earlier_values(const lexicon::Lexicon& lexicon, std::string_view text, const ItemKinds& said,
                         std::vector<Item>& items);

}  // namespace fiducial::findings
