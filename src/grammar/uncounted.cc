#include "grammar/uncounted.h"

#include <algorithm>

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::ModifierKind;
using text::Token;
using text::TokenKind;

namespace {

class Uncounted {
 public:
  Uncounted(const Lexicon& lexicon, std::string_view text, std::span<const Token> tokens, std::vector<Item>& items)
      : lexicon_(lexicon), text_(text), tokens_(tokens), items_(items) {}

  void run(const ItemKinds& said) {
    const bool numbers = said.number();
    if (said.has(CueKind::hedge)) drop_months();
    if (numbers) pass_over_about();
    if (numbers) drop_times();
    if (numbers) drop_numbers_of_images();
    if (said.size() && said.has(CueKind::with)) drop_sizes_of_components();
    if (said.size()) drop_sizes_instead();
    if (said.has(ItemKind::open) && said.has(ItemKind::measure)) drop_norms();
  }

 private:
  bool is_word(std::size_t i, std::string_view w) const { return text::is_word(text_, tokens_[i], w); }

  // "eight months ago", "two days after": how long, not how many.
  bool is_time(std::size_t i) const {
    constexpr std::string_view kTimes[] = {"day",  "days",  "week",   "weeks",   "month", "months", "year", "years",
                                           "hour", "hours", "minute", "minutes", "h",     "yr",     "yrs"};
    if (i >= tokens_.size() || tokens_[i].kind != TokenKind::word) return false;
    return std::any_of(std::begin(kTimes), std::end(kTimes), [&](std::string_view w) { return is_word(i, w); });
  }

  bool is_number(const Item& item) const { return item.kind == ItemKind::ordinal || is_number_word(lexicon_, item); }

  // "the CT from 12 January", by the capital letter of the month
  bool is_day(std::size_t i) const {
    return i + 1 < items_.size() && is_cue(items_[i + 1], CueKind::technique) && items_[i + 1].tokens == 1 &&
           tokens_[items_[i + 1].first_token].capital && i > 0;
  }

  // "Ca 4 stones": about four, and no cancer.
  void pass_over_about() {
    for (std::size_t i = 0; i + 1 < items_.size(); ++i) {
      if (items_[i].tokens == 1 && items_[i].kind == ItemKind::content && is_number(items_[i + 1]) &&
          is_word(items_[i].first_token, "ca"))
        pass_over(items_[i]);
    }
  }

  // "The study of 4 May", "from May 2021": the month, by its capital letter, and no doubt.
  void drop_months() {
    for (std::size_t i = 1; i < items_.size(); ++i) {
      if (!is_cue(items_[i], CueKind::hedge) || items_[i].tokens != 1 || !tokens_[items_[i].first_token].capital ||
          !is_word(items_[i].first_token, "may"))
        continue;
      Item* const behind = i + 1 < items_.size() && is_number(items_[i + 1]) ? &items_[i + 1] : nullptr;
      Item& before = items_[i - 1];
      if (!is_number(before) && behind == nullptr && !is_cue(before, CueKind::in) && !is_cue(before, CueKind::of) &&
          !is_cue(before, CueKind::prior))
        continue;
      pass_over(items_[i]);
      if (is_number(before)) pass_over(before);
      if (behind != nullptr) pass_over(*behind);
    }
  }

  void drop_times() {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      Item& item = items_[i];
      if (!is_number(item)) continue;
      const std::size_t behind = item.first_token + item.tokens;
      const bool hyphen = behind < tokens_.size() && tokens_[behind].kind == TokenKind::dash;  // "a 3-month interval"
      const auto behind_word = [&](std::string_view word) {
        return item.first_token > 0 && is_word(item.first_token - 1, word);
      };
      const bool age = behind_word("aged") || behind_word("age") || behind_word("day") || behind_word("pod");
      if (age || is_time(hyphen ? behind + 1 : behind) || is_day(i)) pass_over(item);
    }
  }

  // "(series 4, image 55)"
  void drop_numbers_of_images() {
    for (std::size_t i = 1; i < items_.size(); ++i) {
      if (is_number(items_[i]) && items_[i - 1].tokens == 1 && is_cue(items_[i - 1], CueKind::filler) &&
          lexicon_[items_[i - 1].cue_concept].rank > 0)
        pass_over(items_[i]);
    }
  }

  // "A 14 mm nodule with a 5 mm solid component": the nodule has 14 mm.
  void drop_sizes_of_components() {
    for (std::size_t i = 0; i + 2 < items_.size(); ++i) {
      if (!is_cue(items_[i], CueKind::with)) continue;
      std::size_t size = i + 1;
      while (size < items_.size() && says_nothing(items_[size])) ++size;
      if (size + 1 >= items_.size() || !is_size(items_[size])) continue;
      std::size_t piece = size + 1;
      while (piece < items_.size() && items_[piece].only_modifier()) ++piece;
      if (piece > size + 1 && (ends_in_piece(items_[piece - 1]) || (piece < items_.size() && is_piece(items_[piece]))))
        pass_over(items_[size]);
    }
  }

  bool is_piece(const Item& item) const {
    return names_place(item) && lexicon_[item.anatomy->concept_id].has(Concept::light);
  }

  // "Solid component" is one form.
  bool ends_in_piece(const Item& item) const {
    if (item.tokens < 2) return false;
    const std::size_t last = item.first_token + item.tokens - 1;
    const auto senses = lexicon_.longest(tokens_.first(last + 1), last).senses;
    return std::any_of(senses.begin(), senses.end(), [&](const lexicon::Sense& s) {
      return s.section == lexicon::Section::anatomy && lexicon_[s.concept_id].has(Concept::light);
    });
  }

  // "12 mm instead of 25 mm": now it is 12 mm.
  void drop_sizes_instead() {
    for (std::size_t i = 0; i + 2 < items_.size(); ++i) {
      const Item& instead = items_[i + 1];
      const bool denied = is_cue(instead, CueKind::neg) || is_cue(instead, CueKind::negend);
      if (!is_size(items_[i]) || !denied || !is_size(items_[i + 2])) continue;
      pass_over(items_[i + 1]);
      pass_over(items_[i + 2]);
    }
  }

  bool is_figure(const Item& item) const { return item.kind == ItemKind::measure || is_number(item); }

  // "14% (normal 55 to 70)", "a duct of 9 mm (normal up to 6 mm)": what would be normal, and not that it is.
  void drop_norms() {
    for (std::size_t i = 1; i + 3 < items_.size(); ++i) {
      if (items_[i].kind != ItemKind::open || !is_figure(items_[i - 1]) || items_[i + 1].observation == nullptr ||
          items_[i + 1].tokens != 1 || !lexicon_[items_[i + 1].observation->concept_id].has(Concept::normal))
        continue;
      std::size_t k = i + 2;
      bool figure = false;
      for (; k < items_.size() && !names_side(items_[k]) && (is_figure(items_[k]) || items_[k].kind == ItemKind::cue);
           ++k)
        figure |= is_figure(items_[k]);
      if (!figure || k >= items_.size() || items_[k].kind != ItemKind::close) continue;
      for (std::size_t gone = i + 1; gone < k; ++gone) pass_over(items_[gone]);
    }
  }

  const Lexicon& lexicon_;
  std::string_view text_;
  std::span<const Token> tokens_;
  std::vector<Item>& items_;
};

}  // namespace

void drop_counts_of_nothing(const Lexicon& lexicon, std::string_view text, std::span<const Token> tokens,
                            const ItemKinds& said, std::vector<Item>& items) {
  Uncounted(lexicon, text, tokens, items).run(said);
}

}  // namespace fiducial::findings
