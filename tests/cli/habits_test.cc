// What a newcomer does: wrong columns, text files, tables on a terminal, a pipe that closes early, a site's own terms.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "process.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Habits, WrongColumnsAreNamedAndToldOnce) {
  const Folder folder;
  std::string lines;
  for (int i = 0; i < 30; ++i) lines += R"({"study_id":")" + std::to_string(i) + R"(","body":"Clear lungs."})" + "\n";
  const std::string in = folder.file("r.jsonl", lines);
  const std::string out = folder.path("out");
  const std::vector<std::vector<std::string>> commands{
      {"lunguage", "structure", in},
      {"radfact", "verify", in},
      {"radfact", "run", in, "--out", folder.path("o")},
      {"findings", in},
      {"radfact", "score", in},
      {"score", in},
      {"errors", in},
      {"errors", in, "--within"},
      {"radsem", "rewrite", in},
      {"radsem", "match", "--ref", in, "--gen", in},
      {"radsem", "run", "--ref", in, "--gen", in, "--out", out},
      {"radfact", "run", in, "--narrative", "--out", out},
      {"radfact", "phrases", in},
      {"lunguage", "group", in},
      {"lunguage", "score", "--pred", in, "--gold", in},
      {"lunguage", "evaluate", "--pred", in, "--gold", in},
      {"lunguage", "structure", in, "--vocabulary", in, "--candidates", out},
      {"contrast", "evaluate", in},
      {"ssree", "evaluate", "--rewrites", in},
      {"ssree", "evaluate", "--scores", in},
      {"ssree", "build", in, "--out", out},
      {"lexicon", "coverage", in}};
  for (const auto& command : commands) {
    const Result result = run(command);
    EXPECT_EQ(result.code, 2) << command[1];
    EXPECT_TRUE(contains(result.err, "'study_id' and 'body'")) << command[1] << result.err;
    EXPECT_EQ(times(result.err, "failed: "), 1U) << command[1] << result.err;
    EXPECT_TRUE(contains(result.err, "(30 records fail so; this is the first)")) << command[1] << result.err;
  }
  // These read any number, or any id, or score 0 as published.
  for (const auto& command : std::vector<std::vector<std::string>>{{"compare", in, in},
                                                                   {"correlate", in, "--ratings", in, "--rating", "z"},
                                                                   {"report", in, "-o", out},
                                                                   {"radsem", "score", in}}) {
    EXPECT_TRUE(contains(run(command).err, "'study_id' and 'body'")) << command[0];
  }
}

TEST(Habits, IdsAreFoundTheSameWayEverywhere) {
  const Folder folder;
  const std::string in = folder.file("r.jsonl", R"({"uid":"u7","text":"Left pleural effusion."})"
                                                "\n");
  EXPECT_TRUE(contains(run({"findings", in}).out, R"("id":"u7")"));
  EXPECT_TRUE(contains(run({"radfact", "phrases", in}).out, R"("id":"u7")"));
  EXPECT_TRUE(contains(run({"lunguage", "structure", in}).out, "u7,u7,"));
  const std::string pairs = folder.file("p.jsonl", R"({"uid":"u8","ref":"No effusion.","cand":"No effusion."})"
                                                   "\n");
  EXPECT_TRUE(contains(run({"score", pairs, "--metrics", "bleu1", "--samples", "-"}).out, R"("id":"u8")"));
  const std::string a = folder.file("a.jsonl", "{\"uid\":7,\"score\":0.5}\n{\"uid\":8,\"score\":0.6}\n");
  const std::string b = folder.file("b.jsonl", folder.read("a.jsonl"));
  const Result compared = run({"compare", a, b, "--csv"});
  EXPECT_TRUE(contains(compared.out, "score,b")) << compared.out << compared.err;
  EXPECT_FALSE(contains(compared.out, "uid")) << "an id is no score: " << compared.out;
}

TEST(Habits, TextFilesAndFoldersAreReports) {
  const Folder folder;
  std::filesystem::create_directory(folder.path("reports"));
  folder.file("reports/b.txt", "No pneumothorax, effusion or mass.\n");
  folder.file("reports/a.txt", "FINDINGS:\nLeft pleural effusion.\n");
  folder.file("reports/notes.md", "not a report");
  const auto lines = lines_of(run({"findings", folder.path("reports")}).out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(Json::parse(lines[0])["id"], "a");
  EXPECT_GE(Json::parse(lines[1])["findings"].size(), 3U);
  const auto one = lines_of(run({"findings", folder.path("reports/b.txt")}).out);
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(Json::parse(one[0])["id"], "b");
  const std::string records = folder.file("records.txt", R"({"id":"r","text":"No effusion."})"
                                                         "\n");
  EXPECT_TRUE(contains(run({"findings", records}).out, R"("id":"r")")) << "records are records, whatever the name";
  const std::string table = folder.file("table.txt", "id\ttext\nt\tNo effusion.\n");
  EXPECT_TRUE(contains(run({"findings", table}).out, R"("id":"t")"));
  std::filesystem::create_directory(folder.path("empty"));
  const Result none = run({"findings", folder.path("empty")});
  EXPECT_EQ(none.code, 2);
  EXPECT_TRUE(contains(none.err, "expected a folder with .txt files")) << none.err;
}

TEST(Habits, TablesOnATerminalRecordsInAPipe) {
  const Folder folder;
  const std::string in = folder.file("r.jsonl", R"({"id":"a","text":"Small left pleural effusion."})"
                                                "\n");
  for (const char* command : {"findings", "lunguage"}) {
    const std::vector<std::string> words = command[0] == 'f' ? std::vector<std::string>{"findings", in}
                                                             : std::vector<std::string>{"lunguage", "structure", in};
    const Result shown = run_on_terminal(words);
    EXPECT_TRUE(contains(shown.out, "== a")) << shown.out;
    EXPECT_FALSE(contains(shown.out, "{\"")) << shown.out;
    auto table = words;
    table.insert(table.end(), {"--as", "table"});
    EXPECT_TRUE(contains(run(table).out, "== a"));
    EXPECT_FALSE(contains(run(words).out, "== a")) << "a pipe gets records";
  }
  const std::string phrases = example("radfact/phrases.json");
  EXPECT_TRUE(contains(run_on_terminal({"radfact", "verify", phrases}).out, "evidence"));
  EXPECT_TRUE(run({"radfact", "verify", phrases}).out.starts_with("["));
  EXPECT_TRUE(contains(run({"radfact", "verify", phrases, "--as", "table", "--reasons"}).out, "entailment"));
}

TEST(Habits, APipeThatClosesEarlyIsNoError) {
  const Folder folder;
  std::string lines;
  for (int i = 0; i < 4000; ++i)
    lines +=
        R"({"id":")" + std::to_string(i) + R"(","text":"There is a small left pleural effusion. No mass."})" + "\n";
  const std::string in = folder.file("r.jsonl", lines);
  for (const char* command : {"findings", "radsem rewrite", "radfact phrases", "lunguage structure"}) {
    const std::string line = std::string("set -o pipefail; ") + FIDUCIAL_PROGRAM + " " + command + " " + in + " 2>" +
                             folder.path("err") + " | head -n 1 >/dev/null";
    EXPECT_EQ(std::system(("bash -c '" + line + "'").c_str()), 0) << command;  // NOLINT(cert-env33-c)
    EXPECT_EQ(folder.read("err"), "") << command;
  }
}

TEST(Habits, OwnTermsOnEveryCommandThatReads) {
  const Folder folder;
  const std::string terms = folder.file("terms.txt", "[observation]\nzorbling | | zorbling\n");
  const std::string in = folder.file("r.jsonl", R"({"id":"a","text":"Zorbling in the left lung."})"
                                                "\n");
  const std::vector<std::vector<std::string>> commands{{"findings", in},
                                                       {"lunguage", "structure", in},
                                                       {"lunguage", "group", in},
                                                       {"radfact", "phrases", in},
                                                       {"lunguage", "evaluate", "--pred", in, "--gold", in},
                                                       {"lunguage", "score", "--pred", in, "--gold", in}};
  for (auto command : commands) {
    command.insert(command.end(), {"--lexicon", terms});
    const Result result = run(command);
    EXPECT_NE(result.code, 2) << command[0] << " " << command[1] << result.err;
  }
  EXPECT_TRUE(contains(run({"ssree", "evaluate", "--help"}).out, "--lexicon"));
}

TEST(Habits, AnIdenticalPairThatCannotBeReadIsNotZero) {
  const Folder folder;
  const std::string pairs =
      folder.file("p.jsonl", R"({"id":"same","ref":"Comparison: none.","cand":"Comparison: none."})"
                             "\n"
                             R"({"id":"other","ref":"Comparison: none.","cand":"Technique: two views."})"
                             "\n");
  const Result result = run({"score", pairs, "--metrics", "lunguage", "--samples", "-"});
  const auto lines = lines_of(result.out);
  EXPECT_EQ(Json::parse(lines[0])["lunguage"], 1.0);
  EXPECT_EQ(Json::parse(lines[1])["lunguage"], 0.0);
}

TEST(Habits, WhatCannotBeReadIsReportedAndComparedByItsWords) {
  const Folder folder;
  const std::string pairs =
      folder.file("p.jsonl",
                  "{\"id\":\"same\",\"ref\":\"Comparison: none.\",\"cand\":\"Comparison:  none.\"}\n"
                  "{\"id\":\"other\",\"ref\":\"Comparison: none.\",\"cand\":\"Technique: two views.\"}\n"
                  "{\"id\":\"half\",\"ref\":\"No effusion.\",\"cand\":\"Comparison: none.\"}\n"
                  "{\"id\":\"read\",\"ref\":\"No effusion.\",\"cand\":\"No effusion.\"}\n");
  const Result result = run({"score", pairs, "--metrics", "radsem,radsem_alt,radfact,lunguage,clinical", "--samples",
                             folder.path("s.jsonl"), "--json", folder.path("o.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto lines = lines_of(folder.read("s.jsonl"));
  for (const char* metric : {"radsem", "radsem_alt", "radfact", "lunguage", "clinical"}) {
    EXPECT_EQ(Json::parse(lines[0])[metric], 1.0) << metric;
    EXPECT_NE(Json::parse(lines[1])[metric], 1.0) << metric;
    EXPECT_EQ(Json::parse(lines[2])[metric], 0.0) << metric;
    EXPECT_EQ(Json::parse(lines[3])[metric], 1.0) << metric;
  }
  for (const char* id : {"same", "other"})
    EXPECT_TRUE(contains(result.err, id + std::string(": nothing in either report can be scored"))) << result.err;
  EXPECT_TRUE(contains(result.err, "half: nothing in the candidate can be scored")) << result.err;
  EXPECT_FALSE(contains(result.err, "read:")) << result.err;
  const Json counted = Json::parse(folder.read("o.json"))["nothing_to_score"];
  EXPECT_EQ(counted["reference"], 2);
  EXPECT_EQ(counted["candidate"], 3);
  EXPECT_FALSE(contains(run({"score", pairs, "--metrics", "bleu1"}).err, "can be scored")) << "nothing is read";
  const std::string reports = folder.file("r.jsonl", "{\"name\":\"a\",\"report\":\"Comparison: none.\"}\n");
  const Result whole = run({"radsem", "run", "--ref", reports, "--gen", reports, "--out", folder.path("run")});
  EXPECT_TRUE(contains(whole.err, "a: reference: nothing can be scored: compared by its words")) << whole.err;
}

TEST(Habits, BaselinesAreAsTheirOptionsSay) {
  const Folder folder;
  const std::string pairs = folder.file("p.jsonl", R"({"id":"a","ref":"effusions seen","cand":"effusion is seen"})"
                                                   "\n");
  const auto value = [&](const std::string& metric, std::vector<std::string> more) {
    std::vector<std::string> words{"score", pairs, "--metrics", metric, "--samples", "-"};
    words.insert(words.end(), more.begin(), more.end());
    const Result result = run(words);
    EXPECT_EQ(result.code, 0) << result.err;
    return std::pair(Json::parse(lines_of(result.out)[0])[metric].get<double>(), result.err);
  };
  const auto stemmed = value("meteor", {});
  const auto exact = value("meteor", {"--meteor-stages", "exact"});
  EXPECT_GT(stemmed.first, exact.first);
  EXPECT_TRUE(contains(stemmed.second, "stages:exact+stem|stemmer:porter-nltk|tok:ptb-lower")) << stemmed.second;
  EXPECT_TRUE(contains(exact.second, "stages:exact|tok:ptb-lower")) << exact.second;
  EXPECT_TRUE(contains(value("meteor", {"--tokens", "space"}).second, "tok:space"));
  // rouge-score: of two and three words one is common; with stems two are.
  EXPECT_DOUBLE_EQ(value("rougeL-rouge-score", {}).first, 2.0 / 5);
  EXPECT_DOUBLE_EQ(value("rougeL-rouge-score", {"--stem"}).first, 4.0 / 5);
  EXPECT_TRUE(contains(value("rougeL-rouge-score", {"--stem"}).second, "rougeL:rouge-score|stem:yes"));
}

}  // namespace
}  // namespace fiducial::cli_test
