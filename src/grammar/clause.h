// From the items of one sentence to its Findings: a sentence is cut into clauses, stretches with one verb ("…, and the
// pericardium is unremarkable" begins a new one), and each clause is parsed (parse.h).
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "grammar/finding.h"
#include "grammar/items.h"
#include "grammar/rules.h"

namespace fiducial::findings {

// What earlier sentences left behind for later ones.
struct Context {
  std::vector<Site> heading;                                  // "Liver:" before the sentence
  Span heading_words;                                         // its words
  bool headed = false;                                        // it stands before this very sentence
  lexicon::HeadingKind section = lexicon::HeadingKind::none;  // what the sentence stands below
  std::vector<Site> operated;                                 // where surgery was: "the surgical area" is there
  std::vector<Site> focus;                                    // the places of the last clause that had any
  std::uint32_t focus_sentence = 0;
  std::vector<ConceptId> organs_before;  // the organs that were in focus, the newest last: a few
  ConceptId last_concept = kNone;        // what "one" stands for: "a small one on the right"
  Site exam;                             // what was examined, if on one side: "MRI of the right knee:"
  Site examined;                         // what was examined, on whichever side: "US thyroid."
  std::vector<Site> ill;                 // where something is wrong, by the last sentence that said so
  std::uint32_t ill_sentence = 0;
  // Lesions that were found, the last of them behind, and where: "the mass" is one of them.
  std::vector<std::pair<ConceptId, Site>> lesions;
  bool focus_is_well = false;  // nothing abnormal was said of the places in focus
  Site subject;                // the place that the last clause was about: "the right kidney shows …"
  Side side = Side::none;      // the side spoken of last, if it was one
  Side opposed = Side::none;   // the side named last: "contralateral" is opposite to it, also a second time
  Site sided;                  // the place that it was said of
  std::uint32_t sided_sentence = 0;
  std::size_t last_begin = 0, last_end = 0;  // the findings that "it" and "the largest" mean
};

// How many of which words a stretch of items has.
struct Counts {
  int clinical = 0, strong = 0, technique = 0, history = 0, recommend = 0, quality = 0, person = 0, prior = 0,
      verbs = 0, prepositions = 0, places = 0, details = 0, unknown = 0, things = 0, sides = 0, operations = 0,
      procedures = 0, inferred = 0, unseen = 0;
  bool comma = false;
  bool advised_behind = false;  // "a lesion of the breast, biopsy advised"
  bool person_first = false;    // "Discussed with …"
  bool it_changed = false;      // "It is unchanged since the previous CT."
  bool change_first = false;    // "No change in size from the prior scan."
};
Counts count(const Lexicon& lexicon, std::span<const Item> items);

struct Clause;
// Sees each clause when it is read, with the Findings that it gave.
using ClauseWatcher = std::function<void(const Clause&, std::span<const Finding>)>;

// Where the words about the patient or the examination end that a sentence begins with, in bytes; 0: there are none.
using OpeningEnd = std::uint32_t;

// Reads one sentence; appends to `out`. Sites are not yet expanded by side and level. `clause` is memory to work in;
// `watch`, if it is set, sees each clause when it is read. Returns why a clause gave none, if one did.
Dropped read_sentence(const Lexicon& lexicon, const RuleSet& off, std::span<const Item> items, std::uint32_t sentence,
                      OpeningEnd opening, Context& context, Clause& clause, std::vector<Finding>& out,
                      const ClauseWatcher& watch);

// Reads items that are only a heading ("Liver and spleen:") into places.
std::vector<Site> read_places(const Lexicon& lexicon, std::span<const Item> items);
// What was examined, as a title or a section on technique tells it: "MRI of the right knee."
void remember_examination(const Lexicon& lexicon, std::span<const Item> items, Context& context);
// "Knee, left": the left knee.
void join_side_behind(std::vector<Site>& places);

}  // namespace fiducial::findings
