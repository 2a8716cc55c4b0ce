// Structured files: read and written without loss; bad rows named with their line and the rule they break.
#include <gtest/gtest.h>

#include "rows.h"

namespace fiducial::lunguage {
namespace {

constexpr const char* kHead = "subject_id,study_id,section,sent_idx,ent_idx,entity,cat,dx_status,dx_certainty";

std::string csv(const std::string& more_columns, const std::vector<std::string>& rows) {
  std::string out = kHead + more_columns + "\n";
  for (const std::string& one : rows) out += one + "\n";
  return out;
}

std::string only_problem(const Table& table) {
  const auto& problems = table.problems;
  return problems.count() == 1 ? problems.kept()[0].text() : std::to_string(problems.count()) + " problems";
}

TEST(Table, ReadsTheGoldColumns) {
  const Table table = table_of(csv(",location,no change,associate,gt_entity_group,gt_temporal_group,StudyDateTime,mine",
                                   {"p1,s1,hist,1,1,fever,PATIENT INFO,Positive,definitive,,,,fever,1,2180-05-07,x",
                                    "p1,s1,findings,2,2,opacity,pf,positive,Tentative,\"right base, left base\","
                                    "unchanged,\"3, 4\",opacity,2,2180-05-17 21:10:00,"}));
  ASSERT_EQ(table.problems.count(), 0U) << table.problems.kept()[0].text();
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0].category, Category::patient_info);
  EXPECT_TRUE(is_history(table.rows[0]));
  EXPECT_EQ(table.rows[0].other,
            (std::vector<std::pair<std::string, std::string>>{{"StudyDateTime", "2180-05-07"}, {"mine", "x"}}));
  EXPECT_FALSE(table.rows[1].definitive);
  EXPECT_EQ(table.rows[1].text(Relation::no_change), "unchanged");
  EXPECT_EQ(table.rows[1].associate, (std::vector<int>{3, 4}));
  EXPECT_EQ(table.rows[1].episode, 2);
  EXPECT_EQ(table.rows[0].day, 0);
  EXPECT_EQ(table.rows[1].day, 10);
}

// As the published gold file and the published program's predictions are written.
TEST(Table, ReadsThePublishedShape) {
  const Table gold = table_of(
      "subject_id,study_id,sequence,section,sent_idx,ent_idx,ent,cat,dx_status,dx_certainty,location,associate,"
      "evidence,gt_entity_group,gt_temporal_group\n"
      "1,s1,1,hist,1,1,fever,patient info.,positive,definitive,,,,fever,1.0\n"
      "1,s1,1,find,2,2,opacity,pf,positive,definitive,loc:right det:base,\"pneumonia, idx3\",,opacity right,1.0\n"
      "1,s1,1,find,2,3,pneumonia,cf,positive,tentative,,\"opacity, idx2\",\"opacity, obj_ent_idx2\",,\n"
      "1,s1,1,find,2,4,edema,cof/ncd,positive,tentative,,,,edema,1\n");
  ASSERT_EQ(gold.problems.count(), 0U) << only_problem(gold);
  ASSERT_EQ(gold.rows.size(), 4U);
  EXPECT_EQ(gold.rows[0].category, Category::patient_info);
  EXPECT_EQ(gold.rows[1].associate, std::vector<int>{3});
  EXPECT_EQ(gold.rows[2].evidence, std::vector<int>{2});
  EXPECT_EQ(gold.rows[2].group, "");
  EXPECT_EQ(gold.rows[3].category, Category::cof);
  EXPECT_EQ(gold.rows[1].section, "findings");

  const Table pred =
      table_of(csv(",LLM_cluster,temporal_group,gt_entity_group,gt_temporal_group,associate",
                   {"p,s,find,1,1,mass,PF,positive,definitive,mass left,2,mass,1,\"nodule, idx2, cyst, idx3\""}));
  ASSERT_EQ(pred.rows.size(), 1U) << only_problem(pred);
  EXPECT_EQ(pred.rows[0].group, "mass left") << "its own group, not the gold one beside it";
  EXPECT_EQ(pred.rows[0].episode, 2);
  EXPECT_EQ(pred.rows[0].associate, (std::vector<int>{2, 3}));

  const Table broken = table_of(csv(",associate", {"p,s,find,1,1,mass,PF,positive,definitive,nodule"}));
  EXPECT_NE(only_problem(broken).find("expected a whole number in associate, found 'nodule'"), std::string::npos);
}

TEST(Table, CsvAndJsonlKeepEverything) {
  Table gold = read_rows(std::string(FIDUCIAL_EXAMPLES) + "/timeline/gold.csv");
  ASSERT_EQ(gold.problems.count(), 0U);
  ASSERT_EQ(gold.rows.size(), 98U);
  EXPECT_TRUE(validate(gold.rows, "gold").empty());
  gold.rows[3].other.emplace_back("reader", "A, \"B\"");
  for (Row& one : gold.rows) one.line = 0;
  for (const std::string& text : {to_csv(gold.rows), to_jsonl(gold.rows)}) {
    Table again = table_of(text);
    ASSERT_EQ(again.problems.count(), 0U) << again.problems.kept()[0].text();
    for (Row& one : again.rows) one.line = 0;
    EXPECT_EQ(again.rows, gold.rows);
  }
}

TEST(Table, ReadsWhatModelsAreAskedFor) {
  const Table table = table_of(
      R"({"subject_id":1,"study_id":2,"section":"findings","entities":[{"name":"opacity","sent_idx":1,"ent_idx":1,)"
      R"("relations":[{"relation":"Cat","value":"PF"},{"relation":"Dx_Status","value":"positive"},)"
      R"({"relation":"Location","value":"right"},{"relation":"Location","value":"base"},)"
      R"({"relation":"Associate","value":"pneumonia","obj_ent_idx":2}]}]})"
      "\n");
  ASSERT_EQ(table.rows.size(), 1U) << only_problem(table);
  EXPECT_EQ(table.rows[0].subject, "1");
  EXPECT_EQ(table.rows[0].text(Relation::location), "right, base");
  EXPECT_EQ(table.rows[0].associate, std::vector<int>{2});
}

TEST(Table, BadRowsAreAllCountedThoughNotAllAreKept) {
  constexpr std::size_t kMany = io::ProblemLog::kKept + 5;
  const Table table = table_of(csv("", std::vector<std::string>(kMany, "p1,s1")));
  EXPECT_EQ(table.problems.count(), kMany);
  EXPECT_EQ(table.problems.kept().size(), io::ProblemLog::kKept);
}

TEST(Table, AStudyWithoutEntitiesIsThere) {
  const Table table = table_of("{\"subject_id\":\"p\",\"study_id\":\"s\",\"entities\":[]}\n");
  EXPECT_TRUE(table.rows.empty() && table.problems.count() == 0);
  ASSERT_EQ(table.empty_studies.size(), 1U);
  EXPECT_EQ(table.empty_studies[0].second, "s");
}

TEST(Table, NamesWhatIsWrongWithARow) {
  const std::pair<std::string, std::string> cases[] = {
      {"p,s,findings,1,1,opacity,XX,positive,definitive", "expected cat to be"},
      {"p,s,findings,1,1,opacity,PF,maybe,definitive", "expected dx_status to be positive or negative"},
      {"p,s,findings,1,1,opacity,PF,positive,sure", "expected dx_certainty to be"},
      {"p,s,findings,one,1,opacity,PF,positive,definitive", "expected a whole number in sent_idx"},
      {"p,s,findings,1,1,,PF,positive,definitive", "expected a name in entity"},
      {"p,,findings,1,1,opacity,PF,positive,definitive", "expected a study_id"}};
  for (const auto& [line, message] : cases) {
    const Table table = table_of(csv("", {line, "p,s,findings,1,9,opacity,PF,positive,definitive"}));
    EXPECT_EQ(table.rows.size(), 1U);
    const std::string problem = only_problem(table);
    EXPECT_NE(problem.find(message), std::string::npos) << problem;
    EXPECT_NE(problem.find(":2:"), std::string::npos) << problem;
  }
  const Table unknown =
      table_of(R"({"study_id":"s","entities":[{"name":"opacity","relations":[{"relation":"Colour","value":"red"}]}]})"
               "\n");
  EXPECT_NE(only_problem(unknown).find("expected a relation of the schema, found 'Colour'"), std::string::npos);
  const Table date = table_of(csv(",StudyDateTime", {"p,s,findings,1,1,opacity,PF,positive,definitive,yesterday"}));
  EXPECT_NE(only_problem(date).find("expected a date like"), std::string::npos);
}

Row numbered(int index, Category category = Category::pf) {
  Row out = row("entity");
  out.ent_idx = index;
  out.category = category;
  return out;
}

std::string first_rule_broken(const Rows& rows) {
  const auto problems = validate(rows, "test");
  return problems.empty() ? "" : problems[0].message;
}

TEST(Validate, NamesTheRule) {
  Row a = numbered(1);
  Row b = numbered(2, Category::cf);
  EXPECT_EQ(first_rule_broken({a, b}), "");
  EXPECT_NE(first_rule_broken({a, a}).find("each ent_idx once"), std::string::npos);
  a.associate = {2};
  EXPECT_NE(first_rule_broken({a, b}).find("associate both ways"), std::string::npos);
  b.associate = {1};
  b.evidence = {1};
  EXPECT_EQ(first_rule_broken({a, b}), "");
  b.associate.clear();
  a.associate.clear();
  EXPECT_NE(first_rule_broken({a, b}).find("evidence with an associate"), std::string::npos);
  b.evidence = {7};
  EXPECT_NE(first_rule_broken({a, b}).find("name an entity of the study"), std::string::npos);
  b = numbered(2, Category::cf);
  b.associate = a.associate = {};
  a.associate = {2};
  b.associate = {1};
  a.evidence = {2};
  EXPECT_NE(first_rule_broken({a, b}).find("end at a finding"), std::string::npos);
  Row placed = numbered(1);
  placed.text(Relation::placement) = "in place";
  EXPECT_NE(first_rule_broken({placed}).find("placement only of an OTH"), std::string::npos);
}

TEST(Validate, CategoryStatusAndCertaintyAreThereOnce) {
  const Table csv_rows = table_of(csv("", {"p,s,findings,1,1,opacity,PF,,definitive"}));
  ASSERT_EQ(csv_rows.rows.size(), 1U);
  EXPECT_NE(first_rule_broken(csv_rows.rows).find("expected dx_status exactly once, found none"), std::string::npos);
  EXPECT_NE(to_csv(csv_rows.rows).find(",PF,,definitive,"), std::string::npos) << "what is empty stays empty";
  const Table twice = table_of(
      R"({"study_id":"s","entities":[{"name":"opacity","ent_idx":1,"relations":[{"relation":"Cat","value":"PF"},)"
      R"({"relation":"Dx_Status","value":"positive"},{"relation":"Dx_Status","value":"negative"},)"
      R"({"relation":"Dx_Certainty","value":"definitive"}]}]})"
      "\n");
  EXPECT_NE(first_rule_broken(twice.rows).find("expected dx_status exactly once, found it 2 times"), std::string::npos);
}

TEST(Validate, TimelinesNeedDaysInOrder) {
  Row a = numbered(1);
  Row b = numbered(1);
  b.study = "t";
  b.sequence = 2;
  EXPECT_NE(first_rule_broken({a, b}).find("found neither"), std::string::npos);
  a.day = 10;
  b.day = 3;
  EXPECT_NE(first_rule_broken({a, b}).find("day 3 after day 10"), std::string::npos);
  b.day = 30;
  EXPECT_EQ(first_rule_broken({a, b}), "");
  b.sequence = 1;
  EXPECT_NE(first_rule_broken({a, b}).find("sequence of their own"), std::string::npos);
}

}  // namespace
}  // namespace fiducial::lunguage
