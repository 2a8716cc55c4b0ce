// The scorer on sentence numbers. All vectors live in Scratch and are only ever cleared, so that a Scorer which has
// seen a case of some size allocates nothing for the next one of that size.
#include <array>

#include "allocation.h"
#include "alternative.h"
#include "class_score.h"
#include "fiducial/radsem.h"
#include "sentences.h"

namespace fiducial::radsem {

struct Scorer::Scratch {
  Allocation allocation;
  Alternative alternative;
  NumberedCase numbered;
};

namespace {

// Sums over pairs as they are listed: the weight of a repeated pair is that of its first occurrence, as published.
WeightSummary first_weights(std::span<const Allocation::Link> links) {
  WeightSummary weights;
  for (const Allocation::Link& link : links) weights.add(link.first_weight);
  return weights;
}

ClassScore allocate_class(Allocation& allocation, std::span<const Edge> edges, Normality only,
                          std::size_t unmatched_ref, std::size_t unmatched_gen, std::span<EdgeCredit> credits) {
  allocation.link(edges, only);
  const double matched = allocation.allocate();
  if (!credits.empty()) {
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (only == Normality::other || edges[i].normality == only) credits[i] = {PairStatus::duplicate, 0.0};
    }
    for (const Allocation::Link& link : allocation.links()) credits[link.edge] = {PairStatus::counted, link.credit};
  }
  return finish_class(matched, unmatched_ref, unmatched_gen, first_weights(allocation.links()));
}

CaseScore allocate_case(Allocation& allocation, std::span<const Edge> edges, std::span<const LeftOver> left_over,
                        std::span<EdgeCredit> credits) {
  std::array<std::array<std::size_t, 3>, 3> count{};
  for (const LeftOver& item : left_over) {
    ++count[static_cast<std::size_t>(item.normality)][static_cast<std::size_t>(item.side)];
  }
  for (EdgeCredit& credit : credits) credit = {PairStatus::bad_normality, 0.0};
  CaseScore result;
  result.abnormal = allocate_class(allocation, edges, Normality::abnormal, count[0][0], count[0][1], credits);
  result.normal = allocate_class(allocation, edges, Normality::normal, count[1][0], count[1][1], credits);
  return result;
}

}  // namespace

Scorer::Scorer() : scratch_(std::make_unique<Scratch>()) {}
Scorer::~Scorer() = default;
Scorer::Scorer(Scorer&&) noexcept = default;
Scorer& Scorer::operator=(Scorer&&) noexcept = default;

ClassScore Scorer::class_score(std::span<const Edge> edges, std::size_t unmatched_ref, std::size_t unmatched_gen,
                               std::span<EdgeCredit> credits) {
  return allocate_class(scratch_->allocation, edges, Normality::other, unmatched_ref, unmatched_gen, credits);
}

CaseScore Scorer::score(std::span<const Edge> edges, std::span<const LeftOver> left_over, Policy policy,
                        std::span<EdgeCredit> credits) {
  CaseScore result = policy == Policy::alt ? scratch_->alternative.score(edges, left_over, credits)
                                           : allocate_case(scratch_->allocation, edges, left_over, credits);
  mix(result);
  return result;
}

CaseScore Scorer::score(const Tag& tag, Policy policy) {
  scratch_->numbered.read(tag, policy == Policy::alt);
  return score(scratch_->numbered.edges, scratch_->numbered.left_over, policy);
}

}  // namespace fiducial::radsem
