// Tag records from and to JSON: the published shape, and every kind of damage.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "fiducial/radsem.h"
#include "radsem/record_json.h"
#include "radsem/sentences.h"
#include "random_tags.h"

namespace fiducial::radsem {
namespace {

using Json = nlohmann::ordered_json;

const char* const kRecord = R"({
  "name": "case-1", "Examined_Area": "Chest", "Examined_Type": "CT",
  "findings": {
    "pairs": [{
      "ref_sentence": "There is a nodule in the left upper lobe", "gen_sentence": "There is a nodule in the left lung",
      "normality": "abnormal", "anatomical_relationship": "part-whole",
      "asserted_abnormality_relationship": "equivalent", "negated_abnormality_relationship": null,
      "details_of_abnormality_relationship": "partial"}],
    "unmatched_sentences": [{"sentence_is_from": "Gen", "sentence": "The heart is normal", "normality": "normal"}]}})";

TEST(TagJson, ReadsThePublishedShape) {
  const Tag tag = tag_from_json(Json::parse(kRecord));
  EXPECT_EQ(tag.name, "case-1");
  EXPECT_EQ(tag.examined_area, "Chest");
  EXPECT_EQ(tag.examined_type, "CT");
  ASSERT_EQ(tag.pairs.size(), 1U);
  const TagPair expected = {"There is a nodule in the left upper lobe",
                            "There is a nodule in the left lung",
                            Normality::abnormal,
                            Relation::part_whole,
                            Relation::equivalent,
                            Relation::null,
                            Details::partial};
  EXPECT_EQ(tag.pairs[0], expected);
  ASSERT_EQ(tag.unmatched.size(), 1U);
  EXPECT_EQ(tag.unmatched[0], (Unmatched{Side::gen, "The heart is normal", Normality::normal}));
  EXPECT_TRUE(tag.well_formed);
}

TEST(TagJson, WritesThePublishedShape) {
  EXPECT_EQ(to_json(tag_from_json(Json::parse(kRecord))), Json::parse(kRecord));
}

TEST(TagJson, FindingsMayBeAStringInACodeFence) {
  Json record = Json::parse(kRecord);
  const Tag expected = tag_from_json(record);
  const std::string object = record["findings"].dump();
  for (const std::string& text : {object, "```json\n" + object + "\n```", "```\n" + object + "```\n",
                                  "Here are the pairs:\n" + object + "\nDone."}) {
    record["findings"] = text;
    EXPECT_EQ(tag_from_json(record), expected) << text;
  }
}

TEST(TagJson, FindingsThatAreNoObjectScoreZero) {
  Json record = Json::parse(kRecord);
  for (const Json& findings : {Json(nullptr), Json(3), Json(""), Json("```json\n[1, 2]\n```"), Json("{\"pairs\": ["),
                               Json("}{"), Json::array({1}), Json(true)}) {
    record["findings"] = findings;
    const Tag tag = tag_from_json(record);
    EXPECT_FALSE(tag.well_formed) << findings;
    EXPECT_EQ(score(tag).score, 0.0);
    EXPECT_EQ(tag.name, "case-1");
    EXPECT_TRUE(to_json(tag)["findings"].is_null());
  }
  EXPECT_FALSE(tag_from_json(Json::array()).well_formed);
  EXPECT_FALSE(tag_from_json(Json()).well_formed);
}

TEST(TagJson, LabelsAreComparedAsTheyAre) {
  Json record = Json::parse(kRecord);
  Json& pair = record["findings"]["pairs"][0];
  pair["normality"] = "Abnormal";
  pair["anatomical_relationship"] = "part-whole ";
  pair["asserted_abnormality_relationship"] = 1;
  pair.erase("negated_abnormality_relationship");
  pair["details_of_abnormality_relationship"] = "null";
  record["findings"]["unmatched_sentences"][0]["sentence_is_from"] = "gen";
  const Tag tag = tag_from_json(record);
  EXPECT_EQ(tag.pairs[0].normality, Normality::other);
  EXPECT_EQ(tag.pairs[0].anatomical, Relation::other);
  EXPECT_EQ(tag.pairs[0].asserted, Relation::other);
  EXPECT_EQ(tag.pairs[0].negated, Relation::null);
  EXPECT_EQ(tag.pairs[0].details, Details::other);
  EXPECT_EQ(tag.unmatched[0].side, Side::other);
}

TEST(TagJson, ThingsOfTheWrongKindAreReadAsMissing) {
  const Tag tag = tag_from_json(Json::parse(
      R"({"name": 17, "Examined_Area": {}, "findings": {"pairs": [null, "x", {"ref_sentence": 4}],
          "unmatched_sentences": {"sentence": "x"}}})"));
  EXPECT_EQ(tag.name, "17");
  EXPECT_EQ(tag.examined_area, "");
  ASSERT_EQ(tag.pairs.size(), 3U);
  for (const TagPair& pair : tag.pairs) EXPECT_EQ(pair, TagPair{});
  EXPECT_TRUE(tag.unmatched.empty());
  EXPECT_TRUE(tag.well_formed);
}

TEST(TagJson, WhatWasWrittenIsReadBackAndScoresTheSame) {
  RandomTags tags(6);
  for (int i = 0; i < 1000; ++i) {
    const Tag tag = tag_from_json(tags.record());
    const Tag again = tag_from_json(Json::parse(to_json(tag).dump()));
    ASSERT_EQ(score(again).score, score(tag).score);
    ASSERT_EQ(to_json(again), to_json(tag));
  }
}

TEST(AuditJson, SaysHowTheScoreCameAbout) {
  const Tag tag = tag_from_json(Json::parse(kRecord));
  const Json json = to_json(tag, score(tag));
  const Json expected = Json::parse(R"({
    "name": "case-1", "score": 0.9, "policy": "many-to-many", "well_formed": true,
    "classes": {
      "abnormal": {"present": true, "matched": 0.25, "unmatched_ref": 0, "unmatched_gen": 0, "base_f1": 1.0,
                   "rule": "partial-match", "n": 1, "q": 0.25, "lambda": 0.25, "score": 0.8125, "share": 0.9},
      "normal": {"present": true, "matched": 0.0, "unmatched_ref": 0, "unmatched_gen": 1, "base_f1": 0.0,
                 "rule": "base", "score": 0.0, "share": 0.1}}})");
  EXPECT_NEAR(json["score"].get<double>(), 0.9 * 0.8125, 1e-12);
  EXPECT_EQ(json["policy"], "many-to-many");
  EXPECT_EQ(json["classes"], expected["classes"]);
  EXPECT_EQ(json["pairs"][0]["part_wholes"], 1);
  EXPECT_EQ(json["pairs"][0]["weight"], 0.25);
  EXPECT_EQ(json["pairs"][0]["status"], "counted");
  EXPECT_EQ(json["pairs"][0]["credit"], 0.25);
  EXPECT_TRUE(json["pairs"][0]["negated_abnormality_relationship"].is_null());
  EXPECT_EQ(json["unmatched_sentences"][0]["sentence"], "The heart is normal");
}

TEST(Trim, TakesUnicodeWhiteSpaceFromBothEnds) {
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim(" \t\r\n\v\f"), "");
  EXPECT_EQ(trim("  a b "), "a b");
  EXPECT_EQ(trim("\xc2\xa0"
                 "a\xe3\x80\x80"),
            "a");
  EXPECT_EQ(trim("\xe2\x80\xaf"
                 "a\xe2\x80\xa8\xe1\x9a\x80"),
            "a");
  EXPECT_EQ(trim("\xe2\x80\x94"), "\xe2\x80\x94");  // a dash is not space
  EXPECT_EQ(trim("\xe2\x80"), "\xe2\x80");          // a cut character is left alone
}

}  // namespace
}  // namespace fiducial::radsem
