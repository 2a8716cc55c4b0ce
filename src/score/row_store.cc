// How rows are packed. A block holds kRows rows, column by column. Each column begins with a byte that says its form:
//
//   constant  one double for all rows        (the "is defined" statistics of means, nearly always 1)
//   byte      whole numbers 0 … 255          (n-gram matches, lengths)
//   word      whole numbers 0 … 65535
//   single    doubles that a float holds exactly
//   full      doubles
//   listed    the different doubles of the block once, then two bytes a row that say which (scores of short reports
//             are ratios of small counts: few are different)
//
// A form is used only if every value comes back bit for bit, NaN and -0 included.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "fiducial/score.h"

namespace fiducial {
namespace {

// Large enough that a block is memory of its own to the allocator, which goes back to the system when it is let go.
constexpr std::size_t kRows = 32768;

enum Form : unsigned char { constant, byte, word, single, full, listed };

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool fits(double value, Form form) {
  switch (form) {
    case byte:
      return value >= 0 && value <= 255 && same_bits(static_cast<double>(static_cast<std::uint8_t>(value)), value);
    case word:
      return value >= 0 && value <= 65535 && same_bits(static_cast<double>(static_cast<std::uint16_t>(value)), value);
    case single:
      return std::fabs(value) <= 3e38 && same_bits(static_cast<double>(static_cast<float>(value)), value);
    default:
      return true;
  }
}

// The values of one column of row-major rows.
struct ColumnView {
  std::span<const double> rows;
  std::size_t width, column;

  std::size_t size() const { return rows.size() / width; }
  double operator[](std::size_t i) const { return rows[i * width + column]; }
};

Form form_of(const ColumnView& values) {
  bool is_constant = true;
  Form form = byte;
  for (std::size_t i = 0; i < values.size(); ++i) {
    is_constant = is_constant && same_bits(values[i], values[0]);
    while (!fits(values[i], form)) form = static_cast<Form>(form + 1);
  }
  // Moving on is safe for the values already seen: each form holds all that the forms before it hold.
  return is_constant ? constant : form;
}

template <class T>
void put(std::vector<unsigned char>& out, double value) {
  const T narrow = static_cast<T>(value);
  const auto* bytes = reinterpret_cast<const unsigned char*>(&narrow);
  out.insert(out.end(), bytes, bytes + sizeof(T));
}

// The different bit patterns of a column, sorted; empty if a list of them would not save memory.
std::vector<std::uint64_t> patterns_of(const ColumnView& values) {
  std::vector<std::uint64_t> patterns(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) patterns[i] = std::bit_cast<std::uint64_t>(values[i]);
  std::sort(patterns.begin(), patterns.end());
  patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
  const bool saves = patterns.size() * sizeof(double) + 2 * values.size() < sizeof(double) * values.size();
  return saves && patterns.size() <= 65535 ? patterns : std::vector<std::uint64_t>{};
}

void pack_list(const ColumnView& values, const std::vector<std::uint64_t>& patterns, std::vector<unsigned char>& out) {
  out.push_back(listed);
  put<std::uint16_t>(out, static_cast<double>(patterns.size()));
  for (const std::uint64_t pattern : patterns) put<double>(out, std::bit_cast<double>(pattern));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto place = std::lower_bound(patterns.begin(), patterns.end(), std::bit_cast<std::uint64_t>(values[i]));
    put<std::uint16_t>(out, static_cast<double>(place - patterns.begin()));
  }
}

template <class T>
double take(const unsigned char*& at) {
  T narrow;
  std::memcpy(&narrow, at, sizeof(T));
  at += sizeof(T);
  return static_cast<double>(narrow);
}

void pack_column(const ColumnView& values, std::vector<unsigned char>& out) {
  const Form form = form_of(values);
  if (form == full) {
    const auto patterns = patterns_of(values);
    if (!patterns.empty()) return pack_list(values, patterns, out);
  }
  out.push_back(form);
  const std::size_t n = form == constant ? 1 : values.size();
  for (std::size_t i = 0; i < n; ++i) {
    switch (form) {
      case byte:
        put<std::uint8_t>(out, values[i]);
        break;
      case word:
        put<std::uint16_t>(out, values[i]);
        break;
      case single:
        put<float>(out, values[i]);
        break;
      default:
        put<double>(out, values[i]);
    }
  }
}

void unpack_list(const unsigned char*& at, std::span<double> rows, std::size_t width, std::size_t column) {
  std::vector<double> patterns(static_cast<std::size_t>(take<std::uint16_t>(at)));
  for (double& pattern : patterns) pattern = take<double>(at);
  for (std::size_t i = column; i < rows.size(); i += width) {
    rows[i] = patterns[static_cast<std::size_t>(take<std::uint16_t>(at))];
  }
}

void unpack_column(const unsigned char*& at, std::span<double> rows, std::size_t width, std::size_t column) {
  const auto form = static_cast<Form>(*at++);
  if (form == listed) return unpack_list(at, rows, width, column);
  const double fixed = form == constant ? take<double>(at) : 0.0;
  for (std::size_t i = column; i < rows.size(); i += width) {
    switch (form) {
      case constant:
        rows[i] = fixed;
        break;
      case byte:
        rows[i] = take<std::uint8_t>(at);
        break;
      case word:
        rows[i] = take<std::uint16_t>(at);
        break;
      case single:
        rows[i] = take<float>(at);
        break;
      default:
        rows[i] = take<double>(at);
    }
  }
}

}  // namespace

RowStore::RowStore(std::size_t width) : width_(width) {}

void RowStore::append(std::span<const double> rows) {
  while (!rows.empty()) {
    const std::size_t room = kRows * width_ - open_.size();
    const std::size_t now = std::min(room, rows.size());
    open_.insert(open_.end(), rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(now));
    rows = rows.subspan(now);
    count_ += now / width_;
    if (open_.size() == kRows * width_) pack();
  }
}

void RowStore::pack() {
  std::vector<unsigned char> block;
  for (std::size_t column = 0; column < width_; ++column) pack_column({open_, width_, column}, block);
  block.shrink_to_fit();
  blocks_.push_back(std::move(block));
  open_.clear();
}

void RowStore::each_block(const std::function<void(std::span<const double>)>& visit) const {
  std::vector<double> rows(blocks_.empty() ? 0 : kRows * width_);
  for (const auto& block : blocks_) {
    const unsigned char* at = block.data();
    for (std::size_t column = 0; column < width_; ++column) unpack_column(at, rows, width_, column);
    visit(rows);
  }
  if (!open_.empty()) visit(open_);
}

std::vector<double> RowStore::unpacked() const {
  std::vector<double> all;
  all.reserve(count_ * width_);
  each_block([&all](std::span<const double> rows) { all.insert(all.end(), rows.begin(), rows.end()); });
  return all;
}

std::size_t RowStore::bytes() const {
  std::size_t total = open_.capacity() * sizeof(double);
  for (const auto& block : blocks_) total += block.capacity() + sizeof(std::vector<unsigned char>);
  return total;
}

}  // namespace fiducial
