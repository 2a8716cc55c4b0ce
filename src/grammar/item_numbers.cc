#include "grammar/item_numbers.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ConceptId;
using lexicon::CueKind;
using lexicon::Section;
using lexicon::Sense;
using text::Token;
using text::TokenKind;

namespace {

// "II", "IIa". 0: none.
double roman_grade(std::string_view word) {
  constexpr std::string_view kRoman[] = {"i", "ii", "iii", "iv", "v", "vi"};
  const auto same = [&](std::string_view numeral) {
    return word.size() >= numeral.size() &&
           std::equal(numeral.begin(), numeral.end(), word.begin(), [](char a, char b) { return a == (b | 0x20); });
  };
  for (std::size_t k = 0; k < std::size(kRoman); ++k) {
    if (!same(kRoman[k])) continue;
    const std::string_view rest = word.substr(kRoman[k].size());
    const char letter = rest.size() == 1 ? static_cast<char>(rest[0] | 0x20) : '\0';
    if (rest.empty()) return static_cast<double>(k) + 1.01;
    if (letter >= 'a' && letter <= 'd') return static_cast<double>(k) + 1.01 + 0.1 * (letter - 'a' + 1);
  }
  return 0;
}

}  // namespace

// The unit behind a number, as word i or as the sign that touches the number.
NumberReader::UnitOf NumberReader::unit(std::size_t i) const {
  struct Spelled {
    std::string_view word;
    double millimeters;
    Unit unit;
    double times = 1;
  };
  constexpr Spelled kUnits[] = {{"mm", 1, Unit::none},
                                {"millimeter", 1, Unit::none},
                                {"millimeters", 1, Unit::none},
                                {"millimetre", 1, Unit::none},
                                {"millimetres", 1, Unit::none},
                                {"cm", 10, Unit::none},
                                {"cms", 10, Unit::none},
                                {"centimeter", 10, Unit::none},
                                {"centimeters", 10, Unit::none},
                                {"centimetre", 10, Unit::none},
                                {"centimetres", 10, Unit::none},
                                {"hu", 0, Unit::hounsfield},
                                {"hounsfield", 0, Unit::hounsfield},
                                {"ml", 0, Unit::milliliter},
                                {"cc", 0, Unit::milliliter},
                                {"mls", 0, Unit::milliliter},
                                {"cm3", 0, Unit::milliliter},
                                {"percent", 0, Unit::percent},
                                {"degrees", 0, Unit::degree},
                                {"degree", 0, Unit::degree},
                                {"deg", 0, Unit::degree},
                                {"\u00b0", 0, Unit::degree},
                                {"weeks", 0, Unit::week},
                                {"week", 0, Unit::week},
                                {"g", 0, Unit::gram},
                                {"gram", 0, Unit::gram},
                                {"grams", 0, Unit::gram},
                                {"centile", 0, Unit::centile},
                                {"percentile", 0, Unit::centile},
                                {"litre", 0, Unit::milliliter, 1000},
                                {"liter", 0, Unit::milliliter, 1000},
                                {"litres", 0, Unit::milliliter, 1000},
                                {"liters", 0, Unit::milliliter, 1000}};
  if (i > 0 && text_.substr(behind_space(i - 1), 1) == "%") return {0, Unit::percent};
  if (i >= tokens_.size() || tokens_[i].kind != TokenKind::word) return {};
  if (i + 1 < tokens_.size() && is_word(i + 1, "old")) return {};  // "6 week old": of the patient
  if (i + 1 < tokens_.size() && is_word(i, "per") && is_word(i + 1, "cent")) return {0, Unit::percent};
  for (const Spelled& u : kUnits) {
    if (is_word(i, u.word)) return {u.millimeters, u.unit, u.times};
  }
  return {};
}

// Units of what no report says of a lesion: they and their numbers are passed over.
bool NumberReader::technical_unit(std::size_t at) const {
  constexpr std::string_view kUnits[] = {"ms",   "msec", "minute", "minutes", "min", "mins", "seconds", "secs", "bpm",
                                         "mmhg", "kg",   "mgy",    "msv",     "mci", "mbq",  "hz",      "kv"};
  return at < tokens_.size() && tokens_[at].kind == TokenKind::word &&
         std::any_of(std::begin(kUnits), std::end(kUnits), [&](std::string_view w) { return is_word(at, w); });
}

// A percent sign is no token of its own kind; the words of a unit are.
std::size_t NumberReader::behind_unit(std::size_t i) const {
  const bool sign = i > 0 && text_.substr(behind_space(i - 1), 1) == "%";
  if (!sign) return is_word(i, "per") ? i + 2 : i + 1;  // "41 per cent"
  return i < tokens_.size() && tokens_[i].begin == behind_space(i - 1) ? i + 1 : i;
}

// Where the text goes on behind a token and one space: "80 %".
std::size_t NumberReader::behind_space(std::size_t token) const {
  const std::size_t end = tokens_[token].end;
  return end < text_.size() && text_[end] == ' ' ? end + 1 : std::min<std::size_t>(end, text_.size());
}

// Behind "250 cm" in "250 cm/s" and "250 cm per second".
std::size_t NumberReader::per_second(std::size_t at) const {
  const bool per = at + 1 < tokens_.size() && (tokens_[at].kind == TokenKind::slash || is_word(at, "per"));
  const bool second = per && (is_word(at + 1, "s") || is_word(at + 1, "sec") || is_word(at + 1, "second"));
  return second ? at + 2 : at;
}

// "7 and 5 mm", "12, 9 and 6 mm": the unit stands behind the last of them.
NumberReader::UnitOf NumberReader::unit_of_list(std::size_t at) const {
  for (int more = 0; more < 4; ++more) {
    bool joined = false;
    while (at < tokens_.size() && (tokens_[at].kind == TokenKind::comma || is_word(at, "and"))) {
      joined = true;
      ++at;
    }
    if (!joined || at >= tokens_.size() || tokens_[at].kind != TokenKind::number) return {};
    if (const UnitOf u = unit(++at); u.any()) return u.millimeters != 0 ? u : UnitOf{};
  }
  return {};
}

bool NumberReader::joins_numbers(std::size_t at) const {
  return at + 1 < tokens_.size() && tokens_[at + 1].kind == TokenKind::number &&
         (tokens_[at].kind == TokenKind::times || tokens_[at].kind == TokenKind::dash || is_word(at, "by") ||
          is_word(at, "to") || is_word(at, "through") || is_word(at, "x"));
}

bool NumberReader::begins_form(std::size_t i) const {
  if (tokens_[i].kind == TokenKind::ordinal) return is_numbered_place(i);
  return lexicon_.longest(tokens_, i).tokens > 1 && date_end(i) == i && !technical_unit(i + 1);
}

std::size_t NumberReader::number(std::size_t i) {
  if (tokens_[i].kind == TokenKind::ordinal) return ordinal(i);
  if (const std::size_t end = date_end(i); end != i) {
    add(ItemKind::ordinal, i, end);
    return end;
  }
  if (technical_unit(i + 1)) {
    add(ItemKind::cue, i, i + 2).cue = CueKind::filler;
    return i + 2;
  }
  return measure(i);
}

// "-90 HU", "minus 90 HU": a dash that touches the number behind it alone, and no number before it.
bool NumberReader::is_below_zero(std::size_t i) const {
  if (i == 0) return false;
  if (is_word(i - 1, "minus")) return true;
  return tokens_[i - 1].kind == TokenKind::dash && tokens_[i].joined && !tokens_[i - 1].joined &&
         (i < 2 || tokens_[i - 2].kind != TokenKind::number);
}

// "9 mm", "2 x 3 cm", "from 6 to 9 mm", "250 cm/s"; with no unit, a bare number.
std::size_t NumberReader::measure(std::size_t i) {
  std::array<double, 3> values{};
  std::size_t n = 0;
  std::size_t at = i;
  UnitOf scale;
  const bool from = i > 0 && is_word(i - 1, "from");  // "has grown from 6 to 9 mm"
  while (at < tokens_.size() && tokens_[at].kind == TokenKind::number && n < values.size()) {
    values[n++] = tokens_[at++].value;
    if (at < tokens_.size() && tokens_[at].kind == TokenKind::dash && unit(at + 1).any()) ++at;  // "10-mm"
    if (const UnitOf u = unit(at); u.any()) {
      scale = u;
      at = behind_unit(at);
      if (const std::size_t end = per_second(at); end != at && u.millimeters != 0) {
        scale = {0, Unit::velocity, u.millimeters / 10};
        at = end;
      }
    }
    if (!joins_numbers(at)) break;
    if (from && is_word(at, "to")) n = 0;
    ++at;
  }
  if (!scale.any()) scale = unit_of_list(at);
  if (!scale.any()) return bare_number(i, at, values[0], n > 1 ? values[n - 1] : values[0]);
  if (scale.unit == Unit::hounsfield && is_below_zero(i)) {
    for (double& value : values) value = -value;
  }
  Item& item = add(ItemKind::measure, i, at);
  if (scale.unit != Unit::none) {
    item.quantity = {scale.unit, static_cast<float>(values[0] * scale.times),
                     static_cast<float>(values[n - 1] * scale.times), lexicon::kNone};
  } else {
    for (std::size_t k = 0; k < n; ++k)
      item.sizes[item.size_count++] = static_cast<float>(values[k] * scale.millimeters);
  }
  return at;
}

// "8/2", "12/03/2024": numbers that slashes join are a day.
std::size_t NumberReader::date_end(std::size_t i) const {
  std::size_t at = i + 1;
  while (at + 1 < tokens_.size() && tokens_[at].kind == TokenKind::slash && tokens_[at].joined &&
         tokens_[at + 1].kind == TokenKind::number && tokens_[at + 1].joined && !unit(at + 2).any())
    at += 2;
  return at == i + 1 ? i : at;
}

// "1. The liver", "2 nodules": a bare number; small ones count things.
std::size_t NumberReader::bare_number(std::size_t i, std::size_t end, double from, double to) {
  if ((end == i + 1 && value_of_scale(i)) || value_of_index(i, end, from, to)) return end;
  const lexicon::Match match = lexicon_.longest(tokens_, i);
  if (match.tokens == 1 && end == i + 1 && !numbers_rib(i))
    take_senses(lexicon_, match.senses, add(ItemKind::content, i, i + 1));
  else
    ordinal_range(i, end, from, to);
  return end;
}

// "The SUVmax of the node is 8.4": the value stands behind the verb, and its scale before it.
bool NumberReader::value_of_scale(std::size_t i) {
  constexpr std::size_t kFarthest = 8;
  if (out_.empty() || out_.back().kind != ItemKind::cue) return false;
  if (!is_cue(out_.back(), CueKind::be) && !lexicon_[out_.back().cue_concept].has(Concept::finite_verb)) return false;
  for (std::size_t k = out_.size() - 1; k-- > 0 && out_.size() - k <= kFarthest;) {
    Item& scale = out_[k];
    if (scale.kind == ItemKind::comma || scale.kind == ItemKind::semicolon || scale.kind == ItemKind::measure)
      return false;
    const bool names = scale.attribute != nullptr || scale.observation != nullptr || is_cue(scale, CueKind::scale);
    if (!names || scale.cue_concept == lexicon::kNone || lexicon_[scale.cue_concept].cue() != CueKind::scale) continue;
    const lexicon::ConceptId of = scale.cue_concept;
    scale.attribute = nullptr;
    if (scale.observation == nullptr) {
      scale.kind = ItemKind::cue;
      scale.cue = CueKind::filler;
    }
    const float value = grade_of_number(tokens_[i].value);
    add(ItemKind::measure, i, i + 1).quantity = {Unit::grade, value, value, of};
    return true;
  }
  return false;
}

// "RI 0.82", "the resistive index of the right kidney is 0.82": an attribute that is told as a bare number.
bool NumberReader::value_of_index(std::size_t i, std::size_t end, double from, double to) {
  constexpr std::size_t kFarthest = 8;
  for (std::size_t k = out_.size(); k-- > 0 && out_.size() - k <= kFarthest;) {
    const Item& item = out_[k];
    if (item.kind == ItemKind::comma || item.kind == ItemKind::semicolon || item.kind == ItemKind::measure)
      return false;
    if (item.attribute == nullptr || !lexicon_[item.attribute->concept_id].has(Concept::is_index)) continue;
    add(ItemKind::measure, i, end).quantity = {Unit::index, static_cast<float>(from), static_cast<float>(to),
                                               lexicon::kNone};
    return true;
  }
  return false;
}

// "Salter-Harris two": a number that is written as a word. 0: none.
double NumberReader::spelled_number(std::size_t i) const {
  const lexicon::Match match = lexicon_.longest(tokens_, i);
  if (match.tokens != 1) return 0;
  for (const Sense& sense : match.senses) {
    const lexicon::Concept& c = lexicon_[sense.concept_id];
    if (c.is(lexicon::ModifierKind::number) && c.rank > 0 && c.rank <= 5) return c.rank;
  }
  return 0;
}

// A number that is written as a word, up to ten. 0: it is none.
double NumberReader::number_word(std::size_t i) const {
  constexpr std::uint32_t kLongest = 5;  // "three"
  constexpr int kTen = 10;               // a number above five is ranked so much higher (lexicon/README.md)
  if (tokens_[i].end - tokens_[i].begin > kLongest) return 0;
  for (const Sense& sense : lexicon_.exact({&tokens_[i].word, 1})) {
    const lexicon::Concept& c = lexicon_[sense.concept_id];
    if (c.is(lexicon::ModifierKind::number) && c.rank > 0 && (c.rank <= 5 || c.rank > 5 + kTen))
      return c.rank <= 5 ? c.rank : c.rank - kTen;
  }
  return 0;
}

std::size_t NumberReader::spelled_measure(std::size_t i) {
  const double value = number_word(i);
  if (value == 0) return 0;
  std::size_t at = i + 1;
  if (at < tokens_.size() && tokens_[at].kind == TokenKind::dash && tokens_[at].joined) ++at;  // "three-centimeter"
  const UnitOf u = unit(at);
  const bool measures = u.millimeters != 0 || u.unit == Unit::percent || u.unit == Unit::degree;
  if (at >= tokens_.size() || !measures) return 0;
  Item& item = add(ItemKind::measure, i, behind_unit(at));
  if (u.unit != Unit::none)
    item.quantity = {u.unit, static_cast<float>(value), static_cast<float>(value), lexicon::kNone};
  else
    item.sizes[item.size_count++] = static_cast<float>(value * u.millimeters);
  return behind_unit(at);
}

// The grade behind a scale, in figures, words, Roman numerals or as a letter: "grade 2", "type II", "BI-RADS 4a". 0:
// none.
double NumberReader::grade_at(std::size_t i) const {
  if (i >= tokens_.size()) return 0;
  const Token& t = tokens_[i];
  if (t.kind == TokenKind::number) return grade_of_number(t.value);
  if (t.kind != TokenKind::word) return 0;
  if (const double number = spelled_number(i); number != 0) return grade_of_number(number);
  if (const double roman = roman_grade(std::string_view(text_).substr(t.begin, t.end - t.begin)); roman != 0)
    return roman;
  if (t.end - t.begin == 1) return grade_of_letter(text_[t.begin]);  // "Weber B"
  if (t.end - t.begin == 2 && text_[t.begin] >= '0' && text_[t.begin] <= '9')
    return text_[t.begin] - '0' + 0.1 * ((text_[t.begin + 1] | 0x20) - 'a' + 1) + 0.01;  // "4a"
  return 0;
}

// "Fazekas grade 2", "BI-RADS category 4", "ASPECTS is 6": a scale, perhaps a word for its steps, and the grade.
std::size_t NumberReader::grade(std::size_t i, const Item& scale, std::size_t behind) {
  std::size_t at = behind;
  const bool may_be_below_zero = lexicon_[scale.cue_concept].direction < 0;  // a T-score
  const auto passes = [&](std::size_t k) {
    return k < tokens_.size() &&
           (tokens_[k].kind == TokenKind::colon || tokens_[k].kind == TokenKind::dash || is_word(k, "of") ||
            is_word(k, "grade") || is_word(k, "category") || is_word(k, "score") || is_word(k, "type") ||
            is_word(k, "stage") || is_word(k, "class") ||
            (may_be_below_zero && (is_word(k, "minus") || is_word(k, "plus") || text_[tokens_[k].begin] == '+')) ||
            (scale.observation == nullptr &&
             lexicon_.is_cue_word(tokens_[k].word, [](CueKind c) { return c == CueKind::be; })));
  };
  while (passes(at) && at < behind + 3) ++at;
  double value = grade_at(at);
  if (value == 0) return 0;
  if (may_be_below_zero && tokens_[at].kind == TokenKind::number && is_below_zero(at))
    value = grade_of_number(-tokens_[at].value);
  const lexicon::ConceptId of = scale.cue_concept;
  out_.pop_back();
  Item& item = add(ItemKind::measure, i, at + 1);
  item.quantity = {Unit::grade, static_cast<float>(value), static_cast<float>(value), of};
  return at + 1;
}

void NumberReader::ordinal_range(std::size_t first, std::size_t last, double from, double to) {
  if (from > to) std::swap(from, to);
  Item& item = add(ItemKind::ordinal, first, last);
  item.level_from = static_cast<std::uint8_t>(from >= 0 && from < 60 ? from : 0);
  item.level_to = static_cast<std::uint8_t>(to >= 0 && to < 60 ? to : 0);
}

// "The 5th metacarpal" has a name of its own; ribs are counted.
bool NumberReader::is_numbered_place(std::size_t i) const {
  const lexicon::Match match = lexicon_.longest(tokens_, i);
  const ConceptId rib = lexicon_.known().rib;
  return match.tokens > 1 && std::any_of(match.senses.begin(), match.senses.end(), [&](const Sense& sense) {
           return sense.section == Section::anatomy && sense.concept_id != rib &&
                  !lexicon_.contains(rib, sense.concept_id);
         });
}

// "Ribs 6 and 7", "rib fractures (5 and 6)": which of them, not how many.
bool NumberReader::numbers_rib(std::size_t i) const {
  bool listed = i + 1 < tokens_.size() && (tokens_[i + 1].kind == TokenKind::comma || is_word(i + 1, "and"));
  std::size_t k = out_.size();
  const auto joint = [&](std::size_t n) { return out_[n].kind == ItemKind::comma || is_cue(out_[n], CueKind::and_); };
  while (k > 1 && joint(k - 1)) {
    std::size_t before = k - 1;
    if (joint(before - 1)) --before;  // ", and 6"
    if (before == 0 || out_[before - 1].kind != ItemKind::ordinal) break;
    k = before - 1;
    listed = true;
  }
  const bool bracket = k > 1 && out_[k - 1].kind == ItemKind::open;
  if (bracket) --k;  // "the left ribs (4, 5 and 6)"
  if (bracket && listed && k > 1 && out_[k - 1].observation != nullptr && out_[k - 1].anatomy == nullptr) --k;
  if (k == 0 || out_[k - 1].anatomy == nullptr || out_[k - 1].observation != nullptr) return false;
  const ConceptId rib = lexicon_.known().rib;
  const ConceptId place = out_[k - 1].anatomy->concept_id;
  return place == rib || lexicon_.contains(rib, place);
}

double NumberReader::number_of_rib(std::size_t i, const lexicon::Match& match) const {
  constexpr int kRibs = 12;
  constexpr int kSix = 16;  // between five and six stand "several", "many" and the like
  for (const Sense& sense : match.senses) {
    const lexicon::Concept& c = lexicon_[sense.concept_id];
    if (!c.is(lexicon::ModifierKind::number) || !numbers_rib(i)) continue;
    const int n = c.rank < kSix ? c.rank : c.rank - kSix + 6;
    if (n > 0 && n <= kRibs && (c.rank <= 5 || c.rank >= kSix)) return n;
  }
  return 0;
}

std::size_t NumberReader::ordinal(std::size_t i) {
  double to = tokens_[i].value;
  std::size_t at = i + 1;
  if (at + 1 < tokens_.size() && (tokens_[at].kind == TokenKind::dash || is_word(at, "to") || is_word(at, "through")) &&
      (tokens_[at + 1].kind == TokenKind::ordinal || tokens_[at + 1].kind == TokenKind::number)) {
    to = tokens_[at + 1].value;
    at += 2;
  }
  if (unit(at).unit == Unit::centile) {  // "on the 8th centile"
    add(ItemKind::measure, i, at + 1).quantity = {Unit::centile, static_cast<float>(tokens_[i].value),
                                                  static_cast<float>(to), lexicon::kNone};
    return at + 1;
  }
  ordinal_range(i, at, tokens_[i].value, to);
  return at;
}

std::size_t NumberReader::level(std::size_t i) {
  const Token& t = tokens_[i];
  Item& item = add(ItemKind::level, i, i + 1);
  item.level_from = t.level_from;
  item.level_to = t.level_to;
  item.level_pair = t.level_pair;
  // "L1 through L3", "L1-2 through L3-4"; the tokenizer has read "C3 to C5"
  if (i + 2 < tokens_.size() && tokens_[i + 2].kind == TokenKind::level && tokens_[i + 2].level_pair == t.level_pair &&
      (t.level_pair || t.level_from == t.level_to) &&
      (is_word(i + 1, "through") || (t.level_pair && is_word(i + 1, "to")))) {
    item.level_from = std::min(t.level_from, tokens_[i + 2].level_from);
    item.level_to = std::max(t.level_to, tokens_[i + 2].level_to);
    item.end = tokens_[i + 2].end;
    item.tokens = 3;
    return i + 3;
  }
  // "C3 down to C6"
  if (i + 3 < tokens_.size() && tokens_[i + 3].kind == TokenKind::level && is_word(i + 1, "down") &&
      is_word(i + 2, "to") && tokens_[i + 3].level_to > t.level_from) {
    item.level_to = tokens_[i + 3].level_to;
    item.end = tokens_[i + 3].end;
    item.tokens = 4;
    return i + 4;
  }
  if (slips_on_next(i)) {
    item.level_to = tokens_[i + 2].level_to;
    item.level_pair = true;
    item.end = tokens_[i + 2].end;
    item.tokens = 3;
    return i + 3;
  }
  return i + 1;
}

// "Anterolisthesis of L4 on L5": between the two.
bool NumberReader::slips_on_next(std::size_t i) const {
  if (i + 2 >= tokens_.size() || tokens_[i + 2].kind != TokenKind::level) return false;
  const Token& upper = tokens_[i];
  const Token& lower = tokens_[i + 2];
  return !upper.level_pair && !lower.level_pair && upper.level_from == upper.level_to &&
         lower.level_from == lower.level_to && lower.level_from == upper.level_from + 1 &&
         (is_word(i + 1, "on") || is_word(i + 1, "over") || is_word(i + 1, "upon"));
}

}  // namespace fiducial::findings
