// What a denial denies that does not stand before it: what something does ("a cyst that displaces no vessel", "touches
// nothing": it does not displace one), and how something known has changed ("no increase in the effusion": it is as
// it was).
#pragma once

#include <vector>

#include "grammar/items.h"

namespace fiducial::findings {

void settle_denied_deeds(const lexicon::Lexicon& lexicon, std::vector<Item>& items);

}  // namespace fiducial::findings
