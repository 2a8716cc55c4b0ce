// What must hold of `relate` for any two statements: the findings of the grammar's whole corpus against each other.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "compare/relate.h"
#include "grammar/reader.h"
#include "grammar/trace.h"

namespace fiducial::findings {
namespace {

// The findings of every line of the corpus that is read as a report of its own.
std::vector<Finding> corpus_findings() {
  std::vector<Finding> out;
  Reader reader(Lexicon::embedded());
  Reading reading;
  const auto tests = std::filesystem::path(FIDUCIAL_TEST_DATA).parent_path().parent_path();
  const std::filesystem::path folder = tests / "grammar" / "data" / "corpus";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      if (line.empty() || line[0] == '=' || line[0] == '-' || line[0] == '+' || line[0] == '!') continue;
      reader.read(line, reading);
      out.insert(out.end(), reading.findings.begin(), reading.findings.end());
    }
  }
  return out;
}

Direction turned(Direction direction) {
  if (direction == Direction::first_wider) return Direction::second_wider;
  return direction == Direction::second_wider ? Direction::first_wider : Direction::none;
}

TEST(RelateCorpus, IsSymmetric) {
  const Lexicon& lexicon = Lexicon::embedded();
  const std::vector<Finding> all = corpus_findings();
  ASSERT_GT(all.size(), 300U);
  for (const Finding& a : all) {
    for (const Finding& b : all) {
      const Relation there = relate(lexicon, a, b);
      const Relation back = relate(lexicon, b, a);
      const bool same = there.site == back.site && there.concept_likeness == back.concept_likeness &&
                        there.contradictory == back.contradictory && there.details == back.details &&
                        there.site_direction == turned(back.site_direction);
      EXPECT_TRUE(same) << show(lexicon, a) << "\n" << show(lexicon, b);
    }
  }
}

TEST(RelateCorpus, EachSaysTheSameAsItself) {
  const Lexicon& lexicon = Lexicon::embedded();
  for (const Finding& f : corpus_findings()) {
    const Relation r = relate(lexicon, f, f);
    EXPECT_EQ(r.site, Likeness::equivalent) << show(lexicon, f);
    EXPECT_EQ(r.concept_likeness, Likeness::equivalent) << show(lexicon, f);
    EXPECT_FALSE(r.contradictory) << show(lexicon, f);
    EXPECT_TRUE(r.details == DetailLikeness::null || r.details == DetailLikeness::equivalent) << show(lexicon, f);
  }
}

}  // namespace
}  // namespace fiducial::findings
