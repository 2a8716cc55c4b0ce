// `fiducial lunguage …` and `fiducial correlate` from outside: the example timeline, files fed back in, bad input.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "process.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;

const std::string kHead = "subject_id,study_id,sequence,day_from_first,ent_idx,entity,cat,dx_status,dx_certainty\n";

TEST(Lunguage, StagesGiveWhatTheWholeGives) {
  const Folder folder;
  const std::string reports = example("timeline/reports.jsonl");
  const std::string gold = example("timeline/gold.csv");
  const std::string rows = folder.path("rows.csv");
  const std::string timeline = folder.path("timeline.jsonl");
  ASSERT_EQ(run({"lunguage", "structure", reports, "-o", rows}).code, 0);
  ASSERT_EQ(run({"lunguage", "group", rows, "-o", timeline, "--rationale", folder.path("why.jsonl")}).code, 0);
  EXPECT_TRUE(contains(folder.read("why.jsonl"), "put back after removal"));
  const Result staged = run({"lunguage", "score", "--pred", timeline, "--gold", gold, "--json", folder.path("a.json")});
  ASSERT_EQ(staged.code, 0) << staged.err;
  const Result whole = run({"lunguage", "run", "--pred", reports, "--gold", gold, "--out", folder.path("run")});
  ASSERT_EQ(whole.code, 0) << whole.err;
  Json a = Json::parse(folder.read("a.json"));
  Json b = Json::parse(folder.read("run/summary.json"));
  EXPECT_EQ(a["single"], b["single"]);
  EXPECT_EQ(a["sequential"], b["sequential"]);
  EXPECT_EQ(a["single"]["n"], 18);
  EXPECT_EQ(a["sequential"]["n"], 4);
  const Json pair = Json::parse(lines_of(folder.read("run/pairs.jsonl")).front());
  EXPECT_TRUE(pair.contains("semantic") && pair.contains("structural") && pair["attributes"].contains("dx_status"));
}

TEST(Lunguage, CandidatesAreWhereTheColumnHasThem) {
  const Folder folder;
  const std::string reports = folder.file(
      "r.jsonl", R"({"study_id":"s","findings":"Left lung clear.","impression":"No left basal lung opacity."})"
                 "\n");
  const std::string vocabulary = folder.file("v.csv", "target_term,category\nLeft lung,location\nleft lung,location\n");
  const std::vector<std::string> command{"lunguage", "structure",    reports, "--vocabulary",
                                         vocabulary, "--candidates", "-"};
  const Json found = Json::parse(run(command).out)["candidates"];
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0]["column"], "findings");
  EXPECT_EQ(found[0]["span"], Json::array({0, 9}));
  auto apart = command;
  apart.emplace_back("--discontinuous");
  const Json more = Json::parse(run(apart).out)["candidates"];
  ASSERT_EQ(more.size(), 2U);
  EXPECT_EQ(more[1]["column"], "impression");
  EXPECT_EQ(more[1]["text"], "left basal lung");
  EXPECT_EQ(more[1]["span"], Json::array({3, 18}));
}

TEST(Lunguage, StudiesWithoutAPredictionScoreZeroOrAreLeftOut) {
  const Folder folder;
  const std::string row = ",1,0,1,effusion,PF,positive,definitive\n";
  const std::string gold = folder.file("g.csv", kHead + "p,s" + row + "q,t" + row);
  const std::string pred = folder.file("p.csv", kHead + "p,s" + row);
  const auto mean = [&](const std::string& how) {
    const Result result =
        run({"lunguage", "score", "--pred", pred, "--gold", gold, "--missing", how, "--json", folder.path("o.json")});
    EXPECT_EQ(result.code, 1);
    EXPECT_TRUE(contains(result.out, how == "drop" ? "1 of 2 studies have no prediction: left out"
                                                   : "1 of 2 studies have no prediction: scored 0"))
        << result.out;
    const Json json = Json::parse(folder.read("o.json"));
    EXPECT_TRUE(contains(json["signature"].get<std::string>(), "|missing:" + how));
    return json["single"]["f1"]["mean"].get<double>();
  };
  EXPECT_EQ(mean("zero"), 0.5);
  EXPECT_EQ(mean("drop"), 1.0);
}

TEST(Lunguage, GivenGroupsAreKept) {
  const Folder folder;
  const std::string head =
      "subject_id,study_id,sequence,day_from_first,ent_idx,entity,cat,dx_status,dx_certainty,"
      "gt_entity_group,gt_temporal_group\n";
  const std::string gold = folder.file("g.csv", head + "p,s,1,0,1,effusion,PF,positive,definitive,my own group,1\n" +
                                                    "p,t,2,9,1,effusion,PF,positive,definitive,,\n");
  const Result result = run({"lunguage", "score", "--pred", gold, "--gold", gold, "--setting", "sequential", "--pairs",
                             folder.path("pairs.jsonl")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(contains(result.err, "1 rows have no group and are left out of the sequential score")) << result.err;
  const auto pairs = lines_of(folder.read("pairs.jsonl"));
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(Json::parse(pairs[0])["gold"]["phrase"], "my own group");
}

TEST(Lunguage, EvaluateHasThePublishedMeasures) {
  const Folder folder;
  const std::string gold = example("timeline/gold.csv");
  const Result result = run({"lunguage", "evaluate", "--pred", gold, "--gold", gold, "--json", folder.path("o.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json published = Json::parse(folder.read("o.json"))["published"];
  EXPECT_EQ(published["triplet"]["micro"]["f1"], 1.0);
  EXPECT_EQ(published["entity_relation_any_sentence"]["micro"]["recall"], 1.0);
  EXPECT_EQ(published["entity_groups"]["adjusted_rand"], 1.0);
  EXPECT_EQ(published["temporal_groups_by_patient"]["pairs"]["f1"], 1.0);
  EXPECT_EQ(published["grouped_rows"], 98);
  EXPECT_TRUE(contains(result.out, "as published"));
}

// A patient's studies may stand anywhere: the rows stay where their reports were, the scores are the same.
TEST(Lunguage, TheOrderOfTheFileChangesNoScore) {
  const Folder folder;
  std::stringstream text;
  text << std::ifstream(example("timeline/reports.jsonl")).rdbuf();
  const std::vector<std::string> reports = lines_of(text.str());
  std::string reversed;
  for (auto line = reports.rbegin(); line != reports.rend(); ++line) reversed += *line + "\n";
  const std::string other = folder.file("reversed.jsonl", reversed);
  const auto scores = [&](const std::string& pred, const std::string& out) {
    EXPECT_EQ(
        run({"lunguage", "run", "--pred", pred, "--gold", example("timeline/gold.csv"), "--out", folder.path(out)})
            .code,
        0);
    return folder.read(out + "/scores.jsonl");
  };
  EXPECT_EQ(scores(example("timeline/reports.jsonl"), "a"), scores(other, "b"));
  const auto first = Json::parse(lines_of(reversed).front())["study_id"].get<std::string>();
  EXPECT_TRUE(contains(lines_of(folder.read("b/pred.csv"))[1], "," + first + ","));
}

TEST(Lunguage, ThreadsChangeNothing) {
  const std::string reports = example("timeline/reports.jsonl");
  const Result one = run({"lunguage", "structure", reports, "--threads", "1"});
  EXPECT_EQ(one.out, run({"lunguage", "structure", reports, "--threads", "3"}).out);
  ASSERT_EQ(one.code, 0);
}

TEST(Lunguage, AFileAgainstItselfIsOne) {
  const std::string gold = example("timeline/gold.csv");
  const Result result = run({"lunguage", "score", "--pred", gold, "--gold", gold, "--json", "-", "--quiet"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json["single"]["f1"]["mean"], 1.0);
  EXPECT_EQ(json["sequential"]["f1"]["mean"], 1.0);
  EXPECT_TRUE(contains(json["signature"], "encoder:lexicon-"));
}

TEST(Lunguage, EvaluatesTheExample) {
  const Result result = run({"lunguage", "evaluate", "--pred", example("timeline/reports.jsonl"), "--gold",
                             example("timeline/gold.csv"), "--json", "-"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json json = Json::parse(result.out);
  EXPECT_GE(json["triplet"]["f1"], 0.85);
  EXPECT_GE(json["temporal_grouping"]["f1"], 0.90);
}

TEST(Lunguage, AMissingStudyIsReportedAndMissed) {
  const Folder folder;
  const std::string gold = folder.file("gold.csv", kHead +
                                                       "p,a,1,0,1,effusion,PF,positive,definitive\n"
                                                       "p,b,2,5,1,effusion,PF,positive,definitive\n");
  const std::string pred = folder.file("pred.csv", kHead +
                                                       "p,a,1,0,1,effusion,PF,positive,definitive\n"
                                                       "q,c,1,0,1,effusion,PF,positive,definitive\n");
  const Result result = run({"lunguage", "score", "--pred", pred, "--gold", gold, "--json", folder.path("out.json")});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "id b: expected every study of the gold file")) << result.err;
  EXPECT_TRUE(contains(result.err, "id c: expected every predicted study")) << result.err;
  const Json json = Json::parse(folder.read("out.json"));
  EXPECT_EQ(json["single"]["f1"]["mean"], 0.5);
}

TEST(Lunguage, BadInput) {
  const Folder folder;
  const std::string twice = folder.file("twice.csv", kHead +
                                                         "p,a,1,0,1,effusion,PF,positive,definitive\n"
                                                         "p,a,1,0,1,edema,CF,positive,definitive\n"
                                                         "p,a,1,0,2,edema,QQ,positive,definitive\n");
  const Result rules = run({"lunguage", "group", twice});
  EXPECT_EQ(rules.code, 1);
  EXPECT_TRUE(contains(rules.err, "twice.csv:3:") && contains(rules.err, "each ent_idx once")) << rules.err;
  EXPECT_TRUE(contains(rules.err, "twice.csv:4:") && contains(rules.err, "expected cat to be")) << rules.err;
  EXPECT_EQ(run({"lunguage", "structure", twice}).code, 2);
  EXPECT_EQ(run({"lunguage", "score", "--pred", folder.path("none.csv"), "--gold", twice}).code, 2);
  EXPECT_EQ(run({"lunguage", "scor"}).code, 2);
  const std::string empty = folder.file("r.jsonl", "{\"study_id\":\"x\",\"report\":\"\"}\n");
  EXPECT_EQ(run({"lunguage", "structure", empty}).code, 2);
}

TEST(Lunguage, CandidatesOfAVocabulary) {
  const Folder folder;
  const std::string vocabulary = folder.file("v.csv", "term,category\nleft lung,PF\nleft lung,location\nlung,PF\n");
  const std::string reports = folder.file("r.jsonl", "{\"study_id\":\"x\",\"report\":\"The left lung is clear.\"}\n");
  const Result result = run({"lunguage", "structure", reports, "--vocabulary", vocabulary, "--candidates", "-"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json found = Json::parse(result.out)["candidates"];
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0]["text"], "left lung");
  EXPECT_EQ(found[0]["span"], Json::array({4, 13}));
  EXPECT_EQ(found[2]["text"], "lung");
}

TEST(Lunguage, IsAMetricOfPairs) {
  const Result result = run({"score", example("pairs.jsonl"), "--metrics", "lunguage", "--json", "-", "--quiet"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "lunguage.precision"));
}

TEST(Correlate, KnownValues) {
  const Folder folder;
  const std::string scores = folder.file("s.jsonl",
                                         "{\"id\":\"a\",\"m\":0.1,\"up\":1}\n{\"id\":\"b\",\"m\":0.2,\"up\":2}\n"
                                         "{\"id\":\"c\",\"m\":0.4,\"up\":3}\n{\"id\":\"d\",\"m\":0.3,\"up\":4}\n");
  const std::string ratings = folder.file("r.csv", "id,errors\na,4\nb,3\nc,2\nd,1\n");
  const Result result = run({"correlate", scores, "--ratings", ratings, "--rating", "errors", "--json",
                             folder.path("o.json"), "--svg", folder.path("o.svg")});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json list = Json::parse(folder.read("o.json"))["correlations"];
  ASSERT_EQ(list.size(), 2U);
  EXPECT_NEAR(list[0]["kendall"]["value"].get<double>(), -4.0 / 6, 1e-12);
  EXPECT_NEAR(list[0]["spearman"]["value"].get<double>(), -0.8, 1e-12);
  EXPECT_NEAR(list[1]["pearson"]["value"].get<double>(), -1, 1e-12);
  EXPECT_TRUE(contains(folder.read("o.svg"), "<circle"));
}

TEST(Correlate, SeveralRatersAndMissingOnes) {
  const Folder folder;
  const std::string scores =
      folder.file("s.jsonl",
                  "{\"id\":\"a\",\"m\":1,\"rating\":[1,2]}\n{\"id\":\"b\",\"m\":2,\"rating\":[3,4]}\n"
                  "{\"id\":\"c\",\"m\":3,\"rating\":null}\n");
  const Result result = run({"correlate", scores, "--json", "-", "--quiet", "--resamples", "0"});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "id c")) << result.err;
  const Json list = Json::parse(result.out)["correlations"];
  EXPECT_EQ(list[0]["n"], 2);
  EXPECT_NEAR(list[0]["pearson"]["value"].get<double>(), 1.0, 1e-12);
  EXPECT_EQ(run({"correlate", scores, "--rating", "raiting"}).code, 2);
  EXPECT_EQ(run({"correlate", scores, "--metrics", "q"}).code, 2);
}

}  // namespace
}  // namespace fiducial::cli_test
