// When both sides are meant: "on the right and, to a lesser extent, on the left", "either ureter"; and when "both" are
// two things, and not two sides: "two nodules, both in the upper lobe".
#pragma once

#include <vector>

#include "grammar/item_kinds.h"
#include "grammar/items.h"

namespace fiducial::findings {

void settle_both_sides(const lexicon::Lexicon& lexicon, const ItemKinds& said, std::vector<Item>& items);

}  // namespace fiducial::findings
