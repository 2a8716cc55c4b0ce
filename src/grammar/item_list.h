// What items mean beside one another, once each was read by itself (items.cc): words that two of them share ("upper and
// lower lobes", "a large right and a small left effusion"), numbers that count ribs, times and distances that are no
// counts and no sizes.
#pragma once

#include "grammar/items.h"

namespace fiducial::findings {

void settle_items(const lexicon::Lexicon& lexicon, std::string_view text, std::span<const text::Token> tokens,
                  Asked asked, std::vector<Item>& items);

}  // namespace fiducial::findings
