// From the items of one sentence to its Findings.
//
// A sentence is cut into clauses: stretches with one verb ("…, and the pericardium is unremarkable" begins a new one).
// Within a clause, words up to a preposition, verb, conjunction or mark make a *phrase*, and a phrase is one of
//   - a place ("the right upper lobe"),
//   - a head: something observed or a value ("small nodules", "enlarged", "normal"), perhaps with a place in it
//     ("hepatic cysts", "enlarged lymph nodes") and details,
//   - an attribute ("size and shape"),
//   - details alone ("3 mm", "well-defined").
// Places come in *runs*, joined by "and": "in the liver and right kidney". What joins two phrases decides what belongs
// to what: a run after "in" belongs to the heads before it, a run before the verb is the subject of the heads behind
// it, a head after "with" is where the head before it is. When the clause ends each head is given its places,
// attributes meet their values, and every head × place becomes a Finding.
#pragma once

#include <span>
#include <vector>

#include "findings/finding.h"
#include "findings/items.h"

namespace fiducial::findings {

// What earlier sentences left behind for later ones.
struct Context {
  std::vector<Site> heading;   // "Liver:" before the sentence
  std::vector<Site> operated;  // where surgery was: "the surgical area" is there
  std::vector<Site> focus;     // the places of the last clause that had any
  std::uint32_t focus_sentence = 0;
  Site exam;               // what was examined, if on one side: "MRI of the right knee:"
  Side side = Side::none;  // the side spoken of last, if it was one
  Site sided;              // the place that it was said of
  std::uint32_t sided_sentence = 0;
  std::size_t last_begin = 0, last_end = 0;  // the findings that "it" and "the largest" mean
};

// Reads one sentence; appends to `out`. Sites are not yet expanded by side and level.
void read_sentence(const Lexicon& lexicon, std::span<const Item> items, std::uint32_t sentence, Context& context,
                   std::vector<Finding>& out);

// Reads items that are only a heading ("Liver and spleen:") into places.
std::vector<Site> read_places(const Lexicon& lexicon, std::span<const Item> items);

}  // namespace fiducial::findings
