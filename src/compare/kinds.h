// The Findings of a long report by kind, and which kinds of another report a Finding can stand in any relation to.
//
// A report of many thousand statements is not compared all against all. Findings that differ in nothing but their
// sizes, quantities, certainty and place in the text are one kind: whether `relate` calls two Findings compatible or
// contradictory, whether one `covers` the other, and whether they may be one (`may_be_one`), is the same for all
// members of two kinds. And of the kinds of the other report only those are asked whose places are not apart, and of
// what the lexicon has no name for, those that share a word. What is left out is what these functions would find
// nothing in.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "grammar/finding.h"

namespace fiducial::findings {

// Findings that nothing tells apart but where they stand.
struct Alike {
  std::vector<std::uint32_t> number;  // of each finding that of its like, from 0, in the order of their first
  std::vector<Finding> ones;          // the first of each
  std::vector<std::vector<std::uint32_t>> members;
  explicit Alike(std::span<const Finding> findings);
};

class Kinds {
 public:
  Kinds(const Lexicon& lexicon, std::span<const Finding> findings);

  std::size_t size() const { return members_.size(); }
  std::uint32_t of(std::uint32_t finding) const { return kind_of_[finding]; }
  // In ascending order.
  const std::vector<std::uint32_t>& members(std::uint32_t kind) const { return members_[kind]; }
  const Finding& one(std::uint32_t kind) const { return findings_[members_[kind].front()]; }

  // The kinds whose members `relate` may find something in, against one such as `finding`: in no order, each once.
  const std::vector<std::uint32_t>& related_to(const Finding& finding);

 private:
  struct Place {
    Site site;
    std::vector<std::uint32_t> named, unnamed;  // kinds with a concept, and without
    std::vector<std::uint32_t> values;          // those of the named that say that all is well
  };

  void add_place(std::uint32_t kind);
  const std::vector<std::uint32_t>& places_near(const Site& site);
  void find_places(const Site& site, std::vector<std::uint32_t>& out) const;
  bool is_value(const Finding& finding) const;

  const Lexicon& lexicon_;
  std::span<const Finding> findings_;
  std::vector<std::uint32_t> kind_of_;
  std::vector<std::vector<std::uint32_t>> members_;
  std::vector<std::uint32_t> place_of_;  // of each kind
  std::vector<Place> places_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> places_by_hash_;
  std::unordered_map<ConceptId, std::vector<std::uint32_t>> places_at_,
      places_below_;                    // by organ, and by what it is in
  std::vector<std::uint32_t> nowhere_;  // places without an organ
  std::unordered_map<text::WordHash, std::vector<std::uint32_t>> by_word_;
  std::unordered_map<std::uint64_t, std::vector<std::pair<Site, std::vector<std::uint32_t>>>> near_;  // what was asked
  std::vector<std::uint32_t> near_marks_;
  std::uint32_t mark_ = 0;
  std::vector<std::uint32_t> found_;
};

// Of each kind those of a list of findings, and the kinds that have any.
struct SomeOfKinds {
  std::vector<std::vector<std::uint32_t>> members;
  std::vector<std::uint32_t> kinds;
  SomeOfKinds(const Kinds& all, std::span<const std::uint32_t> findings);
};

}  // namespace fiducial::findings
