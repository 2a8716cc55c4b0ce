// Where sentences end.
#include "text/sentence.h"

#include <gtest/gtest.h>

namespace fiducial::text {
namespace {

std::vector<std::string> split(std::string_view text) {
  std::vector<Token> tokens;
  std::vector<Sentence> found;
  tokenize(text, tokens);
  sentences(text, tokens, found);
  std::vector<std::string> out;
  for (const Sentence& s : found)
    out.emplace_back(text.substr(tokens[s.first].begin, tokens[s.last - 1].end - tokens[s.first].begin));
  return out;
}

using Texts = std::vector<std::string>;

TEST(Sentences, EndAtPeriodsButNotAtDecimalsOrAbbreviations) {
  EXPECT_EQ(split("Nodule of 3.5 cm. Heart normal."), (Texts{"Nodule of 3.5 cm", "Heart normal"}));
  EXPECT_EQ(split("Lesion (image No. 3) is stable. No effusion."),
            (Texts{"Lesion (image No. 3) is stable", "No effusion"}));
  EXPECT_EQ(split("Effusion vs. thickening. Clear lungs."), (Texts{"Effusion vs. thickening", "Clear lungs"}));
  EXPECT_EQ(split("Lungs are clear.The heart is large."), (Texts{"Lungs are clear", "The heart is large"}));
  EXPECT_EQ(split("lungs are clear. heart is normal."), (Texts{"lungs are clear", "heart is normal"}));
}

TEST(Sentences, EndAtLinesThatAreNotMerelyWrapped) {
  EXPECT_EQ(split("Lungs:\n- Clear\n- No nodule"), (Texts{"Lungs:", "- Clear", "- No nodule"}));
  EXPECT_EQ(split("There is a small nodule in the right upper lobe that is\nunchanged."),
            (Texts{"There is a small nodule in the right upper lobe that is\nunchanged"}));
  EXPECT_EQ(split("Clear lungs\n\nNormal heart"), (Texts{"Clear lungs", "Normal heart"}));
}

TEST(Sentences, OfNothingAreNone) {
  EXPECT_TRUE(split("").empty());
  EXPECT_TRUE(split(" \n\n ... ").empty());
}

}  // namespace
}  // namespace fiducial::text
