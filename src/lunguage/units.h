// A sentence as a sequence of units: what the vocabulary knows, and between that what the lexicon knows.
#pragma once

#include <string_view>
#include <vector>

#include "fiducial/lunguage.h"
#include "grammar/items.h"

namespace fiducial::lunguage {

enum class Role : std::uint8_t {
  entity,     // what is observed, a device, a symptom
  place,      // anatomy, side, direction
  attribute,  // a value of a relation
  part,       // of a device, named behind it: "tip"
  measure,    // "4 cm"
  negation,
  negation_after,  // "… is not seen", "… is excluded"
  tentative,
  reasoning,  // "concerning for"; may be tentative too
  with,
  and_or,
  comma,
  in,    // in, at
  of,    // of, to
  near,  // above, below
  verb,
  it,            // "these findings"
  contrast,      // a new clause
  other_speech,  // recommendation, communication
  technique,
  word,  // unknown
};

struct Unit {
  Role role = Role::word;
  std::uint32_t begin = 0, end = 0;         // bytes of the report
  Relation relation = Relation::location;   // of an attribute
  Relation as_device = Relation::location;  // of an attribute: another relation that it has with a device, or location
  bool tentative = false;                   // of reasoning
  bool to_the_end = false;                  // of an attribute: it takes in the rest of the clause
  bool normal = false;                      // of an attribute: a value of normality
  bool negates = false;                     // of an attribute: denies what follows ("clear of")
  bool anatomy_like = false;                // of an entity: names what is always there ("heart size")
  bool side = false;                        // of a place: only a side
  bool adjective = false;                   // of an entity: by its ending
  bool count = false;                       // of an attribute: only how many
  bool noun_behind = false;                 // of a place: only behind another one ("contours")
  bool weak = false;                        // of a place: means something only beside another one ("end", "position")
  Category category = Category::pf;
};

// Reads the tokens of one sentence of `report`.
class UnitReader {
 public:
  UnitReader();
  void read(std::string_view report, std::span<const text::Token> tokens, std::vector<Unit>& out);

 private:
  void add_marks(std::string_view report, std::span<const text::Token> tokens, std::vector<Unit>& out);
  void add_items(std::string_view report, std::span<const text::Token> tokens, std::vector<Unit>& out);
  Unit mark_unit(std::string_view report, std::span<const text::Token> tokens, std::uint32_t begin, std::uint32_t end,
                 std::span<const std::uint32_t> categories);
  Unit item_unit(const findings::Item& item) const;
  Category category_of_concept(lexicon::ConceptId id) const;

  const Vocabulary& vocabulary_;
  const lexicon::Lexicon& lexicon_;
  std::vector<Category> categories_;  // of each concept of the lexicon
  std::vector<findings::Item> items_;
};

}  // namespace fiducial::lunguage
