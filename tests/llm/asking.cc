#include "asking.h"

#include <fmt/format.h>

namespace fiducial::llm {

ServerReply with_body(const std::string& body) {
  ServerReply reply;
  reply.body = body;
  return reply;
}

ServerReply in_manner(ServerReply reply, ServerReply::Manner manner) {
  reply.manner = manner;
  return reply;
}

Config config_of(const std::vector<std::string>& urls, std::size_t parallel) {
  Config config;
  config.file = "test.yaml";
  for (const std::string& url : urls) {
    Endpoint endpoint;
    endpoint.name = fmt::format("E{}", config.endpoints.size());
    endpoint.url = url + "/chat/completions";
    endpoint.deployment = endpoint.model = "m";
    endpoint.parallel = parallel;
    endpoint.timeout_seconds = 20;  // a busy machine is not a server that hangs
    config.endpoints.push_back(endpoint);
  }
  config.patience.first_wait = 0.01;
  config.patience.longest_wait = 0.04;
  config.patience.breaker_rest = 0.02;
  return config;
}

std::shared_ptr<const Schema> echo_schema() {
  return std::make_shared<Schema>(Schema{"echo", {{"type", "object"}}});
}

Asked ask(const Config& config, std::size_t count, Cache& cache, const EngineOptions& options, const TextOf& text,
          const std::function<void()>& delivered) {
  Asked asked;
  std::size_t next = 0;
  const auto schema = echo_schema();
  EngineHooks hooks;
  hooks.next = [&](Question& question) {
    if (next == count) return false;
    question.id = fmt::format("id {}", next);
    question.messages = {{"user", text ? text(next) : fmt::format("question {}", next)}};
    question.schema = schema;
    ++next;
    return true;
  };
  hooks.check = [](std::size_t, const std::string& answer) {
    return answer.starts_with("re:") ? Complaint{} : Complaint{"It must begin with re:", "no re:"};
  };
  hooks.deliver = [&](std::size_t number, const Outcome& outcome) {
    EXPECT_TRUE(asked.outcomes.emplace(number, outcome).second) << "delivered twice";
    if (delivered) delivered();
  };
  hooks.journal = [&](const JournalEntry& entry) { asked.journal.push_back(entry); };
  asked.totals = ask_all(config, options, cache, hooks);
  expect_sums(asked, count);
  return asked;
}

Asked ask(const Config& config, std::size_t count, const TextOf& text, const EngineOptions& options,
          const std::function<void()>& delivered) {
  const auto cache = memory_cache();
  return ask(config, count, *cache, options, text, delivered);
}

void expect_sums(const Asked& asked, std::size_t count) {
  const Totals& totals = asked.totals;
  EXPECT_EQ(totals.questions, count);
  EXPECT_EQ(totals.answered + totals.skipped, count);
  EXPECT_EQ(asked.outcomes.size(), count);
  std::size_t requests = 0;
  std::size_t by_question = 0;
  for (const EndpointTotals& endpoint : totals.endpoints) {
    EXPECT_EQ(endpoint.requests, endpoint.answers + endpoint.failures);
    requests += endpoint.requests;
  }
  for (const auto& [number, outcome] : asked.outcomes) {
    by_question += outcome.requests;
    EXPECT_NE(outcome.answered, outcome.text.empty());
    EXPECT_EQ(outcome.answered, outcome.reason.empty());
  }
  EXPECT_EQ(totals.requests, requests);
  EXPECT_EQ(totals.requests, by_question);
  EXPECT_EQ(totals.requests, asked.journal.size());
}

void expect_all_answered(const Asked& asked, std::size_t count) {
  EXPECT_EQ(asked.totals.answered, count);
  for (const auto& [number, outcome] : asked.outcomes)
    EXPECT_EQ(outcome.text, fmt::format("re: question {}", number)) << outcome.reason;
}

}  // namespace fiducial::llm
