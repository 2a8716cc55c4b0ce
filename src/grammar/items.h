// A sentence as a sequence of items: what the lexicon knows, measurements, levels, marks, and unknown words.
#pragma once

#include <span>
#include <vector>

#include "grammar/quantity.h"
#include "lexicon/lexicon.h"
#include "text/token.h"

namespace fiducial::findings {

enum class ItemKind : std::uint8_t {
  content,
  cue,
  measure,
  level,
  ordinal,
  unknown,
  comma,
  semicolon,
  colon,
  open,
  close,
  dash,
  slash
};

struct Item {
  ItemKind kind = ItemKind::unknown;
  std::uint32_t begin = 0, end = 0;           // bytes
  std::uint32_t first_token = 0, tokens = 0;  // of those that it was read from
  const lexicon::Sense* anatomy = nullptr;
  const lexicon::Sense* observation = nullptr;
  const lexicon::Sense* attribute = nullptr;
  const lexicon::Sense* modifier = nullptr;
  lexicon::CueKind cue = lexicon::CueKind::none;
  lexicon::ConceptId stands_for = lexicon::kNone;   // of a cue: what it names ("the lesion")
  lexicon::ConceptId cue_concept = lexicon::kNone;  // of a cue: its row in the lexicon
  text::WordHash word = 0;                          // of an unknown word
  float sizes[3] = {0, 0, 0};                       // of a measurement: millimetres
  std::uint8_t size_count = 0;
  Quantity quantity;  // of a measurement that is no length
  std::uint8_t level_from = 0, level_to = 0;
  bool level_pair = false;
  bool of_rib = false;               // an ordinal that counts ribs: "the 8th, 9th and 10th ribs"
  bool adjective = false;            // by its ending
  bool plural = false;               // likewise
  bool completed = false;            // by its neighbour's words: "pericardial" in "pericardial and pleural effusion"
  bool participle = false;           // likewise: "compressing"
  bool noun = false;                 // likewise: "narrowing", and not "narrow"
  bool finite = false;               // of a cue: "ends at", but not "ending at"
  bool verb_with_object = false;     // a form that names what it does something to: "displaces the trachea"
  bool ends_in_organ = false;        // a form whose last word is the organ: "fatty liver"
  bool denies = false;               // a form that begins with a denial: "no enhancement"
  bool begins_with_with = false;     // "with a lobulated contour"
  bool begins_with_without = false;  // "without flow", "with a thick wall of"
  bool begins_with_verb = false;     // "has resolved"
  bool begins_with_does = false;     // "does not compress": without a subject
  bool but_not = false;              // of "and": what comes is denied, "right but not left hydronephrosis"
  bool directed = false;             // of a side: where something is displaced to, and not where it is
  bool negated_prefix = false;       // "nondilated": the concept is denied by its own prefix

  bool only_modifier() const {
    return modifier != nullptr && anatomy == nullptr && observation == nullptr && attribute == nullptr;
  }
};

// A word of the grammar of that kind, and not a clinical one.
inline bool is_cue(const Item& item, lexicon::CueKind cue) {
  return item.kind == ItemKind::cue && item.cue == cue;
}

// A word of the grammar, by its row in the lexicon.
inline bool is_row(const Item& item, lexicon::ConceptId row) {
  return item.kind == ItemKind::cue && item.cue_concept == row;
}

inline bool is_device(const lexicon::Lexicon& lexicon, const Item& item) {
  return item.observation != nullptr && lexicon[item.observation->concept_id].has(lexicon::Concept::device);
}

inline bool names_one_side(const Item& item) {
  return is_cue(item, lexicon::CueKind::left) || is_cue(item, lexicon::CueKind::right);
}

inline bool names_side(const Item& item) {
  return item.kind == ItemKind::cue && (item.cue == lexicon::CueKind::left || item.cue == lexicon::CueKind::right ||
                                        item.cue == lexicon::CueKind::both || item.cue == lexicon::CueKind::same_side ||
                                        item.cue == lexicon::CueKind::other_side);
}

// A place, and not what is seen there.
inline bool names_place(const Item& item) {
  return item.kind == ItemKind::content && item.anatomy != nullptr && item.observation == nullptr;
}

inline bool is_size(const Item& item) {
  return item.kind == ItemKind::measure && item.size_count != 0;
}

// From here on the item says nothing.
inline void pass_over(Item& item) {
  item.kind = ItemKind::cue;
  item.cue = lexicon::CueKind::filler;
  item.anatomy = item.observation = item.attribute = item.modifier = nullptr;
  item.word = 0;
  item.stands_for = item.cue_concept = lexicon::kNone;
}

// An article or another word that names nothing.
inline bool says_nothing(const Item& item) {
  return is_cue(item, lexicon::CueKind::the) || is_cue(item, lexicon::CueKind::filler);
}

// "A", "an"; a longer word that says nothing may be a verb.
inline bool is_indefinite_article(const Item& item) {
  return is_cue(item, lexicon::CueKind::filler) && item.end - item.begin <= 2;
}

// "Two", "several".
inline bool is_number_word(const lexicon::Lexicon& lexicon, const Item& item) {
  return item.only_modifier() && lexicon[item.modifier->concept_id].is(lexicon::ModifierKind::number);
}

// A word that narrows a place: "upper", "medial".
inline bool is_direction(const lexicon::Lexicon& lexicon, const Item& item) {
  return item.kind == ItemKind::content && item.tokens == 1 && item.anatomy != nullptr &&
         lexicon[item.anatomy->concept_id].has(lexicon::Concept::direction_word);
}

// The mark between two clauses that are told anew.
inline Item semicolon_at(std::uint32_t position) {
  Item mark;
  mark.kind = ItemKind::semicolon;
  mark.begin = mark.end = position;
  return mark;
}

// A verb that a clause has one of; "is absent" is one too.
inline bool is_clause_verb(const Item& item) {
  return item.kind == ItemKind::cue && (item.cue == lexicon::CueKind::be || item.cue == lexicon::CueKind::show ||
                                        item.cue == lexicon::CueKind::seen || item.cue == lexicon::CueKind::negpost);
}

// A comma, a slash, "and" or "or": what joins two of a kind.
inline bool joins(const Item& item) {
  return item.kind == ItemKind::comma || item.kind == ItemKind::slash || is_cue(item, lexicon::CueKind::and_) ||
         is_cue(item, lexicon::CueKind::or_);
}

// A new item from tokens [first, last).
inline Item& add_item(std::span<const text::Token> tokens, std::vector<Item>& out, ItemKind kind, std::size_t first,
                      std::size_t last) {
  Item item;
  item.kind = kind;
  item.begin = tokens[first].begin;
  item.end = tokens[last - 1].end;
  item.first_token = static_cast<std::uint32_t>(first);
  item.tokens = static_cast<std::uint32_t>(last - first);
  out.push_back(item);
  return out.back();
}

// Gives an item the meanings of a form.
void take_senses(const lexicon::Lexicon& lexicon, std::span<const lexicon::Sense> senses, Item& item);

// What a concept is, in place of what the item said, by the word that is its name. False, and nothing is changed, if it
// has no such word.
bool say(const lexicon::Lexicon& lexicon, Item& item, lexicon::ConceptId concept_id, lexicon::Section section);
// A word of the grammar in place of what the item said, by its row in the lexicon.
void say_cue(const lexicon::Lexicon& lexicon, Item& item, lexicon::ConceptId cue);

// Which rules are asked: those whose kinds of words are said, or all of them. Both read the same; the one is faster.
enum class Asked : std::uint8_t { where_said, always };

// Reads tokens [first, last) into items.
void read_items(const lexicon::Lexicon& lexicon, std::string_view text, std::span<const text::Token> tokens,
                std::vector<Item>& out, Asked asked = Asked::where_said);

}  // namespace fiducial::findings
