// The few columns of a file that a reader of pairs or reports wants, as strings. Rows of CSV and objects of JSON are
// looked through in place; nothing is built that is not wanted. The first column is the record's id.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/io.h"
#include "io/id_set.h"
#include "io/json_parse.h"
#include "io/stream.h"

namespace fiducial::io {

struct Column {
  std::vector<std::string> names;  // accepted names; of those that a record has, the first counts
  bool required = true;            // if not: an empty string where there is none, or null
  bool chosen = false;             // the user named it
  std::string (*check)(std::string_view value) = nullptr;  // what is wrong with a value, or nothing
};

// A user's own name for a column, or the usual ones.
Column column(const std::string& chosen, std::vector<std::string> usual);

class ColumnReader {
 public:
  ColumnReader(std::unique_ptr<ByteSource> source, std::vector<Column> columns, const ReadOptions& options);

  // The next good record: values() has a string for each column until the next call, and they may be moved from.
  bool next();
  std::span<std::string> values() { return values_; }
  std::size_t line() const { return line_; }
  const RecordStream& stream() const { return stream_; }

 private:
  // What a record has for a column.
  struct Found {
    enum class Kind { missing, null, text, number, huge_number, other } kind = Kind::missing;
    std::size_t rank = 0;     // which of the column's names
    std::string_view text;    // of a text
    std::string number = {};  // of a number
  };

  void find_header_columns();
  bool find_in_row();
  bool find_in_json();
  template <typename Value>
  void offer(std::string_view key, const Value& value);
  static Found describe(const simdjson::dom::element& value);
  static Found describe(const Json& value);

  bool take_values();
  std::string take_id();
  std::string take_value(std::size_t column);
  std::string missing_message(const Column& column);
  void reject(std::string message, std::string id = {});

  RecordStream stream_;
  std::vector<Column> columns_;
  std::size_t max_text_;
  std::vector<std::optional<std::size_t>> places_;  // tabular: where each column is
  std::optional<bool> numbered_;                    // ids are the numbers of records; decided by the first
  JsonParser parser_;
  CsvRow row_;
  JsonText text_;
  Json slow_;  // what Found::text views if the fast parser refused
  std::vector<Found> found_;
  std::vector<std::string> values_;
  IdSet ids_;
  std::size_t line_ = 0;
  std::size_t number_ = 0;
};

}  // namespace fiducial::io
