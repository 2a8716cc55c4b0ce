// Decoding by utf8proc; its category table answers the questions about letters and digits.
#include "lexical/utf8.h"

#include <utf8proc.h>

#include <algorithm>

namespace fiducial::lexical {

namespace {

constexpr char32_t replacement = 0xFFFD;
constexpr char32_t combining_dot = 0x307;

utf8proc_category_t category(char32_t code) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(code));
}

}  // namespace

Character decode(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return {first, 1};
  utf8proc_int32_t code = 0;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at);
  const auto left = static_cast<utf8proc_ssize_t>(std::min<std::size_t>(text.size() - at, 4));
  const utf8proc_ssize_t taken = utf8proc_iterate(bytes, left, &code);
  if (taken <= 0) return {replacement, 1};
  return {static_cast<char32_t>(code), static_cast<std::size_t>(taken)};
}

void append(std::string& out, char32_t code) {
  utf8proc_uint8_t bytes[4];
  const utf8proc_ssize_t count = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code), bytes);
  for (utf8proc_ssize_t i = 0; i < count; ++i) out.push_back(static_cast<char>(bytes[i]));
}

bool is_letter(char32_t code) {
  if (code < 0x80) return is_ascii(static_cast<char>(code), ascii_letter);
  const utf8proc_category_t kind = category(code);
  return kind >= UTF8PROC_CATEGORY_LU && kind <= UTF8PROC_CATEGORY_LO;
}

bool is_digit(char32_t code) {
  if (code < 0x80) return is_ascii(static_cast<char>(code), ascii_digit);
  return category(code) == UTF8PROC_CATEGORY_ND;
}

bool is_space(char32_t code) {
  if (code < 0x80) return is_ascii(static_cast<char>(code), ascii_space);
  return code == 0x85 || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
         code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

void append_lower(std::string& out, std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    if (!is_beyond_ascii(text[i])) {
      out.push_back(lower_ascii(text[i++]));
      continue;
    }
    const Character here = decode(text, i);
    if (here.code == capital_i_with_dot) {
      out.push_back('i');
      append(out, combining_dot);
    } else if (here.code == replacement) {
      out.append(text.substr(i, here.bytes));
    } else {
      append(out, static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(here.code))));
    }
    i += here.bytes;
  }
}

}  // namespace fiducial::lexical
