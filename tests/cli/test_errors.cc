// `fiducial errors` and the metric `clinical` from outside.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "process.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kPairs =
    R"({"id":"side","reference":"Left pneumothorax. The heart is normal.","candidate":"Right pneumothorax. The heart is normal."}
{"id":"same","reference":"Left pleural effusion.","candidate":"Left pleural effusion."}
{"id":"made up","reference":"The lungs are clear.","candidate":"Fracture of the left clavicle."}
)";

TEST(Errors, TablesAndCases) {
  const Folder folder;
  const std::string pairs = folder.file("pairs.jsonl", kPairs);
  const Result result =
      run({"errors", pairs, "--cases", folder.path("cases.jsonl"), "--json", folder.path("all.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "side"));
  EXPECT_TRUE(contains(result.out, "Wrong side"));
  EXPECT_TRUE(contains(result.out, "clinical|reader:embedded"));

  const Json all = Json::parse(folder.read("all.json"));
  EXPECT_EQ(all["reports"], 3);
  EXPECT_EQ(all["kinds"]["side"]["urgent"], 1);
  EXPECT_EQ(all["kinds"]["invented"]["count"], 1);
  EXPECT_NEAR(all["kinds"]["side"]["per_100"].get<double>(), 100.0 / 3, 1e-9);
  EXPECT_EQ(all["worst"][0]["id"], "side");

  std::vector<Json> cases;
  for (const std::string& line : lines_of(folder.read("cases.jsonl"))) cases.push_back(Json::parse(line));
  ASSERT_EQ(cases.size(), 3U);
  EXPECT_EQ(cases[0]["errors"][0]["kind"], "side");
  EXPECT_EQ(cases[0]["errors"][0]["reference"]["side"], "left");
  EXPECT_EQ(cases[0]["errors"][0]["candidate"]["side"], "right");
  EXPECT_TRUE(cases[1]["errors"].empty());
  EXPECT_TRUE(cases[2]["errors"][0]["reference"].is_null());
}

TEST(Errors, TheSameForAnyNumberOfThreads) {
  const Folder folder;
  std::string text;
  for (int i = 0; i < 700; ++i) {
    text +=
        R"({"id":")" + std::to_string(i) + R"(","reference":"A )" + std::to_string(3 + i % 40) +
        R"( mm nodule in the right upper lobe. Small effusion.","candidate":"A 12 mm nodule in the left upper lobe."})" +
        "\n";
  }
  const std::string pairs = folder.file("pairs.jsonl", text);
  const Result one = run({"errors", pairs, "--cases", folder.path("1.jsonl"), "--threads", "1"});
  const Result four = run({"errors", pairs, "--cases", folder.path("4.jsonl"), "--threads", "4"});
  ASSERT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(one.out, four.out);
  EXPECT_EQ(folder.read("1.jsonl"), folder.read("4.jsonl"));
}

TEST(Errors, AnAgeThatIsNoneIsListedAndTheRestGoesOn) {
  const Folder folder;
  const std::string pairs =
      folder.file("pairs.jsonl",
                  "{\"id\":\"a\",\"reference\":\"x\",\"candidate\":\"y\",\"age\":\"very old\"}\n"
                  "{\"id\":\"b\",\"reference\":\"Pneumonia.\",\"candidate\":\"Pneumonia.\",\"age\":61}\n");
  const Result result = run({"errors", pairs});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "pairs.jsonl:1")) << result.err;
  EXPECT_TRUE(contains(result.err, "expected an age")) << result.err;
  const Result bleu = run({"score", pairs, "--metrics", "bleu"});  // which knows no age
  EXPECT_EQ(bleu.code, 0) << bleu.err;
}

TEST(Errors, ATableWithATypoIsRefused) {
  const Folder folder;
  const std::string pairs = folder.file("pairs.jsonl", kPairs);
  const std::string table = folder.file("own.txt", "[observation]\n+pneumothorax | weight=urgnt |\n");
  const Result result = run({"errors", pairs, "--significance", table});
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(contains(result.err, "own.txt:2")) << result.err;
}

TEST(Errors, LookupShowsTheWeight) {
  const Result result = run({"lexicon", "lookup", "pneumothorax"});
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(contains(result.out, "urgent, significant if postoperative")) << result.out;
}

}  // namespace
}  // namespace fiducial::cli_test
