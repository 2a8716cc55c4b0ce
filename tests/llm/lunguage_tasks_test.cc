// LUNGUAGE's tasks: what a question says, and which answers break the rules.
#include "llm/lunguage_tasks.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "asking.h"

namespace fiducial::llm {
namespace {

using io::Json;
using lunguage::Relation;
using lunguage::Row;
using lunguage::Rows;

const std::string kReport =
    "HISTORY: Fever.\n\nTECHNIQUE: Two views.\n\nFINDINGS: New patchy opacity at the left base. Portable view.\n\n"
    "IMPRESSION: Opacity concerning for pneumonia.";

StructureTask structuring(const lunguage::Vocabulary* vocabulary = nullptr) {
  return {prompt_for("lunguage_structure", ""), vocabulary};
}

Json relation(const std::string& name, Json value, Json target = nullptr) {
  return {{"relation", name}, {"value", std::move(value)}, {"obj_ent_idx", std::move(target)}};
}

Json entity(const std::string& name, int sentence, int number, const std::string& category, Json more = Json::array()) {
  Json relations = Json::array(
      {relation("Cat", category), relation("Dx_Status", "Positive"), relation("Dx_Certainty", "Definitive")});
  for (Json& one : more) relations.push_back(std::move(one));
  return {{"name", name}, {"sent_idx", sentence}, {"ent_idx", number}, {"relations", std::move(relations)}};
}

// Sentences: 1 fever, 2 opacity, 3 the view, 4 opacity and pneumonia.
Json good() {
  return {{"entities",
           {entity("Fever", 1, 1, "PATIENT INFO"),
            entity("opacity", 2, 2, "PF",
                   Json::array({relation("Location", "left base"), relation("Morphology", "patchy"),
                                relation("Onset", "New"), relation("Severity", "")})),
            entity("Opacity", 4, 3, "PF"),
            entity("pneumonia", 4, 4, "CF", Json::array({relation("evidence", nullptr, 3)}))}},
          {"left_out", {{{"number", 3}, {"why", "technique"}}}}};
}

std::string reason_of(const Json& answer, Rows* rows = nullptr) {
  Rows ignored;
  const Complaint complaint =
      structuring().read(answer.dump(), section_sentences(kReport), rows != nullptr ? *rows : ignored);
  EXPECT_EQ(complaint.empty(), complaint.to_model.empty());
  return complaint.reason;
}

// The good answer with one thing changed.
std::string reason_with(const char* pointer, const Json& value) {
  Json answer = good();
  answer[Json::json_pointer(pointer)] = value;
  return reason_of(answer);
}

TEST(LunguageStructure, NumbersTheSentencesOfItsSectionsWithTheirTerms) {
  const auto sentences = section_sentences(kReport);
  ASSERT_EQ(sentences.size(), 4U);
  EXPECT_EQ(sentences[2].section, "findings");
  EXPECT_EQ(sentences[2].sent_idx, 2);
  const Question question = structuring().question("s", sentences, {});
  const std::string& text = question.messages.back().content;
  EXPECT_TRUE(contains(text, "## hist\n[1] Fever.\n")) << text;
  EXPECT_TRUE(contains(text, "## findings\n[2] New patchy opacity at the left base.\n    terms: ")) << text;
  EXPECT_TRUE(contains(text, "opacity (PF)")) << text;
  EXPECT_TRUE(contains(text, "patchy (morphology)")) << text;
  EXPECT_TRUE(contains(text, "location)")) << text;
  EXPECT_FALSE(contains(text, "Two views")) << text;
}

TEST(LunguageStructure, TermsAreThoseOfTheUsersVocabulary) {
  lunguage::Vocabulary own;
  own.add("left base", "location");
  own.add("left base", "PF");
  own.add("base", "location");
  own.add("portable view", "technique");  // another case
  const Question question = structuring(&own).question("s", section_sentences(kReport), {});
  EXPECT_TRUE(contains(question.messages.back().content, "terms: left base (location, PF); base (location)\n[3]"))
      << question.messages.back().content;
  EXPECT_FALSE(contains(question.messages.back().content, "technique"));
}

TEST(LunguageStructure, RetrievedExamplesStandBeforeTheQuestion) {
  const auto plain = structuring().question("s", section_sentences(kReport), {});
  const auto with = structuring().question("s", section_sentences(kReport), {{"U", "A"}});
  ASSERT_EQ(with.messages.size(), plain.messages.size() + 2);
  EXPECT_EQ(with.messages[with.messages.size() - 3].content, "U");
  EXPECT_EQ(with.messages[with.messages.size() - 2].role, "assistant");
  EXPECT_EQ(with.messages.back().content, plain.messages.back().content);
}

TEST(LunguageStructure, AnAnswerBecomesRows) {
  Rows rows;
  ASSERT_EQ(reason_of(good(), &rows), "");
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0].section, "hist");
  EXPECT_EQ(rows[0].category, lunguage::Category::patient_info);
  EXPECT_EQ(rows[1].text(Relation::location), "left base");
  EXPECT_EQ(rows[1].text(Relation::severity), "");
  EXPECT_EQ(rows[1].sent_idx, 1);
  EXPECT_EQ(rows[3].evidence, std::vector<int>{3});
  EXPECT_EQ(rows[3].associate, std::vector<int>{3}) << "what the schema implies is added";
  EXPECT_EQ(rows[2].associate, std::vector<int>{4});
  EXPECT_TRUE(lunguage::validate(rows, "").empty());
}

TEST(LunguageStructure, EntitiesAreNumberedInTheOrderOfTheReport) {
  Json answer = good();
  for (const auto& [place, number] : {std::pair{0, 40}, {1, 30}, {2, 20}, {3, 10}})
    answer["entities"][static_cast<std::size_t>(place)]["ent_idx"] = number;
  answer["entities"][3]["relations"][3]["obj_ent_idx"] = 20;
  Rows rows;
  ASSERT_EQ(reason_of(answer, &rows), "");
  EXPECT_EQ(rows[0].entity, "Fever");
  EXPECT_EQ(rows[2].entity, "pneumonia");
  for (int i = 0; i < 4; ++i) EXPECT_EQ(rows[static_cast<std::size_t>(i)].ent_idx, i + 1);
  EXPECT_EQ(rows[2].evidence, std::vector<int>{4});
  EXPECT_EQ(rows[3].associate, std::vector<int>{3});
}

TEST(LunguageStructure, AnswersKeepTheRules) {
  EXPECT_EQ(reason_with("/entities/1/relations/3/relation", "Colour"), "a relation that the schema does not have");
  EXPECT_EQ(reason_with("/entities/1/relations/0/value", "XY"), "a category that the schema does not have");
  EXPECT_EQ(reason_with("/entities/1/relations/1/value", "maybe"), "Dx_Status is neither Positive nor Negative");
  EXPECT_EQ(reason_with("/entities/1/relations/2/value", nullptr), "Dx_Certainty is neither Definitive nor Tentative");
  EXPECT_EQ(reason_with("/entities/1/relations/3", relation("Cat", "PF")), "an entity has Cat more than once");
  EXPECT_EQ(reason_with("/entities/0/relations", Json::array({relation("Cat", "PF")})), "an entity has no Dx_Status");
  EXPECT_EQ(reason_with("/entities/1/name", "effusion"), "a name has a word that its sentence has not");
  EXPECT_EQ(reason_with("/entities/1/name", " "), "a name is empty");
  EXPECT_EQ(reason_with("/entities/1/relations/3/value", "right base"), "a value has a word that its section has not");
  EXPECT_EQ(reason_with("/entities/1/sent_idx", 5), "sent_idx is not the number of a sentence");
  EXPECT_EQ(reason_with("/entities/1/ent_idx", "two"), "ent_idx is not the number of an entity");
  EXPECT_EQ(reason_with("/entities/1/ent_idx", 1), "expected each ent_idx once in a study, found 1 again");
  EXPECT_EQ(reason_with("/entities/3/relations/3/obj_ent_idx", nullptr), "obj_ent_idx is not the number of an entity");
  EXPECT_EQ(reason_with("/entities/3/relations/3/obj_ent_idx", 9),
            "expected associate to name an entity of the study, found ent_idx 9");
  EXPECT_EQ(reason_with("/entities/3/relations/3/obj_ent_idx", 2),
            "expected associate within a section, found one from findings to impression");
  EXPECT_EQ(reason_with("/entities/2/relations/0/value", "CF"),
            "expected evidence to end at a finding, found it ends at CF");
  EXPECT_EQ(reason_with("/entities/1/relations/3/relation", "Placement"),
            "expected a placement only of an OTH entity, found one of PF");
  EXPECT_EQ(reason_with("/left_out", Json::array()), "1 of 4 sentences of the report are not accounted for");
  EXPECT_EQ(reason_with("/entities", "none"), "the field entities is not a list");
  EXPECT_EQ(reason_of(Json::array()), "not one JSON object");
}

TEST(LunguageStructure, TheModelIsToldWhatIsWrong) {
  Json answer = good();
  answer["entities"][1]["relations"][3]["relation"] = "Colour";
  Rows rows;
  const Complaint complaint = structuring().read(answer.dump(), section_sentences(kReport), rows);
  EXPECT_TRUE(contains(complaint.to_model, "there is no relation \"Colour\"; there are: Cat, Dx_Status"));
  EXPECT_TRUE(contains(complaint.to_model, "Answer again"));
}

// Each example of the prompt, read against the sentences that it shows.
TEST(LunguageStructure, TheExamplesKeepTheirOwnRules) {
  const auto messages = prompt_for("lunguage_structure", "").messages({{"sentences", ""}});
  ASSERT_EQ(messages.size(), 6U);
  for (std::size_t i = 1; i < 5; i += 2) {
    std::vector<SectionSentence> sentences;
    std::string section;
    std::istringstream lines(messages[i].content);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("## ")) section = line.substr(3);
      if (line.starts_with("[")) sentences.push_back({section, line.substr(line.find(' ') + 1), 1});
    }
    Rows rows;
    EXPECT_EQ(structuring().read(messages[i + 1].content, sentences, rows).reason, "") << i;
    EXPECT_GE(rows.size(), 4U);
  }
}

TEST(LunguageStructure, AGoldStudyIsAnExampleIfItFitsItsText) {
  const auto sentences = section_sentences(kReport);
  Rows gold;
  ASSERT_EQ(reason_of(good(), &gold), "");
  gold[1].text(Relation::location) = "loc: left, det: base";
  gold[2].sent_idx = 7;  // numbered by another program
  std::vector<const Row*> rows;
  for (const Row& row : gold) rows.push_back(&row);
  StructureTask task = structuring();
  const auto example = task.example(sentences, rows);
  ASSERT_TRUE(example.has_value());
  EXPECT_EQ(example->first, task.question("s", sentences, {}).messages.back().content);
  Rows again;
  ASSERT_EQ(task.read(example->second, sentences, again).reason, "");
  gold[1].text(Relation::location) = "left, base";
  gold[2].sent_idx = 1;
  EXPECT_EQ(again, gold);
  gold[1].entity = "nodule";
  EXPECT_FALSE(task.example(sentences, rows).has_value());
}

// ------------------------------------------------------------------------------------------------------------ grouping

Row finding(const std::string& entity, long day, bool positive) {
  Row row;
  row.entity = entity;
  row.day = day;
  row.positive = positive;
  return row;
}

struct Patient {
  Rows rows{finding("effusion", 0, true), finding("effusion", 3, false), finding("effusion", 9, true),
            finding("effusion", 20, false), finding("nodule", 20, true)};
  std::vector<const Row*> list;
  Patient() {
    for (const Row& row : rows) list.push_back(&row);
  }
};

Json group(const std::string& name, const std::vector<std::vector<int>>& episodes) {
  Json list = Json::array();
  for (const auto& episode : episodes) list.push_back({{"findings", episode}});
  return {{"name", name}, {"episodes", std::move(list)}, {"why", "because"}};
}

std::string group_reason(const Json& groups, std::vector<Grouped>* out = nullptr) {
  const Patient patient;
  std::vector<Grouped> ignored;
  return GroupTask(prompt_for("lunguage_group", ""))
      .read(Json{{"groups", groups}}.dump(), patient.list, out != nullptr ? *out : ignored)
      .reason;
}

TEST(LunguageGroup, ListsThePatientsFindings) {
  const Patient patient;
  const Question question = GroupTask(prompt_for("lunguage_group", "")).question("p", patient.list);
  EXPECT_TRUE(contains(question.messages.back().content,
                       "[1] day 0; findings; PF; positive; definitive: effusion\n[2] day 3; findings; PF; negative"));
  Row row = finding("Effusion", 0, true);
  row.day.reset();
  row.sequence = 2;
  row.definitive = false;
  row.text(Relation::location) = "Left";
  EXPECT_EQ(finding_line(row), "study 2; findings; PF; positive; tentative: effusion left");
}

TEST(LunguageGroup, EpisodesAreNumberedInTime) {
  std::vector<Grouped> grouped;
  ASSERT_EQ(group_reason(Json::array({group("Nodule", {{5}}), group("effusion", {{3}, {4, 2}, {1}})}), &grouped), "");
  ASSERT_EQ(grouped.size(), 5U);
  std::vector<int> episodes;
  for (const Grouped& one : grouped) episodes.push_back(one.episode);
  EXPECT_EQ(episodes, (std::vector<int>{1, 2, 3, 2, 1}));
  EXPECT_EQ(grouped[3].group, "effusion");
  EXPECT_EQ(grouped[4].group, "nodule");
  EXPECT_EQ(grouped[4].why, "because");
}

TEST(LunguageGroup, AnswersKeepTheRules) {
  const Json nodule = group("nodule", {{5}});
  const auto with = [&](const Json& other) { return group_reason(Json::array({nodule, other})); };
  EXPECT_EQ(with(group("effusion", {{1}, {2}})), "2 of 5 findings are in no group");
  EXPECT_EQ(with(group("effusion", {{1}, {2}, {3}, {4}})), "negative findings of a group are in several episodes");
  EXPECT_EQ(with(group("effusion", {{1, 2}, {3}, {4}})), "an episode has positive and negative findings");
  EXPECT_EQ(with(group("effusion", {{1, 1}})), "a finding is there twice");
  EXPECT_EQ(with(group("effusion", {{5}})), "a finding is there twice");
  EXPECT_EQ(with(group("effusion", {{6}})), "findings is not the number of a sentence");
  EXPECT_EQ(with(group("effusion", {{}})), "an episode has no findings");
  EXPECT_EQ(with(group("effusion", {})), "a group has no episodes");
  EXPECT_EQ(with(group(" ", {{1}})), "a name is empty");
  EXPECT_EQ(with(group("Nodule", {{1}})), "two groups have the same name");
}

TEST(LunguageGroup, TheExampleKeepsItsOwnRules) {
  const auto messages = prompt_for("lunguage_group", "").messages({{"findings", ""}});
  Rows rows;
  std::istringstream lines(messages[1].content);
  for (std::string line; std::getline(lines, line);) rows.push_back(finding("x", 0, contains(line, "; positive;")));
  std::vector<const Row*> list;
  for (const Row& row : rows) list.push_back(&row);
  std::vector<Grouped> grouped;
  EXPECT_EQ(GroupTask(prompt_for("lunguage_group", "")).read(messages[2].content, list, grouped).reason, "");
  EXPECT_EQ(grouped.size(), 10U);
}

}  // namespace
}  // namespace fiducial::llm
