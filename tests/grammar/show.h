// A report's findings in one line each, for tests: "+ left lung: opacity [patchy]". The mark says what it is:
//   +  abnormal, asserted      -  abnormality denied      =  a normal value      !  a normal value denied
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "grammar/reader.h"

namespace fiducial::findings {

inline std::string show(const Lexicon& lexicon, const Finding& f) {
  const bool value = f.concept_id != kNone && lexicon[f.concept_id].has(lexicon::Concept::normal);
  std::string out = value ? (f.absent ? "! " : "= ") : (f.absent ? "- " : "+ ");
  out += describe(lexicon, f.site);
  out += ": ";
  out += f.concept_id == kNone ? "?" : std::string(lexicon.name(f.concept_id));
  if (value && f.attribute != kNone && f.attribute != lexicon[f.concept_id].about)
    out += " of " + std::string(lexicon.name(f.attribute));
  return out;
}

inline std::vector<std::string> read(std::string_view report) {
  Reader reader(Lexicon::embedded());
  Reading reading;
  reader.read(report, reading);
  std::vector<std::string> out;
  for (const Finding& f : reading.findings) out.push_back(show(reader.lexicon(), f));
  return out;
}

using Lines = std::vector<std::string>;

// A text and what must be read from it.
struct Case {
  const char* text;
  Lines findings;
};

inline void check(const std::vector<Case>& cases) {
  for (const Case& c : cases) EXPECT_EQ(read(c.text), c.findings) << c.text;
}

}  // namespace fiducial::findings
