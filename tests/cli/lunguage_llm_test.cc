// `lunguage … --engine llm` and `--encoder endpoint` from outside, against the test server.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <nlohmann/json.hpp>

#include "llm_bench.h"
#include "model.h"
#include "process.h"
#include "recorded_lunguage.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;
using llm_server::completion;
using llm_server::failure;
using llm_server::question_of;
using llm_server::Reply;
using llm_server::Request;
using llm_server::Server;

const std::string kReports = example("timeline/reports.jsonl");
const std::string kGold = example("timeline/gold.csv");

const RecordedLunguage& recorded() {
  static const RecordedLunguage model(kReports, kGold);
  return model;
}

Reply gold_model(const Request& request) {
  if (llm_server::wants_embeddings(request)) return llm_server::letter_embeddings(request);
  return completion(recorded().answer(request));
}

// A folder, a configuration, and commands that use it.
struct TimelineBench {
  Folder folder;
  std::string config;

  explicit TimelineBench(const std::string& url, const std::string& more = "") {
    (void)recorded();  // learned now, as the program has no patience with a first answer that takes long
    config = folder.file("config.yaml", fmt::format("endpoints:\n"
                                                    "  TEST:\n"
                                                    "    url: {0}\n"
                                                    "    deployment_name: test-model\n"
                                                    "    api_key_env_var_name: FIDUCIAL_TEST_KEY\n"
                                                    "    num_parallel_processes: 4\n"
                                                    "encoders:\n"
                                                    "  ONE: {{url: '{0}', deployment_name: bio, auth: none}}\n"
                                                    "  TWO: {{url: '{0}', deployment_name: med, auth: none}}\n"
                                                    "retries: {{first_wait_seconds: 0.01, longest_wait_seconds: 0.05, "
                                                    "max_retries: 3, give_up_seconds: 4}}\n{1}",
                                                    url, more));
  }

  Result go(std::vector<std::string> arguments, bool llm = true) const {
    if (llm) arguments.insert(arguments.end(), {"--engine", "llm"});
    arguments.insert(arguments.end(), {"--config", config});
    return run(arguments, {"", "", llm_environment()});
  }
  Result whole(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> all{"lunguage", "run", "--pred", kReports, "--gold", kGold, "--out", folder.path("run")};
    all.insert(all.end(), more.begin(), more.end());
    return go(all);
  }
  Json json(const std::string& name) const { return Json::parse(folder.read(name)); }
};

TEST(LunguageLlm, AWholeRunHasTheModelsNumbers) {
  Server server(gold_model);
  const TimelineBench bench(server.url());
  const Result result = bench.whole();
  ASSERT_EQ(result.code, 0) << result.err;
  const Json summary = bench.json("run/summary.json");
  EXPECT_EQ(summary["single"]["f1"]["mean"], 1.0);
  EXPECT_EQ(summary["single"]["n"], 18);
  EXPECT_EQ(summary["sequential"]["f1"]["mean"], 1.0);
  EXPECT_EQ(summary["sequential"]["n"], 4);
  EXPECT_TRUE(contains(summary["signature"],
                       "lunguage|setting:both|pred:llm|gold:given|model:test-model|temperature:0|prompts:1-"))
      << summary["signature"];
  EXPECT_TRUE(contains(summary["signature"], "|shots:0|vocabulary:embedded|encoder:lexicon-"));
  EXPECT_EQ(server.requests(), recorded().studies() + 4);
  EXPECT_EQ(lines_of(bench.folder.read("run/journal.jsonl")).size(), 22U);
  EXPECT_EQ(lines_of(bench.folder.read("run/skipped.csv")).size(), 1U);
  const std::string scores = bench.folder.read("run/scores.jsonl");
  const Result again = bench.whole();
  EXPECT_TRUE(contains(again.err, "22 answered (22 from the cache)")) << again.err;
  EXPECT_EQ(server.requests(), 22U);
  EXPECT_EQ(bench.folder.read("run/scores.jsonl"), scores);
}

TEST(LunguageLlm, ScoreHasItAsAMetric) {
  Server server([](const Request& request) {
    return contains(question_of(request), "bilateral pleural effusions, left") ? failure(500) : gold_model(request);
  });
  const TimelineBench bench(server.url());
  std::string pairs;
  for (const std::string& line : lines_of(bench.folder.read(kReports))) {
    const Json study = Json::parse(line);
    pairs +=
        Json{{"id", study["study_id"]}, {"reference", study["report"]}, {"candidate", study["report"]}}.dump() + "\n";
  }
  const Result result =
      bench.go({"score", bench.folder.file("pairs.jsonl", pairs), "--metrics", "lunguage,bleu", "--samples",
                bench.folder.path("samples.jsonl"), "--json", bench.folder.path("s.json")});
  EXPECT_EQ(result.code, 1) << "one report was skipped";
  const Json summary = bench.json("s.json");
  EXPECT_EQ(summary["scores"]["lunguage"]["mean"], 1.0);
  EXPECT_EQ(summary["scores"]["lunguage"]["n"], recorded().studies() - 1);
  EXPECT_EQ(summary["scores"]["bleu4"]["n"], recorded().studies());
  EXPECT_TRUE(contains(summary["signatures"]["lunguage"],
                       "lunguage|setting:single|reader:llm|model:test-model|temperature:0|prompts:1-"))
      << summary["signatures"];
  EXPECT_TRUE(contains(summary["signatures"]["lunguage"], "|encoder:lexicon-"));
  EXPECT_TRUE(contains(bench.folder.read("samples.jsonl.skipped.csv"), "S0101,failed 4 times; the last: HTTP 500"));
}

TEST(LunguageLlm, TheStagesAloneGiveTheFilesOfTheWhole) {
  Server server(gold_model);
  const TimelineBench bench(server.url());
  ASSERT_EQ(bench.whole().code, 0);
  const std::string rows = bench.folder.path("rows.csv");
  const std::string timeline = bench.folder.path("timeline.csv");
  ASSERT_EQ(bench.go({"lunguage", "structure", kReports, "-o", rows}).code, 0);
  const Result grouped =
      bench.go({"lunguage", "group", rows, "-o", timeline, "--rationale", bench.folder.path("why.jsonl")});
  ASSERT_EQ(grouped.code, 0) << grouped.err;
  EXPECT_EQ(bench.folder.read("timeline.csv"), bench.folder.read("run/pred.csv"));
  EXPECT_TRUE(contains(bench.folder.read("why.jsonl"), R"("rationale":"by heart")"));
  EXPECT_NE(bench.folder.read("rows.csv.journal.jsonl"), "");
  // From the reports in one command.
  ASSERT_EQ(bench.go({"lunguage", "group", kReports, "-o", bench.folder.path("both.csv")}).code, 0);
  EXPECT_EQ(bench.folder.read("both.csv"), bench.folder.read("timeline.csv"));
  // Raw reports on both sides: a silver standard.
  const Result silver = bench.go(
      {"lunguage", "score", "--pred", kReports, "--gold", kReports, "--json", bench.folder.path("silver.json")});
  ASSERT_EQ(silver.code, 0) << silver.err;
  EXPECT_EQ(bench.json("silver.json")["sequential"]["f1"]["mean"], 1.0);
  EXPECT_TRUE(contains(bench.json("silver.json")["signature"], "|pred:llm|gold:llm|"));
}

TEST(LunguageLlm, GoldReportsAreExamplesButNeverThoseOfTheSamePatient) {
  const std::size_t built_in = 6;  // system, two examples, the question
  std::atomic<std::size_t> shown = 0;
  std::atomic<std::size_t> wrong = 0;
  Server server([&](const Request& request) {
    const Json messages = Json::parse(request.body)["messages"];
    const std::string own = recorded().subject_of(RecordedLunguage::sentences_in(messages.back()["content"]));
    for (std::size_t i = built_in - 1; i + 1 < messages.size(); i += 2) {
      ++shown;
      if (recorded().subject_of(RecordedLunguage::sentences_in(messages[i]["content"])) == own) ++wrong;
    }
    return gold_model(request);
  });
  const TimelineBench bench(server.url());
  const Result result = bench.go(
      {"lunguage", "structure", kReports, "-o", bench.folder.path("rows.csv"), "--gold", kGold, "--shots", "3"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(shown, 3 * recorded().studies());
  EXPECT_EQ(wrong, 0U);
  const Result scored = bench.whole({"--gold-reports", kReports, "--shots", "2", "--setting", "single"});
  ASSERT_EQ(scored.code, 0) << scored.err;
  EXPECT_EQ(shown, 5 * recorded().studies());
  EXPECT_EQ(wrong, 0U);
  EXPECT_TRUE(contains(bench.json("run/summary.json")["signature"], "|shots:2,diverse|"));
}

TEST(LunguageLlm, AnAnswerOutsideTheSchemaIsAskedForAgain) {
  std::atomic<std::size_t> complaints = 0;
  Server server([&](const Request& request) {
    const std::string last = llm_server::last_message(request);
    if (contains(last, "there is no relation \"Colour\"")) ++complaints;
    if (last.starts_with("Your answer")) return gold_model(request);
    std::string answer = recorded().answer(request);
    const std::size_t at = answer.find("Dx_Certainty");
    if (at != std::string::npos) answer.replace(at, 12, "Colour");
    return completion("```json\n" + answer + "\n```");
  });
  const TimelineBench bench(server.url());
  const Result result = bench.whole();
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(complaints, recorded().studies());
  EXPECT_EQ(bench.json("run/summary.json")["single"]["f1"]["mean"], 1.0);
}

TEST(LunguageLlm, WhatCannotBeReadIsSkippedOnBothSides) {
  Server server([&](const Request& request) {
    const std::string question = question_of(request);
    std::string answer = recorded().answer(request);
    if (contains(question, "Heart size is now normal")) {  // S0103
      const std::size_t at = answer.find("\"PF\"");
      return completion(answer.replace(at, 4, "\"XY\""));
    }
    if (contains(question, "day 0; hist; PATIENT INFO; positive; definitive: fever")) return completion("no groups");
    if (answer.empty()) {  // the first patient's timeline, without the study
      Json episodes = Json::array();
      Json groups = Json::array();
      for (std::size_t i = 1; i <= lines_of(question).size(); ++i)
        groups.push_back({{"name", std::to_string(i)}, {"episodes", {{{"findings", {i}}}}}, {"why", ""}});
      return completion(Json{{"groups", groups}}.dump());
    }
    return completion(answer);
  });
  const TimelineBench bench(server.url());
  const Result result = bench.whole();
  EXPECT_EQ(result.code, 1) << result.err;
  const auto skipped = lines_of(bench.folder.read("run/skipped.csv"));
  ASSERT_EQ(skipped.size(), 3U) << bench.folder.read("run/skipped.csv");
  EXPECT_TRUE(contains(skipped[1],
                       "S0103,4 answers broke the task's rules; the last: a category that the schema does "
                       "not have"))
      << skipped[1];
  EXPECT_TRUE(contains(skipped[2], "P02,4 answers broke the task's rules; the last: not one JSON object"))
      << skipped[2];
  const Json summary = bench.json("run/summary.json");
  EXPECT_EQ(summary["failed"], 2);
  EXPECT_EQ(summary["single"]["n"], 17);
  EXPECT_EQ(summary["single"]["f1"]["mean"], 1.0) << "nobody's mistake";
  EXPECT_EQ(summary["sequential"]["n"], 3);
  EXPECT_FALSE(contains(bench.folder.read("run/gold.csv"), "S0103"));
  EXPECT_TRUE(contains(result.err, "2 records failed"));
}

TEST(LunguageLlm, KeysAndTextsAreInNoLogErrorOrJournal) {
  Server server([](const Request& request) {
    if (request.number % 4 == 0) {
      Reply reply = failure(request.number % 8 == 0 || llm_server::wants_embeddings(request) ? 500 : 400);
      reply.body = Json{{"error", {{"message", "effusion of " + std::string(kLlmKey)}}}}.dump();
      return reply;
    }
    const bool poor = request.number % 5 == 0 && !llm_server::wants_embeddings(request);
    return poor ? completion("The effusion, I think") : gold_model(request);
  });
  const TimelineBench bench(server.url());
  const Result result = bench.whole({"--encoder", "endpoint"});
  for (const std::string& text : {result.err, result.out, bench.folder.read("run/journal.jsonl"),
                                  bench.folder.read("run/skipped.csv"), bench.folder.read("run/progress.csv")}) {
    EXPECT_NE(text, "");
    EXPECT_FALSE(contains(text, kLlmKey));
    for (const char* word : {"ffusion", "edema", "neumothorax", "heart", "lungs"})
      EXPECT_FALSE(contains(text, word)) << word;
  }
}

TEST(LunguageLlm, KilledItGoesOn) {
  Server server(slowly(gold_model));
  const TimelineBench bench(server.url());
  ASSERT_EQ(bench.whole().code, 0);
  const std::vector<std::string> command{"lunguage", "run", "--pred",   kReports,
                                         "--gold",   kGold, "--out",    bench.folder.path("killed"),
                                         "--engine", "llm", "--config", bench.config};
  const std::vector<std::string> environment = llm_environment();
  for (const int milliseconds : {20, 50, 80}) (void)run_and_kill(command, environment, milliseconds);
  ASSERT_EQ(run(command, {"", "", environment}).code, 0);
  for (const char* name : {"pred.csv", "scores.jsonl", "pairs.jsonl", "summary.json", "skipped.csv"})
    EXPECT_EQ(bench.folder.read(std::string("killed/") + name), bench.folder.read(std::string("run/") + name)) << name;
  EXPECT_LE(server.requests(), 22U + 22U + 3 * 4U);
}

// The results of a batch file, as they come the next morning.
std::string batch_results(const std::string& requests) {
  std::string results;
  for (const std::string& line : lines_of(requests)) {
    const Json request = Json::parse(line);
    Request asked;
    asked.path = request["url"].get<std::string>();
    asked.body = request["body"].dump();
    results += Json{{"custom_id", request["custom_id"]},
                    {"response", {{"status_code", 200}, {"body", Json::parse(gold_model(asked).body)}}}}
                   .dump() +
               "\n";
  }
  return results;
}

TEST(LunguageLlm, EvaluateByAModelInBatches) {
  Server server(gold_model);
  const TimelineBench bench(server.url());
  const std::vector<std::string> command{"lunguage", "evaluate", "--pred", kReports, "--gold", kGold, "--json"};
  const auto evaluate = [&](const std::string& json, const std::vector<std::string>& more) {
    std::vector<std::string> all = command;
    all.push_back(bench.folder.path(json));
    all.insert(all.end(), more.begin(), more.end());
    return bench.go(all);
  };
  const Result asked = evaluate("asked.json", {});
  ASSERT_EQ(asked.code, 0) << asked.err;
  EXPECT_EQ(bench.json("asked.json")["triplet"]["f1"], 1.0);
  EXPECT_EQ(bench.json("asked.json")["entity_grouping"]["f1"], 1.0);
  EXPECT_TRUE(contains(bench.json("asked.json")["signature"], "pred:llm|gold:given|model:test-model"));
  const std::size_t requests = server.requests();
  const std::string file = bench.folder.path("requests.jsonl");
  std::vector<std::string> more{"--write-batch", file};
  for (const std::size_t expected : {18U, 4U}) {
    ASSERT_EQ(evaluate("batched.json", more).code, 0);
    ASSERT_EQ(lines_of(bench.folder.read("requests.jsonl")).size(), expected);
    more = {"--read-batch", bench.folder.file("results.jsonl", batch_results(bench.folder.read("requests.jsonl"))),
            "--write-batch", file};
  }
  ASSERT_EQ(evaluate("batched.json", {"--read-batch", bench.folder.path("results.jsonl")}).code, 0);
  EXPECT_EQ(bench.json("batched.json"), bench.json("asked.json"));
  EXPECT_EQ(server.requests(), requests) << "nothing more was asked";
  std::vector<std::string> nowhere(command.begin(), command.end() - 1);
  EXPECT_TRUE(contains(bench.go(nowhere).err, "expected --json FILE"));
}

TEST(LunguageEncoder, VectorsComeInBatches) {
  Server server(gold_model);
  const TimelineBench bench(server.url());
  const auto score = [&](const std::string& json, const std::vector<std::string>& more) {
    std::vector<std::string> all{"lunguage", "score",     "--pred",   kReports, "--gold",
                                 kGold,      "--encoder", "endpoint", "--json", bench.folder.path(json)};
    all.insert(all.end(), more.begin(), more.end());
    return bench.go(all, false);
  };
  ASSERT_EQ(score("asked.json", {}).code, 0);
  const std::size_t requests = server.requests();
  const std::string file = bench.folder.path("requests.jsonl");
  const Result wrote = score("batched.json", {"--write-batch", file});
  ASSERT_EQ(wrote.code, 0) << wrote.err;
  const auto lines = lines_of(bench.folder.read("requests.jsonl"));
  ASSERT_GT(lines.size(), 10U);
  EXPECT_EQ(Json::parse(lines.front())["url"], "/v1/embeddings");
  EXPECT_TRUE(contains(wrote.err, fmt::format("{} vectors to ask the encoders for", lines.size()))) << wrote.err;
  const std::string results = bench.folder.file("results.jsonl", batch_results(bench.folder.read("requests.jsonl")));
  const Result result = score("batched.json", {"--read-batch", results});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(bench.json("batched.json"), bench.json("asked.json"));
  EXPECT_EQ(server.requests(), requests) << "nothing more was asked";
}

TEST(LunguageLlm, DryRunsAndBatches) {
  const TimelineBench bench("http://127.0.0.1:1/v1");  // nobody is there
  const Result dry = bench.whole({"--dry-run", "--encoder", "endpoint"});
  EXPECT_EQ(dry.code, 0) << dry.err;
  EXPECT_TRUE(contains(dry.out, "18 calls to make, 0 answers are in the cache")) << dry.out;
  EXPECT_TRUE(contains(dry.err, "up to 4 calls more for the grouping")) << dry.err;
  EXPECT_TRUE(contains(dry.err, "what the encoders are asked for is known when the rows are"));
  EXPECT_EQ(bench.folder.names(), std::vector<std::string>{"config.yaml"});
  std::vector<std::string> more{"--write-batch", bench.folder.path("requests.jsonl")};
  for (const std::size_t expected : {18U, 4U}) {
    const Result wrote = bench.whole(more);
    ASSERT_EQ(wrote.code, 0) << wrote.err;
    const std::string requests = bench.folder.read("requests.jsonl");
    ASSERT_EQ(lines_of(requests).size(), expected);
    const std::string results = batch_results(requests);
    more = {"--read-batch", bench.folder.file("results.jsonl", results), "--write-batch",
            bench.folder.path("requests.jsonl")};
  }
  const Result result = bench.whole({"--read-batch", bench.folder.path("results.jsonl")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(bench.json("run/summary.json")["sequential"]["f1"]["mean"], 1.0);
  const Result vectors = bench.whole({"--dry-run", "--encoder", "endpoint"});
  EXPECT_TRUE(contains(vectors.out, "vectors to ask the encoders for")) << vectors.out;
}

TEST(LunguageLlm, AnEndpointThatIsDownIsNamed) {
  const TimelineBench bench("http://127.0.0.1:1/v1");
  const Result result = bench.go({"lunguage", "structure", kReports, "-o", bench.folder.path("rows.csv")});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "lunguage_structure: no endpoint is left: TEST: no answer for")) << result.err;
  EXPECT_TRUE(contains(result.err, "18 records failed"));
  const Result scored = bench.whole();
  EXPECT_EQ(scored.code, 2);
  EXPECT_TRUE(contains(scored.err, "no study could be scored; see")) << scored.err;
  EXPECT_EQ(lines_of(bench.folder.read("run/skipped.csv")).size(), 19U);
}

// ------------------------------------------------------------------------------------------------------------ encoders

TEST(LunguageEncoder, EndpointsCompareThePhrases) {
  Server server(gold_model);
  const TimelineBench bench(server.url());
  const std::vector<std::string> command{"lunguage",  "score",
                                         "--pred",    kReports,
                                         "--gold",    kGold,
                                         "--encoder", "endpoint",
                                         "--json",    bench.folder.path("s.json"),
                                         "--pairs",   bench.folder.path("p.jsonl")};
  const Result result = bench.go(command, false);
  ASSERT_EQ(result.code, 0) << result.err;
  const Json summary = bench.json("s.json");
  EXPECT_TRUE(contains(summary["signature"], "|encoder:bio+med|gap:90|missing:zero|")) << summary["signature"];
  const std::size_t requests = server.requests();
  EXPECT_GT(requests, 2U);
  EXPECT_NE(bench.folder.read("s.json.cache.sqlite"), "");
  EXPECT_TRUE(contains(bench.folder.read("s.json.progress.csv"), "embeddings bio,ONE,"));
  for (const std::string& line : lines_of(bench.folder.read("p.jsonl"))) {
    const Json pair = Json::parse(line);
    if (!pair.contains("pred") || !pair.contains("gold")) continue;
    if (pair["pred"]["phrase"] != pair["gold"]["phrase"]) continue;
    EXPECT_EQ(pair["semantic"], 1.0);
  }
  const std::string pairs = bench.folder.read("p.jsonl");
  ASSERT_EQ(bench.go(command, false).code, 0);
  EXPECT_EQ(server.requests(), requests) << "all from the cache";
  EXPECT_EQ(bench.folder.read("p.jsonl"), pairs);
}

TEST(LunguageEncoder, CosinesAreTheMeanOfTheModels) {
  Server server([](const Request& request) {
    if (!contains(request.body, R"("model":"med")")) return gold_model(request);
    std::vector<std::vector<double>> vectors(llm_server::inputs(request).size(), {1, 0});  // all the same
    return llm_server::embeddings(vectors);
  });
  const TimelineBench bench(server.url());
  const std::string head = "subject_id,study_id,entity,cat,dx_status,dx_certainty\n";
  const std::string pred = bench.folder.file("p.csv", head + "p,s,ab,PF,positive,definitive\n");
  const std::string gold = bench.folder.file("g.csv", head + "p,s,ac,PF,positive,definitive\n");
  const Result result = bench.go({"lunguage", "score", "--pred", pred, "--gold", gold, "--encoder", "endpoint",
                                  "--pairs", bench.folder.path("pairs.jsonl")},
                                 false);
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NEAR(Json::parse(lines_of(bench.folder.read("pairs.jsonl")).front())["semantic"].get<double>(), 0.75, 1e-6);
}

TEST(LunguageEncoder, MistakesAreSaid) {
  const TimelineBench bench("http://127.0.0.1:1/v1");
  const std::vector<std::string> score{"lunguage", "score", "--pred", kGold, "--gold", kGold, "--encoder", "endpoint"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = score;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const Result down = bench.go(with({"--json", bench.folder.path("s.json")}), false);
  EXPECT_EQ(down.code, 2);
  EXPECT_TRUE(contains(down.err, "encoder bio: ")) << down.err;
  EXPECT_TRUE(contains(down.err, "could not be encoded: no endpoint is left: ONE: no answer for")) << down.err;
  EXPECT_TRUE(contains(bench.go(score, false).err, "expected --json FILE, --samples FILE or --pairs FILE"));
  EXPECT_TRUE(contains(run(with({"--json", "x.json"})).err, "--encoder endpoint: expected --config FILE"));
  EXPECT_TRUE(contains(run({"lunguage", "score", "--pred", kGold, "--gold", kGold, "--config", bench.config}).err,
                       "need --engine llm"));
  bench.folder.file("config.yaml", "endpoints: {A: {url: 'http://127.0.0.1:1', deployment_name: m, auth: none}}\n");
  EXPECT_TRUE(contains(bench.go(with({"--json", bench.folder.path("s.json")}), false).err,
                       "expected a field 'encoders', found none"));
}

}  // namespace
}  // namespace fiducial::cli_test
