// The Penn Treebank tokenizer of the captioning metrics, as pycocoevalcap runs it (Stanford's PTBTokenizer of 2014,
// -preserveLines -lowerCase), for the kinds of text that reports are.
//
// At each place the longest match of all patterns is a word; it is written in lower case with a few signs replaced
// (brackets become -lrb- and so on). Then pycocoevalcap drops words that are punctuation. Its list has the brackets in
// capitals, so that in lower case they stay: "(left)" is three words. That is what papers print, so it stays here too.
#include <algorithm>

#include "lexical/ptb_classes.h"
#include "lexical/ptb_patterns.h"
#include "lexical/tokens.h"
#include "lexical/utf8.h"

namespace fiducial::lexical {

namespace {

using ptb::Match;
using ptb::Text;

constexpr char32_t soft_hyphen = 0xAD;
constexpr char32_t right_quote = 0x2019;

struct Replacement {
  std::string_view written;
  std::string_view word;  // empty: dropped
};

constexpr Replacement entities[] = {
    {"&amp;", "&"}, {"&lt;", "<"},  {"&gt;", ">"},   {"&quot;", ""},
    {"&apos;", ""}, {"&nbsp;", ""}, {"&mdash;", ""}, {"&ndash;", ""},
};
// Dashes, quotation marks and the ellipsis are punctuation and dropped with it.
constexpr Replacement beyond_ascii[] = {
    {"\u00A2", "cents"}, {"\u00A3", "#"},   {"\u00A4", "$"},   {"\u20A0", "$"},   {"\u20AC", "$"},
    {"\u00BC", "1/4"},   {"\u00BD", "1/2"}, {"\u00BE", "3/4"}, {"\u2153", "1/3"}, {"\u2154", "2/3"},
};

class Tokenizer {
 public:
  Tokenizer(std::string_view bytes, NoBreak no_break, Words& out) : text_(bytes), no_break_(no_break), out_(out) {}

  void run() {
    while (at_ < text_.size()) next();
  }

 private:
  void next() {
    const char c = text_[at_];
    if (c == ' ' || c == '\n') {
      ++at_;
    } else if (is_ascii(c, ascii_letter)) {
      if (!plain_word()) letters();
    } else if (is_beyond_ascii(c)) {
      beyond();
    } else if (is_ascii(c, ascii_digit)) {
      letters();
    } else {
      punctuation(c);
    }
  }

  // Most words: ASCII letters up to a blank, or up to a comma or a full stop and a blank. Everything else, and what
  // might be an abbreviation, is letters()'s.
  bool plain_word() {
    std::size_t end = at_ + 1;
    while (is_ascii(text_[end], ascii_letter)) ++end;
    std::string& buffer = out_.buffer();
    const std::size_t begin = buffer.size();
    buffer.append(text_.slice(at_, end));
    for (std::size_t i = begin; i < buffer.size(); ++i) buffer[i] = lower_ascii(buffer[i]);
    if (ends_plainly(end, std::string_view(buffer).substr(begin))) {
      out_.close();
      at_ = end;
      return true;
    }
    buffer.resize(begin);
    return false;
  }

  bool ends_plainly(std::size_t end, std::string_view word) const {
    if (is_contraction(word)) return false;
    const char c = text_[end];
    if (c == ' ' || c == '\n') return true;
    if (c != ',' && c != '.') return false;
    if (text_[end + 1] != ' ' && text_[end + 1] != '\n') return false;
    if (c == ',' || word.size() > ptb::longest_abbreviation) return true;
    return word.size() > 1 && ptb::abbreviation_of(word) == ptb::Abbreviation::none;
  }

  void letters() {
    const Match match = ptb::alphanumeric(text_, at_);
    if (match.reach == 0) {  // a letter that no pattern begins with
      at_ += decode(text_.bytes(), at_).bytes;
    } else if (match.reach != match.end || !contraction(match.end)) {
      write(match.end);
    }
  }

  // Words that are two words: can|not, gon|na.
  static bool is_contraction(std::string_view lower) {
    constexpr std::string_view forms[] = {"cannot", "gonna", "gotta", "lemme", "gimme", "wanna"};
    if (lower.size() != 5 && lower.size() != 6) return false;
    return std::find(std::begin(forms), std::end(forms), lower) != std::end(forms);
  }

  bool contraction(std::size_t end) {
    if (end - at_ > 6) return false;
    std::string lower;
    append_lower(lower, text_.slice(at_, end));
    if (!is_contraction(lower)) return false;
    out_.add(std::string_view(lower).substr(0, 3));
    out_.add(std::string_view(lower).substr(3));
    at_ = end;
    return true;
  }

  void punctuation(char c) {
    if (std::string_view(":;=<>").find(c) != std::string_view::npos) {
      const Match face = ptb::face(text_, at_);
      if (face.reach > ptb::numeric(text_, at_).reach && (c != '<' || face.reach > ptb::tag(text_, at_).reach))
        return write(face.end);
    }
    switch (c) {
      case '-':
      case '+':
      case '.':
      case ',':
      case ':':
        return number_or(c);
      case '(':
        if (const Match match = ptb::numeric(text_, at_); match.reach != 0) return write(match.end);
        return put("-lrb-");
      case ')':
        return put("-rrb-");
      case '[':
        return put("-lsb-");
      case ']':
        return put("-rsb-");
      case '{':
        return put("-lcb-");
      case '}':
        return put("-rcb-");
      case '\'':
        if (text_[at_ + 1] == '\'') return skip(2);  // a quotation mark typed as two apostrophes
        return quotation(1);
      case '!':
      case '?':
        return repeated("!?", 2);
      case '*':
        return repeated("*", 1);
      case '_':
        return repeated("_", 1);
      case '@':
      case '#':
        if (const Match match = ptb::handle(text_, at_); match.reach != 0) return write(match.end);
        return repeated(std::string_view(&c, 1), 1);
      case '<':
        if (const Match match = ptb::tag(text_, at_); match.reach > at_ + 2) return write(match.end);
        return repeated("<", 1, 2);
      case '>':
        return repeated(">", 1, 2);
      case '&':
        return ampersand();
      case '\\':
        return backslash();
      default:
        break;
    }
    if (std::string_view("$%/=^|~").find(c) != std::string_view::npos) return write(at_ + 1);
    ++at_;  // ; " ` and control characters
  }

  // A number that begins with this sign; else the sign: full stops, commas, colons and short dashes are dropped.
  void number_or(char c) {
    if (c == '.') {
      if (const std::size_t end = ellipsis(); end != 0) {
        at_ = end;
        return;
      }
    }
    if (const Match match = ptb::numeric(text_, at_); match.reach != 0) return write(match.end);
    if (c == '-') return repeated("-", 5);  // shorter ones are a dash
    if (c == '+') return put("+");
    ++at_;
  }

  // \.{3,5}|(\. ){2,4}\.
  std::size_t ellipsis() const {
    std::size_t points = at_;
    while (text_[points] == '.' && points < at_ + 5) ++points;
    std::size_t spaced = at_;
    std::size_t end = points >= at_ + 3 ? points : 0;
    for (int i = 0; i < 5 && text_[spaced] == '.'; ++i) {
      if (i >= 2) end = std::max(end, spaced + 1);
      const std::size_t gap = text_.blank(spaced + 1);
      if (gap == 0) break;
      spaced += 1 + gap;
    }
    return end;
  }

  void quotation(std::size_t bytes) {
    const Match match = ptb::apostrophe_word(text_, at_);
    if (match.reach != 0) return write(match.end);
    at_ += bytes;
  }

  void skip(std::size_t bytes) { at_ += bytes; }

  // A run of these signs is a word if it has `least` of them; a shorter one is punctuation and dropped.
  void repeated(std::string_view signs, std::size_t least, std::size_t most = std::string_view::npos) {
    std::size_t end = at_;
    while (end < text_.size() && end - at_ < most && signs.find(text_[end]) != std::string_view::npos) ++end;
    if (end - at_ >= least) return write(end);
    at_ = end;
  }

  void ampersand() {
    for (const Replacement& entity : entities) {
      if (!text_.bytes().substr(at_).starts_with(entity.written)) continue;
      if (entity.written == "&apos;") return quotation(entity.written.size());
      return put(entity.word, entity.written.size());
    }
    put("&");
  }

  // \* is one sign, and up to three of them one word.
  void backslash() {
    std::size_t end = at_;
    while (text_[end] == '\\' && text_[end + 1] == '*' && end < at_ + 6) end += 2;
    write(std::max(end, at_ + 1));
  }

  void beyond() {
    if (text_.letter(at_) != 0 || text_.letter_or_digit(at_) != 0) return letters();
    if (const std::size_t mark = text_.apostrophe(at_)) return quotation(mark);
    for (const Replacement& sign : beyond_ascii) {
      if (text_.bytes().substr(at_).starts_with(sign.written)) return put(sign.word, sign.written.size());
    }
    if (const std::size_t end = raised_or_lowered(); end != at_) return write(end);
    const Character here = decode(text_.bytes(), at_);
    if (ptb::is_sign(here.code)) return write(at_ + here.bytes);
    at_ += here.bytes;
  }

  // [⁺⁻₊₋]?([⁰¹²³⁴-⁹]+|[₀-₉]+)
  std::size_t raised_or_lowered() const {
    const auto raised = [](char32_t c) {
      return c == 0x2070 || c == 0xB9 || c == 0xB2 || c == 0xB3 || (c >= 0x2074 && c <= 0x2079);
    };
    const auto lowered = [](char32_t c) { return c >= 0x2080 && c <= 0x2089; };
    const auto scan = [&](std::size_t from, auto is) {
      while (from < text_.size()) {
        const Character here = decode(text_.bytes(), from);
        if (!is(here.code)) break;
        from += here.bytes;
      }
      return from;
    };
    const Character first = decode(text_.bytes(), at_);
    const bool sign = first.code == 0x207A || first.code == 0x207B || first.code == 0x208A || first.code == 0x208B;
    const std::size_t begin = at_ + (sign ? first.bytes : 0);
    const std::size_t end = std::max(scan(begin, raised), scan(begin, lowered));
    return end > begin ? end : at_;
  }

  // A word of our own in place of the character here.
  void put(std::string_view word, std::size_t bytes = 1) {
    out_.add(word);
    at_ += bytes;
  }

  // The text up to `end` as a word: lower case, blanks made no-break ones, brackets replaced, soft hyphens gone.
  void write(std::size_t end) {
    const std::string_view written = text_.slice(at_, end);
    at_ = end;
    std::string& buffer = out_.buffer();
    for (std::size_t i = 0; i < written.size();) {
      const char c = written[i];
      if (is_ascii(c, ascii_alnum)) {
        buffer.push_back(lower_ascii(c));
        ++i;
      } else {
        i += write_other(written, i);
      }
    }
    out_.close();
  }

  std::size_t write_other(std::string_view written, std::size_t i) {
    std::string& buffer = out_.buffer();
    const std::string_view rest = written.substr(i);
    const Character here = decode(rest, 0);
    if (here.code == ' ' || here.code == 0xA0) {
      if (no_break_ == NoBreak::split) {
        out_.close();
      } else {
        append(buffer, 0xA0);
      }
    } else if (here.code == '(') {
      buffer.append("-lrb-");
    } else if (here.code == ')') {
      buffer.append("-rrb-");
    } else if (rest.starts_with("&amp;")) {
      buffer.push_back('&');
      return 5;
    } else if (rest.starts_with("&apos;")) {
      buffer.push_back('\'');
      return 6;
    } else if (here.code == right_quote && i <= 1 && ptb::is_reduced(written)) {
      buffer.push_back('\'');
    } else if (here.code != soft_hyphen) {
      append_lower(buffer, rest.substr(0, here.bytes));
    }
    return here.bytes;
  }

  Text text_;
  NoBreak no_break_;
  Words& out_;
  std::size_t at_ = 0;
};

}  // namespace

void split_ptb(std::string_view text, NoBreak no_break, Words& out) {
  Tokenizer(text, no_break, out).run();
}

}  // namespace fiducial::lexical
