// Allocates matched credit among the pairs of one class: the paper's maximum of Σ x under 0 <= x <= weight and one unit
// of capacity per sentence. It is the maximum flow source → Ref (1) → Gen (weight) → sink (1).
//
// Why our own: the graphs are tiny (about 30 + 30 sentences, most pairs uncontested) and there are ten thousand of them
// a second, so what counts is to build nothing. Boost.Graph and LEMON want a graph object built for each call; LEMON's
// maximum flows compare real amounts exactly unless told otherwise, and neither says which of several best flows it
// gives. Users see the credits, so that must be defined.
//
// How, in three steps:
//   1. A pair both of whose sentences have pairs of total weight <= 1 is uncontested: it gets its whole weight. No
//      constraint binds it, so this is part of a best allocation. In most cases that is all there is.
//   2. The others get what their two sentences have left, in the order heavier first, then earlier in the list.
//   3. Dinic's algorithm moves credit along shortest augmenting paths, Ref sentences in the order of their numbers and
//      pairs in list order, until the total cannot rise. Paths are found with an explicit stack: a tag file may hold a
//      chain of any length. Real capacities are no problem, as the number of phases is bounded by the path length.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fiducial/radsem.h"

namespace fiducial::radsem {

class Allocation {
 public:
  // All edges that have the same two sentences, as one.
  struct Link {
    std::uint32_t ref = 0;
    std::uint32_t gen = 0;
    double weight = 0;        // of the heaviest edge
    double first_weight = 0;  // of the first edge
    double credit = 0;
    std::uint32_t edge = 0;  // place of the heaviest edge in the list; the first of equals
    std::uint32_t next_of_ref = 0;
    std::uint32_t next_of_gen = 0;
  };

  // Links the edges of one class (all edges if `only` is `other`), in the order of their first occurrence.
  void link(std::span<const Edge> edges, Normality only);
  // Gives each link its credit; returns the sum.
  double allocate();

  std::span<const Link> links() const { return links_; }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr std::uint32_t kUnreached = 0xffffffff;

  struct Sentence {
    std::uint32_t first = kNone;  // its links, in list order
    std::uint32_t last = kNone;
    std::uint32_t degree = 0;
    bool ascending = true;             // its partners, in list order: one behind the last is new
    std::uint32_t level = kUnreached;  // distance from a Ref sentence that has room
    std::uint32_t current = kNone;     // links before this one lead nowhere in this phase
    double sum = 0;                    // of its links' weights
    double room = 1;                   // capacity left
  };

  std::uint32_t find(std::uint32_t ref, std::uint32_t gen) const;
  void append(const Edge& edge, std::uint32_t place);
  void give(Link& link, double amount);
  void give_greedily();
  bool find_levels();
  void augment_from(std::uint32_t root);
  std::uint32_t next_forward(std::uint32_t ref);
  std::uint32_t next_backward(std::uint32_t gen);
  void push(std::uint32_t root);

  std::vector<Link> links_;
  std::vector<Sentence> refs_;
  std::vector<Sentence> gens_;
  std::vector<std::uint32_t> contested_;  // links, later in order of preference
  std::vector<std::uint32_t> queue_;      // Ref sentences, and Gen sentences behind them by an offset
  std::vector<std::uint32_t> path_;       // links: forward, backward, forward, …
  std::uint32_t sink_level_ = kUnreached;
};

}  // namespace fiducial::radsem
