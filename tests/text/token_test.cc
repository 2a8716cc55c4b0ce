// Words, numbers and levels: what is one token, and which spellings are one word.
#include "text/token.h"

#include <gtest/gtest.h>

#include "text/level.h"

namespace fiducial::text {
namespace {

TEST(Stem, FoldsWhatWritersVaryWithoutMeaning) {
  const std::pair<const char*, const char*> same[] = {
      {"nodule", "nodules"},
      {"calcification", "calcifications"},
      {"metastasis", "metastases"},
      {"bulla", "bullae"},
      {"dilate", "dilated"},
      {"thicken", "thickening"},
      {"thicken", "thickens"},
      {"oedema", "edema"},
      {"haematoma", "hematoma"},
      {"tumour", "tumors"},
      {"disc", "disks"},
      {"blur", "blurred"},
      {"visualised", "visualized"},
      {"centre", "center"},
      {"calcify", "calcified"},
      {"Effusion", "effusions"},
  };
  for (const auto& [a, b] : same) EXPECT_EQ(stem(a), stem(b)) << a << " " << b;
}

TEST(Stem, KeepsApartWhatMeansSomethingElse) {
  const std::pair<const char*, const char*> apart[] = {
      {"noted", "not"},     {"marking", "marked"}, {"spine", "spin"},   {"hepatic", "hepatitis"},
      {"pelvis", "pelvic"}, {"mass", "mas"},       {"thymus", "thymu"},
  };
  for (const auto& [a, b] : apart) EXPECT_NE(stem(a), stem(b)) << a << " " << b;
}

std::vector<Token> tokens(std::string_view text) {
  std::vector<Token> out;
  tokenize(text, out);
  return out;
}

TEST(Tokenize, JoinsPrefixesHoweverTheyAreWritten) {
  const auto hyphen = tokens("non-enhancing");
  const auto space = tokens("non enhancing");
  const auto joined = tokens("nonenhancing");
  ASSERT_EQ(hyphen.size(), 1U);
  ASSERT_EQ(space.size(), 1U);
  EXPECT_EQ(hyphen[0].word, joined[0].word);
  EXPECT_EQ(space[0].word, joined[0].word);
}

TEST(Tokenize, ReadsVertebralLevels) {
  struct Case {
    const char* text;
    const char* from;
    const char* to;
    bool pair;
  };
  const Case cases[] = {{"L4", "L4", "L4", false},    {"L4/5", "L4", "L5", true},    {"L5-S1", "L5", "S1", true},
                        {"C3-C7", "C3", "C7", false}, {"T12/L1", "T12", "L1", true}, {"C3 to C5", "C3", "C5", false},
                        {"D10", "T10", "T10", false}};
  for (const Case& c : cases) {
    const auto t = tokens(c.text);
    ASSERT_EQ(t.size(), 1U) << c.text;
    EXPECT_EQ(t[0].kind, TokenKind::level) << c.text;
    EXPECT_EQ(vertebra_name(t[0].level_from), c.from) << c.text;
    EXPECT_EQ(vertebra_name(t[0].level_to), c.to) << c.text;
    EXPECT_EQ(t[0].level_pair, c.pair) << c.text;
  }
}

TEST(Tokenize, TakesT1AndT2AsSequencesUnlessTheSpineIsMeant) {
  EXPECT_EQ(tokens("T2 signal")[0].kind, TokenKind::word);
  EXPECT_EQ(tokens("T1WI")[0].kind, TokenKind::word);
  EXPECT_EQ(tokens("T2 vertebra")[0].kind, TokenKind::level);
  EXPECT_EQ(tokens("T1-T3 spinous processes")[0].kind, TokenKind::level);
}

TEST(Tokenize, ReadsMeasurementsInTheirSpellings) {
  for (const char* text : {"15*12mm", "15 x 12 mm", "15×12 mm", "15x12mm"}) {
    const auto t = tokens(text);
    ASSERT_GE(t.size(), 4U) << text;
    EXPECT_EQ(t[0].kind, TokenKind::number) << text;
    EXPECT_EQ(t[1].kind, TokenKind::times) << text;
    EXPECT_EQ(t[2].value, 12) << text;
  }
  EXPECT_DOUBLE_EQ(tokens("1.5cm")[0].value, 1.5);
}

TEST(Tokenize, AcceptsAnyBytesAndKeepsPlaces) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  for (const Token& t : tokens(bytes)) {
    EXPECT_LE(t.begin, t.end);
    EXPECT_LE(t.end, bytes.size());
  }
}

}  // namespace
}  // namespace fiducial::text
