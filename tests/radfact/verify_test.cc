// Verification as a table that a radiologist could correct: premises, a hypothesis, and what follows.
#include <gtest/gtest.h>

#include "fiducial/radfact.h"

namespace fiducial::radfact {
namespace {

struct VerifyCase {
  std::vector<std::string> premises;
  std::string hypothesis;
  Status status;
  std::vector<std::uint32_t> evidence;
};

constexpr auto kEntailed = Status::entailment;
constexpr auto kNeutral = Status::neutral;
constexpr auto kContradicted = Status::contradiction;

void check(const std::vector<VerifyCase>& cases) {
  Verifier radfact;
  for (const VerifyCase& c : cases) {
    const std::vector<std::string> hypothesis = {c.hypothesis};
    const Verdict verdict = radfact.verify(hypothesis, c.premises, true).candidate[0];
    EXPECT_EQ(label(verdict.status), label(c.status))
        << c.premises[0] << " / " << c.hypothesis << ": " << verdict.reason;
    EXPECT_EQ(verdict.evidence, c.evidence) << c.premises[0] << " / " << c.hypothesis << ": " << verdict.reason;
  }
}

TEST(Verify, TheParticularEntailsTheGeneral) {
  check({{{"Dense consolidation in the left lower lobe."}, "Consolidation in the left lung.", kEntailed, {0}},
         {{"Consolidation in the left lung."}, "Consolidation in the left lower lobe.", kNeutral, {}},
         {{"There is a right upper lobe nodule."}, "There is a pulmonary nodule.", kEntailed, {0}},
         {{"There is a pulmonary nodule."}, "There is a right upper lobe nodule.", kNeutral, {}},
         {{"Moderate left pleural effusion."}, "Left pleural effusion.", kEntailed, {0}},
         {{"Left pleural effusion."}, "Moderate left pleural effusion.", kNeutral, {}}});
}

TEST(Verify, DenyingTheGeneralDeniesTheParticular) {
  check({{{"The lungs are clear."}, "No consolidation in the left lower lobe.", kEntailed, {0}},
         {{"No consolidation in the left lower lobe."}, "The lungs are clear.", kNeutral, {}},
         {{"No pleural effusion."}, "No left pleural effusion.", kEntailed, {0}},
         {{"No left pleural effusion."}, "No pleural effusion.", kNeutral, {}},
         {{"No large pleural effusion."}, "No pleural effusion.", kNeutral, {}},
         {{"The cardiomediastinal silhouette is normal."}, "The heart is not enlarged.", kEntailed, {0}},
         {{"The heart is normal."}, "Heart size is normal.", kEntailed, {0}},
         {{"Heart size is normal."}, "The heart is normal.", kEntailed, {0}}});
}

TEST(Verify, AVesselThatDoesNotEnhanceIsNotPatent) {
  check({{{"The portal vein does not enhance."}, "The portal vein is patent.", kContradicted, {0}},
         {{"No fracture of the distal radius."}, "The distal radius shows no fracture line.", kEntailed, {0}}});
}

TEST(Verify, SeveralPremisesTogether) {
  check({{{"The left lung is clear.", "The heart is normal.", "The right lung is clear."},
          "Both lungs are clear.",
          kEntailed,
          {0, 2}},
         {{"The left lung is clear."}, "Both lungs are clear.", kNeutral, {}},
         {{"Left pleural effusion.", "Right pleural effusion."}, "Bilateral pleural effusions.", kEntailed, {0, 1}},
         {{"The left lung is clear.", "The right lung is clear."}, "No infiltrate.", kEntailed, {0, 1}},
         {{"Heart size is normal.", "The mediastinum is normal."},
          "The cardiomediastinal silhouette is normal.",
          kEntailed,
          {0, 1}},
         {{"The mediastinum is normal."}, "The cardiomediastinal silhouette is normal.", kNeutral, {}}});
}

TEST(Verify, ClearLungsSayNothingOfTheRest) {
  check({{{"The lungs are clear."}, "The heart is enlarged.", kNeutral, {}},
         {{"The lungs are clear."}, "Heart size is normal.", kNeutral, {}},
         {{"The lungs are clear."}, "No pleural effusion.", kNeutral, {}},
         {{"The lungs are clear."}, "Pacemaker in place.", kNeutral, {}},
         {{"The lungs are clear."}, "The lungs are hyperinflated.", kNeutral, {}},
         {{"The lungs are clear."}, "A 5 mm nodule in the right upper lobe.", kContradicted, {0}},
         {{"The lungs are clear."}, "There is a pulmonary nodule.", kContradicted, {0}},
         {{"The left lung is clear."}, "There is a pulmonary nodule.", kNeutral, {}},
         {{"The left lung is clear."}, "There is a nodule in the right lung.", kNeutral, {}},
         {{"The lungs are well expanded and clear."}, "Left lower lobe consolidation.", kContradicted, {0}}});
}

TEST(Verify, Contradictions) {
  check({{{"No pneumothorax.", "No effusion."}, "Small right pneumothorax.", kContradicted, {0}},
         {{"Small right pneumothorax."}, "No pneumothorax.", kContradicted, {0}},
         {{"Heart size is normal."}, "The heart is enlarged.", kContradicted, {0}},
         {{"The left lung is clear."}, "Nodules in both lungs.", kContradicted, {0}},
         {{"Left lower lobe infiltrate.", "Right upper lobe infiltrate."},
          "No infiltrate is seen.",
          kContradicted,
          {0, 1}},
         {{"The bony thorax is intact."}, "There is a fracture of the left sixth rib.", kContradicted, {0}},
         {{"No displaced rib fracture."}, "Healed fracture of the left sixth rib.", kNeutral, {}},
         {{"The heart is normal."}, "There is a cardiac pacemaker.", kNeutral, {}}});
}

TEST(Verify, DegreeSizeAndChangeMatter) {
  check({{{"Small left pleural effusion."}, "Large left pleural effusion.", kContradicted, {0}},
         {{"Minimal left pleural effusion."}, "Small left pleural effusion.", kEntailed, {0}},
         {{"Left pleural effusion."}, "Stable left pleural effusion.", kNeutral, {}},
         {{"Stable left pleural effusion."}, "Left pleural effusion.", kEntailed, {0}},
         {{"The left pleural effusion has worsened."}, "The left pleural effusion has improved.", kContradicted, {0}},
         {{"A new nodule in the right upper lobe."}, "A nodule in the right upper lobe.", kEntailed, {0}},
         {{"12 mm nodule in the right upper lobe."}, "A 12 mm nodule in the right upper lobe.", kEntailed, {0}},
         {{"The heart remains normal in size."}, "The heart is normal in size.", kEntailed, {0}},
         {{"The heart is normal in size."}, "The heart remains normal in size.", kEntailed, {0}},
         {{"The lungs are clear."}, "No new infiltrate.", kEntailed, {0}},
         {{"No new infiltrate."}, "No infiltrate.", kNeutral, {}},
         {{"No new infiltrate."}, "No new infiltrate is seen.", kEntailed, {0}}});
}

TEST(Verify, TheWordsOfPlainFilms) {
  check(
      {{{"Patchy infiltrate in the right lower lobe."}, "There is infiltrate in the right lung base.", kEntailed, {0}},
       {{"Left upper lobe pneumonia."}, "Left upper lobe infiltrate.", kEntailed, {0}},
       {{"Left upper lobe infiltrate."}, "Left upper lobe pneumonia.", kNeutral, {}},
       {{"No acute infiltrate."}, "No infiltrate is seen.", kEntailed, {0}},
       {{"No infiltrate."}, "There is a nodule in the left upper lobe.", kNeutral, {}},
       {{"Bibasilar atelectasis."}, "Left basilar atelectasis.", kEntailed, {0}},
       {{"Left basilar atelectasis."}, "Bibasilar atelectasis.", kNeutral, {}},
       {{"No acute cardiopulmonary process."}, "No pleural effusion.", kEntailed, {0}},
       {{"The mediastinum is not widened."}, "Heart size is normal.", kNeutral, {}},
       {{"No adenopathy."}, "No hilar adenopathy.", kEntailed, {0}}});
}

TEST(Verify, WhatIsElsewhereOrOtherwiseIsNotIt) {
  check({{{"There is a 6 mm simple cyst in the left epididymal head."},
          "The epididymal cyst is on the right side.",
          kContradicted,
          {0}},
         {{"Burst fracture of L1."}, "The burst fracture is at T11.", kContradicted, {0}},
         {{"4 mm solid nodule in the lingula."}, "The nodule in the lingula measures 14 mm.", kContradicted, {0}},
         {{"Extensive right rib fractures."}, "Right clavicle fracture.", kNeutral, {}},
         {{"Small left pleural effusion."}, "Bilateral pleural effusions.", kNeutral, {}},
         {{"Right pleural effusion."}, "There is also a left pleural effusion.", kNeutral, {}}});
}

TEST(Verify, LimitsAndMeasuresOfOrgans) {
  check({{{"4 mm nodule in the left upper lobe."}, "Left upper lobe nodule under 6 mm.", kEntailed, {0}},
         {{"9 mm nodule in the left upper lobe."}, "Left upper lobe nodule under 6 mm.", kContradicted, {0}},
         {{"The common bile duct measures 4 mm."}, "The common bile duct measures 11 mm.", kContradicted, {0}}});
}

TEST(Verify, OnlyAndTheRest) {
  check(
      {{{"Small bilateral pleural effusions."}, "Pleural effusion on the right only.", kContradicted, {0}},
       {{"Nodule in the right upper lobe.", "Lungs are otherwise clear."}, "Nodule in the right lung.", kEntailed, {0}},
       {{"Nodule in the right upper lobe.", "Lungs are otherwise clear."},
        "Left lower lobe consolidation.",
        kContradicted,
        {1}}});
}

TEST(Verify, WhatNoImageShows) {
  check({{{"Bladder unremarkable."}, "The patient has haematuria.", kNeutral, {}},
         {{"There is a pulmonary nodule."}, "The nodule is FDG avid.", kNeutral, {}}});
}

TEST(Verify, PremisesAreOneReport) {
  check({{{"There is a nodule in the right upper lobe.", "It measures 8 mm."},
          "8 mm nodule in the right upper lobe.",
          kEntailed,
          {0}}});
}

TEST(Verify, OneOrTheOther) {
  check({{{"Scarring or atelectasis in the left base."}, "Left basilar atelectasis.", kNeutral, {}},
         {{"Atelectasis in the left lung base."}, "Scarring or atelectasis in the left base.", kEntailed, {0}},
         {{"Scarring or atelectasis in the left base."}, "Atelectasis or scarring in the left base.", kEntailed, {0}},
         {{"Scarring or atelectasis in the left base."}, "The lungs are clear.", kContradicted, {0}}});
}

TEST(Verify, TheRestOfAnOrgan) {
  check({{{"The remaining lungs are clear."}, "The lungs are clear.", kNeutral, {}},
         {{"The lungs are clear."}, "The remaining lungs are clear.", kEntailed, {0}},
         {{"The remainder of the lungs is clear."}, "Left lower lobe opacity.", kNeutral, {}}});
}

TEST(Verify, WhatIsNotUnderstoodIsComparedByItsWords) {
  check({{{"Xylophonic zorbination of the quux."}, "Xylophonic zorbination.", kEntailed, {0}},
         {{"No xylophonic zorbination."}, "Xylophonic zorbination.", kContradicted, {0}},
         {{"The heart is normal."}, "Xylophonic zorbination.", kNeutral, {}},
         {{"Cardiomediastinal contours are stable."}, "The cardiomediastinal silhouette is unchanged.", kEntailed, {0}},
         {{"The heart is normal."}, "", kNeutral, {}}});
}

TEST(Verify, EveryPhraseEntailsItself) {
  Verifier radfact;
  for (const std::string phrase :
       {"Patchy opacity in the lingula.", "No acute osseous abnormality.", "The trachea is midline.",
        "Endotracheal tube tip 4 cm above the carina.", "Blunting of both costophrenic angles.",
        "The aorta is tortuous.", "Moderate cardiomegaly, unchanged.", "Old healed fracture of the right clavicle.",
        "Flurbish in the wuggle."}) {
    const std::vector<std::string> list = {phrase};
    const Verified both = radfact.verify(list, list);
    EXPECT_EQ(both.candidate[0].status, Status::entailment) << phrase;
    EXPECT_EQ(both.candidate[0].evidence, std::vector<std::uint32_t>{0}) << phrase;
  }
}

TEST(Verify, BothWaysAndEmptyLists) {
  Verifier radfact;
  const std::vector<std::string> a = {"Left lower lobe pneumonia.", "No effusion."};
  const std::vector<std::string> none;
  const Verified verified = radfact.verify(a, none);
  ASSERT_EQ(verified.candidate.size(), 2U);
  EXPECT_EQ(verified.reference.size(), 0U);
  for (const Verdict& verdict : verified.candidate) {
    EXPECT_EQ(verdict.status, Status::neutral);
    EXPECT_TRUE(verdict.evidence.empty());
    EXPECT_EQ(verdict.reason, "");
  }
}

TEST(Verify, ANeutralPhraseNamesWhatCameNearest) {
  Verifier radfact;
  const std::vector<std::string> hypotheses{"Large left pleural effusion."};
  const std::vector<std::string> premises{"The heart is normal.", "Left pleural effusion."};
  const Verified verified = radfact.verify(hypotheses, premises, true);
  EXPECT_EQ(verified.candidate[0].status, Status::neutral);
  EXPECT_EQ(verified.candidate[0].nearest, std::vector<std::uint32_t>{1});
  EXPECT_EQ(verified.candidate[0].reason, "no phrase says so; phrase 2 comes nearest");
  EXPECT_TRUE(radfact.verify(hypotheses, premises).candidate[0].nearest.empty()) << "only if asked for";
}

TEST(Verify, ClearAndNormalLungs) {
  check({{{"The lungs are clear."}, "The lungs are normal.", kEntailed, {0}},
         {{"The lungs are normal."}, "The lungs are clear.", kEntailed, {0}},
         {{"The lungs are clear."}, "No pleural effusion.", kNeutral, {}},
         {{"The lungs are normal."}, "No pleural effusion.", kNeutral, {}},
         {{"The lungs are normal."}, "The pleura is normal.", kNeutral, {}},
         {{"The lungs are normal."}, "Pulmonary vasculature is normal.", kNeutral, {}},
         {{"The lungs are normal."}, "Normal pulmonary vessels.", kNeutral, {}},
         {{"The lungs and pleura are normal."}, "The pleura is normal.", kEntailed, {0}},
         {{"The lungs are clear."}, "Pulmonary vasculature is normal.", kNeutral, {}}});
}

TEST(Verify, WhatIsExceptedIsThere) {
  const std::vector<std::string> report = {"The lungs are clear except for a nodule in the lingula.",
                                           "Two nodules in the right lower lobe."};
  check({{report, "No nodule in the lingula.", kContradicted, {0}}, {report, "No nodule.", kContradicted, {0, 1}}});
}

TEST(Verify, WhatIsSeenBringsWithIt) {
  check({{{"The portal vein does not enhance.", "Thrombus in the splenic vein."},
          "The splenic vein is patent.",
          kContradicted,
          {1}},
         {{"No acute cardiopulmonary process."}, "Pneumonia in the left lower lobe.", kContradicted, {0}},
         {{"No acute cardiopulmonary process."}, "Large right pneumothorax.", kContradicted, {0}},
         {{"Large right pneumothorax."}, "No acute cardiopulmonary process.", kContradicted, {0}}});
}

TEST(Verify, AnotherPieceOfTheOrganIsNotThatPiece) {
  const std::vector<std::string> report = {"The left kidney contains a 7 mm calculus in the lower pole.",
                                           "No calculus in the right kidney.", "The bladder is thin-walled."};
  check({{report, "The calculus lies in the upper pole.", kContradicted, {0}}});
}

// What an organ is like is of that organ; but where a thing is that is known already can be said of anything.
TEST(Verify, WhereAKnownThingIs) {
  check(
      {{{"Aneurysm of the descending thoracic aorta."}, "The aneurysm is in the ascending aorta.", kContradicted, {0}},
       {{"Aneurysm of the descending thoracic aorta."}, "Aneurysm of the ascending aorta.", kNeutral, {}},
       {{"A laceration in segment 7 of the liver."}, "The liver laceration is in segment 3.", kContradicted, {0}},
       {{"A tear of the right supraspinatus tendon."}, "The tear is on the left.", kContradicted, {0}}});
}

TEST(Verify, ANewOneElsewhereIsOneMore) {
  check({{{"An infiltrate at the left lung base."}, "A new infiltrate in the right lower lung.", kNeutral, {}},
         {{"An infiltrate at the left lung base."}, "The infiltrate is in the right lower lung.", kContradicted, {0}}});
}

// What a measure makes of an organ is so whatever verb says it.
TEST(Verify, AMeasureJudges) {
  check({{{"The spleen measures 16 cm."}, "The spleen is enlarged.", kEntailed, {0}},
         {{"The prostate measures 85 ml."}, "The prostate is enlarged.", kEntailed, {0}},
         {{"A lymph node measures 18 mm."}, "The node is enlarged.", kEntailed, {0}}});
}

TEST(Verify, WhatHasGoneIsNotThereAnyMore) {
  check(
      {{{"Right pneumothorax has resolved."}, "There is no residual pneumothorax.", kEntailed, {0}},
       {{"The left effusion has cleared."}, "No remaining effusion.", kEntailed, {0}},
       {{"The right effusion has resolved.", "There is a small left effusion."}, "No effusion.", kContradicted, {1}}});
}

TEST(Verify, AnOldOneIsNotAnAcuteOne) {
  check({{{"No acute fracture."}, "Old fracture of L1.", kNeutral, {}},
         {{"No acute infarct."}, "Old lacunar infarct.", kNeutral, {}},
         {{"Old fracture of L1."}, "No acute fracture.", kNeutral, {}},
         {{"Unchanged nodule."}, "No new nodule.", kNeutral, {}},
         {{"The LAD stent is patent."}, "The LAD stent is occluded.", kContradicted, {0}}});
}

// Where nothing is narrow no part of it is; but an organ of normal size may have a large part.
TEST(Verify, NoneAnywhereIsNoneInAPart) {
  check({{{"No carotid stenosis."}, "80% stenosis of the right ICA.", kContradicted, {0}},
         {{"No aneurysm."}, "Aneurysm of the basilar tip.", kContradicted, {0}},
         {{"The mediastinum is not widened."}, "Heart size is normal.", kNeutral, {}}});
}

TEST(Verify, NoneOfAKindMayBeOneOfAnother) {
  check({{{"No abscess."}, "There is sacroiliitis.", kNeutral, {}},
         {{"No femoral hernia."}, "There is a hernia.", kNeutral, {}}});
}

TEST(Verify, APlaceThatWasNotSaidIsOpen) {
  check({{{"The effusion of the knee has increased."}, "The effusion has increased.", kNeutral, {}},
         {{"The effusion has increased."}, "The effusion of the knee has increased.", kNeutral, {}},
         {{"The L1 vertebra is normal. The fracture is old."}, "Fracture, old.", kEntailed, {0}},
         {{"ETT in the right main bronchus."}, "The endotracheal tube is malpositioned.", kNeutral, {}}});
}

TEST(Verify, AValueThatLeavesNoRoom) {
  check({{{"Alignment is maintained."}, "Anterolisthesis of L4 on L5.", kContradicted, {0}},
         {{"The hardware is intact."}, "The L4 screw is broken.", kContradicted, {0}}});
}

}  // namespace
}  // namespace fiducial::radfact
