#include "cli/table.h"

#include <algorithm>

namespace fiducial::cli {
namespace {

std::string padded(const std::string& cell, std::size_t width, Align align) {
  const std::string blanks(width - std::min(width, display_width(cell)), ' ');
  return align == Align::right ? blanks + cell : cell + blanks;
}

std::string without_final_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

const std::string& cell_of(const std::vector<std::string>& row, std::size_t column) {
  static const std::string empty;
  return column < row.size() ? row[column] : empty;
}

}  // namespace

std::string Table::text(const Paint& paint) const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t width = display_width(columns_[c].head);
    for (const auto& row : rows_) width = std::max(width, display_width(cell_of(row, c)));
    widths.push_back(width);
  }
  const auto line_of = [&](const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (c > 0) line += "  ";
      line += padded(cell_of(cells, c), widths[c], columns_[c].align);
    }
    return without_final_blanks(std::move(line));
  };
  std::vector<std::string> heads;
  heads.reserve(columns_.size());
  for (const Column& column : columns_) heads.push_back(column.head);
  std::string out = paint.bold(line_of(heads)) + "\n";
  for (const auto& row : rows_) out += line_of(row) + "\n";
  return out;
}

std::string Table::in(TableFormat format, const Paint& paint) const {
  switch (format) {
    case TableFormat::markdown:
      return markdown();
    case TableFormat::latex:
      return latex();
    case TableFormat::csv:
      return csv();
    case TableFormat::text:
      break;
  }
  return text(paint);
}

}  // namespace fiducial::cli
