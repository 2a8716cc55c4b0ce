// Reports that are too long to be compared: that pair is refused by its reason, the others are served.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "serve/api.h"
#include "serve/report.h"
#include "serve/runs.h"

namespace fiducial::serve {
namespace {

using io::Json;

std::string cysts(std::size_t from) {
  constexpr std::size_t kSentences = 3000;
  const char* const organs[] = {"liver", "spleen", "left kidney", "right kidney", "pancreas"};
  std::string text;
  for (std::size_t i = 0; i < kSentences; ++i)
    text += fmt::format("There is a {} mm cyst in the {}, number {}. ", i + from, organs[i % 5], i);
  return text;
}

Json too_long() {
  return {{"id", "long"}, {"reference", cysts(3)}, {"candidate", cysts(90'000)}};
}
Json short_pair() {
  return {{"id", "short"}, {"reference", "No mass."}, {"candidate", "No mass."}};
}

class TooLongTest : public testing::Test {
 protected:
  Response ask(const std::string& path, const Json& body) {
    Request request;
    request.method = "POST";
    request.path = path;
    request.query = path == "/v1/reward" ? "metric=lunguage" : "metrics=lunguage";
    request.body = body.dump();
    request.content_type = "application/json";
    return api_.answer(request);
  }
  static std::string reason(const Response& response) { return Json::parse(response.body)["error"]["message"]; }

  Api api_{Door("0123456789abcdef", {"localhost"}, 1, "http"), {}};
};

TEST_F(TooLongTest, APairAloneIsRefused) {
  Json body = too_long();
  body["metrics"] = {"lunguage"};
  const Response one = ask("/v1/score", body);
  EXPECT_EQ(one.status, 413) << one.body;
  EXPECT_NE(reason(one).find("comparisons are made of one record"), std::string::npos) << one.body;
  const Json reward = {{"query", {body["candidate"]}}, {"labels", {body["reference"]}}};
  EXPECT_EQ(ask("/v1/reward", reward).status, 413);
}

TEST_F(TooLongTest, AmongOthersItIsNamedAndTheyAreScored) {
  const Response both =
      ask("/v1/score", {{"metrics", {"lunguage"}}, {"pairs", Json::array({too_long(), short_pair()})}});
  ASSERT_EQ(both.status, 200) << both.body;
  const Json answer = Json::parse(both.body);
  ASSERT_EQ(answer["samples"].size(), 1U);
  EXPECT_EQ(answer["samples"][0]["id"], "short");
  ASSERT_EQ(answer["failed"].size(), 1U);
  EXPECT_EQ(answer["failed"][0]["id"], "long");
  EXPECT_EQ(answer["scores"]["lunguage"]["n"], 1);
  EXPECT_EQ(ask("/v1/score", {{"metrics", {"lunguage"}}, {"pairs", Json::array({too_long()})}}).status, 413);
}

TEST_F(TooLongTest, AStreamGoesOnAfterIt) {
  const auto stream = api_.stream({"POST", "/v1/score", "metrics=lunguage", "", "application/x-ndjson", "", ""});
  ASSERT_NE(stream, nullptr);
  std::string lines = stream->feed(too_long().dump() + "\n" + short_pair().dump());
  lines += stream->finish();
  const Json first = Json::parse(lines.substr(0, lines.find('\n')));
  EXPECT_EQ(first["line"], 1);
  EXPECT_NE(first["error"].get<std::string>().find("comparisons"), std::string::npos);
  EXPECT_EQ(Json::parse(lines.substr(lines.find('\n') + 1))["lunguage"], 1.0);
}

// Scored, but with so many matches that nobody could read them.
Json many_matches() {
  std::string text;
  for (int i = 0; i < 1500; ++i) text += fmt::format("There is a {} mm cyst in the liver, number {}. ", i + 3, i);
  return {{"id", "many"}, {"reference", text}, {"candidate", text}};
}

TEST_F(TooLongTest, ACaseOfTooManyMatchesIsNotShown) {
  const Json pair = many_matches();
  const Response shown = ask("/v1/explain", {{"reference", pair["reference"]}, {"candidate", pair["candidate"]}});
  EXPECT_EQ(shown.status, 413) << shown.body.size();
}

Cases cases_of(const std::vector<Json>& pairs) {
  Cases cases;
  cases.path = "pairs.jsonl";
  cases.name = "pairs";
  for (std::size_t i = 0; i < pairs.size(); ++i)
    cases.pairs.push_back({pairs[i]["id"], pairs[i]["reference"], pairs[i]["candidate"], i + 1});
  return cases;
}

TEST(TooLongRun, APairBecomesAProblemOfItsFile) {
  const auto run = measured_run(cases_of({too_long(), short_pair()}), {}, Resampling{}, 1);
  EXPECT_EQ(run->record["pairs"], 1);
  EXPECT_EQ(run->record["failed"], 1);
  EXPECT_EQ(run->record["ids"], Json::parse(R"(["short"])"));
  EXPECT_EQ(run->record["columns"]["radsem"].size(), 1U);
  EXPECT_NE(run->record["problems"][0].get<std::string>().find("pairs.jsonl:1: id long: "), std::string::npos);
  EXPECT_EQ(run->by_id.at("short"), 0U);
}

TEST(TooLongRun, AFileOfNothingElseIsStillShown) {
  const auto run = measured_run(cases_of({too_long()}), {}, Resampling{}, 1);
  EXPECT_EQ(run->record["pairs"], 0);
  EXPECT_TRUE(run->record["columns"]["clinical"].empty());
  EXPECT_FALSE(report_html(report_data({run}, {})).empty());
}

TEST(TooLongRun, ACaseThatCannotBeShownIsLeftOutOfTheWorst) {
  const auto run = measured_run(cases_of({many_matches(), short_pair()}), {}, Resampling{}, 1);
  EXPECT_EQ(run->record["pairs"], 2);
  const Json data = report_data({run}, {});
  EXPECT_EQ(data.dump().find("\"case\":0,\"id\":\"many\""), std::string::npos);
  EXPECT_NE(data.dump().find("\"case\":1,\"id\":\"short\""), std::string::npos);
}

}  // namespace
}  // namespace fiducial::serve
