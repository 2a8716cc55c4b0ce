// How problems read, and what never gets into them.
#include "fiducial/problem.h"

#include <gtest/gtest.h>

#include "fiducial/io.h"
#include "io/show.h"

namespace fiducial::io {
namespace {

TEST(Problem, NamesFileLineAndId) {
  EXPECT_EQ((Problem{"pairs.csv", 12, "case-7", "expected 3 fields, found 2"}).text(),
            "pairs.csv:12: id case-7: expected 3 fields, found 2");
  EXPECT_EQ((Problem{"pairs.csv", 0, "", "the file is empty"}).text(), "pairs.csv: the file is empty");
  EXPECT_EQ((Problem{"", 0, "", "something"}).text(), "something");
}

TEST(Problem, IdsAreHarmlessToATerminalAndShort) {
  EXPECT_EQ((Problem{"f", 1, "a\nb\x1b[31m", "m"}).text(), "f:1: id a?b?[31m: m");
  EXPECT_EQ((Problem{"f", 1, "\xff", "m"}).text(), "f:1: id \xEF\xBF\xBD: m");
  EXPECT_LT((Problem{"f", 1, std::string(10'000, 'x'), "m"}).text().size(), 120U);
}

TEST(Problem, InputErrorCarriesIt) {
  const InputError error({"f.csv", 3, "", "message"});
  EXPECT_STREQ(error.what(), "f.csv:3: message");
  EXPECT_EQ(error.problem().line, 3U);
}

TEST(Problem, ColumnNamesThatMayBeReportsAreOnlyDescribed) {
  EXPECT_EQ(show_columns({"id", "ground truth", "No effusion.", std::string(50, 'x')}),
            "'id', 'ground truth', (a text of 12 bytes) and (a text of 50 bytes)");
  EXPECT_EQ(show_columns({}), "none");
  EXPECT_EQ(show_choices({"id", "name", "study_id"}), "'id', 'name' or 'study_id'");
}

TEST(ProblemLog, KeepsTheFirstAndCountsTheRest) {
  ProblemLog log;
  for (std::size_t i = 1; i <= ProblemLog::kKept + 5; ++i) log.add({"f", i, "", "m"});
  EXPECT_EQ(log.kept().size(), ProblemLog::kKept);
  EXPECT_EQ(log.kept().back().line, ProblemLog::kKept);
  EXPECT_EQ(log.count(), ProblemLog::kKept + 5);
  ProblemLog both;
  both.add({"g", 1, "", "m"});
  both.add(log);
  EXPECT_EQ(both.kept().size(), ProblemLog::kKept);
  EXPECT_EQ(both.kept()[1].line, 1U);
  EXPECT_EQ(both.count(), ProblemLog::kKept + 6) << "those that were not kept count too";
  ProblemLog read;
  read.add(log.kept(), log.count());
  read.add({}, 0);
  EXPECT_EQ(read.kept().size(), ProblemLog::kKept);
  EXPECT_EQ(read.count(), log.count());
}

}  // namespace
}  // namespace fiducial::io
