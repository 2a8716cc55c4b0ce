// RadFact's and SSREE's tasks: what a question says, and which answers break the rules.
#include "llm/radfact_tasks.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "asking.h"
#include "llm/ssree_task.h"
#include "model.h"

namespace fiducial::llm {
namespace {

using io::Json;
using radfact::Status;
using Texts = std::vector<std::string>;

// The answers of the examples in a prompt, in their order.
Texts example_answers(const Prompt& prompt, const Fillings& fillings) {
  Texts answers;
  for (const Message& message : prompt.messages(fillings)) {
    if (message.role == "assistant") answers.push_back(message.content);
  }
  return answers;
}

// What the model of the tests says to a question.
std::string model_says(const Question& question) {
  Json messages = Json::array();
  for (const Message& message : question.messages)
    messages.push_back({{"role", message.role}, {"content", message.content}});
  llm_server::Request request;
  request.body = Json{{"messages", messages}}.dump();
  return llm_server::model_answer(request);
}

// ------------------------------------------------------------------------------------------------------------ phrases

TEST(Phrases, AnswersKeepTheRules) {
  const PhrasesTask task(prompt_for("radfact_phrases", ""));
  const Texts sentences{"One.", "Two.", "Three."};
  const JudgedAnswer cases[] = {
      {R"({"sentence_list":[{"from":[1,2],"new":["A.","B\n b."],"left_out":null},{"from":[3],"new":[],"left_out":"opinion"}]})",
       ""},
      {R"({"sentence_list":[{"from":[3,2,1],"new":["A."],"left_out":"other"}]})", ""},
      {"Sure, here they are", "not one JSON object"},
      {R"({"sentence_list":[{"from":[1],"new":["A."],"left_out":null}]})", "2 of 3 sentences are not accounted for"},
      {R"({"sentence_list":[{"from":[1,2,3],"new":["A."],"left_out":null},{"from":[2],"new":["B."],"left_out":null}]})",
       "a sentence is accounted for twice"},
      {R"({"sentence_list":[{"from":[4],"new":["A."],"left_out":null}]})", "from is not the number of a sentence"},
      {R"({"sentence_list":[{"from":[],"new":["A."],"left_out":null}]})", "a from is empty"},
      {R"({"sentence_list":[{"from":[1,2,3],"new":[" "],"left_out":null}]})", "a phrase is empty"},
      {R"({"sentence_list":[{"from":[1,2,3],"new":[7],"left_out":null}]})", "a phrase is not a text"},
      {R"({"sentence_list":[{"from":[1,2,3],"new":[],"left_out":null}]})", "a sentence is left out without a reason"},
      {R"({"sentence_list":[{"from":[1,2,3],"new":[]}]})", "the field left_out is missing"},
      {R"({"sentence_list":{}})", "the field sentence_list is not a list"},
  };
  for (const JudgedAnswer& one : cases) {
    std::vector<radfact::Parsed> parsed;
    EXPECT_EQ(task.read(one.answer, sentences, parsed).reason, one.reason) << one.answer;
  }
  std::vector<radfact::Parsed> parsed;
  ASSERT_TRUE(task.read(cases[0].answer, sentences, parsed).empty());
  ASSERT_EQ(parsed.size(), 2U);
  EXPECT_EQ(parsed[0].original, "One. Two.");
  EXPECT_EQ(parsed[0].phrases, (Texts{"A.", "B b."}));
  EXPECT_EQ(parsed[1].left_out, "opinion");
  EXPECT_TRUE(parsed[1].phrases.empty());
}

TEST(Phrases, TheExamplesKeepTheirOwnRules) {
  const Prompt prompt = prompt_for("radfact_phrases", "");
  const Texts answers = example_answers(prompt, {{"sentences", ""}});
  const std::size_t sentences[] = {3, 4, 3};
  const std::size_t phrases[] = {4, 4, 4};
  ASSERT_EQ(answers.size(), 3U);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    std::vector<radfact::Parsed> parsed;
    EXPECT_EQ(PhrasesTask(prompt).read(answers[i], Texts(sentences[i], "s"), parsed).reason, "");
    std::size_t found = 0;
    for (const radfact::Parsed& one : parsed) found += one.phrases.size();
    EXPECT_EQ(found, phrases[i]) << i;
  }
}

// ------------------------------------------------------------------------------------------------------------- verify

TEST(Verify, AsksOneHypothesisAgainstAllPremises) {
  const VerifyTask task(prompt_for("radfact_verify", ""));
  const Texts premises{"Heart is\nlarge.", "No effusion."};
  const Question question = task.question("s1 prediction[0]", "Cardiomegaly.", premises);
  EXPECT_EQ(question.id, "s1 prediction[0]");
  EXPECT_EQ(question.messages.back().content, "P1: Heart is large.\nP2: No effusion.\nH: Cardiomegaly.");
}

TEST(Verify, AnswersKeepTheRules) {
  const VerifyTask task(prompt_for("radfact_verify", ""));
  const JudgedAnswer cases[] = {
      {R"({"status":"entailment","evidence":[3,1,3]})", ""},
      {R"(```json
{"status":"neutral","evidence":[]}
```)",
       ""},
      {R"({"status":"neutral","evidence":[2]})", ""},
      {R"({"status":"contradiction","evidence":[2]})", ""},
      {R"({"status":"entailment","evidence":[4]})", "evidence is not the number of a sentence"},
      {R"({"status":"entailment","evidence":[0]})", "evidence is not the number of a sentence"},
      {R"({"status":"entailment","evidence":["Heart is large."]})", "evidence is not the number of a sentence"},
      {R"({"status":"entailment","evidence":[]})", "there is no evidence for the status"},
      {R"({"status":"contradiction","evidence":[]})", "there is no evidence for the status"},
      {R"({"status":"entailed","evidence":[1]})", "the field status is not one of entailment, neutral, contradiction"},
      {R"({"status":"entailment"})", "the field evidence is missing"},
      {"not_entailment", "not one JSON object"},
  };
  for (const JudgedAnswer& one : cases) {
    radfact::Verdict verdict;
    EXPECT_EQ(task.read(one.answer, 3, verdict).reason, one.reason) << one.answer;
  }
  radfact::Verdict verdict;
  EXPECT_TRUE(task.read(cases[0].answer, 3, verdict).empty());
  EXPECT_EQ(verdict.status, Status::entailment);
  EXPECT_EQ(verdict.evidence, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_TRUE(task.read(cases[2].answer, 3, verdict).empty());
  EXPECT_EQ(verdict.status, Status::neutral);
  EXPECT_TRUE(verdict.evidence.empty());
}

TEST(Verify, TheExamplesKeepTheirOwnRules) {
  const Prompt prompt = prompt_for("radfact_verify", "");
  const Texts answers = example_answers(prompt, {{"sentences", ""}});
  const Status statuses[] = {Status::entailment, Status::contradiction, Status::neutral,    Status::entailment,
                             Status::entailment, Status::neutral,       Status::entailment, Status::contradiction,
                             Status::entailment, Status::neutral};
  ASSERT_EQ(answers.size(), 10U);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    radfact::Verdict verdict;
    EXPECT_EQ(VerifyTask(prompt).read(answers[i], 3, verdict).reason, "");
    EXPECT_EQ(verdict.status, statuses[i]) << i;
  }
}

// ------------------------------------------------------------------------------------------------------------- levels

const Texts kAtoms{"Heart is enlarged", "Left lung shows a 1.5 cm nodule", "No effusion is seen",
                   "Liver shows 2 cysts"};

// A good answer, and the same with one thing changed.
Json good_levels() {
  const LevelsTask task(prompt_for("ssree_levels", ""));
  return Json::parse(model_says(task.question("n", kAtoms, LevelsTask::order_of(kAtoms.size(), 5))));
}

std::string fault_of_levels(const Json& answer) {
  const LevelsTask task(prompt_for("ssree_levels", ""));
  Levels levels;
  return task.read(answer.dump(), kAtoms, LevelsTask::order_of(kAtoms.size(), 5), levels).reason;
}

TEST(Levels, TheOrderIsTheSeeds) {
  EXPECT_EQ(LevelsTask::order_of(20, 3), LevelsTask::order_of(20, 3));
  EXPECT_NE(LevelsTask::order_of(20, 3), LevelsTask::order_of(20, 4));
  auto order = LevelsTask::order_of(20, 3);
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i + 1);
}

TEST(Levels, AGoodAnswerIsFiveReports) {
  const LevelsTask task(prompt_for("ssree_levels", ""));
  const auto order = LevelsTask::order_of(kAtoms.size(), 5);
  Levels levels;
  EXPECT_EQ(task.read(good_levels().dump(), kAtoms, order, levels).reason, "");
  EXPECT_EQ(levels.abnormal, (std::vector<std::size_t>{1, 2, 4}));
  ASSERT_TRUE(levels.ladder.has_value());
  EXPECT_EQ(
      levels.ladder->levels[0],
      "Liver shows 2 cysts, in words of kind 1. No effusion is seen, in words of kind 1. Left lung shows a 1.5 cm "
      "nodule, in words of kind 1. Heart is enlarged, in words of kind 1.");
  EXPECT_NE(levels.ladder->levels[4].find("Some effusion is seen"), std::string::npos);
}

TEST(Levels, AReportWithTooFewFindingsNeedsNone) {
  const LevelsTask task(prompt_for("ssree_levels", ""));
  Levels levels;
  EXPECT_EQ(task.read(R"({"normality":[{"number":1,"is":"abnormal"}],"levels":[]})", {"a"}, {1}, levels).reason, "");
  EXPECT_FALSE(levels.ladder.has_value());
  EXPECT_EQ(levels.unfit, "fewer than three abnormal findings");
}

TEST(Levels, AnswersKeepTheRules) {
  const Json good = good_levels();
  Json bad = good;
  bad["normality"].erase(0);
  EXPECT_EQ(fault_of_levels(bad), "1 of 4 sentences are not accounted for");
  bad = good;
  bad["levels"].erase(4);
  EXPECT_EQ(fault_of_levels(bad), "there are not five levels");
  bad = good;
  std::swap(bad["levels"][0], bad["levels"][1]);
  EXPECT_EQ(fault_of_levels(bad), "level 1: a level is out of order");
  bad = good;
  bad["levels"][1]["turned"] = good["levels"][2]["turned"];
  EXPECT_EQ(fault_of_levels(bad), "level 2: other sentences are turned than it must");
  bad = good;
  bad["levels"][3]["turned"].push_back(3);
  EXPECT_EQ(fault_of_levels(bad), "level 4: other sentences are turned than it must") << "the third is normal";
  bad = good;
  bad["levels"][0]["sentences"].erase(1);
  EXPECT_EQ(fault_of_levels(bad), "1 of 4 sentences are not accounted for");
  bad = good;
  bad["levels"][4]["sentences"][0]["from"].push_back(1);
  EXPECT_EQ(fault_of_levels(bad), "level 5: a sentence stands for none or for several");
  bad = good;
  bad["levels"][0]["sentences"][2]["text"] = "Nodule of 15 mm on the left";
  EXPECT_EQ(fault_of_levels(bad), "level 1: figures are changed in a sentence that is not turned");
  bad = good;
  bad["levels"][4]["sentences"][3]["text"] = kAtoms[0] + ".";
  EXPECT_EQ(fault_of_levels(bad), "level 5: a sentence that is turned has the same words");
  bad = good;
  bad["levels"][0]["sentences"][0]["text"] = " ";
  EXPECT_EQ(fault_of_levels(bad), "level 1: a text is empty");
  bad = good;
  for (std::size_t i = 0; i < 4; ++i) bad["levels"][0]["sentences"][i] = {{"from", {i + 1}}, {"text", kAtoms[i]}};
  EXPECT_EQ(fault_of_levels(bad), "two levels are the same") << "the first is the report itself";
}

TEST(Levels, TheExampleKeepsItsOwnRules) {
  const Prompt prompt = prompt_for("ssree_levels", "");
  const Texts answers = example_answers(prompt, {{"sentences", ""}, {"order", ""}});
  ASSERT_EQ(answers.size(), 1U);
  const Texts atoms{"Right lower lobe shows a 2 cm nodule", "Left lung is clear", "Heart is enlarged",
                    "Left pleural space contains a drain"};
  Levels levels;
  EXPECT_EQ(LevelsTask(prompt).read(answers[0], atoms, {3, 1, 2, 4}, levels).reason, "");
  EXPECT_TRUE(levels.ladder.has_value());
}

}  // namespace
}  // namespace fiducial::llm
