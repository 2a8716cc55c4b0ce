// What the words before a colon are to those behind it: a topic, or the thing that all of the rest is said of.
#pragma once

#include <span>

#include "grammar/clause.h"
#include "grammar/items.h"
#include "text/token.h"

namespace fiducial::findings {

enum class HeadingRole : std::uint8_t {
  topic,      // "Heart and mediastinum: …"
  label,      // "Nodule 1: right lobe, 12 mm": the nodule is what is spoken of
  listed,     // "Nodules: upper lobe 6 mm, lower lobe 4 mm": the thing, and each place where there is one
  announced,  // "Two nodules: a solid one … and a cystic nodule …": told again one by one
  described,  // "SDH: right, chronic, 14 mm", "Pleural effusion: none": the thing, and all that is said of it
  measured,   // "Two nodules: 5 mm in the right lung, 16 mm in the left", "BI-RADS 4: suspicious", "Length: 11 cm"
  said,       // "Bilateral hematomas: left 9 mm, right 5 mm": a sentence with a colon in it
  diagnosis,  // "Acute appendicitis: appendix 11 mm with stranding": a finding, and what it is known by
};

// The part of a sentence before its colon, or behind it.
struct HeadingPart {
  std::span<const text::Token> tokens;
  std::span<const Item> items;
};
// "New since 2022: a mass", "unchanged: a nodule": how what stands behind the colon has changed. How many words say so;
// 0: the heading says something else.
std::size_t words_of_change(const Lexicon& lexicon, std::span<const Item> heading);

HeadingRole role_of(const Lexicon& lexicon, const HeadingPart& heading, const HeadingPart& rest);

}  // namespace fiducial::findings
