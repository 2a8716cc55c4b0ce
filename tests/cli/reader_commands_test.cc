// The commands on the embedded reader from outside: `findings`, `lexicon …`, `radsem rewrite / match / run`, and
// --explain. The reports here are short and plain: what the reader makes of harder ones is tested in tests/findings.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "process.h"
#include "radsem/rewritten.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;

std::string line(const Json& record) {
  return record.dump() + "\n";
}

std::string report(const std::string& name, const std::string& text) {
  return line({{"name", name}, {"Examined_Area", "CHEST"}, {"Examined_Type", "CR"}, {"English_Report", text}});
}

std::vector<Json> records(const std::string& text) {
  std::vector<Json> out;
  for (const std::string& one : lines_of(text)) out.push_back(Json::parse(one));
  return out;
}

// Many reports that differ, so that several batches are in flight.
std::string many_reports(int count) {
  constexpr const char* kSites[] = {"left upper lobe", "right lower lobe", "liver", "left kidney", "spleen"};
  constexpr const char* kThings[] = {"nodule", "cyst", "mass", "calcification"};
  std::string out;
  for (int i = 0; i < count; ++i) {
    out += report("case-" + std::to_string(i), "There is a " + std::to_string(3 + i % 40) + " mm " + kThings[i % 4] +
                                                   " in the " + kSites[i % 5] + ". The heart is " +
                                                   (i % 3 == 0 ? "enlarged" : "normal") + ". No pleural effusion.");
  }
  return out;
}

// ------------------------------------------------------------------------------------------------------------ findings

TEST(Findings, SaysWhatWhereAndWhether) {
  const std::string text = "There is a 12 mm nodule in the left upper lobe. No pneumothorax.";
  const Result result = run({"findings", "-"}, {line({{"id", "a"}, {"text", text}}), "", {}});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json record = Json::parse(result.out);
  EXPECT_EQ(record["id"], "a");
  ASSERT_GE(record["findings"].size(), 2U);
  const Json& nodule = record["findings"][0];
  EXPECT_EQ(nodule["concept"], "nodule");
  EXPECT_EQ(nodule["side"], "left");
  EXPECT_TRUE(contains(nodule["site"], "upper lobe")) << nodule;
  EXPECT_FALSE(contains(nodule["site"], "left")) << nodule;
  EXPECT_EQ(nodule["polarity"], "present");
  EXPECT_EQ(nodule["status"], "abnormal");
  EXPECT_EQ(nodule["certainty"], "definite");
  EXPECT_EQ(nodule["details"]["measurement"], Json::array({"12 mm"}));
  const Json& denied = record["findings"].back();
  EXPECT_EQ(denied["concept"], "pneumothorax");
  EXPECT_EQ(denied["polarity"], "absent");
  EXPECT_EQ(denied["status"], "normal");
}

TEST(Findings, RecordsHaveExactlyTheFieldsOfTheContract) {
  const Result result = run({"findings", "-"}, {line({{"id", "a"}, {"text", "Mild cardiomegaly."}}), "", {}});
  const Json finding = Json::parse(result.out)["findings"][0];
  std::vector<std::string> keys;
  for (const auto& item : finding.items()) keys.push_back(item.key());
  EXPECT_EQ(keys, (std::vector<std::string>{"text", "span", "site", "side", "concept", "polarity", "status",
                                            "certainty", "how_sure", "inferred", "details"}));
}

TEST(Findings, SpansAreBytesOfTheInputAndCoverTheText) {
  const std::string text = "Größe: The liver is enlarged.\nThe spleen shows a 2.5 cm cyst — no ascites.";
  const Result result = run({"findings", "-"}, {line({{"id", "a"}, {"text", text}}), "", {}});
  const Json record = Json::parse(result.out);
  ASSERT_FALSE(record["findings"].empty());
  for (const Json& finding : record["findings"]) {
    const auto begin = finding["span"][0].get<std::size_t>();
    const auto end = finding["span"][1].get<std::size_t>();
    ASSERT_LT(begin, end);
    ASSERT_LE(end, text.size());
    EXPECT_EQ(finding["text"], text.substr(begin, end - begin));
  }
}

TEST(Findings, TakesTheOtherNamesOfFieldsAndListsBadRecords) {
  const std::string input = line({{"name", "a"}, {"English_Report", "The liver is normal."}}) +
                            line({{"study_id", 7}, {"report", "No ascites."}}) +
                            line({{"id", "c"}, {"findings", "Cardiomegaly."}}) + line({{"id", "d"}, {"other", "x"}});
  const Result result = run({"findings", "-"}, {input, "", {}});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "-:4:")) << result.err;
  const auto out = records(result.out);
  ASSERT_EQ(out.size(), 3U);
  EXPECT_EQ(out[1]["id"], "7");
}

TEST(Findings, EmptyReportsHaveNoFindings) {
  const Result result = run({"findings", "-"}, {line({{"id", "a"}, {"text", ""}}), "", {}});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out, "{\"id\":\"a\",\"findings\":[]}\n");
}

TEST(Findings, SameBytesForAnyNumberOfThreads) {
  const Folder folder;
  const std::string in = folder.file("in.jsonl", many_reports(1000));
  for (const char* threads : {"1", "2", "5"}) {
    EXPECT_EQ(run({"findings", in, "-o", folder.path(threads), "--threads", threads}).code, 0);
  }
  EXPECT_EQ(lines_of(folder.read("1")).size(), 1000U);
  EXPECT_EQ(folder.read("1"), folder.read("2"));
  EXPECT_EQ(folder.read("1"), folder.read("5"));
}

TEST(Findings, ASitesOwnTermsCount) {
  const Folder folder;
  const std::string terms = folder.file("terms.txt", "[observation]\nzorbling | | zorbling\n");
  const std::string input = line({{"id", "a"}, {"text", "There is a zorbling in the liver."}});
  const auto concept_of = [](const Result& result) { return Json::parse(result.out)["findings"][0]["concept"]; };
  EXPECT_EQ(concept_of(run({"findings", "-", "--lexicon", terms}, {input, "", {}})), "zorbling");
  EXPECT_EQ(concept_of(run({"findings", "-"}, {input, "", {}})), "");
  const std::string bad = folder.file("bad.txt", "[observation]\nno separators here\n");
  const Result result = run({"findings", "-", "--lexicon", bad}, {input, "", {}});
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(contains(result.err, "bad.txt:2:")) << result.err;
}

// ------------------------------------------------------------------------------------------------------------- lexicon

TEST(LexiconCheck, FindsClashesCyclesAndOrphans) {
  const Folder folder;
  const std::string table = folder.file("table.txt",
                                        "[anatomy]\n"
                                        "body | | body\n"
                                        "alpha | in=beta | alpha\n"
                                        "beta | in=alpha | beta\n"
                                        "gamma | | gamma\n"
                                        "[observation]\n"
                                        "first | | spot\n"
                                        "second | isa=nowhere | spot\n");
  const Result result = run({"lexicon", "check", table});
  EXPECT_EQ(result.code, 1);
  for (const char* part :
       {"table.txt:3: the concept alpha contains itself", "table.txt:5: the place gamma is part of",
        "table.txt:8: the concept second names nowhere", "table.txt:8: the form \"spot\" means both"}) {
    EXPECT_TRUE(contains(result.out, part)) << part << "\n" << result.out;
  }
}

TEST(LexiconCheck, GoodTablesPass) {
  const Folder folder;
  folder.file("a.txt", "[anatomy]\nbody | | body\nalpha | in=body | alpha\n");
  folder.file("b.txt", "[observation]\nspot | | spot\n");
  const Result result = run({"lexicon", "check", folder.path(".")});
  EXPECT_EQ(result.code, 0) << result.out;
  EXPECT_TRUE(contains(result.out, "2 tables, 3 concepts, 3 forms: nothing to complain of")) << result.out;
}

TEST(LexiconCheck, AddedTermsAreCheckedWithTheBuiltInTables) {
  const Folder folder;
  const std::string good = folder.file("good.txt", "[anatomy]\nzorb | in=liver | zorb\n");
  const std::string bad = folder.file("bad.txt", "[anatomy]\nzorb | in=livre | zorb\n");
  EXPECT_EQ(run({"lexicon", "check", "--added", good}).code, 0);
  const Result result = run({"lexicon", "check", "--added", bad});
  EXPECT_EQ(result.code, 1);
  for (const std::string& one : lines_of(result.out))
    EXPECT_TRUE(one.starts_with(bad + ":2: ") || contains(one, "1 table with the built-in ones")) << one;
  EXPECT_TRUE(contains(result.out, "bad.txt:2: the concept zorb names livre")) << result.out;
}

TEST(LexiconCheck, NamesTheFilesOfTheBuiltInTables) {
  const Result result = run({"lexicon", "check"});
  EXPECT_TRUE(result.code == 0 || result.code == 1);
  const auto lines = lines_of(result.out);
  ASSERT_FALSE(lines.empty());
  EXPECT_TRUE(contains(lines.back(), " tables, ")) << lines.back();
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) EXPECT_TRUE(lines[i].starts_with("lexicon/")) << lines[i];
}

TEST(LexiconLookup, ShowsAMeaningAndItsPlace) {
  const Result result = run({"lexicon", "lookup", "cardiomegaly"});
  EXPECT_EQ(result.code, 0) << result.err;
  for (const char* part : {"observation", "abnormal", "here of", "(heart)", "forms", "defined    lexicon/"}) {
    EXPECT_TRUE(contains(result.out, part)) << part << "\n" << result.out;
  }
  EXPECT_TRUE(contains(run({"lexicon", "lookup", "hepatic"}).out, "part of"));
}

TEST(LexiconLookup, TakesPluralsAndSeveralWords) {
  EXPECT_EQ(run({"lexicon", "lookup", "pleural", "effusions"}).out, run({"lexicon", "lookup", "pleural effusion"}).out);
}

TEST(LexiconLookup, SaysWhatItDoesNotHave) {
  const Result result = run({"lexicon", "lookup", "zorbling"});
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(contains(result.err, "does not have 'zorbling'"));
  EXPECT_TRUE(contains(run({"lexicon", "lookup", "pneumothoraxx"}).err, "Did you mean 'pneumothorax'?"));
}

TEST(LexiconCoverage, CountsContentWordsOnly) {
  const Folder folder;
  // Content: zorbling, liver, zorblings. Not: the articles and verbs, the number, the single letter, the marks.
  const std::string in =
      folder.file("in.jsonl", report("a", "The zorbling is in the liver (x), 12.") + report("b", "No Zorblings."));
  const Result result = run({"lexicon", "coverage", in, "--json", folder.path("out.json")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "33.33% of 3 content words known")) << result.out;
  const Json json = Json::parse(folder.read("out.json"));
  ASSERT_EQ(json["unknown"].size(), 1U);
  EXPECT_EQ(json["unknown"][0]["count"], 2);
  EXPECT_EQ(json["unknown"][0]["texts"], 2);
  EXPECT_EQ(json["known"], 1);
}

TEST(LexiconCoverage, ReadsPairsPlainTextAndOwnTerms) {
  const Folder folder;
  const std::string text = folder.file("in.txt", "A zorbling.\nA zorbling in the liver.\n");
  EXPECT_TRUE(contains(run({"lexicon", "coverage", text}).out, "33.33% of 3 content words known"));
  const std::string pairs =
      folder.file("p.jsonl", line({{"id", "a"}, {"reference", "A zorbling."}, {"candidate", "The liver."}}));
  EXPECT_TRUE(contains(run({"lexicon", "coverage", pairs}).out, "50.00% of 2 content words known"));
  const std::string terms = folder.file("terms.txt", "[observation]\nzorbling | | zorbling\n");
  EXPECT_TRUE(contains(run({"lexicon", "coverage", text, "--lexicon", terms}).out, "100.00% of 3"));
  EXPECT_EQ(run({"lexicon", "coverage", folder.file("x.jsonl", line({{"id", "a"}, {"other", 1}}))}).code, 2);
}

TEST(LexiconCoverage, SameForAnyNumberOfThreads) {
  const Folder folder;
  const std::string in = folder.file("in.jsonl", many_reports(700));
  EXPECT_EQ(run({"lexicon", "coverage", in, "--threads", "1"}).out,
            run({"lexicon", "coverage", in, "--threads", "2"}).out);
}

// -------------------------------------------------------------------------------------------------------------- radsem

TEST(RadsemRewrite, WritesThePublishedFields) {
  const Result result = run({"radsem", "rewrite", "-"},
                            {report("a", "The heart is enlarged. No pneumothorax.") + report("b", " "), "", {}});
  EXPECT_EQ(result.code, 0) << result.err;
  const auto out = records(result.out);
  ASSERT_EQ(out.size(), 2U);
  std::vector<std::string> keys;
  for (const auto& item : out[0].items()) keys.push_back(item.key());
  EXPECT_EQ(keys,
            (std::vector<std::string>{"name", "Examined_Area", "Examined_Type", "rewritten_report", "English_Report"}));
  EXPECT_EQ(out[0]["Examined_Type"], "CR");
  EXPECT_TRUE(contains(out[0]["rewritten_report"], "no pneumothorax")) << out[0];
  EXPECT_EQ(out[1]["rewritten_report"], "");
  EXPECT_EQ(result.err, "b: empty\n");
}

TEST(RadsemMatch, TagsQuoteTheSentencesOfTheFiles) {
  const Folder folder;
  const auto rewritten = [](const std::string& name, const std::string& text) {
    return line({{"name", name}, {"Examined_Area", "CHEST"}, {"Examined_Type", "CR"}, {"rewritten_report", text}});
  };
  const std::string ref =
      folder.file("ref.jsonl", rewritten("b", "The spleen is normal. The heart is enlarged. No pneumothorax.") +
                                   rewritten("a", "The liver is normal.") + rewritten("only-ref", "No ascites."));
  const std::string gen =
      folder.file("gen.jsonl", rewritten("a", "Liver is normal.") +
                                   rewritten("b", "There is cardiomegaly. There is a pneumothorax.") +
                                   rewritten("only-gen", "No ascites."));
  const Result result = run({"radsem", "match", "--ref", ref, "--gen", gen});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "only-ref")) << result.err;
  EXPECT_TRUE(contains(result.err, "only-gen")) << result.err;
  const auto out = records(result.out);
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[0]["name"], "a");
  EXPECT_EQ(out[0]["findings"]["pairs"][0]["ref_sentence"], "The liver is normal.");
  EXPECT_EQ(out[0]["findings"]["pairs"][0]["gen_sentence"], "Liver is normal.");
  EXPECT_EQ(out[0]["findings"]["pairs"][0]["normality"], "normal");
  ASSERT_EQ(out[1]["findings"]["pairs"].size(), 1U) << out[1];
  EXPECT_EQ(out[1]["findings"]["pairs"][0]["ref_sentence"], "The heart is enlarged.");
  EXPECT_EQ(out[1]["findings"]["pairs"][0]["gen_sentence"], "There is cardiomegaly.");
  const Json expected = Json::parse(R"([
    {"sentence_is_from": "Ref", "sentence": "The spleen is normal.", "normality": "normal"},
    {"sentence_is_from": "Ref", "sentence": "No pneumothorax.", "normality": "normal"},
    {"sentence_is_from": "Gen", "sentence": "There is a pneumothorax.", "normality": "abnormal"}])");
  EXPECT_EQ(out[1]["findings"]["unmatched_sentences"], expected);
}

struct RunOfStages {
  Folder folder;
  std::string ref = folder.file("ref.jsonl", many_reports(300));
  std::string gen = example("ssree/reports_l2.jsonl");
  Result run_into(const std::string& out, std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"radsem", "run", "--ref", ref, "--gen", gen, "--out", folder.path(out), "-q"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
};

TEST(RadsemRun, WritesTheFilesOfThePublishedPipeline) {
  RunOfStages one;
  one.ref = example("ssree/reports.jsonl");
  const Result result = one.run_into("out");
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "radsem.abnormal")) << result.out;
  EXPECT_TRUE(contains(result.out, "radsem|reader:embedded|grammar:")) << result.out;
  const auto names = [](const std::string& text) {
    std::vector<std::string> out;
    for (const Json& record : records(text)) out.push_back(record["name"]);
    return out;
  };
  const auto scored = names(one.folder.read("out/scores.jsonl"));
  ASSERT_EQ(scored.size(), 4U);
  EXPECT_TRUE(std::is_sorted(scored.begin(), scored.end()));
  EXPECT_EQ(names(one.folder.read("out/tags.jsonl")), scored);
  EXPECT_EQ(names(one.folder.read("out/ref_rewritten.jsonl")).size(), 4U);
  EXPECT_EQ(names(one.folder.read("out/gen_rewritten.jsonl")).size(), 4U);
  const Json summary = Json::parse(one.folder.read("out/summary.json"));
  EXPECT_EQ(summary["records"], 4);
  EXPECT_TRUE(contains(summary["signature"], "policy:many-to-many"));
  // The tags give the scores.
  const Result again = run({"radsem", "score", one.folder.path("out/tags.jsonl"), "-q"});
  EXPECT_EQ(again.out, one.folder.read("out/scores.jsonl"));
}

TEST(RadsemRun, ScoresEqualThoseOfTheMetric) {
  for (const std::string policy : {"many-to-many", "alt"}) {
    for (const char* level : {"ssree/reports_l1.jsonl", "ssree/reports_l3.jsonl", "ssree/reports_l5.jsonl"}) {
      RunOfStages one;
      one.ref = example("ssree/reports.jsonl");
      one.gen = example(level);
      ASSERT_EQ(one.run_into("out", {"--policy", policy}).code, 0);
      std::string pairs;
      std::map<std::string, std::string> texts;
      for (const std::string& path : {one.ref, one.gen}) {
        std::ifstream in(path);
        for (std::string text; std::getline(in, text);) {
          const Json record = Json::parse(text);
          if (path == one.ref) {
            texts[record["name"]] = record["English_Report"];
          } else {
            pairs += line({{"id", record["name"]},
                           {"reference", texts.at(record["name"])},
                           {"candidate", record["English_Report"]}});
          }
        }
      }
      const std::string metric = policy == "alt" ? "radsem_alt" : "radsem";
      const Result scored =
          run({"score", "-", "-q", "--metrics", metric, "--samples", "-", "--resamples", "0"}, {pairs, "", {}});
      ASSERT_EQ(scored.code, 0) << scored.err;
      std::map<std::string, double> expected;
      for (const Json& record : records(scored.out)) expected[record["id"]] = record[metric];
      const auto scores = records(one.folder.read("out/scores.jsonl"));
      ASSERT_EQ(scores.size(), expected.size());
      for (const Json& record : scores) EXPECT_EQ(record["score"].get<double>(), expected.at(record["name"])) << record;
    }
  }
}

TEST(RadsemRun, TheStagedWayGivesTheScoresOfTheWhole) {
  for (const char* level : {"ssree/reports_l1.jsonl", "ssree/reports_l3.jsonl", "ssree/reports_l5.jsonl"}) {
    RunOfStages one;
    one.ref = example("ssree/reports.jsonl");
    one.gen = example(level);
    ASSERT_EQ(one.run_into("out").code, 0);
    const std::string ref = one.folder.path("ref_rewritten.jsonl");
    const std::string gen = one.folder.path("gen_rewritten.jsonl");
    const std::string tags = one.folder.path("tags.jsonl");
    ASSERT_EQ(run({"radsem", "rewrite", one.ref, "-o", ref, "-q"}).code, 0);
    ASSERT_EQ(run({"radsem", "rewrite", one.gen, "-o", gen, "-q"}).code, 0);
    ASSERT_EQ(run({"radsem", "match", "--ref", ref, "--gen", gen, "-o", tags, "-q"}).code, 0);
    EXPECT_EQ(run({"radsem", "score", tags, "-q"}).out, one.folder.read("out/scores.jsonl")) << level;
  }
}

// A sentence that somebody changed, added or took away counts as it stands.
TEST(RadsemMatch, AnEditedSentenceIsReadAsText) {
  const Folder folder;
  const std::string source = "Nodule in the left upper lobe. Small left effusion.";
  const Json written = records(run({"radsem", "rewrite", "-"}, {report("a", source), "", {}}).out).at(0);
  const auto score = [&](const std::string& text) {
    Json edited = written;
    edited["rewritten_report"] = text;
    const std::string ref = folder.file("ref.jsonl", written.dump() + "\n");
    const std::string gen = folder.file("gen.jsonl", edited.dump() + "\n");
    const std::string tags = run({"radsem", "match", "--ref", ref, "--gen", gen, "-q"}).out;
    return records(run({"radsem", "score", "-", "-q"}, {tags, "", {}}).out).at(0)["score"].get<double>();
  };
  const std::string text = written["rewritten_report"];
  const std::size_t first = text.find(". ") + 1;
  EXPECT_EQ(score(text), 1.0);
  EXPECT_LT(score(text.substr(0, first)), 1.0);
  EXPECT_LT(score("Right upper lobe shows nodule." + text.substr(first)), score(text));
  EXPECT_LT(score(text + " Liver shows mass."), 1.0);
}

TEST(RadsemRun, SameBytesForAnyNumberOfThreads) {
  RunOfStages one;
  one.gen = one.folder.file("gen.jsonl", many_reports(299));
  EXPECT_EQ(one.run_into("1", {"--threads", "1"}).code, 1);  // one name is on one side only
  EXPECT_EQ(one.run_into("2", {"--threads", "2"}).code, 1);
  for (const char* file :
       {"ref_rewritten.jsonl", "gen_rewritten.jsonl", "tags.jsonl", "scores.jsonl", "summary.json"}) {
    EXPECT_FALSE(one.folder.read(std::string("1/") + file).empty()) << file;
    EXPECT_EQ(one.folder.read(std::string("1/") + file), one.folder.read(std::string("2/") + file)) << file;
  }
}

TEST(RadsemRun, ReportsNamesOfOneSideAndEmptyReports) {
  const Folder folder;
  const std::string ref = folder.file("ref.jsonl", report("a", "The liver is enlarged.") + report("b", "No ascites."));
  const std::string gen = folder.file("gen.jsonl", report("a", "") + report("c", "No ascites."));
  const Result result = run({"radsem", "run", "--ref", ref, "--gen", gen, "--out", folder.path("out")});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "gen.jsonl: id b: expected the same names on both sides")) << result.err;
  EXPECT_TRUE(contains(result.err, "ref.jsonl: id c: expected the same names on both sides")) << result.err;
  EXPECT_TRUE(contains(result.err, "a: candidate: empty")) << result.err;
  EXPECT_EQ(folder.read("out/scores.jsonl"), "{\"name\":\"a\",\"score\":0.0}\n");
  EXPECT_EQ(Json::parse(folder.read("out/summary.json"))["nothing_to_score"]["gen"], 1);
}

TEST(RadsemRun, LeavesNothingBehindIfItFails) {
  const Folder folder;
  const std::string ref = folder.file("ref.jsonl", report("a", "The liver is enlarged."));
  const std::string gen = folder.file("gen.jsonl", report("b", "The liver is enlarged."));
  const Result result = run({"radsem", "run", "--ref", ref, "--gen", gen, "--out", folder.path("out")});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"gen.jsonl", "ref.jsonl"}));
  EXPECT_EQ(run({"radsem", "run", "--ref", ref, "--gen", ref}).code, 2);                // no --out
  EXPECT_EQ(run({"radsem", "run", "--ref", ref, "--gen", ref, "--out", ref}).code, 2);  // a file, not a folder
}

// ------------------------------------------------------------------------------------------------------------- explain

TEST(Explain, ShowsMatchesContradictionsGapsAndTheSum) {
  const std::string pair = line({{"id", "case-1"},
                                 {"reference",
                                  "TECHNIQUE: Two views were obtained.\nFINDINGS: The heart is enlarged. "
                                  "No pneumothorax. There is a nodule in the left upper lobe."},
                                 {"candidate", "Cardiomegaly. There is a right pneumothorax. The trachea is patent."}});
  const Result result = run({"score", "-", "--explain", "case-1"}, {pair, "", {}});
  ASSERT_EQ(result.code, 0) << result.err;
  for (const char* part : {"case-1  RadSEM 0.", "match: site equivalent", "weight 1.0000", "The heart is enlarged\"",
                           "missing: only the reference says", "unsupported: only the candidate says",
                           "contradictions: both cannot be true", "on: R \"no\"", "left out of the reference",
                           "technique: ", "final: 0.90 x "}) {
    EXPECT_TRUE(contains(result.out, part)) << part << "\n" << result.out;
  }
}

TEST(Explain, TheScoreIsTheOneThatIsReported) {
  const std::string pairs = example("pairs.jsonl");
  const Result samples = run({"score", pairs, "--metrics", "radsem", "--samples", "-", "-q", "--resamples", "0"});
  ASSERT_EQ(samples.code, 0);
  for (const Json& record : records(samples.out)) {
    const Result result = run({"score", pairs, "--explain", record["id"]});
    ASSERT_EQ(result.code, 0) << result.err;
    char head[64];
    (void)std::snprintf(head, sizeof head, "  RadSEM %.4f  ", record["radsem"].get<double>());
    EXPECT_TRUE(contains(lines_of(result.out)[0], record["id"].get<std::string>() + head)) << result.out;
  }
}

TEST(Explain, RadFactAndLunguageTellTheScoresThatAreReported) {
  const std::string pairs = example("pairs.jsonl");
  const Result samples =
      run({"score", pairs, "--metrics", "radfact,lunguage", "--samples", "-", "-q", "--resamples", "0"});
  ASSERT_EQ(samples.code, 0);
  for (const Json& record : records(samples.out)) {
    const Result result = run({"score", pairs, "--explain", record["id"], "--metrics", "radfact,lunguage"});
    ASSERT_EQ(result.code, 0) << result.err;
    for (const auto& [title, column] : {std::pair{"RadFact", "radfact"}, {"LunguageScore", "lunguage"}}) {
      char head[96];
      (void)std::snprintf(head, sizeof head, "%s  %s %.4f  (", record["id"].get<std::string>().c_str(), title,
                          record[column].get<double>());
      EXPECT_TRUE(contains(result.out, head)) << head << "\n" << result.out;
    }
  }
}

TEST(Explain, RunExplainsTheSameCase) {
  const std::vector<std::string> sides{"--ref", example("ssree/reports.jsonl"), "--gen",
                                       example("ssree/reports_l3.jsonl")};
  std::vector<std::string> arguments{"radsem", "run", "--explain", "case-1"};
  arguments.insert(arguments.end(), sides.begin(), sides.end());
  const Result result = run(arguments);
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "case-1  RadSEM")) << result.out;
  arguments[3] = "case-l";
  const Result missing = run(arguments);
  EXPECT_EQ(missing.code, 2);
  EXPECT_TRUE(contains(missing.err, "Did you mean 'case-1'?")) << missing.err;
}

TEST(Explain, SaysIfThereIsNothingToScore) {
  const std::string pair = line({{"id", "a"}, {"reference", ""}, {"candidate", "  \n"}});
  const Result result = run({"score", "-", "--explain", "a"}, {pair, "", {}});
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(contains(result.out, "reference (R): empty")) << result.out;
  EXPECT_TRUE(contains(result.out, "neither report says anything that can be scored: the score is 0")) << result.out;
  EXPECT_EQ(run({"score", "-", "--explain", "a", "--metrics", "bleu"}, {pair, "", {}}).code, 2);
}

// ----------------------------------------------------------------------------------------------- the parts by
// themselves

TEST(Rewritten, SplitsAtAPeriodAndABlank) {
  const std::string text = " One of 3.5 mm. Two.  Three\nis long. Four";
  std::vector<std::string> sentences;
  for (const radsem::SentenceSpan& span : radsem::split_rewritten(text))
    sentences.push_back(text.substr(span.begin, span.end - span.begin));
  EXPECT_EQ(sentences, (std::vector<std::string>{"One of 3.5 mm.", "Two.", "Three\nis long.", "Four"}));
  EXPECT_TRUE(radsem::split_rewritten("").empty());
  EXPECT_TRUE(radsem::split_rewritten(" \n ").empty());
}

TEST(Rewritten, ASentenceOfTwoAtomsIsOneSentenceAgain) {
  const std::string ref = "Both lungs show nodules. No ascites.";
  const std::string gen = "Left lung shows nodules.";
  radsem::Matched matched;
  matched.ref.atoms = {{"L nodules.", true, 0, 23}, {"R nodules.", true, 0, 23}, {"No ascites.", false, 25, 36}};
  matched.gen.atoms = {{"L nodules.", true, 0, 24}};
  matched.tag.pairs = {{"L nodules.", "L nodules.", radsem::Normality::abnormal, radsem::Relation::equivalent,
                        radsem::Relation::equivalent, radsem::Relation::null, radsem::Details::null}};
  const radsem::OwnSentences own = radsem::in_own_sentences(matched, ref, gen);
  ASSERT_EQ(own.tag.pairs.size(), 1U);
  EXPECT_EQ(own.tag.pairs[0].ref_sentence, "Both lungs show nodules.");
  EXPECT_EQ(own.tag.pairs[0].gen_sentence, "Left lung shows nodules.");
  EXPECT_EQ(own.tag.pairs[0].anatomical, radsem::Relation::part_whole);
  ASSERT_EQ(own.tag.unmatched.size(), 1U);
  EXPECT_EQ(own.tag.unmatched[0].sentence, "No ascites.");
  EXPECT_EQ(own.tag.unmatched[0].normality, radsem::Normality::normal);
  EXPECT_EQ(own.unread, 0U);
}

}  // namespace
}  // namespace fiducial::cli_test
