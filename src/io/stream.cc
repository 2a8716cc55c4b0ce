#include "io/stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "io/show.h"

namespace fiducial::io {
namespace {

// How much of a file is looked at to find out its format.
constexpr std::size_t kLook = std::size_t{64} << 10;
constexpr std::string_view kSpaces = " \t\r\n";

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

void hold(Window& window, std::size_t wanted) {
  while (window.size() < wanted && window.more()) {
  }
}

void refuse_what_is_not_text(Window& window) {
  hold(window, 4);
  const std::string_view start = window.view().substr(0, 4);
  const std::string& name = window.source().name();
  if (start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF")) {
    fail(name, "expected UTF-8, found UTF-16: save the file as UTF-8");
  }
  if (start == "PK\x03\x04") {
    fail(name, "expected CSV, JSONL or JSON, found a zip file or a spreadsheet: save it as CSV");
  }
}

Format by_extension(const std::string& path) {
  std::string name = lower(path);
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  if (name.ends_with(".csv")) return Format::csv;
  if (name.ends_with(".tsv") || name.ends_with(".tab")) return Format::tsv;
  if (name.ends_with(".jsonl") || name.ends_with(".ndjson")) return Format::jsonl;
  return Format::automatic;
}

// The first line that is not blank, or as much of it as we look at.
std::string_view first_line(Window& window) {
  std::size_t start = std::string_view::npos;
  for (;;) {
    const std::string_view look = window.view().substr(0, kLook);
    start = look.find_first_not_of(kSpaces);
    if (start != std::string_view::npos && look.find('\n', start) != std::string_view::npos) break;
    if (window.size() >= kLook || !window.more()) break;
  }
  std::string_view line = window.view().substr(0, kLook);
  line.remove_prefix(std::min(line.find_first_not_of(kSpaces), line.size()));
  return line.substr(0, line.find('\n'));
}

Format by_content(std::string_view line) {
  if (line.starts_with('[')) return Format::json_array;
  if (line.starts_with('{')) {
    // A line of JSONL ends its object. One that ends between two fields is the start of a pretty-printed object.
    const std::size_t last = line.find_last_not_of(kSpaces);
    return std::string_view("{[,").find(line[last]) == std::string_view::npos ? Format::jsonl : Format::json_texts;
  }
  const bool tabs = line.find('\t') != std::string_view::npos && line.find(',') == std::string_view::npos;
  return tabs ? Format::tsv : Format::csv;
}

}  // namespace

Format find_format(Window& window, Format wanted) {
  refuse_what_is_not_text(window);
  if (window.view().starts_with("\xEF\xBB\xBF")) window.consume(3);
  const std::string_view line = first_line(window);
  if (line.empty() && window.size() < kLook) {
    fail(window.source().name(), "the file is empty; expected records as CSV, JSONL or JSON");
  }
  if (wanted != Format::automatic) return wanted;
  const Format named = by_extension(window.source().name());
  return named == Format::automatic ? by_content(line) : named;
}

RecordStream::RecordStream(std::unique_ptr<ByteSource> source, const ReadOptions& options)
    : window_(std::move(source), options.chunk), format_(find_format(window_, options.format)) {
  const std::size_t limit = std::max<std::size_t>(options.max_record, 1);
  if (format_ == Format::csv || format_ == Format::tsv) {
    csv_.emplace(window_, format_ == Format::csv ? ',' : '\t', limit);
    read_header();
  } else {
    json_ = split_json(format_, window_, limit);
  }
}

void RecordStream::read_header() {
  CsvRow row;
  const bool found = csv_->next(row, problems_);
  if (problems_.count() > 0) {
    Problem problem = problems_.kept().front();
    problem.message = "in the header: " + problem.message;
    throw InputError(std::move(problem));
  }
  if (!found) fail(name(), "the file is empty; expected a header with the names of the columns");
  std::unordered_set<std::string> seen;
  for (const std::string_view field : row.fields) {
    // pandas writes its index as a column without a name.
    std::string column = field.empty() ? fmt::format("#{}", columns_.size() + 1) : std::string(field);
    if (!seen.insert(column).second) {
      fail(name(), fmt::format("expected different column names, found {} twice", show_columns({column})), row.line);
    }
    columns_.push_back(std::move(column));
  }
}

void RecordStream::log(std::size_t line, std::string message, std::string id) {
  problems_.add({name(), line, std::move(id), std::move(message)});
}

bool RecordStream::next_row(CsvRow& row) {
  while (csv_->next(row, problems_)) {
    --row.number;
    if (row.fields.size() == columns_.size()) return true;
    log(row.line, fmt::format("expected {} fields, as in the header, found {}", columns_.size(), row.fields.size()));
  }
  return false;
}

bool RecordStream::next_text(JsonText& text) {
  return json_->next(text, problems_);
}

}  // namespace fiducial::io
