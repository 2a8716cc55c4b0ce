#include "io/json_parse.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/window.h"

namespace fiducial::io {
namespace {

static_assert(Window::kPadding >= simdjson::SIMDJSON_PADDING);

// Limits that no honest record comes near and that bound what a hostile one can cost: nesting costs stack when a value
// is written, and an ordered object looks through all its fields for each new one.
constexpr std::size_t kDeepest = 500;
constexpr std::size_t kMostFields = 20'000;
// A parser keeps memory for the longest text that it has seen; above this we give it back.
constexpr std::size_t kLarge = std::size_t{4} << 20;

bool within(simdjson::dom::element value, std::size_t depth);

bool within(simdjson::dom::object object, std::size_t depth) {
  if (depth > kDeepest) return false;
  std::size_t fields = 0;
  for (const auto field : object) {
    if (++fields > kMostFields || !within(field.value, depth + 1)) return false;
  }
  return true;
}

bool within(simdjson::dom::array array, std::size_t depth) {
  if (depth > kDeepest) return false;
  for (const simdjson::dom::element value : array) {
    if (!within(value, depth + 1)) return false;
  }
  return true;
}

// `depth` is that of the value, if it is an object or an array.
bool within(simdjson::dom::element value, std::size_t depth) {
  if (value.is_object()) return within(value.get_object().value_unsafe(), depth);
  return !value.is_array() || within(value.get_array().value_unsafe(), depth);
}

Json convert(simdjson::dom::element from) {
  using simdjson::dom::element_type;
  switch (from.type()) {
    case element_type::OBJECT:
      return to_json(from.get_object().value_unsafe());
    case element_type::ARRAY: {
      Json to = Json::array();
      const simdjson::dom::array array = from.get_array().value_unsafe();
      for (const simdjson::dom::element value : array) to.push_back(convert(value));
      return to;
    }
    case element_type::STRING:
      return std::string(from.get_string().value_unsafe());
    case element_type::INT64: {
      // nlohmann's own parser has unsigned integers where they are not negative; so do we.
      const std::int64_t number = from.get_int64().value_unsafe();
      return number < 0 ? Json(number) : Json(static_cast<std::uint64_t>(number));
    }
    case element_type::UINT64:
      return from.get_uint64().value_unsafe();
    case element_type::DOUBLE:
      return from.get_double().value_unsafe();
    case element_type::BOOL:
      return from.get_bool().value_unsafe();
    case element_type::NULL_VALUE:
      return nullptr;
  }
  return nullptr;
}

// Listens to nlohmann's parser without building a value: where does it stop, and does it stay within the limits?
struct Listener : nlohmann::json_sax<Json> {
  std::size_t error_at = 0;  // a byte, counted from 1; 0: none
  bool beyond_limits = false;
  std::vector<std::size_t> fields;

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*count*/) override { return open(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t /*count*/) override { return open(); }
  bool end_array() override { return close(); }
  bool key(string_t& /*value*/) override {
    beyond_limits = ++fields.back() > kMostFields;
    return !beyond_limits;
  }
  bool parse_error(std::size_t at, const std::string& /*token*/, const Json::exception& /*error*/) override {
    error_at = std::max<std::size_t>(at, 1);
    return false;
  }

 private:
  bool open() {
    fields.push_back(0);
    beyond_limits = fields.size() > kDeepest;
    return !beyond_limits;
  }
  bool close() {
    fields.pop_back();
    return true;
  }
};

// What is wrong with a text as JSON; empty if nothing is.
std::string diagnose(std::string_view text) {
  const std::size_t nul = text.find('\0');
  if (nul != std::string_view::npos) {
    return fmt::format("expected text, found a NUL byte (byte {} of the record)", nul + 1);
  }
  const std::size_t bad = utf8_error(text);
  if (bad < text.size()) return fmt::format("expected UTF-8, found other bytes (byte {} of the record)", bad + 1);
  Listener listener;
  if (Json::sax_parse(text, &listener)) return {};
  if (listener.beyond_limits) return beyond_limits_message();
  if (listener.error_at > text.size()) return "expected a complete JSON object, found its beginning: truncated?";
  return fmt::format("expected a JSON object, found invalid JSON (byte {} of the record)", listener.error_at);
}

std::string_view article_and_type(const Json& value) {
  if (value.is_array()) return "an array";
  if (value.is_string()) return "a string";
  if (value.is_number()) return "a number";
  return value.is_null() ? "null" : "true or false";
}

}  // namespace

bool within_limits(simdjson::dom::object object) {
  return within(object, 1);
}

std::string beyond_limits_message() {
  return fmt::format("expected JSON of at most {} levels and {} fields an object", kDeepest, kMostFields);
}

Json to_json(simdjson::dom::object object) {
  Json out = Json::object();
  for (const auto field : object) out[std::string(field.key)] = convert(field.value);
  return out;
}

std::optional<simdjson::dom::object> JsonParser::parse_fast(std::string_view text) {
  if (large_) parser_ = simdjson::dom::parser();
  large_ = text.size() > kLarge;
  const auto result = parser_.parse(text.data(), text.size(), false);
  if (result.error() != simdjson::SUCCESS || !result.value_unsafe().is_object()) return std::nullopt;
  return result.value_unsafe().get_object().value_unsafe();
}

std::string JsonParser::parse(std::string_view text, Json& out) {
  if (const auto object = parse_fast(text)) {
    if (!within_limits(*object)) return beyond_limits_message();
    out = to_json(*object);
    return {};
  }
  if (std::string message = diagnose(text); !message.empty()) return message;
  out = Json::parse(text);
  if (!out.is_object()) return fmt::format("expected a JSON object, found {}", article_and_type(out));
  return {};
}

}  // namespace fiducial::io
