// Agreement with the peers on pairs of our own writing: every metric, option, pair and corpus value in
// data/expected.json, which tools/peers/regenerate.sh makes from data/pairs.jsonl.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fiducial/lexical.h"

namespace fiducial::lexical {
namespace {

using nlohmann::json;

const std::string data_folder = FIDUCIAL_TEST_DATA;

struct Pair {
  std::string id, reference, candidate;
};

std::vector<Pair> read_pairs() {
  std::vector<Pair> pairs;
  std::ifstream in(data_folder + "/pairs.jsonl");
  for (std::string line; std::getline(in, line);) {
    const json record = json::parse(line);
    pairs.push_back({record["id"], record["reference"], record["candidate"]});
  }
  return pairs;
}

json read_expected() {
  std::ifstream in(data_folder + "/expected.json");
  return json::parse(in);
}

Options options_of(const json& run) {
  Options options;
  options.tokens = run["tokens"] == "ptb" ? Tokens::ptb : Tokens::space;
  options.stem = run["stem"];
  if (run["wordnet"]) options.wordnet = data_folder + "/wordnet";
  return options;
}

TEST(Peers, EveryRunAgrees) {
  const std::vector<Pair> pairs = read_pairs();
  const json expected = read_expected();
  ASSERT_GE(pairs.size(), 30U);
  ASSERT_EQ(expected["ids"].size(), pairs.size()) << "run tools/peers/regenerate.sh";
  for (const json& run : expected["runs"]) {
    const auto metric = make(run["metric"].get<std::string>(), options_of(run));
    ASSERT_NE(metric, nullptr);
    SCOPED_TRACE(metric->signature());
    for (const Pair& pair : pairs) metric->observe(pair.reference);
    metric->observed();
    std::vector<double> row(metric->statistics());
    std::vector<double> sums(metric->statistics());
    std::vector<double> values(metric->columns().size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      metric->measure(pairs[i].reference, pairs[i].candidate, row);
      for (std::size_t k = 0; k < row.size(); ++k) sums[k] += row[k];
      metric->pair_values(row, values);
      EXPECT_NEAR(values[0], run["pairs"][i].get<double>(), 1e-6) << pairs[i].id;
    }
    metric->corpus_values(sums, pairs.size(), values);
    EXPECT_NEAR(values[0], run["corpus"].get<double>(), 1e-6);
  }
}

TEST(Peers, BleuHasTheFourAsColumns) {
  const std::vector<Pair> pairs = read_pairs();
  const auto all = make("bleu");
  std::vector<double> row(all->statistics());
  std::vector<double> values(4);
  ASSERT_EQ(all->columns().size(), 4U);
  for (std::size_t n = 1; n <= 4; ++n) {
    const std::string name = "bleu" + std::to_string(n);
    EXPECT_EQ(all->columns()[n - 1], name);
    const auto one = make(name);
    std::vector<double> one_row(one->statistics());
    std::vector<double> one_value(1);
    for (const Pair& pair : pairs) {
      all->measure(pair.reference, pair.candidate, row);
      all->pair_values(row, values);
      one->measure(pair.reference, pair.candidate, one_row);
      one->pair_values(one_row, one_value);
      EXPECT_EQ(values[n - 1], one_value[0]) << pair.id;
    }
  }
}

TEST(Peers, PennTreebankWords) {
  const std::vector<Pair> pairs = read_pairs();
  const json expected = read_expected();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_EQ(tokenize(pairs[i].reference), expected["reference_words"][i].get<std::vector<std::string>>())
        << pairs[i].id;
    EXPECT_EQ(tokenize(pairs[i].candidate), expected["candidate_words"][i].get<std::vector<std::string>>())
        << pairs[i].id;
  }
}

TEST(Peers, Stems) {
  const json expected = read_expected();
  ASSERT_FALSE(expected["stems"].empty());
  for (const auto& [word, stemmed] : expected["stems"].items()) EXPECT_EQ(stem(word), stemmed.get<std::string>());
}

}  // namespace
}  // namespace fiducial::lexical
