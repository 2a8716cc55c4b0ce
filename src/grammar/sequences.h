// How the image was made, in words that also say how something looks: "enhanced cranial MRI", "high T1 and T2 signal".
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "grammar/item_kinds.h"

namespace fiducial::findings {

void tell_sequences(const lexicon::Lexicon& lexicon, std::string_view text, std::span<const text::Token> tokens,
                    const ItemKinds& said, std::vector<Item>& items);

}  // namespace fiducial::findings
