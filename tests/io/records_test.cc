// RecordReader: one interface for every format, bad records among good ones, and agreement with nlohmann's parser.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "fiducial/io.h"
#include "temp_folder.h"

namespace fiducial::io {
namespace {

struct Records {
  std::vector<std::string> records;  // "line#number json"
  std::vector<std::string> problems;
  bool operator==(const Records&) const = default;
};

Records read_records(std::string_view text, const std::string& name, ReadOptions options = {}) {
  Records out;
  RecordReader reader(memory_source(text, name), options);
  Record record;
  while (reader.next(record)) {
    out.records.push_back(std::to_string(record.line) + "#" + std::to_string(record.number) + " " +
                          record.fields.dump());
  }
  for (const Problem& problem : reader.problems()) out.problems.push_back(problem.text());
  return out;
}

// The same for chunks of any size.
Records read_in_chunks(std::string_view text, const std::string& name, ReadOptions options = {}) {
  const Records whole = read_records(text, name, options);
  for (const std::size_t chunk : {1U, 2U, 7U, 64U}) {
    options.chunk = chunk;
    EXPECT_EQ(read_records(text, name, options), whole) << "chunks of " << chunk << ": " << text;
  }
  return whole;
}

using Lines = std::vector<std::string>;

TEST(Records, Csv) {
  const Records out = read_in_chunks("\xEF\xBB\xBFid,text\r\n1,\"a\nb\"\r\n2\r\n3,c\r\n", "f.csv");
  EXPECT_EQ(out.records, (Lines{R"(2#1 {"id":"1","text":"a\nb"})", R"(5#3 {"id":"3","text":"c"})"}));
  EXPECT_EQ(out.problems, (Lines{"f.csv:4: expected 2 fields, as in the header, found 1"}));
}

TEST(Records, Tsv) {
  EXPECT_EQ(read_in_chunks("id\ttext\n1\ta, b\n", "f.TSV").records, (Lines{R"(2#1 {"id":"1","text":"a, b"})"}));
}

TEST(Records, PandasIndexColumn) {
  EXPECT_EQ(read_in_chunks(",a\n0,x\n", "f.csv").records, (Lines{R"(2#1 {"#1":"0","a":"x"})"}));
}

TEST(Records, HeaderTwiceOrBroken) {
  EXPECT_EQ(input_error([] { read_records("id,a,id\n", "f.csv"); }),
            "f.csv:1: expected different column names, found 'id' twice");
  EXPECT_NE(input_error([] {
              read_records("id,\"a\"b\n1,2\n", "f.csv");
            }).find("f.csv:1: in the header: expected a separator"),
            std::string::npos);
}

TEST(Records, Jsonl) {
  const Records out =
      read_in_chunks("\xEF\xBB\xBF{\"b\":1,\"a\":[true,null,-2,0.5]}\r\n\r\n  \n{\"x\":{\"y\":\"z\"}}", "f.jsonl");
  EXPECT_EQ(out.records, (Lines{R"(1#1 {"b":1,"a":[true,null,-2,0.5]})", R"(4#2 {"x":{"y":"z"}})"}));
  EXPECT_TRUE(out.problems.empty());
}

TEST(Records, BadLinesOfJsonlDoNotStopTheOthers) {
  const std::string text = std::string("{\"a\":1}\n") +          // 1
                           "{\"a\":\n" +                         // 2 truncated
                           "{\"a\":1]\n" +                       // 3 wrong bracket
                           "[1,2]\n" +                           // 4 no object
                           "{\"a\":\"\xFF\"}\n" +                // 5
                           "{\"a\":\"" + '\0' + "\"}\n" +        // 6
                           "{\"a\":\"x\ty\"}\n" +                // 7 a control character
                           "{\"a\":\"" + std::string(60, 'x') +  // 8 too long
                           "\"}\n" + "{\"a\":2}\n" +             // 9
                           "{\"a\":\"secret rep";                // 10
  ReadOptions options;
  options.max_record = 50;
  const Records out = read_in_chunks(text, "f.jsonl", options);
  EXPECT_EQ(out.records, (Lines{R"(1#1 {"a":1})", R"(9#9 {"a":2})"}));
  EXPECT_EQ(out.problems, (Lines{
                              "f.jsonl:2: expected a complete JSON object, found its beginning: truncated?",
                              "f.jsonl:3: expected a JSON object, found invalid JSON (byte 7 of the record)",
                              "f.jsonl:4: expected a JSON object, found an array",
                              "f.jsonl:5: expected UTF-8, found other bytes (byte 7 of the record)",
                              "f.jsonl:6: expected text, found a NUL byte (byte 7 of the record)",
                              "f.jsonl:7: expected a JSON object, found invalid JSON (byte 8 of the record)",
                              "f.jsonl:8: expected a record of at most 50 bytes, found a longer one; it is skipped",
                              "f.jsonl:10: expected a complete JSON object, found its beginning: truncated?",
                          }));
}

TEST(Records, JsonArray) {
  const Records out = read_in_chunks("[\n  {\"a\": \"}]\\\"\"},\n  {\"a\":\n [1, {}]}\n]\n", "f.json");
  EXPECT_EQ(out.records, (Lines{R"(2#1 {"a":"}]\""})", R"(3#2 {"a":[1,{}]})"}));
  EXPECT_TRUE(out.problems.empty());
  EXPECT_EQ(read_in_chunks("[]", "f.json"), Records());
  EXPECT_EQ(read_in_chunks(" [ ] \n", "f"), Records());
}

TEST(Records, BadElementsOfAnArrayDoNotStopTheOthers) {
  ReadOptions options;
  options.max_record = 50;
  const Records out = read_in_chunks("[{\"a\":1},\n 7,\n {\"a\" 1},\n {\"a\":\"open\n},\n {\"b\":\"" +
                                         std::string(60, 'x') + "\"},\n {\"a\":2} {\"a\":3},,\n {\"a\":4},\n] x",
                                     "f.json", options);
  EXPECT_EQ(out.records, (Lines{R"(1#1 {"a":1})", R"(7#6 {"a":2})", R"(7#7 {"a":3})", R"(8#8 {"a":4})"}));
  EXPECT_EQ(out.problems, (Lines{
                              "f.json:2: expected a JSON object, found a number",
                              "f.json:3: expected a JSON object, found invalid JSON (byte 6 of the record)",
                              "f.json:4: expected a JSON object, found invalid JSON (byte 11 of the record)",
                              "f.json:6: expected a record of at most 50 bytes, found a longer one; it is skipped",
                              "f.json:7: expected ',' between array elements",
                              "f.json:7: expected a JSON object, found ','",
                              "f.json:9: expected a JSON object after ',', found ']'",
                              "f.json:9: expected nothing after the end of the JSON array",
                          }));
}

TEST(Records, TruncatedArrays) {
  Records out = read_in_chunks("[{\"a\":1},\n{\"a\":", "f.json");
  EXPECT_EQ(out.records, (Lines{R"(1#1 {"a":1})"}));
  EXPECT_EQ(out.problems, (Lines{"f.json:2: expected a complete JSON object, found its beginning: truncated?"}));
  out = read_in_chunks("[{\"a\":1}\n", "f.json");
  EXPECT_EQ(out.records, (Lines{R"(1#1 {"a":1})"}));
  EXPECT_EQ(out.problems, (Lines{"f.json:2: expected ']' at the end of the JSON array: truncated?"}));
}

TEST(Records, ASinglePrettyPrintedObject) {
  EXPECT_EQ(read_in_chunks("{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}", "f.json").records,
            (Lines{R"(1#1 {"a":1})", R"(4#2 {"a":2})"}));
}

TEST(Records, FormatByNameThenByContent) {
  const auto format = [](std::string_view text, const std::string& name) {
    return RecordReader(memory_source(text, name)).format();
  };
  EXPECT_EQ(format("a,b\n", "x.csv"), Format::csv);
  EXPECT_EQ(format("{,b\n", "x.csv.gz"), Format::csv);
  EXPECT_EQ(format("a\n", "x.tab"), Format::tsv);
  EXPECT_EQ(format("[", "x.JSONL"), Format::jsonl);
  EXPECT_EQ(format("[", "x.ndjson.gz"), Format::jsonl);
  EXPECT_EQ(format("[{}]", "x.json"), Format::json_array);
  EXPECT_EQ(format("{\"a\":1}\n", "x.json"), Format::jsonl);
  EXPECT_EQ(format("\n {\"a\":\n1}", "-"), Format::jsonl);
  EXPECT_EQ(format("{\"a\": 1,\n\"b\":2}", "-"), Format::json_texts);
  EXPECT_EQ(format("\xEF\xBB\xBF\n[{}]", "-"), Format::json_array);
  EXPECT_EQ(format("id,b\tc\n", "-"), Format::csv);
  EXPECT_EQ(format("id\tb\n", "-"), Format::tsv);
}

TEST(Records, NumbersThatSimdjsonRefusesAreStillRead) {
  EXPECT_EQ(read_records("{\"a\":123456789012345678901234567890}\n", "f.jsonl").records,
            (Lines{R"(1#1 {"a":1.2345678901234568e+29})"}));
}

TEST(Records, BoundsForHostileRecords) {
  const std::string deep = "{\"a\":" + std::string(2'000, '[') + std::string(2'000, ']') + "}\n";
  const Records out =
      read_records(deep + "{\"a\":" + std::string(600, '[') + std::string(600, ']') + "}\n{}\n", "f.jsonl");
  EXPECT_EQ(out.records, (Lines{"3#3 {}"}));
  EXPECT_EQ(out.problems.size(), 2U);
  std::string wide = "{\"k\":0";
  for (int i = 0; i < 30'000; ++i) wide += ",\"" + std::to_string(i) + "\":0";
  EXPECT_EQ(read_records(wide + "}", "f.jsonl").problems.size(), 1U);
}

TEST(Records, FindAndRejectAndProgress) {
  const std::string text = "{\"a\":\"x\",\"n\":1}\n{\"b\":2}\n";
  RecordReader reader(memory_source(text, "f.jsonl"));
  Record record;
  ASSERT_TRUE(reader.next(record));
  EXPECT_EQ(record.text("a"), "x");
  EXPECT_EQ(record.text("n"), "");
  EXPECT_EQ(*record.find("n"), 1);
  EXPECT_EQ(record.find("b"), nullptr);
  ASSERT_TRUE(reader.next(record));
  reader.reject(record, "expected more", "case-2");
  EXPECT_EQ(reader.problems().at(0).text(), "f.jsonl:2: id case-2: expected more");
  EXPECT_FALSE(reader.next(record));
  EXPECT_EQ(reader.bytes_read(), text.size());
  EXPECT_EQ(reader.total_bytes(), text.size());
}

// ------------------------------------------------------------------------------------------------------ random content

Json random_value(std::mt19937& random, int depth) {
  static const std::vector<std::string> pieces = {"a", "\"", "\\", "\n", "{",    "}",  "[",
                                                  "]", ",",  ":",  "é",  "🩻", "\t", "\x01"};
  switch (random() % (depth > 0 ? 8U : 6U)) {
    case 0:
      return nullptr;
    case 1:
      return random() % 2 == 0;
    case 2:
      return static_cast<int>(random() % 2000) - 1000;
    case 3:
      return std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 200) - 100);
    case 6: {
      Json array = Json::array();
      for (std::size_t k = random() % 4; k > 0; --k) array.push_back(random_value(random, depth - 1));
      return array;
    }
    case 7: {
      Json object = Json::object();
      for (std::size_t k = random() % 4; k > 0; --k)
        object["k" + std::to_string(random() % 9)] = random_value(random, depth - 1);
      return object;
    }
    default: {
      std::string text;
      for (std::size_t k = random() % 6; k > 0; --k) text += pieces[random() % pieces.size()];
      return text;
    }
  }
}

TEST(Records, WrittenJsonReadsBackAsLinesAndAsAnArray) {
  std::mt19937 random(21);
  for (int i = 0; i < 3'000; ++i) {
    std::vector<Json> values;
    std::string lines;
    Json array = Json::array();
    for (std::size_t k = 1 + random() % 4; k > 0; --k) {
      Json value = {{"x", random_value(random, 3)}, {"é\"", random_value(random, 2)}};
      lines += json_line(value);
      array.push_back(value);
    }
    ReadOptions options;
    options.chunk = 1 + random() % 20;
    const std::string compact = json_line(array);
    const std::string pretty = json_pretty(array);
    for (const auto& [text, name] :
         {std::pair(lines, "f.jsonl"), std::pair(compact, "f.json"), std::pair(pretty, "f.json")}) {
      RecordReader reader(memory_source(text, name), options);
      Record record;
      std::size_t count = 0;
      while (reader.next(record)) ASSERT_EQ(record.fields, array.at(count++)) << text;
      ASSERT_EQ(count, array.size()) << text;
      ASSERT_EQ(reader.problem_count(), 0U) << text;
    }
  }
}

// Valid or damaged, a line gives what nlohmann's parser gives, or a problem.
TEST(Records, DamagedLinesAgreeWithNlohmann) {
  std::mt19937 random(22);
  ReadOptions options;
  options.chunk = 4096;  // saves allocating the default 20,000 times
  for (int i = 0; i < 20'000; ++i) {
    std::string line = json_line({{"x", random_value(random, 3)}, {"y", random_value(random, 1)}});
    line.pop_back();
    for (std::size_t k = random() % 3; k > 0; --k)
      line[random() % line.size()] = "\"\\{}[],:1e-. \x01\xFFtn"[random() % 18];
    if (random() % 5 == 0) line.resize(random() % line.size());
    const Json expected = Json::parse(line, nullptr, false);
    const Records out = read_records(line + "\n{}\n", "f.jsonl", options);
    const bool good = !expected.is_discarded() && expected.is_object();
    const bool blank = line.find_first_not_of(" \t\r\n") == std::string::npos;
    ASSERT_EQ(out.records.size(), good ? 2U : 1U) << ::testing::PrintToString(line);
    ASSERT_EQ(out.problems.size(), good || blank ? 0U : 1U) << ::testing::PrintToString(line);
    ASSERT_EQ(out.records[0], good ? "1#1 " + expected.dump() : blank ? "2#1 {}" : "2#2 {}");
  }
}

TEST(Records, DamagedArraysGiveTheSameForAnyChunks) {
  std::mt19937 random(23);
  for (int i = 0; i < 3'000; ++i) {
    Json array = Json::array();
    for (std::size_t k = random() % 5; k > 0; --k) array.push_back({{"x", random_value(random, 2)}});
    std::string text = random() % 2 == 0 ? json_line(array) : json_pretty(array);
    for (std::size_t k = random() % 4; k > 0; --k)
      text[1 + random() % (text.size() - 1)] = "\"\\{}[],\n x"[random() % 10];
    ReadOptions options;
    options.chunk = 4096;
    options.max_record = random() % 2 == 0 ? 1000 : 1 + random() % 40;
    read_in_chunks(text, "f.json", options);
  }
}

}  // namespace
}  // namespace fiducial::io
