#include "grammar/concept_of_place.h"

#include <algorithm>

namespace fiducial::findings {

using lexicon::Concept;

namespace {

// What a thing is called at the organ is the name of one that lies beside it: edema of the lungs, at the heart.
bool lies_beside(const Lexicon& lexicon, ConceptId named, ConceptId organ) {
  const ConceptId at = lexicon[named].at;
  if (at == kNone || !lexicon[named].has(Concept::only_there) || !lexicon[at].has(Concept::paired)) return false;
  const ConceptId there = lexicon.representative(at), here = lexicon.representative(organ);
  return there != here && !lexicon.contains(there, here) && !lexicon.contains(here, there);
}

// "The ligament is buckled": what the word means of bones it does not mean here, where it says only what kind it is.
ConceptId of_this_place(const Lexicon& lexicon, ConceptId c, const Site& site) {
  const auto elsewhere = [&](ConceptId id) {
    const ConceptId at = lexicon[id].at;
    return at != kNone && !lexicon[at].has(Concept::part) && !lexicon[at].has(Concept::tissue) &&
           !same_region(lexicon, site, at) &&
           std::none_of(site.organs.begin(), site.organs.end(), [&](ConceptId o) { return lexicon.contains(at, o); });
  };
  if (c == kNone || site.organs.empty() || !lexicon[c].has(Concept::only_there) || !elsewhere(c)) return c;
  for (ConceptId kind : lexicon.ancestors(c)) {
    if (!elsewhere(kind)) return kind;
  }
  return c;
}

// "Inflammation of the pancreas" has a name of its own. But edema of the heart is not that which is beside it.
ConceptId name_there(const Lexicon& lexicon, ConceptId c, const Site& site) {
  if (site.organs.empty() && site.from != 0 && site.from < kRib) {  // "collapse of L1": of the vertebra
    Site bone;
    bone.organs.add(site.pair ? lexicon.known().disc : lexicon.known().vertebra);
    return name_there(lexicon, c, bone);
  }
  for (ConceptId organ : site.organs) {
    const ConceptId named = lexicon.composed_within(c, organ);
    if (named != kNone && !lies_beside(lexicon, named, organ)) return named;
  }
  return c;
}

Said of_the_place(const Lexicon& lexicon, Said said, const Located& sites) {
  const Lexicon::Known& k = lexicon.known();
  const Site& first = sites.sites.front();
  if (lexicon[said.concept_id].direction != 0) {
    for (ConceptId organ : first.organs) {
      // "vascular congestion" says more than that the vessels are prominent
      const ConceptId at = lexicon[said.concept_id].at;
      const bool says_more = at != kNone && lexicon.representative(at) == organ;
      ConceptId changed =
          lexicon[said.concept_id].direction > 0 && !sites.inferred && said.attribute == kNone && !says_more
              ? lexicon[organ].up
              : kNone;
      if (said.concept_id == k.decrease) {
        changed = lexicon[organ].down;
        for (ConceptId up : lexicon.ancestors(organ)) changed = changed == kNone ? lexicon[up].down : changed;
      }
      if (changed != kNone) said = {changed, kNone};
    }
  }
  if (lexicon[said.concept_id].has(Concept::generic) && lexicon[said.concept_id].has_detail == kNone) {
    for (ConceptId organ : first.organs) {
      if (const ConceptId seen = seen_name(lexicon, organ); seen != kNone) said.concept_id = seen;  // "node shadows"
    }
  }
  if (!sites.inferred) said.concept_id = of_this_place(lexicon, said.concept_id, first);
  said.concept_id = name_there(lexicon, said.concept_id, first);
  return said;
}

}  // namespace

ConceptId beside_what(const Lexicon& lexicon, ConceptId c, ConceptId organ) {
  const ConceptId named = c == kNone ? kNone : lexicon.composed(c, organ);
  return named != kNone && lies_beside(lexicon, named, organ) ? lexicon[named].at : kNone;
}

Said in_one_word(const Lexicon& lexicon, Said said, const Located& sites) {
  const Lexicon::Known& k = lexicon.known();
  // "Density is uneven" is not said of a surface.
  if (said.concept_id == k.irregularity && said.attribute != kNone &&
      (said.attribute == lexicon[k.heterogeneity].about || said.attribute == k.signal ||
       said.attribute == k.transparency || said.attribute == k.enhancement_attribute))
    said.concept_id = k.heterogeneity;
  if (said.concept_id == kNone) return said;
  // "The density is elevated": more of it, not higher up.
  if (said.attribute != kNone && said.attribute != k.position && lexicon[said.concept_id].direction != 0 &&
      lexicon[said.concept_id].about == k.position)
    said.concept_id = lexicon[said.concept_id].direction > 0 ? k.increase : k.decrease;
  if (said.attribute != kNone && (said.concept_id == k.increase || said.concept_id == k.decrease)) {
    const ConceptId changed = lexicon.changed(said.attribute, said.concept_id == k.increase ? 1 : -1);
    if (changed != kNone) said = {changed, kNone};
  }
  if (sites.sites.empty()) return said;
  return of_the_place(lexicon, said, sites);
}

}  // namespace fiducial::findings
