// A concept of the lexicon in words: what `lexicon lookup` prints and what the page's Look up shows.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lexicon/lexicon.h"

namespace fiducial::explain {

std::string_view kind_of(lexicon::Section section);  // "place", "observation"
std::string_view side_in_words(lexicon::Side side);

// "abnormal", "one on each side", "rank 2 of its scale".
std::vector<std::string> properties_of(const lexicon::Lexicon& lexicon, lexicon::ConceptId id);
// {"usually at", lung}: those that it has.
std::vector<std::pair<std::string_view, lexicon::ConceptId>> relations_of(const lexicon::Lexicon& lexicon,
                                                                          lexicon::ConceptId id);
// What it directly is, or is directly a part of.
std::span<const lexicon::ConceptId> parents_of(const lexicon::Lexicon& lexicon, lexicon::ConceptId id);
// "urgent, significant if postoperative", of the concept or of the nearest more general one that has a weight; empty
// where nothing is weighed.
std::string weight_of(const lexicon::Lexicon& lexicon, lexicon::ConceptId id);

}  // namespace fiducial::explain
