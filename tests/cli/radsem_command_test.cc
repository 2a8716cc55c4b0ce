// `fiducial radsem score` from outside, on the example tags and on the paper's worked case.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "process.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;

Json pair(int i, const char* normality) {
  return {{"ref_sentence", std::string(normality) + " ref " + std::to_string(i)},
          {"gen_sentence", std::string(normality) + " gen " + std::to_string(i)},
          {"normality", normality},
          {"anatomical_relationship", "equivalent"},
          {"asserted_abnormality_relationship", nullptr},
          {"negated_abnormality_relationship", nullptr},
          {"details_of_abnormality_relationship", nullptr}};
}

// Table 3 of the paper: 4 abnormal pairs, 2 unmatched abnormal Ref; 15 normal pairs, 2 unmatched normal Gen.
std::string paper_case() {
  Json pairs = Json::array();
  for (int i = 0; i < 4; ++i) pairs.push_back(pair(i, "abnormal"));
  for (int i = 0; i < 15; ++i) pairs.push_back(pair(i, "normal"));
  Json unmatched = Json::array();
  for (const char* name : {"a", "b"}) {
    unmatched.push_back({{"sentence_is_from", "Ref"}, {"sentence", name}, {"normality", "abnormal"}});
    unmatched.push_back({{"sentence_is_from", "Gen"}, {"sentence", name}, {"normality", "normal"}});
  }
  return Json{{"name", "paper"}, {"findings", {{"pairs", pairs}, {"unmatched_sentences", unmatched}}}}.dump() + "\n";
}

TEST(RadsemScore, ThePapersExample) {
  const Result result = run({"radsem", "score", "-", "-q"}, {paper_case(), "", {}});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NEAR(Json::parse(result.out)["score"].get<double>(), 0.81375, 1e-12);
}

TEST(RadsemScore, WritesScoresAuditAndSummary) {
  const Folder folder;
  const Result result = run({"radsem", "score", example("tags.jsonl"), "-o", folder.path("scores.jsonl"), "--audit",
                             folder.path("audit.jsonl"), "--json", folder.path("summary.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const auto scores = lines_of(folder.read("scores.jsonl"));
  const auto audits = lines_of(folder.read("audit.jsonl"));
  ASSERT_EQ(scores.size(), 6U);
  ASSERT_EQ(audits.size(), 6U);
  double sum = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    EXPECT_EQ(Json::parse(scores[i])["name"], Json::parse(audits[i])["name"]);
    EXPECT_EQ(Json::parse(scores[i])["score"], Json::parse(audits[i])["score"]);
    sum += Json::parse(scores[i])["score"].get<double>();
  }
  EXPECT_EQ(scores[0], R"({"name":"all-matched","score":1.0})");
  const Json summary = Json::parse(folder.read("summary.json"));
  EXPECT_NEAR(summary["scores"]["radsem"]["mean"].get<double>(), sum / 6, 1e-12);
  EXPECT_EQ(summary["scores"]["radsem.abnormal"]["n"], 5);
  EXPECT_TRUE(contains(summary["signature"].get<std::string>(), "policy:many-to-many"));
  EXPECT_TRUE(contains(result.out, "policy:many-to-many"));
}

TEST(RadsemScore, PoliciesDiffer) {
  const auto score = [](const std::string& policy) {
    return run({"radsem", "score", example("tags.jsonl"), "-q", "--policy", policy}).out;
  };
  EXPECT_EQ(lines_of(score("alt")).size(), 6U);
  EXPECT_NE(score("alt"), score("many-to-many"));
}

TEST(RadsemScore, ExplainsOneCase) {
  const Result result = run({"radsem", "score", example("tags.jsonl"), "--explain", "part-and-whole"});
  EXPECT_EQ(result.code, 0);
  for (const char* part : {"part-and-whole  RadSEM 0.4000", "weight 0.1667, credit 0.1667", "site part-whole",
                           "unmatched", "final: 0.90 x 0.3333 (abnormal) + 0.10 x 1.0000 (normal) = 0.4000"}) {
    EXPECT_TRUE(contains(result.out, part)) << part << "\n" << result.out;
  }
  const Result missing = run({"radsem", "score", example("tags.jsonl"), "--explain", "part-and-hole"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_TRUE(contains(missing.err, "Did you mean 'part-and-whole'?"));
}

}  // namespace
}  // namespace fiducial::cli_test
