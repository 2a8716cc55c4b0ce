// "The lens is subluxed", "the gallbladder looks porcelain": what an adjective says before its noun ("a subluxed lens")
// it says behind it too. The predicate takes the meaning that the lexicon has for the two together.
#pragma once

#include <span>
#include <vector>

#include "grammar/items.h"

namespace fiducial::findings {

void name_predicates(const lexicon::Lexicon& lexicon, std::span<const text::Token> tokens, std::vector<Item>& items);

}  // namespace fiducial::findings
