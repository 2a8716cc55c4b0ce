// The bundled examples as a newcomer runs them: each scores as its label in examples/README.md says, on every metric.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "process.h"

namespace fiducial::cli_test {
namespace {

const std::string kExamples = FIDUCIAL_EXAMPLES;
constexpr const char* kMetrics = "radsem,radsem_alt,radfact,lunguage,clinical";

std::string file_text(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Label {
  std::string says;    // "right", "dangerous", …
  std::string unseen;  // by which metrics: what a published formula cannot see, one wrong attribute of several
};

// The tables of the README: `id` → its label.
std::map<std::string, Label> labels() {
  std::map<std::string, Label> out;
  for (const std::string& line : lines_of(file_text(kExamples + "/README.md"))) {
    std::vector<std::string> cells;
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t end = std::min(line.find(" | ", at), line.size());
      cells.push_back(line.substr(at, end - at));
      at = end + 3;
    }
    if (cells.size() < 4 || !cells[0].starts_with("| `")) continue;
    out[cells[0].substr(3, cells[0].size() - 4)] = {cells[2], cells.size() > 4 ? ", " + cells[4] : ""};
  }
  return out;
}

bool unseen_by(const Label& label, const std::string& metric) {
  return contains(label.unseen, ", " + metric + ",") || contains(label.unseen, ", " + metric + " |");
}

struct Bounds {
  double least, most;
};

// "Right" is worth most of the score, "dangerous" little, "partly right" something between.
Bounds bounds_of(const std::string& metric, const std::string& label) {
  if (label == "right") return {metric == "lunguage" ? 0.5 : metric == "radfact" ? 0.6 : 0.7, 1.0};
  // To RadFact a phrase that says less ("emphysema") does not make the particular one ("centrilobular") follow, nor any
  // of what is said of it, each of which is a phrase.
  if (label == "partly right") return {metric == "radfact" ? 0.2 : 0.4, 0.8};
  if (label == "dangerous") return {0.0, 0.7};
  EXPECT_EQ(label, "empty");
  return {0.0, 0.0};
}

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
      if (unseen_by(label_of.at(id), metric)) {
        EXPECT_GT(score, 0.7) << name << " is seen: the README says that it is not";
        EXPECT_LT(score, 0.97) << name;
        continue;
      }
      const Bounds bounds = bounds_of(metric, label_of.at(id).says);
      EXPECT_GE(score, bounds.least) << name;
      EXPECT_LE(score, bounds.most) << name;
    }
  }
  EXPECT_EQ(pairs, 16U);
}

TEST(Examples, EveryLadderFalls) {
  const Result result = run({"ssree", "evaluate", "--data", kExamples + "/ssree", "--metrics", kMetrics, "--failures",
                             "-", "--resamples", "0"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, "") << "each failure is a line";
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
