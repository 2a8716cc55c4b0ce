#include "grammar/sentence_topic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

namespace fiducial::findings {
namespace {

using lexicon::Lexicon;

std::vector<text::Token> tokens_of(const std::string& text) {
  std::vector<text::Token> tokens;
  text::tokenize(text, tokens);
  return tokens;
}

// "patient", "examination", "advice" or "image": whichever its words weigh most for.
std::string topic(const std::string& text) {
  const auto w = weigh_topics(Lexicon::embedded(), tokens_of(text));
  const std::int32_t most = std::max({0, w.patient, w.examination, w.advice});
  if (most == 0) return "image";
  return most == w.patient ? "patient" : most == w.examination ? "examination" : "advice";
}

// None of these sentences is among those that the weights were fitted to.
TEST(SentenceTopic, IsToldByItsWords) {
  for (const char* text : {"Retired miner, weight loss and haemoptysis", "Type 1 diabetic, foot ulcer for six weeks",
                           "Status post sigmoid resection, CEA rising", "Fell down the stairs, cannot walk"})
    EXPECT_EQ(topic(text), "patient") << text;
  for (const char* text : {"Axial and coronal reformats, bone window", "Portal venous phase CT of the abdomen",
                           "Compared with the MRI of last August"})
    EXPECT_EQ(topic(text), "examination") << text;
  for (const char* text : {"Please repeat the ultrasound in three months", "Findings phoned to the surgical registrar",
                           "Suggest biopsy of the larger lesion"})
    EXPECT_EQ(topic(text), "advice") << text;
  for (const char* text : {"Two cysts in the left kidney", "No hydronephrosis", "Old infarct in the right thalamus",
                           "Spleen 14 cm", "The screws are intact and the fracture has united"})
    EXPECT_EQ(topic(text), "image") << text;
}

std::string before_image(const std::string& text) {
  const auto tokens = tokens_of(text);
  const std::size_t n = tokens_before_image(Lexicon::embedded(), tokens, 50);
  return n == 0 ? "" : text.substr(0, tokens[n - 1].end);
}

TEST(SentenceTopic, MayChangeAtAComma) {
  EXPECT_EQ(before_image("Kicked by a cow, fracture of the left femur"), "Kicked by a cow,");
  EXPECT_EQ(before_image("Kicked by a cow, thigh pain"), "Kicked by a cow, thigh pain");
  EXPECT_EQ(before_image("A cyst in the liver, 3 cm, and another in the spleen"), "");
  EXPECT_EQ(before_image(""), "");
}

// The sum of what each sign weighs, one after another.
TEST(SentenceTopic, IsTheSumOfItsSigns) {
  for (const char* text : {"Known AAA, surveillance", "71F, ?PE", "No pneumothorax. 3 mm nodule at L4/5", "x"}) {
    const auto tokens = tokens_of(text);
    std::vector<Sign> signs;
    signs_of(Lexicon::embedded(), tokens, signs);
    lexicon::TopicWeights sum;
    for (const Sign& sign : signs) sum += Lexicon::embedded().topic(sign.key);
    const auto weights = weigh_topics(Lexicon::embedded(), tokens);
    EXPECT_EQ(sum.patient, weights.patient) << text;
    EXPECT_EQ(sum.examination, weights.examination) << text;
    EXPECT_EQ(sum.advice, weights.advice) << text;
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> far;
    for (const Sign& s : signs) {
      if (s.far) ++far[{static_cast<std::uint32_t>(s.first.kind), static_cast<std::uint32_t>(s.second.kind)}];
    }
    for (const auto& [pair, times] : far) EXPECT_EQ(times, 1) << text;
  }
}

TEST(SentenceTopic, LooksAtSoManyWordsAndNoMore) {
  std::string text = "Two cysts in the left kidney";
  for (int i = 0; i < 200; ++i) text += " and the liver";
  const auto long_one = weigh_topics(Lexicon::embedded(), tokens_of(text));
  for (int i = 0; i < 5000; ++i) text += " biopsy suggested";
  const auto longer = weigh_topics(Lexicon::embedded(), tokens_of(text));
  EXPECT_EQ(long_one.advice, longer.advice);
}

TEST(SentenceTopic, KindsOfWordsHaveNames) {
  for (int k = 0; k <= static_cast<int>(lexicon::WordKind::far); ++k) {
    const auto kind = static_cast<lexicon::WordKind>(k);
    EXPECT_EQ(lexicon::word_kind(lexicon::name(kind)), kind);
  }
  EXPECT_FALSE(lexicon::word_kind("zorb").has_value());
}

}  // namespace
}  // namespace fiducial::findings
