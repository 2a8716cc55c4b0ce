// What a denial, or the word that something has gone, is said of where that does not stand before it: what something
// does
// ("a cyst that displaces no vessel", "displaced but not encased"), what it has ("none of the nodules contains …"), how
// something known has changed ("no increase in the effusion": it is as it was), what is left of it ("most of the
// effusion has resolved") and where it was ("removed from the collection").
#pragma once

#include <vector>

#include "grammar/items.h"

namespace fiducial::findings {

void settle_denied_deeds(const lexicon::Lexicon& lexicon, std::vector<Item>& items);

}  // namespace fiducial::findings
