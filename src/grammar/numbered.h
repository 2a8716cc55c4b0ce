// Bones and joints that are told by their numbers: "the 2nd to 4th metatarsals", "MCP joints 2 and 3", "rib fractures,
// 4th to 7th". Every number becomes a place of its own; numbers of ribs are put before their noun. Counted
// vertebrae ("the fifth thoracic vertebra") become levels, and numbers of images ("IM56") are passed over.
#pragma once

#include "grammar/item_kinds.h"
#include "grammar/items.h"

namespace fiducial::findings {

void spell_out_numbers(const lexicon::Lexicon& lexicon, std::string_view text, std::span<const text::Token> tokens,
                       const ItemKinds& said, std::vector<Item>& items);
// "The left 8th, 9th and 10th ribs", "ribs 5 and 6": which numbers are those of ribs.
void number_ribs(const lexicon::Lexicon& lexicon, std::vector<Item>& items);

}  // namespace fiducial::findings
