// The public reader.
#include "fiducial/reader.h"

#include <gtest/gtest.h>

#include "fiducial/problem.h"

namespace fiducial {
namespace {

TEST(Reader, GivesFindingsInWords) {
  const std::string report = "A 9 mm nodule in the left upper lobe. No pleural effusion.";
  const Reading reading = read(report);
  ASSERT_FALSE(reading.findings.empty());
  const Finding& nodule = reading.findings.front();
  EXPECT_EQ(nodule.what, "nodule");
  EXPECT_EQ(nodule.side, "left");
  EXPECT_FALSE(nodule.absent);
  EXPECT_TRUE(nodule.abnormal);
  EXPECT_EQ(nodule.sizes_mm, std::vector<double>{9});
  EXPECT_EQ(report.substr(nodule.begin, nodule.end - nodule.begin), nodule.text);
  EXPECT_TRUE(reading.findings.back().absent);
  EXPECT_TRUE(reading.trace.empty());
  EXPECT_EQ(reading.json.find("\"clauses\""), std::string::npos);
}

TEST(Reader, TracesIfAsked) {
  const Reading reading = read("TECHNIQUE: CT. FINDINGS: A nodule in the liver.", {}, Trace::yes);
  EXPECT_NE(reading.trace.find("chunks"), std::string::npos);
  EXPECT_NE(reading.json.find("\"clauses\""), std::string::npos);
  ASSERT_FALSE(reading.left_out.empty());
  EXPECT_EQ(reading.left_out.front().reason, "technique");
}

TEST(Reader, Relates) {
  const Finding left = read("A nodule in the left lung.").findings.at(0);
  const Finding right = read("A nodule in the right lung.").findings.at(0);
  const Finding none = read("No nodule in the left lung.").findings.at(0);
  EXPECT_TRUE(relate(left, left).compatible);
  EXPECT_EQ(relate(left, left).site, Likeness::equivalent);
  EXPECT_EQ(relate(left, right).site, Likeness::apart);
  EXPECT_TRUE(relate(left, none).contradictory);
  EXPECT_TRUE(relate(none, left).contradictory);
  EXPECT_THROW(relate(left, Finding{}), Error);
  const Lexicon own = Lexicon::with_terms("own.txt", "[observation]\nzorbitis | | zorbitis\n");
  EXPECT_THROW(relate(left, read("A nodule in the left lung.", own).findings.at(0)), Error);
}

TEST(Reader, CountsCharacters) {
  EXPECT_EQ(characters("Größe", 0), 0U);
  EXPECT_EQ(characters("Größe", 2), 2U);
  EXPECT_EQ(characters("Größe", 4), 3U);
  EXPECT_EQ(characters("Größe", 7), 5U);
  EXPECT_EQ(characters("Größe", 100), 5U);
}

}  // namespace
}  // namespace fiducial
