// "A shift of 6 mm to the right", "leftward deviation": a direction, which is the side of nothing else.
#pragma once

#include <string_view>
#include <vector>

#include "grammar/items.h"

namespace fiducial::findings {

// Marks the sides that say where something is displaced to.
void tell_directions(const lexicon::Lexicon& lexicon, std::string_view text, std::vector<Item>& items);

}  // namespace fiducial::findings
