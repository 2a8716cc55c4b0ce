// More kinds of language: places that words compose, denials that reach far, and what is no finding at all.
#include <gtest/gtest.h>

#include "show.h"

namespace fiducial::findings {
namespace {

TEST(Language, PlacesThatTwoWordsMake) {
  check({
      {"Subcutaneous hematoma is present in the right frontal region.", {"+ right frontal scalp: hemorrhage"}},
      {"Compression of the adjacent lung.", {"+ left lung: compression", "+ right lung: compression"}},
      {"Patchy opacities adjacent to the spine in the left upper lobe.", {"+ left upper lobe: opacity"}},
      {"Mild dilatation of intrahepatic and extrahepatic bile ducts.",
       {"+ intrahepatic bile duct: dilatation", "+ extrahepatic bile duct: dilatation"}},
      {"The liver has multiple cysts, and a nodule is seen in S5.", {"+ liver: cyst", "+ segment 5: nodule"}},
      {"L4/5 protrusion.", {"+ L4/L5 intervertebral disc: disc_protrusion"}},
      {"The joint space of the left knee is decreased.", {"+ left knee: narrowing"}},
  });
}

TEST(Language, WhereASubjectIs) {
  check({
      {"Lymph nodes are visible in the mediastinum and left hilum, several of which are enlarged.",
       {"+ mediastinal lymph node: enlargement", "+ left hilar lymph node: enlargement"}},
      {"Foci are seen in the right frontal lobe and are found in the left parietal lobe.",
       {"+ right frontal lobe: lesion", "+ left parietal lobe: lesion"}},
      {"Hyperintense on T2WI and hypointense on T1WI in the left thalamus.",
       {"+ left thalamus: increased_signal", "+ left thalamus: decreased_signal"}},
      {"Left rib fractures, mildly displaced.", {"+ left rib: fracture", "+ left rib: displacement"}},
      {"The heart is normal. No effusion or consolidation.",
       {"= heart: normal", "- left pleura: fluid", "- right pleura: fluid", "- left lung: consolidation",
        "- right lung: consolidation"}},
  });
}

TEST(Language, RibsByNumber) {
  check({
      {"Fractures of the right 4th, 5th and 7th ribs.",
       {"+ right 4th rib: fracture", "+ right 5th rib: fracture", "+ right 7th rib: fracture"}},
      {"Right eighth rib fracture.", {"+ right 8th rib: fracture"}},
  });
}

TEST(Language, HowFarADenialReaches) {
  check({
      {"The liver does not show nodules with calcification.", {"- liver: nodule", "- liver: calcification"}},
      {"The spleen is not enlarged, with a cyst in it.", {"- spleen: enlargement", "+ spleen: cyst"}},
      {"The left frontal lobe demonstrates no foci and is of normal signal.",
       {"- left frontal lobe: lesion", "= left frontal lobe: normal of signal"}},
      {"The left lung does not show diffusely seen opacities.", {"- left lung: opacity"}},
      {"The left hilum has no increased density.", {"- left hilum: increased_density"}},
      {"There is no liver cyst, pancreatic mass, or pneumothorax seen.",
       {"- liver: cyst", "- pancreas: mass", "- left pleura: pneumothorax", "- right pleura: pneumothorax"}},
      {"A nodule in the left lower lobe that is not calcified.", {"+ left lower lobe: nodule"}},
      {"An opacity in the left lower lobe, not visualized on the prior study.", {"+ left lower lobe: opacity"}},
      {"Occult blood was negative.", {"- abdomen: gi_bleed"}},
      {"No new nodule in the liver.", {"- liver: nodule"}},
  });
}

TEST(Language, ADetailThatIsAllThatIsSaidOfAPlace) {
  check({
      {"The spleen shows uniform attenuation.", {"= spleen: homogeneous"}},
      {"The bladder wall demonstrates avid enhancement.", {"+ bladder wall: enhancing"}},
      {"No abnormal enhancement of the pancreas.", {"- pancreas: enhancing"}},
      {"Soft tissue attenuation in the left frontal sinus.", {"+ left frontal sinus: opacity"}},
      {"The margins of the pancreatic tail are ill-defined.", {"+ pancreatic tail margin: blurring"}},
      {"Blurred margins are not seen in the left lung.", {"- left lung: blurring"}},
      {"The density of the left humeral head is uneven.", {"+ left humeral head: heterogeneity"}},
      {"The left kidney is irregular in shape.", {"+ left kidney: irregularity"}},
      {"Densities are seen in the left psoas.", {"+ left psoas: opacity"}},
  });
}

TEST(Language, PlacesWithinAClause) {
  check({
      {"A nodule in the right thalamus, showing low signal on T1 and high signal on T2.",
       {"+ right thalamus: nodule", "+ right thalamus: increased_signal"}},
      {"There is pericardial and left pleural effusion.", {"+ pericardium: fluid", "+ left pleura: fluid"}},
      {"A small amount of pericardial and left pleural effusion.", {"+ pericardium: fluid", "+ left pleura: fluid"}},
      {"Widened sulci and cisterns.", {"+ sulcus: dilatation", "+ cistern: dilatation"}},
      {"At L3/4, the disc shows a protrusion.", {"+ L3/L4 intervertebral disc: disc_protrusion"}},
      {"At the thoracic inlet, the left thyroid shows a cyst.", {"+ left thyroid: cyst"}},
      {"Nodules are seen in the liver, spleen, and are present in the pancreas.",
       {"+ liver: nodule", "+ spleen: nodule", "+ pancreas: nodule"}},
      {"Cysts are seen in the liver and left kidney (image 12, 15).", {"+ liver: cyst", "+ left kidney: cyst"}},
      {"A cyst is also seen in the left kidney.", {"+ left kidney: cyst"}},
      {"The aorta is compressed and displaced.", {"+ aorta: compression", "+ aorta: displacement"}},
      {"Fluid in the abdominal and pelvic cavities.", {"+ abdomen: fluid", "+ pelvis: fluid"}},
      {"Calcification along the margin of the right renal cyst.",
       {"+ right kidney margin: calcification", "+ right kidney margin: cyst"}},
      {"Heart size and pulmonary vascularity are normal.",
       {"= heart: normal of size", "= left marking: normal", "= right marking: normal"}},
  });
}

TEST(Language, WhatIsMissing) {
  check({
      {"Absence of the urinary bladder is noted.", {"+ bladder: absence"}},
      {"No gallbladder is seen.", {"+ gallbladder: absence"}},
      {"No acute osseous findings at all.", {"- skeleton: abnormality"}},
      {"No lymph nodes are visible in the left axilla.", {"- left axillary lymph node: lymph_node_present"}},
      {"Mediastinal lymph nodes are not visualized.", {"- mediastinal lymph node: lymph_node_present"}},
      {"Steel plate in the left tibia, with no loosening of the steel plate.",
       {"+ left tibia: plate_screw", "- left tibia: hardware_loosening"}},
  });
}

TEST(Language, WhatIsNotDenied) {
  check({
      {"No abnormality of the spleen, and mild calcification is noted in the aorta.",
       {"- spleen: abnormality", "+ aorta: calcification"}},
      {"Cysts are seen in the liver, spleen, and left kidney, but no stones are seen in the gallbladder.",
       {"+ liver: cyst", "+ spleen: cyst", "+ left kidney: cyst", "- gallbladder: stone"}},
      {"The lungs are clear, with a few patchy shadows in the left lung.",
       {"= left lung: clear", "= right lung: clear", "+ left lung: lesion"}},
      {"Shadows are seen in the left lung and are more numerous than before.", {"+ left lung: lesion"}},
      {"Thoracic kyphosis is preserved.", {"= thoracic spine: curvature_normal"}},
  });
}

TEST(Language, RuledOutAndToBeRuledOut) {
  const Lines asserted{"+ left lung: pneumonia", "+ right lung: pneumonia"};
  const Lines denied{"- left lung: pneumonia", "- right lung: pneumonia"};
  EXPECT_EQ(read("Rule out pneumonia."), asserted);
  EXPECT_EQ(read("Pneumonia was ruled out."), denied);
  EXPECT_EQ(read("Not consistent with pneumonia."), denied);
}

TEST(Language, WhatIsNoFinding) {
  check({
      {"It is impossible to assess for effusion or pneumothorax.", {}},
      {"Endotracheal tube in place. The tip of the endotracheal tube is at T4.", {"+ trachea: endotracheal_tube"}},
      {"Two nodules in the left kidney, increased since the prior study.", {"+ left kidney: nodule"}},
      {"Small nodules with well-circumscribed margins in the liver.", {"+ liver: nodule"}},
  });
}

TEST(Language, WhatIsSaidOfBothSidesAtOnce) {
  EXPECT_EQ(read("Both sides of the chest are symmetrical."), (Lines{"= thorax: symmetric"}));
}

}  // namespace
}  // namespace fiducial::findings
