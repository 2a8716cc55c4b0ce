// How two statements stand to each other.
#include "compare/relate.h"

#include <gtest/gtest.h>

#include "grammar/reader.h"

namespace fiducial::findings {
namespace {

Finding one(std::string_view text) {
  Reader reader(Lexicon::embedded());
  Reading reading;
  reader.read(text, reading);
  EXPECT_FALSE(reading.findings.empty()) << text;
  return reading.findings.empty() ? Finding{} : reading.findings[0];
}

Relation between(std::string_view a, std::string_view b) {
  return relate(Lexicon::embedded(), one(a), one(b));
}

TEST(Relate, ParaphrasesAreEquivalent) {
  const std::pair<const char*, const char*> same[] = {
      {"Cardiomegaly.", "The heart is enlarged."},
      {"The heart size is normal.", "The heart is not enlarged."},
      {"Linear opacities in the left lung.", "The left lung shows strip-like shadows."},
      {"Gallstones.", "Calculi in the gallbladder."},
      {"Trachea is patent.", "No obstruction of the trachea."},
      {"The trachea is not patent.", "The trachea is occluded."},
  };
  for (const auto& [a, b] : same) {
    const Relation r = between(a, b);
    EXPECT_EQ(r.site, Likeness::equivalent) << a << " / " << b;
    EXPECT_EQ(r.concept_likeness, Likeness::equivalent) << a << " / " << b;
    EXPECT_FALSE(r.contradictory) << a << " / " << b;
  }
}

TEST(Relate, WiderAndNarrower) {
  EXPECT_EQ(between("Nodule in the left upper lobe.", "Left lung nodule.").site, Likeness::part_whole);
  EXPECT_EQ(between("Liver lesion.", "Liver nodule.").concept_likeness, Likeness::part_whole);
  EXPECT_EQ(between("The heart is unremarkable.", "The heart size is normal.").concept_likeness, Likeness::part_whole);
}

TEST(Relate, ContradictionsAreNeverCompatible) {
  const std::pair<const char*, const char*> clash[] = {
      {"Left pleural effusion.", "No left pleural effusion."},
      {"The heart is enlarged.", "The heart size is normal."},
      {"The trachea is patent.", "The trachea is occluded."},
      {"The ventricles are widened.", "The ventricles are narrowed."},
      {"Liver cyst.", "The liver is unremarkable."},
  };
  for (const auto& [a, b] : clash) {
    EXPECT_TRUE(between(a, b).contradictory) << a << " / " << b;
    EXPECT_FALSE(between(a, b).compatible()) << a << " / " << b;
    EXPECT_TRUE(between(b, a).contradictory) << b << " / " << a;
  }
}

TEST(Relate, OtherPlacesAndSidesAreApart) {
  EXPECT_FALSE(between("Left kidney cyst.", "Right kidney cyst.").compatible());
  EXPECT_FALSE(between("Liver cyst.", "Left kidney cyst.").compatible());
  EXPECT_FALSE(between("L3/4 disc protrusion.", "L4/5 disc protrusion.").compatible());
  EXPECT_FALSE(between("Patchy opacity in the left lung.", "Linear opacity in the left lung.").compatible());
}

TEST(Relate, Details) {
  EXPECT_EQ(between("Mild pulmonary edema.", "Severe pulmonary edema.").details, DetailLikeness::none);
  EXPECT_EQ(between("A few liver cysts.", "Multiple liver cysts.").details, DetailLikeness::equivalent);
  EXPECT_EQ(between("Liver nodule of 15 mm.", "Liver nodule of 1.5 cm.").details, DetailLikeness::equivalent);
  EXPECT_EQ(between("Small liver nodule of 15 mm.", "Small liver nodule of 30 mm.").details, DetailLikeness::partial);
}

TEST(Relate, IsSymmetric) {
  const char* texts[] = {"Left lung nodule.",           "Nodule in the left upper lobe.",
                         "No nodule in the left lung.", "Liver cyst.",
                         "The liver is normal.",        "Cardiomegaly.",
                         "Heart size is normal.",       "Patchy shadows in the left lung.",
                         "L4/5 disc protrusion."};
  for (const char* a : texts) {
    for (const char* b : texts) {
      const Relation x = between(a, b);
      const Relation y = between(b, a);
      EXPECT_EQ(x.site, y.site) << a << " / " << b;
      EXPECT_EQ(x.concept_likeness, y.concept_likeness) << a << " / " << b;
      EXPECT_EQ(x.contradictory, y.contradictory) << a << " / " << b;
      EXPECT_EQ(x.details, y.details) << a << " / " << b;
    }
  }
}

}  // namespace
}  // namespace fiducial::findings
