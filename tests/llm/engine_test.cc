// The engine against the test server: every way in which endpoints fail, one at a time.
#include "llm/engine.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "asking.h"

namespace fiducial::llm {
namespace {

// Answers a question by an echo.
ServerReply echo(const Request& request) {
  return completion("re: " + last_message(request));
}

TEST(Engine, AnswersAllAndAddsUp) {
  Server server([](const Request& request) {
    ServerReply reply = echo(request);
    reply.delay = 0.002;
    return reply;
  });
  const Asked asked = ask(config_of({server.url()}, 8), 100);
  expect_all_answered(asked, 100);
  EXPECT_EQ(asked.totals.requests, 100U);
  EXPECT_EQ(asked.totals.usage.input, 10000U);
  EXPECT_EQ(server.requests(), 100U);
  EXPECT_LE(server.most_at_once(), 8U);
  EXPECT_GT(server.most_at_once(), 1U);
}

// Each of these comes once for every question, and is overcome.
struct Fault {
  const char* name;
  ServerReply reply;
};

ServerReply ending_by(ServerReply::Manner manner) {
  return in_manner(completion("re: something that is long enough to be cut in two"), manner);
}

std::vector<Fault> passing_faults() {
  return {
      {"429", failure(429, "rate_limit_exceeded")},
      {"500", failure(500)},
      {"502", failure(502)},
      {"no JSON", with_body("<html>no JSON</html>")},
      {"reset", ending_by(ServerReply::Manner::reset)},
      {"half", ending_by(ServerReply::Manner::half)},
      {"hang", ending_by(ServerReply::Manner::hang)},
      {"malformed", with_body("{\"choices\": [}")},
      {"truncated", with_body(completion("re: x").body.substr(0, 60))},
      {"no choices", with_body("{\"choices\": []}")},
      {"null choices", with_body("{\"choices\": null}")},
      {"no message", with_body("{\"choices\": [{}]}")},
      {"no content", with_body("{\"choices\": [{\"message\": {\"content\": null}}]}")},
      {"a list", with_body("[1, 2]")},
      {"nothing", with_body("")},
      {"an error in a 200", with_body("{\"error\": {\"code\": \"server_error\"}}")},
      {"a refusal", with_body("{\"choices\":[{\"message\":{\"content\":null,\"refusal\":\"I would rather not\"}}]}")},
  };
}

// For servers that may hang.
Config soon_tired(Config config) {
  for (Endpoint& endpoint : config.endpoints) endpoint.timeout_seconds = 2;
  return config;
}

class PassingFault : public testing::TestWithParam<Fault> {};

TEST_P(PassingFault, IsOvercome) {
  Server server([&](const Request& request) { return request.before == 0 ? GetParam().reply : echo(request); });
  const Asked asked = ask(soon_tired(config_of({server.url()}, 6)), 6);
  expect_all_answered(asked, 6);
  EXPECT_EQ(asked.totals.requests, 12U);
}

class LastingFault : public testing::TestWithParam<Fault> {};

// The same for ever on one question of three: the others are answered, this one is skipped with a reason.
TEST_P(LastingFault, IsSkippedWithAReason) {
  Server server(
      [&](const Request& request) { return last_message(request) == "question 1" ? GetParam().reply : echo(request); });
  Config config = soon_tired(config_of({server.url()}, 2));
  config.patience.retries = 1;
  const Asked asked = ask(config, 3);
  EXPECT_EQ(asked.totals.answered, 2U);
  EXPECT_EQ(asked.totals.skipped, 1U);
  EXPECT_FALSE(asked.outcomes.at(1).answered);
  EXPECT_NE(asked.outcomes.at(1).reason, "");
  EXPECT_EQ(asked.outcomes.at(1).reason.find("question 1"), std::string::npos);
}

std::string fault_name(const testing::TestParamInfo<Fault>& info) {
  std::string name = info.param.name;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return "f" + std::to_string(info.index) + "_" + name;
}

INSTANTIATE_TEST_SUITE_P(All, PassingFault, testing::ValuesIn(passing_faults()), fault_name);
INSTANTIATE_TEST_SUITE_P(All, LastingFault, testing::ValuesIn(passing_faults()), fault_name);

TEST(Engine, WaitsAsLongAsRetryAfterSays) {
  Server server([](const Request& request) {
    return request.number == 0 ? failure(429, "", {"Retry-After: 1"}) : echo(request);
  });
  const auto begin = std::chrono::steady_clock::now();
  expect_all_answered(ask(config_of({server.url()}, 1), 2), 2);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(950));
}

TEST(Engine, AStreamThatNobodyAskedForIsPutTogether) {
  Server server([](const Request&) {
    ServerReply reply;
    reply.content_type = "text/event-stream";
    reply.body =
        "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\"}}]}\n\n"
        "data: {\"choices\":[{\"delta\":{\"content\":\"re: \"}}]}\n\n"
        "data: {\"choices\":[{\"delta\":{\"content\":\"whole\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    return reply;
  });
  const Asked asked = ask(config_of({server.url()}, 1), 1);
  EXPECT_EQ(asked.outcomes.at(0).text, "re: whole");
}

TEST(Engine, AsksAgainWithTheErrorAndGivesUpAfterALimit) {
  std::vector<std::size_t> lengths;
  Server server([&](const Request& request) {
    const auto messages = nlohmann::json::parse(request.body)["messages"];
    lengths.push_back(messages.size());
    if (messages[0]["content"] == "question 0" && messages.size() == 3) {
      EXPECT_EQ(messages[1]["role"], "assistant");
      EXPECT_EQ(messages[1]["content"], "wrong");
      EXPECT_EQ(messages[2]["content"], "It must begin with re:");
      return completion("re: better");
    }
    return completion("wrong");
  });
  Config config = config_of({server.url()}, 1);
  config.patience.ask_again = 2;
  const Asked asked = ask(config, 2);
  EXPECT_EQ(asked.outcomes.at(0).text, "re: better");
  EXPECT_EQ(asked.outcomes.at(0).requests, 2U);
  EXPECT_FALSE(asked.outcomes.at(1).answered);
  EXPECT_EQ(asked.outcomes.at(1).reason, "3 answers broke the task's rules; the last: no re:");
  EXPECT_EQ(asked.totals.invalid, 4U);
  EXPECT_EQ(lengths, (std::vector<std::size_t>{1, 3, 1, 3, 5}));
}

TEST(Engine, TheCacheSpeaksForTheServer) {
  Server server([](const Request& request) {
    return request.before == 0 && last_message(request) == "question 2" ? completion("wrong") : echo(request);
  });
  const auto cache = memory_cache();
  const Config config = config_of({server.url()}, 4);
  const Asked first = ask(config, 5, *cache);
  EXPECT_EQ(first.totals.requests, 6U);
  const Asked second = ask(config, 7, *cache);
  EXPECT_EQ(second.totals.requests, 2U);
  EXPECT_EQ(second.totals.cached, 5U);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(second.outcomes.at(i).text, first.outcomes.at(i).text);
  Config warmer = config;
  warmer.parameters.temperature = 0.7;
  EXPECT_EQ(ask(warmer, 5, *cache).totals.cached, 0U) << "another parameter is another question";
  Config other = config;
  other.endpoints[0].model = "other";
  EXPECT_EQ(ask(other, 5, *cache).totals.cached, 0U) << "another model is another question";
}

TEST(Engine, QuestionsThatAreTheSameAreAskedOnce) {
  Server server(echo);
  const Asked asked = ask(config_of({server.url()}, 8), 50, [](std::size_t i) { return fmt::format("q {}", i % 5); });
  EXPECT_EQ(asked.totals.answered, 50U);
  EXPECT_EQ(server.requests(), 5U);
  EXPECT_EQ(asked.outcomes.at(49).text, "re: q 4");
}

TEST(Engine, SkippedRepliesAreAskedForAgainOnlyIfWished) {
  bool better = false;
  Server server([&](const Request& request) {
    return better ? echo(request) : completion("re: par", last_message(request) == "question 0" ? "length" : "stop");
  });
  const auto cache = memory_cache();
  const Config config = config_of({server.url()}, 1);
  const Asked first = ask(config, 2, *cache);
  EXPECT_NE(first.outcomes.at(0).reason.find("max_tokens"), std::string::npos);
  better = true;
  EXPECT_EQ(ask(config, 2, *cache).totals.requests, 0U);
  EngineOptions options;
  options.retry_skipped = true;
  const Asked third = ask(config, 2, *cache, options);
  EXPECT_EQ(third.totals.requests, 1U);
  EXPECT_EQ(third.totals.answered, 2U);
}

TEST(Engine, FallsBackFromSchemaToObjectToWords) {
  std::multiset<std::string> formats;
  Server server([&](const Request& request) {
    const auto body = nlohmann::json::parse(request.body);
    const std::string format = body.contains("response_format") ? body["response_format"]["type"] : "none";
    formats.insert(format);
    return format == "none" ? echo(request) : failure(400, "invalid_request_error");
  });
  const Asked asked = ask(config_of({server.url()}, 1), 5);
  expect_all_answered(asked, 5);
  EXPECT_EQ(formats.count("json_schema"), 1U);
  EXPECT_EQ(formats.count("json_object"), 1U);
  EXPECT_EQ(formats.count("none"), 5U);
}

// How many of five questions were answered by each format, where the endpoint does not take one of them.
std::map<std::string, std::size_t> formats_with_one_bad(std::size_t bad) {
  std::map<std::string, std::size_t> formats;
  Server server([&](const Request& request) {
    const auto body = nlohmann::json::parse(request.body);
    if (last_message(request) == fmt::format("question {}", bad)) return failure(400, "invalid_request_error");
    ++formats[body.contains("response_format") ? body["response_format"]["type"] : "none"];
    return echo(request);
  });
  const Asked asked = ask(config_of({server.url()}, 1), 5);
  EXPECT_EQ(asked.totals.answered, 4U);
  EXPECT_EQ(asked.outcomes.at(bad).reason, "the endpoint does not take the request: HTTP 400 (invalid_request_error)");
  EXPECT_EQ(asked.outcomes.at(bad).requests, bad == 0 ? 3U : 1U);
  return formats;
}

TEST(Engine, AQuestionThatIsNotTakenDoesNotCostTheOthersTheirSchema) {
  for (const std::size_t bad : {0U, 2U})
    EXPECT_EQ(formats_with_one_bad(bad), (std::map<std::string, std::size_t>{{"json_schema", 4}})) << bad;
}

TEST(Engine, AParameterThatIsRefusedIsTriedOnce) {
  Server server([](const Request&) {
    ServerReply reply = failure(400);
    reply.body = R"({"error":{"code":"unsupported_value","param":"temperature","message":"no"}})";
    return reply;
  });
  const Asked asked = ask(config_of({server.url()}, 1), 20);
  EXPECT_EQ(asked.totals.answered, 0U);
  EXPECT_EQ(server.requests(), 1U) << "and not once or thrice for each question";
  EXPECT_TRUE(contains(asked.outcomes.at(19).reason, "it does not take the parameter 'temperature'"))
      << asked.outcomes.at(19).reason;
}

TEST(Engine, ALongQuestionDoesNotHoldUpTheOthers) {
  Server small(echo);
  Server large([](const Request& request) {
    ServerReply reply = echo(request);
    reply.delay = 0.5;
    return reply;
  });
  Config config = config_of({small.url(), large.url()}, 1);
  config.endpoints[0].context_tokens = 50;
  config.endpoints[1].speed_factor = 0.01;
  // Two long ones, which only the slow endpoint takes, and short ones behind them.
  const auto text = [](std::size_t i) {
    return fmt::format("question {}{}", i, i < 2 ? " " + std::string(1000, 'x') : "");
  };
  const Asked asked = ask(config, 12, text);
  EXPECT_EQ(asked.totals.answered, 12U);
  EXPECT_GE(small.requests(), 9U) << "the short ones went on while the second long one waited";
}

TEST(Engine, ALongQuestionGoesToAnEndpointThatHasTheRoom) {
  Server small(echo);
  Server large(
      [](const Request& request) { return request.number < 3 ? echo(request) : failure(401, "invalid_api_key"); });
  Config config = config_of({small.url(), large.url()}, 4);
  config.endpoints[0].context_tokens = 50;
  const auto long_text = [](std::size_t i) { return fmt::format("question {} {}", i, std::string(1000, 'x')); };
  EXPECT_EQ(ask(config, 3, long_text).totals.answered, 3U);
  EXPECT_EQ(small.requests(), 0U);
  const Asked none = ask(config, 1, long_text);  // the large one takes our key no more
  EXPECT_EQ(none.outcomes.at(0).reason, "longer than the model's context (context_tokens)");
  EXPECT_EQ(small.requests(), 0U);
}

TEST(Engine, TooLongForTheContextIsTheQuestionsOwnTrouble) {
  Server server([](const Request& request) {
    return last_message(request) == "question 1" ? failure(400, "context_length_exceeded") : echo(request);
  });
  const Asked asked = ask(config_of({server.url()}, 1), 3);
  EXPECT_EQ(asked.totals.answered, 2U);
  EXPECT_NE(asked.outcomes.at(1).reason.find("longer than the model's context"), std::string::npos);
  Config small = config_of({server.url()}, 1);
  small.endpoints[0].context_tokens = 50;
  const Asked long_one = ask(small, 1, [](std::size_t) { return std::string(1000, 'x'); });
  EXPECT_EQ(long_one.totals.requests, 0U);
  EXPECT_NE(long_one.outcomes.at(0).reason.find("context"), std::string::npos);
}

TEST(Engine, AWrongKeyOrModelEndsTheEndpointAndTheOthersGoOn) {
  Server locked([](const Request&) { return failure(401, "invalid_api_key"); });
  Server strange([](const Request&) { return failure(404, "model_not_found"); });
  Server good(echo);
  const Asked asked = ask(config_of({locked.url(), strange.url(), good.url()}, 2), 20);
  expect_all_answered(asked, 20);
  EXPECT_NE(asked.totals.endpoints[0].trouble.find("does not take the key"), std::string::npos);
  EXPECT_NE(asked.totals.endpoints[1].trouble.find("knows no model or deployment 'm'"), std::string::npos);
  EXPECT_EQ(asked.totals.endpoints[2].trouble, "");
  EXPECT_LE(locked.requests() + strange.requests(), 4U);
  const Asked none = ask(config_of({locked.url()}, 2), 20);
  EXPECT_EQ(none.totals.skipped, 20U);
  EXPECT_NE(none.outcomes.at(19).reason.find("no endpoint is left: E0: it does not take the key"), std::string::npos);
}

TEST(Engine, ATokenThatEndedIsFetchedAgain) {
  const io::TempFolder folder;
  const std::string file = folder.write("token", "old");
  Server server([&](const Request& request) {
    if (request.headers.at("authorization") == "Bearer new") return echo(request);
    if (request.number == 0) std::filesystem::rename(folder.write("newer", "new"), file);
    return failure(401);
  });
  Config config = config_of({server.url()}, 3);
  config.endpoints[0].key = {SecretSource::Kind::file, file};
  expect_all_answered(ask(config, 10), 10);
}

TEST(Engine, AnEndpointThatDiesAndReturnsIsUsedAgain) {
  Server server(echo);
  Config config = config_of({server.url()}, 4);
  config.patience.breaker_failures = 2;
  config.patience.breaker_rest = 0.05;
  bool died = false;
  std::jthread reviver;
  std::size_t done = 0;
  const Asked asked = ask(config, 200, {}, {}, [&] {
    if (++done == 50 && !died) {
      died = true;
      server.die();
      reviver = std::jthread([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(400));
        server.live();
      });
    }
  });
  expect_all_answered(asked, 200);
}

// The address of a server that has gone.
std::string where_nobody_is() {
  return Server(echo).url();
}

TEST(Engine, GivesUpWhenNobodyAnswersForLong) {
  Config config = config_of({where_nobody_is()}, 2);
  config.patience.give_up = 0.5;
  const Asked asked = ask(config, 5);
  EXPECT_EQ(asked.totals.skipped, 5U);
  EXPECT_TRUE(contains(asked.outcomes.at(4).reason, "no endpoint is left: E0: no answer for "));
  EXPECT_TRUE(contains(asked.outcomes.at(4).reason, "cannot be reached"));
  EXPECT_TRUE(contains(asked.totals.endpoints[0].last_failure, "cannot be reached"));
}

TEST(Engine, AQuestionNeedNotWaitForAnEndpointThatIsAway) {
  Config config = config_of({where_nobody_is()}, 2);
  config.patience.unreached = 2;
  const Asked asked = ask(config, 2);
  EXPECT_TRUE(contains(asked.outcomes.at(0).reason, "cannot be reached")) << asked.outcomes.at(0).reason;
  EXPECT_EQ(asked.totals.requests, 6U);
}

TEST(Engine, ASlowSourceIsNoSilence) {
  Server server(echo);
  Config config = config_of({server.url()}, 1);
  config.patience.give_up = 2;
  expect_all_answered(ask(config, 2,
                          [](std::size_t i) {
                            if (i == 1) std::this_thread::sleep_for(std::chrono::milliseconds(2500));
                            return fmt::format("question {}", i);
                          }),
                      2);
}

TEST(Engine, LimitsAMinuteAreKept) {
  Server server(echo);
  Config config = config_of({server.url()}, 8);
  config.endpoints[0].requests_per_minute = 600;  // ten at once, ten a second
  const auto begin = std::chrono::steady_clock::now();
  expect_all_answered(ask(config, 20), 20);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
}

TEST(Engine, TlsWithItsOwnCaAndNotWithout) {
  Server server(echo, true);
  Config config = config_of({server.url()}, 4);
  config.endpoints[0].ca_file = server.ca_file();
  expect_all_answered(ask(config, 20), 20);
  config.endpoints[0].ca_file.clear();
  const Asked untrusted = ask(config, 3);
  EXPECT_EQ(untrusted.totals.skipped, 3U);
  EXPECT_NE(untrusted.outcomes.at(0).reason.find("certificate is not trusted"), std::string::npos);
  config.endpoints[0].ca_file = "/no/such/file";
  EXPECT_EQ(ask(config, 1).totals.skipped, 1U);
}

TEST(Engine, NoKeyIsAnInputError) {
  Config config = config_of({"http://127.0.0.1:9/v1"}, 1);
  config.endpoints[0].key = {SecretSource::Kind::environment, "FIDUCIAL_NO_SUCH_KEY"};
  const std::string said = io::input_error([&] { (void)ask(config, 1); });
  EXPECT_NE(said.find("endpoint E0: expected a key in environment variable FIDUCIAL_NO_SUCH_KEY"), std::string::npos);
}

TEST(Engine, AProxyThatRefusesIsNamed) {
  Server proxy([](const Request&) { return failure(407); });
  Config config = config_of({"https://far.invalid/v1"}, 1);
  config.endpoints[0].proxy = proxy.url().substr(0, proxy.url().size() - 3);
  config.patience.unreached = 0;
  EXPECT_EQ(ask(config, 1).outcomes.at(0).reason, "cannot be reached: the proxy says HTTP 407");
}

TEST(Engine, AProxyIsUsed) {
  Server proxy(echo);  // as a proxy it gets the whole address as path
  Config config = config_of({"http://far.invalid/v1"}, 1);
  config.endpoints[0].proxy = proxy.url().substr(0, proxy.url().size() - 3);
  expect_all_answered(ask(config, 1), 1);
}

}  // namespace
}  // namespace fiducial::llm
