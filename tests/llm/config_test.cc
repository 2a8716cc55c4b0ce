// The configuration: RadFact's shape and ours, and what is said of mistakes.
#include "llm/config.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "../io/temp_folder.h"
#include "fiducial/problem.h"

namespace fiducial::llm {
namespace {

using io::input_error;
using io::TempFolder;

std::string complaint(const std::string& yaml) {
  return input_error([&] { (void)parse_config("c.yaml", yaml); });
}

TEST(Config, RadFactsOwnFile) {
  const Config config = parse_config("c.yaml",
                                     "ENDPOINT_EXAMPLE:\n"
                                     "  type: \"CHAT_OPENAI\"\n"
                                     "  url: \"https://example.org/v1/\"\n"
                                     "  deployment_name: \"llama3-70b\"\n"
                                     "  api_key_env_var_name: \"LLAMA_KEY\"\n"
                                     "  keyvault_secret_name: \"unused\"\n"
                                     "  speed_factor: 1.5\n"
                                     "  num_parallel_processes: 10\n");
  ASSERT_EQ(config.endpoints.size(), 1U);
  const Endpoint& endpoint = config.endpoints.front();
  EXPECT_EQ(endpoint.name, "ENDPOINT_EXAMPLE");
  EXPECT_EQ(endpoint.url, "https://example.org/v1/chat/completions");
  EXPECT_EQ(endpoint.model, "llama3-70b");
  EXPECT_EQ(endpoint.key.kind, SecretSource::Kind::environment);
  EXPECT_EQ(endpoint.key.where, "LLAMA_KEY");
  EXPECT_EQ(endpoint.speed_factor, 1.5);
  EXPECT_EQ(endpoint.parallel, 10U);
  EXPECT_TRUE(endpoint.bearer);
}

TEST(Config, AzureMakesTheAddressOfTheDeployment) {
  const Config config = parse_config("c.yaml",
                                     "endpoints:\n"
                                     "  A: {type: AZURE_CHAT_OPENAI, url: 'https://x.openai.azure.com/', "
                                     "deployment_name: gpt, api_version: '2024-02-01', auth: key}\n"
                                     "  B: {type: AZURE_CHAT_OPENAI, url: 'https://y.openai.azure.com', "
                                     "deployment_name: gpt-b, model: gpt, auth: bearer, api_key_command: get-token}\n");
  EXPECT_EQ(config.endpoints[0].url,
            "https://x.openai.azure.com/openai/deployments/gpt/chat/completions?api-version=2024-02-01");
  EXPECT_FALSE(config.endpoints[0].bearer);
  EXPECT_EQ(config.endpoints[0].key.where, "API_KEY");
  EXPECT_TRUE(config.endpoints[1].bearer);
  EXPECT_EQ(config.endpoints[1].key.kind, SecretSource::Kind::command);
  EXPECT_EQ(config.model_for("radsem_match"), "gpt");
}

TEST(Config, EachTaskHasItsEndpointsAndParameters) {
  const Config config = parse_config("c.yaml",
                                     "endpoints:\n"
                                     "  A: {url: 'http://a/v1', deployment_name: small}\n"
                                     "  B: {url: 'http://b/v1', deployment_name: large}\n"
                                     "parameters: {temperature: 0.5, seed: 7}\n"
                                     "tasks:\n"
                                     "  radsem_rewrite: {endpoints: A, max_tokens: 100}\n"
                                     "  radsem_match: {endpoints: [B], temperature: null, max_completion_tokens: 9}\n"
                                     "retries: {max_retries: 2}\n"
                                     "cache: {type: redis, url: 'redis://localhost:1'}\n");
  EXPECT_EQ(config.endpoints_for("radsem_rewrite").at(0).name, "A");
  EXPECT_EQ(config.endpoints_for("radsem_match").at(0).name, "B");
  EXPECT_EQ(config.parameters_for("radsem_rewrite").temperature, 0.5);
  EXPECT_EQ(config.parameters_for("radsem_rewrite").max_tokens, 100);
  EXPECT_EQ(config.parameters_for("radsem_rewrite").seed, 7);
  EXPECT_FALSE(config.parameters_for("radsem_match").temperature.has_value());
  EXPECT_TRUE(config.parameters_for("radsem_match").completion_tokens);
  EXPECT_EQ(config.patience.retries, 2U);
  EXPECT_EQ(config.cache.kind, CacheChoice::Kind::redis);
  EXPECT_NE(input_error([&] { (void)config.endpoints_for("radsem_other"); }).find("found 'small' and 'large'"),
            std::string::npos)
      << "two models would answer";
}

TEST(Config, EncodersAreEndpointsOfTheirOwn) {
  const Config config = parse_config("c.yaml",
                                     "encoders:\n"
                                     "  A: {url: 'http://a/v1/', deployment_name: biolord, auth: none, batch_size: 8}\n"
                                     "  B: {type: AZURE_OPENAI, url: 'https://b', deployment_name: x, model: medcpt}\n"
                                     "  C: {url: 'http://c/v1/embeddings', deployment_name: biolord}\n");
  ASSERT_EQ(config.encoders.size(), 3U);
  EXPECT_EQ(config.encoders[0].url, "http://a/v1/embeddings");
  EXPECT_EQ(config.encoders[0].batch, 8U);
  EXPECT_EQ(config.encoders[1].url, "https://b/openai/deployments/x/embeddings?api-version=2024-10-21");
  EXPECT_FALSE(config.encoders[1].bearer);
  EXPECT_EQ(config.encoders[2].url, "http://c/v1/embeddings");
  EXPECT_EQ(config.encoder_models(), (std::vector<std::string>{"biolord", "medcpt"}));
  EXPECT_EQ(input_error([&] { (void)config.model_for("radsem_match"); }),
            "c.yaml: task radsem_match: expected endpoints, found only encoders");
  EXPECT_NE(complaint("encoders:\n  A: {url: 'http://a', deployment_name: m, structured_output: off}")
                .find("c.yaml:2: encoder A: there is no field 'structured_output'"),
            std::string::npos);
  EXPECT_NE(complaint("encoders: []").find("expected names of encoders"), std::string::npos);
}

struct Mistake {
  const char* yaml;
  const char* said;
};

TEST(Config, MistakesAreNamedWithTheirLine) {
  const std::string good = "endpoints:\n  A:\n    url: http://a/v1\n    deployment_name: m\n";
  const Mistake mistakes[] = {
      {"endpoints:\n  A: [1\n", "c.yaml:"},
      {"endpoints: {A: {url: 'http://a', deploiment_name: m}}", "Did you mean 'deployment_name'?"},
      {"endpoints: {A: {url: 'http://a'}}", "expected the name of the model or deployment"},
      {"endpoints: {A: {deployment_name: m}}", "expected the address of the endpoint"},
      {"endpoints: {A: {url: 'http://a', deployment_name: m}}\nparameters: {max_tokens: 0}",
       "expected a number from 1"},
      {"endpoints:\n  A:\n    url: http://a\n    deployment_name: m\n    num_paralel_processes: 3\n",
       "c.yaml:5: endpoint A: there is no field 'num_paralel_processes'. Did you mean 'num_parallel_processes'?"},
      {"endpoints:\n  A:\n    url: http://a\n    deployment_name: m\n    speed_factor: fast\n",
       "c.yaml:5: endpoint A: speed_factor: expected a number from 1e-06 to 1000000, found 'fast'"},
      {"endpoints:\n  A: {url: 'http://a', deployment_name: m, num_parallel_processes: 1.5}",
       "expected a whole number"},
      {"endpoints:\n  A: {url: 'ftp://a', deployment_name: m}", "begins with http:// or https://"},
      {"endpoints:\n  A: {url: 'https://me:pass@a/v1', deployment_name: m}", "do not belong into the address"},
      {"endpoints:\n  A: {type: CHAT_OPENAY, url: 'http://a', deployment_name: m}", "Did you mean 'CHAT_OPENAI'?"},
      {"endpoints:\n  A: {url: 'http://a', url: 'http://b', deployment_name: m}", "is there twice"},
      {"endpoints:\n  A: {url: 'http://a', deployment_name: m, keyvault_secret_name: s}", "api_key_command"},
      {"endpoints:\n  A: {url: 'http://a', deployment_name: m, api_key_file: f, api_key_command: c}", "found several"},
      {"endpoint:\n  A: {url: 'http://a', deployment_name: m}", "Did you mean 'endpoints'?"},
      {"endpoints: {}", "expected at least one"},
      {"just words", "expected YAML with the field 'endpoints'"},
      {"", "expected YAML with the field 'endpoints'"},
      {"endpoints: {A: {url: 'http://a', deployment_name: m}}\ntasks: {radsem_rewrit: {}}",
       "c.yaml:2: there is no task 'radsem_rewrit'. Did you mean 'radsem_rewrite'?"},
      {"endpoints: {AB: {url: 'http://a', deployment_name: m}}\ntasks: {radsem_match: {endpoints: [AC]}}",
       "there is no endpoint 'AC'. Did you mean 'AB'?"},
      {"endpoints: {A: {url: 'http://a', deployment_name: m}}\ncache: {type: redis}", "expected redis://"},
      {"endpoints: {A: {url: 'http://a', deployment_name: m}}\ncache: {type: redis, url: 'redis://a', ca_file: f}",
       "only a redis cache with TLS"},
  };
  EXPECT_NO_THROW((void)parse_config("c.yaml", good));
  for (const Mistake& mistake : mistakes) {
    EXPECT_NE(complaint(mistake.yaml).find(mistake.said), std::string::npos)
        << mistake.yaml << "\n→ " << complaint(mistake.yaml);
  }
}

TEST(Config, AKeyInTheFileIsRefusedAndNotRepeated) {
  for (const char* name : {"api_key", "key", "token", "password"}) {
    const std::string said = complaint(
        std::string("endpoints:\n  A:\n    url: http://a\n    deployment_name: m\n    ") + name + ": sk-very-secret\n");
    EXPECT_NE(said.find("keys do not belong into this file"), std::string::npos) << said;
    EXPECT_EQ(said.find("sk-very-secret"), std::string::npos) << said;
  }
}

TEST(Config, AKeyInThePlaceOfItsNameIsNotRepeated) {
  const auto with = [](const std::string& name) {
    return "endpoints:\n  A: {url: 'http://a', deployment_name: m, api_key_env_var_name: '" + name + "'}";
  };
  for (const char* key : {"sk-proj-4f5e", "0123456789abcdef0123456789abcdef", "aBcDeF0123456789aBcDeF012345", "x.y"}) {
    const std::string said = complaint(with(key));
    EXPECT_NE(said.find("expected the name of an environment variable"), std::string::npos) << key;
    EXPECT_EQ(said.find(key), std::string::npos) << key;
  }
  for (const char* name : {"API_KEY", "OPENAI_API_KEY", "key2", "_K", "AZURE_OPENAI_RADIOLOGY_DEPLOYMENT_KEY"})
    EXPECT_NO_THROW((void)parse_config("c.yaml", with(name))) << name;
}

TEST(Config, ATasksOwnLimitOfTokensIsSentUnderItsOwnName) {
  const Config config = parse_config("c.yaml",
                                     "endpoints: {A: {url: 'http://a/v1', deployment_name: m}}\n"
                                     "parameters: {max_completion_tokens: 9}\n"
                                     "tasks: {radsem_match: {max_tokens: 5}, radsem_rewrite: {}}\n");
  EXPECT_EQ(config.parameters_for("radsem_match").max_tokens, 5);
  EXPECT_FALSE(config.parameters_for("radsem_match").completion_tokens);
  EXPECT_TRUE(config.parameters_for("radsem_rewrite").completion_tokens);
}

TEST(Secret, ComesFromTheEnvironmentAFileOrACommand) {
  const TempFolder folder;
  ::setenv("FIDUCIAL_TEST_KEY", " k1 ", 1);
  EXPECT_EQ(fetch({SecretSource::Kind::environment, "FIDUCIAL_TEST_KEY"}).reveal(), "k1");
  EXPECT_EQ(fetch({SecretSource::Kind::file, folder.write("key", "k2\n")}).reveal(), "k2");
  EXPECT_EQ(fetch({SecretSource::Kind::command, "printf 'k3\\n'"}).reveal(), "k3");
  EXPECT_TRUE(fetch({}).empty());
}

TEST(Secret, WhatIsMissingIsSaidWithoutTheSecret) {
  const TempFolder folder;
  using Kind = SecretSource::Kind;
  EXPECT_NE(input_error([] {
              (void)fetch({Kind::environment, "FIDUCIAL_NO_SUCH"});
            }).find("environment variable FIDUCIAL_NO_SUCH, but it is not set"),
            std::string::npos);
  EXPECT_NE(input_error([&] {
              (void)fetch({Kind::file, folder.write("empty", "\n")});
            }).find("is empty"),
            std::string::npos);
  EXPECT_NE(input_error([&] { (void)fetch({Kind::file, folder / "none"}); }).find("none"), std::string::npos);
  const std::string hangs = input_error([] { (void)fetch({Kind::command, "sleep 100 & wait", 0.2}); });
  EXPECT_NE(hangs.find("did not end within 0.2 s"), std::string::npos) << hangs;
  const std::string failed = input_error([] { (void)fetch({Kind::command, "echo hidden-word; exit 3"}); });
  EXPECT_NE(failed.find("failed (exit 3)"), std::string::npos);
  EXPECT_EQ(failed.find("hidden-word"), std::string::npos);
  const std::string lines = input_error([] { (void)fetch({Kind::command, "printf 'a\\nhidden-word: x'"}); });
  EXPECT_NE(lines.find("expected one line"), std::string::npos);
  EXPECT_EQ(lines.find("hidden-word"), std::string::npos);
}

}  // namespace
}  // namespace fiducial::llm
