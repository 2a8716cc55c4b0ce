// `fiducial radfact …` from outside: the example files end to end, and every kind of bad input.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "process.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;

TEST(Radfact, GroundedExampleHasAllSixMeasures) {
  const Folder folder;
  const Result result =
      run({"radfact", "run", example("radfact/grounded.json"), "--out", folder.path("run"), "--reasons"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json summary = Json::parse(folder.read("run/summary.json"));
  EXPECT_EQ(summary["samples"], 4);
  const auto value = [&](const char* name) { return summary["measures"][name]["value"].get<double>(); };
  // Candidate phrases entailed: 2 of 2, 2 of 2, 1 of 1, 0 of 1. With boxes: right, wrong, right, invented.
  EXPECT_DOUBLE_EQ(value("logical_precision"), 0.75);
  EXPECT_DOUBLE_EQ(value("spatial_precision"), 0.5);
  EXPECT_DOUBLE_EQ(value("grounding_precision"), 2.0 / 3);
  for (const char* name :
       {"logical_recall", "spatial_recall", "grounding_recall", "logical_f1", "spatial_f1", "grounding_f1"}) {
    EXPECT_GE(value(name), 0) << name;
    EXPECT_LE(value(name), 1) << name;
    EXPECT_TRUE(contains(result.out, name)) << name;
  }
  EXPECT_EQ(summary["bootstrap"]["resamples"], 500);
  const Json outputs = Json::parse(folder.read("run/outputs.json"));
  ASSERT_EQ(outputs.size(), 4U);
  const Json& effusions = outputs[2]["prediction"][0];
  EXPECT_EQ(effusions["status"], "entailment");
  EXPECT_EQ(effusions["evidence"].size(), 2U);
  EXPECT_EQ(effusions["spatially_entailed"], true);
  EXPECT_TRUE(effusions.contains("reason"));
  EXPECT_EQ(outputs[3]["prediction"][0]["status"], "contradiction");
  EXPECT_EQ(outputs[1]["prediction"][0]["spatially_entailed"], false);
  EXPECT_TRUE(outputs[0]["prediction"][1]["spatially_entailed"].is_null());
  EXPECT_EQ(lines_of(folder.read("run/scores.jsonl")).size(), 4U);
  EXPECT_EQ(folder.read("run/skipped.csv"), "example_id,line,problem\n");
}

TEST(Radfact, NarrativeExampleScoresAsTheMetricDoes) {
  const Folder folder;
  const Result result =
      run({"radfact", "run", example("radfact/narrative.csv"), "--narrative", "--out", folder.path("run")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(contains(result.err, "nothing-said: no phrase in the prediction")) << result.err;
  const Json summary = Json::parse(folder.read("run/summary.json"));
  EXPECT_EQ(summary["measures"]["spatial_precision"]["value"], 0.0);
  EXPECT_EQ(summary["measures"]["grounding_f1"]["value"], 0.0);
  EXPECT_FALSE(contains(result.out, "spatial"));
  const Result scored = run({"score", example("radfact/narrative.csv"), "--metrics", "radfact", "--samples",
                             folder.path("samples.jsonl"), "-q"});
  ASSERT_EQ(scored.code, 0) << scored.err;
  const auto ours = lines_of(folder.read("run/scores.jsonl"));
  const auto theirs = lines_of(folder.read("samples.jsonl"));
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const Json a = Json::parse(ours[i]);
    const Json b = Json::parse(theirs[i]);
    for (const char* name : {"id", "radfact", "radfact.logical_precision", "radfact.logical_recall"})
      EXPECT_EQ(a[name], b[name]) << name << " of " << ours[i];
  }
  EXPECT_EQ(Json::parse(ours[0])["radfact"], 1.0);
  EXPECT_EQ(Json::parse(ours[4])["radfact"], 0.0);
}

TEST(Radfact, ResamplesAreWhatWasAskedFor) {
  const Folder folder;
  for (const char* resamples : {"0", "25"}) {
    const Result result = run({"radfact", "run", example("radfact/grounded.json"), "--out", folder.path("run"),
                               "--resamples", resamples, "-q"});
    ASSERT_EQ(result.code, 0) << result.err;
    const Json summary = Json::parse(folder.read("run/summary.json"));
    EXPECT_EQ(summary["bootstrap"]["resamples"].dump(), resamples);
    EXPECT_EQ(summary["measures"]["logical_f1"].contains("p97.5"), std::string(resamples) != "0");
  }
}

TEST(Radfact, TheNumberOfThreadsChangesNothing) {
  const Folder folder;
  for (const char* threads : {"1", "3"}) {
    ASSERT_EQ(run({"radfact", "run", example("radfact/grounded.json"), "--out", folder.path(threads), "--threads",
                   threads, "-q"})
                  .code,
              0);
  }
  for (const std::string name : {"/outputs.json", "/summary.json", "/scores.jsonl"})
    EXPECT_EQ(folder.read("1" + name), folder.read("3" + name));
}

TEST(Radfact, VerifyKeepsTheListAndAddsItsOutput) {
  const Result result = run({"radfact", "verify", example("radfact/phrases.json"), "--reasons"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json list = Json::parse(result.out);
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0]["example_id"], "both-sides");
  EXPECT_EQ(list[0]["input"]["phrases_A"].size(), 2U);
  const Json& both = list[0]["output"]["phrases_A_evidenced"][0];
  EXPECT_EQ(both["phrase"], "Both lungs are clear.");
  EXPECT_EQ(both["status"], "entailment");
  EXPECT_EQ(both["evidence"], (Json{"The left lung is clear.", "The right lung is clear."}));
  EXPECT_TRUE(both.contains("reason"));
  EXPECT_EQ(list[0]["output"]["phrases_A_evidenced"][1]["status"], "contradiction");
  EXPECT_EQ(list[1]["output"]["phrases_B_evidenced"][0]["status"], "entailment");
  EXPECT_EQ(list[1]["output"]["phrases_B_evidenced"][1]["status"], "neutral");
}

TEST(Radfact, VerifyListsWhatItCannotUse) {
  const Folder folder;
  const std::string file = folder.file("in.json", R"([
{"example_id":"good","input":{"phrases_A":["No effusion."],"phrases_B":[]}},
{"example_id":"no-input"},
{"example_id":"mixed","input":{"phrases_A":["a",{"text":"b"}],"phrases_B":[]}},
{"example_id":"half","input":{"phrases_A":["a"]}}])");
  const Result result = run({"radfact", "verify", file, "-o", folder.path("out.json")});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "in.json:3: id no-input: expected a field 'input'")) << result.err;
  EXPECT_TRUE(contains(result.err, "id mixed: expected input.phrases_A to hold texts, found object")) << result.err;
  EXPECT_TRUE(contains(result.err, "id half: expected input.phrases_B to be a list")) << result.err;
  EXPECT_EQ(Json::parse(folder.read("out.json")).size(), 1U);
}

TEST(Radfact, PhrasesBySentence) {
  const Result result =
      run({"radfact", "phrases", "-"}, {R"({"id":"a","text":"Portable view. No effusion or pneumothorax is seen."})"
                                        "\n",
                                        "",
                                        {}});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json record = Json::parse(result.out);
  EXPECT_EQ(record["id"], "a");
  EXPECT_EQ(record["sentence_list"][0]["new"], Json::array());
  EXPECT_EQ(record["sentence_list"][0]["left_out"], "technique");
  EXPECT_EQ(record["sentence_list"][1]["orig"], "No effusion or pneumothorax is seen.");
  EXPECT_EQ(record["sentence_list"][1]["new"], (Json{"No effusion is seen.", "No pneumothorax is seen."}));
}

TEST(Radfact, BadSamplesAreSkippedAndListed) {
  const Folder folder;
  const std::string file = folder.file("in.json", R"([
{"example_id":"good","prediction":[{"text":"No effusion.","boxes":null}],"target":[{"text":"No effusion.","boxes":[]}]},
{"example_id":"reversed","prediction":[{"text":"a","boxes":[{"x_min":0.9,"y_min":0,"x_max":0.1,"y_max":1}]}],"target":[]},
{"example_id":"too-large","prediction":[{"text":"a","boxes":[{"x_min":0,"y_min":0,"x_max":1.5,"y_max":1}]}],"target":[]},
{"example_id":"mixed","prediction":[{"text":"a","boxes":null},"b"],"target":[]},
{"example_id":"no-reference","prediction":[{"text":"a","boxes":null}]},
{"example_id":"no-candidate","target":[{"text":"a","boxes":null}]},
{"example_id":"good","prediction":[],"target":[]}])");
  const Result result = run({"radfact", "run", file, "--out", folder.path("run")});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "6 records failed")) << result.err;
  EXPECT_TRUE(contains(result.err, "id no-reference: expected target, found none")) << result.err;
  EXPECT_TRUE(contains(result.err, "id no-candidate: expected prediction, found none")) << result.err;
  EXPECT_EQ(lines_of(folder.read("run/skipped.csv")).size(), 7U);
  EXPECT_EQ(Json::parse(folder.read("run/summary.json"))["skipped"], 6);
  EXPECT_EQ(Json::parse(folder.read("run/outputs.json")).size(), 1U);
}

TEST(Radfact, EmptyPredictionsAreScoredAndSaid) {
  const Folder folder;
  const std::string file = folder.file("in.json", R"([
{"example_id":"empty","prediction":[],"target":[{"text":"No effusion.","boxes":null}]},
{"example_id":"both","prediction":[],"target":[]}])");
  const Result result = run({"radfact", "run", file, "--out", folder.path("run")});
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(contains(result.err, "empty: no phrase in the prediction: recall 0")) << result.err;
  EXPECT_TRUE(contains(result.err, "both: no phrase in either report")) << result.err;
  const Json summary = Json::parse(folder.read("run/summary.json"));
  EXPECT_TRUE(summary["measures"]["logical_precision"]["value"].is_null());
  EXPECT_EQ(summary["measures"]["logical_recall"]["value"], 0.0);
}

TEST(Radfact, ATableWithoutTheFlagIsAMistake) {
  const Folder folder;
  const Result result = run({"radfact", "run", example("radfact/narrative.csv"), "--out", folder.path("run")});
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(contains(result.err, "--narrative")) << result.err;
  const Result none =
      run({"radfact", "run", folder.file("in.json", "[{\"example_id\":1}]"), "--out", folder.path("run")});
  EXPECT_EQ(none.code, 2);
  EXPECT_TRUE(contains(none.err, "expected samples, found none that can be used")) << none.err;
}

TEST(Radfact, ScoreTakesWhatVerifyGives) {
  const Folder folder;
  const std::string verified = folder.path("verified.json");
  ASSERT_EQ(run({"radfact", "verify", example("radfact/phrases.json"), "-o", verified}).code, 0);
  const Result score =
      run({"radfact", "score", verified, "--json", folder.path("a.json"), "--samples", folder.path("s.jsonl")});
  ASSERT_EQ(score.code, 0) << score.err;
  EXPECT_TRUE(contains(score.out, "logical_precision"));
  EXPECT_TRUE(contains(score.out, "radfact|reader:given|input:narrative"));
  ASSERT_EQ(run({"radfact", "run", verified, "--out", folder.path("run")}).code, 0);
  const Json a = Json::parse(folder.read("a.json"));
  const Json b = Json::parse(folder.read("run/summary.json"));
  EXPECT_EQ(a["measures"]["logical_f1"], b["measures"]["logical_f1"]);
  EXPECT_EQ(lines_of(folder.read("s.jsonl")).size(), 2U);
  const Result unverified = run({"radfact", "score", example("radfact/phrases.json")});
  EXPECT_EQ(unverified.code, 2);
  EXPECT_TRUE(contains(unverified.err, "'radfact verify' gives it")) << unverified.err;
}

TEST(Radfact, ScoreOfARunIsTheRun) {
  const Folder folder;
  ASSERT_EQ(run({"radfact", "run", example("radfact/grounded.json"), "--out", folder.path("run")}).code, 0);
  const Result again = run({"radfact", "score", folder.path("run/outputs.json"), "--json", folder.path("a.json")});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(Json::parse(folder.read("a.json"))["measures"], Json::parse(folder.read("run/summary.json"))["measures"]);
}

TEST(Radfact, BoxesAreComparedAsTheUserSays) {
  const Folder folder;
  const auto spatial = [&](const std::string& threshold) {
    EXPECT_EQ(run({"radfact", "run", example("radfact/grounded.json"), "--out", folder.path("r" + threshold),
                   "--box-threshold", threshold, "--image-size", "1024"})
                  .code,
              0);
    const Json summary = Json::parse(folder.read("r" + threshold + "/summary.json"));
    EXPECT_TRUE(contains(summary["signature"].get<std::string>(), "mask:1024|spatial:>" + threshold));
    return summary["measures"]["spatial_recall"]["value"].get<double>();
  };
  EXPECT_GT(spatial("0.5"), spatial("0.95"));
  const Json output = Json::parse(folder.read("r0.5/outputs.json"))[0]["prediction"][0];
  EXPECT_TRUE(output.contains("box_iou") && output.contains("box_recall"));
}

TEST(Radfact, PublishedNames) {
  const Folder folder;
  ASSERT_EQ(
      run({"radfact", "run", example("radfact/grounded.json"), "--out", folder.path("r"), "--published-names"}).code,
      0);
  const Json output = Json::parse(folder.read("r/outputs.json"))[3];
  EXPECT_EQ(output["output"]["phrases_A_evidenced"][0]["status"], "not_entailment");
  EXPECT_EQ(output["input"]["phrases_B"].size(), 2U);
  const Json scores = Json::parse(lines_of(folder.read("r/scores.jsonl"))[0]);
  EXPECT_EQ(scores["candidate"]["entailed_fraction"], 1.0);
  EXPECT_EQ(scores["reference"]["num_llm_failures"], 0);
  const Result again = run({"radfact", "score", folder.path("r/outputs.json"), "--json", folder.path("again.json")});
  EXPECT_EQ(again.code, 0) << "and they are read again";
  const Json measures = Json::parse(folder.read("again.json"))["measures"];
  EXPECT_EQ(measures["logical_precision"]["value"], 0.75);
  EXPECT_TRUE(measures["contradicted_candidate"]["value"].is_null()) << "nobody said what is contradicted";
}

}  // namespace
}  // namespace fiducial::cli_test
