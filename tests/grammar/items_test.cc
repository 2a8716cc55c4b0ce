// The rules over the items of a sentence are asked only where their kinds of words are said. That is a matter of speed:
// here every rule is asked, and reads the same.
#include "grammar/items.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "corpus.h"
#include "grammar/reader.h"
#include "text/sentence.h"

namespace fiducial::findings {
namespace {

// All reports of the corpus and of the examples.
std::vector<std::string> reports() {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(FIDUCIAL_TEST_DATA "/corpus")) {
    if (entry.path().extension() != ".txt") continue;
    for (const CorpusCase& c : read_corpus(entry.path())) out.push_back(c.report);
  }
  for (const char* name : {"/contrast.jsonl", "/nli.jsonl"}) {
    std::ifstream file(std::string(FIDUCIAL_EXAMPLES) + name);
    for (std::string line; std::getline(file, line);) {
      const nlohmann::json record = nlohmann::json::parse(line);
      for (const auto& [key, value] : record.items()) {
        if (value.is_string()) out.push_back(value.get<std::string>());
      }
    }
  }
  return out;
}

auto fields(const Item& i) {
  return std::tuple(i.kind, i.begin, i.end, i.anatomy, i.observation, i.attribute, i.modifier, i.cue, i.stands_for,
                    i.cue_concept, i.word, std::vector<float>(i.sizes, i.sizes + i.size_count), i.quantity.unit,
                    i.quantity.value, i.quantity.to, i.level_from, i.level_to, i.level_pair, i.of_rib, i.completed,
                    i.participle, i.directed, i.negated_prefix);
}

TEST(Items, ARuleWhoseWordsAreNotSaidChangesNothing) {
  const Lexicon& lexicon = Lexicon::embedded();
  std::vector<text::Token> tokens;
  std::vector<text::Sentence> sentences;
  std::vector<Item> asked, all;
  std::size_t compared = 0;
  for (const std::string& report : reports()) {
    text::tokenize(report, tokens);
    text::sentences(report, tokens, sentences);
    for (const text::Sentence& s : sentences) {
      const auto words = std::span<const text::Token>(tokens).subspan(s.first, s.last - s.first);
      read_items(lexicon, report, words, asked);
      read_items(lexicon, report, words, all, Asked::always);
      ASSERT_EQ(asked.size(), all.size()) << report.substr(tokens[s.first].begin, 200);
      for (std::size_t i = 0; i < all.size(); ++i)
        ASSERT_EQ(fields(asked[i]), fields(all[i])) << report.substr(tokens[s.first].begin, 200);
      ++compared;
    }
  }
  EXPECT_GT(compared, 5000U);
}

// The command line asks it of reports that no metric could score.
TEST(Reader, FindsAnythingWhereItHasFindings) {
  Reader reader(Lexicon::embedded());
  Reading reading;
  for (const std::string& report : reports()) {
    reader.read(report, reading);
    EXPECT_EQ(reader.finds_anything(report), !reading.findings.empty()) << report;
  }
  EXPECT_FALSE(reader.finds_anything(""));
  EXPECT_FALSE(reader.finds_anything("TECHNIQUE: MRI of the knee."));
}

}  // namespace
}  // namespace fiducial::findings
