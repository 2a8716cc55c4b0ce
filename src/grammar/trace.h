// The parse of a clause as text: what `fiducial findings --trace` prints, and what the tests' corpus holds.
//
//   clause   the words
//   items    what the lexicon knows of them
//   chunks   O observation, P place, A attribute, D details; the joint before each; what it is part of
//   links    from —kind→ to, the rule, its weight
//   scopes   rule over chunk, by the word that made it
//   findings what was read
//   left out words that are no finding, and why
#pragma once

#include <string>
#include <string_view>

#include "grammar/parse.h"

namespace fiducial::findings {

// One Finding on one line with every field that says something.
std::string show(const Lexicon& lexicon, const Finding& finding);
// `findings`: those that the clause gave, as read (before both sides and ranges of levels are told apart).
std::string trace(const Lexicon& lexicon, std::string_view report, const Clause& clause,
                  std::span<const Finding> findings);
// The words of the grammar and of the lexicon in an item: "right(side)", "stone→stone(observation)".
std::string show(const Lexicon& lexicon, std::string_view report, const Item& item);
// What a finding has more of than it can hold, in words: "details"; empty if it holds all.
std::string left_out_of(const Finding& finding);
// "O2 stone": a chunk by its kind, number and words.
std::string name_of(std::string_view report, const Clause& clause, std::int16_t chunk);
std::string_view name(LeftOut reason);
std::string_view name(LinkKind kind);

}  // namespace fiducial::findings
