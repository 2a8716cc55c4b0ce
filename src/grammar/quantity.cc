#include "grammar/quantity.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace fiducial::findings {

std::string number_text(double value) {
  std::array<char, 32> text{};
  const int length = std::snprintf(text.data(), text.size(), "%g", value);
  return {text.data(), length > 0 ? static_cast<std::size_t>(length) : 0U};
}

std::string_view name(Unit unit) {
  constexpr std::string_view kNames[] = {"",      "%",    "HU",      "ml", "degrees", "grade",  "SUV",
                                         "weeks", "cm/s", "centile", "g",  "",        "mm away"};
  return kNames[static_cast<std::size_t>(unit)];
}

float grade_of_number(double number) {
  return static_cast<float>(number + 0.01);
}

float grade_of_letter(char letter) {
  return static_cast<float>((letter | 0x20) - 'a' + kGradeA);
}

std::string text_of_grade(float grade) {
  const long hundredths = std::lround(grade * 100);
  if (hundredths % 100 == 0 && grade >= kGradeA && grade < kGradeA + 26)
    return {static_cast<char>('A' + static_cast<int>(grade) - kGradeA)};
  return number_text(std::floor(static_cast<double>(hundredths) / 10) / 10);
}

std::string describe(const lexicon::Lexicon& lexicon, const Quantity& q) {
  if (q.unit == Unit::grade)
    return (q.of == lexicon::kNone ? "grade" : std::string(lexicon.label(q.of))) + " " + text_of_grade(q.value) +
           (q.to != q.value ? " to " + text_of_grade(q.to) : "");
  std::string out = number_text(q.value);
  if (q.to != q.value) out += " to " + number_text(q.to);
  return q.unit == Unit::index ? out : out + " " + std::string(name(q.unit));
}

}  // namespace fiducial::findings
