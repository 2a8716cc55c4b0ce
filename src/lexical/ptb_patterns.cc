// Each pattern is given as a regular expression in its comment, where L is a letter of any script, D a digit, A an
// ASCII letter or digit; they are matched by hand because a report is scanned once, at memory speed.
#include "lexical/ptb_patterns.h"

#include <algorithm>
#include <array>
#include <string>

#include "lexical/ptb_classes.h"
#include "lexical/utf8.h"

namespace fiducial::lexical::ptb {

namespace {

constexpr std::size_t longest_tag = 4096;

std::size_t letters_and_digits(const Text& text, std::size_t at) {
  while (const std::size_t bytes = text.letter_or_digit(at)) at += bytes;
  return at;
}

// The same with the marks that only a `word` may have.
std::size_t word_part(const Text& text, std::size_t at) {
  for (;;) {
    at = letters_and_digits(text, at);
    if (at >= text.size() || !is_beyond_ascii(text[at])) return at;
    const Character here = decode(text.bytes(), at);
    if (!is_mark(here.code)) return at;
    at += here.bytes;
  }
}

// L(L|D)*([.!?]L(L|D)*)*
std::size_t word(const Text& text, std::size_t at) {
  std::size_t end = at;
  for (std::size_t part = at; text.letter(part) != 0; part = end + 1) {
    end = word_part(text, part);
    if (!one_of(text[end], ".!?")) break;
  }
  return end;
}

// The end of 's, 'm, 'd, 're, 've, 'll, or 0.
std::size_t reduced_verb(const Text& text, std::size_t at) {
  const std::size_t mark = text.apostrophe(at);
  if (mark == 0) return 0;
  for (const std::string_view form : {"re", "ve", "ll", "m", "s", "d"}) {
    if (starts_in_any_case(text, at + mark, form)) return at + mark + form.size();
  }
  return 0;
}

// The end of n't, or 0.
std::size_t reduced_not(const Text& text, std::size_t at) {
  if (lower_ascii(text[at]) != 'n') return 0;
  const std::size_t mark = text.apostrophe(at + 1);
  return mark != 0 && lower_ascii(text[at + 1 + mark]) == 't' ? at + 1 + mark + 1 : 0;
}

// ([dDoOlL]'L)?(L|D)+ : "nodule", "o'clock"
std::size_t thing_part(const Text& text, std::size_t at) {
  if (one_of(lower_ascii(text[at]), "dol")) {
    if (const std::size_t mark = text.apostrophe(at + 1)) {
      const std::size_t after = text.letter_or_digit(at + 1 + mark);
      const std::size_t end = letters_and_digits(text, at + 1 + mark + after);
      if (after != 0 && end > at + 1 + mark + after) return end;
    }
  }
  return letters_and_digits(text, at);
}

std::size_t letters(const Text& text, std::size_t at) {
  while (const std::size_t bytes = text.letter(at)) at += bytes;
  return at;
}

// [A-HJ-XZn]'L{2,} and L+[aeiouy]'[aeiouA-Z]L* : an apostrophe inside a name, "Sha'ab"
std::size_t name_with_apostrophe(const Text& text, std::size_t at) {
  const std::size_t before = letters(text, at);
  const std::size_t mark = before > at ? text.apostrophe(before) : 0;
  if (mark == 0) return 0;
  for (const std::string_view word : words_with_apostrophe()) {
    if (starts_in_any_case(text, at, word)) return at + word.size();
  }
  const char first = text[at];
  const char after = text[before + mark];
  const std::size_t end = letters(text, before + mark);
  const bool initial_only =
      before == at + 1 && (first == 'n' || (is_ascii(first, ascii_upper) && first != 'I' && first != 'Y'));
  if (initial_only) {
    const std::size_t one = text.letter(before + mark);
    return one != 0 && end > before + mark + one ? end : 0;
  }
  const bool vowels =
      one_of(lower_ascii(text[before - 1]), "aeiouy") && (one_of(after, "aeiou") || is_ascii(after, ascii_upper));
  return vowels && before > at + 1 ? end : 0;
}

// Bytes of a sign that joins two parts of a thing: - _ and the two hyphens of Unicode.
std::size_t joint(const Text& text, std::size_t at) {
  if (text[at] == '-' || text[at] == '_') return 1;
  if (!is_beyond_ascii(text[at])) return 0;
  const Character here = decode(text.bytes(), at);
  return here.code == 0x58A || here.code == 0x2010 || here.code == 0x2011 ? here.bytes : 0;
}

std::size_t thing(const Text& text, std::size_t at) {
  std::size_t end = thing_part(text, at);
  while (const std::size_t bytes = end > at ? joint(text, end) : 0) {
    const std::size_t next = thing_part(text, end + bytes);
    if (next == end + bytes) break;
    end = next;
  }
  return end;
}

// The end of X.Y. (letters each with a full stop, two or more), or 0.
std::size_t acronym(const Text& text, std::size_t at) {
  std::size_t letters = 0;
  while (is_alpha(text[at]) && text[at + 1] == '.') {
    at += 2;
    ++letters;
  }
  return letters >= 2 ? at : 0;
}

// A[A.,]*(-(A+|X.Y.))+ : "1,2-dichloro", "non-U.S."
std::size_t hyphenated(const Text& text, std::size_t at) {
  if (at < text.known.no_hyphen_before || !is_alnum(text[at])) return 0;
  std::size_t here = run(text, at, [](char c) { return is_alnum(c) || c == '.' || c == ','; });
  if (text[here] != '-') text.known.no_hyphen_before = here;
  std::size_t end = 0;
  while (text[here] == '-') {
    const std::size_t plain = run(text, here + 1, is_alnum);
    const std::size_t next = std::max(plain, acronym(text, here + 1));
    if (next == here + 1) break;
    end = here = next;
  }
  return end;
}

// A+(-[A-Za-z]+){0,2}
std::size_t slash_part(const Text& text, std::size_t at) {
  std::size_t end = run(text, at, is_alnum);
  for (int i = 0; i < 2 && end > at && text[end] == '-'; ++i) {
    const std::size_t next = run(text, end + 1, is_alpha);
    if (next == end + 1) break;
    end = next;
  }
  return end;
}

// Two or three of those with / or \/ between: "L4/5", "T2-weighted/EPI"
std::size_t slashed(const Text& text, std::size_t at) {
  std::size_t last = slash_part(text, at);
  if (last == at) return 0;
  std::size_t end = 0;
  for (int i = 0; i < 2; ++i) {
    const std::size_t slash = text[last] == '\\' ? last + 1 : last;
    if (text[slash] != '/') break;
    const std::size_t next = slash_part(text, slash + 1);
    if (next == slash + 1) break;
    end = last = next;
  }
  return end;
}

// [A-Z]+([+&][A-Z]+)+ : "A&P"
std::size_t joined_capitals(const Text& text, std::size_t at) {
  const auto capital = [](char c) { return is_ascii(c, ascii_upper); };
  std::size_t last = run(text, at, capital);
  std::size_t end = 0;
  while (last > at && (text[last] == '&' || text[last] == '+')) {
    const std::size_t begin = last + (starts(text, last, "&amp;") ? 5 : 1);
    const std::size_t next = run(text, begin, capital);
    if (next == begin) break;
    end = last = next;
  }
  return end;
}

// A[^ "<>|()]*@ and parts of a domain between full stops.
std::size_t address(const Text& text, std::size_t at) {
  if (at < text.known.no_address_before || !is_alnum(text[at])) return 0;
  const std::size_t end = run(text, at, [](char c) { return !is_ascii(c, ascii_space) && !one_of(c, "\"<>|()"); });
  const std::size_t sign = text.slice(at, end).rfind('@');
  std::size_t last = 0;
  for (std::size_t i = at + sign + 1; sign != std::string_view::npos && i < end; ++i) {
    if (text[i] != '.') {
      last = i + 1;
    } else if (last != i) {
      break;
    }
  }
  if (last == 0) text.known.no_address_before = end;
  return last;
}

std::size_t web_address(const Text& text, std::size_t at) {
  if (!starts_in_any_case(text, at, "http")) return 0;
  std::size_t begin = at + 4;
  if (lower_ascii(text[begin]) == 's') ++begin;
  if (!starts(text, begin, "://")) return 0;
  begin += 3;
  std::size_t end = run(text, begin, [](char c) { return !is_ascii(c, ascii_space) && !one_of(c, "\"<>|()"); });
  while (end > begin && one_of(text[end - 1], ".!?{},-")) --end;
  return end > begin + 1 ? end : 0;
}

// A single letter and a full stop are one word ("c."), unless the next word is one that opens sentences.
Match initial(const Text& text, std::size_t at) {
  std::size_t next = at + 2;
  while (is_ascii(text[next], ascii_space) && next < text.size()) ++next;
  std::size_t end = next;
  while (end < next + longest_opener + 1 && (is_alpha(text[end]) || text[end] == '.')) ++end;
  if (next > at + 2 && is_ascii(text[next], ascii_upper) && end - next <= longest_opener &&
      is_ascii(text[end], ascii_space)) {
    std::string lower;
    append_lower(lower, text.slice(next, end));
    if (opens_sentence(lower)) return {end + 1, at + 1};
  }
  return {at + 2, at + 2};
}

// Bytes of the two characters at `at`.
std::size_t two_characters(const Text& text, std::size_t at) {
  const std::size_t first = at < text.size() ? decode(text.bytes(), at).bytes : 1;
  return first + (at + first < text.size() ? decode(text.bytes(), at + first).bytes : 1);
}

// Letters and a full stop that are one word: "vs.", "e.g.", "no. 5".
Match abbreviation(const Text& text, std::size_t at) {
  if (const std::size_t end = acronym(text, at)) return {end, end};
  if (starts_in_any_case(text, at, "ph.d.") || starts_in_any_case(text, at, "ed.d.")) return {at + 5, at + 5};
  const std::size_t end = run(text, at, is_alpha);
  if (text[end] != '.' || end == at) return {};
  if (end == at + 1) return initial(text, at);
  if (end - at > longest_abbreviation) return {};
  std::array<char, longest_abbreviation> lower{};
  for (std::size_t i = at; i < end; ++i) lower[i - at] = lower_ascii(text[i]);
  const std::size_t figure = end + 1 + (is_ascii(text[end + 1], ascii_space) ? 1 : 0);
  switch (abbreviation_of({lower.data(), end - at})) {
    case Abbreviation::firm:
      return {end + 1, end + 1};
    case Abbreviation::name:
      if (!is_ascii(text[at], ascii_upper)) return {};
      [[fallthrough]];
    case Abbreviation::final:  // it looks at two characters, and so is preferred to a word that goes on for one
      return {end + 1 + two_characters(text, end + 1), end + 1};
    case Abbreviation::figure:
      return is_figure(text[figure]) ? Match{figure + 1, end + 1} : Match{};
    case Abbreviation::none:
      break;
  }
  return {};
}

// A word and its full stop are one before a comma, a semicolon or a colon: "approx., "
Match before_comma(const Text& text, std::size_t end) {
  if (end == 0 || text[end] != '.' || !one_of(text[end + 1], ",;:")) return {};
  return {end + 2, end + 1};
}

// Words that lose what follows: "patient" before 's, "does" before n't.
Match before_reduced(const Text& text, std::size_t at, std::size_t word_end) {
  Match best;
  if (const std::size_t reach = reduced_verb(text, word_end)) best = {reach, word_end};
  const std::size_t letters = run(text, at, is_alpha);
  if (letters >= at + 2 && lower_ascii(text[letters - 2]) != 'n') {
    if (const std::size_t reach = reduced_not(text, letters - 1)) take(best, {reach, letters - 1});
  }
  if (const std::size_t reach = reduced_not(text, at); reach != 0 && !is_alpha(text[reach])) {
    take(best, {reach + 1, reach});
  }
  return best;
}

// [lLdDjJyY]' : the rest of "j'abc" is another word. [A-Z]*$ : "US$".
std::size_t with_trailing_sign(const Text& text, std::size_t at) {
  const std::size_t capitals = run(text, at, [](char c) { return is_ascii(c, ascii_upper); });
  if (text[capitals] == '$') return capitals + 1;
  const std::size_t mark = one_of(lower_ascii(text[at]), "ldj") ? text.apostrophe(at + 1) : 0;
  if (mark != 0) return at + 1 + mark;
  const std::size_t before_all = lower_ascii(text[at]) == 'y' ? text.apostrophe(at + 1) : 0;
  return before_all != 0 && is_alpha(text[at + 1 + before_all]) ? at + 1 + before_all : 0;
}

}  // namespace

Match alphanumeric(const Text& text, std::size_t at) {
  Match best;
  const std::size_t word_end = word(text, at);
  const std::size_t thing_end = thing(text, at);
  const std::size_t hyphenated_end = hyphenated(text, at);
  take(best, word_end);
  if (word_end > at) {
    take(best, before_reduced(text, at, word_end));
    take(best, abbreviation(text, at));
    take(best, before_comma(text, word_end));
    take(best, with_trailing_sign(text, at));
    take(best, name_with_apostrophe(text, at));
  }
  take(best, thing_end);
  take(best, before_comma(text, thing_end));
  take(best, hyphenated_end);
  take(best, before_comma(text, hyphenated_end));
  take(best, slashed(text, at));
  take(best, joined_capitals(text, at));
  take(best, address(text, at));
  take(best, web_address(text, at));
  if (is_figure(text[at])) take(best, numeric(text, at));
  return best;
}

Match apostrophe_word(const Text& text, std::size_t at) {
  const bool straight = text[at] == '\'';
  const std::size_t begin = at + text.apostrophe(at);
  Match best;
  if (const std::size_t end = reduced_verb(text, at); end != 0 && !(straight && is_alpha(text[end]))) {
    take(best, {end + 1, end});
  }
  for (const std::string_view form : {"em", "till", "til", "cause"}) {
    if (starts_in_any_case(text, begin, form)) take(best, begin + form.size());
  }
  if (starts_in_any_case(text, begin, "tis")) take(best, {begin + 3, begin + 1});
  if (starts_in_any_case(text, begin, "twas")) take(best, {begin + 4, begin + 1});
  if (lower_ascii(text[begin]) == 'n') take(best, begin + 1 + text.apostrophe(begin + 1));
  if (is_figure(text[begin]) && is_figure(text[begin + 1]) &&
      (text[begin + 2] == 's' || is_ascii(text[begin + 2], ascii_space))) {
    const bool decade = text[begin] >= '2' && text[begin + 1] == '0';
    if (text[begin + 2] != 's') take(best, begin + 2);
    if (text[begin + 2] == 's' && decade) take(best, begin + 3);
  }
  // A straight quotation mark before a word of two characters or more is only that.
  const bool opens = straight && is_alpha(text[begin]) && !is_ascii(text[begin + 1], ascii_space);
  return opens && begin + 2 > best.reach ? Match{} : best;
}

bool is_reduced(std::string_view word) {
  const Text text(word);
  return reduced_verb(text, 0) == word.size() || reduced_not(text, 0) == word.size();
}

Match tag(const Text& text, std::size_t at) {
  const std::size_t named = address(text, at + 1);
  if (named != 0 && text[named] == '>') return {named + 1, named + 1};
  if (text[at + 1] == '!' || text[at + 1] == '?') {
    if (!is_alpha(text[at + 2]) && text[at + 2] != '-') return {};
    const std::size_t size = text.bytes().substr(at, longest_tag).find('>');
    return size == std::string_view::npos ? Match{} : Match{at + size + 1, at + size + 1};
  }
  const auto in_name = [](char c) { return is_alnum(c) || one_of(c, ":.-_"); };
  const auto blanks = [&](std::size_t from) { return run(text, from, [](char c) { return c == ' '; }); };
  std::size_t here = at + (text[at + 1] == '/' ? 2 : 1);
  if (!is_alpha(text[here])) return {};
  here = run(text, here, in_name);
  for (std::size_t next = blanks(here); next > here && is_alpha(text[next]); next = blanks(here)) {
    here = run(text, next, in_name);
    const std::size_t equals = blanks(here);
    if (text[equals] != '=') continue;
    const std::size_t quote = blanks(equals + 1);
    if (text[quote] != '"' && text[quote] != '\'') return {};
    here = run(text, quote + 1, [](char c) { return c != '"' && c != '\'' && c != '\n'; });
    if (!one_of(text[here++], "\"'")) return {};
  }
  here = blanks(here);
  if (text[here] == '/') ++here;
  return text[here] == '>' ? Match{here + 1, here + 1} : Match{};
}

Match handle(const Text& text, std::size_t at) {
  const std::size_t begin = at + 1;
  if (text[at] == '#') {
    const std::size_t end = letters(text, begin);
    return end > begin ? Match{end, end} : Match{};
  }
  if (!is_alpha(text[begin]) && text[begin] != '_') return {};
  const std::size_t end = run(text, begin, [](char c) { return is_alnum(c) || c == '_'; });
  return {end, end};
}

Match face(const Text& text, std::size_t at) {
  std::size_t here = at + (one_of(text[at], "<>") ? 1 : 0);
  if (!one_of(text[here++], ":;=")) return {};
  const auto mouth = [&](std::size_t from) {
    return one_of(text[from], "()DPdpO\\{@|[]") && !is_alnum(text[from + 1]);
  };
  if (one_of(text[here], "-o*'") && mouth(here + 1)) ++here;
  return mouth(here) ? Match{here + 2, here + 1} : Match{};
}

}  // namespace fiducial::lexical::ptb
