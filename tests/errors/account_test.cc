// The account of two reports: one mistake is one error, of its kind, with its weight. The values follow from
// lexicon/significance.txt and the formula of docs/clinical.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "fiducial/errors.h"

namespace fiducial::errors {
namespace {

Account account(std::string_view reference, std::string_view candidate, const PatientContext& patient = {}) {
  static Assessor assessor;
  return assessor.account(reference, candidate, patient);
}

std::string kinds(const Account& a) {
  std::string out;
  for (const Error& e : a.errors) out += (out.empty() ? "" : " ") + std::string(name(e.kind));
  return out;
}

struct KindCase {
  const char* reference;
  const char* candidate;
  const char* kinds;
};

class Kinds : public testing::TestWithParam<KindCase> {};

TEST_P(Kinds, AreNamed) {
  const KindCase& c = GetParam();
  EXPECT_EQ(kinds(account(c.reference, c.candidate)), c.kinds) << c.reference << " / " << c.candidate;
}

INSTANTIATE_TEST_SUITE_P(
    Errors, Kinds,
    testing::Values(
        KindCase{"Left pleural effusion.", "Left pleural effusion.", ""},
        KindCase{"Left pleural effusion. Rib fracture.", "Left pleural effusion.", "missing"},
        KindCase{"Left pleural effusion.", "Left pleural effusion. Rib fracture.", "invented"},
        KindCase{"Left pleural effusion.", "No pleural effusion.", "negation"},
        KindCase{"No pneumothorax.", "There is a right pneumothorax.", "negation"},
        KindCase{"Left pneumothorax.", "Right pneumothorax.", "side"},
        KindCase{"Bilateral pleural effusions.", "Left pleural effusion.", "side"},
        KindCase{"Fracture of the L1 vertebral body.", "Fracture of the L3 vertebral body.", "place"},
        KindCase{"Nodule in the right upper lobe.", "Nodule in the right lower lobe.", "place"},
        KindCase{"A 2 cm cyst in the liver.", "A 2 cm cyst in the spleen.", "organ"},
        KindCase{"Mild cardiomegaly.", "Severe cardiomegaly.", "severity"},
        KindCase{"A 10 mm nodule in the right upper lobe.", "A 30 mm nodule in the right upper lobe.", "size"},
        KindCase{"A 10 mm nodule in the right upper lobe.", "An 11 mm nodule in the right upper lobe.", ""},
        KindCase{"Acute infarct in the left thalamus.", "Chronic infarct in the left thalamus.", "acuity"},
        KindCase{"Pneumonia in the left lower lobe.", "Possible pneumonia in the left lower lobe.", "certainty"},
        // What is said in one sentence with something that is right is a finding of its own.
        KindCase{"Cirrhosis with ascites.", "Cirrhosis.", "missing"},
        KindCase{"Sigmoid diverticulosis.", "Sigmoid diverticulosis with abscess.", "invented"},
        KindCase{"Diverticulitis without abscess.", "Diverticulitis with abscess.", "negation"},
        KindCase{"Fracture of the distal fibula.",
                 "Fracture of the distal fibula. A further fracture of the posterior malleolus.", "invented"},
        // A wrong attribute does not make it another finding.
        KindCase{"Acute compression fracture of L1 with 40% loss of height.",
                 "Old compression fracture of L1 with 40% loss of height.", "acuity"},
        // What goes with a finding goes with it to the other side.
        KindCase{"Minimally displaced fractures of the right pubic rami.",
                 "Fractures of the left pubic rami with minimal displacement.", "side"},
        KindCase{"Intramedullary nail in the left femur. The distal locking screw is broken.",
                 "Intramedullary nail in the left femur.", "device"},
        KindCase{"Healing fracture of the left tibia.", "Acute fracture of the left tibia.", "acuity"},
        KindCase{"Two enlarged right axillary nodes.", "Nine enlarged right axillary nodes.", "count"},
        KindCase{"Three nodules in the liver.", "Numerous nodules in the liver.", "count"},
        KindCase{"Suspicious nodule in the left breast.", "Benign nodule in the left breast.", "appearance"},
        // What is said of another by its very name does not stand for it.
        KindCase{"Chronic small vessel disease.",
                 "Chronic small vessel disease. Old lacunar infarct in the right thalamus.", "invented"},
        // Read from another finding, and said of it outright: one meaning.
        KindCase{"An opacity in the left lower lobe, consistent with pneumonia.",
                 "An opacity in the left lower lobe, representing pneumonia.", ""},
        // A bare lesion is what it is then called, where both reports call it so.
        KindCase{"Hamartoma in the right middle lobe.", "Nodule in the right middle lobe, consistent with a hamartoma.",
                 ""},
        KindCase{"Hamartoma in the right middle lobe.", "Nodule in the right middle lobe and an effusion.",
                 "invented finding"},
        // A third of a small size is much, a tenth of a large one is not.
        KindCase{"A 6 mm aneurysm of the basilar tip.", "A 9 mm aneurysm of the basilar tip.", "size"},
        KindCase{"A 60 mm aneurysm of the abdominal aorta.", "A 63 mm aneurysm of the abdominal aorta.", ""},
        // What is denied by its very name is an error, though something wider is there.
        KindCase{"Pneumonia. The consolidation in the left lower lobe has resolved.",
                 "Pneumonia. The consolidation in the left lower lobe is unchanged.", "change"},
        KindCase{"Pancreas: nodule in the tail.", "Nodule in the pancreatic head.", "place"},
        KindCase{"Spleen: 3 cm laceration. Left kidney normal.", "Spleen normal. Left kidney: 3 cm laceration.",
                 "organ"}));

TEST(Account, LeftAndRightOfOneStatementAreOneError) {
  const Account a = account("Bilateral pleural effusions. Heart size is normal.", "Heart size is normal.");
  ASSERT_EQ(a.errors.size(), 1U);
  EXPECT_EQ(a.errors[0].kind, Kind::missing);
  EXPECT_NEAR(a.errors[0].weight, 0.5, 1e-9);  // as one effusion
}

TEST(Account, ANodeBeyondWhatIsNormalWeighsSomething) {
  const Account small = account("Subcarinal node 6 mm.", "No effusion.");
  const Account large = account("Subcarinal node 16 mm.", "No effusion.");
  ASSERT_EQ(large.errors.size(), 1U);
  EXPECT_EQ(large.errors[0].significance, Significance::minor);
  EXPECT_TRUE(small.errors.empty() || small.errors[0].significance == Significance::none);
}

TEST(Account, AnUnstatedSideIsSatisfiedByEither) {
  EXPECT_EQ(kinds(account("Fracture of the clavicle.", "Fracture of the left clavicle.")), "");
  EXPECT_GT(account("Fracture of the clavicle.", "Fracture of the left clavicle.").score, 0.998);
}

TEST(Account, ExchangedMeasurementsAreOneAttribution) {
  const Account a = account("A 5 mm nodule in the right upper lobe. A 16 mm nodule in the left lower lobe.",
                            "A 16 mm nodule in the right upper lobe. A 5 mm nodule in the left lower lobe.");
  EXPECT_EQ(kinds(a), "attribution");
}

TEST(Account, ExchangedPlacesAreOneAttribution) {
  EXPECT_EQ(kinds(account("Severe right foraminal stenosis at L4-5. Mild left foraminal stenosis at L5-S1.",
                          "Severe right foraminal stenosis at L5-S1. Mild left foraminal stenosis at L4-5.")),
            "attribution");
  EXPECT_EQ(kinds(account("Stone in the right kidney. Cyst in the left kidney.",
                          "Stone in the left kidney. Cyst in the right kidney.")),
            "attribution");
  // A pneumothorax and the shift that it makes change sides together.
  EXPECT_EQ(kinds(account("Left pneumothorax with mediastinal shift to the right.",
                          "Right pneumothorax with mediastinal shift to the left."))
                .find("attribution"),
            std::string::npos);
}

TEST(Account, AnUnstatedSideIsSatisfiedByBoth) {
  EXPECT_EQ(kinds(account("Fibrosis in the lower lobes, worse than before.",
                          "Bilateral lower lobe fibrosis, better than before.")),
            "change");
}

TEST(Account, ExactValues) {
  // Each meaning that no compared Finding says, and that the other report has nowhere, takes 0.0002.
  const auto left_over = [](int meanings) { return 1 - 0.0002 * meanings; };
  // An effusion and a fracture are significant: 0.5 each. One of two is missing: (0.1 + 0.5) / (0.1 + 0.5 + 0.5);
  // "fracture" and "clavicle" are left over.
  const Account missing = account("Left pleural effusion. Fracture of the left clavicle.", "Left pleural effusion.");
  EXPECT_NEAR(missing.score, 0.6 / 1.1 * left_over(2), 1e-9);
  EXPECT_NEAR(missing.matched, 0.5, 1e-9);
  EXPECT_NEAR(missing.missed, 0.5, 1e-9);
  EXPECT_NEAR(missing.invented, 0.0, 1e-9);
  // A wrong side costs three quarters: (0.1 + 0.125) / (0.1 + 0.5); each side is a word that the other has not.
  EXPECT_NEAR(account("Left pleural effusion.", "Right pleural effusion.").score, 0.225 / 0.6 * left_over(2), 1e-6);
  // A measure that the other report has nowhere, whatever it is of; one that is rounded is there.
  EXPECT_LT(account("Xyzzy 34 mm. Left pleural effusion.", "Xyzzy 64 mm. Left pleural effusion.").score,
            account("Xyzzy 34 mm. Left pleural effusion.", "Xyzzy 3.4 cm. Left pleural effusion.").score);
  // A pneumothorax is urgent, 1 point, and was denied: 0.1 / 1.1; the side and the denial are left over.
  EXPECT_NEAR(account("Left pneumothorax.", "No pneumothorax.").score, 0.1 / 1.1 * left_over(2), 1e-9);
  // Nothing abnormal in either.
  EXPECT_EQ(account("The lungs are clear.", "No pleural effusion.").score, 1.0);
}

TEST(Account, OfNothing) {
  EXPECT_EQ(account("", "").score, 1.0);
  EXPECT_EQ(account("The lungs are clear.", "").score, 0.0);
  EXPECT_EQ(account("", "The lungs are clear.").score, 0.0);
}

TEST(Account, ThePatientChangesWeights) {
  const char* report = "Degenerative changes of the spine. Left pleural effusion.";
  const char* without = "Left pleural effusion.";
  const double young = account(report, without, {"30", ""}).score;
  const double old = account(report, without, {"80", ""}).score;
  EXPECT_GT(old, young);
  EXPECT_NEAR(old, 0.6 / 0.6005, 1e-3);  // what everybody of 80 has breaks ties only
  const double free_air =
      account("Free air under the diaphragm.", "The lungs are clear.", {"", "abdominal pain"}).score;
  const double expected =
      account("Free air under the diaphragm.", "The lungs are clear.", {"", "postoperative day 1"}).score;
  EXPECT_GT(expected, free_air);
}

TEST(Account, WordsStandInTheirReports) {
  const std::string reference = "Heart size is normal. There is a left pneumothorax.";
  const std::string candidate = "There is a right pneumothorax. Heart size is normal.";
  const Account a = account(reference, candidate);
  ASSERT_EQ(a.errors.size(), 1U);
  const Error& e = a.errors[0];
  EXPECT_EQ(e.reference.text, reference.substr(e.reference.begin, e.reference.end - e.reference.begin));
  EXPECT_NE(e.reference.text.find("left pneumothorax"), std::string::npos);
  EXPECT_NE(e.candidate.text.find("right pneumothorax"), std::string::npos);
  EXPECT_EQ(e.significance, Significance::urgent);
  EXPECT_EQ(e.reference.concept_name, "pneumothorax");
}

constexpr const char* kReports[] = {
    "Small left pleural effusion. Fracture of the left 6th rib. No pneumothorax. The heart is enlarged.",
    "A 12 mm nodule in the right upper lobe, new. Emphysema. The aorta is calcified. ETT 4 cm above the carina.",
    "Acute infarct in the left thalamus. Mild atrophy. No hemorrhage. The ventricles are normal.",
    "Severe spinal canal stenosis at L4/5 with disc extrusion. Mild disc bulge at L3/4. The conus is normal.",
    "A 3 cm mass in the head of the pancreas with dilatation of the bile duct. Gallstones. Liver cyst, 1 cm.",
    "The lungs are clear. Heart size is normal. No pleural effusion or pneumothorax.",
    "A lesion behind the duodenum has high signal on T2WI, with areas of high signal on T1WI and low signal on T2WI.",
};

TEST(Account, AReportAgainstItselfIsOne) {
  for (const char* report : kReports) {
    const Account a = account(report, report);
    EXPECT_EQ(a.score, 1.0) << report << ": " << kinds(a);
    EXPECT_TRUE(a.errors.empty()) << report << ": " << kinds(a);
  }
}

TEST(Account, SwappingReportsSwapsMissingAndInvented) {
  for (const char* a : kReports) {
    for (const char* b : kReports) {
      const Account x = account(a, b);
      const Account y = account(b, a);
      EXPECT_EQ(x.counts[static_cast<std::size_t>(Kind::missing)], y.counts[static_cast<std::size_t>(Kind::invented)])
          << a << " / " << b;
      EXPECT_EQ(x.counts[static_cast<std::size_t>(Kind::invented)], y.counts[static_cast<std::size_t>(Kind::missing)])
          << a << " / " << b;
    }
  }
}

// No strategy that says nothing about this patient may score like an honest report with one mistake.
TEST(Account, GamingDoesNotPay) {
  const std::string reference = kReports[0];
  const double honest =
      account(reference, "Small left pleural effusion. No pneumothorax. The heart is enlarged.").score;
  const std::string everything =
      "Pneumothorax. Pleural effusion. Pneumonia. Atelectasis. Pulmonary edema. Rib fracture. Lung nodule. Lung mass. "
      "Cardiomegaly. Pneumomediastinum. Emphysema. Pneumoperitoneum.";
  EXPECT_LT(account(reference, everything).score, honest - 0.2);
  const std::string hedged =
      "Possible pneumothorax. Possible pleural effusion. Possible pneumonia. Possible pulmonary edema. Possible rib "
      "fracture. Possible lung nodule. Possible cardiomegaly. Possible pneumomediastinum.";
  EXPECT_LT(account(reference, hedged).score, honest - 0.2);
  EXPECT_LT(account(reference, "").score, 0.01);
  EXPECT_LT(account(reference, kReports[5]).score, honest - 0.4);
  // Asserting and denying, or saying it twice, earns no more than saying it once.
  const std::string once = "Small left pleural effusion.";
  EXPECT_LE(account(reference, once + " " + once).score, account(reference, once).score);
  EXPECT_LT(account(reference, once + " No left pleural effusion.").score, account(reference, once).score);
}

// A bare denial of what the same report asserts takes it back; one of the rest, of another place or of another kind
// does not, nor does one that the reference has too.
TEST(Account, ABareDenialTakesBackWhatWasSaid) {
  const std::string right = "Small left pleural effusion. Fracture of the left clavicle.";
  EXPECT_EQ(kinds(account(right, right + " No pleural effusion.")), "negation");
  EXPECT_NEAR(account(right, right + " No pleural effusion.").score, 1.1 / 1.6, 0.003);
  EXPECT_EQ(kinds(account(right, right + " No fracture.")), "negation");
  for (const char* harmless : {" No other fracture.", " No fracture elsewhere.", " No rib fracture.",
                               " No right pleural effusion.", " No acute fracture.", " No pneumothorax."}) {
    EXPECT_EQ(account(right, right + harmless).score, 1.0) << harmless;
  }
  EXPECT_EQ(account(right + " No fracture.", right + " No fracture.").score, 1.0);
}

TEST(Account, ATableOfOnesOwn) {
  const std::string table =
      "[level]\nlevel.urgent | share=1 |\n[observation]\n+pneumothorax | weight=none |\n+fluid | weight=urgent |\n";
  Assessor own(fiducial::Lexicon::with_tables({}, {"own.txt", table}));
  const Account a = own.account("Left pneumothorax. Left pleural effusion.", "Left pleural effusion.");
  ASSERT_EQ(a.errors.size(), 1U);
  EXPECT_EQ(a.errors[0].significance, Significance::none);
  EXPECT_NEAR(a.matched, 1.0, 1e-9);
}

TEST(Account, ATableWithATypoNamesFileAndLine) {
  const auto message = [](const std::string& table) {
    try {
      Assessor own(fiducial::Lexicon::with_tables({}, {"own.txt", table}));
    } catch (const std::runtime_error& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  EXPECT_NE(message("[observation]\n+pneumothorax | weight=urgnt |\n").find("own.txt:2:"), std::string::npos);
  EXPECT_NE(message("[observation]\n+pneumothorx | weight=urgent |\n").find("own.txt:2:"), std::string::npos);
  EXPECT_NE(message("[observation]\n+fluid | weight@pleurra=urgent |\n").find("own.txt:2:"), std::string::npos);
  EXPECT_NE(message("[observation]\n\n+fluid | weight/oldest=none |\n").find("own.txt:3:"), std::string::npos);
  EXPECT_NE(message("[error]\nerror.size | cost=much |\n").find("own.txt:2:"), std::string::npos);
}

TEST(Account, TheMarginsOfASize) {
  const auto wrong = [](const std::string& reference, const std::string& candidate) {
    return kinds(account("A " + reference + " nodule in the left upper lobe.",
                         "A " + candidate + " nodule in the left upper lobe."));
  };
  EXPECT_EQ(wrong("5 mm", "7 mm"), "");  // below 10 mm: 2 mm
  EXPECT_EQ(wrong("5 mm", "8 mm"), "size");
  EXPECT_EQ(wrong("10 mm", "14 mm"), "");  // 4 mm is more than 20 %
  EXPECT_EQ(wrong("10 mm", "15 mm"), "size");
  EXPECT_EQ(wrong("40 mm", "48 mm"), "");  // 20 %
  EXPECT_EQ(wrong("40 mm", "49 mm"), "size");
  EXPECT_EQ(wrong("4 cm", "48 mm"), "");
}

}  // namespace
}  // namespace fiducial::errors
