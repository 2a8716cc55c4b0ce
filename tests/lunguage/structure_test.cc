// Sentences to rows: a table that a radiologist can correct. Each row is shown as
//   entity [category status certainty] relation=value …; "+" positive, "-" negative, "?" tentative.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rows.h"

namespace fiducial::lunguage {
namespace {

std::string shown(const Rows& rows) {
  std::string out;
  for (const Row& one : rows) {
    if (!out.empty()) out += " | ";
    out += one.entity + " [" + std::string(name(one.category)) + (one.positive ? " +" : " -") +
           (one.definitive ? "]" : "?]");
    for (std::size_t i = 0; i < kTexts; ++i) {
      if (!one.texts[i].empty())
        out += " " + std::string(name(static_cast<Relation>(kFirstText + i))) + "=" + one.texts[i];
    }
    for (const int target : one.associate) out += " a" + std::to_string(target);
    for (const int target : one.evidence) out += " e" + std::to_string(target);
  }
  return out;
}

std::string structured(const std::string& report) {
  static Structurer structurer;
  return shown(structurer.structure(report));
}

TEST(Structure, Sentences) {
  const std::pair<const char*, const char*> cases[] = {
      {"Small left pleural effusion.", "pleural effusion [PF +] location=left severity=Small"},
      {"No focal consolidation, effusion or pneumothorax.",
       "consolidation [PF -] distribution=focal | effusion [PF -] | pneumothorax [PF -]"},
      {"The heart is mildly enlarged.", "heart [PF +] measurement=enlarged severity=mildly"},
      {"The heart is not enlarged.", "heart [PF -] measurement=not enlarged"},
      {"Heart size is normal.", "Heart size [PF -] measurement=normal"},
      {"The lungs are clear without effusion.", "lungs [PF -] morphology=clear | effusion [PF -]"},
      {"The lungs are clear of focal airspace disease.",
       "lungs [PF -] morphology=clear of | airspace disease [PF -] distribution=focal"},
      {"The right lung is clear.", "lung [PF -] location=right morphology=clear"},
      {"Heart size and pulmonary vascularity within normal limits.",
       "Heart size [PF -] measurement=within normal limits | pulmonary vascularity [PF -] measurement=within normal "
       "limits"},
      {"Stable cardiomegaly with clear lungs.", "cardiomegaly [PF +] no change=Stable | lungs [PF -] morphology=clear"},
      {"70-year-old woman with cough.", "cough [PATIENT INFO +]"},
      {"The lungs are hyperexpanded, AP view.", "lungs [PF +] morphology=hyperexpanded"},
      {"Right basilar opacity, which may represent pneumonia.",
       "opacity [PF +] location=Right basilar a2 | pneumonia [CF +?] a1 e1"},
      {"Pneumothorax cannot be excluded.", "Pneumothorax [PF +?]"},
      {"Effusion and atelectasis are unchanged.",
       "Effusion [PF +] no change=unchanged | atelectasis [PF +] no change=unchanged"},
      {"Interval resolution of the left effusion.", "effusion [PF +] location=left improved=Interval resolution"},
      {"Endotracheal tube tip terminates 5 cm above the carina.",
       "Endotracheal tube tip [OTH +] location=5 cm above the carina"},
      {"Chest tube has been removed.", "Chest tube [OTH +] placement=removed"},
      {"A 7 mm nodule in the right upper lobe.", "nodule [PF +] location=right upper lobe measurement=7 mm"},
      {"Evaluation of the left base is limited by overlying hardware.",
       "base [PF -] location=left assessment limitations=limited by overlying hardware"},
      {"No change in lung volumes.", "lung volumes [PF +] no change=No change"},
      {"Lungs: clear. No effusion.", "Lungs [PF -] morphology=clear | effusion [PF -]"},
      {"The liver is normal in size.", "liver [PF -] measurement=normal in size"},
      {"Gallbladder, spleen and both kidneys normal.",
       "Gallbladder [PF -] measurement=normal | spleen [PF -] measurement=normal | kidneys [PF -] location=both "
       "measurement=normal"},
      {"Large effusion on the left and a small one on the right.",
       "effusion [PF +] location=on the left severity=Large | effusion [PF +] location=on the right severity=small"},
      {"Bilateral effusions, left greater than right.",
       "effusions [PF +] location=Bilateral comparison=left greater than right"},
      {"The nodule is better seen on CT.", "nodule [PF +] other source=better seen on CT"},
      {"Interstitial prominence, which might be pulmonary edema.",
       "Interstitial prominence [PF +] a2 | pulmonary edema [CF +?] a1 e1"},
      {"Opacity and effusion, consistent with pneumonia or edema.",
       "Opacity [PF +] a3 a4 | effusion [PF +] a3 a4 | pneumonia [CF +?] a1 a2 e1 e2 | edema [CF +?] a1 a2 e1 e2"},
      {"Hazy opacity in the right lower lobe, concerning for pneumonia.",
       "opacity [PF +] location=right lower lobe morphology=Hazy a2 | pneumonia [CF +?] a1 e1"},
      {"Bilateral opacities likely reflect atelectasis.",
       "opacities [PF +] location=Bilateral a2 | atelectasis [PF +?] a1 e1"},
      {"The lateral view shows a nodule.", "nodule [PF +]"},
      {"Left lateral decubitus view.", ""},
      {"Recommend CT for further evaluation of the nodule.", ""},
      {"PA and lateral views of the chest were obtained.", ""},
      {"", ""}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(structured(text), expected) << text;
}

TEST(Structure, LinksReachOverSentences) {
  EXPECT_EQ(structured("Bibasilar opacities. These findings likely reflect atelectasis."),
            "opacities [PF +] location=Bibasilar a2 | atelectasis [PF +?] a1 e1");
  EXPECT_EQ(structured("Perihilar opacities. This might be pulmonary edema."),
            "opacities [PF +] location=Perihilar a2 | pulmonary edema [CF +?] a1 e1");
  EXPECT_EQ(structured("There is a nodule in the right upper lobe. It measures 9 mm."),
            "nodule [PF +] location=right upper lobe measurement=9 mm");
}

TEST(Structure, SectionsByTheirHeadings) {
  Structurer structurer;
  const Rows rows = structurer.structure(
      "FINAL REPORT\nREASON FOR EXAMINATION: Fever.\n\nTECHNIQUE: Portable view of the chest.\n\nCOMPARISON: Effusion "
      "in "
      "May.\n\nFINDINGS: No effusion. Clear lungs.\n\nIMPRESSION: Normal heart.");
  ASSERT_EQ(rows.size(), 4U) << shown(rows);
  EXPECT_EQ(rows[0].section, "hist");
  EXPECT_EQ(rows[0].category, Category::patient_info);
  EXPECT_EQ(rows[1].section, "findings");
  EXPECT_EQ(rows[2].sent_idx, 2);
  EXPECT_EQ(rows[3].section, "impression");
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i].ent_idx, static_cast<int>(i) + 1);
}

TEST(Structure, RowsKeepTheSchemasRules) {
  Structurer structurer;
  for (const char* report :
       {"Opacity consistent with pneumonia due to aspiration.", "Edema with effusion with collapse.",
        "Tube in place; effusion, likely edema, versus pneumonia."}) {
    Rows rows = structurer.structure(report);
    for (Row& one : rows) one.study = "s";
    const auto problems = validate(rows, "test");
    EXPECT_TRUE(problems.empty()) << problems[0].text();
  }
}

TEST(Studies, RecordsThatAreNoneAreAllCountedThoughNotAllAreKept) {
  constexpr std::size_t kMany = io::ProblemLog::kKept + 5;
  std::string lines;
  for (std::size_t i = 0; i < kMany; ++i) lines += "{\"id\": " + std::to_string(i) + "}\n";
  io::ProblemLog problems;
  EXPECT_TRUE(read_studies(io::memory_source(lines), problems).empty());
  EXPECT_EQ(problems.count(), kMany);
}

// The example's gold was written before any program read its reports.
TEST(Structure, TheExampleTimeline) {
  io::ProblemLog problems;
  const std::string folder = std::string(FIDUCIAL_EXAMPLES) + "/timeline/";
  const auto studies = read_studies(io::open_source(folder + "reports.jsonl"), problems);
  const auto sequence = sequence_of(studies);
  Structurer structurer;
  Rows rows;
  for (std::size_t i = 0; i < studies.size(); ++i) {
    for (Row& one : structurer.structure(studies[i].report)) {
      one.subject = studies[i].subject;
      one.study = studies[i].study;
      one.day = studies[i].day;
      one.sequence = sequence[i];
      rows.push_back(one);
    }
  }
  EXPECT_TRUE(validate(rows, "pred").empty());
  group(rows, {});
  const Rows gold = read_rows(folder + "gold.csv").rows;
  const Evaluation result = evaluate(rows, gold);
  EXPECT_GE(result.entity_relation.f1(), 0.90);
  EXPECT_GE(result.triplet.f1(), 0.85);
  EXPECT_GE(result.entity_groups.f1(), 0.80);
  EXPECT_GE(result.temporal_groups.f1(), 0.90);
  EXPECT_EQ(evaluate(gold, gold).triplet.f1(), 1.0);
  EXPECT_EQ(evaluate(gold, gold).entity_groups.f1(), 1.0);
  EXPECT_EQ(evaluate(gold, gold).temporal_groups.f1(), 1.0);
}

// What was read before changes nothing: else the number of threads would change the score.
TEST(Structure, AReportIsReadAsIfItWereTheFirst) {
  std::vector<std::string> reports;
  for (const char* what : {"mass", "lymphadenopathy", "fluid", "enlargement", "thickening"})
    reports.push_back("No abdominopelvic or retroperitoneal " + std::string(what) + ".");
  for (const std::string& before : reports) {
    for (const std::string& report : reports) {
      Structurer used;
      used.structure(before);
      Structurer fresh;
      EXPECT_EQ(shown(used.structure(report)), shown(fresh.structure(report))) << "after: " << before;
    }
  }
}

TEST(Structure, SaysWhereItsSentencesStand) {
  const std::string report =
      "CHEST X-RAY\nINDICATION: Fever. Cough.\nFINDINGS: No effusion. Small nodule, 3 mm.\nCONCLUSION: Nodule.";
  Structurer structurer;
  std::vector<SentencePlace> places;
  const Rows rows = structurer.structure(report, &places);
  std::vector<std::string> seen;
  for (const SentencePlace& one : places)
    seen.push_back(fmt::format("{} {}: {}", one.section, one.sent_idx, report.substr(one.begin, one.end - one.begin)));
  EXPECT_EQ(seen, (std::vector<std::string>{"hist 1: Fever", "hist 2: Cough", "findings 1: No effusion",
                                            "findings 2: Small nodule, 3 mm", "impression 1: Nodule"}));
  for (const Row& row : rows) {
    const bool placed = std::any_of(places.begin(), places.end(), [&](const SentencePlace& one) {
      return one.section == row.section && one.sent_idx == row.sent_idx &&
             report.substr(one.begin, one.end - one.begin).find(row.entity) != std::string::npos;
    });
    EXPECT_TRUE(placed) << row.entity;
  }
}

TEST(Vocabulary, ListsTheTermsOfACategory) {
  Vocabulary vocabulary;
  vocabulary.add("mild", "severity");
  vocabulary.add("left", "location");
  vocabulary.add("small", "severity");
  EXPECT_EQ(vocabulary.terms_of("severity"), (std::vector<std::string_view>{"mild", "small"}));
  EXPECT_TRUE(vocabulary.terms_of("onset").empty());
}

}  // namespace
}  // namespace fiducial::lunguage
