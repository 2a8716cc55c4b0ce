// `fiducial score` from outside: its table, samples, summary; every way in gives the same; threads change nothing.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/app.h"
#include "process.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;

std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> out;
  for (const std::string& line : lines_of(text)) out.push_back(Json::parse(line));
  return out;
}

TEST(Score, TheExampleGivesATableWithSignatures) {
  const Result result = run({"score", example("pairs.jsonl"), "--metrics", "bleu,rougeL"});
  EXPECT_EQ(result.code, 0) << result.err;
  const auto lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 9U);
  EXPECT_TRUE(lines[0].starts_with("metric"));
  for (const char* head : {"mean", "95% interval", "corpus", "n"}) EXPECT_TRUE(contains(lines[0], head)) << head;
  EXPECT_TRUE(lines[5].starts_with("rougeL"));
  EXPECT_TRUE(lines[7].starts_with("bleu:") && contains(lines[7], "|version:" + std::string(program_version())))
      << lines[7];
  EXPECT_TRUE(lines[8].starts_with("rougeL:"));
}

TEST(Score, SamplesAreInTheOrderOfTheInputAndAverageToTheTable) {
  const Folder folder;
  const Result result = run({"score", example("pairs.jsonl"), "--metrics", "all", "--samples", folder.path("s.jsonl"),
                             "--json", folder.path("j.json"), "--resamples", "50"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto samples = json_lines(folder.read("s.jsonl"));
  const Json summary = Json::parse(folder.read("j.json"));
  for (const auto& [column, value] : summary["scores"].items()) {
    double sum = 0;
    std::size_t n = 0;
    for (const Json& sample : samples) {
      if (sample[column].is_null()) continue;  // not defined for this pair
      sum += sample[column].get<double>();
      ++n;
    }
    EXPECT_NEAR(value["mean"].get<double>(), sum / static_cast<double>(n), 1e-12) << column;
    EXPECT_LE(value["interval"][0].get<double>(), value["mean"].get<double>()) << column;
    EXPECT_GE(value["interval"][1].get<double>(), value["mean"].get<double>()) << column;
    EXPECT_EQ(value["n"], n);
  }
  EXPECT_TRUE(summary["scores"]["bleu4"].contains("corpus"));
  EXPECT_FALSE(summary["scores"]["rougeL"].contains("corpus"));
  EXPECT_EQ(summary["pairs"], samples.size());
  EXPECT_EQ(summary["failed"], 0);
  EXPECT_EQ(summary["version"], program_version());
  EXPECT_TRUE(summary["signatures"].contains("bleu"));
  EXPECT_EQ(samples.front()["id"], "cxr-paraphrase");
  EXPECT_EQ(samples.back()["id"], "us-abdomen-empty");
}

// A few thousand pairs, made here, so that there are many batches.
std::string many_pairs(std::size_t count) {
  static const char* const kWords[] = {"no",     "small", "left",  "right", "effusion",
                                       "nodule", "clear", "lungs", "heart", "normal"};
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    std::string reference;
    std::string candidate;
    for (std::size_t w = 0; w < 9; ++w) {
      reference += std::string(kWords[(i * 7 + w * w) % 10]) + " ";
      candidate += std::string(kWords[(i * 3 + w * w + w) % 10]) + " ";
    }
    out += Json{{"id", i}, {"reference", reference}, {"candidate", candidate}}.dump() + "\n";
  }
  return out;
}

TEST(Score, ThreadsDoNotChangeAByte) {
  const Folder folder;
  const std::string pairs = folder.file("pairs.jsonl", many_pairs(3000));
  std::vector<std::string> outputs;
  for (const std::string threads : {"1", "2", "5"}) {
    const Result result = run({"score", pairs, "--metrics", "all", "--threads", threads, "--samples", folder.path("s"),
                               "--json", folder.path("j"), "--resamples", "100"});
    ASSERT_EQ(result.code, 0) << result.err;
    outputs.push_back(result.out + folder.read("s") + folder.read("j"));
  }
  EXPECT_EQ(outputs[0], outputs[1]);
  EXPECT_EQ(outputs[0], outputs[2]);
}

TEST(Score, TheSeedDecidesTheIntervals) {
  const auto scored = [](const std::string& seed) {
    return run({"score", example("pairs.jsonl"), "--seed", seed, "--resamples", "100"}).out;
  };
  EXPECT_EQ(scored("1"), scored("1"));
  EXPECT_NE(scored("1"), scored("2"));
}

TEST(Score, EveryWayInGivesTheSame) {
  const Folder folder;
  const std::string csv = folder.file(
      "pairs.csv",
      "note,study_id,gt,prediction\nx,a,\"No effusion, none.\",No effusion.\ny,b,Clear lungs.,The lungs are clear.\n");
  const std::string jsonl =
      "{\"id\":\"a\",\"reference\":\"No effusion, none.\",\"candidate\":\"No effusion.\"}\n"
      "{\"id\":\"b\",\"reference\":\"Clear lungs.\",\"candidate\":\"The lungs are clear.\"}\n";
  const std::string named = folder.file("named.jsonl",
                                        "{\"case\":\"a\",\"r\":\"No effusion, none.\",\"c\":\"No effusion.\"}\n"
                                        "{\"case\":\"b\",\"r\":\"Clear lungs.\",\"c\":\"The lungs are clear.\"}\n");
  const std::string expected = run({"score", "-", "--metrics", "all", "--samples", "-"}, {jsonl, "", {}}).out;
  EXPECT_EQ(lines_of(expected).size(), 2U);
  EXPECT_EQ(run({"score", csv, "--metrics", "all", "--samples", "-"}).out, expected);
  EXPECT_EQ(run({"score", named, "--metrics", "all", "--samples", "-", "--id-col", "case", "--ref-col", "r",
                 "--cand-col", "c"})
                .out,
            expected);
}

TEST(Score, WithoutResamplesThereAreNoIntervals) {
  const Folder folder;
  const Result result = run({"score", example("pairs.jsonl"), "--resamples", "0", "--json", folder.path("j.json")});
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(Json::parse(folder.read("j.json"))["scores"]["rougeL"]["interval"].is_null());
  EXPECT_FALSE(contains(result.out, "–"));
}

TEST(Score, ASitesOwnTermsCount) {
  const Folder folder;
  folder.file("terms.txt", "[observation]\n+cyst | | glorbix\n");
  folder.file("pairs.jsonl",
              R"({"id":"1","reference":"A cyst is seen in the liver.","candidate":"A glorbix is seen in the liver."})"
              "\n");
  const auto score = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"score",     folder.path("pairs.jsonl"), "--metrics", "radsem",
                                       "--samples", folder.path("s.jsonl"),     "--quiet",   "--resamples",
                                       "0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result result = run(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    return std::pair{nlohmann::json::parse(folder.read("s.jsonl"))["radsem"].get<double>(), result.out};
  };
  const auto [before, built_in] = score({});
  const auto [after, own] = score({"--lexicon", folder.path("terms.txt")});
  EXPECT_LT(before, 1.0);
  EXPECT_DOUBLE_EQ(after, 1.0);
  EXPECT_NE(built_in.substr(built_in.find("lexicon:")), own.substr(own.find("lexicon:")));
}

}  // namespace
}  // namespace fiducial::cli_test
