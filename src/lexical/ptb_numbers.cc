// Numbers, fractions, dates and telephone numbers among the Penn Treebank patterns. Each is given as a regular
// expression in its comment; D is a digit.
#include <array>
#include <span>

#include "lexical/ptb_patterns.h"

namespace fiducial::lexical::ptb {

namespace {

constexpr std::string_view fraction_slash = "\u2044";

// A group of digits, and whether a space, no-break space or hyphen (or full stop) must or may come before it.
struct Group {
  std::size_t least;
  std::size_t most;
  char separator;  // ' ': blank or hyphen; '.': full stop; 0: none
  bool optional;   // the separator may be missing
};

// The longest way to match all groups in turn; 0 if there is none.
std::size_t groups(const Text& text, std::size_t at, std::span<const Group> rest) {
  if (rest.empty()) return at;
  const Group& group = rest.front();
  std::size_t best = 0;
  const auto digits_from = [&](std::size_t begin) {
    std::size_t end = run(text, begin, is_figure);
    end = std::min(end, begin + group.most);
    for (; end >= begin + group.least; --end) best = std::max(best, groups(text, end, rest.subspan(1)));
  };
  std::size_t gap = 0;
  if (group.separator == '.') gap = text[at] == '.' ? 1 : 0;
  if (group.separator == ' ') gap = text[at] == '-' ? 1 : text.blank(at);
  if (gap != 0) digits_from(at + gap);
  if (group.separator == 0 || group.optional) digits_from(at);
  return best;
}

constexpr auto phone_long =
    std::to_array<Group>({{2, 4, 0, false}, {2, 4, ' ', false}, {3, 4, ' ', false}, {3, 5, ' ', true}});
constexpr auto phone_short = std::to_array<Group>({{2, 4, 0, false}, {3, 4, ' ', false}, {3, 5, ' ', true}});
constexpr auto phone_points_long =
    std::to_array<Group>({{2, 4, 0, false}, {2, 4, '.', false}, {3, 4, '.', false}, {3, 5, '.', false}});
constexpr auto phone_after_bracket = std::to_array<Group>({{3, 4, ' ', true}, {3, 5, ' ', true}});

std::size_t telephone(const Text& text, std::size_t at) {
  if (text[at] == '(') {
    const std::size_t close = run(text, at + 1, is_figure);
    const std::size_t digits = close - at - 1;
    if (text[close] != ')' || digits < 2 || digits > 3 || text[close + 1] == '-') return 0;
    return groups(text, close + 1, phone_after_bracket);
  }
  std::size_t begin = at;
  while (begin < at + 2 && text[begin] == '+') ++begin;
  return std::max(
      {groups(text, begin, phone_long), groups(text, begin, phone_short), groups(text, begin, phone_points_long)});
}

// D{1,4}(\?/|⁄)D{1,4}
std::size_t plain_fraction(const Text& text, std::size_t at) {
  std::size_t end = run(text, at, is_figure);
  if (end == at || end > at + 4) return 0;
  if (starts(text, end, fraction_slash)) {
    end += fraction_slash.size();
  } else {
    if (text[end] == '\\') ++end;
    if (text[end++] != '/') return 0;
  }
  const std::size_t digits = run(text, end, is_figure);
  return digits > end ? std::min(digits, end + 4) : 0;
}

// (D{1,4}[- ])?D{1,4}/D{1,4} : "1 1/2" is one word
std::size_t fraction(const Text& text, std::size_t at) {
  const std::size_t whole = run(text, at, is_figure);
  if (whole > at && whole <= at + 4) {
    const std::size_t gap = text[whole] == '-' ? 1 : text.blank(whole);
    const std::size_t end = gap != 0 ? plain_fraction(text, whole + gap) : 0;
    if (end != 0) return end;
  }
  return plain_fraction(text, at);
}

// D{1,2}[-/]D{1,2}[-/]D{2,4}
std::size_t date(const Text& text, std::size_t at) {
  std::size_t end = at;
  for (int i = 0; i < 2; ++i) {
    const std::size_t digits = run(text, end, is_figure);
    if (digits == end || digits > end + 2 || (text[digits] != '-' && text[digits] != '/')) return 0;
    end = digits + 1;
  }
  const std::size_t digits = run(text, end, is_figure);
  return digits >= end + 2 ? std::min(digits, end + 4) : 0;
}

// [-+]?(D+|D*([.:,]D+)+)
std::size_t number(const Text& text, std::size_t at) {
  const std::size_t begin = at + (one_of(text[at], "-+") ? 1 : 0);
  std::size_t end = run(text, begin, is_figure);
  while (one_of(text[end], ".:,")) {
    const std::size_t digits = run(text, end + 1, is_figure);
    if (digits == end + 1) break;
    end = digits;
  }
  return end > begin ? end : 0;
}

}  // namespace

Match numeric(const Text& text, std::size_t at) {
  Match best;
  take(best, telephone(text, at));
  if (text[at] == '(') return best;
  take(best, number(text, at));
  take(best, fraction(text, at));
  take(best, date(text, at));
  return best;
}

}  // namespace fiducial::lexical::ptb
