// What holds for every metric: names, signatures, bounds, equal results from many threads; and WordNet's errors.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "fiducial/lexical.h"
#include "fiducial/problem.h"
#include "lexical/wordnet.h"

namespace fiducial::lexical {
namespace {

const std::vector<std::pair<std::string, std::string>> kPairs = {
    {"The lungs are clear. No effusion.", "Lungs are clear without effusions."},
    {"A 4 mm nodule in the left upper lobe is unchanged.", "A 4 mm nodule in the left upper lobe is unchanged."},
    {"Old fracture of the distal radius.", "Gallstones"},
    {"", "Normal."},
    {"Normal.", ""},
    {"Disc bulge at L4/5 with mild canal stenosis.", "L4-5 disc bulging causes mild stenosis of the canal."},
};

std::unique_ptr<Metric> observed(const std::string& name) {
  auto metric = make(name);
  for (const auto& [reference, candidate] : kPairs) metric->observe(reference);
  metric->observed();
  return metric;
}

std::vector<double> values_of(const Metric& metric, const std::string& reference, const std::string& candidate) {
  std::vector<double> row(metric.statistics());
  std::vector<double> values(metric.columns().size());
  metric.measure(reference, candidate, row);
  metric.pair_values(row, values);
  return values;
}

TEST(Metrics, EveryNameIsMadeAndSigned) {
  std::set<std::string> signatures;
  for (const std::string& name : names()) {
    const auto metric = make(name);
    ASSERT_NE(metric, nullptr) << name;
    EXPECT_EQ(metric->name(), name);
    EXPECT_FALSE(metric->columns().empty());
    EXPECT_TRUE(signatures.insert(metric->signature()).second);
    EXPECT_EQ(metric->needs_corpus(), name == "cider");
  }
  EXPECT_EQ(make("bleu5"), nullptr);
  EXPECT_EQ(make(""), nullptr);
}

TEST(Metrics, SignaturesNameThePeerAndTheOptions) {
  EXPECT_EQ(make("bleu4")->signature(), "bleu4:pycocoevalcap|tok:ptb-lower|reflen:closest");
  EXPECT_EQ(make("meteor")->signature(),
            "meteor:nltk|stages:exact+stem|stemmer:porter-nltk|tok:ptb-lower|alpha:0.9|beta:3|gamma:0.5");
  EXPECT_EQ(make("rouge1", {.stem = true})->signature(), "rouge1:rouge-score|stem:yes|value:f");
  EXPECT_EQ(make("rougeL", {.tokens = Tokens::space})->signature(), "rougeL:pycocoevalcap|tok:space|beta:1.2");
}

TEST(Metrics, AreInTheirBoundsAndBestForEqualTexts) {
  for (const std::string& name : names()) {
    const auto metric = observed(name);
    const double best = name == "sacrebleu" ? 100.0 : name == "cider" ? 10.0 : 1.0;
    for (const auto& [reference, candidate] : kPairs) {
      for (const double value : values_of(*metric, reference, candidate)) {
        EXPECT_GE(value, 0.0) << name;
        EXPECT_LE(value, best * (1 + 1e-12)) << name;
      }
    }
    // METEOR takes off for chunks even if there is only one: 1 - 0.5 / 11^3. pycocoevalcap's 1e-9 shows in BLEU.
    EXPECT_NEAR(values_of(*metric, kPairs[1].first, kPairs[1].second)[0], best, 1e-3) << name;
  }
}

TEST(Metrics, AnyNumberOfThreadsMeasuresTheSame) {
  for (const std::string& name : names()) {
    const auto metric = observed(name);
    std::vector<std::vector<double>> alone;
    alone.reserve(kPairs.size());
    for (const auto& [reference, candidate] : kPairs) alone.push_back(values_of(*metric, reference, candidate));
    std::vector<std::vector<std::vector<double>>> found(4);
    std::vector<std::thread> threads;
    threads.reserve(found.size());
    for (auto& results : found) {
      threads.emplace_back([&results, &metric] {
        for (int round = 0; round < 50; ++round) {
          results.clear();
          for (const auto& [reference, candidate] : kPairs) {
            results.push_back(values_of(*metric, reference, candidate));
          }
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& results : found) EXPECT_EQ(results, alone) << name;
  }
}

TEST(Metrics, BytesThatAreNotUtf8AreCharacters) {
  for (const std::string& name : names()) {
    const auto metric = observed(name);
    for (const double value : values_of(*metric, "clear \xFF\xFE lungs \xC3", "clear \xFF\xFE lungs \xC3")) {
      EXPECT_TRUE(std::isfinite(value)) << name;
    }
  }
}

TEST(WordNetFiles, SynonymsOfBaseForms) {
  const WordNet wordnet(std::string(FIDUCIAL_TEST_DATA) + "/wordnet");
  const auto synonyms = [&](std::string_view word) {
    std::vector<Id> ids;
    wordnet.synonyms(word, ids);
    std::set<std::string> words;
    for (const Id id : ids) words.emplace(wordnet.word(id));
    return words;
  };
  using Set = std::set<std::string>;
  EXPECT_EQ(synonyms("tumor"), (Set{"tumor", "neoplasm"})) << "words of two parts are left out";
  EXPECT_EQ(synonyms("tumors"), (Set{"tumor", "neoplasm"}));
  EXPECT_EQ(synonyms("pressing"), (Set{"press", "compress", "squeeze"}));
  EXPECT_EQ(synonyms("shrank"), (Set{"shrink", "contract"})) << "an irregular form";
  EXPECT_EQ(synonyms("larger"), (Set{"large", "big"}));
  EXPECT_EQ(synonyms("normal"), (Set{"normal", "typical"})) << "without its syntactic marker";
  EXPECT_EQ(synonyms("study"), (Set{"study", "survey", "work", "examine"})) << "of all parts of speech";
  EXPECT_EQ(synonyms("radius"), Set{});
}

TEST(WordNetFiles, ErrorsNameTheFile) {
  try {
    make("meteor", {.wordnet = "no/such/folder"});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.problem().source, "no/such/folder/data.noun");
  }
  const auto folder = std::filesystem::temp_directory_path() / ("fiducial-wordnet-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "data.noun") << "  1 licence\n00000012 00 n zz word 0 000 | gloss\n";
  try {
    const WordNet wordnet(folder);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.problem().line, 2U);
    EXPECT_NE(error.problem().message.find("a count of words"), std::string::npos);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace fiducial::lexical
