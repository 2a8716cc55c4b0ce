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

constexpr const char* kReportsAlone =
    R"({"id":"side","report":"FINDINGS: Small left pleural effusion. 8 mm nodule in the right upper lobe. IMPRESSION: Small right pleural effusion."}
{"id":"denied","report":"FINDINGS: Fracture of the left clavicle. No pneumothorax. IMPRESSION: Left clavicle fracture. Left pneumothorax."}
{"id":"short","report":"FINDINGS: Fracture of the left clavicle. Rib fractures. IMPRESSION: Fracture of the left clavicle."}
{"id":"whole","report":"The lungs are clear."}
)";

TEST(Errors, WithinAReportTheImpressionIsComparedWithTheFindings) {
  const Folder folder;
  const Result result = run({"errors", folder.file("reports.jsonl", kReportsAlone), "--within", "--cases",
                             folder.path("cases.jsonl"), "--json", folder.path("all.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "\"Small left pleural effusion\" in the findings"));
  EXPECT_TRUE(contains(result.out, "|within|"));
  EXPECT_TRUE(contains(result.err, "1 report without findings or without an impression"));
  std::vector<Json> cases;
  for (const std::string& line : lines_of(folder.read("cases.jsonl"))) cases.push_back(Json::parse(line));
  ASSERT_EQ(cases.size(), 3U);
  ASSERT_EQ(cases[0]["errors"].size(), 1U);  // that the nodule is left out is no error
  EXPECT_EQ(cases[0]["errors"][0]["kind"], "side");
  EXPECT_EQ(cases[0]["errors"][0]["candidate"]["span"], Json::array({88, 116}));
  EXPECT_EQ(cases[1]["errors"][0]["kind"], "negation");
  EXPECT_TRUE(cases[2]["errors"].empty());
  EXPECT_FALSE(cases[0].contains("clinical"));
  EXPECT_EQ(Json::parse(folder.read("all.json"))["reports"], 3);
}

TEST(Errors, WithinReportsWithoutSectionsThereIsNothingToCompare) {
  const Folder folder;
  const Result result =
      run({"errors", folder.file("reports.jsonl", R"({"id":"a","report":"The lungs are clear."})"), "--within"});
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(contains(result.err, "expected reports with findings and an impression, found none")) << result.err;
}

TEST(Errors, ExplainsOnePair) {
  const Folder folder;
  const std::string pairs = folder.file("pairs.jsonl", kPairs);
  const Result result = run({"errors", pairs, "--explain", "side"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "side: urgent, costs 0.7500"));
  EXPECT_TRUE(contains(result.out, "S = (0.1 + M)"));
  EXPECT_EQ(run({"score", pairs, "--explain", "side", "--metrics", "clinical"}).out, result.out);
  EXPECT_EQ(run({"errors", pairs, "--explain", "sid"}).code, 2);
  EXPECT_EQ(run({"errors", pairs, "--explain", "side", "--within"}).code, 2);
}

TEST(Errors, TablesForPapers) {
  const Folder folder;
  const std::string pairs = folder.file("pairs.jsonl", kPairs);
  const Result markdown = run({"errors", pairs, "--markdown", "--resamples", "0"});
  EXPECT_TRUE(contains(markdown.out, "| side | 33.3 |")) << markdown.out;
  EXPECT_TRUE(contains(markdown.out, "clinical|reader:embedded"));
  EXPECT_TRUE(contains(run({"errors", pairs, "--latex"}).out, "\\toprule"));
  EXPECT_TRUE(contains(run({"errors", pairs, "--csv"}).out, "kind,per 100,per 100 low,per 100 high,urgent"));
}

TEST(Errors, OfOneSection) {
  const Folder folder;
  const std::string pairs = folder.file(
      "pairs.jsonl",
      R"({"id":"a","reference":"FINDINGS: Left effusion. IMPRESSION: Left effusion.","candidate":"FINDINGS: Left effusion. IMPRESSION: Right effusion."})");
  const auto sides = [&](const char* section) {
    const Result result = run({"errors", pairs, "--section", section, "--json", folder.path("all.json")});
    EXPECT_EQ(result.code, 0) << result.err;
    return Json::parse(folder.read("all.json"))["kinds"]["side"]["count"].get<int>();
  };
  EXPECT_EQ(sides("findings"), 0);
  EXPECT_EQ(sides("impression"), 1);
}

// The counts by kind are columns of their own: `compare` tests each.
TEST(Errors, CompareTestsKinds) {
  const Folder folder;
  const std::string pairs = folder.file("pairs.jsonl", kPairs);
  ASSERT_EQ(run({"score", pairs, "--metrics", "clinical", "--samples", folder.path("a.jsonl")}).code, 0);
  const Result result = run({"compare", folder.path("a.jsonl"), folder.path("a.jsonl"), "--metrics", "clinical.side"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "clinical.side")) << result.out;
}

}  // namespace
}  // namespace fiducial::cli_test
