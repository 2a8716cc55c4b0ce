// Numbers and sides that stand for a place or a grade named before: "the third ventricle is dilated, the fourth is
// not", "the left ventricle is normal, the right is dilated", "BI-RADS 5 right, 2 left".
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "grammar/items.h"

namespace fiducial::findings {

void name_like_before(const lexicon::Lexicon& lexicon, std::string_view text, std::span<const text::Token> tokens,
                      std::vector<Item>& items);

}  // namespace fiducial::findings
