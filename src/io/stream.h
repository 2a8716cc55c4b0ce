// An opened file of records: its format found out, its CSV header read, its problems logged. RecordReader turns it into
// JSON objects; ColumnReader takes only the columns it wants, without building them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fiducial/io.h"
#include "io/csv.h"
#include "io/json_split.h"
#include "io/window.h"

namespace fiducial::io {

// Looks at the first bytes: takes off a byte order mark, refuses what is empty or not text, and says how to read it.
Format find_format(Window& window, Format wanted);

class RecordStream {
 public:
  RecordStream(std::unique_ptr<ByteSource> source, const ReadOptions& options);

  Format format() const { return format_; }
  bool tabular() const { return csv_.has_value(); }
  const std::vector<std::string>& columns() const { return columns_; }
  const std::string& name() const { return window_.source().name(); }
  const ByteSource& source() const { return window_.source(); }
  ProblemLog& problems() { return problems_; }
  const ProblemLog& problems() const { return problems_; }
  void log(std::size_t line, std::string message, std::string id = {});

  // If tabular: the next row that has as many fields as the header. Its number counts from 1 after the header.
  bool next_row(CsvRow& row);
  // If not: the next text that may be a JSON record.
  bool next_text(JsonText& text);

 private:
  void read_header();

  Window window_;
  Format format_;
  ProblemLog problems_;
  std::optional<CsvScanner> csv_;
  std::unique_ptr<JsonSplitter> json_;
  std::vector<std::string> columns_;
};

}  // namespace fiducial::io
