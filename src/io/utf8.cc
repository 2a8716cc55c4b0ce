// UTF-8: is it valid, where is it not, and a valid version of anything.
#include <simdjson.h>

#include "fiducial/io.h"

namespace fiducial::io {
namespace {

struct Piece {
  std::size_t length;  // of the character, or of the ill-formed part
  bool valid;
};

unsigned byte_at(std::string_view bytes, std::size_t i) {
  return static_cast<unsigned char>(bytes[i]);
}

// The character at `i`. An ill-formed part is as long as what could still have begun a character (Unicode's
// "maximal subpart"), so that one damaged character becomes one U+FFFD.
Piece piece_at(std::string_view bytes, std::size_t i) {
  const unsigned first = byte_at(bytes, i);
  if (first < 0x80) return {1, true};
  if (first < 0xC2 || first > 0xF4) return {1, false};
  const std::size_t length = first < 0xE0 ? 2U : first < 0xF0 ? 3U : 4U;
  for (std::size_t k = 1; k < length; ++k) {
    // Second bytes that would make an overlong form, a surrogate or a number above U+10FFFF are not allowed.
    unsigned low = 0x80, high = 0xBF;
    if (k == 1 && first == 0xE0) low = 0xA0;
    if (k == 1 && first == 0xED) high = 0x9F;
    if (k == 1 && first == 0xF0) low = 0x90;
    if (k == 1 && first == 0xF4) high = 0x8F;
    if (i + k >= bytes.size() || byte_at(bytes, i + k) < low || byte_at(bytes, i + k) > high) return {k, false};
  }
  return {length, true};
}

}  // namespace

bool is_utf8(std::string_view bytes) {
  return simdjson::validate_utf8(bytes.data(), bytes.size());
}

std::size_t utf8_error(std::string_view bytes) {
  if (is_utf8(bytes)) return bytes.size();
  std::size_t i = 0;
  while (i < bytes.size()) {
    const Piece piece = piece_at(bytes, i);
    if (!piece.valid) return i;
    i += piece.length;
  }
  return i;
}

std::string to_utf8(std::string_view bytes) {
  if (is_utf8(bytes)) return std::string(bytes);
  std::string out;
  out.reserve(bytes.size() + 8);
  for (std::size_t i = 0; i < bytes.size();) {
    const Piece piece = piece_at(bytes, i);
    if (piece.valid) {
      out.append(bytes.substr(i, piece.length));
    } else {
      out.append("\xEF\xBF\xBD");
    }
    i += piece.length;
  }
  return out;
}

}  // namespace fiducial::io
