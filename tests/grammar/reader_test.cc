// What holds of the reader beyond single readings: measurements in every spelling, spans, any bytes, no findings where
// there are none.
#include "grammar/reader.h"

#include <gtest/gtest.h>

#include <string>

#include "grammar/trace.h"

namespace fiducial::findings {
namespace {

Reading reading_of(std::string_view text) {
  Reader reader(Lexicon::embedded());
  Reading reading;
  reader.read(text, reading);
  return reading;
}

TEST(Reader, LeavesOutWhatIsNoFinding) {
  for (const char* text : {"Recommend follow-up CT in three months.", "Technique: axial images were obtained.",
                           "Clinical history: cough.", "Findings were discussed with Dr. Smith by telephone."}) {
    EXPECT_TRUE(reading_of(text).findings.empty()) << text;
  }
}

TEST(Reader, MeasurementsInEverySpelling) {
  for (const char* text : {"A nodule of 1.5 x 1.2 cm in the liver.", "A liver nodule measuring 15*12mm.",
                           "A nodule in the liver, 15 × 12 mm."}) {
    const Reading reading = reading_of(text);
    ASSERT_EQ(reading.findings.size(), 1U) << text;
    ASSERT_EQ(reading.findings[0].size_count, 2) << text;
    EXPECT_FLOAT_EQ(reading.findings[0].sizes[0], 15) << text;
    EXPECT_FLOAT_EQ(reading.findings[0].sizes[1], 12) << text;
  }
}

TEST(Reader, QuantitiesHaveTheirUnit) {
  const Reading stenosis = reading_of("There is 70% stenosis of the left internal carotid artery.");
  ASSERT_EQ(stenosis.findings.size(), 1U);
  ASSERT_EQ(stenosis.findings[0].quantity_count, 1);
  EXPECT_EQ(stenosis.findings[0].quantities[0].unit, Unit::percent);
  EXPECT_FLOAT_EQ(stenosis.findings[0].quantities[0].value, 70);
}

TEST(Reader, SpansPointIntoTheText) {
  const std::string text = "The heart is normal.\nThere is a small nodule in the right upper lobe.";
  const Reading reading = reading_of(text);
  ASSERT_EQ(reading.findings.size(), 2U);
  const Span span = reading.findings[1].span;
  EXPECT_EQ(text.substr(span.begin, span.end - span.begin), "small nodule");
}

TEST(Reader, AnyBytesAreReadAndLongTextsInTime) {
  std::string bytes;
  for (int i = 0; i < 4096; ++i) bytes += static_cast<char>((i * 131 + i / 7) & 0xFF);
  reading_of(bytes);
  for (const char* piece : {"nodule, ", "no ", "left and right ", "(", "in the liver of the ", "with ", "3 x "}) {
    std::string text;
    while (text.size() < 100000) text += piece;
    reading_of(text);
  }
  SUCCEED();
}

// What a finding cannot hold is left out, and the trace says so.
TEST(Reader, WhatDoesNotFitIsSaid) {
  Reader reader(Lexicon::embedded());
  Reading reading;
  const auto trace_of = [&](const std::string& text) {
    std::string out;
    reader.read(text, reading, [&](const Clause& clause, std::span<const Finding> found) {
      out += trace(Lexicon::embedded(), text, clause, found);
    });
    return out;
  };
  EXPECT_EQ(trace_of("A nodule of 3 x 4 mm in the liver.").find("than a finding holds"), std::string::npos);
  const std::string numbers = trace_of("A nodule of 3 x 4 x 5 mm, 6 x 7 x 8 mm in the liver.");
  EXPECT_NE(numbers.find("left out  more measurements than a finding holds"), std::string::npos) << numbers;
  const std::string words =
      trace_of("A zorbital quenfid brastic melnor trilvic pardok snevit gluma fortrix wendal nodule in the liver.");
  EXPECT_NE(words.find("unknown words than a finding holds"), std::string::npos) << words;
}

TEST(Reader, AChainOfThingsThatComeWithOneAnotherIsReadInTime) {
  std::string same;
  while (same.size() < 1'000'000) same += "with a cyst ";
  EXPECT_EQ(reading_of(same).findings.size(), 1U) << "said often, it is one";
  std::string different;
  for (int size = 1; size <= 5000; ++size) different += "with a " + std::to_string(size) + " mm cyst ";
  EXPECT_GT(reading_of(different).findings.size(), 1000U);
}

}  // namespace
}  // namespace fiducial::findings
