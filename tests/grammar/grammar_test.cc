// Kinds of grammar: what a place is of, which clause a word belongs to, what is only compared to.
#include <gtest/gtest.h>

#include "show.h"

namespace fiducial::findings {
namespace {

TEST(Grammar, PlacesBeneathOthers) {
  check({
      {"A lens-shaped collection beneath the left parietal bone.", {"+ left subdural / parietal bone: fluid"}},
      {"Free gas under the right hemidiaphragm.", {"+ right diaphragm / subdiaphragmatic: gas"}},
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
      {"The right kidney is small with cortical thinning.",
       {"+ right kidney: atrophy", "+ right kidney cortex: thinning"}},
      {"The posterior cruciate ligament of the left knee is buckled.", {"+ left pcl: angulation"}},
      {"A bulla in the third lumbar vertebra.", {"+ lumbar vertebra: cyst"}},
  });
}

TEST(Grammar, PlacesThatHeadsShare) {
  check({
      {"A cyst with a thick wall arises from the left kidney.",
       {"+ left kidney: cyst", "+ left kidney wall: thickening"}},
      {"An abscess with gas occupies the right iliac fossa.",
       {"+ right lower quadrant: abscess", "+ right lower quadrant: gas"}},
      {"Nodules of different sizes throughout the left lung.", {"+ left lung: nodule"}},
      {"A shadow of low signal in L3.", {"+ L3 spine: decreased_signal"}},
      {"Calcification is seen within the left renal mass.", {"+ left kidney: calcification", "+ left kidney: mass"}},
      {"A calcified, tortuous aortic arch.", {"+ aortic arch: calcification", "+ aortic arch: tortuosity"}},
  });
}

TEST(Grammar, SidesOfOneAndOfTheOther) {
  check({
      {"The left thyroid lobe has a nodule and displaces the trachea to the right.",
       {"+ left thyroid: nodule", "+ right trachea: displacement"}},
      {"The right lateral ventricle is compressed, and the midline shifts to the left.",
       {"+ right lateral ventricle: compression", "+ left midline structure: displacement"}},
      {"A left pneumothorax with about 30% lung compression.",
       {"+ left pleura: pneumothorax", "+ left lung: compression"}},
      {"The right 4th to 6th ribs are broken, among which the 5th rib is displaced.",
       {"+ right 4th rib: disruption", "+ right 5th rib: disruption", "+ right 6th rib: disruption",
        "+ right 5th rib: displacement"}},
      {"The spleen, kidneys and pancreas are normal.",
       {"= spleen: normal", "= left kidney: normal", "= right kidney: normal", "= pancreas: normal"}},
  });
}

TEST(Grammar, WhatComesLater) {
  check({
      {"The left kidney contains a cyst whose wall is calcified.",
       {"+ left kidney: cyst", "+ left kidney wall: calcification"}},
      {"A mass in the pancreas, ill-defined.", {"+ pancreas: mass"}},
      {"A mass measuring 2 cm in maximal diameter is present in the left kidney.", {"+ left kidney: mass"}},
      {"A dense shadow is seen in the spleen, and bile duct dilatation is noted.",
       {"+ spleen: opacity", "+ bile duct: dilatation"}},
      {"A fracture of the left temporal bone extending to the mastoid, and the sphenoid sinus is opacified.",
       {"+ left temporal bone: fracture", "+ left sphenoid sinus: increased_density"}},
  });
}

TEST(Grammar, HeadsAndNecksOfWhatIsSpokenOf) {
  check({
      {"The gallbladder is distended, with stones in the neck.",
       {"+ gallbladder: dilatation", "+ gallbladder neck: stone"}},
      {"Pancreas: A cyst in the head and a mass in the body.", {"+ pancreatic head: cyst", "+ pancreatic body: mass"}},
      {"Dilatation of the anterior and posterior horns of the left lateral ventricle.",
       {"+ left frontal horn: dilatation", "+ left occipital horn: dilatation"}},
      {"The area around the left kidney shows stranding.", {"+ left kidney surrounding region: stranding"}},
      {"The gastric fundus herniates through the esophageal hiatus.", {"+ gastric fundus / esophageal hiatus: hernia"}},
      {"The cervical lordosis is reversed.", {"+ cervical spine: reversed_curvature"}},
  });
}

TEST(Grammar, Headings) {
  check({
      {"L4-5: disc bulge with severe left foraminal stenosis.",
       {"+ L4/L5 intervertebral disc: disc_bulge", "+ left L4/L5 neural foramen: narrowing"}},
      {"Left knee: the joint space is narrowed.", {"+ left knee: narrowing"}},
      {"Right shoulder: there is a supraspinatus tear.", {"+ right supraspinatus: tendon_tear"}},
      {"Spleen and cysts: stable.\nNo calcification.", {"- spleen: calcification"}},
      {"L4-5: disc bulge. The spinal cord is normal.",
       {"+ L4/L5 intervertebral disc: disc_bulge", "= spinal cord: normal"}},
  });
}

TEST(Grammar, ListsBehindAnAdjective) {
  check({
      {"Normal liver, spleen, and pancreas.", {"= liver: normal", "= spleen: normal", "= pancreas: normal"}},
      {"Enlarged liver and spleen.", {"+ liver: enlargement", "+ spleen: enlargement"}},
      {"Normal liver, spleen enlarged.", {"= liver: normal", "+ spleen: enlargement"}},
      {"Left renal mass compressing the left ureter.", {"+ left kidney: mass", "+ left ureter: compression"}},
      {"Lymph nodes in the right axilla are enlarged.", {"+ right axillary lymph node: enlargement"}},
  });
}

TEST(Grammar, WhatIsAndIsNotDenied) {
  check({
      {"Hydronephrosis: none.", {"- left kidney: hydronephrosis", "- right kidney: hydronephrosis"}},
      {"Liver lesion: absent.", {"- liver: lesion"}},
      {"No abnormal enhancement focus is seen in the pons.", {"- pons: lesion"}},
      {"There is no disease, including cysts, in the liver.", {"- liver: abnormality", "- liver: cyst"}},
      {"More than three nodules in the liver.", {"+ liver: nodule"}},
      {"No enhancement, edema or hemorrhage in the pons.", {"- pons: edema", "- pons: hemorrhage"}},
      {"Except for a cyst in the left kidney, the kidneys are normal.",
       {"+ left kidney: cyst", "= left kidney: normal", "= right kidney: normal"}},
      {"The prostate is not large, with uniform density.", {"- prostate: enlargement", "= prostate: homogeneous"}},
      {"No stone is seen, with a cyst in the liver.", {"- liver: stone", "+ liver: cyst"}},
      {"The gallbladder is not absent.", {"- gallbladder: absence"}},
      {"Fatty liver; recommend follow-up.", {"+ liver: hepatic_steatosis"}},
  });
}

TEST(Grammar, MeasuresAndRanges) {
  EXPECT_EQ(read("Fractures of the left third through fifth ribs."),
            (Lines{"+ left 3rd rib: fracture", "+ left 4th rib: fracture", "+ left 5th rib: fracture"}));
  EXPECT_EQ(read("No stenosis at L1-2 through L3-4."),
            (Lines{"- L1/L2 intervertebral disc: narrowing", "- L2/L3 intervertebral disc: narrowing",
                   "- L3/L4 intervertebral disc: narrowing"}));
  EXPECT_EQ(read("The bile duct is 8 mm wide."), Lines{});
  EXPECT_EQ(read("Severe right and mild left foraminal stenosis."),
            (Lines{"+ right neural foramen: narrowing", "+ left neural foramen: narrowing"}));
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
