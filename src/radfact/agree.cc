#include "radfact/agree.h"

#include <algorithm>
#include <cmath>

#include "radfact/amounts.h"

namespace fiducial::radfact {

using findings::Direction;
using findings::Likeness;
using findings::Site;
using lexicon::HintKind;
using lexicon::ModifierKind;

namespace {

bool quantity_agrees(const Statement& premise, const findings::Quantity& a, const Statement& hypothesis,
                     const findings::Quantity& b) {
  if (hypothesis.bound != HintKind::none && premise.bound != HintKind::none)
    return limits_meet(premise.bound, a.value, hypothesis.bound, b.value);
  if (hypothesis.bound != HintKind::none) return within(hypothesis.bound, a.value, b.value);
  if (premise.bound != HintKind::none) return within(premise.bound, b.value, a.value);
  const float slack = a.unit == findings::Unit::percent ? 5.1F
                      : a.unit == findings::Unit::grade ? 0.05F
                                                        : 0.1F * std::max(std::fabs(a.value), 0.5F);
  return std::fabs(a.value - b.value) <= slack || std::fabs(a.to - b.to) <= slack;
}

}  // namespace

bool same_degree(int a, int b) {
  constexpr int kMild = 2;
  return a == b || (a <= kMild && b <= kMild);
}

float largest(const Finding& f) {
  return *std::max_element(f.sizes.begin(), f.sizes.begin() + f.size_count);
}

bool sizes_agree(const Statement& premise, const Finding& p, const Statement& hypothesis, const Finding& h) {
  if (hypothesis.bound != HintKind::none && premise.bound != HintKind::none)
    return limits_meet(premise.bound, p.sizes[0], hypothesis.bound, h.sizes[0]);
  if (hypothesis.bound != HintKind::none) return within(hypothesis.bound, largest(p), h.sizes[0]);
  if (premise.bound != HintKind::none) return within(premise.bound, h.sizes[0], p.sizes[0]);
  const auto close = [&](float size) {
    return std::any_of(p.sizes.begin(), p.sizes.begin() + p.size_count,
                       [&](float other) { return sizes_close(size, other); });
  };
  return close(h.sizes[0]) || close(largest(h));
}

bool quantities_agree(const Statement& premise, const Finding& p, const Statement& hypothesis, const Finding& h) {
  for (std::uint8_t i = 0; i < h.quantity_count; ++i) {
    bool rival = false;
    bool same = false;
    for (std::uint8_t k = 0; k < p.quantity_count; ++k) {
      if (p.quantities[k].unit != h.quantities[i].unit || p.quantities[k].of != h.quantities[i].of) continue;
      rival = true;
      same |= quantity_agrees(premise, p.quantities[k], hypothesis, h.quantities[i]);
    }
    if (rival && !same) return false;
  }
  return true;
}

Amount number(const Lexicon& lexicon, const Claim& claim) {
  for (const ConceptId d : claim.finding.details) {
    if (lexicon[d].is(ModifierKind::number)) return findings::amount(std::max<int>(0, lexicon[d].rank));
  }
  return claim.plural ? kSome : kUnsaid;
}

Claim without_number(const Lexicon& lexicon, Claim claim) {
  claim.plural = false;
  const auto details = claim.finding.details;
  for (const ConceptId d : details) {
    if (lexicon[d].is(ModifierKind::number)) claim.finding.details.remove(d);
  }
  return claim;
}

bool number_follows(Amount wanted, Amount found) {
  constexpr int kNumerous = 6, kMultiple = 3;
  if (wanted.most == 0) return true;
  if (wanted.most == 1) return found.most <= 1;
  if (wanted.counted()) return found.counted() && wanted.least == found.least;
  if (wanted.least >= kNumerous) return found.least >= wanted.least;
  return wanted.least >= kMultiple ? found.most > 1 : found.most != 1;  // "multiple" does not follow from "a nodule"
}

bool share(const std::vector<WordHash>& a, const std::vector<WordHash>& b) {
  return std::any_of(a.begin(), a.end(), [&](WordHash w) { return std::find(b.begin(), b.end(), w) != b.end(); });
}

bool at_least_as_wide(Likeness likeness, Direction direction, Direction wider) {
  return likeness == Likeness::equivalent || (likeness == Likeness::part_whole && direction == wider);
}

bool meet_includes(const Lexicon& lexicon, const Site& wide, const Site& narrow) {
  return narrow.organs.empty() || std::all_of(wide.organs.begin(), wide.organs.end(), [&](ConceptId whole) {
           return std::any_of(narrow.organs.begin(), narrow.organs.end(),
                              [&](ConceptId part) { return part == whole || lexicon.contains(whole, part); });
         });
}

}  // namespace fiducial::radfact
