// RadFact, SSREE and `score` with `--engine llm` from outside, against the test server answering by known rules.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <random>

#include "llm_bench.h"
#include "model.h"
#include "process.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;
using llm_server::completion;
using llm_server::failure;
using llm_server::model_answer;
using llm_server::question_of;
using llm_server::Reply;
using llm_server::Request;
using llm_server::Server;
using Arguments = std::vector<std::string>;

Reply simple_model(const Request& request) {
  return completion(model_answer(request));
}

// Pairs of reports, a configuration, and the commands that run them. Of each pair one phrase of two is entailed and the
// other contradicted, in both directions.
struct PairsBench {
  Folder folder;
  std::string pairs, config;

  PairsBench(const std::string& url, std::size_t count, const std::string& endpoint = "") {
    std::string lines = "example_id,prediction,target\n";
    for (std::size_t i = 0; i < count; ++i) {
      lines += fmt::format(
          "s{0},Nodule number {0} is seen. No effusion is seen.,Technique: one view. Nodule number {0} is seen. "
          "Effusion "
          "is seen.\n",
          i);
    }
    pairs = folder.file("pairs.csv", lines);
    config = folder.file("config.yaml", llm_config(url, endpoint));
  }

  Arguments with_engine(Arguments words) const {
    for (const char* word : {"--engine", "llm", "--config"}) words.emplace_back(word);
    words.push_back(config);
    return words;
  }
  Result go(const Arguments& words) const { return run(with_engine(words), {"", "", llm_environment()}); }
  Arguments radfact(const std::string& out, const Arguments& more = {}) const {
    Arguments words{"radfact", "run", pairs, "--narrative", "--out", folder.path(out)};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  Json json(const std::string& name) const { return Json::parse(folder.read(name)); }
};

double measure(const Json& summary, const char* name) {
  return summary["measures"][name]["value"].get<double>();
}

// ------------------------------------------------------------------------------------------------------------ RadFact

TEST(RadfactLlm, AWholeRunHasTheModelsNumbers) {
  Server server(simple_model);
  const PairsBench bench(server.url(), 5);
  const Result result = bench.go(bench.radfact("run"));
  ASSERT_EQ(result.code, 0) << result.err;
  const Json summary = bench.json("run/summary.json");
  for (const char* name : {"logical_precision", "logical_recall", "logical_f1", "contradicted_candidate"})
    EXPECT_DOUBLE_EQ(measure(summary, name), 0.5) << name;
  EXPECT_EQ(summary["num_llm_failures"], 0);
  EXPECT_TRUE(contains(summary["signature"], "radfact|reader:llm|model:test-model|temperature:0|prompts:1-"));
  EXPECT_TRUE(contains(summary["signature"], "|input:narrative|version:"));
  const Json first = bench.json("run/outputs.json")[0];
  EXPECT_EQ(first["prediction"][0]["status"], "entailment");
  EXPECT_EQ(first["prediction"][0]["evidence"], Json::array({"Nodule number 0 is seen."}));
  EXPECT_EQ(first["target"].size(), 2U) << "the technique is left out";
  EXPECT_EQ(first["target"][1]["status"], "contradiction");
  EXPECT_TRUE(contains(result.err, "30 questions: 30 answered (0 from the cache), 0 skipped; 30 requests"));
  EXPECT_EQ(lines_of(bench.folder.read("run/journal.jsonl")).size(), 30U);
  EXPECT_EQ(lines_of(bench.folder.read("run/scores.jsonl")).size(), 5U);
  ASSERT_EQ(bench.go(bench.radfact("run")).code, 0);
  EXPECT_EQ(server.requests(), 30U) << "a second run asks nothing";
}

TEST(RadfactLlm, GroundedReportsAreVerifiedOnly) {
  Server server(simple_model);
  const PairsBench bench(server.url(), 1);
  const auto phrase = [](const char* text, double x) {
    return Json{{"text", text}, {"boxes", {{{"x_min", x}, {"y_min", 0.1}, {"x_max", x + 0.2}, {"y_max", 0.3}}}}};
  };
  const Json samples = {
      {{"example_id", "right"},
       {"prediction", {phrase("A nodule.", 0.1), phrase("A mass.", 0.5)}},
       {"target", {phrase("A nodule.", 0.1)}}},
      {{"example_id", "elsewhere"}, {"prediction", {phrase("A nodule.", 0.6)}}, {"target", {phrase("A nodule.", 0.1)}}},
      {{"example_id", "nothing"}, {"prediction", Json::array()}, {"target", {phrase("A nodule.", 0.1)}}}};
  const std::string file = bench.folder.file("grounded.json", samples.dump());
  const Result result = bench.go({"radfact", "run", file, "--out", bench.folder.path("run")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(server.requests(), 3U) << "a question that comes again, and one without premises, are not asked";
  const Json summary = bench.json("run/summary.json");
  EXPECT_DOUBLE_EQ(measure(summary, "logical_precision"), 0.75);
  EXPECT_DOUBLE_EQ(measure(summary, "spatial_precision"), 0.25);
  EXPECT_DOUBLE_EQ(measure(summary, "grounding_precision"), 0.5);
  EXPECT_TRUE(contains(summary["signature"], "|input:grounded|mask:224"));
}

TEST(RadfactLlm, TheStagesAloneSayTheSame) {
  Server server(simple_model);
  const PairsBench bench(server.url(), 3);
  ASSERT_EQ(bench.go(bench.radfact("run")).code, 0);
  const std::string phrases = bench.folder.path("phrases.jsonl");
  ASSERT_EQ(bench.go({"radfact", "phrases", bench.pairs, "--text-col", "target", "-o", phrases}).code, 0);
  const auto lines = lines_of(bench.folder.read("phrases.jsonl"));
  ASSERT_EQ(lines.size(), 3U);
  const Json first = Json::parse(lines[0]);
  EXPECT_EQ(first["sentence_list"][0],
            (Json{{"orig", "Technique: one view."}, {"new", Json::array()}, {"left_out", "technique"}}));
  EXPECT_EQ(first["sentence_list"][1]["new"], Json::array({"Nodule number 0 is seen."}));
  const Json records = {{{"example_id", "s0"},
                         {"input",
                          {{"phrases_A", {"Nodule number 0 is seen.", "No effusion is seen."}},
                           {"phrases_B", {"Nodule number 0 is seen.", "Effusion is seen."}}}}},
                        {{"example_id", "bad"}, {"input", {{"phrases_A", 1}}}}};
  const std::size_t before = server.requests();
  const Result verified = bench.go(
      {"radfact", "verify", bench.folder.file("in.json", records.dump()), "-o", bench.folder.path("out.json")});
  EXPECT_EQ(verified.code, 1) << "one record is none";
  EXPECT_EQ(server.requests(), before + 4) << "another file, another cache";
  const Json out = bench.json("out.json");
  ASSERT_EQ(out.size(), 1U);
  EXPECT_EQ(out[0]["output"]["phrases_A_evidenced"][1]["status"], "contradiction");
  EXPECT_EQ(out[0]["output"]["phrases_B_evidenced"][0]["evidence"], Json::array({"Nodule number 0 is seen."}));
}

TEST(RadfactLlm, KilledAgainAndAgainItGivesTheSameBytes) {
  constexpr std::size_t kSamples = 20;
  Server server(slowly(simple_model));
  const PairsBench bench(server.url(), kSamples);
  ASSERT_EQ(bench.go(bench.radfact("whole")).code, 0);
  const std::size_t whole = server.requests();
  EXPECT_EQ(whole, 6 * kSamples);
  std::mt19937 random(11);
  std::size_t killed = 0;
  for (int i = 0; i < 10; ++i) {
    const int after = 10 + static_cast<int>(random() % 50);
    if (run_and_kill(bench.with_engine(bench.radfact("killed")), llm_environment(), after).code == 137) ++killed;
  }
  EXPECT_GE(killed, 3U);
  ASSERT_EQ(bench.go(bench.radfact("killed")).code, 0);
  for (const char* name : {"outputs.json", "scores.jsonl", "summary.json", "skipped.csv"})
    EXPECT_EQ(bench.folder.read(std::string("killed/") + name), bench.folder.read(std::string("whole/") + name));
  EXPECT_LE(server.requests() - whole, whole + 8 * killed);
}

TEST(RadfactLlm, APhraseWithoutAnswerIsNotEntailedAndAReportWithoutIsLeftOut) {
  Server server([](const Request& request) {
    const std::string question = question_of(request);
    if (contains(question, "[2] Nodule number 1 ")) return completion("I would rather talk of something else.");
    if (contains(question, "H: Nodule number 2 ")) return failure(500);
    return simple_model(request);
  });
  const PairsBench bench(server.url(), 4);
  const Result result = bench.go(bench.radfact("run"));
  EXPECT_EQ(result.code, 1) << result.err;
  const Json summary = bench.json("run/summary.json");
  EXPECT_EQ(summary["samples"], 3);
  EXPECT_EQ(summary["skipped"], 3);
  EXPECT_EQ(summary["num_llm_failures"], 2);
  EXPECT_DOUBLE_EQ(measure(summary, "logical_precision"), 1.0 / 3);
  const auto skipped = lines_of(bench.folder.read("run/skipped.csv"));
  ASSERT_EQ(skipped.size(), 4U);
  EXPECT_TRUE(contains(skipped[1], "radfact_phrases")) << skipped[1];
  EXPECT_TRUE(contains(skipped[1], "s1,4 answers broke the task's rules; the last: not one JSON object"));
  EXPECT_TRUE(contains(skipped[2], "s2 prediction[0],failed 4 times; the last: HTTP 500")) << skipped[2];
  EXPECT_TRUE(contains(skipped[3], "s2 target[0],failed"));
  const Json unanswered = bench.json("run/outputs.json")[1]["prediction"][0];
  EXPECT_EQ(unanswered["status"], "neutral");
  EXPECT_TRUE(contains(unanswered["reason"], "no answer"));
}

TEST(RadfactLlm, AnEndpointThatIgnoresTheSchemaIsTold) {
  std::atomic<std::size_t> told = 0;
  Server server([&](const Request& request) {
    const std::string last = llm_server::last_message(request);
    if (last.starts_with("Your answer cannot be used")) {
      told += contains(last, "\"status\" must be one of") || contains(last, "\"sentence_list\" is missing") ? 1U : 0U;
      return completion("Of course!\n```json\n" + model_answer(request) + "\n```");
    }
    const bool phrases = contains(request.body, "You cut");
    return completion(phrases ? R"({"phrases":["Nodule."]})" : R"({"status":"not_entailment","evidence":[]})");
  });
  const PairsBench bench(server.url(), 2);
  const Result result = bench.go(bench.radfact("run"));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(told, 12U);
  EXPECT_EQ(server.requests(), 24U);
  EXPECT_DOUBLE_EQ(measure(bench.json("run/summary.json"), "logical_f1"), 0.5);
}

TEST(RadfactLlm, AnEndpointThatStreamsIsUnderstood) {
  Server server([](const Request& request) {
    Reply reply;
    reply.content_type = "text/event-stream";
    const std::string answer = model_answer(request);
    for (std::size_t at = 0; at < answer.size(); at += 7) {
      const Json piece = {{"choices", {{{"delta", {{"content", answer.substr(at, 7)}}}, {"finish_reason", nullptr}}}}};
      reply.body += "data: " + piece.dump() + "\n\n";
    }
    reply.body += "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    return reply;
  });
  const PairsBench bench(server.url(), 2);
  const Result result = bench.go(bench.radfact("run"));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_DOUBLE_EQ(measure(bench.json("run/summary.json"), "logical_f1"), 0.5);
}

TEST(RadfactLlm, AReportLongerThanTheContextIsSkippedWithoutACall) {
  Server server(simple_model);
  const PairsBench bench(server.url(), 2, "    context_tokens: 4000\n");
  std::string much;
  for (int i = 0; i < 2000; ++i) much += fmt::format("Nodule number {} is seen. ", i);
  bench.folder.file("pairs.csv", bench.folder.read("pairs.csv") + "long," + much + ",Effusion is seen.\n");
  const Result result = bench.go(bench.radfact("run"));
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(lines_of(bench.folder.read("run/scores.jsonl")).size(), 2U);
  const auto skipped = lines_of(bench.folder.read("run/skipped.csv"));
  ASSERT_EQ(skipped.size(), 2U);
  EXPECT_TRUE(contains(skipped[1], ",long,") && contains(skipped[1], "context")) << skipped[1];
}

TEST(RadfactLlm, KeysAndTextsAreInNoLogErrorOrJournal) {
  Server server([](const Request& request) {
    if (request.number % 4 == 0) {
      Reply reply = failure(request.number % 8 == 0 ? 500 : 400);
      reply.body =
          Json{{"error", {{"message", "Nodule and " + std::string(kLlmKey)}, {"code", "Nodule"}, {"type", kLlmKey}}}}
              .dump();
      return reply;
    }
    return request.number % 5 == 0 ? completion("Nodule, or effusion") : simple_model(request);
  });
  const PairsBench bench(server.url(), 6);
  const Result result = bench.go(bench.radfact("run"));
  for (const std::string& text : {result.err, bench.folder.read("run/journal.jsonl"),
                                  bench.folder.read("run/skipped.csv"), bench.folder.read("run/progress.csv")}) {
    EXPECT_NE(text, "");
    for (const char* secret : {kLlmKey, "odule", "ffusion"}) EXPECT_FALSE(contains(text, secret)) << secret << text;
  }
}

TEST(RadfactLlm, DryRunsAndBatchFilesGoByStages) {
  const PairsBench bench("http://127.0.0.1:1/v1", 4);  // nobody is there
  const Result dry = run(bench.with_engine(bench.radfact("run", {"--dry-run"})));
  EXPECT_EQ(dry.code, 0) << dry.err;
  EXPECT_TRUE(contains(dry.out, "8 calls to make, 0 answers")) << dry.out;
  EXPECT_TRUE(contains(dry.err, "one a phrase, of 4 samples"));
  EXPECT_EQ(bench.folder.names(), (Arguments{"config.yaml", "pairs.csv"}));
  const std::string requests = bench.folder.path("requests.jsonl");
  Arguments more{"--write-batch", requests};
  for (const std::size_t expected : {8U, 16U}) {
    const Result wrote = run(bench.with_engine(bench.radfact("run", more)));
    ASSERT_EQ(wrote.code, 0) << wrote.err;
    const std::string asked = bench.folder.read("requests.jsonl");
    ASSERT_EQ(lines_of(asked).size(), expected);
    const std::string results = batch_results(asked, simple_model);
    more = {"--read-batch", bench.folder.file("results.jsonl", results), "--write-batch", requests};
  }
  const Result result = bench.go(bench.radfact("run", {"--read-batch", bench.folder.path("results.jsonl")}));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_DOUBLE_EQ(measure(bench.json("run/summary.json"), "logical_f1"), 0.5);
}

TEST(RadfactLlm, AWrongModelOrCertificateIsSaid) {
  Server strange([](const Request&) { return failure(404, "model_not_found"); });
  const PairsBench bench(strange.url(), 2);
  const Result wrong = bench.go(bench.radfact("run"));
  EXPECT_EQ(wrong.code, 2);
  EXPECT_TRUE(contains(wrong.err, "it knows no model or deployment 'test-model'")) << wrong.err;
  EXPECT_TRUE(contains(wrong.err, "no sample could be read"));
  Server secure(simple_model, true);
  const PairsBench distrusts(secure.url(), 2);
  EXPECT_TRUE(contains(distrusts.go(distrusts.radfact("run")).err, "certificate is not trusted"));
  const PairsBench trusts(secure.url(), 2, "    ca_file: " + secure.ca_file() + "\n");
  EXPECT_EQ(trusts.go(trusts.radfact("run")).code, 0);
}

// -------------------------------------------------------------------------------------------------------------- score

TEST(ScoreLlm, TheMetricsHaveTheNumbersOfTheirRuns) {
  Server server(simple_model);
  const PairsBench bench(server.url(), 4);
  const Arguments score{"score",     bench.pairs,
                        "--metrics", "radsem,radsem_alt,radfact,bleu",
                        "--samples", bench.folder.path("samples.jsonl"),
                        "--json",    bench.folder.path("summary.json")};
  const Result result = bench.go(score);
  ASSERT_EQ(result.code, 0) << result.err;
  // 8 reports rewritten once, matched under two policies, made into phrases, and 16 phrases verified.
  EXPECT_EQ(server.requests(), 8U + 2 * 4 + 8 + 16);
  const Json summary = bench.json("summary.json");
  EXPECT_DOUBLE_EQ(summary["scores"]["radfact"]["mean"].get<double>(), 0.5);
  EXPECT_DOUBLE_EQ(summary["scores"]["radfact.contradicted_candidate"]["mean"].get<double>(), 0.5);
  // The rewriting keeps every sentence: one pair of abnormal ones, and two abnormal and one normal without a partner.
  EXPECT_DOUBLE_EQ(summary["scores"]["radsem.abnormal"]["mean"].get<double>(), 0.5);
  EXPECT_DOUBLE_EQ(summary["scores"]["radsem.normal"]["mean"].get<double>(), 0);
  EXPECT_GT(summary["scores"]["bleu4"]["mean"].get<double>(), 0);
  const std::string radsem = summary["signatures"]["radsem"];
  EXPECT_TRUE(contains(radsem, "radsem|reader:llm|model:test-model|temperature:0|prompts:2-")) << radsem;
  EXPECT_TRUE(contains(summary["signatures"]["radsem_alt"], "|policy:alt|"));
  EXPECT_TRUE(contains(summary["signatures"]["radfact"], "radfact|reader:llm|model:test-model"));
  EXPECT_TRUE(contains(result.out, radsem));
  const std::string samples = bench.folder.read("samples.jsonl");
  EXPECT_EQ(lines_of(samples).size(), 4U);
  ASSERT_EQ(bench.go(score).code, 0);
  EXPECT_EQ(server.requests(), 40U) << "a second run asks nothing";
  EXPECT_EQ(bench.folder.read("samples.jsonl"), samples);
}

TEST(ScoreLlm, APairThatCannotBeReadHasNoValueAndIsListed) {
  Server server([](const Request& request) {
    return contains(question_of(request), "G1: Nodule number 1 ") ? completion("No.") : simple_model(request);
  });
  const PairsBench bench(server.url(), 3);
  const Result result = bench.go({"score", bench.pairs, "--metrics", "radsem,bleu", "--samples",
                                  bench.folder.path("samples.jsonl"), "--json", bench.folder.path("summary.json")});
  EXPECT_EQ(result.code, 1) << result.err;
  EXPECT_TRUE(contains(result.err, "radsem_match: 4 answers broke the task's rules"));
  const Json summary = bench.json("summary.json");
  EXPECT_EQ(summary["scores"]["radsem"]["n"], 2);
  EXPECT_EQ(summary["scores"]["bleu4"]["n"], 3);
  EXPECT_EQ(summary["failed"], 1);
  EXPECT_TRUE(Json::parse(lines_of(bench.folder.read("samples.jsonl"))[1])["radsem"].is_null());
  EXPECT_EQ(lines_of(bench.folder.read("samples.jsonl.skipped.csv")).size(), 2U);
}

TEST(ScoreLlm, RecordsThatCannotBeReadAreAllCounted) {
  constexpr std::size_t kBad = 10'020;  // more than are kept
  Server server(simple_model);
  const PairsBench bench(server.url(), 2);
  std::string lines = bench.folder.read("pairs.csv");
  for (std::size_t i = 0; i < kBad; ++i) lines += "x\n";
  bench.folder.file("pairs.csv", lines);
  const std::string out = bench.folder.path("out");
  for (const Arguments& words :
       {Arguments{"score", bench.pairs, "--metrics", "radfact", "--samples", out, "--dry-run"},
        Arguments{"score", bench.pairs, "--metrics", "radfact", "--samples", out},
        Arguments{"radsem", "rewrite", bench.pairs, "--text-col", "target", "-o", out}, bench.radfact("run")}) {
    const Result result = bench.go(words);
    EXPECT_EQ(result.code, 1);
    EXPECT_TRUE(contains(result.err, "10,020 records failed")) << words[0] << result.err.substr(0, 500);
  }
  EXPECT_EQ(bench.json("run/summary.json")["skipped"], kBad);
}

// -------------------------------------------------------------------------------------------------------------- SSREE

TEST(SsreeLlm, FiveLevelsFromTheModel) {
  Server server(simple_model);
  const PairsBench bench(server.url(), 0);
  std::string reports;
  for (int i = 0; i < 3; ++i) {
    reports +=
        Json{{"name", fmt::format("r{}", i)},
             {"English_Report",
              fmt::format("Nodule {} is seen. A cyst of 2 cm is seen. Ribs are broken. No effusion is seen.", i)}}
            .dump() +
        "\n";
  }
  reports += R"({"name":"short","English_Report":"A nodule is seen. No effusion is seen."})"
             "\n";
  reports += R"({"name":"healthy","English_Report":"No a is seen. No b is seen. No c is seen. No d is seen."})"
             "\n";
  const std::string file = bench.folder.file("reports.jsonl", reports);
  const auto build = [&](const std::string& out, const Arguments& more = {}) {
    Arguments words{"ssree", "build", file, "--out", bench.folder.path(out)};
    words.insert(words.end(), more.begin(), more.end());
    return bench.go(words);
  };
  const Result result = build("levels");
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "3 of 5 reports have five levels now")) << result.out;
  EXPECT_TRUE(contains(result.out, "left out: 1 with fewer than four findings"));
  EXPECT_TRUE(contains(result.out, "left out: 1 with fewer than three abnormal findings"));
  EXPECT_TRUE(contains(result.out, "ssree|reader:llm|model:test-model|temperature:0|prompts:2-"));
  EXPECT_EQ(server.requests(), 5U + 4);
  const auto level = [&](int k) {
    return Json::parse(lines_of(bench.folder.read(fmt::format("levels/sample_l{}.jsonl", k)))[0])["English_Report"]
        .get<std::string>();
  };
  const auto denials = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find("No "); at != std::string::npos; at = text.find("No ", at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(denials(level(1)), 1U);
  EXPECT_EQ(denials(level(2)), 2U);
  EXPECT_EQ(denials(level(3)), 3U);
  EXPECT_EQ(denials(level(4)), 4U);
  EXPECT_TRUE(contains(level(5), "Some effusion is seen"));
  const Result evaluated = run({"ssree", "evaluate", "--data", bench.folder.path("levels"), "--metrics", "bleu",
                                "--engine", "embedded", "--resamples", "0"});
  EXPECT_EQ(evaluated.code, 0) << evaluated.err;
  ASSERT_EQ(build("others", {"--seed", "2"}).code, 0);
  EXPECT_NE(bench.folder.read("others/sample_l2.jsonl"), bench.folder.read("levels/sample_l2.jsonl"));
  EXPECT_EQ(bench.folder.read("others/sample_l5.jsonl").size(), bench.folder.read("levels/sample_l5.jsonl").size());
}

TEST(SsreeLlm, LevelsThatAreNoneAreSkipped) {
  Server server([](const Request& request) {
    std::string answer = model_answer(request);
    const std::size_t turned = answer.find("\"turned\":[]");
    if (turned != std::string::npos) answer.replace(turned, 11, "\"turned\":[1]");  // level 1 must turn none
    return completion(answer);
  });
  const PairsBench bench(server.url(), 0);
  const std::string file = bench.folder.file(
      "r.jsonl",
      R"({"name":"r","English_Report":"A cyst is seen. A mass is seen. Ribs are broken. No effusion is seen."})"
      "\n");
  const Result result = bench.go({"ssree", "build", file, "--out", bench.folder.path("levels")});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.out, "0 of 1 reports have five levels"));
  EXPECT_TRUE(
      contains(bench.folder.read("levels/skipped.csv"), "the last: level 1: other sentences are turned than it must"));
}

// -------------------------------------------------------------------------------------------------------------- usage

TEST(EngineOption, EveryCommandThatReadsReportsTakesIt) {
  const Folder folder;
  const std::string reports = folder.file("r.jsonl", R"({"name":"r","English_Report":"Heart is enlarged."})"
                                                     "\n");
  const std::string pairs = folder.file("p.jsonl", R"({"id":"p","reference":"Heart is large.","candidate":"Clear."})"
                                                   "\n");
  for (const Arguments& words : {Arguments{"score", pairs}, Arguments{"findings", reports},
                                 Arguments{"radsem", "rewrite", reports}, Arguments{"radfact", "phrases", reports}}) {
    Arguments with = words;
    with.insert(with.end(), {"--engine", "embedded"});
    const Result result = run(with);
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, run(words).out) << words[0];
  }
}

TEST(EngineOption, WhatDoesNotGoTogetherIsSaid) {
  const PairsBench bench("http://127.0.0.1:1/v1", 1);
  const auto said = [&](const Arguments& words) {
    const Result result = bench.go(words);
    EXPECT_EQ(result.code, 2) << words[0];
    return result.err;
  };
  const std::string out = bench.folder.path("x");
  const Arguments score{"score", bench.pairs, "--samples", out};
  const auto scored = [&](const Arguments& more) {
    Arguments words = score;
    words.insert(words.end(), more.begin(), more.end());
    return said(words);
  };
  EXPECT_TRUE(contains(said({"score", bench.pairs}), "expected --samples FILE"));
  EXPECT_TRUE(contains(scored({"--metrics", "bleu"}), "expected a metric that reads reports"));
  EXPECT_TRUE(contains(scored({"--explain", "s0"}), "--explain: only with --engine embedded"));
  EXPECT_TRUE(contains(scored({"--lexicon", "mine.txt"}), "--lexicon: only with --engine embedded"));
  EXPECT_TRUE(contains(said(bench.radfact("x", {"--reasons"})), "--reasons: only with --engine embedded"));
  EXPECT_TRUE(contains(said({"radfact", "phrases", bench.pairs, "--text-col", "target"}), "expected -o FILE"));
  const Result findings = run({"findings", bench.pairs, "--engine", "llm"});
  EXPECT_EQ(findings.code, 2);
  EXPECT_TRUE(contains(findings.err, "see 'radsem rewrite'")) << findings.err;
  EXPECT_TRUE(contains(run({"radfact", "run", bench.pairs, "--out", "x", "--dry-run"}).err, "need --engine llm"));
  EXPECT_TRUE(contains(run(bench.with_engine(bench.radfact("x"))).err, "FIDUCIAL_TEST_KEY, but it is not set"));
}

}  // namespace
}  // namespace fiducial::cli_test
