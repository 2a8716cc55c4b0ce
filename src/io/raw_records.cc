#include "io/raw_records.h"

#include <utility>

namespace fiducial::io {
namespace {

constexpr std::string_view kIdNames[] = {"id", "name", "example_id", "study_id", "uid"};

}  // namespace

std::string id_of(const Json& object) {
  for (const std::string_view name : kIdNames) {
    const auto value = object.find(name);
    if (value == object.end()) continue;
    if (value->is_string()) return value->get<std::string>();
    if (value->is_number_integer()) return value->dump();
  }
  return {};
}

std::string RawRecords::id() const {
  if (!fast_) return id_of(built_);
  for (const std::string_view name : kIdNames) {
    simdjson::dom::element value;
    bool found = false;
    for (const auto field : *fast_) {
      if (field.key != name) continue;
      value = field.value;  // of several, the last
      found = true;
    }
    if (!found) continue;
    if (value.is_string()) return std::string(value.get_string().value_unsafe());
    if (value.is_int64()) return std::to_string(value.get_int64().value_unsafe());
    if (value.is_uint64()) return std::to_string(value.get_uint64().value_unsafe());
  }
  return {};
}

bool RawRecords::next_row() {
  if (!stream_.next_row(row_)) return false;
  line_ = row_.line;
  number_ = row_.number;
  // Built beside the object's own look-ups: names are unique already, and there may be many columns.
  Json::object_t object;
  object.reserve(row_.fields.size());
  for (std::size_t i = 0; i < row_.fields.size(); ++i) {
    object.Container::emplace_back(stream_.columns()[i], std::string(row_.fields[i]));
  }
  built_ = std::move(object);
  return true;
}

bool RawRecords::next_text() {
  while (stream_.next_text(text_)) {
    line_ = text_.line;
    number_ = text_.number;
    fast_ = parser_.parse_fast(text_.text);
    if (fast_ && within_limits(*fast_)) return true;
    std::string message = fast_ ? beyond_limits_message() : parser_.parse(text_.text, built_);
    if (message.empty()) return true;
    stream_.log(line_, std::move(message));
  }
  return false;
}

}  // namespace fiducial::io
