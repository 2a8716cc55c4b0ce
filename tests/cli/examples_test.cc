// The bundled examples as a newcomer runs them: each scores as its label in examples/README.md says, on every metric.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "process.h"

namespace fiducial::cli_test {
namespace {

const std::string kExamples = FIDUCIAL_EXAMPLES;
constexpr const char* kMetrics = "radsem,radsem_alt,radfact,lunguage,clinical";

std::string file_text(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The tables of the README: `id` → a column.
std::map<std::string, std::string> labels() {
  std::map<std::string, std::string> out;
  for (const std::string& line : lines_of(file_text(kExamples + "/README.md"))) {
    std::vector<std::string> cells;
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t end = std::min(line.find(" | ", at), line.size());
      cells.push_back(line.substr(at, end - at));
      at = end + 3;
    }
    if (cells.size() == 4 && cells[0].starts_with("| `")) out[cells[0].substr(3, cells[0].size() - 4)] = cells[2];
  }
  return out;
}

struct Bounds {
  double least, most;
};

// "Right" is worth most of the score, "dangerous" little, "partly right" something between.
Bounds bounds_of(const std::string& metric, const std::string& label) {
  if (label == "right") return {metric == "lunguage" ? 0.5 : metric == "radfact" ? 0.6 : 0.7, 1.0};
  // To RadFact a phrase that says less ("emphysema") does not make the particular one ("centrilobular") follow.
  if (label == "partly right") return {metric == "radfact" ? 0.25 : 0.4, 0.8};
  if (label == "dangerous") return {0.0, 0.7};
  EXPECT_EQ(label, "empty");
  return {0.0, 0.0};
}

// What a published formula cannot see, as the README says: it counts one wrong statement, or attribute, of several.
const std::set<std::string> kBeyondTheFormula{
    "radsem cxr-hallucinated-device",   "radsem ct-abdomen-wrong-size",   "radsem_alt cxr-hallucinated-device",
    "radsem_alt ct-abdomen-wrong-size", "radfact cxr-flipped-negation",   "radfact cxr-hallucinated-device",
    "radfact ct-abdomen-wrong-size",    "lunguage cxr-flipped-negation",  "lunguage cxr-wrong-side",
    "lunguage cxr-hallucinated-device", "lunguage ct-abdomen-wrong-size", "lunguage mr-spine-wrong-level"};
// "In the left peripheral zone at the mid gland": the second place is not read, so RadFact misses it.
const std::set<std::string> kNotReadYet{"radfact mr-prostate-paraphrase"};

TEST(Examples, EachPairScoresAsItsLabelSays) {
  const auto label_of = labels();
  const Result result =
      run({"score", kExamples + "/pairs.jsonl", "--metrics", kMetrics, "--resamples", "0", "--samples", "-"});
  ASSERT_EQ(result.code, 0) << result.err;
  std::size_t pairs = 0;
  for (const std::string& line : lines_of(result.out)) {
    if (!line.starts_with("{")) continue;
    const nlohmann::json sample = nlohmann::json::parse(line);
    const std::string id = sample["id"];
    ASSERT_TRUE(label_of.contains(id)) << id;
    ++pairs;
    for (const char* metric : {"radsem", "radsem_alt", "radfact", "lunguage", "clinical"}) {
      const std::string name = metric + (" " + id);
      const double score = sample[metric];
      if (kBeyondTheFormula.contains(name)) {
        EXPECT_LT(score, 0.97) << name;
        continue;
      }
      if (kNotReadYet.contains(name)) continue;
      const Bounds bounds = bounds_of(metric, label_of.at(id));
      EXPECT_GE(score, bounds.least) << name;
      EXPECT_LE(score, bounds.most) << name;
    }
  }
  EXPECT_EQ(pairs, 16U);
}

TEST(Examples, ASynonymousRewriteIsAboveAnAntonymousOne) {
  const Result result = run({"ssree", "evaluate", "--rewrites", kExamples + "/rewrites.jsonl", "--metrics", kMetrics});
  ASSERT_EQ(result.code, 0) << result.err;
  std::size_t metrics = 0;
  for (const std::string& line : lines_of(result.out)) {
    for (const char* metric : {"radsem ", "radsem_alt ", "radfact ", "lunguage ", "clinical "}) {
      if (!line.starts_with(metric)) continue;
      ++metrics;
      EXPECT_TRUE(contains(line, "100.00")) << line;
    }
  }
  EXPECT_EQ(metrics, 5U);
}

}  // namespace
}  // namespace fiducial::cli_test
