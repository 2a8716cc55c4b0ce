// `radsem run --engine llm` from outside, against the test server.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "llm_bench.h"
#include "process.h"
#include "radsem_model.h"
#include "redis_server.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;
using llm_server::completion;
using llm_server::failure;
using llm_server::radsem_answer;
using llm_server::Reply;
using llm_server::Request;
using llm_server::Server;

Reply model(const Request& request) {
  return completion(radsem_answer(request));
}

// A folder with reports, a configuration, and the command that runs them.
struct ReportsBench {
  Folder folder;
  std::string ref, gen, config;

  ReportsBench(const std::string& url, std::size_t cases, const std::string& more = "") {
    std::string refs;
    std::string gens;
    for (std::size_t i = 0; i < cases; ++i) {
      refs += Json{{"name", fmt::format("case {:03}", i)},
                   {"English_Report", fmt::format("Nodule number {} is seen. No effusion is seen.", i)}}
                  .dump() +
              "\n";
      gens += Json{{"name", fmt::format("case {:03}", i)},
                   {"English_Report", fmt::format("Nodule number {} is seen. No fracture is seen.", i)}}
                  .dump() +
              "\n";
    }
    ref = folder.file("ref.jsonl", refs);
    gen = folder.file("gen.jsonl", gens);
    config = folder.file("config.yaml", llm_config(url, "", more));
  }

  std::vector<std::string> command(const std::string& out, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> all{"radsem",         "run",      "--ref", ref,        "--gen", gen, "--out",
                                 folder.path(out), "--engine", "llm",   "--config", config};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  Result go(const std::string& out, const std::vector<std::string>& more = {}) const {
    return run(command(out, more), {"", "", llm_environment()});
  }
};

const char* const kResults[] = {"ref_rewritten.jsonl", "gen_rewritten.jsonl", "tags.jsonl",
                                "scores.jsonl",        "summary.json",        "skipped.csv"};

TEST(RadsemLlm, AWholeRunHasTheModelsNumbers) {
  Server server(model);
  const ReportsBench bench(server.url(), 5);
  const Result result = bench.go("run");
  ASSERT_EQ(result.code, 0) << result.err;
  const Json tag = Json::parse(lines_of(bench.folder.read("run/tags.jsonl"))[2]);
  EXPECT_EQ(tag["name"], "case 002");
  EXPECT_EQ(tag["findings"]["pairs"][0]["ref_sentence"], "Nodule number 2 is seen.");
  EXPECT_EQ(tag["findings"]["unmatched_sentences"][1]["sentence"], "No fracture is seen.");
  EXPECT_EQ(Json::parse(lines_of(bench.folder.read("run/ref_rewritten.jsonl"))[0])["rewritten_report"],
            "Nodule number 0 is seen. No effusion is seen.");
  for (const std::string& line : lines_of(bench.folder.read("run/scores.jsonl")))
    EXPECT_DOUBLE_EQ(Json::parse(line)["score"].get<double>(), 0.9);
  const Json summary = Json::parse(bench.folder.read("run/summary.json"));
  EXPECT_EQ(summary["failed"], 0);
  EXPECT_TRUE(contains(summary["signature"], "radsem|reader:llm|model:test-model|temperature:0|prompts:2-"));
  EXPECT_TRUE(contains(result.err, "15 questions: 15 answered (0 from the cache), 0 skipped; 15 requests"));
  EXPECT_EQ(lines_of(bench.folder.read("run/journal.jsonl")).size(), 15U);
  EXPECT_TRUE(contains(bench.folder.read("run/progress.csv"), "radsem_match,TEST,5,5,0,"));
}

TEST(RadsemLlm, ASecondRunAsksNothing) {
  Server server(model);
  const ReportsBench bench(server.url(), 5);
  ASSERT_EQ(bench.go("run").code, 0);
  const std::string tags = bench.folder.read("run/tags.jsonl");
  const Result again = bench.go("run");
  EXPECT_TRUE(contains(again.err, "15 answered (15 from the cache)"));
  EXPECT_EQ(server.requests(), 15U);
  EXPECT_EQ(bench.folder.read("run/tags.jsonl"), tags);
  ASSERT_EQ(bench.go("run", {"--policy", "alt", "--overwrite"}).code, 0);
  EXPECT_EQ(server.requests(), 20U) << "the other policy asks for the matching only";
}

TEST(RadsemLlm, KilledTenTimesItGivesTheSameBytesAndPaysNothingTwice) {
  const std::size_t cases = 60;
  Server server(slowly(model));
  const ReportsBench bench(server.url(), cases);
  ASSERT_EQ(bench.go("whole").code, 0);
  const std::size_t whole = server.requests();
  EXPECT_EQ(whole, 3 * cases);
  std::mt19937 random(7);
  int killed = 0;
  for (int i = 0; i < 10; ++i)
    killed += run_and_kill(bench.command("killed"), llm_environment(), 10 + static_cast<int>(random() % 60)).code == 137
                  ? 1
                  : 0;
  EXPECT_GE(killed, 5);
  ASSERT_EQ(bench.go("killed").code, 0);
  for (const char* name : kResults)
    EXPECT_EQ(bench.folder.read(std::string("killed/") + name), bench.folder.read(std::string("whole/") + name))
        << name;
  // What was in flight at a kill (8 at most) is asked once more.
  EXPECT_LE(server.requests() - whole, whole + 8 * static_cast<std::size_t>(killed));
}

TEST(RadsemLlm, WhatCannotBeReadIsSkippedAndListed) {
  Server server([](const Request& request) {
    if (contains(llm_server::last_message(request), "Nodule number 1 is seen. No effusion")) return failure(500);
    const auto messages = Json::parse(request.body)["messages"];
    const std::string question = messages[3]["content"];
    if (contains(question, "[1] Nodule number 1 ") && contains(question, "effusion")) return failure(500);
    if (contains(question, "R1: Nodule number 3 ")) return completion("I would say they are alike.");
    return model(request);
  });
  const ReportsBench bench(server.url(), 5);
  const Result result = bench.go("run");
  EXPECT_EQ(result.code, 1) << result.err;
  EXPECT_EQ(lines_of(bench.folder.read("run/scores.jsonl")).size(), 3U);
  EXPECT_EQ(lines_of(bench.folder.read("run/ref_rewritten.jsonl")).size(), 4U);
  const auto skipped = lines_of(bench.folder.read("run/skipped.csv"));
  ASSERT_EQ(skipped.size(), 3U);
  EXPECT_TRUE(contains(skipped[1], "case 001,failed 4 times; the last: HTTP 500")) << skipped[1];
  EXPECT_TRUE(contains(skipped[2], "case 003,4 answers broke the task's rules; the last: not one JSON object"));
  EXPECT_TRUE(contains(result.err, "2 records failed"));
  EXPECT_EQ(Json::parse(bench.folder.read("run/summary.json"))["failed"], 2);
}

TEST(RadsemLlm, KeysAndTextsAreInNoLogErrorOrJournal) {
  std::atomic<std::size_t> seen = 0;
  Server server([&](const Request& request) {
    seen += request.headers.at("authorization") == std::string("Bearer ") + kLlmKey ? 1U : 0U;
    if (request.number % 4 == 0) {
      // Endpoints quote requests, and keys, in their errors.
      Reply reply = failure(request.number % 8 == 0 ? 500 : 400);
      reply.body =
          Json{
              {"error", {{"message", "Nodule of " + std::string(kLlmKey)}, {"code", "Nodule " + std::string(kLlmKey)}}}}
              .dump();
      return reply;
    }
    return request.number % 5 == 0 ? completion("Nodule, I think") : model(request);
  });
  const ReportsBench bench(server.url(), 8);
  const Result result = bench.go("run");
  EXPECT_GT(seen, 20U) << "the endpoint gets the key";
  for (const std::string& text : {result.err, result.out, bench.folder.read("run/journal.jsonl"),
                                  bench.folder.read("run/skipped.csv"), bench.folder.read("run/progress.csv")}) {
    EXPECT_NE(text, "");
    EXPECT_FALSE(contains(text, kLlmKey));
    EXPECT_FALSE(contains(text, "odule"));
  }
  EXPECT_FALSE(contains(bench.folder.read("run/cache.sqlite"), kLlmKey));
  for (const char* name : {"run/cache.sqlite", "run/journal.jsonl"}) {
    struct stat state {};
    ASSERT_EQ(::stat(bench.folder.path(name).c_str(), &state), 0);
    EXPECT_EQ(state.st_mode & 0777U, 0600U) << name;
  }
}

TEST(RadsemLlm, ADryRunAsksAndWritesNothing) {
  Server server(model);
  const ReportsBench bench(server.url(), 5);
  const Result before = run(bench.command("run", {"--dry-run"}));  // no key is needed
  EXPECT_EQ(before.code, 0) << before.err;
  EXPECT_TRUE(contains(before.out, "10 calls to make, 0 answers are in the cache already; about "));
  EXPECT_TRUE(contains(before.out, "cost about 0."));
  EXPECT_TRUE(contains(before.err, "up to 5 calls more"));
  EXPECT_EQ(server.requests(), 0U);
  EXPECT_EQ(bench.folder.names(), (std::vector<std::string>{"config.yaml", "gen.jsonl", "ref.jsonl"}));
  ASSERT_EQ(bench.go("run").code, 0);
  EXPECT_TRUE(contains(run(bench.command("run", {"--dry-run"})).out, "0 calls to make, 15 answers"));
}

TEST(RadsemLlm, ADryRunKnowsWhatItKnows) {
  Server server(model);
  const ReportsBench bench(server.url(), 5);
  ASSERT_EQ(bench.go("run").code, 0);
  const Result other = run(bench.command("run", {"--policy", "alt", "--dry-run"}));
  EXPECT_TRUE(contains(other.out, "5 calls to make, 10 answers are in the cache already")) << other.out;
  EXPECT_FALSE(contains(other.err, "calls more")) << "all sentences are known: " << other.err;
}

TEST(RadsemLlm, ADryRunTakesThePricesOfEachTask) {
  const ReportsBench bench("http://127.0.0.1:1/v1", 5);
  bench.folder.file("config.yaml",
                    llm_config("http://127.0.0.1:1/v1", "  FREE: {url: 'http://127.0.0.1:1/v1', deployment_name: f}\n",
                               "tasks: {radsem_rewrite: {endpoints: TEST}, radsem_match: {endpoints: FREE}}\n"));
  const Result dry = run(bench.command("run", {"--dry-run"}));
  EXPECT_TRUE(contains(dry.out, "10 calls to make")) << dry.err;
  EXPECT_TRUE(contains(dry.out, "cost about 0.0")) << dry.out;
}

TEST(RadsemLlm, TheSignatureHasTheParametersThatAreSet) {
  Server server(model);
  const ReportsBench bench(server.url(), 1,
                           "parameters: {top_p: 0.5, seed: 7}\ntasks: {radsem_match: {max_tokens: 900}}\n");
  ASSERT_EQ(bench.go("run").code, 0);
  EXPECT_TRUE(contains(Json::parse(bench.folder.read("run/summary.json"))["signature"],
                       "|model:test-model|temperature:0|top_p:0.5|seed:7|max_tokens:default,900|prompts:"));
}

TEST(RadsemLlm, WhatABatchHasThatIsNoResultIsListedWhenTheNextIsWritten) {
  const ReportsBench bench("http://127.0.0.1:1/v1", 2);
  const std::string results = bench.folder.file("results.jsonl", "{\"custom_id\": \"somebody's\"}\n");
  const Result wrote =
      run(bench.command("run", {"--read-batch", results, "--write-batch", bench.folder.path("requests.jsonl")}));
  EXPECT_EQ(wrote.code, 1);
  EXPECT_TRUE(contains(wrote.err, "results.jsonl:1: expected a result with the custom_id that we gave")) << wrote.err;
  EXPECT_EQ(lines_of(bench.folder.read("requests.jsonl")).size(), 4U);
}

TEST(RadsemLlm, BatchFilesThereAndBack) {
  const ReportsBench bench("http://127.0.0.1:1/v1", 5);  // nobody is there
  const std::string requests = bench.folder.path("requests.jsonl");
  std::vector<std::string> more{"--write-batch", requests};
  for (const std::size_t expected : {10U, 5U}) {
    const Result wrote = run(bench.command("run", more));
    ASSERT_EQ(wrote.code, 0) << wrote.err;
    const std::string asked = bench.folder.read("requests.jsonl");
    ASSERT_EQ(lines_of(asked).size(), expected);
    const std::string results = batch_results(asked, model);
    more = {"--read-batch", bench.folder.file("results.jsonl", results), "--write-batch", requests};
  }
  const Result result = bench.go("run", {"--read-batch", bench.folder.path("results.jsonl")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(contains(result.err, "5 answers, 0 results of no use"));
  EXPECT_EQ(lines_of(bench.folder.read("run/scores.jsonl")).size(), 5U);
}

TEST(RadsemLlm, TwoProgramsThatShareRedisAskEachQuestionOnce) {
  RedisServer redis;
  if (!redis.running()) GTEST_SKIP() << "no redis-server here";
  Server server(slowly(model));
  const ReportsBench bench(server.url(), 30, "cache: {type: redis, url: '" + redis.url() + "'}\n");
  Result results[2];
  std::jthread other([&] { results[1] = bench.go("two"); });
  results[0] = bench.go("one");
  other.join();
  for (const Result& result : results) EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(server.requests(), 90U);
  for (const char* name : kResults)
    EXPECT_EQ(bench.folder.read(std::string("one/") + name), bench.folder.read(std::string("two/") + name)) << name;
}

TEST(RadsemLlm, TheStagesAloneGiveTheFilesOfTheWhole) {
  Server server(model);
  const ReportsBench bench(server.url(), 4);
  ASSERT_EQ(bench.go("run").code, 0);
  const auto stage = [&](std::vector<std::string> arguments) {
    for (const char* word : {"--engine", "llm", "--config"}) arguments.emplace_back(word);
    arguments.push_back(bench.config);
    return run(arguments, {"", "", llm_environment()});
  };
  const std::string ref = bench.folder.path("r.jsonl");
  const std::string gen = bench.folder.path("g.jsonl");
  const std::string tags = bench.folder.path("t.jsonl");
  EXPECT_EQ(stage({"radsem", "rewrite", bench.ref, "-o", ref}).code, 0);
  EXPECT_EQ(stage({"radsem", "rewrite", bench.gen, "-o", gen}).code, 0);
  EXPECT_EQ(stage({"radsem", "match", "--ref", ref, "--gen", gen, "-o", tags}).code, 0);
  EXPECT_EQ(bench.folder.read("r.jsonl"), bench.folder.read("run/ref_rewritten.jsonl"));
  EXPECT_EQ(bench.folder.read("g.jsonl"), bench.folder.read("run/gen_rewritten.jsonl"));
  EXPECT_EQ(bench.folder.read("t.jsonl"), bench.folder.read("run/tags.jsonl"));
  EXPECT_NE(bench.folder.read("t.jsonl.journal.jsonl"), "");
  const Result nowhere = stage({"radsem", "rewrite", bench.ref});
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_TRUE(contains(nowhere.err, "expected -o FILE"));
}

TEST(RadsemLlm, BadUsageIsSaid) {
  const ReportsBench bench("http://127.0.0.1:1/v1", 1);
  const auto said = [&](const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {}) {
    const Result result = run(arguments, {"", "", environment});
    EXPECT_EQ(result.code, 2) << result.err;
    return result.err;
  };
  EXPECT_TRUE(contains(said(bench.command("run")), "environment variable FIDUCIAL_TEST_KEY, but it is not set"));
  EXPECT_TRUE(contains(said({"radsem", "run", "--ref", bench.ref, "--gen", bench.gen, "--out", "x", "--engine", "llm"}),
                       "expected --config FILE"));
  EXPECT_TRUE(contains(said({"radsem", "run", "--ref", bench.ref, "--gen", bench.gen, "--out", "x", "--dry-run"}),
                       "need --engine llm"));
  EXPECT_TRUE(contains(said(bench.command("run", {"--prompts", "/no/such"})), "expected a folder with prompts"));
  bench.folder.file("config.yaml", "endpoints: [");
  EXPECT_TRUE(contains(said(bench.command("run")), "config.yaml:1: expected YAML"));
}

}  // namespace
}  // namespace fiducial::cli_test
