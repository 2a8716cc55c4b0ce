// What the reader makes of sentences, by kind of language. Each case is one that a radiologist could correct.
#include <gtest/gtest.h>

#include "show.h"

namespace fiducial::findings {
namespace {

TEST(Reading, PlacesInEveryPosition) {
  check({
      {"Nodule in the liver.", {"+ liver: nodule"}},
      {"Liver nodule.", {"+ liver: nodule"}},
      {"Hepatic nodule.", {"+ liver: nodule"}},
      {"The liver shows a nodule.", {"+ liver: nodule"}},
      {"In the liver, a nodule is seen.", {"+ liver: nodule"}},
      {"A nodule is seen in the liver.", {"+ liver: nodule"}},
  });
}

TEST(Reading, Coordination) {
  check({
      {"Cysts are seen in the liver and left kidney.", {"+ liver: cyst", "+ left kidney: cyst"}},
      {"The liver, spleen and pancreas are normal.", {"= liver: normal", "= spleen: normal", "= pancreas: normal"}},
      {"The heart is normal in size and shape.", {"= heart: normal of size", "= heart: normal of shape"}},
      {"The size and shape of the heart are normal.", {"= heart: normal of size", "= heart: normal of shape"}},
      {"No nodule, mass or consolidation in the left lung.",
       {"- left lung: nodule", "- left lung: mass", "- left lung: consolidation"}},
  });
}

TEST(Reading, SharedWordsOfPlaces) {
  check({
      {"Nodules in the upper and lower lobes of the left lung.",
       {"+ left upper lobe: nodule", "+ left lower lobe: nodule"}},
      {"Nodules in the right middle and lower lobes.", {"+ middle lobe: nodule", "+ right lower lobe: nodule"}},
  });
}

TEST(Reading, BothSidesAndUnsidedPairs) {
  check({
      {"Both kidneys are normal.", {"= left kidney: normal", "= right kidney: normal"}},
      {"Kidneys are normal.", {"= left kidney: normal", "= right kidney: normal"}},
      {"No pleural effusion on either side.", {"- left pleura: fluid", "- right pleura: fluid"}},
      {"The left kidney shows a cyst.", {"+ left kidney: cyst"}},
  });
}

TEST(Reading, DenialAndItsLimits) {
  check({
      {"No nodule is seen in the liver.", {"- liver: nodule"}},
      {"A nodule is not seen in the liver.", {"- liver: nodule"}},
      {"The liver does not demonstrate a nodule.", {"- liver: nodule"}},
      {"Liver nodule is absent.", {"- liver: nodule"}},
      {"The heart is not enlarged.", {"- heart: enlargement"}},
      {"The trachea is not patent.", {"! trachea: patent"}},
      {"The trachea is patent.", {"= trachea: patent"}},
      {"The gallbladder is absent.", {"+ gallbladder: absence"}},
      {"The pancreatic duct is nondilated.", {"= pancreatic duct: nondilated"}},
      {"No cyst in the liver, but a stone is seen in the gallbladder.", {"- liver: cyst", "+ gallbladder: stone"}},
  });
}

TEST(Reading, NormalAndAbnormalInOneSentence) {
  check({
      {"The liver is normal, and the spleen is enlarged.", {"= liver: normal", "+ spleen: enlargement"}},
      {"The gallbladder is not enlarged, with stones inside.", {"- gallbladder: enlargement", "+ gallbladder: stone"}},
  });
}

TEST(Reading, LevelsAndRanges) {
  check({
      {"L4/5 disc protrusion.", {"+ L4/L5 intervertebral disc: disc_protrusion"}},
      {"L3-S1 disc protrusion.",
       {"+ L3/L4 intervertebral disc: disc_protrusion", "+ L4/L5 intervertebral disc: disc_protrusion",
        "+ L5/S1 intervertebral disc: disc_protrusion"}},
  });
}

TEST(Reading, WordsThatSayPlaceAndFinding) {
  check({
      {"Cardiomegaly.", {"+ heart: enlargement"}},
      {"Splenomegaly.", {"+ spleen: enlargement"}},
      {"Cholelithiasis.", {"+ gallbladder: stone"}},
      {"The cardiac silhouette is mildly enlarged.", {"+ heart: enlargement"}},
  });
}

TEST(Reading, ShapesThatAreOfTwoThings) {
  const Lines lines = read("Striated and patchy shadows in the left lung.");
  EXPECT_EQ(lines.size(), 2U);
}

TEST(Reading, LeavesOutWhatIsNoFinding) {
  for (const char* text : {"Recommend follow-up CT in three months.", "Technique: axial images were obtained.",
                           "Clinical history: cough.", "Findings were discussed with Dr. Smith by telephone."}) {
    EXPECT_TRUE(read(text).empty()) << text;
  }
  EXPECT_EQ(read("Findings: Liver cyst.\nImpression: Splenomegaly."), (Lines{"+ liver: cyst"}));
}

TEST(Reading, UsesHeadingsForPlaces) {
  EXPECT_EQ(read("Liver: No mass."), (Lines{"- liver: mass"}));
  EXPECT_EQ(read("Gallbladder:\n- Multiple stones."), (Lines{"+ gallbladder: stone"}));
}

TEST(Reading, KeepsWhatItDoesNotKnow) {
  EXPECT_EQ(read("The liver shows a glorbix."), (Lines{"+ liver: ?"}));
  EXPECT_EQ(read("No glorbix in the liver."), (Lines{"- liver: ?"}));
}

TEST(Reading, DetailsAndMeasurements) {
  Reader reader(Lexicon::embedded());
  Reading reading;
  for (const char* text : {"A nodule of 1.5 x 1.2 cm in the liver.", "A liver nodule measuring 15*12mm.",
                           "A nodule in the liver, 15 × 12 mm."}) {
    reader.read(text, reading);
    ASSERT_EQ(reading.findings.size(), 1U) << text;
    ASSERT_EQ(reading.findings[0].size_count, 2) << text;
    EXPECT_FLOAT_EQ(reading.findings[0].sizes[0], 15) << text;
    EXPECT_FLOAT_EQ(reading.findings[0].sizes[1], 12) << text;
  }
}

TEST(Reading, SpansPointIntoTheText) {
  const std::string text = "The heart is normal.\nThere is a small nodule in the right upper lobe.";
  Reader reader(Lexicon::embedded());
  Reading reading;
  reader.read(text, reading);
  ASSERT_EQ(reading.findings.size(), 2U);
  const Span span = reading.findings[1].span;
  EXPECT_EQ(text.substr(span.begin, span.end - span.begin), "small nodule");
}

TEST(Reading, AnyBytesAreReadAndLongTextsInTime) {
  Reader reader(Lexicon::embedded());
  Reading reading;
  std::string bytes;
  for (int i = 0; i < 4096; ++i) bytes += static_cast<char>((i * 131 + i / 7) & 0xFF);
  reader.read(bytes, reading);
  std::string commas;
  for (int i = 0; i < 20000; ++i) commas += "nodule, ";
  reader.read(commas, reading);
  SUCCEED();
}

}  // namespace
}  // namespace fiducial::findings
