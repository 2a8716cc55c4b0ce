// Ten thousand questions over three endpoints of different speed, with every fault at random, and one endpoint that
// dies and returns: all that can succeed does, the rest is skipped with its reason, the totals add up.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "asking.h"

namespace fiducial::llm {
namespace {

ServerReply cut(ServerReply reply, std::size_t size) {
  reply.body.resize(size);
  return reply;
}

ServerReply fault(unsigned which, const ServerReply& good) {
  switch (which) {
    case 0:
      return failure(429, "rate_limit_exceeded");
    case 1:
      return failure(429, "rate_limit_exceeded", {"Retry-After: 1"});
    case 2:
      return failure(500);
    case 3:
      return failure(502);
    case 4:
      return in_manner(good, ServerReply::Manner::hang);
    case 5:
      return in_manner(good, ServerReply::Manner::reset);
    case 6:
      return in_manner(good, ServerReply::Manner::half);
    case 7:
      return cut(good, good.body.size() / 2);
    case 8:
      return in_manner(good, ServerReply::Manner::trickle);
    case 9:
      return completion("an answer of the wrong kind");
    case 10:
      return with_body(R"({"choices":[{"message":{"content":null,"refusal":"I would rather not"}}]})");
    case 11:
      return with_body(R"({"choices": [})");
    default:
      return with_body(R"({"choices":[]})");
  }
}

// Question 13, 1013, 2013, … can never succeed.
bool hopeless(const std::string& text) {
  return text.ends_with("13") && (std::atoi(text.c_str() + 9) % 1000) == 13;
}

// `resets` counts the connections that were reset: libcurl sends a request again by itself if a connection that it used
// before ends without a byte of reply.
llm_server::Handler misbehaving(double delay, bool with_pauses, std::atomic<std::size_t>& resets) {
  auto random = std::make_shared<std::mt19937>(static_cast<unsigned>(delay * 1000));
  return [=, &resets](const Request& request) {
    const std::string text = nlohmann::json::parse(request.body)["messages"][0]["content"];
    ServerReply good = completion("re: " + text);
    good.delay = delay;
    if (hopeless(text)) return failure(500);
    if ((*random)() % 100 >= 3) return good;
    auto which = static_cast<unsigned>((*random)() % 13);
    if (which == 1 && !with_pauses) which = 0;
    if (which == 5) ++resets;
    return fault(which, good);
  };
}

TEST(Storm, TenThousandQuestionsOverThreeEndpointsLoseNothing) {
  std::atomic<std::size_t> resets = 0;
  // Far apart, so that a busy machine, on which every reply is late, does not make them alike.
  Server fast(misbehaving(0.001, false, resets), true);
  Server middle(misbehaving(0.03, false, resets));
  Server slow(misbehaving(0.12, true, resets));
  Config config = config_of({fast.url(), middle.url(), slow.url()}, 22);
  config.endpoints[0].parallel = 20;
  config.endpoints[0].ca_file = fast.ca_file();
  config.endpoints[0].timeout_seconds = config.endpoints[1].timeout_seconds = config.endpoints[2].timeout_seconds = 2;
  config.patience.retries = 6;
  std::jthread reviver;
  std::size_t delivered = 0;
  const Asked asked = ask(config, 10000, {}, {}, [&] {
    if (++delivered != 3000) return;
    middle.die();
    reviver = std::jthread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      middle.live();
    });
  });
  EXPECT_EQ(asked.totals.answered, 9990U);
  EXPECT_EQ(asked.totals.skipped, 10U);
  for (const auto& [number, outcome] : asked.outcomes) {
    if (number % 1000 == 13) {
      EXPECT_EQ(outcome.reason, "failed 7 times; the last: HTTP 500");
    } else {
      EXPECT_EQ(outcome.text, fmt::format("re: question {}", number)) << outcome.reason;
    }
  }
  const auto& endpoints = asked.totals.endpoints;
  EXPECT_GT(endpoints[0].answers, endpoints[1].answers) << "work goes to whoever is free";
  EXPECT_GT(endpoints[1].answers, endpoints[2].answers);
  // Of the one that died nobody knows which requests it saw.
  const std::size_t served = fast.requests() + slow.requests();
  EXPECT_GE(served, endpoints[0].requests + endpoints[2].requests);
  EXPECT_LE(served, endpoints[0].requests + endpoints[2].requests + resets);
}

}  // namespace
}  // namespace fiducial::llm
