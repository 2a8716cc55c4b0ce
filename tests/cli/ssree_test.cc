// `fiducial ssree evaluate` from outside, on scores whose measures are known by hand and on the example folder.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "process.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;

std::string levels(const std::string& name, const std::vector<double>& scores, int first = 1) {
  std::string out;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    out += Json{{"name", name}, {"level", static_cast<int>(k) + first}, {"score", scores[k]}}.dump() + "\n";
  }
  return out;
}

TEST(Ssree, MeasuresByHand) {
  const Folder folder;
  // One right; one with L4 and L5 swapped (C 9, D 1); one all tied.
  folder.file("other.jsonl",
              levels("r", {5, 4, 3, 2, 1}) + levels("s", {5, 4, 3, 1, 2}) + levels("t", {1, 1, 1, 1, 1}));
  const Result result = run({"ssree", "evaluate", "--scores", folder.path("other.jsonl"), "--json",
                             folder.path("j.json"), "--failures", folder.path("f.jsonl")});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json metric = Json::parse(folder.read("j.json"))["metrics"][0];
  EXPECT_EQ(metric["metric"], "other");
  const Json& all = metric["all"];
  EXPECT_EQ(all["n"], 3);
  EXPECT_NEAR(all["tau_b"]["value"].get<double>(), (1.0 + 0.8 + 0.0) / 3, 1e-12);
  EXPECT_NEAR(all["all_pairs"]["value"].get<double>(), (1.0 + 0.9 + 0.5) / 3, 1e-12);
  EXPECT_NEAR(all["adjacent"]["value"].get<double>(), (1.0 + 0.75 + 0.0) / 3, 1e-12);
  EXPECT_NEAR(all["perfect"]["value"].get<double>(), 1.0 / 3, 1e-12);
  EXPECT_NEAR(all["L4>L5"]["value"].get<double>(), 1.0 / 3, 1e-12);
  EXPECT_NEAR(metric["heatmap"][4][3].get<double>(), 1.0 / 3, 1e-12);
  EXPECT_NEAR(metric["heatmap"][0][1].get<double>(), 2.0 / 3, 1e-12);
  const auto failures = lines_of(folder.read("f.jsonl"));
  ASSERT_EQ(failures.size(), 2U);
  const Json swapped = Json::parse(failures[0]);
  EXPECT_EQ(swapped["name"], "s");
  EXPECT_EQ(swapped["failed"], Json::parse(R"(["L4>L5"])"));
  EXPECT_EQ(swapped["scores"], Json::parse("[5.0,4.0,3.0,1.0,2.0]"));
  EXPECT_EQ(Json::parse(failures[1])["failed"].size(), 4U);
}

TEST(Ssree, ScoresByIdAndFromZero) {
  const Folder folder;
  folder.file("named.jsonl", levels("a|b", {5, 4, 3, 2, 1}));
  folder.file("zero.jsonl", levels("a|b", {5, 4, 3, 2, 1}, 0));
  std::string by_id;
  for (int k = 0; k < 5; ++k) by_id += Json{{"id", "a|b|" + std::to_string(k + 1)}, {"radx", 5 - k}}.dump() + "\n";
  folder.file("by_id.jsonl", by_id);
  const auto value = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"ssree", "evaluate", "--json", folder.path("j.json")};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(run(words).code, 0);
    return Json::parse(folder.read("j.json"))["metrics"][0]["all"].dump();
  };
  const std::string expected = value({"--scores", folder.path("named.jsonl")});
  EXPECT_EQ(value({"--scores", folder.path("zero.jsonl")}), expected);
  EXPECT_EQ(value({"--scores", folder.path("by_id.jsonl"), "--scores-col", "radx"}), expected);
}

TEST(Ssree, MissingLevelsAreListed) {
  const Folder folder;
  folder.file("s.jsonl", levels("a", {5, 4, 3, 2, 1}) + levels("b", {5, 4, 3}) + "{\"name\":\"c\"}\n");
  const Result result = run({"ssree", "evaluate", "--scores", folder.path("s.jsonl")});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "s.jsonl: id b: expected scores of all 5 levels, found 3")) << result.err;
  EXPECT_TRUE(contains(result.err, "s.jsonl:9:"));
  folder.file("wide.jsonl", levels("a", {5, 4, 3, 2, 1}) + levels("b", {5, 4, 3, 2, 1}, 0));
  EXPECT_EQ(run({"ssree", "evaluate", "--scores", folder.path("wide.jsonl")}).code, 2);
}

TEST(Ssree, TheExampleFolder) {
  const Folder folder;
  const Result result =
      run({"ssree", "evaluate", "--data", example("ssree"), "--metrics", "bleu,rougeL", "--json", folder.path("j.json"),
           "--svg", folder.path("h.svg"), "--failures", folder.path("f.jsonl")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  for (const char* part : {"Kendall tau-b", "all-pairs %", "perfect chain %", "L4>L5 %", "By examination type", "CR",
                           "MR", "Pairwise ordering", "bleu:pycocoevalcap"}) {
    EXPECT_TRUE(contains(result.out, part)) << part;
  }
  const Json summary = Json::parse(folder.read("j.json"));
  ASSERT_EQ(summary["metrics"].size(), 5U);
  EXPECT_EQ(summary["metrics"][0]["by_type"]["MR"]["n"], 2);
  EXPECT_EQ(summary["metrics"][0]["all"]["n"], 4);
  const std::string svg = folder.read("h.svg");
  EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
  EXPECT_TRUE(contains(svg, ">bleu4</text>"));
  // A failure has the texts, for study.
  const Json failure = Json::parse(lines_of(folder.read("f.jsonl")).front());
  EXPECT_EQ(failure["levels"].size(), 5U);
  EXPECT_FALSE(failure["reference"].get<std::string>().empty());
}

TEST(Ssree, ThreadsDoNotChangeAByte) {
  const auto evaluate = [](const std::string& threads) {
    return run({"ssree", "evaluate", "--data", example("ssree"), "--rewrites", example("rewrites.jsonl"), "--threads",
                threads})
        .out;
  };
  EXPECT_EQ(evaluate("1"), evaluate("2"));
}

TEST(Ssree, PicturesGoIntoAFolder) {
  const Folder folder;
  ASSERT_EQ(run({"ssree", "evaluate", "--data", example("ssree"), "--metrics", "bleu1,rougeL", "--svg",
                 folder.path("pictures/")})
                .code,
            0);
  EXPECT_FALSE(folder.read("pictures/heatmap-bleu1.svg").empty());
  EXPECT_FALSE(folder.read("pictures/heatmap-rougeL.svg").empty());
}

TEST(Ssree, ReportsThatAreNotEverywhereAreListed) {
  const Folder folder;
  const auto report = [](const char* name) {
    return Json{{"name", name}, {"Examined_Type", "CT"}, {"English_Report", "The liver is normal."}}.dump() + "\n";
  };
  folder.file("sample.jsonl", report("a") + report("b"));
  for (int k = 1; k <= 5; ++k)
    folder.file("sample_l" + std::to_string(k) + ".jsonl", report("a") + (k == 3 ? "" : report("b")));
  const Result result = run({"ssree", "evaluate", "--data", folder.path(""), "--metrics", "bleu1"});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "sample_l3.jsonl: id b"));
  EXPECT_TRUE(contains(result.out, "1 reports"));
}

TEST(Ssree, AnyOneNameWillDo) {
  const Folder folder;
  const std::string report = R"({"name":"a","English_Report":"The spleen is normal."})";
  const auto put = [&](const std::string& name) {
    folder.file(name + ".jsonl", report);
    for (int k = 1; k <= 5; ++k) folder.file(name + "_l" + std::to_string(k) + ".jsonl", report);
  };
  const auto evaluate = [&] { return run({"ssree", "evaluate", "--data", folder.path(""), "--metrics", "bleu1"}); };
  put("mine");
  EXPECT_TRUE(contains(evaluate().out, "1 reports"));
  put("yours");
  const Result two = evaluate();
  EXPECT_EQ(two.code, 2);
  EXPECT_TRUE(contains(two.err, "expected the levels of one set of reports, found mine_l1.jsonl and yours_l1.jsonl"));
  put("sample");
  EXPECT_EQ(evaluate().code, 0);
}

TEST(Ssree, RewritesCountTiesAsFailures) {
  const Folder folder;
  const std::string rewrites =
      folder.file("r.jsonl",
                  "{\"original\":\"clear lungs\",\"synonymous\":\"clear lungs\",\"antonymous\":\"opaque chest\"}\n"
                  "{\"original\":\"clear lungs\",\"synonymous\":\"clear lungs\",\"antonymous\":\"clear lungs\"}\n"
                  "{\"original\":\"clear lungs\",\"synonymous\":\"opaque\",\"antonymous\":\"clear lungs\"}\n"
                  "{\"original\":\"clear lungs\"}\n");
  const Result result =
      run({"ssree", "evaluate", "--rewrites", rewrites, "--metrics", "bleu1", "--json", folder.path("j.json")});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "r.jsonl:4:"));
  const Json one = Json::parse(folder.read("j.json"))["rewrites"][0];
  EXPECT_EQ(one["metric"], "bleu1");
  EXPECT_EQ(one["total"], 3);
  EXPECT_EQ(one["correct"], 1);
}

TEST(SsreeBuild, MakesAFolderThatEvaluateTakes) {
  const Folder folder;
  const char* const fit =
      "The heart is enlarged. A nodule is seen in the right upper lobe. Small left pleural effusion. No pneumothorax.";
  folder.file("reports.jsonl", Json{{"name", "a"}, {"Examined_Type", "CT"}, {"English_Report", fit}}.dump() + "\n" +
                                   Json{{"name", "b"}, {"English_Report", "The heart is normal."}}.dump() + "\n");
  const Result built = run({"ssree", "build", folder.path("reports.jsonl"), "--out", folder.path("out")});
  ASSERT_EQ(built.code, 0) << built.err;
  EXPECT_TRUE(contains(built.out, "1 of 2 reports have five levels")) << built.out;
  EXPECT_TRUE(contains(built.out, "left out: 1 with fewer than three abnormal findings")) << built.out;
  const Result judged = run({"ssree", "evaluate", "--data", folder.path("out"), "--metrics", "radsem", "--json",
                             folder.path("j.json"), "--quiet"});
  ASSERT_EQ(judged.code, 0) << judged.err;
  EXPECT_DOUBLE_EQ(Json::parse(folder.read("j.json"))["metrics"][0]["all"]["perfect"]["value"].get<double>(), 1.0);
}

TEST(SsreeBuild, SameBytesForAnyNumberOfThreads) {
  const Folder folder;
  std::string reports;
  for (int i = 0; i < 20; ++i) {
    reports += Json{{"name", "r" + std::to_string(i)},
                    {"English_Report",
                     "The heart is enlarged. The liver contains a cyst. Right pleural effusion. The spleen is normal."}}
                   .dump() +
               "\n";
  }
  folder.file("reports.jsonl", reports);
  for (const char* threads : {"1", "2"}) {
    ASSERT_EQ(run({"ssree", "build", folder.path("reports.jsonl"), "--out", folder.path(threads), "--threads", threads,
                   "--quiet"})
                  .code,
              0);
  }
  for (const char* file : {"/sample.jsonl", "/sample_l1.jsonl", "/sample_l3.jsonl", "/sample_l5.jsonl"})
    EXPECT_EQ(folder.read(std::string("1") + file), folder.read(std::string("2") + file));
}

}  // namespace
}  // namespace fiducial::cli_test
