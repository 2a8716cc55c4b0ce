// Diagnoses that follow from several findings: the table, and what it is asked.
#include "radfact/diagnoses.h"

#include <gtest/gtest.h>

#include <string>

#include "fiducial/radfact.h"

namespace fiducial::radfact {
namespace {

Status verdict(const std::vector<std::string>& report, const std::string& diagnosis) {
  Verifier radfact;
  const std::vector<std::string> hypothesis = {diagnosis};
  return radfact.verify(hypothesis, report, false).candidate[0].status;
}

// A phrase of the table that the reader does not understand stands for nothing.
TEST(Diagnoses, EveryPhraseOfTheTableIsRead) {
  const Diagnoses table(Lexicon::embedded());
  EXPECT_GT(table.size(), 60U);
  for (std::size_t i = 0; i < table.size(); ++i) {
    ASSERT_FALSE(table[i].named.claims.empty()) << "row " << i;
    const ConceptId name = table[i].named.claims.front().finding.concept_id;
    EXPECT_NE(name, findings::kNone) << "row " << i;
    EXPECT_FALSE(table[i].signs.empty()) << "row " << i;
    for (const auto& alternatives : table[i].signs) {
      for (std::size_t k = 0; k < alternatives.size(); ++k)
        EXPECT_FALSE(alternatives[k].claims.empty()) << "row " << i << ", alternative " << k;
    }
  }
}

TEST(Diagnoses, AllSignsMakeTheDiagnosis) {
  EXPECT_EQ(verdict({"The appendix is dilated to 13 mm.", "Fat stranding around the appendix."}, "Acute appendicitis."),
            Status::entailment);
  EXPECT_EQ(verdict({"Nodular liver surface.", "Hepatofugal portal vein flow.", "Large volume ascites."},
                    "The sonogram indicates cirrhosis."),
            Status::entailment);
  EXPECT_EQ(verdict({"Restricted diffusion in the left pons with low ADC."}, "Acute infarct of the brainstem."),
            Status::entailment);
}

TEST(Diagnoses, OneSignAloneMakesNone) {
  EXPECT_NE(verdict({"The appendix is dilated to 13 mm."}, "Acute appendicitis."), Status::entailment);
  EXPECT_NE(verdict({"Ascites."}, "Liver cirrhosis."), Status::entailment);
  EXPECT_NE(verdict({"Gallstones."}, "Acute cholecystitis."), Status::entailment);
}

TEST(Diagnoses, ASignThatIsDeniedMakesNone) {
  EXPECT_NE(verdict({"The appendix is dilated to 13 mm.", "No fat stranding around the appendix.", "No appendicolith."},
                    "Acute appendicitis."),
            Status::entailment);
}

TEST(Diagnoses, OnTheSideAndInThePartOfTheSigns) {
  const std::vector<std::string> report = {"The left testis is enlarged with absent flow.",
                                           "Whirlpool sign of the left spermatic cord."};
  EXPECT_EQ(verdict(report, "Torsion of the left testis."), Status::entailment);
  EXPECT_NE(verdict(report, "Torsion of the right testis."), Status::entailment);
  EXPECT_NE(verdict({"Restricted diffusion in the left pons with low ADC."}, "Acute cerebellar infarct."),
            Status::entailment);
}

// "The hemangioma is in the left lobe" speaks of one that is known.
TEST(Diagnoses, WhatIsKnownIsNotInferred) {
  EXPECT_NE(
      verdict({"Lesion in the right lobe of the liver with peripheral nodular enhancement and progressive fill-in."},
              "The hemangioma is in the left lobe."),
      Status::entailment);
}

TEST(Diagnoses, AnotherTableMayBeRead) {
  const Diagnoses table(Lexicon::embedded(),
                        "# a remark\nacute cholecystitis: gallstones; thickened gallbladder wall\n");
  ASSERT_EQ(table.size(), 1U);
  EXPECT_EQ(table[0].signs.size(), 2U);
  EXPECT_EQ(table.named(table[0].named.claims.front().finding.concept_id).size(), 1U);
  EXPECT_TRUE(table.named(Lexicon::embedded().find("liver")).empty());
}

}  // namespace
}  // namespace fiducial::radfact
