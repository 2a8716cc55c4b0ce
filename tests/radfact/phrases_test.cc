// Reports to phrases: a table of sentences and what they become.
#include <gtest/gtest.h>

#include "fiducial/radfact.h"

namespace fiducial::radfact {
namespace {

using Texts = std::vector<std::string>;

struct PhraseCase {
  std::string report;
  Texts phrases;
};

TEST(Phrases, OneFindingEach) {
  const std::vector<PhraseCase> cases = {
      {"No mass, effusion or pneumothorax is seen.",
       {"No mass is seen.", "No effusion is seen.", "No pneumothorax is seen."}},
      {"There is mild cardiomegaly and a small left effusion.",
       {"There is mild cardiomegaly.", "Small left effusion."}},
      {"The heart is enlarged, and the trachea is midline.", {"The heart is enlarged.", "The trachea is midline."}},
      {"The cardiac and mediastinal contours are normal.",
       {"The cardiac contour is normal.", "The mediastinal contour is normal."}},
      {"The heart and mediastinum are unremarkable.",
       {"The heart is unremarkable.", "The mediastinum is unremarkable."}},
      {"There is no hilar or mediastinal adenopathy.",
       {"There is no hilar adenopathy.", "There is no mediastinal adenopathy."}},
      {"The left lung is clear without effusion or pneumothorax.",
       {"The left lung is clear.", "No effusion.", "No pneumothorax."}},
      {"The left lung is well aerated, with no effusion.", {"The left lung is well aerated.", "No effusion."}},
      {"No pneumatosis and no portal venous gas.", {"No pneumatosis.", "No portal venous gas."}},
      {"No ascites, free air, no portal venous gas.", {"No ascites.", "No free air.", "No portal venous gas."}},
      {"There is no hydronephrosis and no stone in either kidney.",
       {"There is no hydronephrosis.", "No stone in either kidney."}},
      {"The liver is normal without focal lesion, no ascites.",
       {"The liver is normal.", "No focal lesion.", "No ascites."}},
      {"Neither effusion nor pneumothorax.", {"No effusion.", "No pneumothorax."}},
      {"Lungs: no nodule or consolidation.", {"Lungs: No nodule.", "Lungs: No consolidation."}},
      {"Opacities in the middle and lower lobes.", {"Opacities in the middle and lower lobes."}},
      {"A chest tube is present and its tip is in the apex.", {"A chest tube is present and its tip is in the apex."}},
  };
  Verifier radfact;
  for (const PhraseCase& c : cases) EXPECT_EQ(radfact.phrases(c.report), c.phrases) << c.report;
}

TEST(Phrases, GuessesGoChangeStays) {
  const std::vector<PhraseCase> cases = {
      {"Left basal opacity is seen, consistent with pneumonia.", {"Left basal opacity is seen."}},
      {"There is a nodule in the left apex, which may represent a scar.", {"There is a nodule in the left apex."}},
      {"The right effusion has increased since the prior study.",
       {"The right effusion has increased since the prior study."}},
      {"Stable cardiomegaly.", {"Stable cardiomegaly."}},
      {"Follow-up CT is recommended.", {}},
      {"Interstitial opacities have worsened, indicating edema.",
       {"Interstitial opacities have worsened, indicating edema."}},
  };
  Verifier radfact;
  for (const PhraseCase& c : cases) EXPECT_EQ(radfact.phrases(c.report), c.phrases) << c.report;
}

TEST(Phrases, SentencesThatBelongTogether) {
  Verifier radfact;
  const auto parsed = radfact.parse("There is a nodule in the left upper lobe. It measures 8 mm. The heart is normal.");
  ASSERT_EQ(parsed.size(), 2U);
  EXPECT_EQ(parsed[0].original, "There is a nodule in the left upper lobe. It measures 8 mm.");
  EXPECT_EQ(parsed[0].phrases, Texts{parsed[0].original});
  EXPECT_EQ(parsed[1].phrases, Texts{"The heart is normal."});
}

TEST(Phrases, EverySentenceIsAccountedFor) {
  Verifier radfact;
  const auto parsed = radfact.parse("Portable AP view. The lungs are clear. Recommend follow-up in 3 months.");
  ASSERT_EQ(parsed.size(), 3U);
  EXPECT_EQ(parsed[0].left_out, "technique");
  EXPECT_EQ(parsed[1].left_out, "");
  EXPECT_EQ(parsed[2].left_out, "recommendation");
  EXPECT_TRUE(radfact.parse("").empty());
}

}  // namespace
}  // namespace fiducial::radfact
