// What stands behind a colon as a list of places, each perhaps with its size: "Foci of uptake: T6, L2 and the left
// femur", "Two lesions are seen: 14 mm in the frontal lobe and 5 mm in the cerebellum".
#pragma once

#include "grammar/items.h"

namespace fiducial::findings {

// Says the thing before the colon again with each size and its place, or ties the places to it.
void tell_behind_colon(const lexicon::Lexicon& lexicon, std::vector<Item>& items);
// Is all of it places, and two of them or more?
bool lists_only_places(std::span<const Item> items);
// Do sizes, each with its place, begin these words, two of them or more?
bool lists_sizes_in_places(std::span<const Item> items);
// "Right frontal 12 mm and left parietal (9 mm)"
bool lists_places_with_sizes(std::span<const Item> items);

}  // namespace fiducial::findings
