// The class formula and the mixture of the paper's section 3.4.
#include "class_score.h"

#include <algorithm>
#include <cmath>

namespace fiducial::radsem {

void WeightSummary::add(double weight) {
  ++n;
  sum += weight;
  partial = partial || weight < 1.0 - kNothing;
}

ClassScore finish_class(double matched, std::size_t unmatched_ref, std::size_t unmatched_gen,
                        const WeightSummary& weights) {
  ClassScore c;
  c.matched = matched;
  c.unmatched_ref = unmatched_ref;
  c.unmatched_gen = unmatched_gen;
  c.n = weights.n;
  if (c.n > 0) c.q = weights.sum / static_cast<double>(c.n);
  const std::size_t unmatched = unmatched_ref + unmatched_gen;
  if (c.n == 0 && unmatched == 0) return c;
  const double denominator = 2 * matched + static_cast<double>(unmatched);
  c.base_f1 = denominator > 0 ? 2 * matched / denominator : 0.0;
  if (unmatched > 0) {
    c.rule = Rule::base;
    c.score = c.base_f1;
  } else if (!weights.partial) {
    c.rule = Rule::no_unmatched;
    c.score = 1.0;
  } else {
    c.rule = Rule::partial_match;
    c.lambda = 0.25 / std::sqrt(static_cast<double>(c.n));
    c.score = std::clamp(1.0 - c.lambda * (1.0 - c.q), 0.0, 1.0);
  }
  return c;
}

void mix(CaseScore& result) {
  const double abnormal = result.abnormal.present() ? kAbnormalWeight : 0.0;
  const double normal = result.normal.present() ? kNormalWeight : 0.0;
  const double total = abnormal + normal;
  result.abnormal.mixture_share = total > 0 ? abnormal / total : 0.0;
  result.normal.mixture_share = total > 0 ? normal / total : 0.0;
  result.score =
      result.abnormal.mixture_share * result.abnormal.score + result.normal.mixture_share * result.normal.score;
}

}  // namespace fiducial::radsem
