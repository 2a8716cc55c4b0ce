// Kinds of grammar: what a place is of, which clause a word belongs to, what is only compared to.
#include <gtest/gtest.h>

#include "show.h"

namespace fiducial::findings {
namespace {

TEST(Grammar, PlacesBeneathOthers) {
  check({
      {"A lens-shaped collection beneath the left parietal bone.", {"+ left subdural of the parietal bone: fluid"}},
      {"Free gas under the right hemidiaphragm.", {"+ right diaphragm of the subdiaphragmatic: gas"}},
      {"Cysts deep to the articular surface of the left hip.",
       {"+ left subchondral bone of the articular surface of the hip joint: cyst"}},
  });
}

TEST(Grammar, AWordThatOnlyCompares) {
  check({
      {"A kidney-shaped nodule in the left breast.", {"+ left breast: nodule"}},
      {"Tooth-like calcification in the right ovary.", {"+ right ovary: calcification"}},
      {"The density of the liver is less than the kidney.", {"+ liver: decreased_density"}},
      {"The right lung is smaller than the left lung.", {"+ right lung: atrophy"}},
      {"Stones smaller than 4 mm in the left kidney.", {"+ left kidney: stone"}},
  });
}

TEST(Grammar, AUsualPlaceYieldsToTheOneThatIsSaid) {
  check({
      {"The right kidney is small with cortical thinning.", {"+ right kidney: atrophy", "+ right renal cortex: thinning"}},
      {"The posterior cruciate ligament of the left knee is buckled.", {"+ left pcl: angulation"}},
      {"A bulla in the third lumbar vertebra.", {"+ vertebra: cyst"}},
  });
}

TEST(Grammar, PlacesThatHeadsShare) {
  check({
      {"A cyst with a thick wall arises from the left kidney.", {"+ left kidney: cyst", "+ left kidney wall: thickening"}},
      {"An abscess with gas occupies the right iliac fossa.", {"+ right lower quadrant: abscess", "+ right lower quadrant: gas"}},
      {"Nodules of different sizes throughout the left lung.", {"+ left lung: nodule"}},
      {"A shadow of low signal in L3.", {"+ L3 spine: decreased_signal"}},
      {"Calcification is seen within the left renal mass.", {"+ left kidney: calcification"}},
      {"A calcified, tortuous aortic arch.", {"+ aortic arch: calcification", "+ aortic arch: tortuosity"}},
  });
}

TEST(Grammar, SidesOfOneAndOfTheOther) {
  check({
      {"The left thyroid lobe has a nodule and displaces the trachea to the right.",
       {"+ left thyroid: nodule", "+ right trachea: displacement"}},
      {"The right lateral ventricle is compressed, and the midline shifts to the left.",
       {"+ right lateral ventricle: compression", "+ left midline structure: displacement"}},
      {"A left pneumothorax with about 30% lung compression.", {"+ left pleura: pneumothorax", "+ left lung: compression"}},
      {"The right 4th to 6th ribs are broken, among them the 5th rib with displacement.",
       {"+ right 4th rib: disruption", "+ right 5th rib: disruption", "+ right 6th rib: disruption",
        "+ right 5th rib: displacement"}},
  });
}

TEST(Grammar, WhatComesLater) {
  check({
      {"The left kidney contains a cyst whose wall is calcified.", {"+ left kidney: cyst", "+ left kidney wall: calcification"}},
      {"A mass in the pancreas, ill-defined.", {"+ pancreas: mass"}},
      {"A mass measuring 2 cm in maximal diameter is present in the left kidney.", {"+ left kidney: mass"}},
      {"A dense shadow is seen in the spleen, and bile duct dilatation is noted.",
       {"+ spleen: opacity", "+ bile duct: dilatation"}},
      {"A fracture of the left temporal bone extending to the mastoid, and the sphenoid sinus is opacified.",
       {"+ left temporal bone: fracture", "+ left sphenoid sinus: opacity", "+ right sphenoid sinus: opacity"}},
  });
}

TEST(Grammar, HeadsAndNecksOfWhatIsSpokenOf) {
  check({
      {"The gallbladder is distended, with stones in the neck.", {"+ gallbladder: dilatation", "+ gallbladder neck: stone"}},
      {"Pancreas: A cyst in the head and a mass in the body.", {"+ pancreatic head: cyst", "+ pancreatic body: mass"}},
      {"The area around the left kidney shows stranding.", {"+ left kidney surrounding region: stranding"}},
      {"The stomach herniates through the esophageal hiatus.", {"+ esophageal hiatus: hernia"}},
      {"The cervical lordosis is reversed.", {"+ cervical spine: reversed_curvature"}},
  });
}

TEST(Grammar, ThatADeviceIsThere) {
  check({
      {"A drainage tube is retained in the mediastinum.", {"+ mediastinum: device"}},
      {"Bone cement of low signal is seen in L2.", {"+ L2 spine: bone_cement", "+ L2 spine: decreased_signal"}},
  });
}

TEST(Grammar, APreambleEndsWithItsParagraph) {
  EXPECT_EQ(read("Comparison: two weeks ago.\n\n1. A cyst in the liver."), (Lines{"+ liver: cyst"}));
  EXPECT_EQ(read("Clinical context: lung cancer.\nFindings: A cyst in the liver."), (Lines{"+ liver: cyst"}));
}

}  // namespace
}  // namespace fiducial::findings
