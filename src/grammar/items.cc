#include "grammar/items.h"

#include <algorithm>
#include <array>
#include <utility>

#include "grammar/item_list.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ConceptId;
using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::Section;
using lexicon::Sense;
using text::Token;
using text::TokenKind;

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

namespace {

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
    lexicon::Match match = lexicon_.longest(tokens_, i);
    // "the colon contains a polyp" is not "colon-containing"
    if (match.tokens > 1 && (is_word(i + match.tokens - 1, "contains") || cuts_a_finding(i, match)))
      match = lexicon_.longest(tokens_.first(i + match.tokens - 1), i);
    if (const std::size_t verb = verb_within(i, match.tokens); verb != 0 && shares_verb()) {
      const lexicon::Match place = lexicon_.longest(tokens_.first(verb), i);
      if (place.tokens == verb - i && std::all_of(place.senses.begin(), place.senses.end(),
                                                  [](const Sense& s) { return s.section == Section::anatomy; }))
        match = place;
    }
    if (match.tokens > 1 && changes_other_side(match)) match = lexicon_.longest(tokens_.first(i + 1), i);
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
    // "The effusion on the right is large, that on the left small.", "Those in the right lobe have grown."
    if ((item.cue == CueKind::which || (item.cue == CueKind::it && item.stands_for == lexicon::kNone)) &&
        match.tokens == 1 && begins_piece(i) && place_behind(i))
      item.cue = CueKind::one;
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
    item.finite = (item.cue_concept != lexicon::kNone && lexicon_[item.cue_concept].has(Concept::finite_verb) &&
                   tokens_[i].plural) ||
                  (item.kind == ItemKind::content && verb_within(i, match.tokens) != 0);
    // "appears normal"
    item.finite |= match.tokens > 1 && item.kind == ItemKind::content && item.observation != nullptr &&
                   item.anatomy == nullptr && tokens_[i].plural && is_verb_alone(tokens_[i].word);
    // "displaces the trachea": the verb is the first word of the form, and its object the last
    item.verb_with_object = match.tokens > 1 && item.observation != nullptr &&
                            item.observation->site != lexicon::kNone &&
                            ((tokens_[i].plural && !item.plural) || tokens_[i].participle);
    item.ends_in_organ =
        match.tokens > 1 && item.observation != nullptr && is_organ(tokens_[i + match.tokens - 1].word);
    item.begins_with_with = match.tokens > 1 && is_word(i, "with");
    item.begins_with_verb = match.tokens > 1 && item.only_modifier() && is_verb_alone(tokens_[i].word);
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

  // "without contrast leak" is not "without contrast".
  bool cuts_a_finding(std::size_t i, const lexicon::Match& match) const {
    const lexicon::Sense& s = match.senses.front();
    if (s.section != Section::cue || lexicon_[s.concept_id].cue() != CueKind::technique) return false;
    const lexicon::Match next = lexicon_.longest(tokens_, i + match.tokens - 1);
    return next.tokens > 1 && next.senses.front().section == Section::observation;
  }

  // "a small one", "the one in the liver", "one in the liver and one in the spleen", but not "one nodule"
  bool stands_for_a_thing(std::size_t i) const {
    if (begins_piece(i) && (place_behind(i) || details_behind(i))) return true;
    if (i == 0 || out_.size() < 2) return false;
    const Item& before = out_[out_.size() - 2];
    const bool described = before.kind == ItemKind::content || is_cue(before, CueKind::the) ||
                           before.cue == CueKind::left || before.cue == CueKind::right;
    return described && (i + 1 >= tokens_.size() || lexicon_.longest(tokens_, i + 1).senses.empty() ||
                         lexicon_.longest(tokens_, i + 1).senses[0].section == Section::cue);
  }

  // "one solid, in the liver", "one of 12 mm in the spleen"
  bool details_behind(std::size_t i) const {
    if (i + 2 >= tokens_.size()) return false;
    if (cue_at(i + 1) == CueKind::of) return tokens_[i + 2].kind == TokenKind::number;
    const lexicon::Match detail = lexicon_.longest(tokens_, i + 1);
    const std::size_t next = i + 1 + detail.tokens;
    return !detail.senses.empty() && next < tokens_.size() &&
           std::all_of(detail.senses.begin(), detail.senses.end(),
                       [](const Sense& s) { return s.section == Section::modifier; }) &&
           (tokens_[next].kind == TokenKind::comma || cue_at(next) == CueKind::in);
  }

  // "… in the liver", "… at L4", "… on the left"
  bool place_behind(std::size_t i) const {
    if (i + 1 >= tokens_.size()) return false;
    const CueKind next = cue_at(i + 1);
    if (next != CueKind::in) return next == CueKind::left || next == CueKind::right;
    std::size_t place = i + 1 + lexicon_.longest(tokens_, i + 1).tokens;
    if (place < tokens_.size() && cue_at(place) == CueKind::the) ++place;
    if (place >= tokens_.size()) return false;
    const auto senses = lexicon_.longest(tokens_, place).senses;
    return tokens_[place].kind == TokenKind::level || cue_at(place) == CueKind::left ||
           cue_at(place) == CueKind::right ||
           std::any_of(senses.begin(), senses.end(), [](const Sense& s) { return s.section == Section::anatomy; });
  }

  CueKind cue_at(std::size_t i) const {
    const auto senses = lexicon_.longest(tokens_, i).senses;
    const bool cue = !senses.empty() && senses.front().section == Section::cue;
    return cue ? lexicon_[senses.front().concept_id].cue() : CueKind::none;
  }

  // The first word of the text, or behind a comma, a colon or "and"?
  bool begins_piece(std::size_t i) const {
    if (i == 0 || out_.size() < 2) return i == 0;
    const Item& before = out_[out_.size() - 2];
    return before.kind == ItemKind::comma || before.kind == ItemKind::semicolon || before.kind == ItemKind::colon ||
           is_cue(before, CueKind::and_);
  }

  // "gray-white differentiation is preserved": the verb of a form that is a clause of its own; 0: it has none.
  std::size_t verb_within(std::size_t first, std::size_t count) const {
    for (std::size_t i = first + 1; i + 1 < first + count; ++i) {
      const auto senses = lexicon_.exact({&tokens_[i].word, 1});
      if (std::any_of(senses.begin(), senses.end(), [&](const Sense& s) {
            const CueKind cue = s.section == Section::cue ? lexicon_[s.concept_id].cue() : CueKind::none;
            return cue == CueKind::be || cue == CueKind::not_;  // "do not enhance"
          }))
        return i;
    }
    return 0;
  }

  // "The sulci and the | basal cisterns are effaced": the verb is of both. "The cyst in the left | kidney does not
  // enhance": it is of the cyst.
  bool shares_verb() const {
    std::size_t k = out_.size();
    while (k > 0 && (is_cue(out_[k - 1], CueKind::the) || is_cue(out_[k - 1], CueKind::left) ||
                     is_cue(out_[k - 1], CueKind::right)))
      --k;
    if (k < 2) return false;
    const Item& before = out_[k - 2];
    if (is_cue(out_[k - 1], CueKind::in))
      return before.kind == ItemKind::content && before.observation != nullptr && !before.finite;
    const bool verb = std::any_of(out_.begin(), out_.end(), [](const Item& item) {
      return item.finite || is_cue(item, CueKind::be) || is_cue(item, CueKind::seen) || is_cue(item, CueKind::show);
    });
    return is_cue(out_[k - 1], CueKind::and_) && before.kind == ItemKind::content && before.anatomy != nullptr &&
           before.observation == nullptr && !verb;
  }

  bool is_organ(text::WordHash word) const {
    const auto senses = lexicon_.exact({&word, 1});
    return std::any_of(senses.begin(), senses.end(), [&](const Sense& s) {
      return s.section == Section::anatomy && !lexicon_[s.concept_id].has(lexicon::Concept::part);
    });
  }

  // "improved on the right and worse on the left": it has changed there, which "worse on the left" alone does not say.
  bool changes_other_side(const lexicon::Match& match) const {
    const lexicon::Sense& s = match.senses.front();
    if (s.section != Section::modifier || !lexicon_[s.concept_id].is(lexicon::ModifierKind::distribution)) return false;
    auto item = out_.rbegin();
    while (item != out_.rend() && (joins(*item) || is_cue(*item, CueKind::contrast) || is_cue(*item, CueKind::filler)))
      ++item;
    if (item == out_.rend() || (item->cue != CueKind::left && item->cue != CueKind::right)) return false;
    ++item;
    return item != out_.rend() && item->modifier != nullptr &&
           lexicon_[item->modifier->concept_id].is(lexicon::ModifierKind::change);
  }

  // "has", "were"
  bool is_verb_alone(text::WordHash word) const {
    const auto senses = lexicon_.exact({&word, 1});
    return std::any_of(senses.begin(), senses.end(), [&](const Sense& s) {
      const CueKind cue = s.section == Section::cue ? lexicon_[s.concept_id].cue() : CueKind::none;
      return cue == CueKind::be || cue == CueKind::show;
    });
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
    const bool un = low(0) == 'u' && low(1) == 'n';  // "unruptured"
    if (!un && (low(0) != 'n' || low(1) != 'o' || low(2) != 'n')) return false;
    std::size_t from = t.begin + (un ? 2 : 3);
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
        (is_word(i + 1, "through") || (t.level_pair && is_word(i + 1, "to")))) {
      item.level_from = std::min(t.level_from, tokens_[i + 2].level_from);
      item.level_to = std::max(t.level_to, tokens_[i + 2].level_to);
      item.end = tokens_[i + 2].end;
      item.tokens = 3;
      return i + 3;
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
  bool slips_on_next(std::size_t i) const {
    if (i + 2 >= tokens_.size() || tokens_[i + 2].kind != TokenKind::level) return false;
    const Token& upper = tokens_[i];
    const Token& lower = tokens_[i + 2];
    return !upper.level_pair && !lower.level_pair && upper.level_from == upper.level_to &&
           lower.level_from == lower.level_to && lower.level_from == upper.level_from + 1 &&
           (is_word(i + 1, "on") || is_word(i + 1, "over") || is_word(i + 1, "upon"));
  }

  bool is_word(std::size_t i, std::string_view w) const { return text::is_word(text_, tokens_[i], w); }

  struct UnitOf {
    double millimeters = 0;  // of a length
    Unit unit = Unit::none;
    double times = 1;  // how many of the unit: a litre is 1,000 ml
    bool any() const { return millimeters != 0 || unit != Unit::none; }
  };

  // The unit behind a number, as word i or as the sign that touches the number.
  UnitOf unit(std::size_t i) const {
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
    for (const Spelled& u : kUnits) {
      if (is_word(i, u.word)) return {u.millimeters, u.unit, u.times};
    }
    return {};
  }

  // A percent sign is no token of its own kind; the words of a unit are.
  std::size_t behind_unit(std::size_t i) const {
    const bool sign = i > 0 && text_.substr(behind_space(i - 1), 1) == "%";
    if (!sign) return i + 1;
    return i < tokens_.size() && tokens_[i].begin == behind_space(i - 1) ? i + 1 : i;
  }
  // Where the text goes on behind a token and one space: "80 %".
  std::size_t behind_space(std::size_t token) const {
    const std::size_t end = tokens_[token].end;
    return end < text_.size() && text_[end] == ' ' ? end + 1 : std::min<std::size_t>(end, text_.size());
  }

  bool joins_numbers(std::size_t at) const {
    return at + 1 < tokens_.size() && tokens_[at + 1].kind == TokenKind::number &&
           (tokens_[at].kind == TokenKind::times || tokens_[at].kind == TokenKind::dash || is_word(at, "by") ||
            is_word(at, "to") || is_word(at, "through") || is_word(at, "x"));
  }

  std::size_t number(std::size_t i) {
    if (tokens_[i].kind == TokenKind::ordinal) return is_numbered_place(i) ? word(i) : ordinal(i);
    if (const std::size_t end = date(i); end != i) return end;
    if (technical_unit(i + 1)) {
      add(ItemKind::cue, i, i + 2).cue = CueKind::filler;
      return i + 2;
    }
    if (lexicon_.longest(tokens_, i).tokens > 1) return word(i);  // "9 o'clock"
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

  // Behind "250 cm" in "250 cm/s" and "250 cm per second".
  std::size_t per_second(std::size_t at) const {
    const bool per = at + 1 < tokens_.size() && (tokens_[at].kind == TokenKind::slash || is_word(at, "per"));
    const bool second = per && (is_word(at + 1, "s") || is_word(at + 1, "sec") || is_word(at + 1, "second"));
    return second ? at + 2 : at;
  }

  // Units of what no report says of a lesion: they and their numbers are passed over.
  bool technical_unit(std::size_t at) const {
    constexpr std::string_view kUnits[] = {"ms",   "msec", "minute", "minutes", "min", "mins", "seconds", "secs", "bpm",
                                           "mmhg", "kg",   "mgy",    "msv",     "mci", "mbq",  "hz",      "kv"};
    return at < tokens_.size() && tokens_[at].kind == TokenKind::word &&
           std::any_of(std::begin(kUnits), std::end(kUnits), [&](std::string_view w) { return is_word(at, w); });
  }

  // "7 and 5 mm", "12, 9 and 6 mm": the unit stands behind the last of them.
  UnitOf unit_of_list(std::size_t at) const {
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
    if (end == i + 1 && value_of_scale(i)) return end;
    const lexicon::Match match = lexicon_.longest(tokens_, i);
    if (match.tokens == 1 && end == i + 1 && !numbers_rib())
      take_senses(lexicon_, match.senses, add(ItemKind::content, i, i + 1));
    else
      ordinal_range(i, end, from, to);
    return end;
  }

  // "The SUVmax of the node is 8.4": the value stands behind the verb, and its scale before it.
  bool value_of_scale(std::size_t i) {
    constexpr std::size_t kFarthest = 8;
    if (out_.empty() || out_.back().kind != ItemKind::cue) return false;
    if (!is_cue(out_.back(), CueKind::be) && !lexicon_[out_.back().cue_concept].has(Concept::finite_verb)) return false;
    for (std::size_t k = out_.size() - 1; k-- > 0 && out_.size() - k <= kFarthest;) {
      Item& scale = out_[k];
      if (scale.kind == ItemKind::comma || scale.kind == ItemKind::semicolon || scale.kind == ItemKind::measure)
        return false;
      if (scale.attribute == nullptr || scale.cue_concept == lexicon::kNone ||
          lexicon_[scale.cue_concept].cue() != CueKind::scale)
        continue;
      const lexicon::ConceptId of = scale.cue_concept;
      scale.kind = ItemKind::cue;
      scale.cue = CueKind::filler;
      scale.attribute = nullptr;
      const auto value = static_cast<float>(tokens_[i].value + 0.01);
      add(ItemKind::measure, i, i + 1).quantity = {Unit::grade, value, value, of};
      return true;
    }
    return false;
  }

  // "II", "IIa". 0: none.
  static double roman_grade(std::string_view word) {
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

  // "Salter-Harris two": a number that is written as a word. 0: none.
  double spelled_number(std::size_t i) const {
    const lexicon::Match match = lexicon_.longest(tokens_, i);
    if (match.tokens != 1) return 0;
    for (const Sense& sense : match.senses) {
      const lexicon::Concept& c = lexicon_[sense.concept_id];
      if (c.is(lexicon::ModifierKind::number) && c.rank > 0 && c.rank <= 5) return c.rank;
    }
    return 0;
  }

  // The grade behind a scale, in figures, words, Roman numerals or as a letter: "grade 2", "type II", "BI-RADS 4a". 0:
  // none.
  double grade_at(std::size_t i) const {
    if (i >= tokens_.size()) return 0;
    const Token& t = tokens_[i];
    if (t.kind == TokenKind::number) return t.value + 0.01;  // so that grade 0 is a grade
    if (t.kind != TokenKind::word) return 0;
    if (const double number = spelled_number(i); number != 0) return number + 0.01;
    if (const double roman = roman_grade(std::string_view(text_).substr(t.begin, t.end - t.begin)); roman != 0)
      return roman;
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

  // "The 5th metacarpal" has a name of its own; ribs are counted.
  bool is_numbered_place(std::size_t i) const {
    const lexicon::Match match = lexicon_.longest(tokens_, i);
    const ConceptId rib = lexicon_.known().rib;
    return match.tokens > 1 && std::any_of(match.senses.begin(), match.senses.end(), [&](const Sense& sense) {
             return sense.section == Section::anatomy && sense.concept_id != rib &&
                    !lexicon_.contains(rib, sense.concept_id);
           });
  }

  // "Ribs 6 and 7": which of them, not how many.
  bool numbers_rib() const {
    std::size_t k = out_.size();
    while (k > 1 && (out_[k - 1].kind == ItemKind::comma || is_cue(out_[k - 1], CueKind::and_)) &&
           out_[k - 2].kind == ItemKind::ordinal)
      k -= 2;
    if (k == 0 || out_[k - 1].anatomy == nullptr || out_[k - 1].observation != nullptr) return false;
    const ConceptId rib = lexicon_.known().rib;
    const ConceptId place = out_[k - 1].anatomy->concept_id;
    return place == rib || lexicon_.contains(rib, place);
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
    if (unit(at).unit == Unit::centile) {  // "on the 8th centile"
      add(ItemKind::measure, i, at + 1).quantity = {Unit::centile, static_cast<float>(tokens_[i].value),
                                                    static_cast<float>(to), lexicon::kNone};
      return at + 1;
    }
    ordinal_range(i, at, tokens_[i].value, to);
    return at;
  }

  const Lexicon& lexicon_;
  std::string_view text_;
  std::span<const Token> tokens_;
  std::vector<Item>& out_;
  std::vector<Token> scratch_;
};

}  // namespace

void read_items(const Lexicon& lexicon, std::string_view text, std::span<const Token> tokens, std::vector<Item>& out) {
  out.clear();
  ItemReader(lexicon, text, tokens, out).run();
  settle_items(lexicon, text, tokens, out);
}

}  // namespace fiducial::findings
