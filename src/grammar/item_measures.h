// What measurements mean beside other items: a share of something ("lost 40% of its height"), what was measured before
// ("12 mm, where it was 34 mm"), how far and not how large ("5 cm from the nipple"), the size of the largest.
#pragma once

#include "grammar/items.h"

namespace fiducial::findings {

// Shares of an attribute, and predicates with a measure for each of two places.
void settle_shares(const lexicon::Lexicon& lexicon, std::string_view text, std::span<const text::Token> tokens,
                   std::vector<Item>& items);
// Sizes of now and then, distances, amounts.
void settle_sizes(const lexicon::Lexicon& lexicon, std::string_view text, std::span<const text::Token> tokens,
                  std::vector<Item>& items);

}  // namespace fiducial::findings
