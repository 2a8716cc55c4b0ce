#include "io/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/show.h"

namespace fiducial::io {
namespace {

// Above this not every integer is a double: an id that was read as one may not be what was written.
constexpr double kExact = 9007199254740992.0;

}  // namespace

Column column(const std::string& chosen, std::vector<std::string> usual) {
  if (chosen.empty()) return {std::move(usual), true, false, nullptr};
  return {{chosen}, true, true, nullptr};
}

ColumnReader::ColumnReader(std::unique_ptr<ByteSource> source, std::vector<Column> columns, const ReadOptions& options)
    : stream_(std::move(source), options), columns_(std::move(columns)), max_text_(options.max_text) {
  values_.resize(columns_.size());
  found_.resize(columns_.size());
  if (stream_.tabular()) find_header_columns();
}

void ColumnReader::find_header_columns() {
  const std::vector<std::string>& header = stream_.columns();
  for (const Column& column : columns_) {
    places_.emplace_back();
    for (const std::string& name : column.names) {
      const auto at = std::ranges::find(header, name);
      if (at == header.end()) continue;
      places_.back() = static_cast<std::size_t>(at - header.begin());
      break;
    }
    const bool is_id = &column == &columns_.front();
    const bool needed = column.chosen || (column.required && !is_id);
    if (needed && !places_.back()) {
      fail(stream_.name(),
           fmt::format("expected a column {}; the header has {}", show_choices(column.names), show_columns(header)), 1);
    }
  }
  numbered_ = !places_.front();
}

bool ColumnReader::next() {
  while (stream_.tabular() ? find_in_row() : find_in_json()) {
    if (take_values()) return true;
  }
  return false;
}

bool ColumnReader::find_in_row() {
  if (!stream_.next_row(row_)) return false;
  line_ = row_.line;
  number_ = row_.number;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    found_[i] = {};
    if (places_[i]) found_[i] = {Found::Kind::text, 0, row_.fields[*places_[i]]};
  }
  return true;
}

bool ColumnReader::find_in_json() {
  while (stream_.next_text(text_)) {
    line_ = text_.line;
    number_ = text_.number;
    std::ranges::fill(found_, Found{});
    if (const auto object = parser_.parse_fast(text_.text)) {
      for (const auto field : *object) offer(field.key, field.value);
      return true;
    }
    std::string message = parser_.parse(text_.text, slow_);
    if (message.empty()) {
      for (const auto& [key, value] : slow_.items()) offer(key, value);
      return true;
    }
    reject(std::move(message));
  }
  return false;
}

// Keeps the value if a column goes by this name and has found no better one. A name that comes twice counts the last
// time, as in most readers of JSON.
template <typename Value>
void ColumnReader::offer(std::string_view key, const Value& value) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::vector<std::string>& names = columns_[i].names;
    const auto at = std::ranges::find(names, key);
    if (at == names.end()) continue;
    const auto rank = static_cast<std::size_t>(at - names.begin());
    if (found_[i].kind != Found::Kind::missing && found_[i].rank < rank) continue;
    found_[i] = describe(value);
    found_[i].rank = rank;
  }
}

ColumnReader::Found ColumnReader::describe(const simdjson::dom::element& value) {
  using simdjson::dom::element_type;
  Found found;
  switch (value.type()) {
    case element_type::STRING:
      return {Found::Kind::text, 0, value.get_string().value_unsafe()};
    case element_type::NULL_VALUE:
      found.kind = Found::Kind::null;
      return found;
    case element_type::INT64:
      return {Found::Kind::number, 0, {}, std::to_string(value.get_int64().value_unsafe())};
    case element_type::UINT64:
      return {Found::Kind::number, 0, {}, std::to_string(value.get_uint64().value_unsafe())};
    case element_type::DOUBLE:
      return describe(Json(value.get_double().value_unsafe()));
    default:
      found.kind = Found::Kind::other;
      return found;
  }
}

ColumnReader::Found ColumnReader::describe(const Json& value) {
  if (value.is_string()) return {Found::Kind::text, 0, value.get_ref<const std::string&>()};
  Found found;
  found.kind = value.is_null() ? Found::Kind::null : Found::Kind::other;
  if (value.is_number()) {
    const bool huge = value.is_number_float() && std::abs(value.get<double>()) > kExact;
    found.kind = huge ? Found::Kind::huge_number : Found::Kind::number;
    append_json(found.number, value);
  }
  return found;
}

// From what was found to values_; false if something is wrong, which is logged.
bool ColumnReader::take_values() {
  if (std::string message = take_id(); !message.empty()) {
    reject(std::move(message));
    return false;
  }
  for (std::size_t i = 1; i < columns_.size(); ++i) {
    std::string message = take_value(i);
    if (message.empty() && columns_[i].check != nullptr) {
      message = columns_[i].check(values_[i]);
      if (!message.empty()) message = fmt::format("'{}': {}", columns_[i].names.front(), message);
    }
    if (!message.empty()) {
      reject(std::move(message), values_[0]);
      return false;
    }
  }
  // Last, so that a record that is not used does not use up its id.
  const std::size_t first = ids_.insert(values_[0], line_);
  if (first == 0) return true;
  reject(fmt::format("expected an id that no other record has, found that of line {}", first), values_[0]);
  return false;
}

std::string ColumnReader::take_id() {
  const Found& found = found_[0];
  const Column& column = columns_[0];
  if (!numbered_) numbered_ = found.kind == Found::Kind::missing && !column.chosen;
  switch (found.kind) {
    case Found::Kind::missing:
      if (!*numbered_) return missing_message(column);
      values_[0] = std::to_string(number_);
      return {};
    case Found::Kind::text:
      if (found.text.empty())
        return fmt::format("expected an id in '{}', found an empty one", column.names[found.rank]);
      values_[0].assign(found.text);
      return {};
    case Found::Kind::number:
      values_[0] = found.number;
      return {};
    case Found::Kind::huge_number:
      return "expected an id, found a number too large to be exact: write it in quotes";
    default:
      return fmt::format("expected a string or a number as id in '{}', found {}", show(column.names[found.rank]),
                         found.kind == Found::Kind::null ? "null" : "another kind of value");
  }
}

std::string ColumnReader::take_value(std::size_t i) {
  const Found& found = found_[i];
  const Column& column = columns_[i];
  const bool is_number = found.kind == Found::Kind::number || found.kind == Found::Kind::huge_number;
  const bool is_nothing = found.kind == Found::Kind::missing || found.kind == Found::Kind::null;
  if (found.kind == Found::Kind::text) {
    if (found.text.size() > max_text_)
      return fmt::format("expected a text of at most {} bytes in '{}', found {}", max_text_,
                         show(column.names[found.rank]), found.text.size());
    values_[i].assign(found.text);
    return {};
  }
  if (!column.required && (is_nothing || is_number)) {
    values_[i] = found.number;
    return {};
  }
  if (found.kind == Found::Kind::missing) return missing_message(column);
  return fmt::format("expected text in '{}', found {}", show(column.names[found.rank]),
                     is_number    ? "a number"
                     : is_nothing ? "null"
                                  : "another kind of value");
}

// Only JSON records lack fields one by one; they are read once more to say which they have.
std::string ColumnReader::missing_message(const Column& column) {
  std::vector<std::string> present;
  if (parser_.parse(text_.text, slow_).empty()) {
    for (const auto& item : slow_.items()) present.push_back(item.key());
  }
  return fmt::format("expected a field {}; the record has {}", show_choices(column.names), show_columns(present));
}

void ColumnReader::reject(std::string message, std::string id) {
  stream_.log(line_, std::move(message), std::move(id));
}

}  // namespace fiducial::io
