#include "grammar/items.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fiducial::findings {

using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::Section;
using lexicon::Sense;
using text::Token;
using text::TokenKind;

namespace {

void take_senses(const Lexicon& lexicon, std::span<const Sense> senses, Item& item) {
  for (const Sense& s : senses) {
    switch (s.section) {
      case Section::anatomy:
        item.anatomy = &s;
        break;
      case Section::observation:
        item.observation = &s;
        break;
      case Section::attribute:
        item.attribute = &s;
        break;
      case Section::modifier:
        item.modifier = &s;
        break;
      case Section::cue:
        item.cue = lexicon[s.concept_id].cue();
        item.stands_for = lexicon[s.concept_id].seen;
        item.cue_concept = s.concept_id;
        break;
      case Section::heading:
      case Section::hint:
      case Section::level:
      case Section::error:
      case Section::context:
      case Section::none:
        break;
    }
  }
  const bool content = item.anatomy || item.observation || item.attribute || item.modifier;
  item.kind = content ? ItemKind::content : ItemKind::cue;
}

// Which cues win over a clinical meaning of the same word, as a rule.
bool cue_wins(CueKind cue, const Item& item) {
  switch (cue) {
    case CueKind::neg:
    case CueKind::not_:
    case CueKind::pseudo:
    case CueKind::be:
    case CueKind::and_:
    case CueKind::or_:
    case CueKind::in:
    case CueKind::of:
    case CueKind::with:
    case CueKind::include:
    case CueKind::left:
    case CueKind::right:
    case CueKind::both:
    case CueKind::same_side:
    case CueKind::other_side:
    case CueKind::infer:
    case CueKind::seen:
    case CueKind::negend:
    case CueKind::contrast:
    case CueKind::recommend:
    case CueKind::the:
    case CueKind::limit:
      return true;
    case CueKind::negpost:
      return item.observation == nullptr;  // "absent" decides later whether a finding or an organ is missing
    case CueKind::filler:
      return item.anatomy == nullptr && item.observation == nullptr && item.attribute == nullptr &&
             item.modifier == nullptr;
    default:
      return item.anatomy == nullptr && item.observation == nullptr;
  }
}

class ItemReader {
 public:
  ItemReader(const Lexicon& lexicon, std::string_view text, std::span<const Token> tokens, std::vector<Item>& out)
      : lexicon_(lexicon), text_(text), tokens_(tokens), out_(out) {}

  void run() {
    for (std::size_t i = 0; i < tokens_.size();) i = step(i);
    join_sequences();
    repeat_for_each_side();
    find_verbs();
    resolve_ellipsis();
    number_ribs();
    // "with about 10% compression": how many, not where
    for (std::size_t i = 0; i + 1 < out_.size(); ++i) {
      const bool amount = out_[i + 1].kind == ItemKind::ordinal || out_[i + 1].kind == ItemKind::measure;
      if (out_[i].cue == CueKind::near && out_[i].kind == ItemKind::cue && amount) out_[i].cue = CueKind::filler;
      // "a maximal thickness of 11 mm": of the thing itself, not of one of several
      if (out_[i].cue == CueKind::largest && out_[i + 1].attribute != nullptr) out_[i].cue = CueKind::filler;
    }
  }

 private:
  Item& add(ItemKind kind, std::size_t first, std::size_t last) {
    Item item;
    item.kind = kind;
    item.begin = tokens_[first].begin;
    item.end = tokens_[last - 1].end;
    item.first_token = static_cast<std::uint32_t>(first);
    item.tokens = static_cast<std::uint32_t>(last - first);
    out_.push_back(item);
    return out_.back();
  }

  std::size_t step(std::size_t i) {
    const Token& t = tokens_[i];
    switch (t.kind) {
      case TokenKind::word:
        return word(i);
      case TokenKind::level:
        return level(i);
      case TokenKind::number:
      case TokenKind::ordinal:
        return number(i);
      case TokenKind::comma:
        add(ItemKind::comma, i, i + 1);
        break;
      case TokenKind::semicolon:
        add(ItemKind::semicolon, i, i + 1);
        break;
      case TokenKind::colon:
        add(ItemKind::colon, i, i + 1);
        break;
      case TokenKind::open:
        add(ItemKind::open, i, i + 1);
        break;
      case TokenKind::close:
        add(ItemKind::close, i, i + 1);
        break;
      case TokenKind::dash:
        // Touching a word it is a hyphen ("low-density", "iso- to hypointense"); with spaces around, a pause.
        if (!t.joined && !(i + 1 < tokens_.size() && tokens_[i + 1].joined)) add(ItemKind::dash, i, i + 1);
        break;
      case TokenKind::slash:
        add(ItemKind::slash, i, i + 1);
        break;
      case TokenKind::line:
      case TokenKind::period:
      case TokenKind::times:
      case TokenKind::other:
        break;
    }
    return i + 1;
  }

  std::size_t word(std::size_t i) {
    const lexicon::Match match = lexicon_.longest(tokens_, i);
    // "eighth": which of the ribs. What the lexicon has ("third ventricle") goes before.
    if (const int n = tokens_[i].counts; n != 0 && match.tokens <= 1) {
      const bool range = i + 2 < tokens_.size() && tokens_[i + 2].counts != 0 &&
                         (is_word(i + 1, "to") || is_word(i + 1, "through") || tokens_[i + 1].kind == TokenKind::dash);
      ordinal_range(i, range ? i + 3 : i + 1, n, range ? tokens_[i + 2].counts : n);
      return range ? i + 3 : i + 1;
    }
    if (match.tokens == 0) {
      if (denied_by_prefix(i)) return i + 1;
      add(ItemKind::unknown, i, i + 1).word = tokens_[i].word;
      return i + 1;
    }
    Item& item = add(ItemKind::cue, i, i + match.tokens);
    take_senses(lexicon_, match.senses, item);
    if (item.cue == CueKind::one) {
      if (stands_for_a_thing(i)) {
        item.kind = ItemKind::cue;
        item.modifier = nullptr;
        return i + match.tokens;
      }
      item.cue = CueKind::none;
    }
    if (item.cue == CueKind::scale) {
      if (const std::size_t end = grade(i, item, i + match.tokens); end != 0) return end;
      item.cue = item.kind == ItemKind::content ? CueKind::none : CueKind::filler;
    }
    if (item.cue == CueKind::like) {
      if (compares(i)) {
        out_.pop_back();
        Item& other = out_.back();
        other.kind = ItemKind::unknown;
        other.word = tokens_[other.first_token].word;
        other.anatomy = other.observation = other.attribute = other.modifier = nullptr;
        other.cue = CueKind::none;
        return i + match.tokens;
      }
      item.cue = item.kind == ItemKind::content ? CueKind::none : CueKind::filler;
    }
    item.adjective = tokens_[i + match.tokens - 1].adjective;
    item.plural = tokens_[i + match.tokens - 1].plural;
    item.participle = tokens_[i + match.tokens - 1].participle;
    item.denies = match.tokens > 1 && item.modifier != nullptr && is_denial(tokens_[i].word);
    if (item.cue == CueKind::dimension) {
      const bool measured = out_.size() > 1 && out_[out_.size() - 2].kind == ItemKind::measure;
      if (measured) {  // "8 mm wide": how much, not too wide
        item.kind = ItemKind::cue;
        item.cue = CueKind::filler;
        item.anatomy = item.observation = item.attribute = item.modifier = nullptr;
        return i + match.tokens;
      }
      item.cue = item.kind == ItemKind::content ? CueKind::none : CueKind::filler;
    }
    if (item.cue == CueKind::than) {
      if (!amount(i + match.tokens)) return i + match.tokens;
      item.kind = ItemKind::cue;  // "smaller than 5 mm": how big, not how it is
      item.cue = CueKind::filler;
      item.anatomy = item.observation = item.attribute = item.modifier = nullptr;
      return i + match.tokens;
    }
    if (item.cue != CueKind::none && cue_wins(item.cue, item)) {
      item.kind = ItemKind::cue;
      // The clinical meaning stays at hand: "absent" of an organ is a finding.
    } else if (item.kind == ItemKind::content && item.cue != CueKind::negpost) {
      item.cue = CueKind::none;
    }
    return i + match.tokens;
  }

  // "a small one", "the one in the liver", but not "one nodule"
  bool stands_for_a_thing(std::size_t i) const {
    if (i == 0 || out_.size() < 2) return false;
    const Item& before = out_[out_.size() - 2];
    const bool described = before.kind == ItemKind::content || is_cue(before, CueKind::the) ||
                           before.cue == CueKind::left || before.cue == CueKind::right;
    return described && (i + 1 >= tokens_.size() || lexicon_.longest(tokens_, i + 1).senses.empty() ||
                         lexicon_.longest(tokens_, i + 1).senses[0].section == Section::cue);
  }

  bool is_denial(text::WordHash word) const {
    const auto senses = lexicon_.exact({&word, 1});
    return std::any_of(senses.begin(), senses.end(), [&](const Sense& s) {
      return s.section == Section::cue && lexicon_[s.concept_id].cue() == CueKind::neg;
    });
  }

  // "more than three", "less than 5 mm", "no more than mild"
  bool amount(std::size_t i) const {
    if (i >= tokens_.size()) return false;
    if (tokens_[i].kind == TokenKind::number) return true;
    const auto senses = lexicon_.longest(tokens_, i).senses;
    return std::any_of(senses.begin(), senses.end(), [&](const Sense& s) {
      const lexicon::Concept& c = lexicon_[s.concept_id];
      return c.is(lexicon::ModifierKind::number) || c.is(lexicon::ModifierKind::severity);
    });
  }

  // "tooth-like", "disc-shaped": the word before is a place, and nothing is there.
  bool compares(std::size_t i) const {
    if (out_.size() < 2 || i == 0 || !tokens_[i].joined || tokens_[i - 1].kind != TokenKind::dash) return false;
    const Item& other = out_[out_.size() - 2];
    return other.end == tokens_[i - 1].begin && other.anatomy != nullptr && other.observation == nullptr;
  }

  // "nondilated", "nonobstructed": not in the lexicon, but without "non" they are.
  bool denied_by_prefix(std::size_t i) {
    const Token& t = tokens_[i];
    if (t.end - t.begin < 7) return false;
    const auto low = [&](std::size_t k) { return static_cast<char>(text_[t.begin + k] | 0x20); };
    if (low(0) != 'n' || low(1) != 'o' || low(2) != 'n') return false;
    std::size_t from = t.begin + 3;
    while (from < t.end &&
           (text_[from] == '-' || text_[from] == ' ' || static_cast<unsigned char>(text_[from]) >= 0x80))
      ++from;
    text::tokenize(text_.substr(from, t.end - from), scratch_);
    if (scratch_.empty()) return false;
    const lexicon::Match match = lexicon_.longest(scratch_, 0);
    if (match.tokens != scratch_.size()) return false;
    Item& item = add(ItemKind::content, i, i + 1);
    take_senses(lexicon_, match.senses, item);
    item.negated_prefix = true;
    item.modifier = nullptr;  // a detail that is not there is none
    item.cue = CueKind::none;
    if (item.observation == nullptr) {
      item.kind = ItemKind::unknown;
      item.word = t.word;
    }
    return true;
  }

  std::size_t level(std::size_t i) {
    const Token& t = tokens_[i];
    Item& item = add(ItemKind::level, i, i + 1);
    item.level_from = t.level_from;
    item.level_to = t.level_to;
    item.level_pair = t.level_pair;
    // "L1 through L3", "L1-2 through L3-4"; the tokenizer has read "C3 to C5"
    if (i + 2 < tokens_.size() && tokens_[i + 2].kind == TokenKind::level &&
        tokens_[i + 2].level_pair == t.level_pair && (t.level_pair || t.level_from == t.level_to) &&
        is_word(i + 1, "through")) {
      item.level_from = std::min(t.level_from, tokens_[i + 2].level_from);
      item.level_to = std::max(t.level_to, tokens_[i + 2].level_to);
      item.end = tokens_[i + 2].end;
      item.tokens = 3;
      return i + 3;
    }
    return i + 1;
  }

  bool is_word(std::size_t i, std::string_view w) const {
    const Token& t = tokens_[i];
    if (t.end - t.begin != w.size()) return false;
    for (std::size_t k = 0; k < w.size(); ++k) {
      if (static_cast<char>(text_[t.begin + k] | 0x20) != w[k]) return false;
    }
    return true;
  }

  struct UnitOf {
    double millimeters = 0;  // of a length
    Unit unit = Unit::none;
    bool any() const { return millimeters != 0 || unit != Unit::none; }
  };

  // The unit behind a number, as word i or as the sign that touches the number.
  UnitOf unit(std::size_t i) const {
    struct Spelled {
      std::string_view word;
      double millimeters;
      Unit unit;
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
                                  {"weeks", 0, Unit::week},
                                  {"week", 0, Unit::week},
                                  {"litre", 0, Unit::milliliter},
                                  {"liter", 0, Unit::milliliter},
                                  {"litres", 0, Unit::milliliter},
                                  {"liters", 0, Unit::milliliter}};
    if (i > 0 && tokens_[i - 1].end < text_.size() && text_[tokens_[i - 1].end] == '%') return {0, Unit::percent};
    if (i >= tokens_.size() || tokens_[i].kind != TokenKind::word) return {};
    for (const Spelled& u : kUnits) {
      if (is_word(i, u.word)) return {u.millimeters, u.unit};
    }
    return {};
  }

  // A percent sign is no token of its own kind; the words of a unit are.
  std::size_t behind_unit(std::size_t i) const {
    const bool sign = i > 0 && tokens_[i - 1].end < text_.size() && text_[tokens_[i - 1].end] == '%';
    if (!sign) return i + 1;
    return i < tokens_.size() && tokens_[i].begin == tokens_[i - 1].end ? i + 1 : i;
  }

  bool joins_numbers(std::size_t at) const {
    return at + 1 < tokens_.size() && tokens_[at + 1].kind == TokenKind::number &&
           (tokens_[at].kind == TokenKind::times || tokens_[at].kind == TokenKind::dash || is_word(at, "by") ||
            is_word(at, "to") || is_word(at, "through") || is_word(at, "x"));
  }

  std::size_t number(std::size_t i) {
    if (tokens_[i].kind == TokenKind::ordinal) return ordinal(i);
    if (const std::size_t end = date(i); end != i) return end;
    std::array<double, 3> values{};
    std::size_t n = 0;
    std::size_t at = i;
    UnitOf scale;
    const bool from = i > 0 && is_word(i - 1, "from");  // "has grown from 6 to 9 mm"
    while (at < tokens_.size() && tokens_[at].kind == TokenKind::number && n < values.size()) {
      values[n++] = tokens_[at++].value;
      if (const UnitOf u = unit(at); u.any()) {
        scale = u;
        at = behind_unit(at);
      }
      if (!joins_numbers(at)) break;
      if (from && is_word(at, "to")) n = 0;
      ++at;
    }
    if (!scale.any()) return bare_number(i, at, values[0], n > 1 ? values[n - 1] : values[0]);
    Item& item = add(ItemKind::measure, i, at);
    if (scale.unit != Unit::none) {
      item.quantity = {scale.unit, static_cast<float>(values[0]), static_cast<float>(values[n - 1]), lexicon::kNone};
    } else {
      for (std::size_t k = 0; k < n; ++k)
        item.sizes[item.size_count++] = static_cast<float>(values[k] * scale.millimeters);
    }
    return at;
  }

  // "8/2", "12/03/2024": numbers that slashes join are a day.
  std::size_t date(std::size_t i) {
    std::size_t at = i + 1;
    while (at + 1 < tokens_.size() && tokens_[at].kind == TokenKind::slash && tokens_[at].joined &&
           tokens_[at + 1].kind == TokenKind::number && tokens_[at + 1].joined && !unit(at + 2).any())
      at += 2;
    if (at == i + 1) return i;
    add(ItemKind::ordinal, i, at);
    return at;
  }

  // "1. The liver", "2 nodules": a bare number; small ones count things.
  std::size_t bare_number(std::size_t i, std::size_t end, double from, double to) {
    const lexicon::Match match = lexicon_.longest(tokens_, i);
    if (match.tokens == 1 && end == i + 1)
      take_senses(lexicon_, match.senses, add(ItemKind::content, i, i + 1));
    else
      ordinal_range(i, end, from, to);
    return end;
  }

  // The grade behind a scale, in figures, Roman numerals or as a letter: "grade 2", "type II", "BI-RADS 4a". 0: none.
  double grade_at(std::size_t i) const {
    if (i >= tokens_.size()) return 0;
    const Token& t = tokens_[i];
    if (t.kind == TokenKind::number) return t.value + 0.01;  // so that grade 0 is a grade
    if (t.kind != TokenKind::word) return 0;
    constexpr std::string_view kRoman[] = {"i", "ii", "iii", "iv", "v", "vi"};
    for (std::size_t k = 0; k < std::size(kRoman); ++k) {
      if (is_word(i, kRoman[k])) return static_cast<double>(k) + 1.01;
    }
    if (t.end - t.begin == 1) return static_cast<double>((text_[t.begin] | 0x20) - 'a') + 101;  // "Weber B"
    if (t.end - t.begin == 2 && text_[t.begin] >= '0' && text_[t.begin] <= '9')
      return text_[t.begin] - '0' + 0.1 * ((text_[t.begin + 1] | 0x20) - 'a' + 1) + 0.01;  // "4a"
    return 0;
  }

  // "Fazekas grade 2", "BI-RADS category 4": a scale, perhaps a word for its steps, and the grade.
  std::size_t grade(std::size_t i, const Item& scale, std::size_t behind) {
    std::size_t at = behind;
    const auto passes = [&](std::size_t k) {
      return k < tokens_.size() &&
             (tokens_[k].kind == TokenKind::colon || tokens_[k].kind == TokenKind::dash || is_word(k, "of") ||
              is_word(k, "grade") || is_word(k, "category") || is_word(k, "score") || is_word(k, "type") ||
              is_word(k, "stage") || is_word(k, "class"));
    };
    while (passes(at) && at < behind + 3) ++at;
    const double value = grade_at(at);
    if (value == 0) return 0;
    const lexicon::ConceptId of = scale.cue_concept;
    out_.pop_back();
    Item& item = add(ItemKind::measure, i, at + 1);
    item.quantity = {Unit::grade, static_cast<float>(value), static_cast<float>(value), of};
    return at + 1;
  }

  // Numbers that may count ribs or segments: kept, and used if a rib stands next to them.
  void ordinal_range(std::size_t first, std::size_t last, double from, double to) {
    if (from > to) std::swap(from, to);
    Item& item = add(ItemKind::ordinal, first, last);
    item.level_from = static_cast<std::uint8_t>(from >= 0 && from < 60 ? from : 0);
    item.level_to = static_cast<std::uint8_t>(to >= 0 && to < 60 ? to : 0);
  }

  std::size_t ordinal(std::size_t i) {
    double to = tokens_[i].value;
    std::size_t at = i + 1;
    if (at + 1 < tokens_.size() &&
        (tokens_[at].kind == TokenKind::dash || is_word(at, "to") || is_word(at, "through")) &&
        (tokens_[at + 1].kind == TokenKind::ordinal || tokens_[at + 1].kind == TokenKind::number)) {
      to = tokens_[at + 1].value;
      at += 2;
    }
    ordinal_range(i, at, tokens_[i].value, to);
    return at;
  }

  // "T2/FLAIR hyperintense": both sequences, and no pause between them
  void join_sequences() {
    const auto sequence = [&](const Item& item) {
      return item.only_modifier() && lexicon_[item.modifier->concept_id].is(lexicon::ModifierKind::sequence);
    };
    for (std::size_t i = 1; i + 1 < out_.size(); ++i) {
      if (out_[i].kind == ItemKind::slash && sequence(out_[i - 1]) && sequence(out_[i + 1])) {
        out_[i].kind = ItemKind::cue;
        out_[i].cue = CueKind::filler;
      }
    }
  }

  // A side or a level: what tells two of one kind apart.
  bool one_side(std::size_t i) const {
    return i < out_.size() &&
           (out_[i].cue == CueKind::left || out_[i].cue == CueKind::right || out_[i].kind == ItemKind::level);
  }

  // In "a large right and a small left effusion", with the "and" at i: the items [first, last) that both sides share.
  std::pair<std::size_t, std::size_t> shared_by_sides(std::size_t i) const {
    if (i < 2 || out_[i].cue != CueKind::and_ || !one_side(i - 1) || !out_[i - 2].only_modifier()) return {};
    std::size_t second = i + 1;
    while (second < out_.size() && out_[second].kind == ItemKind::cue && out_[second].cue == CueKind::filler) ++second;
    if (second >= out_.size() || !out_[second].only_modifier() || !one_side(second + 1)) return {};
    const bool levels = out_[second + 1].kind == ItemKind::level;
    if (!levels && out_[second + 1].cue == out_[i - 1].cue) return {};
    std::size_t end = second + 2;
    bool said = false;
    while (end < out_.size() && out_[end].kind == ItemKind::content) said |= out_[end++].observation != nullptr;
    return said ? std::pair{second + 2, end} : std::pair<std::size_t, std::size_t>{};
  }

  // "a large right and a small left effusion": a large right effusion and a small left effusion
  void repeat_for_each_side() {
    std::vector<Item> repeated;
    for (std::size_t i = 0; i < out_.size(); ++i) {
      const auto [first, last] = shared_by_sides(i);
      if (first < last && repeated.empty())
        repeated.assign(out_.begin(), out_.begin() + static_cast<std::ptrdiff_t>(i));
      for (std::size_t k = first; k < last; ++k) repeated.push_back(out_[k]);
      if (!repeated.empty()) repeated.push_back(out_[i]);
    }
    if (!repeated.empty()) out_.swap(repeated);
  }

  bool is_rib(const Item& item) const {
    const lexicon::ConceptId rib = lexicon_.known().rib;
    return item.anatomy != nullptr &&
           (item.anatomy->concept_id == rib || lexicon_.contains(rib, item.anatomy->concept_id));
  }

  // "the left 8th, 9th and 10th ribs", "ribs 5 and 6": which numbers are those of ribs.
  void number_ribs() {
    bool rib = false;
    for (std::size_t i = out_.size(); i-- > 0;) {
      Item& item = out_[i];
      if (item.kind == ItemKind::ordinal)
        item.of_rib = rib || (i > 0 && is_rib(out_[i - 1]));
      else if (item.kind == ItemKind::content)
        rib = is_rib(item) || (rib && item.modifier != nullptr);
      else
        rib = rib && (joins(item) || (item.kind == ItemKind::cue && item.cue != CueKind::in));
    }
    for (std::size_t i = 2; i < out_.size(); ++i) {
      if (out_[i].kind == ItemKind::ordinal && joins(out_[i - 1])) out_[i].of_rib |= out_[i - 2].of_rib;
    }
  }

  static bool joins(const Item& item) {
    return item.kind == ItemKind::comma || item.kind == ItemKind::slash ||
           (item.kind == ItemKind::cue && (item.cue == CueKind::and_ || item.cue == CueKind::or_));
  }

  // The words of an item; a completed one ("upper" in "upper and lower lobes") has its neighbour's too.
  struct ItemWords {
    std::array<text::WordHash, 8> hashes{};
    std::size_t size = 0;
  };

  ItemWords words_of(std::size_t i) const {
    ItemWords w;
    for (std::uint32_t k = 0; k < out_[i].tokens; ++k) {
      const text::WordHash hash = tokens_[out_[i].first_token + k].word;
      if (hash != 0 && w.size < w.hashes.size()) w.hashes[w.size++] = hash;
    }
    return w;
  }

  // "upper and lower lobes": "upper" takes the rest of its neighbour's words, if that makes a place of the lexicon.
  // From the right, so that in "upper, middle and lower lobes" each sees what its neighbour became.
  void resolve_ellipsis() {
    std::size_t neighbour = out_.size();  // the nearest content item on the right, over a conjunction
    ItemWords right;
    for (std::size_t i = out_.size(); i-- > 0;) {
      Item& here = out_[i];
      if (joins(here)) {
        std::size_t next = i + 1;
        while (next < out_.size() && names_one_side(out_[next])) ++next;  // "right middle and left lower lobes"
        if (next < out_.size() && (out_[next].kind == ItemKind::content || out_[next].kind == ItemKind::unknown)) {
          if (neighbour != next) {
            neighbour = next;
            right = words_of(next);
          }
        } else if (!(i + 1 < out_.size() && joins(out_[i + 1]))) {
          neighbour = out_.size();
        }
        continue;
      }
      const bool word = here.kind == ItemKind::content || here.kind == ItemKind::unknown;
      if (word && neighbour < out_.size() && here.tokens <= 2 && right.size >= 2 && i + 1 < out_.size() &&
          joins(out_[i + 1]) && !(here.observation != nullptr && here.anatomy == nullptr) && !clause_begins_behind(i)) {
        ItemWords mine = words_of(i);
        if (complete(i, neighbour, mine, right)) {
          right = mine;
          neighbour = i;
          continue;
        }
      }
      neighbour = out_.size();
    }
  }

  static bool names_one_side(const Item& item) {
    return item.kind == ItemKind::cue && (item.cue == CueKind::left || item.cue == CueKind::right);
  }

  // "… is seen in the gallbladder, and bile duct dilatation is noted": two clauses, not two dilatations.
  bool clause_begins_behind(std::size_t i) const {
    return i + 2 < out_.size() && out_[i + 1].kind == ItemKind::comma && out_[i + 2].cue == CueKind::and_ &&
           first_verb_ < i && last_verb_ > i + 2;
  }

  void find_verbs() {
    first_verb_ = out_.size();
    last_verb_ = 0;
    for (std::size_t i = 0; i < out_.size(); ++i) {
      if (out_[i].cue != CueKind::be && out_[i].cue != CueKind::seen) continue;
      first_verb_ = std::min(first_verb_, i);
      last_verb_ = i;
    }
  }

  bool complete(std::size_t i, std::size_t next, ItemWords& mine, const ItemWords& right) {
    for (std::size_t drop = 1; drop < right.size; ++drop) {
      ItemWords joined = mine;
      for (std::size_t k = drop; k < right.size && joined.size < joined.hashes.size(); ++k)
        joined.hashes[joined.size++] = right.hashes[k];
      const auto senses = lexicon_.exact({joined.hashes.data(), joined.size});
      for (const Sense& s : senses) {
        const bool same =
            (s.section == Section::anatomy && out_[next].anatomy != nullptr) ||
            (s.section == Section::observation && out_[next].observation != nullptr && out_[next].anatomy == nullptr);
        if (!same) continue;
        Item& here = out_[i];
        here.anatomy = here.observation = here.attribute = here.modifier = nullptr;
        here.cue = CueKind::none;
        take_senses(lexicon_, senses, here);
        mine = joined;
        return true;
      }
    }
    return false;
  }

  const Lexicon& lexicon_;
  std::string_view text_;
  std::span<const Token> tokens_;
  std::vector<Item>& out_;
  std::size_t first_verb_ = 0, last_verb_ = 0;
  std::vector<Token> scratch_;
};

}  // namespace

void read_items(const Lexicon& lexicon, std::string_view text, std::span<const Token> tokens, std::vector<Item>& out) {
  out.clear();
  ItemReader(lexicon, text, tokens, out).run();
}

}  // namespace fiducial::findings
