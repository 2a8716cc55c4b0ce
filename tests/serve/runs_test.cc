// Files and folders to explore, decisions on their cases, and the report.
#include "serve/runs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "serve/api.h"
#include "serve/report.h"
#include "serve/studies.h"

namespace fiducial::serve {
namespace {

namespace fs = std::filesystem;
using io::Json;

class RunsTest : public testing::Test {
 protected:
  RunsTest() : folder_(fs::temp_directory_path() / fmt::format("fiducial-runs-{}", ::getpid())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~RunsTest() override { fs::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text) const {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  std::string pairs(const std::string& name = "model.jsonl") const {
    return file(name,
                "{\"id\":\"a\",\"reference\":\"Left pleural effusion. Cardiomegaly.\",\"candidate\":\"Left pleural "
                "effusion.\"}\n"
                "{\"id\":\"b/c\",\"reference\":\"Gallstones.\",\"candidate\":\"No gallstones.\"}\n");
  }
  static std::string problem_of(const std::string& path) {
    try {
      (void)read_cases(path, {});
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  fs::path folder_;
};

TEST_F(RunsTest, AFileIsMeasuredAsTheProgramDoes) {
  const auto run = measured_run(read_cases(pairs(), {}), {}, Resampling{}, 1);
  EXPECT_EQ(run->record["name"], "model");
  EXPECT_EQ(run->record["ids"], Json::parse(R"(["a","b/c"])"));
  EXPECT_EQ(run->record["columns"]["radsem"][1], 0.0);
  EXPECT_EQ(run->record["scores"]["radsem"]["n"], 2);
  EXPECT_EQ(run->record["outcomes"]["missing"], Json::parse("[1,0]"));
  EXPECT_EQ(run->record["outcomes"]["contradicted"][1], 1);
  const Json& regions = run->record["regions"];
  EXPECT_EQ(regions["names"][regions["of"][1][0].get<std::size_t>()], "abdomen");
}

TEST_F(RunsTest, BadInputsAreNamed) {
  EXPECT_NE(problem_of((folder_ / "none.jsonl").string()).find("none.jsonl"), std::string::npos);
  EXPECT_NE(problem_of(file("wrong.csv", "a,b\n1,2\n")).find("wrong.csv"), std::string::npos);
  EXPECT_NE(problem_of(file("empty.jsonl", "")).find("empty.jsonl: the file is empty"), std::string::npos);
  EXPECT_NE(problem_of(file("other.jsonl", "{}\n")).find("other.jsonl:1: id 1: expected a field 'reference'"),
            std::string::npos);
  file("half/ref_rewritten.jsonl", "{\"name\":\"a\",\"English_Report\":\"Mass.\"}\n");
  EXPECT_NE(problem_of((folder_ / "half").string()).find("found no gen_rewritten.jsonl in it"), std::string::npos);
  file("half/gen_rewritten.jsonl", "{\"name\":\"a\",\"English_Report\":\"No mass.\"}\n");
  EXPECT_EQ(read_cases((folder_ / "half").string(), {}).pairs.size(), 1U);
}

TEST_F(RunsTest, AFolderOfARunBringsItsTagsAndWhoReadThem) {
  const std::string folder = (folder_ / "run").string();
  file("run/ref_rewritten.jsonl", "{\"name\":\"a\",\"English_Report\":\"Mass.\"}\n");
  file("run/gen_rewritten.jsonl", "{\"name\":\"a\",\"English_Report\":\"No mass.\"}\n");
  file(
      "run/tags.jsonl",
      R"({"name":"a","findings":{"pairs":[],"unmatched_sentences":[{"sentence_is_from":"Ref","sentence":"A mass.","normality":"abnormal"}]}})"
      "\n{\"name\":\"a\",\"findings\":{\"pairs\":[],\"unmatched_sentences\":[]}}\n{\"name\":\"b\",\"findings\":7}\n");
  const auto identity = [&](const std::string& command, const std::string& more) {
    file("run/run.json", R"({"command":")" + command + R"(","signature":"radsem|reader:llm:m|version:9.9","files":[)" +
                             R"("tags.jsonl")" + more + "]}");
  };
  identity("radsem run", "");
  const Cases cases = read_cases(folder, {});
  EXPECT_EQ(cases.signature, "radsem|reader:llm:m|version:9.9");
  ASSERT_EQ(cases.tags.size(), 1U);
  EXPECT_EQ(cases.problems.count(), 2U);  // a name twice, and a record that is no tag
  const auto run = measured_run(read_cases(folder, {}), {}, Resampling{}, 1);
  EXPECT_EQ(run->record["columns"]["radsem.run"], Json::parse("[0.0]"));
  EXPECT_EQ(run->record["signatures"]["radsem.run"], cases.signature);
  identity("radsem run", R"(,"scores.jsonl")");
  EXPECT_NE(problem_of(folder).find("expected scores.jsonl, which the run's run.json names"), std::string::npos);
  identity("radfact run", "");
  EXPECT_NE(problem_of(folder).find("expected the folder of 'radsem run', found one of 'radfact run'"),
            std::string::npos);
  file("run/run.json", "half of i");
  EXPECT_NE(problem_of(folder).find("run.json: expected what a run writes of itself"), std::string::npos);
}

TEST_F(RunsTest, DecisionsAreKeptAndThoseOfTwoPeopleDoNotOverwriteEachOther) {
  const std::string kept = (folder_ / "kept").string();
  {
    Adjudication adjudication(kept);
    EXPECT_TRUE(adjudication.decide("a", 0, {"A", "why", "now", R"({"findings":1})"}));
    EXPECT_FALSE(adjudication.decide("a", 0, {"B", "", "now", R"({"findings":2})"}));
    EXPECT_TRUE(adjudication.decide("a", 1, {"B", "", "now", R"({"findings":2})"}));
  }
  std::ofstream(kept + "/journal.jsonl", std::ios::app) << "{\"case\":\"a\",\"wh";  // killed while it wrote
  Adjudication again(kept);
  ASSERT_EQ(again.of("a").size(), 2U);
  EXPECT_EQ(again.of("a")[0].who, "A");
  EXPECT_EQ(again.tag("a"), R"({"findings":2})");
  EXPECT_TRUE(again.decide("b", 0, {"A", "", "now", "{}"}));
  EXPECT_EQ(Adjudication(kept).decided(), 2U);
  std::ofstream(kept + "/journal.jsonl", std::ios::app) << "something else\n";
  EXPECT_THROW(Adjudication{kept}, InputError);
}

TEST_F(RunsTest, TwoProgramsOnOneJournalDoNotOverwriteEachOther) {
  const std::string kept = (folder_ / "kept").string();
  auto first = std::make_unique<Adjudication>(kept);
  Adjudication second(kept);
  EXPECT_TRUE(first->decide("a", 0, {"A", "", "now", R"({"findings":1})"}));
  EXPECT_THROW((void)second.decide("a", 0, {"B", "", "now", R"({"findings":2})"}), InputError);
  first.reset();
  EXPECT_FALSE(second.decide("a", 0, {"B", "", "now", R"({"findings":2})"}));  // what the first decided is seen
  EXPECT_EQ(second.tag("a"), R"({"findings":1})");
  EXPECT_TRUE(second.decide("a", 1, {"B", "", "now", R"({"findings":2})"}));
  EXPECT_EQ(Adjudication(kept).of("a").size(), 2U);
}

TEST_F(RunsTest, TheApiServesRunsCasesComparisonsAndDecisions) {
  std::vector<Cases> cases;
  cases.push_back(read_cases(pairs(), {}));
  cases.push_back(read_cases(pairs("other/model.jsonl"), {}));
  ApiOptions options;
  options.runs = std::make_shared<Runs>(std::move(cases), Lexicon(), 1);
  while (options.runs->find(1) == nullptr) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  Api api(Door("0123456789abcdef", {"localhost"}, 1, "http"), options);
  const auto ask = [&](const std::string& method, const std::string& path, const Json& body = nullptr,
                       const std::string& if_match = "") {
    Request request;
    request.method = method;
    request.path = path.substr(0, path.find('?'));
    if (path.find('?') != std::string::npos) request.query = path.substr(path.find('?') + 1);
    request.if_match = if_match;
    request.content_type = "application/json";
    if (!body.is_null()) request.body = body.dump();
    const Response response = api.answer(request);
    Json answer = Json::parse(response.body, nullptr, false);
    return std::pair(response.status, answer);
  };
  EXPECT_EQ(ask("GET", "/v1/runs").second["runs"][1]["name"], "model 2");
  EXPECT_EQ(ask("GET", "/v1/runs/2").first, 404);
  EXPECT_EQ(ask("GET", "/v1/runs/x").first, 404);
  EXPECT_EQ(ask("GET", "/v1/runs/0/cases/b%2Fc").second["candidate"], "No gallstones.");
  EXPECT_EQ(ask("GET", "/v1/runs/0/cases/nobody").first, 404);
  EXPECT_EQ(ask("GET", "/v1/compare?a=0&b=1&column=radsem").second["difference"]["value"], 0.0);
  EXPECT_EQ(ask("GET", "/v1/compare?a=0&b=1&column=nothing").first, 400);

  const Json before = ask("GET", "/v1/runs/0/cases/a/tag").second;
  EXPECT_EQ(before["version"], 0);
  Json tag = before["tag"];
  tag["findings"]["unmatched_sentences"] = Json::array();
  const Json moved = ask("POST", "/v1/radsem/score", {{"tag", tag}}).second;
  EXPECT_EQ(moved["score"], 1.0);
  EXPECT_LT(before["scored"]["score"].get<double>(), 1.0);
  const Json decision = {{"who", "A"}, {"why", "not in question"}, {"tag", tag}};
  EXPECT_EQ(ask("PUT", "/v1/runs/0/cases/a/tag", decision).first, 428);
  EXPECT_EQ(ask("PUT", "/v1/runs/0/cases/a/tag", {{"who", ""}, {"tag", tag}}, "\"0\"").first, 400);
  EXPECT_EQ(ask("PUT", "/v1/runs/0/cases/a/tag", {{"who", "A"}, {"tag", 3}}, "\"0\"").first, 400);
  EXPECT_EQ(ask("PUT", "/v1/runs/0/cases/a/tag", decision, "\"0\"").first, 200);
  EXPECT_EQ(ask("PUT", "/v1/runs/0/cases/a/tag", decision, "\"0\"").first, 409);
  const Json after = ask("GET", "/v1/runs/0/cases/a/tag").second;
  EXPECT_EQ(after["scored"]["score"], 1.0);
  EXPECT_EQ(after["journal"][0]["why"], "not in question");
  EXPECT_TRUE(fs::exists(folder_ / "model.jsonl.adjudicated" / "tags.jsonl"));
}

TEST_F(RunsTest, StudiesAreAnnotatedAndKeptAsThePublishedTable) {
  const std::string path =
      file("reports.jsonl",
           "{\"subject_id\":\"P1\",\"study_id\":\"S1\",\"day_from_first\":0,\"report\":\"FINDINGS: Small left "
           "pleural effusion.\"}\n{\"subject_id\":\"P1\",\"study_id\":\"S2\",\"day_from_first\":4,\"report\":"
           "\"FINDINGS: Left pleural effusion is larger.\"}\n");
  Studies studies(path);
  ASSERT_EQ(studies.size(), 2U);
  ASSERT_EQ(studies.rows(0).size(), 1U);
  EXPECT_FALSE(studies.rows(0)[0].group.empty());
  EXPECT_EQ(studies.rows(0)[0].group, studies.rows(1)[0].group);

  std::vector<Problem> problems;
  lunguage::Rows rows = rows_from_json(
      Json::parse(
          R"([{"entity":"effusion","ent_idx":1,"cat":"PF","dx_status":"positive","dx_certainty":"definitive","location":"left","associate":[9]},{"ent_idx":2}])"),
      problems);
  ASSERT_EQ(rows.size(), 1U);
  ASSERT_EQ(problems.size(), 2U);
  EXPECT_EQ(problems[0].line, 2U);
  EXPECT_NE(problems[1].message.find("ent_idx 9"), std::string::npos);

  rows[0].associate.clear();
  EXPECT_TRUE(studies.decide(0, 0, "A", "", "now", rows));
  EXPECT_FALSE(studies.decide(0, 0, "B", "", "now", rows));
  const Studies again(path);
  EXPECT_EQ(again.rows(0)[0].entity, "effusion");
  EXPECT_EQ(again.rows(0)[0].subject, "P1");
  EXPECT_EQ(again.decisions(0)[0].who, "A");
  const lunguage::Table table = lunguage::read_rows(path + ".annotated/rows.csv");
  EXPECT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0].text(lunguage::Relation::location), "left");
}

TEST_F(RunsTest, ReportsAreTheSameBytesAndAnonymousOnesHaveNoText) {
  const auto run = measured_run(read_cases(pairs(), {}), {}, Resampling{}, 1);
  const auto again = measured_run(read_cases(pairs(), {}), {}, Resampling{}, 2);
  ReportOptions options;
  EXPECT_EQ(report_html(report_data({run}, options)), report_html(report_data({again}, options)));
  EXPECT_NE(report_html(report_data({run}, options)).find("Cardiomegaly"), std::string::npos);
  options.anonymous = true;
  const std::string html = report_html(report_data({run}, options));
  for (const char* secret : {"Cardiomegaly", "Gallstones", "b/c"}) EXPECT_EQ(html.find(secret), std::string::npos);
  const Json compare = report_data({run, again}, options)["comparisons"];
  ASSERT_FALSE(compare.empty());
  EXPECT_EQ(compare[0]["difference"]["value"], 0.0);
  EXPECT_TRUE(compare[0].contains("p_holm"));
}

}  // namespace
}  // namespace fiducial::serve
