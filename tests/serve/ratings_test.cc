// Blind ratings: the order, the journal, what is exported, and how far raters agree.
#include "serve/ratings.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "serve/api.h"
#include "serve/runs.h"

namespace fiducial::serve {
namespace {

namespace fs = std::filesystem;
using io::Json;

class RatingsTest : public testing::Test {
 protected:
  RatingsTest() : folder_(fs::temp_directory_path() / fmt::format("fiducial-ratings-{}", ::getpid())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~RatingsTest() override { fs::remove_all(folder_); }

  Cases cases(const std::string& name, const std::string& candidate, const std::string& reference = "Gallstones.") {
    const std::string path = (folder_ / (name + ".jsonl")).string();
    std::ofstream out(path, std::ios::binary);
    for (const char* id : {"a", "b"})
      out << io::json_line({{"id", id}, {"reference", "Left pleural effusion."}, {"candidate", candidate}});
    out << io::json_line({{"id", "c"}, {"reference", reference}, {"candidate", candidate}});
    out.close();
    return read_cases(path, {});
  }
  std::unique_ptr<Api> api() {
    std::vector<Cases> list;
    list.push_back(cases("one", "Effusion."));
    list.push_back(cases("two", "No effusion.", "No gallstones."));
    ApiOptions options;
    options.runs = std::make_shared<Runs>(std::move(list), Lexicon(), 1);
    while (options.runs->find(1) == nullptr) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return std::make_unique<Api>(Door("0123456789abcdef", {"localhost"}, 1, "http"), options);
  }
  static Response ask(Api& api, const std::string& method, const std::string& path, const Json& body = nullptr,
                      const std::string& if_match = "") {
    Request request;
    request.method = method;
    request.path = path.substr(0, path.find('?'));
    if (path.find('?') != std::string::npos) request.query = path.substr(path.find('?') + 1);
    request.if_match = if_match;
    request.content_type = "application/json";
    if (!body.is_null()) request.body = body.dump();
    return api.answer(request);
  }
  // 5 points to the candidate that says the effusion, 1 to the other, wherever they stand.
  static Json fair(Api& api, const std::string& id, const std::string& who, int best = 5) {
    const Json shown = Json::parse(ask(api, "GET", "/v1/rating/" + id + "?a=0&b=1&who=" + who).body);
    Json both = Json::array();
    for (const Json& text : shown["candidates"]) {
      if (text == "Effusion.")
        both.push_back({{"rating", best}});
      else
        both.push_back({{"rating", 1}, {"errors", {{"negation", 1}, {"missing", 2}}}});
    }
    return {{"who", who}, {"candidates", both}};
  }
  std::string kept(const std::string& name) const {
    std::ifstream in(folder_ / "one.jsonl.rated" / name, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }

  fs::path folder_;
};

TEST_F(RatingsTest, TheOrderIsFixedForARaterAndByChanceOverAll) {
  int first = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::string id = fmt::format("case-{}", i);
    const std::size_t one = shown_first({id, "A", {"x", "y"}});
    EXPECT_EQ(shown_first({id, "A", {"y", "x"}}), 1 - one);
    EXPECT_EQ(shown_first({id, "A", {"x", "y"}}), one);
    first += one == 0 ? 1 : 0;
  }
  EXPECT_GT(first, 430);
  EXPECT_LT(first, 570);
}

TEST_F(RatingsTest, RatingsAreKeptBlindAndExportedBySystem) {
  const auto service = api();
  const Json list = Json::parse(ask(*service, "GET", "/v1/rating?a=0&b=1&who=A").body);
  EXPECT_EQ(list["cases"].size(), 2U);
  EXPECT_EQ(list["different"], 1);  // c has another reference in each
  EXPECT_EQ(list["kinds"].size(), 16U);
  const Response shown = ask(*service, "GET", "/v1/rating/a?a=0&b=1&who=A");
  EXPECT_EQ(shown.body.find("\"one\""), std::string::npos);
  EXPECT_EQ(shown.body.find("\"two\""), std::string::npos);
  for (const char* who : {"A", "B"}) {
    for (const char* id : {"a", "b"}) {
      const std::string path = std::string("/v1/rating/") + id + "?a=0&b=1";
      const int best = who[0] == 'B' && id[0] == 'b' ? 4 : 5;
      const Response answer = ask(*service, "PUT", path, fair(*service, id, who, best), "\"0\"");
      EXPECT_EQ(answer.status, 200) << answer.body;
      EXPECT_EQ(Json::parse(answer.body)["version"], 1);
    }
  }
  const std::string one = ask(*service, "GET", "/v1/runs/0/ratings").body;
  EXPECT_EQ(kept("one.ratings.jsonl"), one);
  const Json line = Json::parse(one.substr(one.find('\n') + 1));
  EXPECT_EQ(line["id"], "b");
  EXPECT_EQ(line["rating"], Json::parse("[5,4]"));
  EXPECT_EQ(line["raters"], Json::parse(R"(["A","B"])"));
  const std::string two = kept("two.ratings.jsonl");
  const Json other = Json::parse(two.substr(0, two.find('\n')));
  EXPECT_EQ(other["rating"], Json::parse("[1,1]"));
  EXPECT_EQ(other["errors"], Json::parse("[3,3]"));
  EXPECT_EQ(other["errors.missing"], Json::parse("[2,2]"));
  EXPECT_EQ(other["errors.side"], Json::parse("[0,0]"));
}

TEST_F(RatingsTest, AgreementAndResultAreThoseOfTheRatings) {
  const auto service = api();
  for (const char* who : {"A", "B"}) {
    for (const char* id : {"a", "b"}) {
      const int best = who[0] == 'B' && id[0] == 'b' ? 4 : 5;
      ask(*service, "PUT", std::string("/v1/rating/") + id + "?a=0&b=1", fair(*service, id, who, best), "0");
    }
  }
  const Json all = Json::parse(ask(*service, "GET", "/v1/rating?a=0&b=1&who=B").body);
  EXPECT_TRUE(all["cases"][0]["yours"]);
  EXPECT_EQ(all["cases"][0]["raters"], 2);
  const Json& agreement = all["agreement"];
  EXPECT_EQ(agreement["raters"], Json::parse(R"([{"who":"A","rated":2},{"who":"B","rated":2}])"));
  EXPECT_EQ(agreement["pairs"][0]["n"], 4);
  EXPECT_EQ(agreement["pairs"][0]["same"], 3);
  EXPECT_EQ(agreement["pairs"][0]["within_one"], 4);
  // A: 5 1 5 1, B: 5 1 4 1: apart 1/4; by chance 13 + 10.75 − 2 · 3 · 2.75.
  EXPECT_NEAR(agreement["pairs"][0]["kappa"].get<double>(), 1 - 0.25 / (13 + 10.75 - 2 * 3 * 2.75), 1e-12);
  EXPECT_EQ(agreement["errors"]["alpha"], 1.0);
  EXPECT_EQ(agreement["kinds"], Json::parse(R"({"missing":1.0,"negation":1.0})"));
  EXPECT_EQ(agreement["result"]["alike"], 0);
  EXPECT_EQ(agreement["result"]["systems"][0]["preferred"], 4);
  EXPECT_EQ(agreement["result"]["systems"][0]["mean_rating"], 4.75);
  EXPECT_EQ(agreement["result"]["systems"][1]["mean_errors"], 3.0);
}

TEST_F(RatingsTest, NothingIsKeptOfWhatIsWrongOrOvertaken) {
  const auto service = api();
  const std::string path = "/v1/rating/a?a=0&b=1";
  const Json good = fair(*service, "a", "A");
  EXPECT_EQ(ask(*service, "PUT", path, good).status, 428);
  const auto refused = [&](Json body) { return ask(*service, "PUT", path, body, "0").status; };
  for (const Json& points : {Json(0), Json(6), Json(2.5), Json("5"), Json(nullptr)}) {
    Json bad = good;
    bad["candidates"][1]["rating"] = points;
    EXPECT_EQ(refused(bad), 400) << points;
  }
  Json bad = good;
  bad["candidates"][0]["errors"] = {{"wibble", 1}};
  EXPECT_EQ(refused(bad), 400);
  bad["candidates"][0]["errors"] = {{"side", -1}};
  EXPECT_EQ(refused(bad), 400);
  bad = good;
  bad["candidates"].erase(1);
  EXPECT_EQ(refused(bad), 400);
  bad = good;
  bad["who"] = "  ";
  EXPECT_EQ(refused(bad), 400);
  EXPECT_FALSE(fs::exists(folder_ / "one.jsonl.rated"));
  EXPECT_EQ(ask(*service, "GET", "/v1/rating/c?a=0&b=1&who=A").status, 404);
  EXPECT_EQ(ask(*service, "GET", "/v1/rating?a=0&b=0&who=A").status, 400);
  EXPECT_EQ(ask(*service, "GET", "/v1/rating?a=0&b=7&who=A").status, 404);
  EXPECT_EQ(refused(good), 200);
  EXPECT_EQ(refused(good), 409);
  EXPECT_EQ(ask(*service, "PUT", path, good, "1").status, 200);
}

}  // namespace
}  // namespace fiducial::serve
