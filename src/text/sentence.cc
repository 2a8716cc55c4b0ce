#include "text/sentence.h"

namespace fiducial::text {

namespace {

bool is(std::string_view text, const Token& t, std::string_view word) {
  if (t.end - t.begin != word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (lower(text[t.begin + i]) != word[i]) return false;
  }
  return true;
}

bool abbreviation(std::string_view text, const Token& t) {
  constexpr std::string_view kWords[] = {"dr", "mr",  "mrs", "ms",   "vs",   "approx", "fig",  "e",
                                         "g",  "i",   "etc", "resp", "no",   "ca",     "st",   "a",
                                         "m",  "max", "min", "diam", "incl", "prox",   "dist", "prev"};
  for (std::string_view w : kWords) {
    if (is(text, t, w)) return true;
  }
  return false;
}

// Does the period at token i end a sentence?
bool ends_sentence(std::string_view text, std::span<const Token> tokens, std::size_t i) {
  if (i + 1 >= tokens.size()) return true;
  const Token& next = tokens[i + 1];
  if (next.kind == TokenKind::line) return true;
  if (i == 0) return true;
  const Token& before = tokens[i - 1];
  const bool space_after = next.begin > tokens[i].end;
  if (before.kind == TokenKind::word && abbreviation(text, before)) {
    if (is(text, before, "no")) return next.kind != TokenKind::number;
    // "grade I. The screws": a numeral, not "i.e."
    if (is(text, before, "i") && before.capital && next.capital && space_after) return true;
    // "Moderate MR. The valve": no title, which has one capital
    const bool capitals = text[before.end - 1] >= 'A' && text[before.end - 1] <= 'Z';
    if (capitals && before.end - before.begin > 1 && space_after) return true;
    if (next.kind == TokenKind::number) return false;  // "max. 3 cm", "ca. 15 mm"
    if (is(text, before, "vs") || is(text, before, "dr") || is(text, before, "approx") || is(text, before, "e") ||
        is(text, before, "i") || is(text, before, "mr") || is(text, before, "mrs") || is(text, before, "ms")) {
      return false;
    }
    return next.capital && space_after;
  }
  if (!space_after) return next.capital && before.kind != TokenKind::other;  // "normal.The lungs" but not "a.b"
  // "1. The liver": the number of a list item does not end a sentence, the item begins one.
  if (before.kind == TokenKind::number &&
      (i < 2 || tokens[i - 2].kind == TokenKind::line || tokens[i - 2].kind == TokenKind::period))
    return true;
  return true;
}

// Does the line break at token i end a sentence, or does it only wrap the line?
bool breaks_line(std::span<const Token> tokens, std::size_t i) {
  const Token& t = tokens[i];
  if (t.lines > 1 || i == 0 || i + 1 >= tokens.size()) return true;
  const Token& before = tokens[i - 1];
  const Token& next = tokens[i + 1];
  if (before.kind == TokenKind::comma) return false;
  if (before.kind == TokenKind::period || before.kind == TokenKind::colon || before.kind == TokenKind::semicolon)
    return true;
  if (next.kind != TokenKind::word && next.kind != TokenKind::level) return true;  // a bullet, a number
  if (!next.capital) return false;
  // A capital letter after a long line may still be the same sentence; after a short one it is a new one.
  std::size_t first = i;
  while (first > 0 && tokens[first - 1].kind != TokenKind::line) --first;
  return before.end - tokens[first].begin < 60;
}

}  // namespace

void sentences(std::string_view text, std::span<const Token> tokens, std::vector<Sentence>& out) {
  out.clear();
  std::size_t first = 0;
  bool line_start = true;
  bool paragraph = true;
  const auto close = [&](std::size_t end) {
    bool says = false;
    for (std::size_t i = first; i < end; ++i) says |= tokens[i].word != 0;
    if (says)
      out.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end), line_start, paragraph});
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& t = tokens[i];
    if (t.kind == TokenKind::period && ends_sentence(text, tokens, i)) {
      close(i);
      first = i + 1;
      line_start = paragraph = false;
    } else if (t.kind == TokenKind::line) {
      if (i == first) {
        first = i + 1;
        line_start = true;
        paragraph = paragraph || t.lines > 1;
      } else if (breaks_line(tokens, i)) {
        close(i);
        first = i + 1;
        line_start = true;
        paragraph = t.lines > 1;
      }
    }
  }
  close(tokens.size());
}

}  // namespace fiducial::text
