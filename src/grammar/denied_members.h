// One of two is denied beside the other: "mediastinal, but not axillary, lymphadenopathy", "the tube, but not the
// drain, has been removed", "effusion but no consolidation on the right". Each is told as a clause of its own.
#pragma once

#include <span>
#include <vector>

#include "grammar/item_kinds.h"
#include "grammar/items.h"

namespace fiducial::findings {

// Before words that are shared are completed: "but not" joins the two as "and" does ("the upper but not lower lobes").
void join_denied_members(const lexicon::Lexicon& lexicon, std::span<const text::Token> tokens, const ItemKinds& said,
                         std::vector<Item>& items);
// Behind that: two clauses.
void tell_denied_members(const lexicon::Lexicon& lexicon, std::span<const text::Token> tokens,
                         std::vector<Item>& items);

}  // namespace fiducial::findings
