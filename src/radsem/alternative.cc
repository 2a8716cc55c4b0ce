// See alternative.h.
#include "alternative.h"

#include <algorithm>

namespace fiducial::radsem {

namespace {

std::size_t index(Normality normality) {
  return normality == Normality::abnormal ? 0 : 1;
}

}  // namespace

// One edge for each Gen sentence: the heaviest, the first of equals.
void Alternative::assign(std::span<const Edge> edges, std::span<EdgeCredit> credits) {
  order_.clear();
  for (std::uint32_t i = 0; i < edges.size(); ++i) {
    if (edges[i].normality != Normality::other) order_.push_back(i);
  }
  std::sort(order_.begin(), order_.end(), [edges](std::uint32_t a, std::uint32_t b) {
    if (edges[a].weight != edges[b].weight) return edges[a].weight > edges[b].weight;
    return a < b;
  });
  for (const std::uint32_t i : order_) {
    std::uint32_t& assigned = gens_[edges[i].gen].assigned;
    if (assigned == kNone) {
      assigned = i;
    } else if (!credits.empty()) {
      credits[i].status = edges[assigned].ref == edges[i].ref ? PairStatus::duplicate : PairStatus::outranked;
    }
  }
}

// Credit in the same order, each Ref sentence up to one unit, the last truncated. What finds its Ref full is dropped.
void Alternative::fill(std::span<const Edge> edges, std::span<EdgeCredit> credits) {
  matched_ = {0, 0};
  weights_ = {};
  for (const std::uint32_t i : order_) {
    const Edge& edge = edges[i];
    if (gens_[edge.gen].assigned != i) continue;
    Sentence& ref = refs_[edge.ref];
    const double credit = std::min({edge.weight, ref.room, 1.0});
    if (!(credit > kNothing)) {
      if (!credits.empty()) credits[i].status = PairStatus::ref_full;
      continue;
    }
    ref.room -= credit;
    ref.matched = true;
    gens_[edge.gen].matched = true;
    matched_[index(edge.normality)] += credit;
    weights_[index(edge.normality)].add(edge.weight);
    if (!credits.empty()) credits[i].credit = credit;
  }
}

void Alternative::visit(const LeftOver& sentence) {
  Sentence& s = (sentence.side == Side::ref ? refs_ : gens_)[sentence.sentence];
  if (!s.known && !s.matched) unmatched_.push_back(sentence);
  s.known = true;
}

// A sentence is counted once, in the class of the first label that it carries.
void Alternative::find_unmatched(std::span<const Edge> edges, std::span<const LeftOver> left_over) {
  unmatched_.clear();
  for (const Edge& e : edges) {
    if (e.normality == Normality::other) continue;
    visit({e.ref, Side::ref, e.normality});
    visit({e.gen, Side::gen, e.normality});
  }
  for (const LeftOver& item : left_over) {
    if (item.side != Side::other && item.normality != Normality::other) visit(item);
  }
}

CaseScore Alternative::score(std::span<const Edge> edges, std::span<const LeftOver> left_over,
                             std::span<EdgeCredit> credits) {
  std::size_t ref_count = 0;
  std::size_t gen_count = 0;
  for (const Edge& e : edges) {
    ref_count = std::max(ref_count, std::size_t{e.ref} + 1);
    gen_count = std::max(gen_count, std::size_t{e.gen} + 1);
  }
  for (const LeftOver& item : left_over) {
    std::size_t& count = item.side == Side::ref ? ref_count : gen_count;
    count = std::max(count, std::size_t{item.sentence} + 1);
  }
  refs_.assign(ref_count, Sentence{});
  gens_.assign(gen_count, Sentence{});
  for (std::size_t i = 0; i < credits.size(); ++i) {
    credits[i] = {edges[i].normality == Normality::other ? PairStatus::bad_normality : PairStatus::counted, 0.0};
  }
  assign(edges, credits);
  fill(edges, credits);
  find_unmatched(edges, left_over);

  std::array<std::array<std::size_t, 2>, 2> count{};
  for (const LeftOver& s : unmatched_) ++count[index(s.normality)][s.side == Side::ref ? 0 : 1];
  CaseScore result;
  result.abnormal = finish_class(matched_[0], count[0][0], count[0][1], weights_[0]);
  result.normal = finish_class(matched_[1], count[1][0], count[1][1], weights_[1]);
  return result;
}

}  // namespace fiducial::radsem
