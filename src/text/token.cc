#include "text/token.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "text/level.h"
#include "text/stem.h"

namespace fiducial::text {

namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
// What a character beyond ASCII means to us: one ASCII character, and how many bytes it took.
struct Folded {
  char as;  // 0: a letter that we keep as it is
  std::uint8_t bytes;
};

struct Point {
  std::uint32_t point;
  char as;
};
constexpr Point kPoints[] = {
    {0x00A0, ' '}, {0x00B7, ','},  {0x00D7, '*'},  {0x2010, '-'},  {0x2011, '-'},  {0x2012, '-'},  {0x2013, '-'},
    {0x2014, '-'}, {0x2018, '\''}, {0x2019, '\''}, {0x201C, '"'},  {0x201D, '"'},  {0x2022, '\n'}, {0x2026, '.'},
    {0x2192, '-'}, {0x2212, '-'},  {0x2217, '*'},  {0x25CF, '\n'}, {0x25E6, '\n'}, {0x2715, '*'},  {0x3000, ' '},
    {0x3001, ','}, {0x3002, '.'},  {0xFF08, '('},  {0xFF09, ')'},  {0xFF0C, ','},  {0xFF0E, '.'},  {0xFF1A, ':'},
    {0xFF1B, ';'}, {0xFF5E, '-'},  {0x223C, '-'},  {0x2009, ' '},  {0x202F, ' '},  {0x00C0, 'a'},  {0x00C1, 'a'},
    {0x00C4, 'a'}, {0x00C7, 'c'},  {0x00C8, 'e'},  {0x00C9, 'e'},  {0x00D6, 'o'},  {0x00DC, 'u'},  {0x00E0, 'a'},
    {0x00E1, 'a'}, {0x00E2, 'a'},  {0x00E4, 'a'},  {0x00E7, 'c'},  {0x00E8, 'e'},  {0x00E9, 'e'},  {0x00EA, 'e'},
    {0x00EB, 'e'}, {0x00ED, 'i'},  {0x00EF, 'i'},  {0x00F1, 'n'},  {0x00F3, 'o'},  {0x00F4, 'o'},  {0x00F6, 'o'},
    {0x00F8, 'o'}, {0x00FA, 'u'},  {0x00FC, 'u'},  {0xFEFF, ' '},
};

Folded fold(std::string_view text, std::size_t at) {
  utf8proc_int32_t point = 0;
  const auto left = static_cast<utf8proc_ssize_t>(std::min<std::size_t>(text.size() - at, 4));
  const auto bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at), left, &point);
  if (bytes <= 0) return {' ', 1};  // no UTF-8
  if (bytes == 4) return {' ', 4};
  for (const Point& p : kPoints) {
    if (p.point == static_cast<std::uint32_t>(point)) return {p.as, static_cast<std::uint8_t>(bytes)};
  }
  return {'\0', static_cast<std::uint8_t>(bytes)};
}

// Prefixes that are written joined, with a hyphen or apart, to the same effect. They are always joined.
constexpr std::string_view kPrefixes[] = {
    "non",    "intra",  "extra",  "peri",  "sub",   "retro", "para",   "supra",   "infra",  "pre",     "post",
    "hyper",  "hypo",   "iso",    "hemi",  "inter", "trans", "epi",    "anti",    "micro",  "macro",   "un",
    "semi",   "pseudo", "multi",  "endo",  "juxta", "costo", "cardio", "broncho", "antero", "postero", "infero",
    "supero", "medio",  "latero", "fibro", "pan",   "over",  "under",  "re"};

bool is_prefix(std::string_view word) {
  if (word.size() > 8) return false;
  for (std::string_view p : kPrefixes) {
    if (p == word) return true;
  }
  return false;
}

// "Swollen", "torn": participles of verbs that end otherwise than in -ed.
bool is_irregular_participle(std::string_view word) {
  for (std::string_view known : {"swollen", "torn", "broken", "shrunken", "sunken", "worn", "fallen"}) {
    if (word == known) return true;
  }
  return false;
}

bool has_adjective_ending(std::string_view word) {
  for (std::string_view ending : {"ar", "ic", "ed", "al", "ous", "ense", "ive"}) {
    if (word.size() >= ending.size() + 3 && word.ends_with(ending)) return true;
  }
  return false;
}

bool has_noun_ending(std::string_view word) {
  for (std::string_view ending : {"ing", "ion", "ment", "ness", "ity", "sis", "oma", "ia", "ure", "phy", "nce", "er"}) {
    if (word.size() >= ending.size() + 2 && word.ends_with(ending)) return true;
  }
  return false;
}

bool has_plural_ending(std::string_view word) {
  if (word.size() < 4) return false;
  if (word.ends_with("ae") || is_irregular_plural(word)) return true;  // "scapulae", "femora"
  const char before = word[word.size() - 2];
  return word.back() == 's' && before != 's' && before != 'u' && before != 'i';
}

// 8 for "eighth"; 0: no such word.
std::uint8_t ordinal_of(std::string_view word) {
  constexpr std::string_view kOrdinals[] = {"first",   "second", "third", "fourth", "fifth",    "sixth",
                                            "seventh", "eighth", "ninth", "tenth",  "eleventh", "twelfth"};
  for (std::size_t k = 0; k < std::size(kOrdinals); ++k) {
    if (word == kOrdinals[k]) return static_cast<std::uint8_t>(k + 1);
  }
  return 0;
}

// Reports use a few thousand words again and again: what is known of the last ones is kept, each under its whole text.
class Words {
 public:
  struct Known {
    WordHash hash = 0;  // of its stem
    bool prefix = false, adjective = false, plural = false, participle = false, noun = false;
    std::uint8_t counts = 0;
  };

  // `s` has room for kLongestWord bytes, of which the word is the first n.
  Known of(const char* s, std::size_t n) {
    if (n > kRoom) return look(s, n);
    Entry& entry = entries_[place(s, n)];
    if (entry.size != n || std::memcmp(entry.text.data(), s, n) != 0) {
      std::memcpy(entry.text.data(), s, n);
      entry.size = static_cast<std::uint8_t>(n);
      entry.known = look(s, n);
    }
    return entry.known;
  }

 private:
  static Known look(const char* s, std::size_t n) {
    std::array<char, kLongestWord> buffer{};
    std::memcpy(buffer.data(), s, n);
    const std::string_view word(s, n);
    return {hash_bytes(buffer.data(), stem_in_place(buffer.data(), n)),
            is_prefix(word),
            has_adjective_ending(word) || is_irregular_participle(word),
            has_plural_ending(word),
            word.size() > 5 && word.ends_with("ing"),
            has_noun_ending(word),
            ordinal_of(word)};
  }

  // By the first and the last eight bytes: quicker than a hash of all, and words that share both are few. There are
  // always eight bytes to read (kLongestWord).
  static std::size_t place(const char* s, std::size_t n) {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::memcpy(&first, s, sizeof first);
    if (n < sizeof first)
      first &= (std::uint64_t{1} << (8 * n)) - 1;
    else
      std::memcpy(&last, s + n - sizeof last, sizeof last);
    return ((first * 0x9e3779b97f4a7c15ULL) ^ ((last + n) * 0xd6e8feb86659fd93ULL)) >> (64U - kPlaceBits);
  }

  static constexpr std::size_t kRoom = 23;
  static constexpr unsigned kPlaceBits = 12;
  struct Entry {
    Known known;
    std::array<char, kRoom> text{};
    std::uint8_t size = 0;
  };
  std::array<Entry, std::size_t{1} << kPlaceBits> entries_{};
};

// Prefixes that are words of their own too ("over the lung", "pan"): joined only over a hyphen.
bool only_hyphenated(std::string_view prefix) {
  return prefix == "over" || prefix == "under" || prefix == "re" || prefix == "un" || prefix == "pan" ||
         prefix == "post" || prefix == "pre";
}

class Tokenizer {
 public:
  Tokenizer(std::string_view text, std::vector<Token>& out) : text_(text), out_(out) {}

  void run() {
    while (at_ < text_.size()) step();
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  Token& add(TokenKind kind, std::size_t begin, std::size_t end) {
    Token t;
    t.begin = static_cast<std::uint32_t>(begin);
    t.end = static_cast<std::uint32_t>(end);
    t.kind = kind;
    t.joined = !out_.empty() && out_.back().end == t.begin && out_.back().kind != TokenKind::line;
    out_.push_back(t);
    return out_.back();
  }

  void mark(TokenKind kind, std::size_t bytes) {
    add(kind, at_, at_ + bytes);
    at_ += bytes;
  }

  void line(std::size_t bytes) {
    if (!out_.empty() && out_.back().kind == TokenKind::line) {
      if (out_.back().lines < 200) ++out_.back().lines;
      out_.back().end = static_cast<std::uint32_t>(at_ + bytes);
    } else {
      add(TokenKind::line, at_, at_ + bytes).lines = 1;
    }
    at_ += bytes;
  }

  void step() {
    const char c = peek();
    if (is_letter(c)) return word();
    if (is_digit(c)) return number();
    if (static_cast<unsigned char>(c) >= 0x80) {
      const Folded f = fold(text_, at_);
      if (f.as == 0 || is_letter(f.as)) return word();
      return symbol(f.as, f.bytes);
    }
    symbol(c, 1);
  }

  void symbol(char c, std::size_t bytes) {
    switch (c) {
      case ' ':
      case '\t':
      case '\0':
      case '\r':
        at_ += bytes;
        return;
      case '\n':
        return line(bytes);
      case ',':
        return mark(TokenKind::comma, bytes);
      case ';':
        return mark(TokenKind::semicolon, bytes);
      case ':':
        return mark(TokenKind::colon, bytes);
      case '?':
        return question_mark(bytes);
      case '.':
      case '!':
        return mark(TokenKind::period, bytes);
      case '(':
      case '[':
      case '{':
        return mark(TokenKind::open, bytes);
      case ')':
      case ']':
      case '}':
        return mark(TokenKind::close, bytes);
      case '\'':
        return possessive(bytes);
      case '*':
        return star(bytes);
      case '#':
        return hash_sign(bytes);
      case '&':
      case '+':
        return and_sign(bytes);
      case '>':
        return more_sign(bytes);
      case '-':
      case '~':
        return mark(TokenKind::dash, bytes);
      case '/':
      case '\\':
        return mark(TokenKind::slash, bytes);
      default:
        return mark(TokenKind::other, bytes);
    }
  }

  // "Schmorl's": the ending says nothing.
  void possessive(std::size_t bytes) {
    at_ += bytes;
    const bool ending = lower(peek()) == 's' && !is_letter(peek(1)) && !out_.empty() &&
                        out_.back().kind == TokenKind::word && out_.back().end + bytes == at_;
    if (ending) ++at_;
  }

  // A sign that stands for a word.
  void stands_for(std::string_view word, std::size_t bytes) {
    add(TokenKind::word, at_, at_ + bytes).word = hash_word(stem(word));
    at_ += bytes;
  }

  // "?fracture of the scaphoid", "? fracture": a possible one.
  void question_mark(std::size_t bytes) {
    const auto begins_word = [&](std::size_t at) { return is_letter(peek(at)) || peek(at) == '#'; };  // "?#NOF"
    const bool word = begins_word(bytes) || (peek(bytes) == ' ' && begins_word(bytes + 1));
    const bool ahead = word && (at_ == 0 || text_[at_ - 1] == ' ' || text_[at_ - 1] == '\n');
    const char next = peek(bytes) == ' ' ? peek(bytes + 1) : peek(bytes);
    const bool ends = next == '\0' || next == '\n' || (peek(bytes) == ' ' && next >= 'A' && next <= 'Z');
    const bool behind = ends && at_ > 0 && is_letter(text_[at_ - 1]);
    if (ahead || behind) stands_for("possible", bytes);
    if (!ahead) mark(TokenKind::period, behind ? 0 : bytes);  // "Small effusion?": possible, and the end
  }

  // "Cirrhosis & ascites", "cirrhosis + ascites", but not "ER+" or "+2".
  void and_sign(std::size_t bytes) {
    const bool sign = text_[at_] == '+' && lower(peek(bytes)) == 'v' && lower(peek(bytes + 1)) == 'e';
    if (sign && !is_letter(peek(bytes + 2))) return stands_for("positive", bytes + 2);  // "+ve for a fracture"
    const bool apart = at_ > 0 && text_[at_ - 1] == ' ' && peek(bytes) == ' ';
    apart ? stands_for("and", bytes) : mark(TokenKind::other, bytes);
  }

  // "# of the distal radius": a fracture, where no number stands behind it.
  void hash_sign(std::size_t bytes) {
    const bool number = is_digit(peek(bytes)) || peek(bytes) == '#';
    number ? mark(TokenKind::other, bytes) : stands_for("fracture", bytes);
  }

  // "R>L": the right more than the left, but not ">5 mm".
  void more_sign(std::size_t bytes) {
    const bool between = at_ > 0 && is_letter(text_[at_ - 1]) && is_letter(peek(bytes));
    between ? stands_for("greater", bytes) : mark(TokenKind::other, bytes);
  }

  // "15*12" multiplies; "**Liver:**" is markup and says nothing.
  void star(std::size_t bytes) {
    const bool after_number = !out_.empty() && out_.back().kind == TokenKind::number;
    if (after_number) return mark(TokenKind::times, bytes);
    at_ += bytes;
  }

  // "1,850 g": the comma parts thousands, and no list of numbers, in which a space follows it.
  bool thousands_behind(std::size_t begin) const {
    const bool whole = at_ - begin <= 3 && text_[begin] != '0' && peek() == ',';
    return whole && is_digit(peek(1)) && is_digit(peek(2)) && is_digit(peek(3)) && !is_digit(peek(4)) && peek(4) != ',';
  }

  // "1,5 cm", as it is written in other countries: one digit behind the comma and then a length, and no list.
  bool decimal_comma_behind(std::size_t begin) const {
    if (peek() != ',' || !is_digit(peek(1)) || is_digit(peek(2))) return false;
    if (!out_.empty() && out_.back().kind == TokenKind::comma && out_.back().end == begin) return false;  // "3,4,5 mm"
    const std::size_t unit = peek(2) == ' ' ? 3 : 2;
    const char first = lower(peek(unit));
    const bool length = (first == 'c' || first == 'm') && lower(peek(unit + 1)) == 'm' && !is_letter(peek(unit + 2));
    const bool another = (first == 'x' || peek(unit) == '*') && !is_letter(peek(unit + 1));  // "3,5 x 2,1 cm"
    return length || another;
  }

  void number() {
    const std::size_t begin = at_;
    while (is_digit(peek())) ++at_;
    if (time_behind()) {  // "14:30", and of a breast "3:00"
      at_ += 3;
      add(TokenKind::word, begin, at_).word = hash_bytes(text_.data() + begin, at_ - begin);
      return;
    }
    double value = 0;
    if (peek() == '.' && is_digit(peek(1))) {
      ++at_;
      while (is_digit(peek())) ++at_;
      std::from_chars(text_.data() + begin, text_.data() + at_, value);
    } else if (decimal_comma_behind(begin)) {
      std::from_chars(text_.data() + begin, text_.data() + at_, value);
      value += (peek(1) - '0') / 10.0;
      at_ += 2;
    } else {
      std::from_chars(text_.data() + begin, text_.data() + at_, value);
    }
    if (thousands_behind(begin)) {
      double rest = 0;
      std::from_chars(text_.data() + at_ + 1, text_.data() + at_ + 4, rest);
      value = 1000 * value + rest;
      at_ += 4;
    }
    const bool ordinal = ordinal_suffix();
    Token& t = add(ordinal ? TokenKind::ordinal : TokenKind::number, begin, at_);
    t.value = value;
    t.word = hash_bytes(text_.data() + begin, at_ - begin);
    // "10x12": a multiplication sign, not a word.
    if ((peek() == 'x' || peek() == 'X') && (is_digit(peek(1)) || (peek(1) == ' ' && is_digit(peek(2)))))
      mark(TokenKind::times, 1);
  }

  bool time_behind() const { return peek() == ':' && is_digit(peek(1)) && is_digit(peek(2)) && !is_digit(peek(3)); }

  bool ordinal_suffix() {
    const char a = lower(peek());
    const char b = lower(peek(1));
    const bool suffix =
        (a == 's' && b == 't') || (a == 'n' && b == 'd') || (a == 'r' && b == 'd') || (a == 't' && b == 'h');
    if (!suffix || is_letter(peek(2))) return false;
    at_ += 2;
    return true;
  }

  // At the point of "i.e.", behind its `letters`: does another single letter follow, or was the last one behind a point
  // too and the sentence goes on?
  bool dotted_letter(std::size_t letters) const {
    const bool lone = letters == 1 || (letters > 1 && at_ >= 2 && text_[at_ - 2] == '.');
    if (!lone) return false;
    if (is_letter(peek(1))) return !is_letter(peek(2)) && !is_digit(peek(2));
    return letters > 1 && peek(1) == ' ' && peek(2) >= 'a' && peek(2) <= 'z';
  }

  void word() {
    const std::size_t begin = at_;
    std::array<char, kLongestWord> buffer{};
    std::size_t n = 0;
    bool digits = false;
    const bool capital = peek() >= 'A' && peek() <= 'Z';
    while (at_ < text_.size()) {
      const char c = peek();
      if (is_letter(c) || is_digit(c)) {
        digits |= is_digit(c);
        if (n < buffer.size()) buffer[n++] = lower(c);
        ++at_;
      } else if (static_cast<unsigned char>(c) >= 0x80) {
        const Folded f = fold(text_, at_);
        if (f.as == 0) {
          for (std::size_t i = 0; i < f.bytes && n < buffer.size(); ++i) buffer[n++] = text_[at_ + i];
        } else if (is_letter(f.as)) {
          if (n < buffer.size()) buffer[n++] = f.as;
        } else {
          break;
        }
        at_ += f.bytes;
      } else if (c == '.' && dotted_letter(n)) {
        ++at_;  // "i.e."
      } else {
        break;
      }
    }
    if (n == 1 && buffer[0] == 'x' && !out_.empty() && out_.back().kind == TokenKind::number) {
      add(TokenKind::times, begin, at_);
      return;
    }
    if (digits && level(begin, std::string_view(buffer.data(), n))) return;
    if (n == 1 && buffer[0] == 'w' && peek() == '/' && lower(peek(1)) != 'o') {  // "w/ hemorrhage"
      at_ = begin;
      return stands_for("with", 2);
    }
    thread_local Words words;
    Words::Known known = words.of(buffer.data(), n);
    if (known.prefix && join_prefix(buffer, n))
      known = words.of(buffer.data(), n);  // at_ is behind the joined word now
    Token& t = add(TokenKind::word, begin, at_);
    t.word = known.hash;
    t.capital = capital;
    t.adjective = known.adjective;
    t.plural = known.plural;
    t.participle = known.participle;
    t.noun = known.noun;
    t.counts = known.counts;
  }

  bool join_prefix(std::array<char, kLongestWord>& buffer, std::size_t& n) {
    std::size_t i = at_;
    bool hyphen = false;
    if (i < text_.size() && text_[i] == '-') {
      hyphen = true;
      ++i;
    } else if (i + 2 < text_.size() && static_cast<unsigned char>(text_[i]) == 0xE2 &&
               static_cast<unsigned char>(text_[i + 1]) == 0x80 && static_cast<unsigned char>(text_[i + 2]) >= 0x90 &&
               static_cast<unsigned char>(text_[i + 2]) <= 0x95) {
      hyphen = true;
      i += 3;
    } else if (i < text_.size() && text_[i] == ' ') {
      ++i;
    } else {
      return false;
    }
    if (!hyphen && only_hyphenated({buffer.data(), n})) return false;
    if (i >= text_.size() || !is_letter(text_[i])) return false;
    const std::size_t before = n;
    std::size_t j = i;
    while (j < text_.size() && (is_letter(text_[j]) || is_digit(text_[j]))) {
      if (n < buffer.size()) buffer[n++] = lower(text_[j]);
      ++j;
    }
    const std::string_view next(buffer.data() + before, n - before);
    if (next.size() < 4 || next == "and" || next == "versus") {  // "pre and post", "non of"
      n = before;
      return false;
    }
    at_ = j;
    return true;
  }

  // Reads L4, L4/5, L4-5, L4-L5, C3~7, T12/L1, L5-S1. `head` is the letters and digits just read.
  bool level(std::size_t begin, std::string_view head) {
    std::uint8_t from = 0;
    const char region = parse_vertebra(head, from);
    if (from == 0) return false;
    if (region == 'T' && from <= 9 && !level_context(begin))
      return false;  // T1 and T2 are MRI sequences far more often
    const std::size_t after_first = at_;
    std::uint8_t to = from;
    bool slash = false;
    std::size_t i = at_;
    if (separator(i, slash) && second(i, region, to) && to > from) {
      at_ = i;
    } else {
      at_ = after_first;
      to = from;
    }
    Token& t = add(TokenKind::level, begin, at_);
    t.level_from = from;
    t.level_to = to;
    t.level_pair = to == from + 1 && slash;
    t.word = hash_word(stem(text_.substr(begin, at_ - begin)));
    return true;
  }

  // T1 or T2 is a vertebra if it goes on as a range or a pair, or if "vertebra", "thoracic" or the like stands by.
  bool level_context(std::size_t begin) const {
    std::size_t i = at_;
    bool slash = false;
    std::uint8_t to = 0;
    if (separator(i, slash) && second(i, 'T', to) && to > 9) return true;
    const auto near = [&](std::size_t from, std::size_t to_byte, std::string_view what) {
      const std::string_view around = text_.substr(from, to_byte - from);
      for (std::size_t k = 0; k + what.size() <= around.size(); ++k) {
        std::size_t m = 0;
        while (m < what.size() && lower(around[k + m]) == what[m]) ++m;
        if (m == what.size()) return true;
      }
      return false;
    };
    const std::size_t left = begin > 12 ? begin - 12 : 0;
    const std::size_t right = std::min(text_.size(), at_ + 16);
    return near(at_, right, "vertebra") || near(at_, right, "spinous") || near(left, right, "thoracic") ||
           near(at_, right, "endplate") || near(at_, right, "pedicle") || near(at_, right, "level");
  }

  static char parse_vertebra(std::string_view word, std::uint8_t& level) {
    if (word.size() < 2 || word.size() > 3) return 0;
    const char region = static_cast<char>(word[0] - 'a' + 'A');
    unsigned number = 0;
    for (char c : word.substr(1)) {
      if (!is_digit(c)) return 0;
      number = number * 10 + static_cast<unsigned>(c - '0');
    }
    level = vertebra(region, number);
    return region;
  }

  bool separator(std::size_t& i, bool& slash) const {
    const auto space = [&] {
      while (i < text_.size() && text_[i] == ' ') ++i;
    };
    space();
    if (i >= text_.size()) return false;
    if (text_[i] == '/' || text_[i] == '-' || text_[i] == '~') {
      slash = text_[i] != '~';
      ++i;
    } else if (static_cast<unsigned char>(text_[i]) >= 0x80) {
      const Folded f = fold(text_, i);
      if (f.as != '-') return false;
      slash = true;
      i += f.bytes;
    } else if (i + 2 < text_.size() && lower(text_[i]) == 't' && lower(text_[i + 1]) == 'o' && text_[i + 2] == ' ') {
      i += 3;
    } else {
      return false;
    }
    space();
    return true;
  }

  bool second(std::size_t& i, char region, std::uint8_t& to) const {
    if (i >= text_.size()) return false;
    if (is_letter(text_[i])) {
      region = text_[i] >= 'a' ? static_cast<char>(text_[i] - 'a' + 'A') : text_[i];
      ++i;
    }
    unsigned number = 0;
    std::size_t digits = 0;
    while (i < text_.size() && is_digit(text_[i]) && digits < 3) {
      number = number * 10 + static_cast<unsigned>(text_[i] - '0');
      ++i;
      ++digits;
    }
    if (digits == 0 || (i < text_.size() && is_letter(text_[i]))) return false;
    to = vertebra(region, number);
    return to != 0;
  }

  std::string_view text_;
  std::vector<Token>& out_;
  std::size_t at_ = 0;
};

}  // namespace

bool same_words(std::string_view a, std::string_view b) {
  std::vector<Token> left;
  std::vector<Token> right;
  tokenize(a, left);
  tokenize(b, right);
  const auto no_words = [](const Token& token) { return token.kind == TokenKind::line; };
  std::erase_if(left, no_words);
  std::erase_if(right, no_words);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const Token& x, const Token& y) {
    return x.kind == y.kind && x.word == y.word && x.value == y.value && x.level_from == y.level_from &&
           x.level_to == y.level_to;
  });
}

void tokenize(std::string_view text, std::vector<Token>& out) {
  out.clear();
  out.reserve(text.size() / 5 + 8);
  Tokenizer(text, out).run();
}

}  // namespace fiducial::text
