// Measurements that are not lengths: 40 percent, 35 HU, 120 ml, grade 3.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "lexicon/lexicon.h"

namespace fiducial::findings {

enum class Unit : std::uint8_t {
  none,
  percent,
  hounsfield,
  milliliter,
  degree,
  grade,
  uptake,
  week,
  velocity,
  centile,
  gram
};
std::string_view name(Unit unit);

struct Quantity {
  Unit unit = Unit::none;
  float value = 0;
  float to = 0;                            // of a range: its end; else the same
  lexicon::ConceptId of = lexicon::kNone;  // the scale of a grade
  friend bool operator==(const Quantity& a, const Quantity& b) = default;
};
using Quantities = std::array<Quantity, 3>;

}  // namespace fiducial::findings
