// How values are written as JSON and CSV.
#include <utf8proc.h>

#include <charconv>
#include <cmath>

#include "fiducial/io.h"
#include "io/safe_text.h"

namespace fiducial::io {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";

// The letter of a short escape, or 0.
char short_escape(char c) {
  switch (c) {
    case '"':
    case '\\':
      return c;
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    default:
      return 0;
  }
}

void append_escape(std::string& out, unsigned unit) {
  out.append("\\u");
  for (const unsigned shift : {12U, 8U, 4U, 0U}) out += kHex[(unit >> shift) & 15U];
}

// A character that acts instead of showing, by its number: JSON on a terminal must not act, and is read back the same.
void append_number(std::string& out, std::string_view character) {
  utf8proc_int32_t point = 0;
  utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(character.data()),
                   static_cast<utf8proc_ssize_t>(character.size()), &point);
  const auto code = static_cast<unsigned>(point);
  if (code < 0x10000U) return append_escape(out, code);
  append_escape(out, 0xD800U + ((code - 0x10000U) >> 10U));
  append_escape(out, 0xDC00U + ((code - 0x10000U) & 0x3FFU));
}

// The characters that can need an escape; most text has none of them.
bool may_act(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte >= 0x7f || c == '"' || c == '\\';
}

void append_valid(std::string& out, std::string_view text) {
  std::size_t from = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (!may_act(c)) {
      ++i;
      continue;
    }
    const char letter = short_escape(c);
    const std::size_t length = letter != 0 ? 1 : unsafe_character(text, i);
    if (length == 0) {
      ++i;
      continue;
    }
    out.append(text.substr(from, i - from));
    if (letter != 0) {
      out += '\\';
      out += letter;
    } else {
      append_number(out, text.substr(i, length));
    }
    i += length;
    from = i;
  }
  out.append(text.substr(from));
}

// Where a value begins a line of its own: nowhere, or two spaces a level.
class Layout {
 public:
  explicit Layout(bool pretty) : pretty_(pretty) {}
  void open(std::string& out, char bracket) {
    out += bracket;
    ++level_;
  }
  void item(std::string& out, bool first) const {
    if (!first) out += ',';
    if (pretty_) new_line(out);
  }
  void close(std::string& out, char bracket, bool empty) {
    --level_;
    if (pretty_ && !empty) new_line(out);
    out += bracket;
  }
  std::string_view colon() const { return pretty_ ? ": " : ":"; }

 private:
  void new_line(std::string& out) const {
    out += '\n';
    out.append(2 * level_, ' ');
  }
  bool pretty_;
  std::size_t level_ = 0;
};

void append_value(std::string& out, const Json& value, Layout& layout);

void append_object(std::string& out, const Json& value, Layout& layout) {
  layout.open(out, '{');
  bool first = true;
  for (const auto& [key, item] : value.get_ref<const Json::object_t&>()) {
    layout.item(out, first);
    append_json_text(out, key);
    out.append(layout.colon());
    append_value(out, item, layout);
    first = false;
  }
  layout.close(out, '}', first);
}

void append_array(std::string& out, const Json& value, Layout& layout) {
  layout.open(out, '[');
  bool first = true;
  for (const Json& item : value) {
    layout.item(out, first);
    append_value(out, item, layout);
    first = false;
  }
  layout.close(out, ']', first);
}

void append_value(std::string& out, const Json& value, Layout& layout) {
  switch (value.type()) {
    case Json::value_t::object:
      return append_object(out, value, layout);
    case Json::value_t::array:
      return append_array(out, value, layout);
    case Json::value_t::string:
      return append_json_text(out, value.get_ref<const std::string&>());
    case Json::value_t::number_float:
      return append_json_number(out, value.get<double>());
    case Json::value_t::number_integer:
      out += std::to_string(value.get<std::int64_t>());
      return;
    case Json::value_t::number_unsigned:
      out += std::to_string(value.get<std::uint64_t>());
      return;
    case Json::value_t::boolean:
      out += value.get<bool>() ? "true" : "false";
      return;
    case Json::value_t::null:
    case Json::value_t::binary:     // not made by any reader of JSON
    case Json::value_t::discarded:  // the same
      out += "null";
      return;
  }
}

}  // namespace

void append_json_text(std::string& out, std::string_view text) {
  out += '"';
  if (is_utf8(text)) {
    append_valid(out, text);
  } else {
    append_valid(out, to_utf8(text));
  }
  out += '"';
}

void append_json_number(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  // Plain digits where people would write them so, else with an exponent; both as short as can be read back exactly.
  const double size = std::abs(number);
  const bool plain = size == 0.0 || (size >= 1e-5 && size < 1e16);
  char text[64];
  const auto format = plain ? std::chars_format::fixed : std::chars_format::scientific;
  const char* const end = std::to_chars(std::begin(text), std::end(text), number, format).ptr;
  const std::string_view digits(text, static_cast<std::size_t>(end - text));
  out.append(digits);
  // Python and others would read "1" as an integer.
  if (digits.find_first_of(".e") == std::string_view::npos) out += ".0";
}

void append_json(std::string& out, const Json& value) {
  Layout layout(false);
  append_value(out, value, layout);
}

std::string json_line(const Json& value) {
  std::string out;
  append_json(out, value);
  out += '\n';
  return out;
}

std::string json_pretty(const Json& value) {
  std::string out;
  Layout layout(true);
  append_value(out, value, layout);
  out += '\n';
  return out;
}

void append_csv(std::string& out, std::span<const std::string> fields, char separator) {
  const char special[] = {separator, '"', '\n', '\r'};
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) out += separator;
    const std::string& field = fields[i];
    // A lone empty field would look like a blank line, which readers skip.
    const bool quoted =
        field.find_first_of(special, 0, sizeof special) != std::string::npos || (fields.size() == 1 && field.empty());
    if (!quoted) {
      out += field;
      continue;
    }
    out += '"';
    for (const char c : field) {
      if (c == '"') out += '"';
      out += c;
    }
    out += '"';
  }
  out += '\n';
}

}  // namespace fiducial::io
