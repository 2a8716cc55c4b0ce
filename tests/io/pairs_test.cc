// PairReader and ReportReader: names of columns, ids, what is refused; and the fast path against the generic reader.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "fiducial/io.h"
#include "io/id_set.h"
#include "temp_folder.h"

namespace fiducial::io {
namespace {

struct PairsRead {
  std::vector<std::string> pairs;  // "line id|reference|candidate"
  std::vector<std::string> problems;
  bool operator==(const PairsRead&) const = default;
};

PairsRead read(std::string_view text, const std::string& name, const PairColumns& columns = {},
               const ReadOptions& options = {}) {
  PairsRead out;
  PairReader reader(memory_source(text, name), columns, options);
  Pair pair;
  while (reader.next(pair)) {
    out.pairs.push_back(std::to_string(pair.line) + " " + pair.id + "|" + pair.reference + "|" + pair.candidate);
  }
  for (const Problem& problem : reader.problems()) out.problems.push_back(problem.text());
  return out;
}

using Lines = std::vector<std::string>;

TEST(Pairs, EveryFormatGivesTheSame) {
  const Lines expected = {"a|r, 1|c1", "b|r\"2\"|"};
  const auto without_lines = [](Lines lines) {
    for (std::string& line : lines) line.erase(0, line.find(' ') + 1);
    return lines;
  };
  const std::string objects[] = {R"({"id":"a","reference":"r, 1","candidate":"c1"})",
                                 R"({"candidate":"","id":"b","reference":"r\"2\"","more":[1]})"};
  EXPECT_EQ(without_lines(read(objects[0] + "\n" + objects[1], "p.jsonl").pairs), expected);
  EXPECT_EQ(without_lines(read("[" + objects[0] + "," + objects[1] + "]", "p.json").pairs), expected);
  EXPECT_EQ(without_lines(read("id,reference,candidate\na,\"r, 1\",c1\nb,\"r\"\"2\"\"\",\n", "p.csv").pairs), expected);
  EXPECT_EQ(without_lines(read("x\tgen\tgt\tname\n\tc1\tr, 1\ta\n\t\t\"r\"\"2\"\"\"\tb\n", "p.tsv").pairs), expected);
}

// What is known of the patient, in its usual columns or in those that the user names.
TEST(Pairs, PatientColumns) {
  const auto patients = [](std::string_view text, const std::string& name, const PairColumns& columns) {
    PairReader reader(memory_source(text, name), columns, {});
    Lines out;
    Pair pair;
    while (reader.next(pair)) out.push_back(pair.age + "|" + pair.indication);
    for (const Problem& problem : reader.problems()) out.push_back(problem.text());
    return out;
  };
  const PairColumns usual{.patient = true};
  const PairColumns own{.patient = true, .age = "years", .indication = "why"};
  const std::string head = "reference,candidate,age,indication,years,why\n";
  EXPECT_EQ(patients(head + "r,c,71,fall,6 months,cough\n", "p.csv", usual), Lines{"71|fall"});
  EXPECT_EQ(patients(head + "r,c,71,fall,6 months,cough\n", "p.csv", own), Lines{"6 months|cough"});
  EXPECT_EQ(patients(head + "r,c,71,fall,,\n", "p.csv", own), Lines{"|"});
  EXPECT_EQ(patients("reference,candidate\nr,c\n", "p.csv", usual), Lines{"|"});
  EXPECT_EQ(patients(R"({"reference":"r","candidate":"c","age":71,"years":6})", "p.jsonl", own), Lines{"6|"});
  EXPECT_EQ(patients(R"({"reference":"r","candidate":"c","age":71})", "p.jsonl", own), Lines{"|"});
  EXPECT_EQ(patients(head + "r,c,71,fall,old,\n", "p.csv", own),
            Lines{"p.csv:2: id 1: 'years': expected an age such as 45, \"45 years\" or 045Y, found something else"});
  EXPECT_THROW(patients("reference,candidate,age\nr,c,71\n", "p.csv", own), InputError);
}

TEST(Pairs, AliasesInTheirOrder) {
  for (const std::string id : {"id", "name", "example_id", "study_id"}) {
    for (const std::string ref : {"reference", "ref", "target", "ground_truth", "gt"}) {
      for (const std::string cand :
           {"candidate", "cand", "prediction", "pred", "hypothesis", "hyp", "generated", "gen"}) {
        const Lines expected = {"2 i|r|c"};
        ASSERT_EQ(read(cand + "," + id + "," + ref + "\nc,i,r\n", "p.csv").pairs, expected);
        const Json object = {{id, "i"}, {cand, "c"}, {ref, "r"}};
        ASSERT_EQ(read("\n" + json_line(object), "p.jsonl").pairs, expected);
      }
    }
  }
  // Several of one kind: the first of the list counts, not the first of the file.
  EXPECT_EQ(read(R"({"study_id":"s","gt":"g","ref":"r","gen":"x","cand":"c","id":"i"})", "p.jsonl").pairs,
            (Lines{"1 i|r|c"}));
  EXPECT_EQ(read("study_id,gt,ref,gen,cand,id\ns,g,r,x,c,i\n", "p.csv").pairs, (Lines{"2 i|r|c"}));
}

TEST(Pairs, TheUsersOwnNames) {
  const PairColumns columns{"case", "truth", "model"};
  EXPECT_EQ(read("id,case,truth,model,reference\n1,i,r,c,x\n", "p.csv", columns).pairs, (Lines{"2 i|r|c"}));
  EXPECT_EQ(read(R"({"case":7,"truth":"r","model":"c","ref":"x"})", "p.jsonl", columns).pairs, (Lines{"1 7|r|c"}));
  EXPECT_EQ(input_error([&] { read("id,truth,model\n1,r,c\n", "p.csv", columns); }),
            "p.csv:1: expected a column 'case'; the header has 'id', 'truth' and 'model'");
  EXPECT_EQ(read(R"({"id":7,"truth":"r","model":"c"})", "p.jsonl", columns).problems,
            (Lines{"p.jsonl:1: expected a field 'case'; the record has 'id', 'truth' and 'model'"}));
}

TEST(Pairs, MissingColumns) {
  EXPECT_EQ(input_error([] { read("id,reference,text\n1,r,c\n", "p.csv"); }),
            "p.csv:1: expected a column 'candidate', 'cand', 'prediction', 'pred', 'hypothesis', 'hyp', 'generated' or "
            "'gen'; the header has 'id', 'reference' and 'text'");
  EXPECT_EQ(read(R"({"id":"a","candidate":"c","text":"t"})", "p.jsonl").problems,
            (Lines{"p.jsonl:1: id a: expected a field 'reference', 'ref', 'target', 'ground_truth' or 'gt'; the record "
                   "has 'id', 'candidate' and 'text'"}));
}

TEST(Pairs, AFileWithoutHeaderDoesNotShowItsReports) {
  const std::string message = input_error([] { read("1,The heart is enlarged.,Heart of normal size\n", "p.csv"); });
  EXPECT_EQ(message.find("heart"), std::string::npos) << message;
  EXPECT_EQ(message.find("Heart"), std::string::npos) << message;
}

TEST(Pairs, Ids) {
  const auto ids = [](std::string_view id) {
    return read("{\"id\":" + std::string(id) + ",\"ref\":\"r\",\"gen\":\"c\"}", "p.jsonl");
  };
  EXPECT_EQ(ids("\"x y\"").pairs, (Lines{"1 x y|r|c"}));
  EXPECT_EQ(ids("7").pairs, (Lines{"1 7|r|c"}));
  EXPECT_EQ(ids("-7").pairs, (Lines{"1 -7|r|c"}));
  EXPECT_EQ(ids("1.50").pairs, (Lines{"1 1.5|r|c"}));
  EXPECT_EQ(ids("18446744073709551615").pairs, (Lines{"1 18446744073709551615|r|c"}));
  EXPECT_EQ(ids("184467440737095516150").problems,
            (Lines{"p.jsonl:1: expected an id, found a number too large to be exact: write it in quotes"}));
  EXPECT_EQ(ids("null").problems, (Lines{"p.jsonl:1: expected a string or a number as id in 'id', found null"}));
  EXPECT_EQ(ids("[1]").problems,
            (Lines{"p.jsonl:1: expected a string or a number as id in 'id', found another kind of value"}));
  EXPECT_EQ(ids("\"\"").problems, (Lines{"p.jsonl:1: expected an id in 'id', found an empty one"}));
  EXPECT_EQ(read("id,ref,gen\n,r,c\n", "p.csv").problems,
            (Lines{"p.csv:2: expected an id in 'id', found an empty one"}));
}

TEST(Pairs, WithoutIdsRecordsAreNumbered) {
  EXPECT_EQ(read("ref,gen\nr,c\nbad\nr,c\n", "p.csv").pairs, (Lines{"2 1|r|c", "4 3|r|c"}));
  const PairsRead out = read("{\"ref\":\"r\",\"gen\":\"c\"}\n\n{]\n{\"ref\":\"r\",\"gen\":\"c\"}\n", "p.jsonl");
  EXPECT_EQ(out.pairs, (Lines{"1 1|r|c", "4 3|r|c"}));
  // Where the first record has an id, one without is a mistake.
  EXPECT_EQ(read("{\"id\":1,\"ref\":\"r\",\"gen\":\"c\"}\n{\"ref\":\"r\",\"gen\":\"c\"}\n", "p.jsonl").problems,
            (Lines{"p.jsonl:2: expected a field 'id', 'name', 'example_id', 'study_id' or 'uid'; the record has 'ref' "
                   "and 'gen'"}));
}

TEST(Pairs, DuplicateIds) {
  const PairsRead out = read("id,ref,gen\na,r,c\nb,r,c\na,r2,c2\nb,r3,c3\n", "p.csv");
  EXPECT_EQ(out.pairs, (Lines{"2 a|r|c", "3 b|r|c"}));
  EXPECT_EQ(out.problems, (Lines{"p.csv:4: id a: expected an id that no other record has, found that of line 2",
                                 "p.csv:5: id b: expected an id that no other record has, found that of line 3"}));
  // A record that is refused does not use up its id.
  EXPECT_EQ(read("{\"id\":1,\"ref\":\"r\"}\n{\"id\":1,\"ref\":\"r\",\"gen\":\"c\"}\n", "p.jsonl").pairs,
            (Lines{"2 1|r|c"}));
}

TEST(Pairs, TextsMustBeStrings) {
  const PairsRead out = read(
      "{\"id\":1,\"ref\":null,\"gen\":\"c\"}\n{\"id\":2,\"ref\":\"r\",\"gen\":3}\n"
      "{\"id\":3,\"ref\":[\"r\"],\"gen\":\"c\"}\n{\"id\":4,\"ref\":\"\",\"gen\":\"\"}\n",
      "p.jsonl");
  EXPECT_EQ(out.pairs, (Lines{"4 4||"}));
  EXPECT_EQ(out.problems, (Lines{"p.jsonl:1: id 1: expected text in 'ref', found null",
                                 "p.jsonl:2: id 2: expected text in 'gen', found a number",
                                 "p.jsonl:3: id 3: expected text in 'ref', found another kind of value"}));
}

TEST(Pairs, Gzip) {
  const TempFolder folder;
  const std::string path = folder / "p.csv.gz";
  write_file(path, "id,ref,gen\na,r,c\n");
  PairReader reader(path);
  Pair pair;
  ASSERT_TRUE(reader.next(pair));
  EXPECT_EQ(pair.reference, "r");
  EXPECT_FALSE(reader.next(pair));
  EXPECT_EQ(reader.bytes_read(), reader.total_bytes());
}

// ------------------------------------------------------------------------------------ the fast path and the slow one

// What PairReader does, on whole records and with sets of strings.
PairsRead slow_read(const std::string& text) {
  PairsRead out;
  RecordReader reader(memory_source(text, "p.jsonl"));
  Record record;
  std::set<std::string> ids;
  std::optional<bool> numbered;
  const auto pick = [&](std::initializer_list<const char*> names) -> const Json* {
    for (const char* name : names) {
      if (record.find(name) != nullptr) return record.find(name);
    }
    return nullptr;
  };
  while (reader.next(record)) {
    const Json* const id = pick({"id", "name"});
    const Json* const reference = pick({"reference", "ref"});
    const Json* const candidate = pick({"candidate", "gen"});
    if (!numbered) numbered = id == nullptr;
    std::string id_text;
    if (id == nullptr && *numbered) id_text = std::to_string(record.number);
    if (id != nullptr && id->is_string()) id_text = id->get<std::string>();
    if (id != nullptr && id->is_number()) append_json(id_text, *id);
    const bool good = !id_text.empty() && reference != nullptr && reference->is_string() && candidate != nullptr &&
                      candidate->is_string() && ids.insert(id_text).second;
    if (!good) {
      reader.reject(record, "");
      continue;
    }
    out.pairs.push_back(std::to_string(record.line) + " " + id_text + "|" + reference->get<std::string>() + "|" +
                        candidate->get<std::string>());
  }
  for (const Problem& problem : reader.problems()) out.problems.push_back(std::to_string(problem.line));
  return out;
}

TEST(Pairs, FastPathAgreesWithTheGenericReader) {
  std::mt19937 random(31);
  const std::string names[] = {"id", "name", "reference", "ref", "candidate", "gen", "other"};
  const std::string values[] = {
      "\"a\"",          "\"b\\n\\u00e9\"",       "\"\"",        "7",        "0.25",     "null",     "true", "[1]",
      "{\"id\":\"z\"}", "123456789012345678901", "\"\\ud800\"", "\"text\"", "\"more\"", "\"words\""};
  for (int i = 0; i < 10'000; ++i) {
    std::string text;
    for (std::size_t lines = 1 + random() % 4; lines > 0; --lines) {
      text += "{";
      for (const std::string& name : names) {
        if (random() % 3 == 0) continue;
        if (text.back() != '{') text += ",";
        const std::size_t choice = random() % 2 == 0 ? 11 + random() % 3 : random() % std::size(values);
        text += "\"" + name + "\":" + values[choice];
      }
      text += random() % 20 == 0 ? "\n" : "}\n";
    }
    // An id that is a number beyond exactness is the one thing that PairReader refuses and slow_read does not.
    if (text.find("d\":12345678901") != std::string::npos || text.find("e\":12345678901") != std::string::npos)
      continue;
    ReadOptions options;
    options.chunk = 1 + random() % 50;
    const PairsRead fast = read(text, "p.jsonl", {}, options);
    const PairsRead slow = slow_read(text);
    ASSERT_EQ(fast.pairs, slow.pairs) << text;
    ASSERT_EQ(fast.problems.size(), slow.problems.size()) << text;
  }
}

// ------------------------------------------------------------------------------------------------------------ size

// A good record, one of `length` bytes that exists nowhere in memory, and a good record.
class LongLineSource : public ByteSource {
 public:
  explicit LongLineSource(std::size_t length, std::string_view head = kJsonHead, std::string_view tail = kJsonTail)
      : head_text_(head), tail_text_(tail), left_(length) {}
  std::size_t read(std::span<char> room) override {
    if (head_ < head_text_.size()) {
      const std::size_t count = head_text_.copy(room.data(), room.size(), head_);
      head_ += count;
      return count;
    }
    if (left_ > 0) {
      const std::size_t count = std::min(left_, room.size());
      std::fill_n(room.data(), count, 'x');
      left_ -= count;
      return count;
    }
    const std::size_t count = tail_text_.copy(room.data(), room.size(), tail_);
    tail_ += count;
    return count;
  }
  const std::string& name() const override { return name_; }
  std::uint64_t bytes_read() const override { return 0; }
  std::uint64_t total_bytes() const override { return 0; }

 private:
  static constexpr std::string_view kJsonHead = "{\"id\":1,\"ref\":\"r\",\"gen\":\"c\"}\n{\"id\":2,\"ref\":\"";
  static constexpr std::string_view kJsonTail = "\",\"gen\":\"c\"}\n{\"id\":3,\"ref\":\"r\",\"gen\":\"c\"}\n";
  std::string name_ = "long";
  std::string_view head_text_, tail_text_;
  std::size_t left_;
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
};

long peak_kib() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

// The records before and after a line of 200 MB are read, it is a problem, and memory stays about as it was.
void expect_skipped_and_not_held(std::string_view head, std::string_view tail, std::size_t line) {
  ReadOptions options;
  options.max_record = 1 << 20;
  const long before = peak_kib();
  PairReader reader(std::make_unique<LongLineSource>(200'000'000, head, tail), {}, options);
  Pair pair;
  ASSERT_TRUE(reader.next(pair));
  ASSERT_TRUE(reader.next(pair));
  EXPECT_EQ(pair.id, "3");
  EXPECT_EQ(pair.line, line + 1);
  EXPECT_FALSE(reader.next(pair));
  EXPECT_LT(peak_kib() - before, 32 * 1024);
  ASSERT_EQ(reader.problem_count(), 1U);
  EXPECT_EQ(reader.problems()[0].text(),
            "long:" + std::to_string(line) +
                ": expected a record of at most 1048576 bytes, found a longer one; it is skipped");
}

TEST(Pairs, ALineOf200MBIsSkippedAndNotHeldInJsonl) {
  expect_skipped_and_not_held("{\"id\":1,\"ref\":\"r\",\"gen\":\"c\"}\n{\"id\":2,\"ref\":\"",
                              "\",\"gen\":\"c\"}\n{\"id\":3,\"ref\":\"r\",\"gen\":\"c\"}\n", 2);
}

TEST(Pairs, ALineOf200MBIsSkippedAndNotHeldInAnArray) {
  expect_skipped_and_not_held("[{\"id\":1,\"ref\":\"r\",\"gen\":\"c\"},\n{\"id\":2,\"ref\":\"",
                              "\",\"gen\":\"c\"},\n{\"id\":3,\"ref\":\"r\",\"gen\":\"c\"}]\n", 2);
}

TEST(Pairs, ALineOf200MBIsSkippedAndNotHeldInCsv) {
  expect_skipped_and_not_held("id,ref,gen\n1,r,c\n2,", ",c\n3,r,c\n", 3);
}

TEST(Pairs, ALineOf200MBIsSkippedAndNotHeldInCsvWithQuotes) {
  expect_skipped_and_not_held("id,ref,gen\n1,r,c\n2,\"", "\",c\n3,r,c\n", 3);
}

TEST(Pairs, TheDefaultLimitIs64MiBOfARecordAnd2MiBOfAText) {
  ReadOptions any_text;
  any_text.max_text = any_text.max_record;
  PairReader longer(std::make_unique<LongLineSource>(std::size_t{64} << 20), {}, any_text);
  PairReader shorter(std::make_unique<LongLineSource>((std::size_t{64} << 20) - 100), {}, any_text);
  PairReader no_report(std::make_unique<LongLineSource>((std::size_t{2} << 20) + 1));
  PairReader report(std::make_unique<LongLineSource>(std::size_t{2} << 20));
  const auto all = [](PairReader& reader) {
    Pair pair;
    std::size_t count = 0;
    while (reader.next(pair)) ++count;
    return std::pair(count, reader.problem_count());
  };
  EXPECT_EQ(all(longer), std::pair(std::size_t{2}, std::size_t{1}));
  EXPECT_EQ(all(shorter), std::pair(std::size_t{3}, std::size_t{0}));
  EXPECT_EQ(all(no_report), std::pair(std::size_t{2}, std::size_t{1}));
  EXPECT_EQ(all(report), std::pair(std::size_t{3}, std::size_t{0}));
}

TEST(Pairs, ManyBadRecordsAreCounted) {
  std::string text;
  for (std::size_t i = 0; i < ProblemLog::kKept + 50; ++i) text += "{\n";
  PairReader reader(memory_source(text, "p.jsonl"));
  Pair pair;
  EXPECT_FALSE(reader.next(pair));
  EXPECT_EQ(reader.problems().size(), ProblemLog::kKept);
  EXPECT_EQ(reader.problem_count(), ProblemLog::kKept + 50);
}

TEST(IdSet, RemembersEveryId) {
  IdSet ids;
  for (std::size_t i = 1; i <= 100'000; ++i) ASSERT_EQ(ids.insert("case-" + std::to_string(i), i), 0U);
  for (std::size_t i = 1; i <= 100'000; ++i) ASSERT_EQ(ids.insert("case-" + std::to_string(i), 7), i);
}

// --------------------------------------------------------------------------------------------------------- reports

TEST(Reports, Columns) {
  const std::string text =
      "{\"name\":\"a\",\"Examined_Area\":\"CHEST\",\"Examined_Type\":\"CT\",\"English_Report\":\"Clear.\"}\n"
      "{\"id\":\"b\",\"text\":\"Normal.\",\"Examined_Area\":null}\n"
      "{\"name\":\"c\",\"findings\":{}}\n";
  ReportReader reader(memory_source(text, "r.jsonl"));
  Report report;
  ASSERT_TRUE(reader.next(report));
  EXPECT_EQ(report.name + "|" + report.text + "|" + report.area + "|" + report.type, "a|Clear.|CHEST|CT");
  EXPECT_EQ(report.line, 1U);
  ASSERT_TRUE(reader.next(report));
  EXPECT_EQ(report.name + "|" + report.text + "|" + report.area + "|" + report.type, "b|Normal.||");
  EXPECT_FALSE(reader.next(report));
  ASSERT_EQ(reader.problem_count(), 1U);
  EXPECT_EQ(reader.problems()[0].text(), "r.jsonl:3: id c: expected text in 'findings', found another kind of value");
}

TEST(Reports, CsvAndOwnNames) {
  ReportReader reader(memory_source("uid,impression\n1,Clear.\n", "r.csv"), {"uid", "impression", ""});
  Report report;
  ASSERT_TRUE(reader.next(report));
  EXPECT_EQ(report.name, "1");
  EXPECT_EQ(report.text, "Clear.");
  EXPECT_EQ(input_error([] { ReportReader(memory_source("name,x\n", "r.csv")); }),
            "r.csv:1: expected a column 'English_Report', 'report', 'findings', 'text' or 'impression'; the header has "
            "'name' "
            "and 'x'");
}

}  // namespace
}  // namespace fiducial::io
