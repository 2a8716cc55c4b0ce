// Kinds of statements about everyday reports that are easily turned the wrong way round: what is measured, not seen,
// removed, resolved, counted, limited, or said of the rest.
#include <gtest/gtest.h>

#include "fiducial/radfact.h"

namespace fiducial::radfact {
namespace {

constexpr auto kFollows = Status::entailment;
constexpr auto kOpen = Status::neutral;
constexpr auto kExcluded = Status::contradiction;

struct KindCase {
  std::string hypothesis;
  Status status;
};

void check_kinds(const std::vector<std::string>& report, const std::vector<KindCase>& cases) {
  Verifier radfact;
  for (const KindCase& c : cases) {
    const std::vector<std::string> hypothesis = {c.hypothesis};
    const Verdict verdict = radfact.verify(hypothesis, report, true).candidate[0];
    EXPECT_EQ(label(verdict.status), label(c.status)) << report[0] << " / " << c.hypothesis << ": " << verdict.reason;
  }
}

TEST(VerifyKinds, WhatIsMerelyMeasuredIsNotNormal) {
  const std::vector<std::string> report = {"The spleen measures 15.2 cm.", "The liver is unremarkable."};
  Verifier radfact;
  const std::vector<std::string> hypothesis = {"Splenomegaly."};
  EXPECT_NE(radfact.verify(hypothesis, report, false).candidate[0].status, kExcluded);
}

TEST(VerifyKinds, WhatIsNotSeenIsNotKnown) {
  check_kinds({"The left ovary is not visualized.", "The uterus is normal."}, {{"The left ovary is normal.", kOpen}});
}

TEST(VerifyKinds, WhatWasRemovedIsNotNormal) {
  check_kinds({"The patient is status post cholecystectomy."},
              {{"The gallbladder has been removed.", kFollows}, {"The gallbladder is normal.", kExcluded}});
}

TEST(VerifyKinds, WhatHasResolvedIsNotThere) {
  check_kinds({"The previously seen small bowel obstruction has resolved."},
              {{"There is no longer a small bowel obstruction.", kFollows},
               {"There is a small bowel obstruction.", kExcluded}});
  check_kinds({"The left pleural effusion has decreased and is now small."},
              {{"The left pleural effusion has resolved.", kExcluded}});
}

TEST(VerifyKinds, WhatIsDeniedByItsNameIsNotWhatIsThereInWiderTerms) {
  check_kinds(
      {"Sigmoid diverticulosis without diverticulitis."},
      {{"Acute diverticulitis of the sigmoid colon.", kExcluded}, {"Diverticula of the sigmoid colon.", kFollows}});
  check_kinds({"No femoral hernia."}, {{"Right inguinal hernia.", kOpen}});
}

TEST(VerifyKinds, ANameIsNotADiagnosis) {
  check_kinds({"There is a 4 mm solid nodule in the right upper lobe."}, {{"The nodule is a granuloma.", kOpen}});
  check_kinds({"Fracture of the dens."}, {{"Odontoid fracture.", kFollows}});
}

TEST(VerifyKinds, Numbers) {
  check_kinds({"Two enhancing lesions in the liver."}, {{"Multiple liver lesions.", kFollows}});
  check_kinds({"Multiple lesions in the liver."}, {{"A solitary liver lesion.", kExcluded}});
}

TEST(VerifyKinds, Grades) {
  check_kinds({"Weber B fracture of the distal fibula."}, {{"Weber B fibular fracture.", kFollows}});
  Verifier radfact;
  const std::vector<std::string> report = {"Weber B fracture of the distal fibula."};
  const std::vector<std::string> hypothesis = {"Weber C fibular fracture."};
  EXPECT_NE(radfact.verify(hypothesis, report, false).candidate[0].status, kFollows);
}

TEST(VerifyKinds, Limits) {
  check_kinds({"Mediastinal lymph nodes measure less than 9 mm."},
              {{"Mediastinal lymph nodes measure more than 20 mm.", kExcluded}});
}

TEST(VerifyKinds, TheRestIsNotWhatWasNamed) {
  check_kinds({"Fracture of the fifth metatarsal.", "The remaining metatarsals are intact."},
              {{"Fracture of the first metatarsal.", kExcluded}, {"Fifth metatarsal fracture.", kFollows}});
}

TEST(VerifyKinds, NotGrownIsStable) {
  check_kinds({"Right renal mass, unchanged since the prior study."},
              {{"The right renal mass has not grown.", kFollows}});
}

TEST(VerifyKinds, WhenItWasDoneNoImageShows) {
  check_kinds({"Left hip prosthesis in place."}, {{"The left hip prosthesis was placed ten years ago.", kOpen}});
}

TEST(VerifyKinds, OnlyThereIsNowhereElse) {
  check_kinds({"Cysts in the liver and in the left kidney."},
              {{"Cysts only in the liver.", kExcluded}, {"Cysts in the liver.", kFollows}});
}

TEST(VerifyKinds, WhichIsTheLarger) {
  const std::vector<std::string> masses = {"Adnexal masses, 8.2 cm on the right and 6.5 cm on the left."};
  check_kinds(masses, {{"The larger adnexal mass is on the right.", kFollows},
                       {"The larger adnexal mass is on the left.", kExcluded},
                       {"The left adnexal mass is smaller than the right.", kFollows}});
  check_kinds({"Both ovaries are enlarged, right 14 cm, left 12 cm."},
              {{"The right ovary is larger than the left.", kFollows},
               {"The left ovary is larger than the right.", kExcluded}});
}

TEST(VerifyKinds, WhatWasRemovedHasNoSize) {
  check_kinds({"The uterus is surgically absent."}, {{"The uterus is enlarged.", kExcluded}});
}

TEST(VerifyKinds, NewIsNotChronic) {
  check_kinds({"Small chronic infarct in the left cerebellum."}, {{"The left cerebellar infarct is new.", kExcluded}});
}

TEST(VerifyKinds, NormalButForWhatTheSentenceNames) {
  check_kinds({"The spleen is normal, with a 1 cm cyst at its hilum."}, {{"Splenic cyst.", kFollows}});
}

TEST(VerifyKinds, OneSideWellSaysNothingOfTheOther) {
  check_kinds({"Normal flow is seen in the right ovary."}, {{"Normal flow in the left ovary.", kOpen}});
}

TEST(VerifyKinds, NormalLimitsOfMeasures) {
  check_kinds({"The spleen measures 15 cm.", "The common bile duct measures 11 mm.", "The appendix measures 5 mm."},
              {{"Splenomegaly.", kFollows},
               {"The common bile duct is dilated.", kFollows},
               {"The common bile duct is of normal caliber.", kExcluded},
               {"The appendix is dilated.", kExcluded}});
  check_kinds({"The ascending aorta measures 4.6 cm."}, {{"The ascending aorta is aneurysmal.", kFollows},
                                                         {"The ascending aorta is of normal caliber.", kExcluded}});
  check_kinds({"Left ventricular ejection fraction 62 %."}, {{"The ejection fraction is reduced.", kExcluded}});
}

TEST(VerifyKinds, ANormalValueRulesOutItsOpposite) {
  check_kinds({"Fracture of the clavicle.", "AC joint alignment is preserved."},
              {{"No acromioclavicular dislocation.", kFollows}});
  check_kinds({"Thrombus in the right femoral vein.", "The right common femoral vein is patent."},
              {{"Thrombus extends into the right common femoral vein.", kExcluded}});
  check_kinds({"The common femoral vein compresses fully."}, {{"The common femoral vein is patent.", kFollows}});
}

TEST(VerifyKinds, WhatWasRemovedHasNothingInIt) {
  check_kinds({"The uterus is surgically absent."}, {{"The uterus contains fibroids.", kExcluded}});
}

TEST(VerifyKinds, ALevelLiesInARegion) {
  check_kinds({"Compression fracture of T12."}, {{"Thoracic vertebral fracture.", kFollows}});
  check_kinds({"Spondylosis at C5-6."}, {{"Degenerative change in the cervical spine.", kFollows}});
}

TEST(VerifyKinds, SeveralHereAndThere) {
  check_kinds({"Acute fractures of the left 7th, 8th and 9th ribs."}, {{"Three left-sided rib fractures.", kFollows}});
}

TEST(VerifyKinds, OnlyTheOneSide) {
  check_kinds({"Bilateral hilar enlargement."}, {{"Only the left hilum is enlarged.", kExcluded}});
}

TEST(VerifyKinds, LargerByWordsOfDegree) {
  check_kinds({"Large left and small right pleural effusions."},
              {{"The right effusion is the larger one.", kExcluded}});
}

TEST(VerifyKinds, FormerSizes) {
  check_kinds({"Mediastinal mass now 5.2 cm (was 10.8 cm)."}, {{"The mediastinal mass has grown.", kExcluded}});
}

TEST(VerifyKinds, AdviceFollowsFromAdvice) {
  check_kinds({"Recommend CT with contrast."}, {{"CT is advised.", kFollows}, {"MRI is advised.", kOpen}});
}

TEST(VerifyKinds, AChangeThatNobodySpeaksOf) {
  check_kinds({"Small right pleural effusion."}, {{"The right effusion is smaller than before.", kOpen}});
}

TEST(VerifyKinds, CalciumInAnArteryIsAtherosclerosis) {
  check_kinds({"Moderate coronary artery calcification."}, {{"Atherosclerosis of the coronary arteries.", kFollows}});
}

TEST(VerifyKinds, TheSizeOfAWholeIsNotThatOfAPart) {
  check_kinds({"The pancreas is atrophic.", "The pancreatic duct measures 7 mm."},
              {{"The pancreatic duct is dilated.", kFollows}});
}

TEST(VerifyKinds, OfTheSideThatWasExamined) {
  check_kinds({"MRI of the right hip.", "The labrum is intact.", "Gluteal tendons intact."},
              {{"No labral tear.", kFollows}});
}

TEST(VerifyKinds, WhatIsSaidOfThePlaceItselfDecides) {
  check_kinds({"The popliteal vein is thrombosed.", "The femoral vein is patent."},
              {{"Thrombus in the femoral vein.", kExcluded}});
  check_kinds({"Fluid beside the stomach.", "No collection."}, {{"There is a collection.", kExcluded}});
}

TEST(VerifyKinds, NarrowedAndNotOccluded) {
  check_kinds({"60% stenosis of the left subclavian artery."},
              {{"The left subclavian artery is occluded.", kExcluded}});
  check_kinds({"Nonocclusive thrombus in the superior mesenteric vein."},
              {{"The superior mesenteric vein is occluded.", kExcluded}});
}

TEST(VerifyKinds, AroundAnOrganThatIsNormal) {
  check_kinds({"The left testis is normal.", "Small left hydrocele."}, {{"Fluid around the left testis.", kFollows}});
}

TEST(VerifyKinds, OnBothSidesAndOneIsWell) {
  check_kinds({"Cataract of the right eye.", "The left eye is normal."}, {{"Bilateral cataracts.", kExcluded}});
}

TEST(VerifyKinds, SeveralMeasuresInOneSentence) {
  check_kinds({"Right kidney 10.5 cm, left kidney 7 cm."},
              {{"The left kidney is small.", kFollows}, {"The right kidney is small.", kExcluded}});
  check_kinds({"CBD 5 mm."}, {{"The bile duct is not dilated.", kFollows}});
}

TEST(VerifyKinds, WhatIsAbsentIsDenied) {
  check_kinds({"Honeycombing in both lower lobes."}, {{"Honeycombing is absent.", kExcluded}});
  check_kinds({"No consolidation."}, {{"Consolidation is absent.", kFollows}});
}

TEST(VerifyKinds, ThingsThatHaveOneKindOfPlace) {
  check_kinds({"Large joint effusion."}, {{"The knee contains no excess fluid.", kExcluded}});
  check_kinds({"Small hydrocele on the right."}, {{"There is no fluid around the right testis.", kExcluded}});
}

TEST(VerifyKinds, NoSecondOne) {
  check_kinds({"6 mm aneurysm of the right MCA.", "No second aneurysm."},
              {{"There are multiple aneurysms.", kExcluded}, {"There is an aneurysm of the right MCA.", kFollows}});
}

TEST(VerifyKinds, OneAndSeveral) {
  check_kinds(
      {"A nodule in the left lobe of the thyroid and another in the right lobe."},
      {{"There is a solitary thyroid nodule.", kExcluded}, {"Nodules in both lobes of the thyroid.", kFollows}});
  check_kinds({"A 9 mm lesion in segment 5 of the liver."}, {{"There are multiple liver lesions.", kOpen}});
  check_kinds({"Two lesions in the liver."}, {{"There is a single liver lesion.", kExcluded}});
}

TEST(VerifyKinds, WhatIsReducedOfAFunctionIsNoChange) {
  check_kinds({"LVEF 28%."}, {{"Left ventricular systolic function is reduced.", kFollows}});
}

TEST(VerifyKinds, PerfusionAndAir) {
  check_kinds({"Both kidneys enhance normally."}, {{"The left kidney is not perfused.", kExcluded}});
  check_kinds({"No pneumomediastinum."}, {{"The mediastinum contains air.", kExcluded}});
  check_kinds({"The pleural space on the left contains air."}, {{"There is a left pneumothorax.", kFollows}});
}

TEST(VerifyKinds, TubesInAnotherTract) {
  check_kinds({"The nasogastric tube ends in the stomach."},
              {{"The nasogastric tube is in the right main bronchus.", kExcluded},
               {"The nasogastric tube is below the diaphragm.", kFollows}});
  check_kinds({"Cholecystectomy clips."}, {{"The gallbladder is distended.", kExcluded}});
}

TEST(VerifyKinds, OppositeShapes) {
  check_kinds({"The left pleural effusion is free-flowing."}, {{"The left effusion is loculated.", kExcluded}});
}

TEST(VerifyKinds, TheNeighborsOfWhatIsInjured) {
  check_kinds({"Fracture of T12.", "T11 and L1 are normal."}, {{"The neighboring vertebrae are intact.", kFollows}});
}

TEST(VerifyKinds, WhatIsToBeDoneByItsKind) {
  check_kinds({"Suggest repeat film in 6 weeks."}, {{"A follow-up radiograph is advised.", kFollows}});
  check_kinds({"Fine needle aspiration is recommended."}, {{"Tissue sampling is advised.", kFollows}});
}

}  // namespace
}  // namespace fiducial::radfact
