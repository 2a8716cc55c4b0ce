// The lexicon: its tables compile, and what they say can be asked.
#include "lexicon/lexicon.h"

#include <gtest/gtest.h>

#include "lexicon/compile.h"

namespace fiducial::lexicon {
namespace {

const Lexicon& built_in() {
  return Lexicon::embedded();
}

ConceptId meaning(const Lexicon& lexicon, std::string_view term, Section section) {
  std::vector<text::Token> tokens;
  text::tokenize(term, tokens);
  const Match match = lexicon.longest(tokens, 0);
  if (match.tokens != tokens.size()) return kNone;
  for (const Sense& s : match.senses) {
    if (s.section == section) return s.concept_id;
  }
  return kNone;
}

TEST(Lexicon, KnowsTheWholeBody) {
  for (const char* place : {"right upper lobe", "liver", "hepatic", "kidney", "renal", "pancreatic duct", "thalamus",
                            "maxillary sinus", "meniscus", "intervertebral disc", "prostate", "uterus", "gallbladder",
                            "spleen", "thyroid", "femur", "aorta", "pleura", "breast"}) {
    std::vector<text::Token> tokens;
    text::tokenize(place, tokens);
    bool anatomy = false;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      for (const Sense& s : built_in().longest(tokens, i).senses) anatomy |= s.section == Section::anatomy;
    }
    EXPECT_TRUE(anatomy) << place;
  }
  EXPECT_GT(built_in().forms(), 20000U);
}

TEST(Lexicon, GivesOneMeaningToOneThing) {
  const std::pair<const char*, const char*> same[] = {
      {"nodule", "nodules"}, {"fluid-level", "fluid level"}, {"dilatation", "dilated"}, {"oedema", "edema"}};
  for (const auto& [a, b] : same)
    EXPECT_EQ(meaning(built_in(), a, Section::observation), meaning(built_in(), b, Section::observation)) << a;
  EXPECT_EQ(meaning(built_in(), "hepatic", Section::anatomy), meaning(built_in(), "liver", Section::anatomy));
}

TEST(Lexicon, KnowsPartsAndKinds) {
  const ConceptId lung = built_in().find("lung");
  const ConceptId lobe = built_in().find("lung.upper_lobe");
  ASSERT_NE(lung, kNone);
  ASSERT_NE(lobe, kNone);
  EXPECT_TRUE(built_in().contains(lung, lobe));
  EXPECT_FALSE(built_in().contains(lobe, lung));
  EXPECT_FALSE(built_in().contains(lung, lung));
  EXPECT_TRUE(built_in().contains(built_in().find("lesion"), built_in().find("nodule")));
  EXPECT_EQ(built_in().changed(built_in().find("size"), 1), built_in().find("enlargement"));
  EXPECT_EQ(built_in().find("no_such_concept"), kNone);
}

Compiled compile_text(std::string_view table) {
  Source source;
  source.add("t.txt", table);
  return compile(source, "test");
}

std::string first_complaint(std::string_view table) {
  const Compiled c = compile_text(table);
  return c.complaints.empty() ? "" : c.complaints[0].text();
}

TEST(Compile, NamesFileLineAndCause) {
  EXPECT_EQ(first_complaint("[anatomy]\nbody | | body\n"), "");
  EXPECT_NE(first_complaint("[anatomy]\nbody | body\n").find("t.txt:2: expected: id | properties | form"),
            std::string::npos);
  EXPECT_NE(first_complaint("[nonsense]\n").find("expected a section"), std::string::npos);
  EXPECT_NE(
      first_complaint("[anatomy]\nbody | | body\nhand | in=arm | hand\n").find("names arm, which no table defines"),
      std::string::npos);
  EXPECT_NE(first_complaint("[anatomy]\nbody | in=hand | body\nhand | in=body | hand\n").find("contains itself"),
            std::string::npos);
  EXPECT_NE(first_complaint("[observation]\na | | spot\nb | | spots\n").find("means both a and b"), std::string::npos);
  EXPECT_NE(first_complaint("[anatomy]\nbody | | body\nhand | | hand\n").find("part of nothing"), std::string::npos);
  EXPECT_NE(first_complaint("[observation]\na | frobnicate | spot\n").find("unknown property frobnicate"),
            std::string::npos);
}

TEST(Compile, WeighsSigns) {
  const Compiled c = compile_text(
      "[anatomy]\nbody | | body\n[sign]\npill | patient=1.25 |\npills | patient=0.5 advice=-1 |\n"
      "known <disease> | examination=2 |\n<show> <far> <disease> | patient=-3 |\n");
  ASSERT_TRUE(c.complaints.empty()) << c.complaints[0].text();
  const Lexicon lexicon(c.image);
  std::vector<text::Token> tokens;
  text::tokenize("pill known", tokens);
  const SignKey disease = sign(WordKind::disease);
  EXPECT_EQ(lexicon.topic(word_sign(tokens[0].word)).patient, 175);  // two words of one stem
  EXPECT_EQ(lexicon.topic(word_sign(tokens[0].word)).advice, -100);
  EXPECT_EQ(lexicon.topic(sign(word_sign(tokens[1].word), disease)).examination, 200);
  EXPECT_EQ(lexicon.topic(sign(sign(sign(WordKind::show), sign(WordKind::far)), disease)).patient, -300);
  EXPECT_EQ(lexicon.topic(disease).patient, 0);
  EXPECT_NE(first_complaint("[sign]\n<zorb> | patient=1 |\n").find("t.txt:2: no word and no kind of word: <zorb>"),
            std::string::npos);
  EXPECT_NE(first_complaint("[sign]\npill | patients=1 |\n").find("t.txt:2: expected patient="), std::string::npos);
  EXPECT_NE(first_complaint("[sign]\npill | patient=x |\n").find("t.txt:2: expected patient="), std::string::npos);
}

TEST(Compile, ReadsContinuationsFusedFormsAndAdditions) {
  const Compiled c = compile_text(
      "[anatomy]\nbody | | body\nheart | in=body | heart\n[modifier]\nsize.small | kind=size | small\n"
      "[observation]\nenlargement | | enlarged;\n  enlargement\n+enlargement | | cardiomegaly@heart; "
      "microdot%size.small\n");
  ASSERT_TRUE(c.complaints.empty()) << c.complaints[0].text();
  const Lexicon lexicon(c.image);
  std::vector<text::Token> tokens;
  text::tokenize("cardiomegaly", tokens);
  const Match match = lexicon.longest(tokens, 0);
  ASSERT_EQ(match.senses.size(), 1U);
  EXPECT_EQ(lexicon.name(match.senses[0].concept_id), "enlargement");
  EXPECT_EQ(lexicon.name(match.senses[0].site), "heart");
}

// What a change of an attribute is called does not depend on which concepts a site adds to.
TEST(WithTerms, WhatIsAddedToNamesNothingElse) {
  const Lexicon& built_in = Lexicon::embedded();
  const auto own = Lexicon::with_terms(
      "site.txt", "[observation]\n+bph | | wobble\n+dilatation | | wibble\nwubble | about=size dir=up | wubble\n");
  for (const char* attribute : {"size", "caliber", "thickness", "density"}) {
    for (const int direction : {-1, 1}) {
      const ConceptId before = built_in.changed(built_in.find(attribute), direction);
      const ConceptId now = own->changed(own->find(attribute), direction);
      EXPECT_EQ(built_in.name(before), own->name(now)) << attribute;
    }
  }
}

TEST(WithTerms, AddsASitesOwnWordsAndSaysWhatIsWrong) {
  const auto own = Lexicon::with_terms("site.txt", "[observation]\n+nodule | | wibble\n");
  EXPECT_EQ(own->name(meaning(*own, "wibbles", Section::observation)), "nodule");
  EXPECT_EQ(meaning(built_in(), "wibbles", Section::observation), kNone);
  EXPECT_NE(own->version(), built_in().version());
  EXPECT_THROW(Lexicon::with_terms("site.txt", "[observation]\nbroken line\n"), std::runtime_error);
}

}  // namespace
}  // namespace fiducial::lexicon
