// Phrases that somebody has verified, in the shapes in which they come.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "radfact/record_json.h"

namespace fiducial::radfact {
namespace {

using Json = nlohmann::ordered_json;

TEST(VerifiedJson, RadfactsOwnExamples) {
  const Json record = Json::parse(R"({"example_id": "a",
    "input": {"phrases_A": ["Left effusion.", "Clear lungs."], "phrases_B": ["Effusion on the left."]},
    "output": {"phrases_A_evidenced": [
        {"phrase": "Left effusion.", "status": "entailment", "evidence": ["effusion on the  left"]},
        {"phrase": "Clear lungs.", "status": "neutral", "evidence": []}],
      "phrases_B_evidenced": [{"phrase": "Effusion on the left.", "status": "contradiction", "evidence": ["Left effusion."]}]}})");
  ASSERT_TRUE(is_verified(record));
  Sample sample;
  Verified verified;
  ASSERT_EQ(verified_from_json(record, sample, verified), "");
  EXPECT_EQ(sample.candidate[0].text, "Left effusion.");
  EXPECT_EQ(verified.candidate[0].status, Status::entailment);
  EXPECT_EQ(verified.candidate[0].evidence, std::vector<std::uint32_t>{0}) << "as RadFact matches evidence";
  EXPECT_EQ(verified.candidate[1].status, Status::neutral);
  EXPECT_EQ(verified.reference[0].status, Status::contradiction);
}

TEST(VerifiedJson, PublishedStatusesAndBoxes) {
  const Json record = Json::parse(R"({"input": {"phrases_A": [{"text": "x", "boxes": [
      {"x_min": 0, "y_min": 0, "x_max": 1, "y_max": 1}]}], "phrases_B": ["y"]},
    "output": {"phrases_A_evidenced": [{"phrase": "x", "status": "not_entailment", "evidence": null}],
      "phrases_B_evidenced": [{"text": "y", "status": "entailment", "evidence": [{"text": "x"}], "boxes": null}]}})");
  Sample sample;
  Verified verified;
  ASSERT_EQ(verified_from_json(record, sample, verified), "");
  EXPECT_EQ(verified.candidate[0].status, Status::neutral);
  EXPECT_EQ(sample.candidate[0].boxes.size(), 1U) << "the boxes of the question";
  EXPECT_EQ(verified.reference[0].evidence, std::vector<std::uint32_t>{0});
  const Measures measures = measure(count(sample.candidate, verified.candidate, sample.reference),
                                    count(sample.reference, verified.reference, sample.candidate));
  EXPECT_TRUE(std::isnan(measures[static_cast<std::size_t>(Measure::contradicted_precision)])) << "nobody said";
  EXPECT_EQ(measures[static_cast<std::size_t>(Measure::contradicted_recall)], 0.0);
}

TEST(VerifiedJson, ARunsOwnOutputs) {
  const Json record = Json::parse(R"({"example_id": "a", "prediction": [{"phrase": "x", "status": "entailment",
      "evidence": ["y"], "boxes": null, "spatially_entailed": null}],
    "target": [{"phrase": "y", "status": "entailment", "evidence": ["x"]}], "measures": {}})");
  ASSERT_TRUE(is_verified(record));
  Sample sample;
  Verified verified;
  ASSERT_EQ(verified_from_json(record, sample, verified), "");
  EXPECT_EQ(verified.reference[0].status, Status::entailment);
}

TEST(VerifiedJson, SaysWhatIsWrong) {
  Sample sample;
  Verified verified;
  const auto error = [&](const char* text) { return verified_from_json(Json::parse(text), sample, verified); };
  EXPECT_NE(error(R"({"output": {}})").find("expected phrases_A_evidenced to be a list"), std::string::npos);
  EXPECT_NE(error(R"({"output": {"phrases_A_evidenced": [{"phrase": "x", "status": "maybe"}]}})")
                .find("phrases_A_evidenced[0]: expected status"),
            std::string::npos);
  EXPECT_FALSE(is_verified(Json::parse(R"({"prediction": [{"text": "x", "boxes": null}], "target": []})")));
}

}  // namespace
}  // namespace fiducial::radfact
