// Every endpoint as a function: what it answers, that its numbers are the library's, and what it says to bad input.
#include "serve/api.h"

#include <gtest/gtest.h>

#include "fiducial/radsem.h"
#include "serve/assets.h"
#include "serve/metrics.h"

namespace fiducial::serve {
namespace {

using io::Json;

class ApiTest : public testing::Test {
 protected:
  Response ask(const std::string& method, const std::string& path, const std::string& body = "",
               const std::string& type = "application/json") {
    Request request;
    request.method = method;
    request.path = path.substr(0, path.find('?'));
    if (path.find('?') != std::string::npos) request.query = path.substr(path.find('?') + 1);
    request.body = body;
    request.content_type = type;
    return api_.answer(request);
  }
  Json good(const std::string& method, const std::string& path, const std::string& body = "") {
    const Response response = ask(method, path, body);
    EXPECT_EQ(response.status, 200) << response.body;
    return Json::parse(response.body);
  }
  std::string problem(const std::string& path, const std::string& body, int status = 400) {
    const Response response = ask("POST", path, body);
    EXPECT_EQ(response.status, status) << response.body;
    return Json::parse(response.body)["error"]["message"];
  }

  Api api_{Door("0123456789abcdef", {"localhost"}, 1, "http"), {}};
};

const std::string kPair =
    R"({"reference":"Large left pneumothorax. The heart is normal.","candidate":"Large right pneumothorax. The heart is normal.")";

TEST_F(ApiTest, APairHasTheLibrarysNumbersAndTheirSignatures) {
  const Json answer = good("POST", "/v1/score", kPair + R"(,"metrics":["radsem","rougeL"]})");
  const auto metric = make_metric("radsem");
  const Json expected = values_of(*metric, {"", "Large left pneumothorax. The heart is normal.",
                                            "Large right pneumothorax. The heart is normal.", 0});
  EXPECT_EQ(answer["scores"]["radsem"], expected["radsem"]);
  EXPECT_EQ(answer["scores"]["radsem.normal"], 1.0);
  EXPECT_EQ(answer["signatures"]["radsem"], signature_of(*metric));
  EXPECT_TRUE(answer["scores"].contains("rougeL"));
}

TEST_F(ApiTest, PairsAreSampledInOrderAndSummedUpWithIntervals) {
  const Json answer =
      good("POST", "/v1/score",
           R"({"metrics":["radsem","cider"],"pairs":[{"id":"b","reference":"No effusion.","candidate":"No effusion."},
          {"reference":"Left effusion.","candidate":"No effusion."}]})");
  EXPECT_EQ(answer["samples"][0]["id"], "b");
  EXPECT_EQ(answer["samples"][1]["id"], "2");
  EXPECT_EQ(answer["samples"][0]["radsem"], 1.0);
  EXPECT_EQ(answer["scores"]["radsem"]["n"], 2);
  EXPECT_EQ(answer["scores"]["radsem"]["mean"], 0.5);
  EXPECT_EQ(answer["scores"]["radsem"]["interval"].size(), 2U);
  EXPECT_TRUE(answer["scores"].contains("cider"));
}

TEST_F(ApiTest, BadScoreRequestsSayWhatWasExpectedAndQuoteNoReport) {
  EXPECT_EQ(problem("/v1/score", R"({"reference":"secret","candidate":3})"),
            "candidate: expected a string, found a number");
  EXPECT_EQ(problem("/v1/score", R"({"reference":"secret"})"), "candidate: expected it, found nothing");
  EXPECT_EQ(problem("/v1/score", R"({"pairs":[{"reference":"secret"}]})"),
            "pairs[0].candidate: expected it, found nothing");
  EXPECT_EQ(problem("/v1/score", R"({"pairs":[]})"), "pairs: expected at least one, found none");
  EXPECT_EQ(problem("/v1/score", R"({"pairs":"secret"})"), "pairs: expected an array of objects, found a string");
  EXPECT_NE(problem("/v1/score", kPair + R"(,"metrics":["radsm"]})").find("Did you mean 'radsem'?"), std::string::npos);
  EXPECT_NE(problem("/v1/score", kPair + R"(,"metrics":["cider"]})").find("send them as \"pairs\""), std::string::npos);
  EXPECT_NE(problem("/v1/score", kPair + R"(,"metrics":["bleu","bleu1"]})").find("twice"), std::string::npos);
  EXPECT_NE(problem("/v1/score", kPair + R"(,"metric":["bleu"]})").find("expected only"), std::string::npos);
  for (const char* bad : {"", "secret", "[]", "{\"reference\":", "\"secret\"", "{\"a\":\"\xff\"}", "{}"}) {
    const std::string message = problem("/v1/score", bad);
    EXPECT_EQ(message.find("secret"), std::string::npos);
  }
  EXPECT_EQ(ask("POST", "/v1/score", "a=b", "application/x-www-form-urlencoded").status, 415);
}

TEST_F(ApiTest, DeepJsonIsRefused) {
  std::string deep = "{\"reference\":";
  for (int i = 0; i < 100000; ++i) deep += '[';
  EXPECT_FALSE(problem("/v1/score", deep).empty());
}

TEST_F(ApiTest, RewardsAreThoseOfWhatTheModelWrote) {
  const Json answer = good("POST", "/v1/reward?metric=radsem",
                           R"({"query":["Write: No effusion.","Left effusion."],"prompts":["Write: ",""],
                               "labels":["No effusion.","No effusion."]})");
  EXPECT_EQ(answer["rewards"], Json::parse("[1.0,0.0]"));
  EXPECT_EQ(problem("/v1/reward", R"({"query":["a"],"labels":[]})"),
            "expected as many labels and prompts as queries (1), found 0 and 1");
}

TEST_F(ApiTest, FindingsAreThoseOfTheProgramWithTheirParse) {
  const Json answer = good("POST", "/v1/findings", R"({"text":"No left pleural effusion.","trace":true})");
  ASSERT_EQ(answer["findings"].size(), 1U);
  EXPECT_EQ(answer["findings"][0]["polarity"], "absent");
  EXPECT_EQ(answer["findings"][0]["side"], "left");
  ASSERT_EQ(answer["clauses"].size(), 1U);
  EXPECT_TRUE(answer["clauses"][0]["chunks"][0]["denied"]);
  const Json many = good("POST", "/v1/findings", R"({"reports":[{"id":7,"text":"No mass."},{"text":""}]})");
  EXPECT_EQ(many["reports"][0]["id"], "7");
  EXPECT_EQ(many["reports"][1]["findings"].size(), 0U);
}

TEST_F(ApiTest, TheAccountSaysWhatBecameOfEachFinding) {
  const Json answer = good("POST", "/v1/explain",
                           R"({"reference":"Left pleural effusion. 14 mm nodule in the left upper lobe. Cardiomegaly.",
                               "candidate":"Left pleural effusion. Nodule in the left lung. No cardiomegaly. Rib fracture.",
                               "metrics":["radfact"]})");
  const Json& ref = answer["reference"]["findings"];
  const Json& gen = answer["candidate"]["findings"];
  ASSERT_EQ(ref.size(), 3U);
  EXPECT_EQ(ref[0]["outcome"], "matched");
  EXPECT_EQ(ref[0]["partners"][0]["finding"], 0);
  EXPECT_EQ(ref[0]["partners"][0]["credit"], 1.0);
  EXPECT_EQ(ref[1]["outcome"], "partly");
  EXPECT_EQ(ref[2]["outcome"], "contradicted");
  EXPECT_EQ(gen.back()["outcome"], "invented");
  radsem::Matcher embedded;
  const double score = embedded
                           .score("Left pleural effusion. 14 mm nodule in the left upper lobe. Cardiomegaly.",
                                  "Left pleural effusion. Nodule in the left lung. No cardiomegaly. Rib fracture.")
                           .score;
  EXPECT_EQ(answer["radsem"]["score"], score);
  EXPECT_EQ(answer["accounts"]["radfact"]["metric"], "RadFact");
  EXPECT_NE(
      problem("/v1/explain", R"({"reference":"","candidate":"","metrics":["bleu"]})").find("expected some of radsem"),
      std::string::npos);
  EXPECT_EQ(problem("/v1/explain", R"({"reference":"","candidate":"","policy":"x"})"),
            "policy: expected many-to-many or alt, found another word");
}

TEST_F(ApiTest, ErrorsAreNamedByKindAndWeighed) {
  const Json answer = good("POST", "/v1/errors", kPair + "}");
  ASSERT_EQ(answer["errors"].size(), 1U);
  EXPECT_EQ(answer["errors"][0]["kind"], "side");
  EXPECT_EQ(answer["errors"][0]["reference"]["side"], "left");
  EXPECT_EQ(answer["errors"][0]["candidate"]["side"], "right");
  EXPECT_GT(answer["errors"][0]["weight"].get<double>(), 0.0);
  const Json many =
      good("POST", "/v1/errors", "{\"pairs\":[" + kPair + "},{\"id\":\"b\",\"reference\":\"\",\"candidate\":\"\"}]}");
  EXPECT_EQ(many["pairs"][0]["errors"], answer["errors"]);
  EXPECT_TRUE(many["pairs"][1]["errors"].empty());
  EXPECT_EQ(problem("/v1/errors", kPair + R"(,"indication":{}})"), "indication: expected a string, found an object");
  EXPECT_EQ(good("POST", "/v1/errors", kPair + R"(,"age":45,"indication":null})")["errors"].size(), 1U);
  const Json explained = good("POST", "/v1/explain", kPair + "}");
  EXPECT_EQ(explained["errors"], answer["errors"]);
  EXPECT_EQ(explained["clinical"],
            good("POST", "/v1/score", kPair + R"(,"metrics":["clinical"]})")["scores"]["clinical"]);
}

TEST_F(ApiTest, PhrasesAreVerifiedAsAListOrAlone) {
  const std::string one = R"({"example_id":"x","input":{"phrases_A":["No effusion."],"phrases_B":["Left effusion."]}})";
  const Json list = good("POST", "/v1/radfact/verify", " [" + one + "]");
  EXPECT_EQ(list[0]["example_id"], "x");
  EXPECT_EQ(list[0]["output"]["phrases_A_evidenced"][0]["status"], "contradiction");
  EXPECT_EQ(good("POST", "/v1/radfact/verify", one), list[0]);
  EXPECT_NE(problem("/v1/radfact/verify", R"([{"example_id":"x"}])").find("no \"input\""), std::string::npos);
}

TEST_F(ApiTest, ReportsBecomeRows) {
  const Json answer = good("POST", "/v1/lunguage/structure", R"({"text":"Small left pleural effusion."})");
  ASSERT_EQ(answer["rows"].size(), 1U);
  EXPECT_EQ(answer["rows"][0]["dx_status"], "positive");
  EXPECT_EQ(answer["rows"][0]["cat"], "PF");
}

TEST_F(ApiTest, AnAttributeIsSuggestedFromItsSentenceAndTheVocabulary) {
  const auto terms = [&](const Json& body) {
    std::vector<std::string> list;
    const Json answer = good("POST", "/v1/lunguage/suggest", body.dump());
    for (const Json& one : answer["suggestions"])
      list.push_back(one["term"].get<std::string>() + (one["here"] ? "!" : ""));
    return list;
  };
  const std::string sentence = "Moderate left pleural effusion, slightly larger.";
  const auto severity = terms({{"field", "severity"}, {"text", "m"}, {"sentence", sentence}});
  ASSERT_GE(severity.size(), 3U);
  EXPECT_EQ(severity[0], "Moderate!");
  EXPECT_NE(std::find(severity.begin(), severity.end(), "mild"), severity.end());
  EXPECT_EQ(std::find(severity.begin(), severity.end(), "large"), severity.end());
  EXPECT_EQ(terms({{"field", "entity"}, {"sentence", sentence}})[0], "pleural effusion!");
  EXPECT_EQ(terms({{"field", "location"}, {"sentence", sentence}})[0], "left!");
  EXPECT_EQ(terms({{"field", "location"}, {"text", "Costophrenic a"}})[0], "costophrenic angle");
  EXPECT_TRUE(terms({{"field", "severity"}, {"text", "wibble"}}).empty());
  for (const char* bad : {"cat", "associate", "wibble", ""})
    EXPECT_FALSE(problem("/v1/lunguage/suggest", Json{{"field", bad}}.dump()).empty());
}

TEST_F(ApiTest, TermsAreLookedUp) {
  const Json answer = good("GET", "/v1/lexicon?term=pleural%20effusion");
  ASSERT_FALSE(answer["meanings"].empty());
  EXPECT_EQ(answer["meanings"][0]["kind"], "observation");
  const Json none = good("GET", "/v1/lexicon?term=wibble+effusion");
  EXPECT_TRUE(none["meanings"].empty());
  EXPECT_EQ(none["pieces"], Json::parse(R"(["effusion"])"));
  EXPECT_EQ(ask("GET", "/v1/lexicon?term=%f").status, 400);
  EXPECT_EQ(ask("GET", "/v1/lexicon?term=%ff").status, 400);
  EXPECT_EQ(ask("GET", "/v1/lexicon?term=" + std::string(300, 'a')).status, 400);
}

TEST_F(ApiTest, ATermHasItsWeightAndWhy) {
  const auto weight = [&](const std::string& term) {
    return good("GET", "/v1/lexicon?term=" + term)["meanings"][0]["weight"];
  };
  const Json own = weight("pneumothorax");
  EXPECT_EQ(own["significance"], "urgent");
  EXPECT_EQ(own["points"], 1.0);
  EXPECT_EQ(own["from"]["concept"], "pneumothorax");
  EXPECT_EQ(own["rules"][1]["patient"], "postoperative");
  EXPECT_EQ(own["rules"][1]["significance"], "significant");
  const Json at_its_place = weight("pleural+effusion");  // fluid is minor, but not here
  EXPECT_EQ(at_its_place["significance"], "significant");
  EXPECT_EQ(at_its_place["rules"][0]["significance"], "minor");
  EXPECT_EQ(at_its_place["rules"][1]["place"]["concept"], "pleura");
  EXPECT_EQ(weight("talus"), nullptr);
  EXPECT_EQ(weight("chronic")["significance"], nullptr);
  EXPECT_EQ(weight("chronic")["rules"][0]["kind"], "at most");
}

TEST_F(ApiTest, WithoutRunsOrStudiesWhatNeedsThemIsNotFound) {
  EXPECT_EQ(ask("GET", "/v1/studies").status, 200);
  for (const char* path : {"/v1/studies/0", "/v1/studies/x", "/v1/rows.csv", "/v1/runs/0"}) {
    const Response answer = ask("GET", path);
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_TRUE(Json::parse(answer.body).at("error").at("message").is_string()) << path;
  }
}

TEST_F(ApiTest, TheDescriptionHasEveryRouteAndNoOther) {
  const Json doc = Json::parse(openapi_text());
  std::vector<std::string> described;
  for (const auto& [path, methods] : doc["paths"].items()) {
    for (const auto& [method, operation] : methods.items()) {
      std::string upper = method;
      for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      described.push_back(upper + " " + path);
    }
  }
  auto routes = api_.routes();
  std::sort(routes.begin(), routes.end());
  std::sort(described.begin(), described.end());
  EXPECT_EQ(described, routes);
}

TEST_F(ApiTest, TheDoorChecksHostOriginAndToken) {
  const Door door("0123456789abcdef", {"localhost", "::1"}, 80, "http");
  EXPECT_EQ(door.refuses({"localhost:80", "", "Bearer 0123456789abcdef"}, false), 0);
  EXPECT_EQ(door.refuses({"LOCALHOST", "http://localhost", "bearer 0123456789abcdef"}, false), 0);
  EXPECT_EQ(door.refuses({"[::1]:80", "", "Bearer 0123456789abcdef"}, false), 0);
  EXPECT_EQ(door.refuses({"localhost:81", "", "Bearer 0123456789abcdef"}, false), 421);
  EXPECT_EQ(door.refuses({"evil.example", "", "Bearer 0123456789abcdef"}, true), 421);
  EXPECT_EQ(door.refuses({"", "", "Bearer 0123456789abcdef"}, false), 421);
  EXPECT_EQ(door.refuses({"localhost", "https://localhost", "Bearer 0123456789abcdef"}, false), 403);
  EXPECT_EQ(door.refuses({"localhost", "http://evil.example", "Bearer 0123456789abcdef"}, true), 403);
  EXPECT_EQ(door.refuses({"localhost", "null", "Bearer 0123456789abcdef"}, true), 403);
  EXPECT_EQ(door.refuses({"localhost", "", ""}, false), 401);
  EXPECT_EQ(door.refuses({"localhost", "", "Bearer 0123456789abcdee"}, false), 401);
  EXPECT_EQ(door.refuses({"localhost", "", "Bearer 0123456789abcde"}, false), 401);
  EXPECT_EQ(door.refuses({"localhost", "", "Basic 0123456789abcdef"}, false), 401);
  EXPECT_EQ(door.refuses({"localhost", "", ""}, true), 0);
  EXPECT_NE(random_token(), random_token());
  EXPECT_EQ(random_token().size(), 32U);
}

}  // namespace
}  // namespace fiducial::serve
