// What each tokenizer takes for a word: tables of text -> words, which a reader can correct.
#include "lexical/tokens.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace fiducial::lexical {
namespace {

using List = std::vector<std::string>;

struct Case {
  std::string text;
  List words;
};

template <class Split>
List words_of(Split split_by, std::string_view text) {
  Words words;
  split_by(text, words);
  List out;
  for (std::size_t i = 0; i < words.size(); ++i) out.emplace_back(words[i]);
  return out;
}

TEST(PennTreebank, WordsOfReports) {
  const std::vector<Case> cases = {
      {"", {}},
      {"The lungs are clear.", {"the", "lungs", "are", "clear"}},
      {"T2-weighted, L4/5 and L5/S1.", {"t2-weighted", "l4/5", "and", "l5/s1"}},
      {"C5–C6 (left)", {"c5", "c6", "-lrb-", "left", "-rrb-"}},
      {"3.5 x 2.1 cm, 18×15 mm, 6*4mm", {"3.5", "x", "2.1", "cm", "18", "×", "15", "mm", "6", "*", "4mm"}},
      {"4.5mm but 4mm", {"4.5", "mm", "but", "4mm"}},
      {"0.5-1.0 cm", {"0.5-1", ".0", "cm"}},
      {"2024-08-29, 59%, -595.8 HU", {"2024-08-29", "59", "%", "-595.8", "hu"}},
      {"Hoffa's, can't, cannot, patients'", {"hoffa", "'s", "ca", "n't", "can", "not", "patients"}},
      {"Hoffa’s isn’t", {"hoffa", "'s", "is", "n't"}},
      {"iso- to hyper-intense", {"iso", "to", "hyper-intense"}},
      {"vs. approx. 3 cm.", {"vs.", "approx", "3", "cm"}},
      {"approx., 3", {"approx.", "3"}},
      {"no. 5 but no. Five", {"no.", "5", "but", "no", "five"}},
      {"hepatitis B. The liver", {"hepatitis", "b", "the", "liver"}},
      {"hepatitis B. Liver", {"hepatitis", "b.", "liver"}},
      {"a mass. Mass. is a state", {"a", "mass", "mass.", "is", "a", "state"}},
      {"e.g. the U.S.", {"e.g.", "the", "u.s."}},
      {"clear.Heart", {"clear.heart"}},
      {"effusion,left-sided", {"effusion,left-sided"}},
      {"'emphysema' and 'normal'", {"'em", "physema", "and", "normal"}},
      {"really?! yes?", {"really", "?!", "yes"}},
      {"½ of 10³", {"1/2", "of", "10", "³"}},
      {"so\u00ADcalled", {"socalled"}},
      {"A&amp;P &lt; 5", {"a&p", "<", "5"}},
      {"(see:)", {"-lrb-", "see", ":-rrb-"}},
  };
  for (const Case& c : cases) EXPECT_EQ(tokenize(c.text), c.words) << c.text;
}

TEST(PennTreebank, SomeWordsHoldABlank) {
  const auto whole = [](std::string_view text, Words& out) { split_ptb(text, NoBreak::whole, out); };
  EXPECT_EQ(words_of(whole, "1 1/2 cm"), (List{"1\u00A01/2", "cm"}));
  EXPECT_EQ(words_of(whole, "images 102 118 203"), (List{"images", "102\u00A0118\u00A0203"}));
  EXPECT_EQ(tokenize("images 102 118 203, 1 1/2 cm"), (List{"images", "102", "118", "203", "1", "1/2", "cm"}));
}

TEST(Space, SplitsAsPython) {
  EXPECT_EQ(tokenize("  A\tb\u00A0c\u2003d\n\u3000e ", Tokens::space), (List{"A", "b", "c", "d", "e"}));
}

TEST(Rouge, RunsOfLettersAndDigits) {
  const auto plain = [](std::string_view text, Words& out) { split_rouge(text, false, out); };
  const auto stemmed = [](std::string_view text, Words& out) { split_rouge(text, true, out); };
  EXPECT_EQ(words_of(plain, "T2-weighted, 3.5 cm; Sjögren"), (List{"t2", "weighted", "3", "5", "cm", "sj", "gren"}));
  EXPECT_EQ(words_of(plain, "20 \u212A, \u0130st"), (List{"20", "k", "i", "st"}));
  EXPECT_EQ(words_of(stemmed, "Nodules was dying"), (List{"nodul", "was", "die"}));
}

TEST(ThirteenA, SeparatesAsMteval) {
  const auto split_by = [](std::string_view text, Words& out) { split_13a(text, out); };
  EXPECT_EQ(words_of(split_by, "3.5 x 2,1 cm, L4/5 2-4mm (left)."),
            (List{"3.5", "x", "2,1", "cm", ",", "L4", "/", "5", "2", "-", "4mm", "(", "left", ")", "."}));
  EXPECT_EQ(words_of(split_by, "a..,b &lt; patient's T2-weighted"),
            (List{"a", ".", ".", ",", "b", "<", "patient's", "T2", "-", "weighted"}));
  EXPECT_EQ(words_of(split_by, "well-\ndefined <skipped>end\n"), (List{"welldefined", "end"}));
}

// Any bytes are a text: no tokenizer may read past its end, hang, or make an empty word.
TEST(Tokenizers, TakeAnyBytes) {
  std::mt19937 random(7);
  const std::string alphabet = "aB5 .,-/'\"()<>&#@:;=+\\_\xC2\xA0\xE2\x80\x99\xFF\n";
  for (int round = 0; round < 20000; ++round) {
    std::string text(random() % 24, ' ');
    for (char& c : text) c = alphabet[random() % alphabet.size()];
    Words words;
    split_ptb(text, NoBreak::whole, words);
    split_ptb(text, NoBreak::split, words);
    split_space(text, words);
    split_rouge(text, true, words);
    split_13a(text, words);
    for (std::size_t i = 0; i < words.size(); ++i) ASSERT_FALSE(words[i].empty());
  }
}

}  // namespace
}  // namespace fiducial::lexical
