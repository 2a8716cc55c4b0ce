// Findings and impression as texts of their own.
#include "grammar/sections.h"

#include <gtest/gtest.h>

namespace fiducial::findings {
namespace {

struct Texts {
  std::string findings, impression;
  bool headed;
};

// Blanks at the ends and runs of blanks are not of interest here.
std::string folded(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ' && c != '\n') {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

Texts texts_of(const std::string& report) {
  Reader reader(Lexicon::embedded());
  const SectionSpans spans = sections_of(reader, report);
  const std::string findings = only(report, spans.findings);
  EXPECT_EQ(findings.size(), report.size());
  return {folded(findings), folded(only(report, spans.impression)), spans.headed};
}

TEST(Sections, FindingsAndImpression) {
  const Texts t = texts_of(
      "HISTORY: Cough.\nTECHNIQUE: Two views.\nFINDINGS: The heart is enlarged. No effusion.\n\nIMPRESSION: "
      "Cardiomegaly. No edema.\nRECOMMENDATION: Echocardiography.");
  EXPECT_EQ(t.findings, "The heart is enlarged. No effusion.");
  EXPECT_EQ(t.impression, "Cardiomegaly. No edema.");
  EXPECT_TRUE(t.headed);
}

TEST(Sections, AHeadingOnALineOfItsOwn) {
  const Texts t = texts_of("FINDINGS:\nThe liver contains a cyst.\nIMPRESSION:\n1. Liver cyst.\n2. No ascites.");
  EXPECT_EQ(t.findings, "The liver contains a cyst.");
  EXPECT_NE(t.impression.find("Liver cyst."), std::string::npos) << t.impression;
  EXPECT_NE(t.impression.find("No ascites."), std::string::npos) << t.impression;
  EXPECT_EQ(t.impression.find("IMPRESSION"), std::string::npos);
}

TEST(Sections, TextBeforeAnImpressionIsFindings) {
  const Texts t = texts_of("A nodule in the left lung. Impression: Nodule.");
  EXPECT_EQ(t.findings, "A nodule in the left lung.");
  EXPECT_EQ(t.impression, "Nodule.");
}

TEST(Sections, PlacesAsHeadingsStay) {
  const Texts t = texts_of("FINDINGS:\nLiver: A cyst.\nSpleen: Normal.\nIMPRESSION: Liver cyst.");
  EXPECT_EQ(t.findings, "Liver: A cyst. Spleen: Normal.");
}

TEST(Sections, WithoutHeadingsAllIsFindings) {
  const Texts t = texts_of("The heart is enlarged. No effusion.");
  EXPECT_EQ(t.findings, "The heart is enlarged. No effusion.");
  EXPECT_EQ(t.impression, "");
  EXPECT_FALSE(t.headed);
  EXPECT_FALSE(texts_of("").headed);
}

TEST(Sections, SpansAreBytesOfTheReport) {
  const std::string report = "FINDINGS: A 3 µm cyst.\nIMPRESSION: Cyst.";
  Reader reader(Lexicon::embedded());
  const SectionSpans spans = sections_of(reader, report);
  ASSERT_EQ(spans.findings.size(), 1U);
  EXPECT_EQ(report.substr(spans.findings[0].begin, spans.findings[0].end - spans.findings[0].begin), "A 3 µm cyst.");
  const std::string blanked = only(report, spans.impression);
  EXPECT_EQ(blanked.find("Cyst."), report.find("Cyst."));
  EXPECT_EQ(blanked.find('\n'), report.find('\n'));
}

}  // namespace
}  // namespace fiducial::findings
