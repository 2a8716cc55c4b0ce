// Where a tube or line is now: "has migrated from the cava into the right atrium", "repositioning of the line, now in
// the cava", "a tracheostomy has replaced the tube"; and what is said of a piece of it ("the side hole in the
// esophagus", "its hub not seen") says nothing of its tip.
#pragma once

#include <string_view>
#include <vector>

#include "grammar/item_kinds.h"

namespace fiducial::findings {

void tell_moved_devices(const lexicon::Lexicon& lexicon, const ItemKinds& said, std::string_view text,
                        std::vector<Item>& items);

}  // namespace fiducial::findings
