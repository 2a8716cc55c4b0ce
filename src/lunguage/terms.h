// What the words of an item mean in LUNGUAGE's schema: names of entities, places, values of its relations. The
// vocabulary says it of a form, and of the concept that the form stands for, so that other words for it mean the same;
// what it leaves open the lexicon decides by the kind of the concept.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fiducial/lunguage.h"
#include "grammar/items.h"

namespace fiducial::lunguage {

// What the vocabulary says of a term, or of a concept.
struct Term {
  std::optional<Category> category;
  std::optional<Relation> relation;
  Relation as_device = Relation::location;  // the relation that it has with a device, if another
  bool normal = false;                      // a value of normality
  bool denies = false;                      // "clear of": what comes is not there
  bool gone = false;                        // "resolved", "removed"
  bool direction = false;                   // "upper", "central"
  bool part = false;                        // of a device: "tip"
  bool view = false;                        // of the image: no entity
  bool to_the_end = false;                  // takes in the rest of the clause: "limited by …"
};

enum class Use : std::uint8_t { nothing, entity, place, attribute, value, detail };

// A piece of an item with one meaning: a form of the lexicon may have two ("basilar opacity", "clear lungs").
struct Piece {
  std::uint32_t begin = 0, end = 0;  // bytes of the report
  Use use = Use::nothing;
  Relation relation = Relation::morphology;
  Relation as_device = Relation::location;
  bool normal = false;  // a value of normality, by the vocabulary or the lexicon
  bool well = false;    // … by the lexicon: nothing else can be meant
  bool side = false;    // of a place: only a side
  bool part = false;    // of a place: a direction or a piece that every organ has
  bool tip = false;     // of a place: the end of something
  bool change = false;
  bool count = false;  // how many
};

class Terms {
 public:
  explicit Terms(const lexicon::Lexicon& lexicon = lexicon::Lexicon::embedded());
  const lexicon::Lexicon& lexicon() const { return lexicon_; }

  // The whole text as a term; nullptr if there is none. Case does not matter.
  const Term* find(std::string_view text) const;
  const Term* of_concept(lexicon::ConceptId id) const;
  Category category(std::string_view text, lexicon::ConceptId id) const;

  // The pieces of an item that names something observed.
  void observation(std::string_view report, const findings::Item& item, std::vector<Piece>& out);
  // An item that says where, or on which side.
  Piece place(const findings::Item& item) const;
  // An item that describes.
  Piece detail(std::string_view report, const findings::Item& item) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
  };
  void learn(std::string_view term, std::string_view category);
  void learn_concepts();
  std::vector<Piece> split(const std::string& text, const findings::Item& item);
  std::vector<Piece> describing(std::string_view text, std::uint32_t end);
  std::vector<Piece> place_behind_of(std::string_view text, const findings::Item& item, const Piece& all);
  std::vector<Piece> place_before(std::string_view text, std::span<const text::Token> tokens, std::size_t k,
                                  Piece value);
  bool names_a_value(const findings::Item& item, const Term* term) const;

  const lexicon::Lexicon& lexicon_;
  std::unordered_map<std::string, Term, Hash, std::equal_to<>> terms_;
  std::vector<Term> concepts_;                                                        // of each concept of the lexicon
  std::unordered_map<std::string, std::vector<Piece>, Hash, std::equal_to<>> split_;  // by text, from its first byte
  std::vector<text::Token> tokens_;
  std::vector<findings::Item> items_;
};

}  // namespace fiducial::lunguage
