// Numbers that count nothing: times and dates ("eight months ago", "from 12 January"), numbers of images ("series 4,
// image 55"), and lengths that are not those of the thing itself ("with a 5 mm solid component", "12 mm instead of
// 25").
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "grammar/item_kinds.h"
#include "grammar/items.h"

namespace fiducial::findings {

void drop_counts_of_nothing(const lexicon::Lexicon& lexicon, std::string_view text, std::span<const text::Token> tokens,
                            const ItemKinds& said, std::vector<Item>& items);

}  // namespace fiducial::findings
