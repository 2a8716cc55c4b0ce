// Items that begin with a figure or a level: measures with their units, dates, counts, numbers of ribs ("the 8th to
// 10th ribs") and levels of the spine; and the grades of a scale ("BI-RADS 4a", "Fazekas grade 2").
#pragma once

#include <span>
#include <vector>

#include "grammar/items.h"

namespace fiducial::findings {

class NumberReader {
 public:
  NumberReader(const lexicon::Lexicon& lexicon, std::string_view text, std::span<const text::Token> tokens,
               std::vector<Item>& out)
      : lexicon_(lexicon), text_(text), tokens_(tokens), out_(out) {}

  // "9 o'clock", "the 5th metacarpal": is the number the first word of a name?
  bool begins_form(std::size_t i) const;

  // Each adds the item that begins at token i, and returns the token behind it.
  std::size_t number(std::size_t i);
  std::size_t level(std::size_t i);
  // "Fazekas grade 2", "BI-RADS category 4": the last item is the scale, its grade is at `behind`. 0: there is none.
  std::size_t grade(std::size_t i, const Item& scale, std::size_t behind);
  // "Three centimeters", "ten per cent": the item behind it; 0: the number has no such unit.
  std::size_t spelled_measure(std::size_t i);
  // "Ribs six and seven": which rib a word behind "ribs" counts. 0: none.
  double number_of_rib(std::size_t i, const lexicon::Match& match) const;
  // Numbers that may count ribs or segments: kept, and used if a rib stands next to them.
  void ordinal_range(std::size_t first, std::size_t last, double from, double to);

 private:
  struct UnitOf {
    double millimeters = 0;  // of a length
    Unit unit = Unit::none;
    double times = 1;  // how many of the unit: a litre is 1,000 ml
    bool any() const { return millimeters != 0 || unit != Unit::none; }
  };

  bool is_word(std::size_t i, std::string_view w) const { return text::is_word(text_, tokens_[i], w); }
  Item& add(ItemKind kind, std::size_t first, std::size_t last) { return add_item(tokens_, out_, kind, first, last); }

  UnitOf unit(std::size_t i) const;
  UnitOf unit_of_list(std::size_t at) const;
  bool technical_unit(std::size_t at) const;
  std::size_t behind_unit(std::size_t i) const;
  std::size_t behind_space(std::size_t token) const;
  std::size_t per_second(std::size_t at) const;
  bool joins_numbers(std::size_t at) const;
  std::size_t measure(std::size_t i);
  bool is_below_zero(std::size_t i) const;
  std::size_t date_end(std::size_t i) const;
  std::size_t bare_number(std::size_t i, std::size_t end, double from, double to);
  std::size_t ordinal(std::size_t i);
  bool value_of_scale(std::size_t i);
  bool value_of_index(std::size_t i, std::size_t end, double from, double to);
  double spelled_number(std::size_t i) const;
  double number_word(std::size_t i) const;
  double grade_at(std::size_t i) const;
  bool slips_on_next(std::size_t i) const;
  bool is_numbered_place(std::size_t i) const;
  bool numbers_rib(std::size_t i) const;

  const lexicon::Lexicon& lexicon_;
  std::string_view text_;
  std::span<const text::Token> tokens_;
  std::vector<Item>& out_;
};

}  // namespace fiducial::findings
