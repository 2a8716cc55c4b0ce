// A list without verbs that goes on with another organ: "spleen 14 cm, small amount of ascites".
#pragma once

#include <span>

#include "grammar/items.h"

namespace fiducial::findings {

// Does what stands behind item i have a place of its own, which is not that of the organ before it?
bool tells_of_other_organ(const lexicon::Lexicon& lexicon, std::span<const Item> items, std::size_t i);

}  // namespace fiducial::findings
