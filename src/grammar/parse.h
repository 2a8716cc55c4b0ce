// The parse of a clause: what the reader made of its words, as a value that can be printed and tested.
//
// A clause is a list of *chunks*, the words between two joints: a place ("the right upper lobe"), something observed
// ("small nodules", "enlarged", "normal"), an attribute ("size"), or details alone ("3 mm", "well defined"). *Marks*
// are the words of the grammar between them that act at a distance: denials, hedges, comparisons. Places that stand
// side by side are a *run*. *Links* tie chunks to runs and to each other; *scopes* say what is denied, doubted or left
// out. Every link and scope names the rule that made it.
//
// The steps, in their order, each a function from the values before it (read_clause in clause.cc has the list):
//   chunks     items → chunks and marks                                  chunks.cc
//   scopes     marks → what is denied, doubted, compared, left out       scopes.cc, certainty.cc
//   merges     chunks that are one thing in two pieces                   merges.cc
//   runs       places → lists of sites, parts within wholes              runs.cc, settle_runs.cc
//   describes  details, attributes and values → what they are said of    describes.cc, changes.cc
//   located    observations → their places, by the best of several ties  located.cc, ties.cc, unsaid_places.cc
//   findings   chunks, links and scopes → Findings                       assemble.cc
#pragma once

#include <span>
#include <string>
#include <vector>

#include "grammar/finding.h"
#include "grammar/items.h"
#include "grammar/phrase.h"
#include "grammar/rules.h"

namespace fiducial::findings {

// What ties a chunk to the one before it.
enum class Joint : std::uint8_t {
  start,  // nothing: the first of the clause, or side by side
  list,   // a comma, "and", "or"
  of,
  in,
  near,
  under,
  with,
  be,
  show,
  seen,
  infer,  // "consistent with"
};
std::string_view name(Joint joint);

// Why words take no part in a Finding.
enum class LeftOut : std::uint8_t { no, comparison, unassessable, advice, communication, denied };

struct Chunk {
  Phrase phrase;
  Span words;  // its own words, before anything is merged into it; none: the grammar put it there
  Joint joint = Joint::start;
  bool listed = false;          // a comma, "and" or "or" stands before the joint
  bool comma = false;           // … and the last of it is a comma
  bool alternative = false;     // … and it is "or"
  bool definite = false;        // "the nodule": something named before
  bool in_brackets = false;     // image numbers and the like
  bool one_of_several = false;  // behind "the largest"
  bool compared_to = false;     // behind "than": not there
  bool again = false;           // behind a second verb: "… and are noted in"
  bool behind_front = false;    // the subject behind "At the inlet, …"
  std::uint8_t verbs = 0;       // how many verbs of the clause stand before it
  // scopes
  bool denied = false;
  Rule denied_by = Rule::none;
  bool in_denial = false;    // a denial was still open when it came
  bool presupposed = false;  // "no calcification within the mass": the mass was named before
  LeftOut left_out = LeftOut::no;
  Certainty certainty = Certainty::definite;
  bool is_inference = false;  // "…, consistent with pneumonia"
  // grouping
  std::int16_t group = -1;  // of observations and attributes: those joined by "and"
  std::int16_t run = -1;    // of a place: the run that it is in; of an observation: its own, from a list before it
  std::int16_t merged_into = -1;  // it is part of that chunk
  std::int16_t follows = -1;      // the chunk that it comes with: "… with compression"
  std::int16_t owner = -1;        // of an attribute: the observation whose it is
  bool used = false;              // an attribute that met its value, a value that met its attribute
  bool described = false;         // a predicate added details to it

  bool live() const { return left_out == LeftOut::no && merged_into < 0; }
  bool is(PhraseKind kind) const { return phrase.kind == kind && live(); }
  bool head() const { return is(PhraseKind::head) || is(PhraseKind::attribute); }
  bool prepositional() const {
    return joint == Joint::of || joint == Joint::in || joint == Joint::near || joint == Joint::under;
  }
};

// A word of the grammar that acts at a distance.
struct Mark {
  lexicon::CueKind cue = lexicon::CueKind::none;
  ConceptId cue_concept = kNone;  // which word of that kind: its row in lexicon/cues.txt
  Span span;
  std::uint16_t next = 0;  // the chunk that comes next
  bool listed = false, comma = false;
  bool in_brackets = false;
  bool content = false;   // the word has a clinical meaning too ("absent")
  bool verbless = false;  // a participle that denies what stands before it: "…, ischemia excluded"
};

struct PlaceRun {
  std::vector<Site> sites;
  std::vector<ConceptId> tails;       // of each site: the node behind it ("hilar lymph nodes")
  std::uint16_t first = 0, last = 0;  // its chunks
  Joint joint = Joint::start;
  std::uint8_t verbs = 0;
  bool near = false;   // "adjacent to …": beside the place, not in it
  bool under = false;  // … by "under" or "beneath"
  bool behind_front = false;
  Site tissue;                 // "the soft tissue of …": what all the places are of
  Site inner, outer;           // "the pole of the kidney …": the pole, and the kidney
  std::size_t nested = 0;      // sites before this one have their "of …" already
  std::int16_t taken_by = -1;  // the one observation whose list it is: "pericardial and pleural effusion"
  bool prepositional() const {
    return joint == Joint::of || joint == Joint::in || joint == Joint::near || joint == Joint::under;
  }
};

enum class LinkKind : std::uint8_t { located, part_of, describes, value_of, comes_with, inferred_from, same_as };

struct Link {
  LinkKind kind = LinkKind::located;
  Rule rule = Rule::none;
  std::int16_t from = -1;  // a chunk
  std::int16_t to = -1;    // a chunk, or of `located` a run; -1: what was spoken of before, or the lexicon
  std::int8_t weight = 0;
};

struct Scope {
  Rule rule = Rule::none;
  std::int16_t mark = -1;
  std::int16_t chunk = -1;
};

struct Clause {
  std::span<const Item> items;
  std::uint32_t sentence = 0;                                 // of the report, counted from 0
  lexicon::HeadingKind section = lexicon::HeadingKind::none;  // what it stands below
  Span heading;                                               // the words that name its topic: "Liver:"
  std::vector<Chunk> chunks;
  std::vector<Mark> marks;
  std::vector<PlaceRun> runs;
  std::vector<Link> links;
  std::vector<Scope> scopes;
  Dropped dropped = Dropped::no;  // all of it is something other than a finding
  bool too_many = false;          // places of one head beyond the most that a clause may give
  bool verb = false;
  bool existential = false;     // that something is seen, not how it is
  bool compared = false;        // to an earlier study
  bool behind_colon = false;    // it says more of what stands before: "An opacity: atelectasis or pneumonia"
  bool anaphor = false;         // the subject is "it", "the lesion"
  ConceptId spoken_of = kNone;  // … which is this
  Span spoken_span;
  std::int16_t subject_run = -1, front_run = -1;
  // the side spoken of before this clause, and of which place it was said
  Side fronted = Side::none;  // the side that its sentence began with: "On the left, …, and there is …"
  Side side_before = Side::none;
  Site sided_before;
  std::uint32_t sided_sentence_before = 0;
  std::size_t first_finding = 0, last_finding = 0;

  void clear();
  void link(LinkKind kind, Rule rule, std::size_t from, std::int16_t to, int weight = 0) {
    links.push_back({kind, rule, static_cast<std::int16_t>(from), to, static_cast<std::int8_t>(weight)});
  }
};

}  // namespace fiducial::findings
