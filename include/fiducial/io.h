// Records of files as JSON, for the project's own use: this header is not installed, files.h is.
#pragma once

#include <nlohmann/json.hpp>

#include "fiducial/files.h"

namespace fiducial::io {

// JSON whose objects keep the order of their fields.
using Json = nlohmann::ordered_json;

struct Record {
  Json fields = Json::object();  // an object; the values of CSV and TSV are strings
  std::size_t line = 0;          // where the record begins, counted from 1
  std::size_t number = 0;        // which record of the file it is, bad ones included, counted from 1

  // The field's value, or nullptr.
  const Json* find(std::string_view name) const;
  // The field's text if it is there and is a string, else an empty view.
  std::string_view text(std::string_view name) const;
  // "the record has 'a' and 'b'": for messages about what it lacks.
  std::string what_it_has() const;
  // Its id as text, a string or a whole number: id, name, example_id, study_id or uid. Empty if there
  // is none.
  std::string id() const;
};

// The records of a file of any format, one at a time.
class RecordReader {
 public:
  // InputError: as open_source; an empty file; not text (UTF-16, a spreadsheet); a CSV header that is not usable.
  explicit RecordReader(const std::string& path, ReadOptions options = {});
  explicit RecordReader(std::unique_ptr<ByteSource> source, ReadOptions options = {});
  RecordReader(RecordReader&&) noexcept;
  RecordReader& operator=(RecordReader&&) noexcept;
  ~RecordReader();

  // The next good record; false at the end. Bad ones on the way become problems().
  bool next(Record& record);

  Format format() const;
  // CSV and TSV: the header's names. JSON: empty.
  const std::vector<std::string>& columns() const;
  const std::string& source() const;

  // For users of the reader that find a record unusable for their own reasons: one more Problem, at this record.
  void reject(const Record& record, std::string message, std::string id = {});
  const std::vector<Problem>& problems() const;
  std::size_t problem_count() const;

  std::uint64_t bytes_read() const;
  std::uint64_t total_bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The one way that JSON is written: on one line, always valid UTF-8 (bytes that are not become U+FFFD), numbers as the
// shortest text that reads back as the same double ("0.1", "1.0", "1e-300"), NaN and infinities as null.
void append_json(std::string& out, const Json& value);
void append_json_text(std::string& out, std::string_view text);  // with its quotes
void append_json_number(std::string& out, double number);
// The value and a newline: a line of a JSONL file.
std::string json_line(const Json& value);
// Over several lines, indented by two spaces, for files that people read.
std::string json_pretty(const Json& value);

}  // namespace fiducial::io
