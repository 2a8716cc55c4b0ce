// Measurements that are not lengths: 40 percent, 35 HU, 120 ml, grade 3.
#pragma once

#include <array>
#include <cstdint>
#include <string>
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
  gram,
  index,    // a number by itself, of an attribute that is told so: a resistive index of 0.8
  distance  // millimetres from a landmark: 5 cm from the nipple
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

// A number as people write it: "2.5", "12".
std::string number_text(double value);

// Grades of every kind are numbers, so that they can be compared: a number is a hundredth above itself, so that grade 0
// is a grade and 101 is not A; a letter counts from A.
constexpr int kGradeA = 101;
float grade_of_number(double number);
float grade_of_letter(char letter);
std::string text_of_grade(float grade);

// "40 %", "20 to 30 HU", "Sanders 3", "Weber B".
std::string describe(const lexicon::Lexicon& lexicon, const Quantity& quantity);

}  // namespace fiducial::findings
