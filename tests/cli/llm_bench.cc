#include "llm_bench.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "process.h"

namespace fiducial::cli_test {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::vector<std::string> llm_environment() {
  return {std::string("FIDUCIAL_TEST_KEY=") + kLlmKey};
}

std::string llm_config(const std::string& url, const std::string& endpoint, const std::string& more) {
  return fmt::format(
      "endpoints:\n"
      "  TEST:\n"
      "    url: {}\n"
      "    deployment_name: test-model\n"
      "    api_key_env_var_name: FIDUCIAL_TEST_KEY\n"
      "    num_parallel_processes: 8\n"
      "    input_price_per_million: 2\n"
      "    output_price_per_million: 10\n{}"
      "retries: {{first_wait_seconds: 0.01, longest_wait_seconds: 0.05, max_retries: 3}}\n{}",
      url, endpoint, more);
}

llm_server::Handler slowly(const llm_server::Handler& handler) {
  return [handler](const llm_server::Request& request) {
    llm_server::Reply reply = handler(request);
    reply.delay = 0.01;
    return reply;
  };
}

std::string batch_results(const std::string& requests, const llm_server::Handler& handler) {
  std::string results;
  for (const std::string& line : lines_of(requests)) {
    const Json request = Json::parse(line);
    EXPECT_EQ(request["method"], "POST");
    EXPECT_EQ(request["url"], "/v1/chat/completions");
    EXPECT_EQ(request["body"]["model"], "test-model");
    llm_server::Request asked;
    asked.body = request["body"].dump();
    results += Json{{"id", "batch_req"},
                    {"custom_id", request["custom_id"]},
                    {"response", {{"status_code", 200}, {"body", Json::parse(handler(asked).body)}}},
                    {"error", nullptr}}
                   .dump() +
               "\n";
  }
  return results;
}

}  // namespace fiducial::cli_test
