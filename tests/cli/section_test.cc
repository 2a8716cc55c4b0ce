// --section: which part of a report is read, in every command that reads reports.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "process.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;

const char* const kReference =
    "FINDINGS: The heart is enlarged. Small left pleural effusion.\nIMPRESSION: Cardiomegaly. Left effusion.";
const char* const kWrongImpression =
    "FINDINGS: The heart is enlarged. Small left pleural effusion.\nIMPRESSION: Right pneumothorax.";

std::string pair_line(const std::string& id, const std::string& reference, const std::string& candidate) {
  return Json{{"id", id}, {"reference", reference}, {"candidate", candidate}}.dump() + "\n";
}

double radsem_of(const std::string& pairs, const std::vector<std::string>& more) {
  std::vector<std::string> words{"score", "-", "--metrics", "radsem", "--samples", "-", "-q", "--resamples", "0"};
  words.insert(words.end(), more.begin(), more.end());
  const Result result = run(words, {pairs, "", {}});
  EXPECT_EQ(result.code, 0) << result.err;
  return Json::parse(lines_of(result.out).at(0))["radsem"].get<double>();
}

TEST(Section, AWrongImpressionBesideRightFindings) {
  const std::string pairs = pair_line("a", kReference, kWrongImpression);
  EXPECT_LT(radsem_of(pairs, {}), 1.0);  // what only the impression names is read
  EXPECT_GT(radsem_of(pairs, {}), 0.0);
  EXPECT_EQ(radsem_of(pairs, {"--section", "findings"}), 1.0);
  EXPECT_EQ(radsem_of(pairs, {"--section", "impression"}), 0.0);
  EXPECT_LT(radsem_of(pairs, {"--section", "both"}), 1.0);
  EXPECT_GT(radsem_of(pairs, {"--section", "both"}), 0.0);
  EXPECT_EQ(radsem_of(pair_line("a", kReference, kReference), {"--section", "impression"}), 1.0);
}

TEST(Section, ATextWithoutSectionsIsReadWholeAndThatIsSaidOnce) {
  const std::string plain = "The heart is enlarged.";
  const std::string pairs = pair_line("a", kReference, plain) + pair_line("b", plain, plain);
  const Result result =
      run({"score", "-", "--metrics", "cider,radsem", "--section", "impression", "--json", "-"}, {pairs, "", {}});
  ASSERT_EQ(result.code, 0) << result.err;
  const std::string remark = "--section impression: 3 reports have no sections, and the whole text was read";
  const std::size_t at = result.err.find(remark);
  ASSERT_NE(at, std::string::npos) << result.err;
  EXPECT_EQ(result.err.find(remark, at + 1), std::string::npos);
  const Json summary = Json::parse(result.out);
  EXPECT_TRUE(contains(summary["signatures"]["radsem"].get<std::string>(), "|section:impression"));
}

// Two headings on one line, the first with nothing below it.
TEST(Section, AnEmptySectionOfFindingsGivesWay) {
  const std::string pairs =
      pair_line("a", "FINDINGS: IMPRESSION: Left pneumothorax.", "IMPRESSION: Left pneumothorax.");
  EXPECT_EQ(radsem_of(pairs, {}), 1.0);
  EXPECT_EQ(radsem_of(pairs, {"--section", "impression"}), 1.0);
  EXPECT_EQ(radsem_of(pairs, {"--section", "both"}), 1.0);
}

TEST(Section, ColumnsOfTheirOwn) {
  const Folder folder;
  const std::string in = folder.file("two.csv",
                                     "id,findings,impression\n"
                                     "a,Small left pleural effusion.,Right pneumothorax.\n"
                                     "b,,Cardiomegaly.\n");
  const auto concepts = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"findings", in});
    const Result result = run(more);
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_FALSE(contains(result.err, "no sections")) << result.err;
    std::string out;
    for (const std::string& line : lines_of(result.out)) {
      const Json record = Json::parse(line);
      for (const Json& one : record["findings"]) out += one["text"].get<std::string>() + "|";
      out += "/";
    }
    return out;
  };
  EXPECT_EQ(concepts({}), "Small left pleural effusion|/Cardiomegaly|/");
  EXPECT_EQ(concepts({"--section", "findings"}), "Small left pleural effusion|//");
  EXPECT_EQ(concepts({"--section", "impression"}), "Right pneumothorax|/Cardiomegaly|/");
  EXPECT_EQ(concepts({"--section", "both"}), "Small left pleural effusion|Right pneumothorax|/Cardiomegaly|/");
  EXPECT_EQ(concepts({"--text-col", "impression"}), "Right pneumothorax|/Cardiomegaly|/");
  const Result rewritten = run({"radsem", "rewrite", in, "--section", "impression"});
  EXPECT_FALSE(contains(rewritten.out, "effusion")) << rewritten.out;
  const Result within = run({"errors", in, "--within", "--json", "-"});
  EXPECT_EQ(within.code, 0) << within.err;
  EXPECT_EQ(Json::parse(within.out)["reports"], 1) << within.out;
}

TEST(Section, OneThatIsNotThereIsSaid) {
  const Result result = run({"score", "-", "--metrics", "radsem", "--section", "impression"},
                            {pair_line("a", kReference, "FINDINGS: The heart is enlarged."), "", {}});
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(contains(result.err, "--section impression: 1 report has sections but no impression")) << result.err;
  EXPECT_EQ(run({"score", "-", "--section", "impresion"}, {"", "", {}}).code, 2);
}

TEST(Section, FindingsKeepTheirPlaces) {
  const std::string report = Json{{"id", "a"}, {"text", kReference}}.dump() + "\n";
  const Result result = run({"findings", "-", "--section", "impression"}, {report, "", {}});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json findings = Json::parse(result.out)["findings"];
  ASSERT_FALSE(findings.empty());
  const std::string text(kReference);
  for (const Json& one : findings) {
    const std::size_t begin = one["span"][0];
    EXPECT_GT(begin, text.find("IMPRESSION"));
    EXPECT_EQ(one["text"], text.substr(begin, one["span"][1].get<std::size_t>() - begin));
  }
}

TEST(Section, IsThereInEveryCommandThatReadsReports) {
  const Folder folder;
  const std::string reports = folder.file("r.jsonl", Json{{"name", "a"}, {"English_Report", kReference}}.dump() + "\n");
  const std::string wrong =
      folder.file("w.jsonl", Json{{"name", "a"}, {"English_Report", kWrongImpression}}.dump() + "\n");
  const std::string pairs = folder.file("p.jsonl", pair_line("a", kReference, kWrongImpression));
  const std::vector<std::vector<std::string>> commands = {
      {"radsem", "rewrite", reports},
      {"radsem", "run", "--ref", reports, "--gen", wrong, "--out", folder.path("radsem")},
      {"radfact", "phrases", reports},
      {"radfact", "run", pairs, "--narrative", "--out", folder.path("radfact")},
      {"lunguage", "structure", reports}};
  for (const auto& command : commands) {
    std::vector<std::string> words = command;
    words.insert(words.end(), {"--section", "impression"});
    const Result result = run(words);
    EXPECT_EQ(result.code, 0) << command[0] << " " << command[1] << ": " << result.err;
    EXPECT_FALSE(contains(result.out, "mall")) << result.out;  // "small" stands in the findings only
  }
  EXPECT_EQ(Json::parse(lines_of(folder.read("radsem/scores.jsonl")).at(0))["score"], 0.0);
  EXPECT_TRUE(contains(folder.read("radsem/summary.json"), "|section:impression"));
  EXPECT_EQ(run({"radfact", "run", pairs, "--out", folder.path("g"), "--section", "both"}).code, 2);
  const Result explained = run({"score", pairs, "--explain", "a", "--section", "impression"});
  EXPECT_TRUE(contains(explained.out, "a  RadSEM 0.0000")) << explained.out;
}

}  // namespace
}  // namespace fiducial::cli_test
