// `fiducial contrast evaluate` and the forms of tables, from outside.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "process.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;

std::string minimal_pair(const std::string& id, const std::string& kind, const std::string& same,
                         const std::string& wrong) {
  return Json{{"id", id},
              {"modality", "CT"},
              {"area", "chest"},
              {"kind", kind},
              {"reference", "Left pleural effusion. No pneumothorax."},
              {"same", same},
              {"wrong", wrong}}
             .dump() +
         "\n";
}

TEST(Contrast, TellsApartByKind) {
  const Folder folder;
  folder.file("c.jsonl", minimal_pair("a", "side", "Effusion on the left. Pneumothorax is absent.",
                                      "Effusion on the right. Pneumothorax is absent.") +
                             minimal_pair("b", "negation", "Effusion on the left. Pneumothorax is absent.",
                                          "Effusion on the left. Pneumothorax is present."));
  const Result result =
      run({"contrast", "evaluate", folder.path("c.jsonl"), "--metrics", "radsem,bleu1", "--json", folder.path("j.json"),
           "--svg", folder.path("c.svg"), "--failures", folder.path("f.jsonl")});
  ASSERT_EQ(result.code, 0) << result.err;
  for (const char* part : {"Minimal pairs, 2", "told apart %", "auc %", "mean of same", "mean fall", "By kind of error",
                           " negation", " side", "radsem|reader:embedded"})
    EXPECT_TRUE(contains(result.out, part)) << part << "\n" << result.out;
  EXPECT_FALSE(contains(result.out, "kind named"));
  const Json summary = Json::parse(folder.read("j.json"));
  ASSERT_EQ(summary["metrics"].size(), 2U);
  const Json& radsem = summary["metrics"][0];
  EXPECT_EQ(radsem["metric"], "radsem");
  EXPECT_EQ(radsem["all"]["n"], 2);
  EXPECT_EQ(radsem["all"]["told_apart"]["value"], 1.0);
  EXPECT_EQ(radsem["all"]["auc"]["value"], 1.0);
  EXPECT_EQ(radsem["all"]["same"]["value"], 1.0);
  EXPECT_EQ(radsem["by_kind"]["side"]["told_apart"]["value"], 1.0);
  EXPECT_EQ(radsem["by_modality"]["CT"]["n"], 2);
  EXPECT_FALSE(radsem["all"].contains("kind_named"));
  EXPECT_TRUE(contains(folder.read("c.svg"), ">negation</text>"));
  for (const std::string& line : lines_of(folder.read("f.jsonl"))) EXPECT_EQ(Json::parse(line)["metric"], "bleu1");
}

TEST(Contrast, TakesAnyProgramsScores) {
  const Folder folder;
  folder.file("c.jsonl", minimal_pair("a", "side", "s", "w") + minimal_pair("b", "size", "s", "w"));
  folder.file("other.jsonl",
              "{\"id\":\"a|same\",\"judge\":0.9,\"judge.side\":0,\"judge.size\":0}\n"
              "{\"id\":\"a|wrong\",\"judge\":0.4,\"judge.side\":1,\"judge.size\":0}\n"
              "{\"id\":\"b|same\",\"judge\":0.5,\"judge.side\":0,\"judge.size\":0}\n"
              "{\"id\":\"b|wrong\",\"judge\":0.5,\"judge.side\":1,\"judge.size\":0}\n");
  const Result result = run({"contrast", "evaluate", folder.path("c.jsonl"), "--scores", folder.path("other.jsonl"),
                             "--json", folder.path("j.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json summary = Json::parse(folder.read("j.json"));
  ASSERT_EQ(summary["metrics"].size(), 1U);
  const Json& judge = summary["metrics"][0];
  EXPECT_EQ(judge["metric"], "judge");
  EXPECT_TRUE(judge["signature"].is_null());
  EXPECT_EQ(judge["all"]["told_apart"]["value"], 0.5);
  EXPECT_NEAR(judge["all"]["auc"]["value"].get<double>(), (2 + 1.5) / 4, 1e-12);
  EXPECT_EQ(judge["all"]["kind_named"]["value"], 0.5);
  EXPECT_TRUE(contains(result.out, "kind named %")) << result.out;
}

TEST(Contrast, BadInputIsNamedAndTheRestGoesOn) {
  const Folder folder;
  folder.file("c.jsonl", minimal_pair("a", "side", "The left lung.", "The right lung.") +
                             minimal_pair("b", "sides", "s", "w") + "{\"id\":\"c\",\"kind\":\"side\"}\n");
  const Result result = run({"contrast", "evaluate", folder.path("c.jsonl"), "--metrics", "bleu1"});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "c.jsonl:2: id b: expected a kind of error, found 'sides'. Did you mean 'side'?"))
      << result.err;
  EXPECT_TRUE(contains(result.err, "c.jsonl:3: id c: expected a text in reference, found none")) << result.err;
  EXPECT_TRUE(contains(result.out, "Minimal pairs, 1"));
  folder.file("none.jsonl", "{\"id\":\"c\",\"kind\":\"side\"}\n");
  EXPECT_EQ(run({"contrast", "evaluate", folder.path("none.jsonl")}).code, 2);
  EXPECT_EQ(run({"contrast", "evaluate", folder.path("missing.jsonl")}).code, 2);
  folder.file("few.jsonl", "{\"id\":\"z|same\",\"x\":1}\n");
  EXPECT_EQ(run({"contrast", "evaluate", folder.path("c.jsonl"), "--scores", folder.path("few.jsonl")}).code, 2);
}

TEST(Contrast, TheShippedPairs) {
  const Folder folder;
  const Result result = run({"contrast", "evaluate", example("contrast.jsonl"), "--metrics", "radsem", "--json",
                             folder.path("j.json"), "--resamples", "10"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json all = Json::parse(folder.read("j.json"))["metrics"][0];
  EXPECT_EQ(all["all"]["n"], 225);
  EXPECT_EQ(all["by_kind"].size(), 16U);
}

TEST(TableForms, EveryCommandWithATableHasThem) {
  const Folder folder;
  ASSERT_EQ(
      run({"score", example("pairs.jsonl"), "--metrics", "bleu1,rougeL", "--samples", folder.path("a.jsonl")}).code, 0);
  const std::string samples = folder.path("a.jsonl");
  folder.file("b.jsonl", folder.read("a.jsonl"));
  folder.file("c.jsonl", minimal_pair("a", "side", "The left lung.", "The right lung."));
  const std::vector<std::vector<std::string>> commands = {
      {"score", example("pairs.jsonl"), "--metrics", "bleu1"},
      {"compare", samples, folder.path("b.jsonl"), "--trials", "10"},
      {"correlate", samples, "--rating", "bleu1"},
      {"ssree", "evaluate", "--data", example("ssree"), "--metrics", "bleu1"},
      {"contrast", "evaluate", folder.path("c.jsonl"), "--metrics", "bleu1"}};
  for (const auto& command : commands) {
    const auto with = [&](const char* flag) {
      std::vector<std::string> words = command;
      words.insert(words.end(), {flag, "--resamples", "10"});
      const Result result = run(words);
      EXPECT_EQ(result.code, 0) << command[0] << " " << flag << ": " << result.err;
      return result.out;
    };
    EXPECT_TRUE(contains(with("--markdown"), "| --- |")) << command[0];
    EXPECT_TRUE(contains(with("--latex"), "\\begin{tabular}{l")) << command[0];
    const auto rows = lines_of(with("--csv"));
    ASSERT_GE(rows.size(), 2U) << command[0];
    EXPECT_TRUE(rows[0].starts_with("metric,")) << rows[0];
    for (const std::string& row : rows)
      EXPECT_EQ(std::count(row.begin(), row.end(), ','), std::count(rows[0].begin(), rows[0].end(), ',')) << row;
  }
  EXPECT_EQ(run({"score", example("pairs.jsonl"), "--markdown", "--csv"}).code, 2);
  EXPECT_EQ(
      run({"ssree", "evaluate", "--data", example("ssree"), "--rewrites", example("rewrites.jsonl"), "--csv"}).code, 2);
}

}  // namespace
}  // namespace fiducial::cli_test
