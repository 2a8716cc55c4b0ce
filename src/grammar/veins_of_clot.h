// "Acute DVT of the left popliteal": the popliteal vein, by what the clot is always in.
#pragma once

#include <span>
#include <vector>

#include "grammar/items.h"

namespace fiducial::findings {

void name_veins_of_clot(const lexicon::Lexicon& lexicon, std::span<const text::Token> tokens, std::vector<Item>& items);

}  // namespace fiducial::findings
