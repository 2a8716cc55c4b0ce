// Files of tag records: the fast reader against the obvious one, on random records and on damaged ones.
#include "fiducial/tag_reader.h"

#include <gtest/gtest.h>

#include <random>

#include "radsem/record_json.h"
#include "random_tags.h"
#include "slow_tag.h"

namespace fiducial::radsem {
namespace {

using Json = nlohmann::ordered_json;

TagReader reader_of(const std::string& file, const std::string& name = "tags.jsonl") {
  io::ReadOptions options;
  options.chunk = 4096;  // most files here are a line; the default would spend the time on allocating
  return TagReader(io::memory_source(file, name), options);
}

std::vector<Tag> read_all(const std::string& file, const std::string& name = "tags.jsonl") {
  TagReader reader = reader_of(file, name);
  std::vector<Tag> tags;
  Tag tag;  // the same for all: what one record left must not show in the next
  while (reader.next(tag)) tags.push_back(tag);
  return tags;
}

// The one record of a line.
Tag read_line(const std::string& line) {
  const std::vector<Tag> tags = read_all(line);
  EXPECT_EQ(tags.size(), 1U) << line;
  return tags.empty() ? Tag{} : tags[0];
}

TEST(TagReader, ReadsRandomRecordsAsTheObviousReader) {
  RandomTags random(11);
  std::mt19937 other(12);
  std::string file;
  std::vector<Tag> expected;
  for (int i = 0; i < 3000; ++i) {
    Json record = random.record();
    record["name"] = other() % 2 == 0 ? Json(i) : Json("case " + std::to_string(i));
    if (other() % 4 == 0 && record.contains("findings")) {
      record["findings"] = "Here it is:\n```json\n" + record["findings"].dump(2) + "\n```";
    }
    file += record.dump() + "\n";
    expected.push_back(slow_tag(record));
    ASSERT_EQ(tag_from_json(record), expected.back()) << record;
  }
  EXPECT_EQ(read_all(file), expected);
  EXPECT_EQ(read_all(file, "tags"), expected);
}

// Text in which a few bytes are others: mostly no JSON, sometimes another record.
TEST(TagReader, ReadsDamagedLinesAsTheObviousReader) {
  RandomTags random(13);
  std::mt19937 other(14);
  const std::string bytes = "{}[]\",:0e-.\\untrfal 1";
  int good = 0;
  for (int i = 0; i < 20'000; ++i) {
    Json record = random.record();
    if (Json* pairs = &record["findings"]; pairs->is_object() && (*pairs)["pairs"].is_array()) {
      while ((*pairs)["pairs"].size() > 3) (*pairs)["pairs"].erase(0);
    }
    std::string line = record.dump();
    for (auto left = 1 + other() % 2; left > 0; --left) line[other() % line.size()] = bytes[other() % bytes.size()];
    const Json parsed = Json::parse(line, nullptr, false);
    const bool usable = !parsed.is_discarded() && parsed.is_object();
    const std::vector<Tag> read = read_all(line);
    if (!usable || read.empty()) {
      // Nothing is read from what is no object; an object is refused only for its name.
      ASSERT_TRUE(read.empty()) << line;
      ASSERT_TRUE(!usable || slow_tag(parsed).name.empty()) << line;
      continue;
    }
    ++good;
    ASSERT_EQ(read, std::vector<Tag>{slow_tag(parsed)}) << line;
  }
  EXPECT_GT(good, 2000);
}

TEST(TagReader, ReadsEveryKindOfValueInEveryField) {
  const std::vector<std::string> values = {"null", "true", "17",       "-3",         "1.5",
                                           "1e3",  "\"\"", "\"x\"",    "\"none\"",   "\"\\u0000\"",
                                           "[]",   "{}",   "[null,1]", "{\"a\":{}}", "123456789012345678901234567890"};
  const std::vector<std::string> shapes = {
      R"({"id":"a","name":?,"findings":{}})",
      R"({"id":"a","Examined_Area":?,"Examined_Type":?,"findings":{}})",
      R"({"id":"a","findings":?})",
      R"({"id":"a","findings":{"pairs":?,"unmatched_sentences":?}})",
      R"({"id":"a","findings":{"pairs":[?,{"ref_sentence":?,"gen_sentence":?}]}})",
      R"({"id":"a","findings":{"pairs":[{"normality":?,"anatomical_relationship":?}]}})",
      R"({"id":"a","findings":{"pairs":[{"asserted_abnormality_relationship":?}]}})",
      R"({"id":"a","findings":{"pairs":[{"negated_abnormality_relationship":?}]}})",
      R"({"id":"a","findings":{"pairs":[{"details_of_abnormality_relationship":?}]}})",
      R"({"id":"a","findings":{"unmatched_sentences":[?,{"sentence":?,"sentence_is_from":?,"normality":?}]}})",
      R"({"id":"a","findings":{"pairs":[{"ref_sentence":"first","ref_sentence":?}],"pairs":?}})",
      R"({"id":"a","findings":{"pairs":[{}]},"findings":?})"};
  for (const std::string& shape : shapes) {
    for (const std::string& value : values) {
      std::string line = shape;
      for (std::size_t at = line.find('?'); at != std::string::npos; at = line.find('?')) line.replace(at, 1, value);
      const Json record = Json::parse(line);
      Tag expected = slow_tag(record);
      EXPECT_EQ(tag_from_json(record), expected) << line;
      expected.name = "a";
      EXPECT_EQ(read_line(line), expected) << line;
    }
  }
}

TEST(TagReader, TakesAnswersThatSimdjsonRefuses) {
  const Tag tag = read_line(R"({"id":"a","findings":"{\"n\":123456789012345678901234567890,\"pairs\":[{}]}"})");
  EXPECT_TRUE(tag.well_formed);
  EXPECT_EQ(tag.pairs.size(), 1U);
}

TEST(TagReader, NamesRecordsByTheirId) {
  const auto name = [](const std::string& fields) { return read_line("{" + fields + R"(,"findings":{}})").name; };
  EXPECT_EQ(name(R"("name":"b","id":"a")"), "a");
  EXPECT_EQ(name(R"("name":"b","id":null)"), "b");
  EXPECT_EQ(name(R"("name":1.5,"study_id":18446744073709551615)"), "18446744073709551615");
  EXPECT_EQ(name(R"("name":"b","name":-7)"), "-7");
}

TEST(TagReader, SaysWhichRecordsItCannotUse) {
  const std::string file = "{\"findings\":{}}\n{\"name\":\"a\",\"findings\":{}}\n{\"name\":\"a\"}\n{\"name\":\"b\"}\n{";
  TagReader reader = reader_of(file);
  Tag tag;
  std::vector<std::string> names;
  while (reader.next(tag)) names.push_back(tag.name);
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(reader.problem_count(), 4U);
  EXPECT_EQ(reader.problems()[0].line, 1U);
  EXPECT_EQ(reader.problems()[1].line, 3U);
  EXPECT_EQ(reader.problems()[2].id, "b");
  EXPECT_EQ(reader.problems()[3].line, 5U);
}

TEST(TagReader, RefusesWhatIsBeyondTheLimits) {
  const std::string deep = std::string(600, '[') + std::string(600, ']');
  TagReader reader = reader_of("{\"name\":\"a\",\"x\":" + deep + ",\"findings\":{}}\n");
  Tag tag;
  EXPECT_FALSE(reader.next(tag));
  ASSERT_EQ(reader.problem_count(), 1U);
  EXPECT_NE(reader.problems()[0].message.find("at most 500 levels"), std::string::npos);
}

TEST(TagReader, ReadsTables) {
  const std::vector<Tag> tags =
      read_all("name,findings\na,\"{\"\"pairs\"\":[{\"\"ref_sentence\"\":\"\"x\"\"}]}\"\nb,\n", "t.csv");
  ASSERT_EQ(tags.size(), 2U);
  ASSERT_EQ(tags[0].pairs.size(), 1U);
  EXPECT_EQ(tags[0].pairs[0].ref_sentence, "x");
  EXPECT_FALSE(tags[1].well_formed);
}

}  // namespace
}  // namespace fiducial::radsem
