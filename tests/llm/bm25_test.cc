// BM25 against its formula written out, and examples from gold reports.
#include "llm/bm25.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "llm/gold_examples.h"

namespace fiducial::llm {
namespace {

// The formula, text by text, word by word.
double slow_score(const std::vector<std::string>& texts, std::size_t which, const std::string& query) {
  double total = 0;
  std::map<std::string, double> with_word;
  for (const std::string& text : texts) {
    const auto all = written_words(text);
    total += static_cast<double>(all.size());
    for (const std::string& word : std::set<std::string>(all.begin(), all.end())) with_word[word] += 1;
  }
  const auto plain = [&](double with) {
    return std::log(static_cast<double>(texts.size()) - with + 0.5) - std::log(with + 0.5);
  };
  double sum = 0;
  for (const auto& [word, with] : with_word) sum += plain(with);
  const double mean = total / static_cast<double>(texts.size());
  const auto words = written_words(texts[which]);
  double score = 0;
  for (const std::string& word : written_words(query)) {
    if (!with_word.contains(word)) continue;
    const auto times = static_cast<double>(std::count(words.begin(), words.end(), word));
    double weight = plain(with_word[word]);
    if (weight < 0) weight = 0.25 * sum / static_cast<double>(with_word.size());
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

TEST(Bm25, IsThePublishedOne) {
  // rank_bm25.BM25Okapi([t.split() for t in texts]).get_scores("no left effusion".split())
  Bm25 index;
  for (const char* text :
       {"no pleural effusion", "left effusion is small", "no pneumothorax", "no acute process", "Clear lungs"})
    index.add(text);
  const auto scores = index.scores("no left effusion");
  const double expected[] = {0.5437119316307786, 1.203064871500031, 0.25787099175145645, 0.21771806916039924, 0.0};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(scores[i], expected[i], 1e-9) << i;
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
  return {subject, id, report, 0, 1, {}};
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
  const auto chosen = examples.best(texts[0], 5, Choice::alike);
  ASSERT_EQ(chosen.size(), 2U) << "the patient's own two are not shown";
  EXPECT_NE(chosen.back().first.find("The effusion is seen on the left."), std::string::npos) << "the best is last";
  EXPECT_NE(chosen.front().first.find("Nodule"), std::string::npos);
  EXPECT_EQ(examples.best(study("z", "9", "FINDINGS: Left effusion."), 1, Choice::diverse).size(), 1U);
  EXPECT_EQ(examples.best(study("3", "3", "FINDINGS: Effusion on the left."), 5, Choice::diverse).size(), 3U)
      << "a study that names no patient is known by its number";
}

TEST(GoldExamples, CoverWhatTheReportHas) {
  const std::vector<lunguage::StudyText> texts{study("a", "1", "FINDINGS: Left effusion is seen at the left."),
                                               study("b", "2", "FINDINGS: Left effusion is seen."),
                                               study("c", "3", "FINDINGS: There is a new pneumothorax today.")};
  const lunguage::Rows gold{gold_row("a", "1", "effusion"), gold_row("b", "2", "effusion"),
                            gold_row("c", "3", "pneumothorax")};
  StructureTask task(prompt_for("lunguage_structure", ""), nullptr);
  const GoldExamples examples(task, gold, texts);
  const auto has = [](const std::vector<Example>& list, const char* words) {
    return std::any_of(list.begin(), list.end(),
                       [&](const Example& one) { return one.first.find(words) != std::string::npos; });
  };
  const auto asked = study("z", "9", "FINDINGS: Left effusion is seen at the left with pneumothorax.");
  EXPECT_FALSE(has(examples.best(asked, 2, Choice::alike), "new pneumothorax"));
  const auto diverse = examples.best(asked, 2, Choice::diverse);
  ASSERT_EQ(diverse.size(), 2U);
  EXPECT_TRUE(has(diverse, "new pneumothorax"));
  EXPECT_TRUE(has(diverse, "at the left"));
}

}  // namespace
}  // namespace fiducial::llm
