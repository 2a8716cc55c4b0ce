#include "grammar/numbered.h"

#include <algorithm>
#include <array>

#include "text/level.h"

namespace fiducial::findings {

using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::Section;
using lexicon::Sense;

namespace {

// The longest row of numbered places, the fingers and toes; ribs and vertebrae are counted otherwise.
constexpr int kMostOfARow = 5;

bool is_rib(const Lexicon& lexicon, const Item& item) {
  const lexicon::ConceptId rib = lexicon.known().rib;
  return item.anatomy != nullptr &&
         (item.anatomy->concept_id == rib || lexicon.contains(rib, item.anatomy->concept_id));
}

class Numbered {
 public:
  Numbered(const Lexicon& lexicon, std::string_view text, std::span<const text::Token> tokens, std::vector<Item>& items)
      : lexicon_(lexicon), text_(text), tokens_(tokens), items_(items) {}

  void run() {
    if (std::any_of(items_.begin(), items_.end(), [&](const Item& i) { return is_rib(lexicon_, i); })) {
      bare_ribs();
      ribs_in_brackets();
      last_of_ribs();
      join_ribs();
    }
    const bool numbers =
        std::any_of(items_.begin(), items_.end(), [&](const Item& i) { return numbers_of(i).from > 0; });
    if (!numbers) return;
    for (std::size_t i = 0; i < items_.size();) {
      const std::size_t end = numbers_of(items_[i]).from > 0 ? before_noun(i) : behind_noun(i);
      if (end == i) out_.push_back(items_[i]);
      i = std::max(end, i + 1);
    }
    items_.swap(out_);
    ribs_behind();
  }

 private:
  struct Range {
    int from = 0, to = 0;
  };

  // What an ordinal ("2nd to 4th") or a bare number counts; 0: it is neither.
  Range numbers_of(const Item& item) const {
    if (item.kind == ItemKind::ordinal) return {item.level_from, item.level_to};
    if (!item.only_modifier() || item.tokens != 1 ||
        !lexicon_[item.modifier->concept_id].is(lexicon::ModifierKind::number))
      return {};
    const text::Token& token = tokens_[item.first_token];
    if (token.kind != text::TokenKind::number || token.value < 1 || token.value > kMostOfARow) return {};
    return {static_cast<int>(token.value), static_cast<int>(token.value)};
  }

  static bool is_place(const Item& item) {
    return item.kind == ItemKind::content && item.anatomy != nullptr && item.observation == nullptr;
  }

  // The senses of "second metatarsal", of the first words of an item.
  std::span<const Sense> numbered(const Item& noun, int number, std::uint32_t words) const {
    static const std::array<text::WordHash, 5> ordinals = [] {
      std::array<text::WordHash, 5> out{};
      std::size_t n = 0;
      for (const char* const word : {"first", "second", "third", "fourth", "fifth"})
        out[n++] = text::hash_word(text::stem(word));
      return out;
    }();
    std::array<text::WordHash, 8> hashes{};
    std::size_t size = 0;
    hashes[size++] = ordinals[static_cast<std::size_t>(number - 1)];
    for (std::uint32_t k = 0; k < words; ++k) {
      const text::WordHash hash = tokens_[noun.first_token + k].word;
      if (hash != 0 && size < hashes.size()) hashes[size++] = hash;
    }
    const auto senses = lexicon_.exact({hashes.data(), size});
    const bool place =
        std::any_of(senses.begin(), senses.end(), [](const Sense& s) { return s.section == Section::anatomy; });
    return place ? senses : std::span<const Sense>{};
  }

  // Adds the places with these numbers; false: there are no such places.
  bool add_row(const Item& noun, std::uint32_t words, const std::vector<int>& numbers) {
    std::vector<Item> row;
    for (const int number : numbers) {
      if (number < 1 || number > kMostOfARow) return false;
      const auto senses = numbered(noun, number, words);
      if (senses.empty()) return false;
      if (!row.empty()) row.push_back(comma_at(noun));
      Item one = noun;
      one.modifier = nullptr;
      take_senses(lexicon_, senses, one);
      row.push_back(one);
    }
    out_.insert(out_.end(), row.begin(), row.end());
    return true;
  }

  static Item comma_at(const Item& noun) {
    Item comma;
    comma.kind = ItemKind::comma;
    comma.begin = comma.end = noun.begin;
    comma.first_token = noun.first_token;
    return comma;
  }

  static std::vector<int> all_of(Range range) {
    std::vector<int> out;
    for (int n = range.from; n <= range.to && n <= range.from + kMostOfARow; ++n) out.push_back(n);
    return out;
  }

  // "The 2nd to 4th metatarsals": where they end; i: it is no such thing.
  std::size_t before_noun(std::size_t i) {
    const Range range = numbers_of(items_[i]);
    if (range.to <= range.from || i + 1 >= items_.size() || !is_place(items_[i + 1])) return i;
    return add_row(items_[i + 1], items_[i + 1].tokens, all_of(range)) ? i + 2 : i;
  }

  // Does a dash or "to" stand between the two items?
  bool ranges(const Item& a, const Item& b) const {
    if (a.end >= b.begin || b.begin > text_.size()) return false;
    const std::string_view between = text_.substr(a.end, b.begin - a.end);
    return between == "-" || between == "\u2013" || between == " - " || between == " to ";
  }

  // "MCP joints 2 and 3", "metatarsals 2-4": likewise.
  std::size_t behind_noun(std::size_t i) {
    const Item& noun = items_[i];
    if (!is_place(noun) || noun.tokens == 0) return i;
    std::uint32_t words = noun.tokens;
    std::vector<int> numbers;
    const text::Token& last = tokens_[noun.first_token + noun.tokens - 1];
    const bool has_number = noun.tokens > 1 && last.kind == text::TokenKind::number && last.value <= kMostOfARow;
    if (has_number) {  // "metatarsals 2" is a name of the lexicon
      --words;
      numbers.push_back(static_cast<int>(last.value));
    }
    std::size_t end = i + 1;
    while (end < items_.size()) {
      const std::size_t at = joins(items_[end]) && end + 1 < items_.size() ? end + 1 : end;
      const Range range = numbers_of(items_[at]);
      if (range.from == 0 || (numbers.empty() && at != end)) break;
      const bool goes_to = !numbers.empty() && ranges(items_[end - 1], items_[at]) && range.from > numbers.back();
      if (at == end && !numbers.empty() && !goes_to) break;
      for (const int n : all_of({goes_to ? numbers.back() + 1 : range.from, range.to})) numbers.push_back(n);
      end = at + 1;
    }
    return numbers.size() > (has_number ? 1U : 0U) && add_row(noun, words, numbers) ? end : i;
  }

  // A bare number as which of the ribs it counts.
  bool count_rib(Item& item) const {
    constexpr double kRibs = 12;
    if (!item.only_modifier() || item.tokens != 1 ||
        !lexicon_[item.modifier->concept_id].is(lexicon::ModifierKind::number))
      return false;
    const text::Token& token = tokens_[item.first_token];
    if (token.kind != text::TokenKind::number || token.value < 1 || token.value > kRibs) return false;
    item.kind = ItemKind::ordinal;
    item.modifier = nullptr;
    item.level_from = item.level_to = static_cast<std::uint8_t>(token.value);
    return true;
  }

  // "Left 7 and 8 rib fractures", "rib fractures right 4, 5, 6": which of them, and not how many.
  void bare_ribs() {
    constexpr std::size_t kFar = 5;
    for (std::size_t i = 1; i < items_.size(); ++i) {
      if (!names_one_side(items_[i - 1])) continue;
      std::size_t last = i;
      const auto number = [&](std::size_t k) {
        return k < items_.size() && items_[k].only_modifier() && items_[k].tokens == 1 &&
               tokens_[items_[k].first_token].kind == text::TokenKind::number;
      };
      while (number(last) && last + 1 < items_.size() && joins(items_[last + 1]) && number(last + 2)) last += 2;
      if (!number(last)) continue;
      const bool before = last > i && last + 1 < items_.size() && is_rib(lexicon_, items_[last + 1]);
      const bool ends = last + 1 == items_.size() || items_[last + 1].kind != ItemKind::content;
      const auto at = [&](std::size_t k) { return items_.begin() + static_cast<std::ptrdiff_t>(k); };
      const auto rib = std::find_if(at(i > kFar ? i - kFar : 0), at(i - 1),
                                    [&](const Item& item) { return is_rib(lexicon_, item); });
      const bool behind = ends && rib != at(i - 1) && std::none_of(rib, at(i - 1), joins);
      if (!before && !behind) continue;
      for (std::size_t k = i; k <= last; k += 2) count_rib(items_[k]);
      for (std::size_t k = i + 1; k < last; k += 2) {
        pass_over(items_[k]);
        items_[k].cue = CueKind::and_;
      }
      if (!before) std::rotate(rib, at(i - 1), at(last) + 1);
      i = last;
    }
  }

  // "4th, 5th, 6th rib fractures": as "4th, 5th and 6th".
  void join_ribs() {
    for (std::size_t i = 3; i < items_.size(); ++i) {
      if (!is_rib(lexicon_, items_[i]) || items_[i - 1].kind != ItemKind::ordinal ||
          items_[i - 2].kind != ItemKind::comma || items_[i - 3].kind != ItemKind::ordinal)
        continue;
      pass_over(items_[i - 2]);
      items_[i - 2].cue = CueKind::and_;
    }
  }

  // "Ribs 3, 4, and 5": as without the last comma.
  void last_of_ribs() {
    for (std::size_t i = 1; i + 2 < items_.size(); ++i) {
      if (items_[i].kind != ItemKind::comma || items_[i - 1].kind != ItemKind::ordinal ||
          !is_cue(items_[i + 1], CueKind::and_) || items_[i + 2].kind != ItemKind::ordinal)
        continue;
      items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
  }

  // "The left ribs (4, 5 and 6)": as without the brackets. "Rib fractures (5 and 6)": as "5th and 6th rib fractures".
  void ribs_in_brackets() {
    for (std::size_t i = 1; i + 2 < items_.size(); ++i) {
      if (items_[i].kind != ItemKind::open) continue;
      const bool rib = is_rib(lexicon_, items_[i - 1]);
      const bool thing = i > 1 && items_[i - 1].observation != nullptr && is_rib(lexicon_, items_[i - 2]);
      if (!rib && !thing) continue;
      std::size_t end = i + 1;
      while (end < items_.size() && (items_[end].kind == ItemKind::ordinal || joins(items_[end]))) ++end;
      if (end == i + 1 || end >= items_.size() || items_[end].kind != ItemKind::close) continue;
      if (!rib && end == i + 2) continue;  // "rib fractures (3)"
      items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(end));
      items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(i));
      if (rib) return;
      const auto noun = items_.begin() + static_cast<std::ptrdiff_t>(i) - 2;
      std::rotate(noun, noun + 2, items_.begin() + static_cast<std::ptrdiff_t>(end) - 1);
      return;
    }
  }

  // "Left rib fractures, 4th to 7th", "rib fractures (4-7)": as "left 4th to 7th rib fractures".
  void ribs_behind() {
    for (std::size_t i = 2; i < items_.size(); ++i) {
      const bool apart = items_[i - 1].kind == ItemKind::comma || items_[i - 1].kind == ItemKind::open ||
                         (says_nothing(items_[i - 1]) && items_[i - 2].kind == ItemKind::comma);  // ", numbers 4 to 8"
      const bool last = i + 1 == items_.size() || items_[i + 1].kind != ItemKind::content;
      if (items_[i].kind != ItemKind::ordinal || !apart || !last) continue;
      std::size_t noun = says_nothing(items_[i - 1]) ? i - 2 : i - 1;
      while (noun > 0 && !is_rib(lexicon_, items_[noun]) &&
             (items_[noun - 1].kind == ItemKind::content || names_one_side(items_[noun - 1])))
        --noun;
      if (noun > 0 && !is_rib(lexicon_, items_[noun])) --noun;
      if (!is_rib(lexicon_, items_[noun])) continue;
      const auto first = items_.begin() + static_cast<std::ptrdiff_t>(noun);
      std::rotate(first, items_.begin() + static_cast<std::ptrdiff_t>(i),
                  items_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
  }

  const Lexicon& lexicon_;
  std::string_view text_;
  std::span<const text::Token> tokens_;
  std::vector<Item>& items_;
  std::vector<Item> out_;
};

// "Nodes at 4R, 7 and 10L", "4R 15 mm, 7 22 mm": the station with that number, and not how many.
class NumberedStations {
 public:
  NumberedStations(const Lexicon& lexicon, std::string_view text, std::span<const text::Token> tokens,
                   std::vector<Item>& items)
      : lexicon_(lexicon), text_(text), tokens_(tokens), items_(items) {}

  void run() {
    for (std::size_t i = 1; i < items_.size(); ++i) {
      Item& item = items_[i];
      const bool number = item.tokens == 1 && (item.only_modifier() || item.kind == ItemKind::ordinal) &&
                          tokens_[item.first_token].kind == text::TokenKind::number;
      if (!number || !behind_station(i) || goes_on(i + 1)) continue;
      static const text::WordHash station = text::hash_word(text::stem("station"));
      const std::array<text::WordHash, 2> name{station, tokens_[item.first_token].word};
      const auto senses = lexicon_.exact(name);
      if (std::none_of(senses.begin(), senses.end(), [](const Sense& s) { return s.section == Section::anatomy; }))
        continue;
      item.modifier = nullptr;
      take_senses(lexicon_, senses, item);
    }
  }

 private:
  // A station, with perhaps its size.
  bool behind_station(std::size_t i) const {
    constexpr std::size_t kFew = 6;
    for (std::size_t k = i; k-- > 0 && i - k <= kFew;) {
      const Item& item = items_[k];
      if (names_place(item)) {
        const std::string_view said = text_.substr(item.begin, item.end - item.begin);
        const bool numbered = !said.empty() && said.find_first_of("0123456789") != std::string_view::npos;
        const lexicon::ConceptId node = lexicon_.known().lymph_node;
        return numbered && k + 1 < i && lexicon_.contains(node, item.anatomy->concept_id);
      }
      if (!joins(item) && item.kind != ItemKind::measure && item.kind != ItemKind::open && item.kind != ItemKind::close)
        return false;
    }
    return false;
  }

  bool goes_on(std::size_t i) const { return i < items_.size() && items_[i].kind == ItemKind::content; }

  const Lexicon& lexicon_;
  std::string_view text_;
  std::span<const text::Token> tokens_;
  std::vector<Item>& items_;
};

// "The fifth thoracic vertebra", "the 3rd and 4th lumbar vertebrae": T5, L3 and L4.
class CountedVertebrae {
 public:
  CountedVertebrae(const Lexicon& lexicon, std::vector<Item>& items) : lexicon_(lexicon), items_(items) {}

  void run(bool counted) {
    char region = 0;
    for (std::size_t i = items_.size(); i-- > 0;) {
      Item& item = items_[i];
      if (names_place(item) && item.anatomy->concept_id == lexicon_.known().lumbosacral_junction) {
        name_lumbosacral(item);
        region = 0;
      } else if (item.kind == ItemKind::ordinal && region != 0)
        name_level(item, region);
      else if (item.kind == ItemKind::content && item.anatomy != nullptr)
        region = counted ? region_of(item.anatomy->concept_id) : '\0';
      else if (!joins(item) && !is_cue(item, CueKind::filler))
        region = 0;
    }
  }

 private:
  char region_of(lexicon::ConceptId place) const {
    const Lexicon::Known& k = lexicon_.known();
    const auto is = [&](lexicon::ConceptId whole) { return place == whole || lexicon_.contains(whole, place); };
    return is(k.cervical_vertebra) ? 'C' : is(k.thoracic_vertebra) ? 'T' : is(k.lumbar_vertebra) ? 'L' : '\0';
  }

  // "At the lumbosacral junction": at L5/S1.
  static void name_lumbosacral(Item& item) {
    constexpr int kLastLumbar = 5;
    item.kind = ItemKind::level;
    item.anatomy = nullptr;
    item.level_from = text::vertebra('L', kLastLumbar);
    item.level_to = text::vertebra('S', 1);
    item.level_pair = true;
  }

  static void name_level(Item& item, char region) {
    const std::uint8_t from = text::vertebra(region, item.level_from);
    const std::uint8_t to = text::vertebra(region, item.level_to);
    if (from == 0 || to < from) return;
    item.kind = ItemKind::level;
    item.level_from = from;
    item.level_to = to;
  }

  const Lexicon& lexicon_;
  std::vector<Item>& items_;
};

// "The tip of the tube lies at T2": how high, and no sequence.
class HeightsOfDevices {
 public:
  HeightsOfDevices(const Lexicon& lexicon, std::string_view text, std::span<const text::Token> tokens,
                   std::vector<Item>& items)
      : lexicon_(lexicon), text_(text), tokens_(tokens), items_(items) {}

  void run() {
    bool device = false;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      Item& item = items_[i];
      if (item.kind == ItemKind::semicolon) device = false;
      device |= item.observation != nullptr && lexicon_[item.observation->concept_id].has(lexicon::Concept::device);
      const std::uint8_t level = device && i > 0 && behind_at(items_[i - 1]) ? vertebra_of(item) : std::uint8_t{0};
      if (level == 0) continue;
      item.kind = ItemKind::level;
      item.modifier = nullptr;
      item.level_from = item.level_to = level;
    }
  }

 private:
  bool behind_at(const Item& before) const {
    return is_cue(before, CueKind::in) && text::is_word(text_, tokens_[before.first_token + before.tokens - 1], "at");
  }

  // Of "T1" and "T2", which the tokenizer takes for sequences; 0: it is neither.
  std::uint8_t vertebra_of(const Item& item) const {
    const std::string_view word = text_.substr(item.begin, item.end - item.begin);
    const bool sequence =
        item.only_modifier() && lexicon_[item.modifier->concept_id].is(lexicon::ModifierKind::sequence);
    return sequence && (word == "T1" || word == "T2") ? text::vertebra('T', word == "T1" ? 1U : 2U) : std::uint8_t{0};
  }

  const Lexicon& lexicon_;
  std::string_view text_;
  std::span<const text::Token> tokens_;
  std::vector<Item>& items_;
};

// "(IM56)", "(series 4, image: 12)", "(CP)": which image shows it, and how the name before is shortened.
class ImageNumbers {
 public:
  ImageNumbers(const Lexicon& lexicon, std::string_view text, std::vector<Item>& items)
      : lexicon_(lexicon), text_(text), items_(items) {}

  void run() {
    bool inside = false;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      Item& item = items_[i];
      if (item.kind == ItemKind::open) inside = true;
      if (item.kind == ItemKind::close) inside = false;
      if (item.kind == ItemKind::unknown && (is_image_number(item) || fills_brackets(i))) pass_over(item);
      // "(thin section, image: 76)": no new clause begins there
      if (inside && item.kind == ItemKind::colon && i > 0 && is_passed_over(items_[i - 1])) pass_over(item);
    }
  }

 private:
  static bool is_passed_over(const Item& item) {
    return is_cue(item, CueKind::filler) || is_cue(item, CueKind::technique);
  }

  // A word that is passed over, with a number behind it: "Img184"
  bool is_image_number(const Item& item) {
    const std::string_view word = text_.substr(item.begin, item.end - item.begin);
    const std::size_t digits = std::min(word.find_first_of("0123456789"), word.size());
    if (digits < 2 || digits == word.size() || word.find_first_not_of("0123456789", digits) != std::string_view::npos)
      return false;
    text::tokenize(word.substr(0, digits), scratch_);
    const auto senses = scratch_.size() == 1 ? lexicon_.longest(scratch_, 0).senses : std::span<const Sense>{};
    return std::any_of(senses.begin(), senses.end(), [&](const Sense& s) {
      return s.section == Section::cue && lexicon_[s.concept_id].cue() == CueKind::filler;
    });
  }

  // One word that nobody knows is all that the brackets have, behind a name.
  bool fills_brackets(std::size_t i) const {
    return i > 1 && i + 1 < items_.size() && items_[i - 1].kind == ItemKind::open &&
           items_[i + 1].kind == ItemKind::close && items_[i - 2].kind == ItemKind::content;
  }

  const Lexicon& lexicon_;
  std::string_view text_;
  std::vector<Item>& items_;
  std::vector<text::Token> scratch_;
};

}  // namespace

void spell_out_numbers(const Lexicon& lexicon, std::string_view text, std::span<const text::Token> tokens,
                       const ItemKinds& said, std::vector<Item>& items) {
  if (said.any(ItemKind::unknown, ItemKind::colon)) ImageNumbers(lexicon, text, items).run();
  if (said.place() && said.number()) NumberedStations(lexicon, text, tokens, items).run();
  if (said.has(ItemKind::ordinal) || said.place(lexicon.known().lumbosacral_junction))
    CountedVertebrae(lexicon, items).run(said.has(ItemKind::ordinal));
  if (said.device() && said.detail() && said.has(CueKind::in)) HeightsOfDevices(lexicon, text, tokens, items).run();
  if (said.number()) Numbered(lexicon, text, tokens, items).run();
}

namespace {

// "Rib fractures, the 6th to 8th", "fractures of three ribs (6th, 7th and 8th)": which ribs, told behind.
bool counts_ribs_before(const Lexicon& lexicon, std::span<const Item> before) {
  constexpr std::size_t kFar = 5;
  bool apart = false;
  for (std::size_t k = 0; k < kFar && k < before.size(); ++k) {
    const Item& item = before[before.size() - 1 - k];
    if (is_rib(lexicon, item)) return apart;
    apart |= item.kind == ItemKind::comma || item.kind == ItemKind::open || item.kind == ItemKind::colon;
    const bool passes = is_cue(item, CueKind::the) || is_cue(item, CueKind::filler) || joins(item) ||
                        names_side(item) || item.kind == ItemKind::open || item.kind == ItemKind::colon ||
                        (item.observation != nullptr && item.anatomy == nullptr);
    if (!passes) return false;
  }
  return false;
}

}  // namespace

void number_ribs(const Lexicon& lexicon, std::vector<Item>& items) {
  bool rib = false;
  for (std::size_t i = items.size(); i-- > 0;) {
    Item& item = items[i];
    if (item.kind == ItemKind::ordinal)
      item.of_rib = rib || (i > 0 && is_rib(lexicon, items[i - 1])) ||
                    counts_ribs_before(lexicon, std::span<const Item>(items).first(i));
    else if (item.kind == ItemKind::content)
      rib = is_rib(lexicon, item) || (rib && item.modifier != nullptr);
    else
      rib = rib && (joins(item) || (item.kind == ItemKind::cue && item.cue != CueKind::in));
  }
  for (std::size_t i = 2; i < items.size(); ++i) {
    if (items[i].kind == ItemKind::ordinal && joins(items[i - 1])) items[i].of_rib |= items[i - 2].of_rib;
  }
}

}  // namespace fiducial::findings
