// `fiducial doctor`: what it says of good and of sick endpoints.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <nlohmann/json.hpp>

#include "model.h"
#include "process.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;
using llm_server::completion;
using llm_server::failure;
using llm_server::Reply;
using llm_server::Request;
using llm_server::Server;

std::string config_of(const std::string& url, const std::string& more = "auth: none") {
  return fmt::format(
      "endpoints:\n  MODEL:\n    url: {}\n    deployment_name: m\n    {}\n    num_parallel_processes: 4\n"
      "retries: {{first_wait_seconds: 0.01, longest_wait_seconds: 0.02, breaker_rest_seconds: 0.01, give_up_seconds: "
      "20}}\n",
      url, more);
}

Result doctor(const std::string& config) {
  const Folder folder;
  return run({"doctor", "--config", folder.file("c.yaml", config)});
}

// Of the cases of LUNGUAGE's tasks.
Json entity(const char* name, int sentence, const char* status) {
  Json relations = Json::array();
  for (const auto& [relation, value] : {std::pair{"Cat", "PF"}, {"Dx_Status", status}, {"Dx_Certainty", "Definitive"}})
    relations.push_back({{"relation", relation}, {"value", value}, {"obj_ent_idx", nullptr}});
  return {{"name", name}, {"sent_idx", sentence}, {"ent_idx", sentence}, {"relations", relations}};
}

Json group(const char* name, const std::vector<int>& findings) {
  return {{"name", name}, {"episodes", {{{"findings", findings}}}}, {"why", ""}};
}

// Of the cases of RadFact's.
std::string wise_phrases(const std::string& question) {
  const Json left = {{"from", {1}}, {"new", Json::array()}, {"left_out", "technique"}};
  const Json two = {
      {"from", {2}}, {"new", {"No effusion is seen.", "No pneumothorax is seen."}}, {"left_out", nullptr}};
  const Json heart = {{"from", {3}}, {"new", {"The heart is enlarged."}}, {"left_out", nullptr}};
  const Json opacity = {{"from", {1, 2}}, {"new", {"Patchy opacity in the left lower lobe."}}, {"left_out", nullptr}};
  return Json{
      {"sentence_list", contains(question, "Technique") ? Json::array({left, two, heart}) : Json::array({opacity})}}
      .dump();
}

std::string wise_verdict(const std::string& question) {
  const auto verdict = [](const char* status, const Json& evidence) {
    return Json{{"status", status}, {"evidence", evidence}}.dump();
  };
  if (contains(question, "H: No pleural effusion on either side.")) return verdict("entailment", {1, 3});
  if (contains(question, "H: Cardiomegaly.") || contains(question, "H: Right pneumothorax."))
    return verdict("entailment", Json::array({1}));
  if (contains(question, "H: Consolidation")) return verdict("contradiction", Json::array({1}));
  return verdict("neutral", Json::array());
}

// What a good model says of the doctor's known cases: by their first words.
Reply wise(const Request& request) {
  if (llm_server::wants_embeddings(request)) return llm_server::embeddings({{1, 0}, {0.9, 0.1}, {0, 1}});
  const std::string question = llm_server::last_message(request);
  if (contains(question, "## findings")) {
    const Json entities = {entity("effusion", 1, "Positive"), entity("pneumothorax", 2, "Negative")};
    return completion(Json{{"entities", entities}, {"left_out", Json::array()}}.dump());
  }
  if (contains(question, "[1] day")) {
    Json groups = Json::array({group("a", {1}), group("b", {2})});
    if (contains(question, "effusion left")) groups = Json::array({group("a", {1, 2})});
    return completion(Json{{"groups", groups}}.dump());
  }
  if (contains(request.body, "You cut")) return completion(wise_phrases(question));
  if (contains(request.body, "You are a careful reader")) return completion(wise_verdict(question));
  if (contains(request.body, "You write five versions")) return completion(llm_server::model_answer(request));
  const auto rewritten = [](std::initializer_list<const char*> texts, const Json& left) {
    Json sentences = Json::array();
    int number = 0;
    for (const char* text : texts) sentences.push_back({{"from", {std::min(++number, 3)}}, {"text", text}});
    return completion(Json{{"sentences", sentences}, {"left_out", left}}.dump());
  };
  if (contains(question, "heart is enlarged")) {
    Json answer = {{"sentences", {{{"from", {1}}, {"text", "a."}}, {{"from", {2}}, {"text", "b."}}}},
                   {"left_out", Json::array()}};
    return completion(answer.dump());
  }
  if (contains(question, "Technique")) return rewritten({"a.", "b.", "c."}, Json::array());
  const bool pair = contains(question, "Cardiac") || contains(question, "lobe");
  Json answer = {{"pairs", Json::array()}, {"unmatched", Json::array()}};
  if (pair) {
    answer["pairs"].push_back({{"ref", 1},
                               {"gen", 1},
                               {"normality", "abnormal"},
                               {"anatomical_relationship", "equivalent"},
                               {"asserted_abnormality_relationship", "equivalent"},
                               {"negated_abnormality_relationship", nullptr},
                               {"details_of_abnormality_relationship", "equivalent"}});
  } else {
    for (const char* side : {"Ref", "Gen"})
      answer["unmatched"].push_back({{"side", side}, {"number", 1}, {"normality", "abnormal"}});
  }
  return completion(answer.dump());
}

TEST(Doctor, WithoutAConfigurationLooksAtTheInstallation) {
  const Result result = run({"doctor"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "a report against itself scores 1"));
  EXPECT_TRUE(contains(result.out, "Everything works."));
}

TEST(Doctor, AGoodModelWorks) {
  Server server(wise);
  const Result result = doctor(config_of(server.url()));
  EXPECT_EQ(result.code, 0) << result.out << result.err;
  EXPECT_TRUE(contains(result.out, "radsem_match: left against right"));
  EXPECT_TRUE(contains(result.out, "radfact_verify: two phrases together"));
  EXPECT_TRUE(contains(result.out, "ssree_levels: five levels"));
  EXPECT_TRUE(contains(result.out, "lunguage_group: left against right"));
  EXPECT_EQ(server.requests(), 19U);
}

TEST(Doctor, TriesTheEncoders) {
  Server server(wise);
  const std::string encoders =
      fmt::format("encoders: {{E: {{url: '{}', deployment_name: bio, auth: none}}}}\n", server.url());
  const Result good = doctor(config_of(server.url()) + encoders);
  EXPECT_EQ(good.code, 0) << good.out << good.err;
  EXPECT_TRUE(contains(good.out, "2 numbers, cosine 0.99 against 0.00")) << good.out;
  Server other([](const Request&) { return llm_server::embeddings({{1, 0}, {0, 1}, {1, 0}}); });
  const Result bad =
      doctor(fmt::format("encoders: {{E: {{url: '{}', deployment_name: bio, auth: none}}}}\n", other.url()));
  EXPECT_EQ(bad.code, 1);
  EXPECT_TRUE(contains(bad.out, "2 numbers, cosine 0.00 against 1.00")) << bad.out;
}

TEST(Doctor, AModelThatDoesNotUnderstandIsWrong) {
  Server server([](const Request& request) { return completion(llm_server::model_answer(request)); });
  const Result result = doctor(config_of(server.url()));
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.out, "the model is wrong: expected entailment, found neutral")) << result.out;
  EXPECT_TRUE(contains(result.out, "the model is wrong: expected 3 phrases, found 2"));
  EXPECT_TRUE(contains(result.out, "the model is wrong: the two sentences were not made a pair")) << result.out;
}

struct Sickness {
  llm_server::Handler handler;
  std::string more;
  std::string said;
};

TEST(Doctor, SaysWhatIsWrongInPlainWords) {
  const Sickness sicknesses[] = {
      {[](const Request&) { return failure(401, "invalid_api_key"); }, "api_key_command: echo k",
       "it does not take the key from the api_key_command: HTTP 401 (invalid_api_key)"},
      {[](const Request&) { return failure(404, "model_not_found"); }, "auth: none",
       "it knows no model or deployment 'm'"},
      {[](const Request&) { return failure(500); }, "auth: none", "failed 3 times; the last: HTTP 500"},
      {[](const Request&) { return completion("Hello!"); }, "auth: none", "not one JSON object"},
      {wise, "api_key_env_var_name: FIDUCIAL_NO_SUCH_KEY", "FIDUCIAL_NO_SUCH_KEY, but it is not set"},
  };
  for (const Sickness& sickness : sicknesses) {
    Server server(sickness.handler);
    const Result result = doctor(config_of(server.url(), sickness.more));
    EXPECT_EQ(result.code, 1) << sickness.said;
    EXPECT_TRUE(contains(result.out, sickness.said)) << result.out << result.err;
    EXPECT_FALSE(contains(result.out, "Everything works"));
  }
}

TEST(Doctor, SelfSignedCertificatesAndDeadEndpoints) {
  Server server(wise, true);
  EXPECT_TRUE(contains(doctor(config_of(server.url())).out, "certificate is not trusted"));
  EXPECT_EQ(doctor(config_of(server.url(), "auth: none\n    ca_file: " + server.ca_file())).code, 0);
  const std::string url = server.url();
  server.die();
  const Result dead = doctor(config_of(url));
  EXPECT_TRUE(contains(dead.out, "radsem_rewrite             cannot be reached: ")) << dead.out;
  EXPECT_TRUE(contains(dead.out, "not tried, as it answered nothing")) << dead.out;
}

// The name is one that never resolves (RFC 2606): nothing is asked.
TEST(Doctor, AKeyOverPlainHttpIsWarnedOfHereAndInDryRuns) {
  const Folder folder;
  const std::string report = folder.file("r.jsonl", "{\"name\":\"a\",\"English_Report\":\"Mass.\"}\n");
  const auto warned = [&](const std::string& url, const std::string& more) {
    const std::string config = folder.file("c.yaml", config_of(url, more));
    const Result dry = run({"radsem", "run", "--ref", report, "--gen", report, "--out", folder.path("o"), "--engine",
                            "llm", "--config", config, "--dry-run"});
    EXPECT_EQ(dry.code, 0) << dry.err;
    const bool said = contains(dry.err, "key and reports go over plain HTTP");
    EXPECT_EQ(contains(doctor(config_of(url, more)).out, "key and reports go over plain HTTP"), said) << url;
    return said;
  };
  EXPECT_TRUE(warned("http://models.invalid/v1", "api_key_command: echo k"));
  EXPECT_FALSE(warned("https://models.invalid/v1", "api_key_command: echo k"));
  EXPECT_FALSE(warned("http://127.0.0.1:9/v1", "api_key_command: echo k"));
}

TEST(Doctor, TriesThePromptsOfTheUser) {
  const Result nowhere = run({"doctor", "--prompts", "/no/such/folder"});
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_TRUE(contains(nowhere.err, "expected a folder with prompts"));
  const Folder folder;
  folder.file("radsem_match.txt",
              "version: 7\n=== system\nBe brief. {{policy}}\n=== user\n{{sentences}}\n=== again\n{{error}}\n"
              "=== policy many-to-many\n\n=== policy alt\n\n");
  std::atomic<std::size_t> brief = 0;
  Server server([&](const Request& request) {
    if (contains(request.body, "Be brief.")) ++brief;
    return completion("Hello!");
  });
  const Result result =
      run({"doctor", "--prompts", folder.path(""), "--config", folder.file("c.yaml", config_of(server.url()))});
  EXPECT_TRUE(contains(result.out, "  7-")) << result.out;
  EXPECT_GT(brief, 0U);
}

TEST(Doctor, RemarksOnAnEndpointThatRefusesTheSchema) {
  Server server([](const Request& request) {
    return contains(request.body, "json_schema") ? failure(400, "unsupported") : wise(request);
  });
  const Result result = doctor(config_of(server.url()));
  EXPECT_EQ(result.code, 0) << result.out;
  EXPECT_TRUE(contains(result.out, "set structured_output: object"));
}

}  // namespace
}  // namespace fiducial::cli_test
