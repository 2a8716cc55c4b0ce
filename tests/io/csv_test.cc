// The CSV scanner: a table of RFC 4180 and its edges, and a slow, obvious parser to compare with on random bytes cut
// into chunks of any size.
#include "io/csv.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "fiducial/io.h"

namespace fiducial::io {
namespace {

struct Row {
  std::vector<std::string> fields;  // empty: a problem
  std::size_t line;
  bool operator==(const Row&) const = default;
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.line << ":";
  for (const std::string& field : row.fields) *out << " [" << ::testing::PrintToString(field) << "]";
}

// Rows and problems in file order, as far as lines tell.
std::vector<Row> scan(std::string_view text, std::size_t chunk, char separator = ',', std::size_t limit = 1 << 20) {
  Window window(memory_source(text), chunk);
  CsvScanner scanner(window, separator, limit);
  ProblemLog problems;
  std::vector<Row> rows;
  std::size_t seen = 0;
  const auto add_problems = [&] {
    for (; seen < problems.kept().size(); ++seen) rows.push_back({{}, problems.kept()[seen].line});
  };
  CsvRow row;
  while (scanner.next(row, problems)) {
    add_problems();
    rows.push_back({{row.fields.begin(), row.fields.end()}, row.line});
  }
  add_problems();
  return rows;
}

// ------------------------------------------------------------------------------------------------- slow and obvious

struct SlowRow {
  std::vector<std::string> fields;
  std::size_t length = 0;  // without the line end
  std::size_t next = 0;    // where the next row begins
  bool broken = false;
  bool quoted = false;
};

SlowRow slow_row(const std::string& text, std::size_t at, char separator) {
  SlowRow row;
  const auto has = [&](std::size_t i, char c) { return i < text.size() && text[i] == c; };
  for (;;) {
    std::string field;
    if (has(at, '"')) {
      row.quoted = true;
      ++at;
      for (;;) {
        if (at >= text.size()) {
          row.broken = true;
          row.length = at;
          return row;
        }
        if (text[at] == '"' && !has(at + 1, '"')) break;
        if (text[at] == '"') ++at;
        field += text[at++];
      }
      ++at;
      row.length = at;
      if (has(at, '\r') && (at + 1 == text.size() || text[at + 1] == '\n')) ++at;
    } else {
      while (at < text.size() && text[at] != separator && text[at] != '\n') field += text[at++];
      row.length = at;
      if ((at == text.size() || text[at] == '\n') && field.ends_with('\r')) field.pop_back();
    }
    row.fields.push_back(field);
    if (at < text.size() && text[at] == separator) {
      ++at;
      continue;
    }
    row.broken = at < text.size() && text[at] != '\n';
    row.next = at + 1;
    return row;
  }
}

std::vector<Row> slow_scan(const std::string& text, char separator) {
  std::vector<Row> rows;
  for (std::size_t at = 0; at < text.size();) {
    const std::string before = text.substr(0, at);
    const auto line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const SlowRow row = slow_row(text, at, separator);
    const std::string bytes = text.substr(at, row.length - at);
    if (row.broken) {
      rows.push_back({{}, line});
      const std::size_t newline = text.find('\n', at);
      at = newline == std::string::npos ? text.size() : newline + 1;
      continue;
    }
    at = row.next;
    if (row.fields.size() == 1 && row.fields[0].empty() && !row.quoted) continue;
    const bool bad = bytes.find('\0') != std::string::npos || !is_utf8(bytes);
    rows.push_back({bad ? std::vector<std::string>() : row.fields, line});
  }
  return rows;
}

// ---------------------------------------------------------------------------------------------------------------------

TEST(Csv, Table) {
  using Fields = std::vector<std::string>;
  struct Case {
    std::string_view text;
    std::vector<Row> rows;
  };
  const Case cases[] = {
      {"a,b,c\n1,2,3\n", {{Fields{"a", "b", "c"}, 1}, {Fields{"1", "2", "3"}, 2}}},
      {"a,b\r\n1,2\r\n", {{Fields{"a", "b"}, 1}, {Fields{"1", "2"}, 2}}},
      {"a,b\n1,2", {{Fields{"a", "b"}, 1}, {Fields{"1", "2"}, 2}}},
      {"a,b\r\n1,2\r", {{Fields{"a", "b"}, 1}, {Fields{"1", "2"}, 2}}},
      {"\"x,y\",z\n", {{Fields{"x,y", "z"}, 1}}},
      {"\"x\ny\r\nz\",1\nnext,2\n", {{Fields{"x\ny\r\nz", "1"}, 1}, {Fields{"next", "2"}, 4}}},
      {"\"say \"\"ah\"\"\",\"\"\"\"\n", {{Fields{"say \"ah\"", "\""}, 1}}},
      {"\"\"\"\n\"\"\n\",x\nnext,y\n", {{Fields{"\"\n\"\n", "x"}, 1}, {Fields{"next", "y"}, 4}}},
      {",\n", {{Fields{"", ""}, 1}}},
      {"\"\"\n", {{Fields{""}, 1}}},
      {"a,", {{Fields{"a", ""}, 1}}},
      {"\n\r\na,b\n\nc,d\n\n", {{Fields{"a", "b"}, 3}, {Fields{"c", "d"}, 5}}},
      {"5\" tube,x\n", {{Fields{"5\" tube", "x"}, 1}}},                                       // a quote inside
      {" \"a\",b\n", {{Fields{" \"a\"", "b"}, 1}}},                                           // not first: no quote
      {"a\rb,c\n", {{Fields{"a\rb", "c"}, 1}}},                                               // a lone CR is text
      {"x,\"a\"b\nc,d\n", {{{}, 1}, {Fields{"c", "d"}, 2}}},                                  // text after a quote
      {"x,\"open\nc,d\ne,f\n", {{{}, 1}, {Fields{"c", "d"}, 2}, {Fields{"e", "f"}, 3}}},      // never closed
      {"x,\"open\nc,d\ne,\"f\"\n", {{{}, 1}, {Fields{"c", "d"}, 2}, {Fields{"e", "f"}, 3}}},  // closed too late
      {std::string_view("a,b\nc\0,d\ne,f\n", 13), {{Fields{"a", "b"}, 1}, {{}, 2}, {Fields{"e", "f"}, 3}}},
      {"a,b\nc\xFF,d\ne,f\n", {{Fields{"a", "b"}, 1}, {{}, 2}, {Fields{"e", "f"}, 3}}},
  };
  for (const Case& c : cases) {
    for (const std::size_t chunk : {1U, 2U, 5U, 1000U}) {
      EXPECT_EQ(scan(c.text, chunk), c.rows) << c.text << " in chunks of " << chunk;
    }
    EXPECT_EQ(slow_scan(std::string(c.text), ','), c.rows) << c.text << " (the slow parser)";
  }
}

TEST(Csv, AgreesWithTheSlowParserForAnyChunks) {
  std::mt19937 random(11);
  const std::vector<std::string> pieces = {
      "a", "bc", ",", ",", "\"", "\"", "\"\"", "\n", "\n", "\r\n", "\r", "\t", "é", "\xFF", std::string(1, '\0')};
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    // Mostly without the bytes that spoil a row, or there would be few good ones.
    const std::size_t choices = pieces.size() - (random() % 4 == 0 ? 0 : 2);
    for (std::size_t k = random() % 40; k > 0; --k) text += pieces[random() % choices];
    const char separator = random() % 4 == 0 ? '\t' : ',';
    ASSERT_EQ(scan(text, 1 + random() % 9, separator), slow_scan(text, separator))
        << ::testing::PrintToString(text) << " separator " << separator;
  }
}

TEST(Csv, LimitDoesNotDependOnChunks) {
  std::mt19937 random(12);
  const std::string_view alphabet = "aaaa,\"\"\n\r";
  for (int i = 0; i < 10'000; ++i) {
    std::string text;
    for (std::size_t k = random() % 60; k > 0; --k) text += alphabet[random() % alphabet.size()];
    const std::size_t limit = 1 + random() % 20;
    const std::vector<Row> whole = scan(text, 1000, ',', limit);
    for (const std::size_t chunk : {1U, 3U, 16U}) {
      ASSERT_EQ(scan(text, chunk, ',', limit), whole) << ::testing::PrintToString(text) << " limit " << limit;
    }
  }
}

TEST(Csv, WrittenRowsReadBack) {
  std::mt19937 random(13);
  const std::vector<std::string> pieces = {"a", " ", ",", "\"", "\n", "\r\n", "\r", "\t", "é", "🩻", "'"};
  for (int i = 0; i < 5'000; ++i) {
    const char separator = random() % 2 == 0 ? ',' : '\t';
    std::vector<std::vector<std::string>> rows;
    std::string text;
    const std::size_t width = 1 + random() % 4;
    for (std::size_t r = 0; r < 1 + random() % 4; ++r) {
      std::vector<std::string>& row = rows.emplace_back(width);
      for (std::string& field : row) {
        for (std::size_t k = random() % 5; k > 0; --k) field += pieces[random() % pieces.size()];
      }
      append_csv(text, row, separator);
    }
    const std::vector<Row> read = scan(text, 1 + random() % 6, separator);
    ASSERT_EQ(read.size(), rows.size()) << ::testing::PrintToString(text);
    for (std::size_t r = 0; r < rows.size(); ++r) ASSERT_EQ(read[r].fields, rows[r]);
  }
}

TEST(Csv, WriterQuotesOnlyWhereNeeded) {
  const auto written = [](std::vector<std::string> fields) {
    std::string out;
    append_csv(out, fields);
    return out;
  };
  EXPECT_EQ(written({"a", "b c", ""}), "a,b c,\n");
  EXPECT_EQ(written({"a,b", "say \"ah\"", "x\ny"}), "\"a,b\",\"say \"\"ah\"\"\",\"x\ny\"\n");
  EXPECT_EQ(written({""}), "\"\"\n");
}

}  // namespace
}  // namespace fiducial::io
