// Porter's algorithm (1980) as NLTK runs it by default ("NLTK_EXTENSIONS").
//
// A word is a sequence of consonant runs C and vowel runs V, [C](VC)^m[V]; m is its measure. Five steps take suffixes
// off, or put others in their place, if what is left before the suffix is long enough (by its measure). In a list of
// rules the first whose suffix fits is the only one tried. NLTK departs from the paper where a comment says so.
//
// The rules look at Latin letters only, but lengths and doubled letters count characters: words beyond ASCII are
// stemmed as a string of code points, by the same template.
#include "lexical/porter.h"

#include <algorithm>
#include <array>
#include <span>

#include "lexical/utf8.h"

namespace fiducial::lexical {

namespace {

struct Rule {
  std::string_view suffix;
  std::string_view replacement;
};

constexpr std::array<Rule, 12> irregular = {{
    {"sky", "sky"},
    {"skies", "sky"},
    {"dying", "die"},
    {"lying", "lie"},
    {"tying", "tie"},
    {"news", "news"},
    {"innings", "inning"},
    {"inning", "inning"},
    {"outings", "outing"},
    {"outing", "outing"},
    {"cannings", "canning"},
    {"canning", "canning"},
}};
constexpr std::array<std::string_view, 4> unchanged = {"howe", "proceed", "exceed", "succeed"};

constexpr std::array<Rule, 4> plurals = {{{"sses", "ss"}, {"ies", "i"}, {"ss", "ss"}, {"s", ""}}};

constexpr std::array<Rule, 21> double_suffixes = {{
    {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"},
    {"bli", "ble"},     {"alli", "al"},     {"entli", "ent"}, {"eli", "e"},     {"ousli", "ous"},
    {"ization", "ize"}, {"ation", "ate"},   {"ator", "ate"},  {"alism", "al"},  {"iveness", "ive"},
    {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},  {"iviti", "ive"}, {"biliti", "ble"},
    {"fulli", "ful"},
}};

constexpr std::array<Rule, 7> adjective_suffixes = {
    {{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"}, {"ical", "ic"}, {"ful", ""}, {"ness", ""}}};

constexpr std::array<std::string_view, 19> last_suffixes = {"al",  "ance",  "ence", "er",  "ic",  "able", "ible",
                                                            "ant", "ement", "ment", "ent", "ion", "ou",   "ism",
                                                            "ate", "iti",   "ous",  "ive", "ize"};

template <class Char>
class Porter {
 public:
  explicit Porter(std::basic_string<Char> word) : word_(std::move(word)) {}

  std::basic_string<Char> stem() {
    plural();
    past_and_progressive();
    final_y();
    step2();
    apply(adjective_suffixes, 0);
    step4();
    final_e();
    if (ends("ll") && measure(word_.size() - 1) > 1) word_.pop_back();
    return std::move(word_);
  }

 private:
  bool ends(std::string_view suffix) const {
    return word_.size() >= suffix.size() && std::equal(suffix.rbegin(), suffix.rend(), word_.rbegin(),
                                                       [](char a, Char b) { return static_cast<Char>(a) == b; });
  }
  void replace(std::size_t suffix, std::string_view by) {
    word_.erase(word_.size() - suffix);
    for (const char c : by) word_.push_back(static_cast<Char>(c));
  }
  static bool is_vowel(Char c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u'; }
  // y is a consonant at the start and after a vowel.
  bool is_consonant(std::size_t at) const {
    bool flip = false;
    while (at > 0 && word_[at] == 'y') {
      flip = !flip;
      --at;
    }
    return is_vowel(word_[at]) == flip;
  }
  // The measure of the first `size` letters, by the number of changes from vowel to consonant.
  std::size_t measure(std::size_t size) const {
    std::size_t count = 0;
    bool consonant = true;
    for (std::size_t i = 0; i < size; ++i) {
      const bool before = consonant;
      consonant = word_[i] == 'y' ? i == 0 || !before : !is_vowel(word_[i]);
      if (i > 0 && !before && consonant) ++count;
    }
    return count;
  }
  bool has_vowel(std::size_t size) const {
    for (std::size_t i = 0; i < size; ++i) {
      if (!is_consonant(i)) return true;
    }
    return false;
  }
  bool ends_double_consonant() const {
    const std::size_t n = word_.size();
    return n >= 2 && word_[n - 1] == word_[n - 2] && is_consonant(n - 1);
  }
  // Consonant, vowel, consonant other than w, x, y; NLTK also takes a word of vowel and consonant.
  bool ends_cvc(std::size_t n) const {
    if (n == 2) return !is_consonant(0) && is_consonant(1);
    if (n < 3) return false;
    const Char last = word_[n - 1];
    return is_consonant(n - 3) && !is_consonant(n - 2) && is_consonant(n - 1) && last != 'w' && last != 'x' &&
           last != 'y';
  }
  // The first rule whose suffix fits, if the rest has more than this measure.
  void apply(std::span<const Rule> rules, std::size_t more_than) {
    for (const Rule& rule : rules) {
      if (!ends(rule.suffix)) continue;
      if (measure(word_.size() - rule.suffix.size()) > more_than) replace(rule.suffix.size(), rule.replacement);
      return;
    }
  }

  // Step 1a. NLTK: dies -> die, though flies -> fli.
  void plural() {
    if (word_.size() == 4 && ends("ies")) {
      replace(1, "");
      return;
    }
    for (const Rule& rule : plurals) {
      if (ends(rule.suffix)) {
        replace(rule.suffix.size(), rule.replacement);
        return;
      }
    }
  }

  // Step 1b. NLTK: died -> die, spied -> spi.
  void past_and_progressive() {
    if (ends("ied")) {
      replace(3, word_.size() == 4 ? "ie" : "i");
      return;
    }
    if (ends("eed")) {
      if (measure(word_.size() - 3) > 0) word_.pop_back();
      return;
    }
    if (ends("ed") && has_vowel(word_.size() - 2)) {
      replace(2, "");
    } else if (ends("ing") && has_vowel(word_.size() - 3)) {
      replace(3, "");
    } else {
      return;
    }
    mend_ending();
  }

  // What is left of a word without -ed or -ing: conflat -> conflate, hopp -> hop, fil -> file.
  void mend_ending() {
    const bool doubled = ends_double_consonant();
    if (doubled && !ends("l") && !ends("s") && !ends("z")) {
      word_.pop_back();
    } else if (ends("at") || ends("bl") || ends("iz") ||
               (!doubled && measure(word_.size()) == 1 && ends_cvc(word_.size()))) {
      word_.push_back('e');
    }
  }

  // Step 1c. NLTK: only after a consonant that is not the whole rest: happy -> happi, enjoy -> enjoy, by -> by.
  void final_y() {
    if (ends("y") && word_.size() > 2 && is_consonant(word_.size() - 2)) word_.back() = 'i';
  }

  // Step 2. NLTK: -alli first, and again on what it gives; -logi counts its l with the rest.
  void step2() {
    while (ends("alli") && measure(word_.size() - 4) > 0) replace(4, "al");
    const auto fits = [this](const Rule& rule) { return ends(rule.suffix); };
    if (std::any_of(double_suffixes.begin(), double_suffixes.end(), fits)) {
      apply(double_suffixes, 0);
    } else if (ends("logi") && measure(word_.size() - 3) > 0) {
      word_.pop_back();
    }
  }

  void step4() {
    for (const std::string_view suffix : last_suffixes) {
      if (!ends(suffix)) continue;
      const std::size_t rest = word_.size() - suffix.size();
      if (measure(rest) <= 1) return;
      if (suffix == "ion" && word_[rest - 1] != 's' && word_[rest - 1] != 't') return;
      word_.erase(rest);
      return;
    }
  }

  // Step 5a.
  void final_e() {
    if (!ends("e")) return;
    const std::size_t rest = word_.size() - 1;
    const std::size_t m = measure(rest);
    if (m > 1 || (m == 1 && !ends_cvc(rest))) word_.pop_back();
  }

  std::basic_string<Char> word_;
};

std::string stem_beyond_ascii(std::string_view word) {
  std::u32string codes;
  for (std::size_t i = 0; i < word.size();) {
    const Character here = decode(word, i);
    codes.push_back(here.code);
    i += here.bytes;
  }
  if (codes.size() <= 2) return std::string(word);
  std::string out;
  for (const char32_t code : Porter<char32_t>(std::move(codes)).stem()) append(out, code);
  return out;
}

}  // namespace

std::string stem(std::string_view word) {
  for (const Rule& form : irregular) {
    if (word == form.suffix) return std::string(form.replacement);
  }
  if (std::find(unchanged.begin(), unchanged.end(), word) != unchanged.end()) return std::string(word);
  if (std::any_of(word.begin(), word.end(), is_beyond_ascii)) return stem_beyond_ascii(word);
  if (word.size() <= 2) return std::string(word);
  return Porter<char>(std::string(word)).stem();
}

}  // namespace fiducial::lexical
