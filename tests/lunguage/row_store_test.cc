// Rows on the disk come back as they went, patient by patient, whatever the order in which they came.
#include "lunguage/row_store.h"

#include <gtest/gtest.h>

#include <random>

#include "rows.h"

namespace fiducial::lunguage {
namespace {

Row random_row(std::mt19937& random, int patients) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto text = [&] { return std::string(static_cast<std::size_t>(below(20)), static_cast<char>(below(256))); };
  Row out;
  out.subject = "p" + std::to_string(below(patients));
  out.study = "s" + std::to_string(below(3));
  out.sequence = below(9);
  if (below(2) == 1) out.day = below(1000);
  out.section = text();
  out.sent_idx = below(100);
  out.ent_idx = below(100);
  out.entity = text();
  out.category = static_cast<Category>(below(6));
  out.positive = below(2) == 1;
  out.definitive = below(2) == 1;
  for (auto& times : out.given) times = static_cast<std::uint8_t>(below(3));
  for (std::string& one : out.texts) one = below(2) == 1 ? text() : "";
  out.associate.assign(static_cast<std::size_t>(below(3)), below(9));
  out.evidence.assign(static_cast<std::size_t>(below(3)), below(9));
  out.group = text();
  out.episode = below(4);
  if (below(3) == 1) out.other.emplace_back("mine", text());
  out.line = static_cast<std::size_t>(below(1000));
  return out;
}

TEST(RowStore, GivesBackWhatItGot) {
  std::mt19937 random(1);
  Rows rows;
  RowStore store;
  for (int i = 0; i < 500; ++i) {
    rows.push_back(random_row(random, 7));
    store.add_row(rows.back());
  }
  store.add_study("nobody", "s0");
  store.finish();
  EXPECT_EQ(store.patients(), 8U);
  EXPECT_EQ(store.rows(), 500U);
  EXPECT_EQ(store.other_columns(), std::vector<std::string>{"mine"});
  for (const RowStore::Number patient : store.by_subject()) {
    Rows wanted;
    for (const Row& one : rows) {
      if (one.subject == store.subject(patient)) wanted.push_back(one);
    }
    EXPECT_EQ(store.load_patient(patient), wanted) << store.subject(patient);
    EXPECT_EQ(store.rows_of(patient), wanted.size());
  }
  Rows all;
  for (RowStore::Number block = 0; block < store.blocks(); ++block) {
    for (Row& one : store.load(std::span(&block, 1))) all.push_back(std::move(one));
  }
  EXPECT_EQ(all, rows);
  EXPECT_EQ(store.patient("somebody"), RowStore::kNone);
  EXPECT_EQ(store.study(store.patient("nobody"), "s1"), RowStore::kNone);
}

TEST(RowStore, CountsDaysAndNumbersStudiesOfReports) {
  RowStore store;
  const auto report = [](std::string study, long day) {
    StudyText text{"p", std::move(study), "", day, 0, {}, true};
    return text;
  };
  store.add_report(report("late", 730), {row("mass")});
  store.add_report(report("early", 700), {row("cyst")});
  store.finish();
  const Rows rows = store.load_patient(0);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].sequence, 2);
  EXPECT_EQ(rows[0].day, 30);
  EXPECT_EQ(rows[1].sequence, 1);
  EXPECT_EQ(rows[1].day, 0);
}

TEST(RowStore, ALongStudyIsSeveralBlocks) {
  RowStore store;
  for (int i = 0; i < 3; ++i) store.add_row(row(std::string(800'000, static_cast<char>('a' + i))));
  store.finish();
  EXPECT_EQ(store.blocks(), 2U);
  EXPECT_EQ(store.studies(), 1U);
  EXPECT_EQ(store.load_patient(0).back().entity.front(), 'c');
}

}  // namespace
}  // namespace fiducial::lunguage
