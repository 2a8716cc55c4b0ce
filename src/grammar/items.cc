#include "grammar/items.h"

#include <algorithm>
#include <array>
#include <utility>

#include "grammar/item_list.h"
#include "grammar/item_numbers.h"

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
      case Section::sign:
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
    case CueKind::negend:
    case CueKind::contrast:
    case CueKind::recommend:
    case CueKind::the:
    case CueKind::limit:
      return true;
    case CueKind::seen:
      return item.anatomy == nullptr;  // "insertion" of a tube, or of a tendon
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
      : lexicon_(lexicon), text_(text), tokens_(tokens), out_(out), numbers_(lexicon, text, tokens, out) {}

  void run() {
    for (const Token& token : tokens_) {
      if (token.word != 0) lexicon_.fetch_ahead(token.word);
    }
    for (std::size_t i = 0; i < tokens_.size();) i = step(i);
  }

 private:
  Item& add(ItemKind kind, std::size_t first, std::size_t last) { return add_item(tokens_, out_, kind, first, last); }

  std::size_t step(std::size_t i) {
    const Token& t = tokens_[i];
    switch (t.kind) {
      case TokenKind::word:
        return word(i);
      case TokenKind::level:
        return numbers_.level(i);
      case TokenKind::number:
      case TokenKind::ordinal:
        return numbers_.begins_form(i) ? word(i) : numbers_.number(i);
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

  // "Scaphoid views": what an examination is of, by a word of its name.
  lexicon::ConceptId place_within(std::size_t first, std::size_t tokens) const {
    const auto words = tokens_.subspan(first, tokens);
    for (std::size_t k = 0; k < tokens; ++k) {
      const auto piece = k == 0 ? words.first(tokens - 1) : words;
      for (const lexicon::Sense& sense : lexicon_.longest(piece, k).senses) {
        if (sense.section == Section::anatomy && !lexicon_[sense.concept_id].has(Concept::part))
          return sense.concept_id;
      }
    }
    return lexicon::kNone;
  }

  std::size_t word(std::size_t i) {
    if (const std::size_t end = numbers_.spelled_measure(i); end != 0) return end;
    const lexicon::Match match = match_at(i);
    // "eighth": which of the ribs. What the lexicon has ("third ventricle") goes before.
    if (const int n = tokens_[i].counts; n != 0 && match.tokens <= 1) {
      const bool range = i + 2 < tokens_.size() && tokens_[i + 2].counts != 0 &&
                         (is_word(i + 1, "to") || is_word(i + 1, "through") || tokens_[i + 1].kind == TokenKind::dash);
      numbers_.ordinal_range(i, range ? i + 3 : i + 1, n, range ? tokens_[i + 2].counts : n);
      return range ? i + 3 : i + 1;
    }
    if (const double n = match.tokens == 1 ? numbers_.number_of_rib(i, match) : 0; n > 0) {
      const bool range = i + 2 < tokens_.size() && (is_word(i + 1, "to") || is_word(i + 1, "through"));
      const double to = range ? numbers_.number_of_rib(i + 2, match_at(i + 2)) : 0;
      numbers_.ordinal_range(i, to > n ? i + 3 : i + 1, n, std::max(n, to));
      return to > n ? i + 3 : i + 1;
    }
    if (i > 0 && tokens_[i - 1].kind == TokenKind::slash && is_word(i, "m2")) {  // "148 ml/m2"
      add(ItemKind::cue, i, i + 1).cue = CueKind::filler;
      return i + 1;
    }
    if (match.tokens == 0) {
      if (denied_by_prefix(i)) return i + 1;
      add(ItemKind::unknown, i, i + 1).word = tokens_[i].word;
      return i + 1;
    }
    Item& item = add(ItemKind::cue, i, i + match.tokens);
    take_senses(lexicon_, match.senses, item);
    if (const std::size_t end = stands_for_others(i, match.tokens, item); end != 0) return end;
    if (item.cue == CueKind::technique && match.tokens > 1) item.stands_for = place_within(i, match.tokens);
    note_shape(i, match.tokens, item);
    // "the opacity is clearing": not yet clear
    if (item.participle && match.tokens == 1 && item.observation != nullptr && item.modifier != nullptr &&
        lexicon_[item.observation->concept_id].has(Concept::normal))
      item.observation = nullptr;
    if (measures(i + match.tokens, item)) return i + match.tokens;
    if (item.cue == CueKind::limit && item.observation != nullptr && lexicon_[item.cue_concept].direction < 0 &&
        !behind_thing())
      item.cue = CueKind::none;
    if (item.cue != CueKind::none && cue_wins(item.cue, item)) {
      item.kind = ItemKind::cue;
      // The clinical meaning stays at hand: "absent" of an organ is a finding.
    } else if (item.kind == ItemKind::content && item.cue != CueKind::negpost) {
      item.cue = CueKind::none;
    }
    return i + match.tokens;
  }

  // "Instability was not assessed": nobody says that it is there; but "the uterus was not assessed" is said of that.
  bool behind_thing() const {
    std::size_t k = out_.size() - 1;
    while (k > 0 && (is_cue(out_[k - 1], CueKind::be) || is_cue(out_[k - 1], CueKind::filler))) --k;
    if (k == 0 || out_[k - 1].kind != ItemKind::content || out_[k - 1].observation == nullptr) return false;
    const Concept& c = lexicon_[out_[k - 1].observation->concept_id];
    return !c.has(Concept::normal) && !c.has(Concept::device) && out_[k - 1].anatomy == nullptr;
  }

  // The longest form at a word, but for those that cut a finding or a clause in two.
  lexicon::Match match_at(std::size_t i) {
    lexicon::Match match = lexicon_.longest(tokens_, i);
    // "the colon contains a polyp" is not "colon-containing"
    if (match.tokens > 1 && (is_word(i + match.tokens - 1, "contains") || cuts_a_finding(i, match)))
      match = lexicon_.longest(tokens_.first(i + match.tokens - 1), i);
    if (match.tokens > 1 && (names_doer(i, match) || cuts_a_thing(i, match)))
      match = lexicon_.longest(tokens_.first(i + match.tokens - 1), i);
    if (match.tokens > 1 && cuts_what_is_behind(i, match)) match = lexicon_.longest(tokens_.first(i + 1), i);
    if (match.tokens > 2 && cuts_a_place(i, match)) match = lexicon_.longest(tokens_.first(i + match.tokens - 1), i);
    if (match.tokens > 1 && ends_in_article(i + match.tokens - 1))
      match = lexicon_.longest(tokens_.first(i + match.tokens - 1), i);
    if (const std::size_t verb = verb_within(i, match.tokens); verb != 0 && shares_verb()) {
      const lexicon::Match place = lexicon_.longest(tokens_.first(verb), i);
      if (place.tokens > 0 && only_fillers(i + place.tokens, verb) &&
          std::all_of(place.senses.begin(), place.senses.end(),
                      [](const Sense& s) { return s.section == Section::anatomy; }))
        match = place;
    }
    if (match.tokens > 1 && (changes_other_side(match) || leads_to_measure(i, match)))
      match = lexicon_.longest(tokens_.first(i + 1), i);
    return match;
  }

  static void only_clinical(Item& item) { item.cue = item.kind == ItemKind::content ? CueKind::none : CueKind::filler; }

  // Words that stand for, grade or compare something: where the item ends, if that is all it says; else 0.
  std::size_t stands_for_others(std::size_t i, std::size_t tokens, Item& item) {
    if (item.cue == CueKind::one) {
      if (stands_for_a_thing(i, i + tokens - 1)) {
        item.kind = ItemKind::cue;
        item.modifier = nullptr;
        return i + tokens;
      }
      only_clinical(item);
    }
    // "The effusion on the right is large, that on the left small.", "Those in the right lobe have grown."
    if ((item.cue == CueKind::which || (item.cue == CueKind::it && item.stands_for == lexicon::kNone)) && tokens == 1 &&
        begins_piece(i) && place_behind(i))
      item.cue = CueKind::one;
    if ((item.cue == CueKind::which || item.cue == CueKind::it) && lexicon_[item.cue_concept].direction < 0 &&
        points_at_place(i, i + tokens))
      item.cue = CueKind::same_side;
    if (item.cue == CueKind::scale) {
      if (const std::size_t end = numbers_.grade(i, item, i + tokens); end != 0) return end;
      only_clinical(item);
    }
    if (item.cue == CueKind::like) {
      if (compares(i)) {
        out_.pop_back();
        Item& other = out_.back();
        other.kind = ItemKind::unknown;
        other.word = tokens_[other.first_token].word;
        other.anatomy = other.observation = other.attribute = other.modifier = nullptr;
        other.cue = CueKind::none;
        return i + tokens;
      }
      only_clinical(item);
    }
    return 0;
  }

  // What the words of a form are: an adjective, a verb, a denial.
  void note_shape(std::size_t i, std::size_t tokens, Item& item) const {
    const Token& last = tokens_[i + tokens - 1];
    const bool several = tokens > 1;
    item.adjective = last.adjective;
    item.plural = last.plural;
    item.participle = last.participle;
    item.noun = last.noun;
    // "presses on the cord": the verb is the first word
    if (several && item.observation != nullptr && item.anatomy == nullptr && is_preposition(last.word)) {
      item.plural = tokens_[i].plural;
      item.participle = tokens_[i].participle;
    }
    // "the stomach lies in the chest", "bowel loops lie in the chest", but not "bowel loops lying in the chest"
    const bool of_several = out_.size() > 1 && out_[out_.size() - 2].plural && !tokens_[i].participle;
    item.finite = (item.cue_concept != lexicon::kNone && lexicon_[item.cue_concept].has(Concept::finite_verb) &&
                   (tokens_[i].plural || of_several)) ||
                  (item.kind == ItemKind::content && verb_within(i, tokens) != 0);
    // "appears normal"
    item.finite |= several && item.kind == ItemKind::content && item.observation != nullptr &&
                   item.anatomy == nullptr && tokens_[i].plural && is_verb_alone(tokens_[i].word);
    // "displaces the trachea": the verb is the first word of the form, and its object the last
    item.verb_with_object = several && item.observation != nullptr && item.observation->site != lexicon::kNone &&
                            ((tokens_[i].plural && !item.plural) || tokens_[i].participle);
    item.ends_in_organ = several && item.observation != nullptr && is_organ(last.word);
    item.begins_with_with = several && is_word(i, "with");
    const bool companion =
        item.begins_with_with && item.observation != nullptr && item.observation->site != lexicon::kNone;
    item.begins_with_without = companion || (several && item.observation != nullptr && is_word(i, "without"));
    item.begins_with_verb = several && item.only_modifier() && is_verb_alone(tokens_[i].word);
    item.begins_with_does = several && item.observation != nullptr && item.finite &&
                            (is_word(i, "does") || is_word(i, "do") || is_word(i, "did"));
    item.denies = several && item.modifier != nullptr && is_denial(tokens_[i].word);
  }

  // "does" in "does not enhance"
  bool only_fillers(std::size_t first, std::size_t last) const {
    while (first < last && lexicon_.is_cue_word(tokens_[first].word, [](CueKind k) { return k == CueKind::filler; }))
      ++first;
    return first == last;
  }

  bool is_preposition(text::WordHash word) const {
    return lexicon_.is_cue_word(word,
                                [](CueKind k) { return k == CueKind::in || k == CueKind::of || k == CueKind::near; });
  }

  // "8 mm wide", "smaller than 5 mm": how much, and not how it is.
  bool measures(std::size_t behind, Item& item) {
    const bool wide = item.cue == CueKind::dimension;
    if (!wide && item.cue != CueKind::than) return false;
    const bool how_much = wide ? out_.size() > 1 && out_[out_.size() - 2].kind == ItemKind::measure : amount(behind);
    if (how_much) {
      pass_over(item);
      return true;
    }
    if (wide) only_clinical(item);
    return !wide;
  }

  // "without contrast leak" is not "without contrast", "free of tumor thrombus" is not "free of tumor", and
  // "no flow-limiting dissection" is not "no flow"; "volumes are low normal" is not "volumes are low".
  bool cuts_a_finding(std::size_t i, const lexicon::Match& match) const {
    const lexicon::Sense& s = match.senses.front();
    const bool technique = s.section == Section::cue && lexicon_[s.concept_id].cue() == CueKind::technique;
    const bool well = lexicon_[s.concept_id].has(lexicon::Concept::normal);
    const bool free_of = well && match.tokens > 2 && cue_at(i + match.tokens - 2) == CueKind::of;
    const bool denial = s.section == Section::observation && (free_of || is_denial(tokens_[i].word));
    const bool judged =
        s.section == Section::observation && !well && !lexicon_[s.concept_id].has(lexicon::Concept::device);
    if (!technique && !denial && !judged) return false;
    const lexicon::Match next = lexicon_.longest(tokens_, i + match.tokens - 1);
    if (next.tokens < 2 || next.senses.front().section != Section::observation) return false;
    const bool next_well = lexicon_[next.senses.front().concept_id].has(lexicon::Concept::normal);
    return technique || (denial && !next_well) || (judged && !denial && next_well);
  }

  // "flattened by the tumor": the tumor does it; "flattened by" is not a kind of tumor.
  bool names_doer(std::size_t i, const lexicon::Match& match) const {
    const std::size_t by = i + match.tokens - 1;
    if (match.senses.front().section != Section::observation || !is_word(by, "by") || by + 1 >= tokens_.size() ||
        !(is_word(by + 1, "the") || is_word(by + 1, "a") || is_word(by + 1, "an")))
      return false;
    const lexicon::Match deed = lexicon_.longest(tokens_.first(by), i);
    return deed.tokens + 1 == match.tokens && deed.senses.front().section == Section::observation;
  }

  // "in the midline shift" is not "in the midline".
  bool cuts_a_thing(std::size_t i, const lexicon::Match& match) const {
    if (match.tokens < 3 || !is_preposition(tokens_[i].word)) return false;
    const lexicon::Match next = lexicon_.longest(tokens_, i + match.tokens - 1);
    return next.tokens > 1 && next.senses.front().section == Section::observation;
  }

  // "a single-chambered cyst" is not "a single", and the "posterior tibial plateau" no posterior tibial artery.
  bool cuts_what_is_behind(std::size_t i, const lexicon::Match& match) const {
    const bool article = is_word(i, "a") || is_word(i, "an");
    if (!article && (match.tokens != 2 || match.senses.front().section != Section::anatomy)) return false;
    const lexicon::Match behind = lexicon_.longest(tokens_, i + 1);
    if (i + 1 + behind.tokens <= i + match.tokens) return false;
    if (article) return true;
    const auto word = lexicon_.longest(tokens_.first(i + 1), i).senses;
    const auto direction = [&](const Sense& s) { return lexicon_[s.concept_id].has(lexicon::Concept::direction_word); };
    return behind.senses.front().section == Section::anatomy && std::any_of(word.begin(), word.end(), direction);
  }

  // "In segment 4 a mass is seen": not segment 4a.
  bool ends_in_article(std::size_t last) const {
    return tokens_[last - 1].kind == TokenKind::number && tokens_[last].begin > tokens_[last - 1].end &&
           is_word(last, "a") && last + 1 < tokens_.size() && tokens_[last + 1].kind == TokenKind::word &&
           !is_word(last + 1, "and") && !is_word(last + 1, "or");
  }

  // "spares the basal ganglia" is not "spares the basal".
  bool cuts_a_place(std::size_t i, const lexicon::Match& match) const {
    const Section section = match.senses.front().section;
    if (section != Section::modifier && section != Section::cue) return false;
    const std::size_t last = i + match.tokens - 1;
    const lexicon::Match next = lexicon_.longest(tokens_, last);
    const lexicon::Match word = lexicon_.longest(tokens_.first(last + 1), last);
    if (word.tokens == 0 || word.senses.front().section != Section::anatomy) return false;
    return next.tokens > 1 && next.senses.front().section == Section::anatomy &&
           lexicon_.longest(tokens_.first(last), i).tokens > 0;
  }

  // "a small one", "the one in the liver", "one in the liver and one in the spleen", but not "one nodule"
  bool stands_for_a_thing(std::size_t i, std::size_t last) const {
    if (begins_piece(i) && (place_behind(last) || details_behind(last) || told_behind(last))) return true;
    if (i == 0 || out_.size() < 2) return false;
    if (behind_verb_or_with() && place_behind(last)) return true;
    const Item& before = out_[out_.size() - 2];
    const bool described = before.kind == ItemKind::content || is_cue(before, CueKind::the) ||
                           before.cue == CueKind::left || before.cue == CueKind::right;
    return described && (i + 1 >= tokens_.size() || lexicon_.longest(tokens_, i + 1).senses.empty() ||
                         lexicon_.longest(tokens_, i + 1).senses[0].section == Section::cue);
  }

  // "Another is seen in …", "another measures 6 mm", "another, 6 mm, …"
  bool told_behind(std::size_t last) const {
    if (last + 2 >= tokens_.size()) return false;
    if (tokens_[last + 1].kind == TokenKind::comma) return tokens_[last + 2].kind == TokenKind::number;
    const lexicon::Match next = lexicon_.longest(tokens_, last + 1);
    return std::any_of(next.senses.begin(), next.senses.end(), [&](const Sense& s) {
      if (s.section != Section::cue) return false;
      const CueKind kind = lexicon_[s.concept_id].cue();
      return kind == CueKind::be || kind == CueKind::seen || s.concept_id == lexicon_.known().measures;
    });
  }

  // "There is also one …", "with another …"
  bool behind_verb_or_with() const {
    constexpr std::size_t kFew = 8;
    std::size_t k = out_.size() - 1;
    while (k > 0 && k + kFew > out_.size() && is_cue(out_[k - 1], CueKind::filler)) --k;
    return k > 0 && (is_cue(out_[k - 1], CueKind::seen) || is_cue(out_[k - 1], CueKind::with));
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
    return tokens_[place].kind == TokenKind::level || cue_at(place) == CueKind::left ||
           cue_at(place) == CueKind::right || names_place_at(place);
  }

  // "That testicle is swollen", "a cyst in that lobe": the one spoken of.
  bool points_at_place(std::size_t i, std::size_t behind) const {
    const Item* const before = out_.size() < 2 ? nullptr : &out_[out_.size() - 2];
    const bool noun_next =
        i == 0 || (before != nullptr && (is_cue(*before, CueKind::in) || is_cue(*before, CueKind::of)));
    return noun_next && behind < tokens_.size() && names_place_at(behind);
  }

  bool names_place_at(std::size_t i) const {
    const auto senses = lexicon_.longest(tokens_, i).senses;
    return std::any_of(senses.begin(), senses.end(), [](const Sense& s) { return s.section == Section::anatomy; });
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
      if (lexicon_.is_cue_word(tokens_[i].word,
                               [](CueKind k) { return k == CueKind::be || k == CueKind::not_; }))  // "do not enhance"
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
      return !before.finite && ((before.kind == ItemKind::content && before.observation != nullptr) ||
                                (is_cue(before, CueKind::it) && before.stands_for != lexicon::kNone));
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

  // "A nodule grown from 4 to 7 mm", "8 mm, unchanged from 8 mm": what it was before, and not what it comes from.
  bool leads_to_measure(std::size_t i, const lexicon::Match& match) const {
    const std::size_t behind = i + match.tokens;
    const Section section = match.senses.front().section;
    if ((section != Section::cue && section != Section::modifier) || !is_word(behind - 1, "from") ||
        behind >= tokens_.size() || tokens_[behind].kind != TokenKind::number)
      return false;
    const auto senses = lexicon_.longest(tokens_.first(i + 1), i).senses;
    return std::any_of(senses.begin(), senses.end(),
                       [&](const Sense& s) { return lexicon_[s.concept_id].is(lexicon::ModifierKind::change); });
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
    return lexicon_.is_cue_word(word, [](CueKind k) { return k == CueKind::be || k == CueKind::show; });
  }

  bool is_denial(text::WordHash word) const {
    return lexicon_.is_cue_word(word, [](CueKind k) { return k == CueKind::neg; });
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

  bool is_word(std::size_t i, std::string_view w) const { return text::is_word(text_, tokens_[i], w); }

  const Lexicon& lexicon_;
  std::string_view text_;
  std::span<const Token> tokens_;
  std::vector<Item>& out_;
  NumberReader numbers_;
  std::vector<Token> scratch_;
};

}  // namespace

bool say(const Lexicon& lexicon, Item& item, lexicon::ConceptId concept_id, Section section) {
  const text::WordHash name[] = {text::hash_word(text::stem(lexicon.label(concept_id)))};
  const auto senses = lexicon.exact(name);
  if (std::none_of(senses.begin(), senses.end(),
                   [&](const Sense& s) { return s.section == section && s.concept_id == concept_id; }))
    return false;
  pass_over(item);
  take_senses(lexicon, senses, item);
  return true;
}

void say_cue(const Lexicon& lexicon, Item& item, lexicon::ConceptId cue) {
  pass_over(item);
  item.cue = lexicon[cue].cue();
  item.cue_concept = cue;
}

void read_items(const Lexicon& lexicon, std::string_view text, std::span<const Token> tokens, std::vector<Item>& out,
                Asked asked) {
  out.clear();
  ItemReader(lexicon, text, tokens, out).run();
  settle_items(lexicon, text, tokens, asked, out);
}

}  // namespace fiducial::findings
