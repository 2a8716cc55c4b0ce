// Values of rows as text.
#pragma once

#include <string>
#include <string_view>

#include "fiducial/lunguage.h"

namespace fiducial::lunguage {

// In lower case (ASCII letters; others stay).
std::string folded(std::string_view text);

// "loc: right lung, det: base" → "right lung, base"
std::string without_prefixes(const std::string& value);

// As files have it: the category, "positive", "tentative", a text. Links have none of their own.
std::string value_of(const Row& row, Relation relation);

}  // namespace fiducial::lunguage
