// A table for a person: columns as wide as their widest cell, numbers to the right, a head in bold.
#pragma once

#include <string>
#include <vector>

#include "cli/terminal.h"

namespace fiducial::cli {

enum class Align { left, right };

struct Column {
  std::string head;
  Align align = Align::right;
};

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  // A row may be shorter than the head; what is missing is empty.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  // Every line ends in a newline and has no blanks before it.
  std::string text(const Paint& paint) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace fiducial::cli
