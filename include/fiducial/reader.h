// What a report says: its Findings, each with its place in the text, and how two Findings stand to each other.
//
//   for (const fiducial::Finding& f : fiducial::read("A 9 mm nodule in the left lung. No effusion.").findings) …
//
// Offsets are bytes of the UTF-8 text; `characters` turns them into characters. All functions may be called from many
// threads at once.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fiducial/lexicon.h"

namespace fiducial {

enum class Certainty { definite, probable, possible, not_excluded };

struct ReadFinding;  // the reader's own form of a Finding; not part of the public interface

// One proposition of a report about one place.
struct Finding {
  std::string text;                // the words that say it
  std::size_t begin = 0, end = 0;  // where they stand
  std::string site;                // "liver, right lobe"
  std::string side;                // left, right, both or empty
  std::string what;                // the lexicon's name of what was observed; empty: words that it does not know
  bool absent = false;             // denied
  bool abnormal = false;           // the statement as a whole
  Certainty certainty = Certainty::definite;
  bool inferred = false;  // read from another finding: "…, consistent with pneumonia"
  // By kind: severity, number, measurement, change, … with the words of each.
  std::vector<std::pair<std::string, std::vector<std::string>>> details;
  std::vector<double> sizes_mm;  // measurements, in order of mention

  std::shared_ptr<const ReadFinding> self;
};

// A piece of the report that gave no finding, and why: technique, history, impression, …
struct LeftOutText {
  std::size_t begin = 0, end = 0;
  std::string_view reason;
};

struct Reading {
  std::vector<Finding> findings;
  std::vector<LeftOutText> left_out;
  std::string trace;  // how each clause was read, for people; if asked for
  std::string json;  // {"findings": […]}, as `fiducial findings` writes them; with "clauses" if the trace was asked for
};

enum class Trace { no, yes };

Reading read(std::string_view report, const Lexicon& lexicon = {}, Trace trace = Trace::no);

// ---------------------------------------------------------------------------------------------------------------

enum class Likeness { apart, part_whole, equivalent };
enum class DetailLikeness { nothing_to_compare, none, partial, equivalent };

// How two findings stand to each other, whichever comes first.
struct Relation {
  Likeness site = Likeness::apart;
  Likeness what = Likeness::apart;
  bool contradictory = false;  // they cannot both be true
  bool compatible = false;     // they say the same of the same, one perhaps in wider terms
  DetailLikeness details = DetailLikeness::nothing_to_compare;
};

// Both read with the same lexicon; Error if not, or if one was not read at all.
Relation relate(const Finding& a, const Finding& b);

// How many characters (code points) of a UTF-8 text stand before a byte of it.
std::size_t characters(std::string_view text, std::size_t byte);

}  // namespace fiducial
