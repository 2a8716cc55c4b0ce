// What two words mean together before a noun, they mean in another order too: "a subluxed lens" and "the lens is
// subluxed", "elbow replacement" and "replacement of the left elbow". The word that says what is seen takes the meaning
// that the lexicon has for the two together; the other still says where.
#pragma once

#include <span>
#include <vector>

#include "grammar/item_kinds.h"

namespace fiducial::findings {

// "An acute on chronic left subdural, 12 mm": the word for a space stands for what is in it where it is a noun; else
// ("subdural fluid") it is the place.
void settle_spaces(std::vector<Item>& items);

// "Axillae free": as "the axillae are free".
void tell_bare_predicates(const lexicon::Lexicon& lexicon, std::span<const text::Token> tokens,
                          std::vector<Item>& items);
// "A lipoma of the back": the body's, where nothing is named that it is the back of.
void tell_the_back(const lexicon::Lexicon& lexicon, std::span<const text::Token> tokens, std::vector<Item>& items);

void name_compounds(const lexicon::Lexicon& lexicon, std::span<const text::Token> tokens, const ItemKinds& said,
                    std::vector<Item>& items);

}  // namespace fiducial::findings
