// The embedded encoder beside the cosines that the paper publishes (its Appendix C.2), and unrelated phrases.
#include <gtest/gtest.h>

#include <cmath>

#include "fiducial/lunguage.h"

namespace fiducial::lunguage {
namespace {

double similarity(const std::string& a, const std::string& b) {
  static const auto encoder = make_lexicon_encoder();
  const std::string phrases[] = {a, b};
  const auto vectors = encoder->encode(phrases);
  return cosine(vectors[0], vectors[1]);
}

TEST(Encoder, IsNearThePublishedCosines) {
  struct Case {
    const char* a;
    const char* b;
    double cosine;
  };
  constexpr Case kCases[] = {
      {"effusions bilateral small", "pleural effusion left-sided pleural small stable", 0.743},
      {"bilateral", "left-sided pleural", 0.54},
      {"opacification left retrocardiac", "pleural effusion left moderate", 0.447},
      {"left retrocardiac", "left", 0.60},
      {"opacity right lung base", "opacity right lower lung base stable", 0.842},
      {"right lung base", "right lower lung base", 0.95},
      {"pleural effusion subpulmonic moderate", "pleural effusion right subpulmonic layering moderate stable", 0.82},
      {"hilar contours stable", "hilar contours unchanged", 0.93},
      {"atelectasis left lower lobe mild-to-moderate", "atelectasis left lower lobe unchanged", 0.92},
      {"PICC mid SVC", "left PICC mid SVC", 0.90},
      {"hilar contours unchanged", "cardiomediastinal silhouette unchanged", 0.68}};
  double sum = 0;
  for (const Case& c : kCases) {
    const double error = std::abs(similarity(c.a, c.b) - c.cosine);
    EXPECT_LT(error, 0.15) << c.a << " | " << c.b;
    sum += error;
  }
  EXPECT_LT(sum / static_cast<double>(std::size(kCases)), 0.08);
}

TEST(Encoder, KeepsUnrelatedPhrasesApart) {
  constexpr std::pair<const char*, const char*> kPairs[] = {{"pneumothorax", "PICC line"},
                                                            {"rib fracture", "cardiomegaly"},
                                                            {"pleural effusion", "fever"},
                                                            {"endotracheal tube", "pneumonia"},
                                                            {"hiatal hernia", "pneumothorax small"},
                                                            {"scoliosis", "pleural effusion"},
                                                            {"nodule", "median sternotomy wires"},
                                                            {"cough", "nodule right upper lobe"},
                                                            {"atelectasis", "rib fracture"},
                                                            {"pacemaker", "pulmonary edema"},
                                                            {"unknownword", "otherthing"}};
  for (const auto& [a, b] : kPairs) EXPECT_LT(similarity(a, b), 0.3) << a << " | " << b;
}

TEST(Encoder, IsSymmetricAndOneForTheSame) {
  EXPECT_NEAR(similarity("left lower lobe opacity", "left lower lobe opacity"), 1.0, 1e-6);
  EXPECT_EQ(similarity("left effusion", "right effusion"), similarity("right effusion", "left effusion"));
  EXPECT_LT(similarity("left effusion", "right effusion"), 0.95);
  // Words that the lexicon lacks meet by their letters.
  EXPECT_GT(similarity("blorbosis", "blorbosises"), 0.4);
  EXPECT_EQ(similarity("", "effusion"), 0.0);
}

TEST(LexiconEncoder, LevelsOfTheSpineAreApart) {
  const auto encoder = make_lexicon_encoder();
  const auto like = [&](const std::string& a, const std::string& b) {
    const std::vector<std::string> both{a, b};
    const auto vectors = encoder->encode(both);
    return cosine(vectors[0], vectors[1]);
  };
  EXPECT_LT(like("l4-l5", "l5-s1"), 0.5);
  EXPECT_LT(like("disc extrusion l4-l5 left paracentral", "disc extrusion l5-s1 left paracentral"), 0.85);
  EXPECT_NEAR(like("l4-l5 disc", "disc at l4-l5"), 1.0, 1e-6);
}

}  // namespace
}  // namespace fiducial::lunguage
