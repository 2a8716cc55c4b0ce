// A phrase: the words between two joints of a clause, with the meaning of each word chosen by its neighbours.
#pragma once

#include <span>

#include "grammar/finding.h"
#include "grammar/items.h"

namespace fiducial::findings {

enum class PhraseKind : std::uint8_t { empty, place, head, attribute, details };

struct Phrase {
  PhraseKind kind = PhraseKind::empty;
  Site site;                     // the place named in the phrase
  ConceptId tail = kNone;        // a node of the lymph behind another place: "hilar lymph nodes"
  ConceptId concept_id = kNone;  // of a head; kNone with words: an unknown one
  ConceptId fused_site = kNone;  // the place that the head's own word says: "cardiomegaly"
  bool usual_site = false;       // … or where such a thing mostly is
  bool site_in_words = false;    // the place stands there in a word of its own: "pleural fluid"
  bool ends_in_organ = false;    // … and the place is its last word: "increased vascularity of the epididymis"
  Side fused_side = Side::none;
  bool directed = false;   // the side is that to which something is displaced
  bool side_said = false;  // in a word of its own or an abbreviation, and not only because the organ lies there
  ConceptId attribute = kNone;
  ConceptId seen_as = kNone;  // of an attribute: what its word means if nothing is said of it ("lucency")
  bool split = false;         // its shapes are of several things: "striated and patchy"
  bool adjective = false;     // the head's word is an adjective: "nodular", "hypointense"
  bool completed = false;     // the head's word is, by those of the next head: "pericardial and pleural effusion"
  bool denied = false;        // by its own prefix: "nondilated"
  ConceptSet<12> details;
  ConceptSet<4> absent_details;    // "noncalcified"
  ConceptSet<4> states;            // said of the head within its own words, and findings of their own: "ruptured cyst"
  ConceptId state_degree = kNone;  // how severe the first of them is: "severely stenotic calcified valve"
  float sizes[4] = {0, 0, 0, 0};
  std::uint8_t size_count = 0;
  bool more_numbers = false;                               // some did not fit
  void add_sizes(const float* more, std::uint8_t count) {  // what does not fit is left out
    more_numbers = more_numbers || size_count + count > 4;
    for (std::uint8_t i = 0; i < count && size_count < 4; ++i) sizes[size_count++] = more[i];
  }
  Quantities quantities{};
  std::uint8_t quantity_count = 0;
  void add_quantities(const Quantities& more, std::uint8_t count) {
    more_numbers = more_numbers || quantity_count + count > static_cast<int>(quantities.size());
    for (std::uint8_t i = 0; i < count && quantity_count < quantities.size(); ++i)
      quantities[quantity_count++] = more[i];
  }
  Words words;
  Span span, head;
};

// `predicate_of_lesion`: the phrase is said of something observed ("the nodule is irregular"), so that words which may
// be details or findings are details. `after_place_word`: it follows a preposition.
// `side` is the one spoken of last, for "ipsilateral".
// A head that the grammar puts there, of the words in the span.
Phrase head_of(ConceptId concept_id, Span span);

// What it says of a finding that was named before.
void say_of(Finding& finding, const Phrase& phrase, bool denied);

// Its own place, with the one that is part of the head's word ("pleural effusion").
Site own_place(const Lexicon& lexicon, const Phrase& phrase);

Phrase read_phrase(const Lexicon& lexicon, std::span<const Item> items, bool predicate_of_lesion,
                   bool after_preposition, Side side);

}  // namespace fiducial::findings
