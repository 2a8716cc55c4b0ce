#include "io/safe_text.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "fiducial/io.h"

namespace fiducial::io {
namespace {

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

bool between(std::string_view text, std::size_t at, unsigned char low, unsigned char high) {
  return at < text.size() && static_cast<unsigned char>(text[at]) >= low &&
         static_cast<unsigned char>(text[at]) <= high;
}

// Characters of three bytes that begin with E2 80 (marks, separators, embeddings and overrides), E2 81 (isolates and
// their like) or EF (byte order mark, U+FFFE, U+FFFF).
bool unsafe_of_three(std::string_view text, std::size_t at) {
  const std::string_view lead = text.substr(at, 2);
  if (lead == "\xE2\x80") return between(text, at + 2, 0x8E, 0x8F) || between(text, at + 2, 0xA8, 0xAE);
  if (lead == "\xE2\x81") return between(text, at + 2, 0xA6, 0xAF);
  if (lead == "\xEF\xBB") return between(text, at + 2, 0xBF, 0xBF);
  return lead == "\xEF\xBF" && between(text, at + 2, 0xBE, 0xBF);
}

template <class Replace>
std::string replaced(std::string_view any, const Replace& replace) {
  const std::string text = to_utf8(any);
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = unsafe_character(text, at);
    replace(out, text[at], length > 0);
    at += std::max<std::size_t>(length, 1);
  }
  return out;
}

bool is_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

bool is_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos && !is_number(text);
}

}  // namespace

std::size_t unsafe_character(std::string_view text, std::size_t at) {
  if (is_control(text[at])) return 1;
  switch (static_cast<unsigned char>(text[at])) {
    case 0xC2:
      return between(text, at + 1, 0x80, 0x9F) ? 2 : 0;
    case 0xD8:
      return between(text, at + 1, 0x9C, 0x9C) ? 2 : 0;
    case 0xE2:
    case 0xEF:
      return unsafe_of_three(text, at) ? 3 : 0;
    case 0xF3:
      return text.substr(at, 3) == "\xF3\xA0\x80" || text.substr(at, 3) == "\xF3\xA0\x81" ? 4 : 0;
    default:
      return 0;
  }
}

std::string safe_line(std::string_view text) {
  return replaced(text, [](std::string& out, char c, bool controls) { out += controls ? '?' : c; });
}

std::string safe_lines(std::string_view text) {
  return replaced(text,
                  [](std::string& out, char c, bool controls) { out += controls && c != '\n' && c != '\t' ? '?' : c; });
}

namespace {

// The length of a colour sequence of our own at the start of `text`, or 0.
std::size_t own_sequence(std::string_view text) {
  for (const std::string_view code : {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m"}) {
    if (text.starts_with(code)) return code.size();
  }
  if (!text.starts_with("\x1b[48;5;")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end < 20 && text[end] == 'm' ? end + 1 : 0;
}

}  // namespace

std::string safe_painted(std::string_view text) {
  std::string out;
  std::size_t from = 0;
  for (std::size_t at = text.find('\x1b'); at != std::string_view::npos; at = text.find('\x1b', at + 1)) {
    const std::size_t length = own_sequence(text.substr(at));
    if (length == 0) continue;
    out += safe_lines(text.substr(from, at - from));
    out += text.substr(at, length);
    from = at + length;
  }
  return out + safe_lines(text.substr(from));
}

std::string safe_markup(std::string_view text) {
  std::string out;
  for (const char c : safe_lines(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string safe_cell(std::string_view text) {
  const bool looks_guarded = unguarded_cell(text).size() < text.size();
  return (is_formula(text) || looks_guarded ? "'" : "") + to_utf8(text);
}

std::string_view unguarded_cell(std::string_view cell) {
  std::string_view rest = cell;
  while (rest.starts_with('\'')) rest.remove_prefix(1);
  return rest.size() < cell.size() && is_formula(rest) ? cell.substr(1) : cell;
}

}  // namespace fiducial::io
