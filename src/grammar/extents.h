// How far something reaches that has its place already: "a tear of the supraspinatus involving the infraspinatus" is in
// both, "a fracture with involvement of the joint" is one that involves it.
#pragma once

#include <string_view>
#include <vector>

#include "grammar/items.h"

namespace fiducial::findings {

void settle_extents(const lexicon::Lexicon& lexicon, std::string_view text, std::vector<Item>& items);

// "Edema surrounds the mass", "stranding about the kidney": it is around that.
void tell_what_surrounds(const Lexicon& lexicon, std::vector<Item>& items);

}  // namespace fiducial::findings
