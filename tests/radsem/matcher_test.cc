// RadSEM from raw texts: properties that must hold whatever the lexicon says.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "fiducial/radsem.h"

namespace fiducial::radsem {
namespace {

const char* const kReports[] = {
    "The lungs are clear. The heart is enlarged. Small left pleural effusion. No pneumothorax.",
    "Liver: several cysts, the largest 3 cm in segment 4. The gallbladder contains stones. No biliary dilatation. "
    "Spleen, pancreas and kidneys are normal.",
    "L4/5 disc protrusion with compression of the dural sac. The remaining discs are normal. No fracture.",
    "Patchy T2 hyperintensity in the right frontal lobe. The ventricles are not dilated. Mucosal thickening of both "
    "maxillary sinuses.",
    "A torn medial meniscus and a joint effusion are seen in the right knee. The cruciate ligaments are intact.",
    "Endotracheal tube in place. Bibasilar opacities, possibly atelectasis.",
    "Postoperative change of the rectum. A 4 cm collection in the pelvis, most marked on the right.",
};

TEST(Matcher, AReportAgainstItselfScoresOne) {
  Matcher radsem;
  for (const char* report : kReports) {
    EXPECT_DOUBLE_EQ(radsem.score(report, report).score, 1.0) << report;
    EXPECT_DOUBLE_EQ(radsem.score(report, report, Policy::alt).score, 1.0) << report;
  }
}

TEST(Matcher, TheTagsScoreAsTheFindingsDo) {
  Matcher radsem;
  for (const char* ref : kReports) {
    for (const char* gen : kReports) {
      for (const Policy policy : {Policy::many_to_many, Policy::alt}) {
        const Matched m = radsem.match(ref, gen, policy);
        EXPECT_NEAR(score(m.tag, policy).score, radsem.score(ref, gen, policy).score, 1e-12) << ref << "\n" << gen;
      }
    }
  }
}

TEST(Matcher, EverySentenceIsPairedOrListed) {
  Matcher radsem;
  for (const char* ref : kReports) {
    for (const char* gen : kReports) {
      const Matched m = radsem.match(ref, gen);
      for (const auto& [atoms, side] : {std::pair{&m.ref.atoms, Side::ref}, std::pair{&m.gen.atoms, Side::gen}}) {
        for (const Atom& atom : *atoms) {
          int found = 0;
          for (const TagPair& p : m.tag.pairs)
            found += (side == Side::ref ? p.ref_sentence : p.gen_sentence) == atom.sentence;
          for (const Unmatched& u : m.tag.unmatched) found += u.side == side && u.sentence == atom.sentence;
          EXPECT_GE(found, 1) << atom.sentence;
        }
      }
    }
  }
}

TEST(Matcher, AFlippedNegationAWrongSideOrAMissedFindingCosts) {
  Matcher radsem;
  const std::string ref = "Small left pleural effusion. The heart is enlarged. No pneumothorax.";
  const double right = radsem
                           .score(ref,
                                  "The cardiac silhouette is enlarged. Small effusion in the left pleural cavity. "
                                  "There is no pneumothorax.")
                           .score;
  const double flipped = radsem.score(ref, "No left pleural effusion. The heart is enlarged. No pneumothorax.").score;
  const double wrong_side =
      radsem.score(ref, "Small right pleural effusion. The heart is enlarged. No pneumothorax.").score;
  const double missed = radsem.score(ref, "The heart is enlarged. No pneumothorax.").score;
  EXPECT_DOUBLE_EQ(right, 1.0);
  EXPECT_LT(flipped, 0.9);
  EXPECT_LT(wrong_side, 0.9);
  EXPECT_LT(missed, 0.9);
}

TEST(Matcher, OrderOfSentencesDoesNotMatter) {
  Matcher radsem;
  std::vector<std::string> sentences = {"The liver is normal.", "There is a cyst in the left kidney.",
                                        "The spleen is enlarged.", "No ascites."};
  const std::string ref = "The left kidney shows a cyst. Splenomegaly. No ascites. The liver is normal.";
  std::mt19937 random(1);
  for (int i = 0; i < 10; ++i) {
    std::shuffle(sentences.begin(), sentences.end(), random);
    std::string gen;
    for (const std::string& s : sentences) gen += s + " ";
    EXPECT_DOUBLE_EQ(radsem.score(ref, gen).score, 1.0) << gen;
  }
}

TEST(Matcher, ADenialThatNamesNoPlaceIsTheSameWhereverItStands) {
  Matcher radsem;
  const char* const ref = "There is a cyst in the liver. No mass. The spleen is normal.";
  const char* const gen = "The spleen is normal. No mass. There is a cyst in the liver.";
  for (const Policy policy : {Policy::many_to_many, Policy::alt}) {
    EXPECT_DOUBLE_EQ(radsem.score(ref, gen, policy).score, 1.0);
    EXPECT_DOUBLE_EQ(radsem.score(gen, ref, policy).score, 1.0);
  }
  // where the mass is denied of another organ in so many words, it is another denial
  EXPECT_LT(radsem.score(ref, "The spleen is normal. No splenic mass. There is a cyst in the liver.").score, 1.0);
}

TEST(Matcher, APlaceThatWasNotSaidMayBeWiderOrNarrower) {
  Matcher radsem;
  const auto site_of = [&](const char* ref, const char* gen, std::string_view what) {
    for (const TagPair& p : radsem.match(ref, gen).tag.pairs) {
      if (p.ref_sentence.find(what) != std::string::npos && p.gen_sentence.find(what) != std::string::npos)
        return p.anatomical;
    }
    return Relation::null;
  };
  EXPECT_EQ(site_of("A mass in the right kidney. No liver lesion. Metastasis.", "Renal metastasis on the right.",
                    "metastasis"),
            Relation::null);
  EXPECT_EQ(site_of("There is a fracture of the left femoral neck. Callus is present.",
                    "Fracture of the neck of the left femur. There is callus at the left femur.", "callus"),
            Relation::equivalent);
  EXPECT_EQ(site_of("There is callus at the left femoral neck.", "There is callus at the left femur.", "callus"),
            Relation::part_whole);
}

TEST(Matcher, PiecesOfOneWholeThatAreNamedAgainstEachOtherAreNoPair) {
  Matcher radsem;
  const char* const kPairs[][2] = {
      {"There is a nodule in the right upper lobe.", "There is a nodule in the right lower lobe."},
      {"A stone in the upper pole of the left kidney.", "A stone in the lower pole of the left kidney."},
      {"Thrombus in the left femoral vein.", "Thrombus in the left popliteal vein."},
      {"The tip of the feeding tube is in the duodenum.", "The tip of the feeding tube is in the esophagus."},
  };
  for (const auto& [one, other] : kPairs) EXPECT_LT(radsem.score(one, other).score, 0.2) << one << '\n' << other;
}

TEST(Matcher, NothingScoreableScoresZero) {
  Matcher radsem;
  EXPECT_EQ(radsem.score("", "").score, 0.0);
  EXPECT_EQ(radsem.score("Technique: axial images.", "").score, 0.0);
  EXPECT_EQ(radsem.score("Splenomegaly.", "").score, 0.0);
}

TEST(Matcher, SaysWhatWasLeftOut) {
  Matcher radsem;
  const Rewritten r = radsem.rewrite("Splenomegaly. Recommend follow-up ultrasound.");
  ASSERT_EQ(r.atoms.size(), 1U);
  ASSERT_EQ(r.left_out.size(), 1U);
  EXPECT_EQ(r.left_out[0].reason, "recommendation");
}

}  // namespace
}  // namespace fiducial::radsem
