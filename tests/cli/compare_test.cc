// `fiducial compare` from outside.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "process.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;

// 60 samples; `better` is added to every score.
std::string scores(double better, int from = 0, int to = 60) {
  std::string out;
  for (int i = from; i < to; ++i) {
    const double noise = std::fmod(i * 0.37, 1.0) / 10;
    out += Json{{"id", "c" + std::to_string(i)},
                {"x", 0.5 + noise + better * (1 + i % 3)},
                {"y", std::fmod(i * 0.11 + better * i, 1.0)}}
               .dump() +
           "\n";
  }
  return out;
}

TEST(Compare, FindsADifferenceThatIsThere) {
  const Folder folder;
  const Result result = run({"compare", folder.file("base.jsonl", scores(0)), folder.file("better.jsonl", scores(0.05)),
                             "--metrics", "x", "--json", folder.path("j.json"), "--trials", "2000"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json summary = Json::parse(folder.read("j.json"));
  EXPECT_EQ(summary["baseline"], "base");
  ASSERT_EQ(summary["comparisons"].size(), 1U);
  const Json& one = summary["comparisons"][0];
  EXPECT_EQ(one["system"], "better");
  EXPECT_EQ(one["n"], 60);
  EXPECT_NEAR(one["difference"].get<double>(), 0.1, 1e-12);
  EXPECT_GT(one["interval"][0].get<double>(), 0.08);
  EXPECT_LT(one["interval"][1].get<double>(), 0.12);
  EXPECT_NEAR(one["p"].get<double>(), 1.0 / 2001, 1e-9);
  EXPECT_EQ(one["p"], one["p_holm"]);
  EXPECT_TRUE(contains(result.out, "baseline: base"));
  EXPECT_TRUE(contains(result.out, "+0.1000"));
  EXPECT_FALSE(contains(result.out, "Holm"));
}

TEST(Compare, SeveralSystemsAreAdjusted) {
  const Folder folder;
  const Result result = run({"compare", folder.file("a.jsonl", scores(0)), folder.file("b.jsonl", scores(0.05)),
                             folder.file("c.jsonl", scores(0)), "--metrics", "x", "--baseline", "c", "--json",
                             folder.path("j.json"), "--trials", "999"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "p (Holm)"));
  const Json summary = Json::parse(folder.read("j.json"));
  EXPECT_EQ(summary["baseline"], "c");
  ASSERT_EQ(summary["comparisons"].size(), 2U);
  EXPECT_EQ(summary["comparisons"][0]["p"], 1.0);
  EXPECT_NEAR(summary["comparisons"][1]["p_holm"].get<double>(), 2 * summary["comparisons"][1]["p"].get<double>(),
              1e-12);
}

TEST(Compare, DifferentIdsAreReported) {
  const Folder folder;
  const Result result = run({"compare", folder.file("a.jsonl", scores(0, 0, 50)),
                             folder.file("b.jsonl", scores(0, 2, 51)), "--json", folder.path("j.json")});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "b.jsonl: id c0"));
  EXPECT_TRUE(contains(result.err, "a.jsonl: id c50"));
  EXPECT_TRUE(contains(result.err, "3 records failed"));
  EXPECT_EQ(Json::parse(folder.read("j.json"))["ids"], 48);
}

TEST(Compare, MissingScoresAreLeftOutOfBoth) {
  const Folder folder;
  folder.file("a.jsonl", "{\"id\":\"1\",\"x\":1}\n{\"id\":\"2\",\"x\":null}\n{\"id\":\"3\",\"x\":3}\n");
  folder.file("b.jsonl", "{\"id\":\"3\",\"x\":5}\n{\"id\":\"2\",\"x\":9}\n{\"id\":\"1\",\"x\":2}\n");
  const Result result =
      run({"compare", folder.path("a.jsonl"), folder.path("b.jsonl"), "--json", folder.path("j.json")});
  EXPECT_EQ(result.code, 0) << result.err;
  const Json one = Json::parse(folder.read("j.json"))["comparisons"][0];
  EXPECT_EQ(one["n"], 2);
  EXPECT_NEAR(one["difference"].get<double>(), 1.5, 1e-12);
}

TEST(Compare, BadChoicesAreExplained) {
  const Folder folder;
  const std::string a = folder.file("model-a.jsonl", scores(0));
  const std::string b = folder.file("model-b.jsonl", scores(0));
  const Result metric = run({"compare", a, b, "--metrics", "z"});
  EXPECT_EQ(metric.code, 2);
  EXPECT_TRUE(contains(metric.err, "All files have: x, y")) << metric.err;
  const Result baseline = run({"compare", a, b, "--baseline", "modle-a"});
  EXPECT_EQ(baseline.code, 2);
  EXPECT_TRUE(contains(baseline.err, "Did you mean 'model-a'?"));
}

TEST(Compare, TakesTheFilesThatOtherCommandsWrite) {
  const Folder folder;
  run({"radsem", "score", example("tags.jsonl"), "-o", folder.path("a.jsonl")});
  run({"radsem", "score", example("tags.jsonl"), "-o", folder.path("b.jsonl"), "--policy", "alt"});
  EXPECT_EQ(run({"compare", folder.path("a.jsonl"), folder.path("b.jsonl")}).code, 0);
  run({"score", example("pairs.jsonl"), "--samples", folder.path("c.jsonl")});
  const Result same = run({"compare", folder.path("c.jsonl"), folder.path("c.jsonl"), "--threads", "1"});
  EXPECT_EQ(same.code, 0) << same.err;
  EXPECT_EQ(same.out, run({"compare", folder.path("c.jsonl"), folder.path("c.jsonl"), "--threads", "2"}).out);
}

}  // namespace
}  // namespace fiducial::cli_test
