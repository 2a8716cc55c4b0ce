// Merging chunks that are one thing in two pieces ("patchy areas of low signal"), and details that belong to a head ("a
// mass in the hilum, ill-defined"): one walk over the chunks of a clause, and what is known at each point of it. A
// chunk that is part of another stays in the list and says into which it went.
#pragma once

#include "grammar/steps.h"

namespace fiducial::findings {

struct Merging {
  enum class Last : std::uint8_t { none, place, head, details };

  const Setting& setting;
  Clause& clause;
  std::vector<std::size_t> heads = {};  // those that are not part of another
  std::vector<std::size_t> loose = {};  // details and places with details that wait for a head
  std::int16_t absorbed = -1;           // the bare subject of "the lesion is hypointense on T1 and hyperintense on T2"
  Last last = Last::none;
  bool places = false;
  bool subject_place = false;  // one that no preposition stands before
  int group = 0;

  Chunk& chunk(std::size_t i) { return clause.chunks[i]; }
  Chunk* last_head() { return heads.empty() ? nullptr : &clause.chunks[heads.back()]; }
  void merge(std::size_t from, std::size_t into, Rule rule) {
    chunk(from).merged_into = static_cast<std::int16_t>(into);
    clause.link(LinkKind::same_as, rule, from, static_cast<std::int16_t>(into));
  }
  // "An area", "a signal": it takes its name from what it is of.
  bool is_area(const Phrase& p) const {
    return p.concept_id != kNone && setting.lexicon[p.concept_id].has(lexicon::Concept::generic);
  }
  static void copy_details(const Phrase& from, Phrase& to) {
    for (ConceptId d : from.details) to.details.add(d);
    for (ConceptId d : from.absent_details) to.absent_details.add(d);
    to.add_sizes(from.sizes, from.size_count);
    to.add_quantities(from.quantities, from.quantity_count);
  }
};

// The next chunk, as details or as a head; false if it turned out to be the other.
bool merge_details(Merging& merging, std::size_t i);
bool merge_head(Merging& merging, std::size_t i);
// At the end: what no head came behind is of the last one.
void merge_loose_details(Merging& merging);

}  // namespace fiducial::findings
