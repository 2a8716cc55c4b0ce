#include "grammar/like_before.h"

#include <algorithm>

namespace fiducial::findings {

using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::Section;
using lexicon::Sense;
using text::Token;
using text::TokenKind;

namespace {

class LikeBefore {
 public:
  LikeBefore(const Lexicon& lexicon, std::string_view text, std::span<const Token> tokens, std::vector<Item>& items)
      : lexicon_(lexicon), text_(text), tokens_(tokens), items_(items) {}

  void run() {
    grades_of_sides();
    numbered_like_before();
    sided_like_before();
  }

 private:
  static constexpr std::size_t kFar = 40;  // and no farther: a text of one sentence is read in linear time

  bool is_word(std::size_t i, std::string_view w) const { return text::is_word(text_, tokens_[i], w); }

  std::vector<text::WordHash> words_of(std::size_t i) const {
    std::vector<text::WordHash> words;
    for (std::uint32_t k = 0; k < items_[i].tokens; ++k) {
      if (const text::WordHash word = tokens_[items_[i].first_token + k].word; word != 0) words.push_back(word);
    }
    return words;
  }

  // A number that says which of a row: "third", "3rd".
  bool counts_in_row(std::size_t token) const {
    return tokens_[token].kind == TokenKind::ordinal || tokens_[token].counts != 0;
  }

  // "The third ventricle is dilated, the fourth is not": the fourth ventricle; "the first rib is broken, the second is
  // intact": the second rib.
  void numbered_like_before() {
    for (std::size_t i = 2; i + 1 < items_.size(); ++i) {
      if (items_[i].tokens != 1 || items_[i].kind != ItemKind::ordinal || !is_cue(items_[i - 1], CueKind::the) ||
          !is_clause_verb(items_[i + 1]))
        continue;
      const std::size_t named = numbered_before(i);
      if (named == i) continue;
      if (items_[named].kind == ItemKind::ordinal) {
        const Item place = items_[named + 1];
        items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(i) + 1, place);
        continue;
      }
      std::vector<text::WordHash> words = words_of(named);
      words.front() = tokens_[items_[i].first_token].word;
      const auto senses = lexicon_.exact(words);
      if (std::any_of(senses.begin(), senses.end(), [](const Sense& s) { return s.section == Section::anatomy; }))
        take_senses(lexicon_, senses, items_[i]);
    }
  }

  // "The left ventricle is normal, the right is dilated": the right ventricle.
  void sided_like_before() {
    for (std::size_t i = 2; i + 1 < items_.size(); ++i) {
      if (!names_one_side(items_[i]) || items_[i].tokens != 1 || !is_clause_verb(items_[i + 1])) continue;
      for (std::size_t k = i; k-- > 0 && i - k < kFar;) {
        if (!names_place(items_[k]) || items_[k].tokens < 2) continue;
        const bool sided = is_word(items_[k].first_token, is_cue(items_[i], CueKind::right) ? "left" : "right");
        if (!sided) break;
        std::vector<text::WordHash> words = words_of(k);
        words.front() = tokens_[items_[i].first_token].word;
        const auto senses = lexicon_.exact(words);
        if (std::any_of(senses.begin(), senses.end(), [](const Sense& s) { return s.section == Section::anatomy; }))
          take_senses(lexicon_, senses, items_[i]);
        break;
      }
    }
  }

  // The place before i that is one of a row; i: there is none.
  std::size_t numbered_before(std::size_t i) const {
    for (std::size_t k = i; k-- > 0 && i - k < kFar;) {
      const Item& item = items_[k];
      if (item.kind == ItemKind::ordinal && names_place(items_[k + 1]) && k + 1 < i) return k;
      if (names_place(item) && item.tokens > 1 && counts_in_row(item.first_token)) return k;
    }
    return i;
  }

  // "BI-RADS 5 right, 2 left", "grade 3 on the right and 2 on the left": the second number is a grade too.
  void grades_of_sides() {
    for (std::size_t i = 0; i + 4 < items_.size(); ++i) {
      const Item& grade = items_[i];
      Item& second = items_[i + 3];
      if (!names_one_side(items_[i + 1]) || !names_one_side(items_[i + 4]) || items_[i + 1].cue == items_[i + 4].cue ||
          !joins(items_[i + 2]) || second.tokens != 1 || tokens_[second.first_token].kind != TokenKind::number)
        continue;
      if (grade.kind == ItemKind::measure && grade.quantity.unit == Unit::grade) {
        second.kind = ItemKind::measure;
        second.quantity = grade.quantity;
        second.quantity.value = second.quantity.to = grade_of_number(tokens_[second.first_token].value);
        second.modifier = nullptr;
      } else if (grade.observation != nullptr &&
                 lexicon_[grade.observation->concept_id].has(lexicon::Concept::category)) {
        std::vector<text::WordHash> words = words_of(i);
        words.back() = tokens_[second.first_token].word;
        const auto senses = lexicon_.exact(words);
        if (senses.empty()) continue;
        second.modifier = nullptr;
        take_senses(lexicon_, senses, second);
      }
    }
  }

  const Lexicon& lexicon_;
  std::string_view text_;
  std::span<const Token> tokens_;
  std::vector<Item>& items_;
};

}  // namespace

void name_like_before(const Lexicon& lexicon, std::string_view text, std::span<const Token> tokens,
                      std::vector<Item>& items) {
  LikeBefore(lexicon, text, tokens, items).run();
}

}  // namespace fiducial::findings
