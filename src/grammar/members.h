// Several of one kind, told by their places: "two cysts, one in the liver and the other in the spleen".
#pragma once

#include <span>
#include <vector>

#include "grammar/items.h"

namespace fiducial::findings {

// Every member gets the name of what was counted, beside the count: "two cysts, a cyst in the liver and a cyst in the
// spleen".
void name_members(const lexicon::Lexicon& lexicon, std::vector<Item>& items);

// Does the list begin with such a member? "…: one in the right upper lobe, two in the left lower lobe"
bool begins_with_member(const lexicon::Lexicon& lexicon, std::span<const Item> items);

}  // namespace fiducial::findings
