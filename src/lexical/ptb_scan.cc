// Characters by kind; those beyond ASCII are decoded.
#include "lexical/ptb_scan.h"

#include "lexical/ptb_classes.h"

namespace fiducial::lexical::ptb {

namespace {

constexpr std::string_view right_quote = "\u2019";
constexpr std::string_view no_break_space = "\u00A0";

}  // namespace

std::size_t Text::letter(std::size_t at) const {
  if (at >= bytes_.size()) return 0;
  if (!is_beyond_ascii(bytes_[at])) return is_ascii(bytes_[at], ascii_letter) ? 1 : 0;
  const Character here = decode(bytes_, at);
  return is_letter(here.code) || is_mark(here.code) ? here.bytes : 0;
}

std::size_t Text::letter_or_digit(std::size_t at) const {
  if (at >= bytes_.size()) return 0;
  if (!is_beyond_ascii(bytes_[at])) return is_ascii(bytes_[at], ascii_alnum) ? 1 : 0;
  const Character here = decode(bytes_, at);
  return is_letter(here.code) || is_digit(here.code) ? here.bytes : 0;
}

std::size_t Text::apostrophe(std::size_t at) const {
  if ((*this)[at] == '\'') return 1;
  if (starts(*this, at, right_quote)) return right_quote.size();
  return starts(*this, at, "&apos;") ? 6 : 0;
}

std::size_t Text::blank(std::size_t at) const {
  if ((*this)[at] == ' ') return 1;
  return starts(*this, at, no_break_space) ? no_break_space.size() : 0;
}

}  // namespace fiducial::lexical::ptb
