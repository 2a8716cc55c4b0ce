// How two Findings stand to each other: the one place where statements are compared.
//
// RadSEM's labels, RadFact's entailment and LUNGUAGE's grouping all read this relation.
#pragma once

#include "grammar/finding.h"

namespace fiducial::findings {

enum class Likeness : std::uint8_t { apart, part_whole, equivalent };
enum class Direction : std::uint8_t { none, first_wider, second_wider };  // of a part-whole relation
enum class DetailLikeness : std::uint8_t { null, none, partial, equivalent };

struct Relation {
  Likeness site = Likeness::apart;
  Direction site_direction = Direction::none;
  Likeness concept_likeness = Likeness::apart;
  Direction concept_direction = Direction::none;
  bool contradictory = false;  // they cannot both be true
  bool in_general = false;     // contradictory only because one says that all is well in general
  DetailLikeness details = DetailLikeness::null;

  bool normal = false;  // both say that all is well

  // They say the same of the same, one of the two perhaps in wider terms. Of abnormal findings, wider in both place and
  // concept is too far apart.
  bool compatible() const {
    return !contradictory && site != Likeness::apart && concept_likeness != Likeness::apart &&
           (normal || site == Likeness::equivalent || concept_likeness == Likeness::equivalent);
  }
};

// Two ages that one thing cannot have: "no acute fracture" beside "an old fracture" denies another one.
bool of_another_age(const Lexicon& lexicon, const Finding& a, const Finding& b);
Relation relate(const Lexicon& lexicon, const Finding& a, const Finding& b);

// For two abnormal findings that found no partner: could they be two wordings of one after all? 0: no; more: rather.
// Allows what `relate` does not: wider in both place and concept, a place that was only carried over from an earlier
// sentence, a word that the lexicon does not know beside the same place, the same measurement. `out` has the labels.
double affinity(const Lexicon& lexicon, const Finding& a, const Finding& b, Relation& out);
// Is there any, whatever sizes they have?
bool may_be_one(const Lexicon& lexicon, const Finding& a, const Finding& b);

// For an abnormal finding that has no partner still, and one that has: was the one said in the sentence of the other,
// of a place that is or includes its own?
bool covers(const Lexicon& lexicon, const Finding& a, const Finding& b, Relation& out);
// Two of one name at two places, both said: a second fracture is not the first.
bool another_one(const Lexicon& lexicon, const Finding& a, const Finding& b);
// Only the one way: does the sentence of `b` say what `a` is, of such a place?
bool said_with(const Lexicon& lexicon, const Finding& a, const Finding& b);

// Do the two sentences name the same places, or one of them some of the other's? Then two findings in two places may
// rather be one that the reading tied to another of them.
bool same_places_said(const Finding& a, const Finding& b);
// All of them: neither sentence names a place that the other does not.
bool all_places_said(const Finding& a, const Finding& b);

// In what two places differ that may yet be of one organ.
struct SiteDifference {
  bool related = false;    // they share an organ, or one of them names none
  bool side = false;       // left and right
  bool level = false;      // two vertebrae, two ribs
  bool direction = false;  // upper and lower
  bool organ = false;      // two parts of one organ, or two organs
};
SiteDifference compare_sites(const Lexicon& lexicon, const Site& a, const Site& b);

// The parts, for those that need only one.
Likeness relate_concepts(const Lexicon& lexicon, const Finding& a, const Finding& b, Direction& direction);
Likeness relate_sites(const Lexicon& lexicon, const Site& a, const Site& b, Direction& direction);
DetailLikeness relate_details(const Lexicon& lexicon, const Finding& a, const Finding& b);

}  // namespace fiducial::findings
