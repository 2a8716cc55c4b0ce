// Where the clause that begins at `first` ends: at a semicolon, or at a comma or "and" behind its verb when the next
// stretch is a clause of its own.
#pragma once

#include <cstddef>
#include <span>

#include "grammar/items.h"
#include "grammar/rules.h"

namespace fiducial::findings {

std::size_t clause_end(const Setting& setting, std::span<const Item> items, std::size_t first);

// "Right kidney 11 cm, left kidney 7 cm", "several stones, wall 2 mm": a place and its own measure. Behind a finding
// only a piece that every organ has: "a cyst, segment 4 12 mm" is one thing.
bool measures_next_place(const lexicon::Lexicon& lexicon, std::span<const Item> items, std::size_t first,
                         std::size_t i);

}  // namespace fiducial::findings
