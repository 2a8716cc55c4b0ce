// A table, and the four ways to write it: for a person at a terminal, for a README (Markdown), for a paper (LaTeX) and
// for a spreadsheet or a script (CSV). What a cell holds is escaped for the way it is written, so that the name of a
// file or of a metric cannot break a table, nor become a formula.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/terminal.h"

namespace fiducial::cli {

enum class Align { left, right };

struct Column {
  std::string head;
  Align align = Align::right;
  bool interval = false;  // cells are "low – high" of the value in the column before it; two columns in CSV
};

enum class TableFormat { text, markdown, latex, csv };

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  // A row may be shorter than the head; what is missing is empty.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }

  // Columns as wide as their widest cell, numbers to the right, a head in bold. Every line ends in a newline and has no
  // blanks before it.
  std::string text(const Paint& paint) const;
  // As GitHub reads it.
  std::string markdown() const;
  // A tabular with the rules of the package booktabs.
  std::string latex() const;
  // RFC 4180. Numbers are plain: no thousands separators, nothing for "–". A text that a spreadsheet would take for a
  // formula (= + - @) gets an apostrophe in front.
  std::string csv() const;
  std::string in(TableFormat format, const Paint& paint) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

struct TitledTable {
  std::string title;  // may be empty
  Table table;
};

// --markdown, --latex and --csv: the tables alone, in that form. One of them only.
void add_table_format(CLI::App& command, TableFormat& format);
// Tables one after the other, each below its title (in CSV there are no titles), and the signatures: as code in
// Markdown, as comments in LaTeX, not at all in CSV. `format` is not text.
std::string written(const std::vector<TitledTable>& tables, TableFormat format, const std::string& signatures);

}  // namespace fiducial::cli
