// What was paid for is not paid for again: answers that led somewhere, that others got meanwhile, that came while the
// program was busy or just before it failed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "asking.h"

namespace fiducial::llm {
namespace {

// Only the second question is never answered well, and the first not at once.
ServerReply slow_to_learn(const Request& request) {
  const auto messages = nlohmann::json::parse(request.body)["messages"];
  const std::string question = messages[0]["content"];
  if (question == "question 1" || (question == "question 0" && messages.size() == 1)) return completion("wrong");
  return completion("re: " + question);
}

TEST(PaidOnce, WhatSucceededInTheEndIsNotRetried) {
  Server server(slow_to_learn);
  const auto cache = memory_cache();
  Config config = config_of({server.url()}, 1);
  config.patience.ask_again = 1;
  EXPECT_EQ(ask(config, 3, *cache).totals.requests, 5U);
  EngineOptions options;
  options.retry_skipped = true;
  const Asked again = ask(config, 3, *cache, options);
  EXPECT_EQ(again.outcomes.at(0).requests, 0U) << "its second answer was good";
  EXPECT_EQ(again.outcomes.at(1).requests, 1U) << "the talk is known up to its last turn";
  EXPECT_EQ(again.outcomes.at(2).requests, 0U);
}

// The first answer breaks a rule; the second, to the complaint, was cut off. Only the second is asked for again.
TEST(PaidOnce, ARetryBeginsWhereTheTalkFailed) {
  bool better = false;
  Server server([&](const Request& request) {
    const auto messages = nlohmann::json::parse(request.body)["messages"];
    if (messages.size() == 1) return completion("wrong");
    return better ? completion("re: question 0") : completion("re: par", "length");
  });
  const auto cache = memory_cache();
  const Config config = config_of({server.url()}, 1);
  EXPECT_EQ(ask(config, 1, *cache).totals.requests, 2U);
  better = true;
  EngineOptions options;
  options.retry_skipped = true;
  const Asked again = ask(config, 1, *cache, options);
  EXPECT_EQ(again.totals.answered, 1U);
  EXPECT_EQ(again.totals.requests, 1U) << "the first answer was paid for";
}

TEST(PaidOnce, TheSameQuestionIsRetriedOnce) {
  Server server([](const Request&) { return completion("wrong"); });
  const auto cache = memory_cache();
  Config config = config_of({server.url()}, 1);
  config.patience.ask_again = 0;
  const auto same = [](std::size_t) { return "question 1"; };
  EXPECT_EQ(ask(config, 3, *cache, {}, same).totals.requests, 1U);
  EngineOptions options;
  options.retry_skipped = true;
  EXPECT_EQ(ask(config, 3, *cache, options, same).totals.requests, 1U);
}

// A cache that another program uses too: it gives us the claim at last, but has answered the question before.
class SharedByAnother : public Cache {
 public:
  explicit SharedByAnother(std::vector<Claim> claims) : claims_(std::move(claims)) {}
  std::optional<CachedAnswer> find(const std::string& key) override { return kept_->find(key); }
  void put(const std::string& key, const CachedAnswer& answer) override { kept_->put(key, answer); }
  Claim claim(const std::string& key, double) override {
    if (next_ == claims_.size()) return Claim::ours;
    const Claim claim = claims_[next_++];
    if (claim == Claim::taken) put(key, {"re: another's", "", {}});
    return claim;
  }
  void release(const std::string&) override {}

 private:
  std::unique_ptr<Cache> kept_ = memory_cache();
  std::vector<Claim> claims_;
  std::size_t next_ = 0;
};

TEST(PaidOnce, WhatAnotherProgramAnsweredMeanwhileIsNotAsked) {
  Server server([](const Request&) { return completion("re: ours"); });
  const std::vector<std::vector<Claim>> ways{
      {Claim::taken},                                // between our look and our claim
      {Claim::ours, Claim::taken},                   // while the question waited for an endpoint, and its claim ended
      {Claim::ours, Claim::anothers, Claim::taken},  // …and another was still asking
      {Claim::anothers, Claim::anothers, Claim::taken},
  };
  for (const auto& claims : ways) {
    SharedByAnother cache(claims);
    EXPECT_EQ(ask(config_of({server.url()}, 1), 1, cache).outcomes.at(0).text, "re: another's");
  }
  EXPECT_EQ(server.requests(), 0U);
}

// Requests are under way while a long stretch of questions is read, slowly, whose answers are known.
TEST(PaidOnce, ALongWayThroughTheCacheIsNoTimeOut) {
  Server server([](const Request& request) {
    ServerReply reply = completion("re: " + last_message(request));
    reply.delay = 0.02 * static_cast<double>(1 + request.number % 4);  // so that they do not end together
    return reply;
  });
  constexpr std::size_t kUnknown = 270;  // more than wait at a time
  constexpr std::size_t kAll = kUnknown + 60;
  const auto cache = memory_cache();
  Config config = config_of({server.url()}, 4);
  (void)ask(config, kAll - kUnknown, *cache, {},
            [](std::size_t i) { return fmt::format("question {}", kUnknown + i); });
  config.endpoints[0].timeout_seconds = 1.5;
  const Asked asked = ask(config, kAll, *cache, {}, [](std::size_t i) {
    if (i >= kUnknown) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return fmt::format("question {}", i);
  });
  expect_all_answered(asked, kAll);
  EXPECT_EQ(asked.totals.requests, kUnknown);
}

TEST(PaidOnce, AnAnswerIsKeptBeforeTheJournalCanFail) {
  Server server([](const Request& request) { return completion("re: " + last_message(request)); });
  const auto cache = memory_cache();
  const Config config = config_of({server.url()}, 1);
  EngineHooks hooks;
  hooks.next = [asked = false](Question& question) mutable {
    question.messages = {{"user", "question 0"}};
    question.schema = echo_schema();
    return !std::exchange(asked, true);
  };
  hooks.check = [](std::size_t, const std::string&) { return Complaint{}; };
  hooks.deliver = [](std::size_t, const Outcome&) {};
  hooks.journal = [](const JournalEntry&) { throw std::runtime_error("the disk is full"); };
  EXPECT_THROW((void)ask_all(config, {}, *cache, hooks), std::runtime_error);
  EXPECT_EQ(ask(config, 1, *cache).totals.requests, 0U);
}

}  // namespace
}  // namespace fiducial::llm
