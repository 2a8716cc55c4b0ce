// The phrases of a narrative report: that something is there, and how it is, aspect by aspect.
#include <gtest/gtest.h>

#include "fiducial/radfact.h"

namespace fiducial::radfact {
namespace {

class NarrativePhrases : public testing::Test {
 protected:
  Narrative verify(std::string_view candidate, std::string_view reference) {
    return verifier_.verify_reports(candidate, reference, true);
  }
  static std::vector<std::string> entailed(const std::vector<std::string>& phrases,
                                           const std::vector<Verdict>& verdicts) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < phrases.size(); ++i) {
      if (verdicts[i].status == Status::entailment) out.push_back(phrases[i]);
    }
    return out;
  }

  Verifier verifier_{fiducial::Lexicon()};
};

using Texts = std::vector<std::string>;

TEST_F(NarrativePhrases, EachAspectIsAPhrase) {
  const std::string report = "Two new spiculated nodules in the right lung, the larger 14 mm.";
  EXPECT_EQ(verify(report, report).candidate,
            (Texts{"Right lung shows nodule.", "Right lung shows two nodules.", "Right lung shows new nodule.",
                   "Right lung shows spiculated nodule.", "Right lung shows nodule (14 mm)."}));
}

TEST_F(NarrativePhrases, WhatItsNameSaysIsNoPhrase) {
  const std::string report = "There is a nodule in the left lung.";
  EXPECT_EQ(verify(report, report).candidate, (Texts{"Left lung shows nodule."}));
}

TEST_F(NarrativePhrases, OneWrongDetailDoesNotHideAnother) {
  const std::string reference = "Large chronic left pleural effusion.";
  const Narrative severity = verify("Small chronic left pleural effusion.", reference);
  EXPECT_EQ(entailed(severity.candidate, severity.verified.candidate),
            (Texts{"Left pleura shows fluid.", "Left pleura shows chronic fluid."}));
  const Narrative both = verify("Small acute left pleural effusion.", reference);
  EXPECT_EQ(entailed(both.candidate, both.verified.candidate), (Texts{"Left pleura shows fluid."}));
}

TEST_F(NarrativePhrases, HowSureBelongsToThatItIsThere) {
  const Narrative said = verify("Definite 9 mm nodule in the left lung.", "Possible 9 mm nodule in the left lung.");
  EXPECT_EQ(entailed(said.candidate, said.verified.candidate), (Texts{"Left lung shows nodule (9 mm)."}));
}

TEST_F(NarrativePhrases, EvidenceIsTheFirstPhraseOfItsStatement) {
  const Narrative said = verify("Left pleural effusion.", "Clear right lung. Large new left pleural effusion.");
  ASSERT_EQ(said.verified.candidate.size(), 1U);
  ASSERT_EQ(said.verified.candidate[0].evidence.size(), 1U);
  EXPECT_EQ(said.reference[said.verified.candidate[0].evidence[0]], "Left pleura shows fluid.");
}

}  // namespace
}  // namespace fiducial::radfact
