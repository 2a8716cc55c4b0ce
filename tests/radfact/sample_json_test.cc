// Grounded samples: what is read, and how everything that is none is called.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "fiducial/radfact.h"
#include "radfact/record_json.h"

namespace fiducial::radfact {
namespace {

using Json = nlohmann::ordered_json;

std::string error_of(const std::string& json) {
  Sample sample;
  return sample_from_json(Json::parse(json), sample);
}

std::string with_box(const std::string& box) {
  return R"({"prediction":[{"text":"a","boxes":[)" + box + R"(]}],"target":[]})";
}

TEST(GroundedSample, PhrasesWithAndWithoutBoxes) {
  Sample sample;
  const std::string error = sample_from_json(Json::parse(R"({"example_id":7,
      "prediction":[{"text":"a","boxes":[{"x_min":0.1,"y_min":0.2,"x_max":0.3,"y_max":1}]},{"text":"b","boxes":null}],
      "target":[{"text":"c","boxes":[]},{"text":"d"}],"note":"kept out"})"),
                                             sample);
  EXPECT_EQ(error, "");
  ASSERT_EQ(sample.candidate.size(), 2U);
  EXPECT_EQ(sample.candidate[0], (Phrase{"a", {{0.1, 0.2, 0.3, 1}}}));
  EXPECT_EQ(sample.candidate[1], (Phrase{"b", {}}));
  EXPECT_EQ(sample.reference, (std::vector<Phrase>{{"c", {}}, {"d", {}}}));
}

TEST(GroundedSample, ReadsWhatItWrites) {
  const Phrase phrase{"left lung", {{0.125, 0.5, 1, 0.75}, {0, 0, 0, 0}}};
  Sample sample;
  EXPECT_EQ(sample_from_json(Json{{"prediction", {to_json(phrase)}}, {"target", {to_json({"b", {}})}}}, sample), "");
  EXPECT_EQ(sample.candidate, (std::vector<Phrase>{phrase}));
  EXPECT_EQ(to_json({"b", {}}).dump(), R"({"text":"b","boxes":null})");
}

TEST(GroundedSample, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error_of("[]"), "expected an object, found array");
  EXPECT_EQ(error_of("{}"), "expected prediction, found none");
  EXPECT_EQ(error_of(R"({"prediction":[]})"), "expected target, found none");
  EXPECT_EQ(error_of(R"({"target":[]})"), "expected prediction, found none");
  EXPECT_EQ(error_of(R"({"prediction":[],"target":null})"), "expected target, found none");
  EXPECT_EQ(error_of(R"({"prediction":"text","target":[]})"),
            "expected prediction to be a list of phrases, found string");
  EXPECT_EQ(error_of(R"({"prediction":[{"text":"a"},"b"],"target":[]})"),
            "prediction[1]: expected an object with text and boxes, found text alone (narrative reports are CSV)");
  EXPECT_EQ(error_of(R"({"prediction":[{"boxes":null}],"target":[]})"), "prediction[0]: expected text, found none");
  EXPECT_EQ(error_of(R"({"prediction":[{"text":5}],"target":[]})"),
            "prediction[0].text: expected a string, found number");
  EXPECT_EQ(error_of(R"({"prediction":[],"target":[{"text":"a","bboxes":[]}]})"),
            "target[0]: expected text and boxes only, found 'bboxes'");
  EXPECT_EQ(error_of(R"({"prediction":[{"text":"a","boxes":{}}],"target":[]})"),
            "prediction[0].boxes: expected null or a list of boxes, found object");
}

TEST(GroundedSample, BadBoxes) {
  EXPECT_EQ(error_of(with_box("[0,0,1,1]")), "prediction[0].boxes[0]: expected a box, found array");
  EXPECT_EQ(error_of(with_box("null")), "prediction[0].boxes[0]: expected a box, found null");
  EXPECT_EQ(error_of(with_box(R"({"x_min":0,"y_min":0,"x_max":1})")),
            "prediction[0].boxes[0]: expected y_max, found none");
  EXPECT_EQ(error_of(with_box(R"({"x_min":0,"y_min":null,"x_max":1,"y_max":1})")),
            "prediction[0].boxes[0]: expected y_min to be a number, found null");
  EXPECT_EQ(error_of(with_box(R"({"x_min":0.6,"y_min":0,"x_max":0.5,"y_max":1})")),
            "prediction[0].boxes[0]: expected x_max not below x_min, found 0.5 and 0.6");
  EXPECT_EQ(error_of(with_box(R"({"x_min":-1,"y_min":0,"x_max":0.5,"y_max":1})")),
            "prediction[0].boxes[0]: expected x_min from 0 to 1, found -1");
  EXPECT_EQ(error_of(with_box(R"({"x_min":0,"y_min":0,"x_max":224,"y_max":1})")),
            "prediction[0].boxes[0]: expected x_max from 0 to 1, found 224");
  EXPECT_EQ(error_of(with_box(R"({"x_min":0,"y_min":0,"x_max":1,"y_max":1,"label":2})")),
            "prediction[0].boxes[0]: expected x_min, y_min, x_max and y_max only, found another key");
}

}  // namespace
}  // namespace fiducial::radfact
