// What a place in a chunk is, and what is said of a piece of something: readings of a phrase by what was spoken of
// before.
#pragma once

#include "grammar/clause.h"
#include "grammar/parse.h"

namespace fiducial::findings {

// Adds the chunk of phrase `p`, and one more for what it says that is not of its place: "a mass in the liver measuring
// 3 cm", "nodules in both lungs have grown". `behind`: the details that stand behind the place.
void push_place_apart(const Lexicon& lexicon, Phrase& p, Chunk& c, const ConceptSet<12>& behind,
                      std::vector<Chunk>& chunks);

// In the liver S5 is a segment, not a vertebra.
void read_liver_segment(const Lexicon& lexicon, const Context& context, const Clause& clause, Site& site);

// "The caudate" is a nucleus in the brain and a lobe in the liver, "the hilum" the lung's or another organ's: by what
// is found there, by the place before it, by the heading, and by what was examined or spoken of.
void settle_homonyms(const Lexicon& lexicon, const Context& context, const Clause& clause, std::span<const Item> words,
                     Phrase& p);

// "At the thoracic inlet, the trachea shows a cyst": behind the comma stands the subject, not one more place of a list.
const Item* subject_after_front(std::span<const Item> items);

// "Its margins are irregular": how the lesion is that was spoken of. Where what says so begins; 0: there is no such
// thing.
std::size_t behind_margin(const Lexicon& lexicon, const Context& context, std::span<const Item> items);

// A detail of the outline or, unless only that is asked for, of the inside.
bool of_looks(const lexicon::Concept& m, bool inside);

// An adjective for how a thing looks, which is a finding where it is said of an organ: "lobulated", "calcified".
bool tells_looks(const Lexicon& lexicon, const Item& item);

// "The right kidney has a stone. The left one is 11 cm long": the left kidney, and not the stone.
bool is_other_of_pair(const Lexicon& lexicon, const Context& context, const Clause& clause, Site& place);

// "The right kidney is small. Its cortex is thin": the cortex of the right kidney. Does the word "its" say whose the
// place behind it is?
bool owns_place(const Lexicon& lexicon, const Context& context, std::span<const Item> items, const Item& its);
// … and then the place that the clause begins with is of that.
void complete_owned_place(const Lexicon& lexicon, const Context& context, Clause& clause);

// Content, rather than a word of the grammar.
bool says_something(const Item& item);

// Do the items name places and sides and nothing else ("the left or right ureter")?
bool names_only_places(std::span<const Item> items);

}  // namespace fiducial::findings
