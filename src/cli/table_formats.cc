// Tables as Markdown, LaTeX and CSV, and how a cell's text is made safe in each.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "cli/table.h"
#include "fiducial/io.h"

namespace fiducial::cli {
namespace {

constexpr std::string_view kDash = "–";  // between the ends of an interval, and for what is not defined

bool is_number(const std::string& cell) {
  if (cell.empty() || cell.find_first_not_of("+-.0123456789eE") != std::string::npos) return false;
  char* end = nullptr;
  (void)std::strtod(cell.c_str(), &end);
  return end == cell.c_str() + cell.size();
}

std::string on_one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return text;
}

std::string markdown_cell(const std::string& cell) {
  std::string out;
  const std::string text = on_one_line(cell);
  const auto letter = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool inside = i > 0 && i + 1 < text.size() && letter(text[i - 1]) && letter(text[i + 1]);
    const bool special = std::string_view("|\\`*<>[]~").find(c) != std::string_view::npos || (c == '_' && !inside);
    if (special) out += '\\';
    out += c;
  }
  return out;
}

std::string latex_character(char c) {
  switch (c) {
    case '\\':
      return "\\textbackslash{}";
    case '~':
      return "\\textasciitilde{}";
    case '^':
      return "\\textasciicircum{}";
    case '<':
      return "$<$";
    case '>':
      return "$>$";
    case '|':
      return "$|$";
    case '"':
      return "\\textquotedbl{}";
    case '&':
    case '%':
    case '$':
    case '#':
    case '_':
    case '{':
    case '}':
      return std::string("\\") + c;
    default:
      return std::string(1, c);
  }
}

std::string latex_text(const std::string& cell) {
  const std::string text = on_one_line(cell);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::string_view(text).substr(i).starts_with(kDash)) {
      out += "--";
      i += kDash.size() - 1;
    } else {
      out += latex_character(text[i]);
    }
  }
  return out;
}

// A sign is a minus, not a hyphen.
std::string latex_cell(const std::string& cell) {
  return is_number(cell) && (cell.front() == '-' || cell.front() == '+') ? "$" + cell + "$" : latex_text(cell);
}

// "1,234" is 1234; "–" is nothing.
std::string csv_number(const std::string& cell) {
  if (cell == kDash) return "";
  std::string plain = cell;
  plain.erase(std::remove(plain.begin(), plain.end(), ','), plain.end());
  return is_number(plain) ? plain : cell;
}

std::string csv_cell(const std::string& cell) {
  std::string plain = csv_number(cell);
  if (plain.empty() || is_number(plain)) return plain;
  return std::string_view("=+-@\t\r").find(plain.front()) != std::string_view::npos ? "'" + plain : plain;
}

// "0.1 – 0.2" as its two ends; both empty if it is none.
std::pair<std::string, std::string> ends_of(const std::string& interval) {
  const std::string between = " " + std::string(kDash) + " ";
  const std::size_t at = interval.find(between);
  if (at == std::string::npos) return {};
  return {interval.substr(0, at), interval.substr(at + between.size())};
}

}  // namespace

std::string Table::markdown() const {
  std::string out = "|";
  std::string rule = "|";
  for (const Column& column : columns_) {
    out += " " + markdown_cell(column.head) + " |";
    rule += column.align == Align::right ? " ---: |" : " --- |";
  }
  out += "\n" + rule + "\n";
  for (const auto& row : rows_) {
    out += "|";
    for (std::size_t c = 0; c < columns_.size(); ++c)
      out += " " + (c < row.size() ? markdown_cell(row[c]) : std::string()) + " |";
    out += "\n";
  }
  return out;
}

std::string Table::latex() const {
  std::string out = "\\begin{tabular}{";
  for (const Column& column : columns_) out += column.align == Align::right ? 'r' : 'l';
  out += "}\n\\toprule\n";
  for (std::size_t c = 0; c < columns_.size(); ++c) out += (c > 0 ? " & " : "") + latex_text(columns_[c].head);
  out += " \\\\\n\\midrule\n";
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (c > 0) out += " & ";
      if (c < row.size()) out += latex_cell(row[c]);
    }
    out += " \\\\\n";
  }
  return out + "\\bottomrule\n\\end{tabular}\n";
}

std::string Table::csv() const {
  std::vector<std::string> fields;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (!columns_[c].interval) {
      fields.push_back(csv_cell(columns_[c].head));
    } else {
      const std::string of = c > 0 ? columns_[c - 1].head + " " : "";
      fields.push_back(csv_cell(of + "low"));
      fields.push_back(csv_cell(of + "high"));
    }
  }
  std::string out;
  io::append_csv(out, fields);
  for (const auto& row : rows_) {
    fields.clear();
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const std::string cell = c < row.size() ? row[c] : "";
      if (columns_[c].interval) {
        const auto [low, high] = ends_of(cell);
        fields.push_back(csv_cell(low));
        fields.push_back(csv_cell(high));
      } else {
        fields.push_back(columns_[c].align == Align::right ? csv_cell(csv_number(cell)) : csv_cell(cell));
      }
    }
    io::append_csv(out, fields);
  }
  return out;
}

void add_table_format(CLI::App& command, TableFormat& format) {
  const auto add = [&](const char* name, TableFormat chosen, const char* what) {
    return command.add_flag_callback(
        name, [&format, chosen] { format = chosen; }, what);
  };
  CLI::Option* markdown = add("--markdown", TableFormat::markdown, "Print the table as Markdown");
  CLI::Option* latex = add("--latex", TableFormat::latex, "Print the table as LaTeX (booktabs)");
  CLI::Option* csv = add("--csv", TableFormat::csv, "Print the table as CSV");
  markdown->excludes(latex)->excludes(csv);
  latex->excludes(csv);
}

std::string written(const std::vector<TitledTable>& tables, TableFormat format, const std::string& signatures) {
  std::string out;
  for (const TitledTable& one : tables) {
    if (!out.empty()) out += "\n";
    if (!one.title.empty() && format == TableFormat::markdown) out += "**" + markdown_cell(one.title) + "**\n\n";
    if (!one.title.empty() && format == TableFormat::latex) out += "% " + on_one_line(one.title) + "\n";
    out += one.table.in(format, Paint(false));
  }
  if (signatures.empty() || format == TableFormat::csv) return out;
  if (format == TableFormat::markdown) return out + "\n```\n" + signatures + "```\n";
  std::size_t at = 0;
  while (at < signatures.size()) {
    const std::size_t end = std::min(signatures.find('\n', at), signatures.size());
    out += "% " + signatures.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return out;
}

}  // namespace fiducial::cli
