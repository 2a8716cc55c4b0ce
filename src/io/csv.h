// CSV and TSV by RFC 4180: fields in quotes may hold separators, newlines and doubled quotes; lines end in LF or CRLF.
// Beyond the RFC: blank lines are skipped, and a quote inside an unquoted field is a character like any other.
//
// A record with broken quoting (text after a closing quote, or a quote that is never closed) or that is too long is
// logged, and reading goes on at the next line after the one it began on. Every such line is lost, but a single stray
// quote does not swallow the rest of the file.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "fiducial/io.h"
#include "io/window.h"

namespace fiducial::io {

struct CsvRow {
  std::vector<std::string_view> fields;  // valid until the next call
  std::size_t line = 0;                  // where it begins
  std::size_t number = 0;                // which row of the file, bad ones and the header included, counted from 1
};

class CsvScanner {
 public:
  // The window outlives the scanner.
  CsvScanner(Window& window, char separator, std::size_t max_record);

  // The next row of valid UTF-8 without NUL; false at the end. Others are logged. The number of fields is not checked.
  bool next(CsvRow& row, ProblemLog& problems);

 private:
  enum class Fault { none, text_after_quote, open_quote, too_long };
  struct Field {
    std::size_t begin, end;  // offsets into the window, without the quotes
    bool doubled;            // has doubled quotes to undo
  };

  Fault scan_row();
  Fault scan_quoted();
  Fault scan_plain();
  bool at_end();
  bool blank() const;
  std::string fault_message(Fault fault) const;
  std::string content_message() const;
  static std::size_t undouble(char* base, const Field& field);
  void hand_out(CsvRow& row);

  Window& window_;
  char separator_;
  std::size_t limit_;
  std::size_t number_ = 0;
  // The row being scanned, in offsets from the window's start.
  std::vector<Field> fields_;
  std::size_t at_ = 0;      // the next byte
  std::size_t length_ = 0;  // of the row without its line end
  bool row_ended_ = false;
  bool quoted_ = false;
  std::size_t used_ = 0;  // of the window, by the row handed out last
};

}  // namespace fiducial::io
