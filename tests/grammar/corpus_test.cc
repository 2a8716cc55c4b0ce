// Every case of the corpus is read as it says, every rule of the grammar is needed by its own sentence, and reading is
// the same whatever was read before.
#include "corpus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "grammar/reader.h"
#include "grammar/trace.h"

namespace fiducial::findings {
namespace {

std::vector<std::string> read_lines(Reader& reader, std::string_view report) {
  Reading reading;
  reader.read(report, reading);
  std::vector<std::string> lines;
  for (const Finding& f : reading.findings) lines.push_back(show(reader.lexicon(), f));
  return lines;
}

std::vector<std::filesystem::path> corpus_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(FIDUCIAL_TEST_DATA "/corpus")) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class Corpus : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Corpus, IsReadAsItSays) {
  std::vector<CorpusCase> cases = read_corpus(GetParam());
  ASSERT_FALSE(cases.empty());
  Reader reader(Lexicon::embedded());
  const bool update = std::getenv("FIDUCIAL_UPDATE_CORPUS") != nullptr;
  for (CorpusCase& c : cases) {
    const std::vector<std::string> lines = read_lines(reader, c.report);
    if (update)
      c.findings = lines;
    else
      EXPECT_EQ(lines, c.findings) << c.title << ": " << c.report;
  }
  if (update) write_corpus(GetParam(), cases);
}

INSTANTIATE_TEST_SUITE_P(Grammar, Corpus, testing::ValuesIn(corpus_files()),
                         [](const auto& file) { return file.param.stem().string(); });

// What a rule changes is seen in the Findings of the sentence that it is there for.
TEST(Rules, EachIsNeededByItsSentence) {
  for (const RuleInfo& rule : rules().subspan(1)) {
    RuleSet off;
    off.set(static_cast<std::size_t>(rule.rule));
    Reader with(Lexicon::embedded());
    Reader without(Lexicon::embedded(), off);
    EXPECT_NE(read_lines(with, rule.sentence), read_lines(without, rule.sentence))
        << rule.name << ": " << rule.sentence;
  }
}

TEST(Rules, AreFoundByTheirNames) {
  for (const RuleInfo& rule : rules()) EXPECT_EQ(rule_named(rule.name), rule.rule);
  EXPECT_FALSE(rule_named("located/nowhere").has_value());
}

TEST(Corpus, ReadingRemembersNothingOfEarlierReports) {
  Reader used(Lexicon::embedded());
  for (const auto& file : corpus_files()) {
    for (const CorpusCase& c : read_corpus(file)) {
      Reader fresh(Lexicon::embedded());
      EXPECT_EQ(read_lines(used, c.report), read_lines(fresh, c.report)) << c.report;
    }
  }
}

// Every span lies in the report, and a trace can be made of anything.
TEST(Corpus, SpansLieInTheReport) {
  for (const auto& file : corpus_files()) {
    for (const CorpusCase& c : read_corpus(file)) {
      Reader reader(Lexicon::embedded());
      Reading reading;
      std::string traced;
      reader.read(c.report, reading, [&](const Clause& clause, std::span<const Finding> found) {
        traced += trace(reader.lexicon(), c.report, clause, found);
      });
      EXPECT_FALSE(traced.empty());
      for (const Finding& f : reading.findings) {
        EXPECT_LE(f.span.begin, f.span.end);
        EXPECT_LE(f.span.end, c.report.size());
      }
    }
  }
}

}  // namespace
}  // namespace fiducial::findings
