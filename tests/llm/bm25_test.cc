// BM25 against its formula written out, and examples from gold reports.
#include "llm/bm25.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "llm/gold_examples.h"

namespace fiducial::llm {
namespace {

// The formula, text by text, word by word.
double slow_score(const std::vector<std::string>& texts, std::size_t which, const std::string& query) {
  double total = 0;
  for (const std::string& text : texts) total += static_cast<double>(words_of(text).size());
  const double mean = total / static_cast<double>(texts.size());
  const auto words = words_of(texts[which]);
  double score = 0;
  for (const std::string& word : words_of(query)) {
    double with = 0;
    for (const std::string& text : texts) {
      const auto all = words_of(text);
      if (std::find(all.begin(), all.end(), word) != all.end()) with += 1;
    }
    const auto times = static_cast<double>(std::count(words.begin(), words.end(), word));
    const double weight = std::log(1 + (static_cast<double>(texts.size()) - with + 0.5) / (with + 0.5));
    const auto length = static_cast<double>(words.size());
    score += weight * times * 2.5 / (times + 1.5 * (0.25 + 0.75 * length / mean));
  }
  return score;
}

std::string some_words(std::mt19937& random, std::size_t most) {
  std::string text;
  for (std::size_t n = random() % (most + 1); n > 0; --n) text += "w" + std::to_string(random() % 12) + " ";
  return text;
}

TEST(Bm25, WordsAreRunsOfLettersAndDigits) {
  EXPECT_EQ(words_of("No Left-sided  effusion, 2.5 cm."),
            (std::vector<std::string>{"no", "left", "sided", "effusion", "2", "5", "cm"}));
  EXPECT_TRUE(words_of(" .,\n").empty());
}

TEST(Bm25, AgreesWithTheFormulaWrittenOut) {
  std::mt19937 random(11);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::string> texts;
    Bm25 index;
    for (std::size_t n = 1 + random() % 20; n > 0; --n) {
      texts.push_back("x " + some_words(random, 15));
      index.add(texts.back());
    }
    const std::string query = some_words(random, 10);
    const auto scores = index.scores(query);
    for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_NEAR(scores[i], slow_score(texts, i, query), 1e-9);
    const auto allowed = [&](std::size_t i) { return i % 3 != 1; };
    std::vector<std::size_t> expected;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (allowed(i)) expected.push_back(i);
    }
    std::stable_sort(expected.begin(), expected.end(),
                     [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
    expected.resize(std::min<std::size_t>(4, expected.size()));
    EXPECT_EQ(index.best(query, 4, allowed), expected);
  }
}

TEST(Bm25, NothingIsFoundInNothing) {
  const Bm25 empty;
  EXPECT_TRUE(empty.best("word", 3, [](std::size_t) { return true; }).empty());
  Bm25 blank;
  blank.add("");
  EXPECT_EQ(blank.scores("word"), std::vector<double>{0});
}

// --------------------------------------------------------------------------------------------------------------
// examples

lunguage::StudyText study(const std::string& subject, const std::string& id, const std::string& report) {
  return {subject, id, report, 0, 1};
}

lunguage::Row gold_row(const std::string& subject, const std::string& id, const std::string& entity) {
  lunguage::Row row;
  row.subject = subject;
  row.study = id;
  row.entity = entity;
  row.sent_idx = row.ent_idx = 1;
  return row;
}

TEST(GoldExamples, AreTheMostAlikeAndNeverOfTheSamePatient) {
  const std::vector<lunguage::StudyText> texts{
      study("a", "1", "FINDINGS: Left effusion is seen."), study("a", "2", "FINDINGS: Left effusion is large."),
      study("b", "3", "FINDINGS: The effusion is seen on the left."), study("c", "4", "FINDINGS: Rib fracture."),
      study("d", "5", "FINDINGS: Nodule is seen.")};
  lunguage::Rows gold{gold_row("a", "1", "effusion"), gold_row("a", "2", "effusion"),
                      gold_row("b", "3", "effusion"), gold_row("c", "4", "Rib fracture"),
                      gold_row("d", "5", "Nodule"),   gold_row("e", "6", "without a text")};
  gold[3].text(lunguage::Relation::location) = "words that the text lacks";
  StructureTask task(prompt_for("lunguage_structure", ""), nullptr);
  const GoldExamples examples(task, gold, texts);
  EXPECT_EQ(examples.size(), 4U);
  EXPECT_EQ(examples.unused(), 2U);
  const auto chosen = examples.best(texts[0], 5);
  ASSERT_EQ(chosen.size(), 2U) << "the patient's own two are not shown";
  EXPECT_NE(chosen.back().first.find("The effusion is seen on the left."), std::string::npos) << "the best is last";
  EXPECT_NE(chosen.front().first.find("Nodule"), std::string::npos);
  EXPECT_EQ(examples.best(study("z", "9", "FINDINGS: Left effusion."), 1).size(), 1U);
  EXPECT_EQ(examples.best(study("3", "3", "FINDINGS: Effusion on the left."), 5).size(), 3U)
      << "a study that names no patient is known by its number";
}

}  // namespace
}  // namespace fiducial::llm
