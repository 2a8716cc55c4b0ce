// The walk over the chunks of a clause that merges them: see merging.h.
#include <algorithm>

#include "grammar/merging.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ModifierKind;

namespace {

void place(Merging& m, std::size_t i) {
  const Chunk& c = m.chunk(i);
  m.places = true;
  m.subject_place |= !c.prepositional() && c.joint != Joint::list && !c.listed;
  // "At the 10 o'clock position of the right breast is a mass": the hour is the mass's
  const Lexicon& lexicon = m.setting.lexicon;
  const auto position = [&](ConceptId d) { return lexicon[d].is(ModifierKind::position); };
  const bool where = m.heads.empty() && c.joint == Joint::in &&
                     std::all_of(c.phrase.details.begin(), c.phrase.details.end(), position);
  if (!c.phrase.details.empty() && (!c.prepositional() || where)) {
    if (c.joint == Joint::be && !m.heads.empty())
      Merging::copy_details(c.phrase, m.last_head()->phrase);  // "a tube is in place on the left side"
    else
      m.loose.push_back(i);  // "linear parenchymal opacities"
  }
  m.last = Merging::Last::place;
}

// "ETT, NGT and right IJ line have been removed": all of them.
void remove_all(Merging& m) {
  const Lexicon& lexicon = m.setting.lexicon;
  const auto device = [&](const Chunk& c) {
    return c.phrase.kind == PhraseKind::head && c.phrase.concept_id != kNone &&
           lexicon[c.phrase.concept_id].has(Concept::device);
  };
  for (std::size_t k = m.heads.size(); k-- > 1;) {
    const Chunk& last = m.chunk(m.heads[k]);
    Chunk& before = m.chunk(m.heads[k - 1]);
    if ((last.joint != Joint::list && !last.listed) || last.group != before.group || !device(last) || !device(before))
      continue;
    for (ConceptId d : last.phrase.details) {
      if (lexicon[d].is(ModifierKind::change) && lexicon[d].rank == 0 && !says_change(lexicon, before.phrase))
        before.phrase.details.add(d);
    }
  }
}

}  // namespace

void merge_chunks(const Setting& setting, Clause& clause) {
  Merging m{setting, clause};
  for (std::size_t i = 0; i < clause.chunks.size(); ++i) {
    if (!clause.chunks[i].live()) continue;
    if (clause.chunks[i].phrase.kind == PhraseKind::place) {
      place(m, i);
    } else if (clause.chunks[i].phrase.kind == PhraseKind::details) {
      if (!merge_details(m, i)) merge_head(m, i);
    } else if (!merge_head(m, i) && !merge_details(m, i)) {
      merge_head(m, i);
    }
  }
  merge_loose_details(m);
  remove_all(m);
}

}  // namespace fiducial::findings
