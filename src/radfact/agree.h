// What two Findings, each of its statement, must have in common to be of one thing: how much, how large, how many,
// where.
#pragma once

#include "compare/relate.h"
#include "grammar/amount.h"
#include "radfact/statement.h"

namespace fiducial::radfact {

// "Minimal" and "mild", "tiny" and "small" are one; "mild" and "moderate" are not.
bool same_degree(int a, int b);
float largest(const Finding& f);
// Two sizes of one thing; they may be limits.
bool sizes_agree(const Statement& premise, const Finding& p, const Statement& hypothesis, const Finding& h);
// Each quantity of the hypothesis is one of those that the premise has of its kind, if it has any.
bool quantities_agree(const Statement& premise, const Finding& p, const Statement& hypothesis, const Finding& h);

// How many there are said to be.
using findings::Amount;
inline constexpr Amount kUnsaid{0, 0};
inline constexpr Amount kSome{2, 6};  // "abscesses"
Amount number(const Lexicon& lexicon, const Claim& claim);
// The claim, of however many.
Claim without_number(const Lexicon& lexicon, Claim claim);
// "Multiple" follows from any number above one; "two" from two alone.
bool number_follows(Amount wanted, Amount found);

bool share(const std::vector<WordHash>& a, const std::vector<WordHash>& b);
bool at_least_as_wide(findings::Likeness likeness, findings::Direction direction, findings::Direction wider);
// A place of several organs is where they meet ("bony" and "thorax"): all of them must include something of the other.
bool meet_includes(const Lexicon& lexicon, const findings::Site& wide, const findings::Site& narrow);

}  // namespace fiducial::radfact
