#include "io/csv.h"

#include <fmt/format.h>

#include <cstring>
#include <string>

namespace fiducial::io {

CsvScanner::CsvScanner(Window& window, char separator, std::size_t max_record)
    : window_(window), separator_(separator), limit_(max_record) {}

bool CsvScanner::next(CsvRow& row, ProblemLog& problems) {
  for (;;) {
    window_.consume(used_);
    used_ = 0;
    if (window_.size() == 0 && !window_.more()) return false;
    const Fault fault = scan_row();
    row.line = window_.line();
    if (fault == Fault::none && blank()) {
      used_ = at_;
      continue;
    }
    row.number = ++number_;
    std::string message = fault == Fault::none ? content_message() : fault_message(fault);
    if (message.empty()) {
      hand_out(row);
      return true;
    }
    problems.add({window_.source().name(), row.line, {}, std::move(message)});
    if (fault == Fault::none) {
      used_ = at_;
    } else {
      window_.skip_line();
    }
  }
}

// Is the next byte behind the end of the file? Reads more if it is not there yet.
bool CsvScanner::at_end() {
  return at_ >= window_.size() && !window_.more();
}

CsvScanner::Fault CsvScanner::scan_row() {
  fields_.clear();
  at_ = 0;
  row_ended_ = false;
  quoted_ = false;
  while (!row_ended_) {
    const bool quote = !at_end() && window_.data()[at_] == '"';
    const Fault fault = quote ? scan_quoted() : scan_plain();
    // Which of two faults comes first must not depend on how the file is cut into chunks: length is always the first.
    if (at_ > limit_ && (fault != Fault::none || !row_ended_ || length_ > limit_)) return Fault::too_long;
    if (fault != Fault::none) return fault;
  }
  return Fault::none;
}

// A field that begins with a quote, and the separator or line end after it.
CsvScanner::Fault CsvScanner::scan_quoted() {
  quoted_ = true;
  Field field{++at_, 0, false};
  for (;;) {
    if (at_ > limit_) return Fault::too_long;
    if (at_end()) return Fault::open_quote;
    const char* const base = window_.data();
    const void* const found = std::memchr(base + at_, '"', window_.size() - at_);
    if (found == nullptr) {
      at_ = window_.size();
      continue;
    }
    field.end = static_cast<std::size_t>(static_cast<const char*>(found) - base);
    at_ = field.end + 1;
    if (at_end() || window_.data()[at_] != '"') break;
    field.doubled = true;
    ++at_;
  }
  fields_.push_back(field);
  length_ = at_;
  row_ended_ = at_end();
  if (row_ended_) return Fault::none;
  char c = window_.data()[at_++];
  if (c == separator_) return Fault::none;
  if (c == '\r') {
    row_ended_ = at_end();
    if (row_ended_) return Fault::none;
    c = window_.data()[at_++];
  }
  row_ended_ = c == '\n';
  return row_ended_ ? Fault::none : Fault::text_after_quote;
}

// Any other field, and the separator or line end after it.
CsvScanner::Fault CsvScanner::scan_plain() {
  Field field{at_, 0, false};
  for (;;) {
    if (at_ > limit_) return Fault::too_long;
    if (at_end()) {
      row_ended_ = true;
      field.end = at_;
      break;
    }
    const char* const base = window_.data();
    const char* p = base + at_;
    const char* const end = base + window_.size();
    while (p < end && *p != separator_ && *p != '\n') ++p;
    at_ = static_cast<std::size_t>(p - base);
    if (p == end) continue;
    row_ended_ = *p == '\n';
    field.end = at_++;
    break;
  }
  length_ = field.end;
  if (row_ended_ && field.end > field.begin && window_.data()[field.end - 1] == '\r') --field.end;
  fields_.push_back(field);
  return Fault::none;
}

bool CsvScanner::blank() const {
  return fields_.size() == 1 && !quoted_ && fields_[0].begin == fields_[0].end;
}

std::string CsvScanner::fault_message(Fault fault) const {
  if (fault == Fault::too_long) {
    return fmt::format("expected a record of at most {} bytes, found a longer one; it is skipped", limit_);
  }
  const std::size_t field = fields_.size() + (fault == Fault::open_quote ? 1 : 0);
  if (fault == Fault::open_quote) {
    return fmt::format("expected a closing quote for field {}, found the end of the file", field);
  }
  return fmt::format(
      "expected a separator or a line end after the closing quote of field {}, found text (a quote inside a quoted "
      "field is written twice)",
      field);
}

std::string CsvScanner::content_message() const {
  const std::string_view text = window_.view().substr(0, length_);
  const std::size_t nul = text.find('\0');
  if (nul != std::string_view::npos) {
    return fmt::format("expected text, found a NUL byte (byte {} of the record)", nul + 1);
  }
  const std::size_t bad = utf8_error(text);
  if (bad == text.size()) return {};
  return fmt::format("expected UTF-8, found other bytes (byte {} of the record)", bad + 1);
}

// Makes doubled quotes single, in place: what is written never overtakes what is read. Returns the new end.
std::size_t CsvScanner::undouble(char* base, const Field& field) {
  std::size_t to = field.begin;
  std::size_t from = field.begin;
  while (from < field.end) {
    const void* const quote = std::memchr(base + from, '"', field.end - from);
    const std::size_t stop =
        quote == nullptr ? field.end : static_cast<std::size_t>(static_cast<const char*>(quote) - base) + 1;
    std::memmove(base + to, base + from, stop - from);
    to += stop - from;
    from = stop + 1;  // over the second quote
  }
  // What is left over becomes quotes, so that there are as many newlines as before when the window counts them.
  std::memset(base + to, '"', field.end - to);
  return to;
}

void CsvScanner::hand_out(CsvRow& row) {
  row.fields.clear();
  char* const base = window_.data();
  for (const Field& field : fields_) {
    const std::size_t end = field.doubled ? undouble(base, field) : field.end;
    row.fields.emplace_back(base + field.begin, end - field.begin);
  }
  used_ = at_;
}

}  // namespace fiducial::io
