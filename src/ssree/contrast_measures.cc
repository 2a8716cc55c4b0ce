// The measures of contrast and their intervals. A resample of the minimal pairs gives the means by adding up, and the
// auc by counting: scores are ranked once, and each resample counts how many of each rank it has.
#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "ssree/contrast.h"

namespace fiducial::ssree {
namespace {

constexpr std::size_t kContrastValues = 6;  // told_apart, auc, same, wrong, fall, named
using ContrastValues = std::array<double, kContrastValues>;

class ContrastSample {
 public:
  ContrastSample(std::span<const double> same, std::span<const double> wrong, std::span<const double> named)
      : same_(same), wrong_(wrong), named_(named) {
    std::vector<double> scores(same.begin(), same.end());
    scores.insert(scores.end(), wrong.begin(), wrong.end());
    std::sort(scores.begin(), scores.end());
    scores.erase(std::unique(scores.begin(), scores.end()), scores.end());
    const auto rank = [&](double score) {
      return static_cast<std::uint32_t>(std::lower_bound(scores.begin(), scores.end(), score) - scores.begin());
    };
    for (std::size_t i = 0; i < same.size(); ++i) {
      same_ranks_.push_back(rank(same[i]));
      wrong_ranks_.push_back(rank(wrong[i]));
    }
    ranks_ = scores.size();
  }

  ContrastValues values(std::span<const std::uint32_t> chosen) const {
    ContrastValues sums{};
    for (const std::uint32_t i : chosen) {
      sums[0] += same_[i] > wrong_[i] ? 1.0 : 0.0;
      sums[2] += same_[i];
      sums[3] += wrong_[i];
      sums[4] += same_[i] - wrong_[i];
      sums[5] += named_.empty() ? 0.0 : named_[i];
    }
    const auto n = static_cast<double>(chosen.size());
    for (double& sum : sums) sum /= n;
    sums[1] = auc(chosen);
    if (named_.empty()) sums[5] = std::numeric_limits<double>::quiet_NaN();
    return sums;
  }

 private:
  double auc(std::span<const std::uint32_t> chosen) const {
    std::vector<double> same(ranks_);
    std::vector<double> wrong(ranks_);
    for (const std::uint32_t i : chosen) {
      ++same[same_ranks_[i]];
      ++wrong[wrong_ranks_[i]];
    }
    double below = 0;
    double above = 0;
    for (std::size_t r = 0; r < ranks_; ++r) {
      above += same[r] * (below + wrong[r] / 2);
      below += wrong[r];
    }
    const auto n = static_cast<double>(chosen.size());
    return above / (n * n);
  }

  std::span<const double> same_, wrong_, named_;
  std::vector<std::uint32_t> same_ranks_, wrong_ranks_;
  std::size_t ranks_ = 0;
};

using GroupOf = const std::string& (*)(const MinimalPair&);

std::vector<GroupMeasures> measure_groups(const Contrasted& contrasted, const std::vector<MinimalPair>& pairs,
                                          const Resampling& how, GroupOf group_of) {
  struct Lists {
    std::vector<double> same, wrong, named;
  };
  std::map<std::string, Lists> groups;
  for (std::size_t k = 0; k < contrasted.pairs.size(); ++k) {
    const std::string& group = group_of(pairs[contrasted.pairs[k]]);
    if (group.empty()) continue;
    Lists& lists = groups[group];
    lists.same.push_back(contrasted.same[k]);
    lists.wrong.push_back(contrasted.wrong[k]);
    if (!contrasted.named.empty()) lists.named.push_back(contrasted.named[k]);
  }
  std::vector<GroupMeasures> out;
  out.reserve(groups.size());
  for (const auto& [group, lists] : groups)
    out.push_back({group, measure_contrast(lists.same, lists.wrong, lists.named, how)});
  return out;
}

}  // namespace

ContrastMeasures measure_contrast(std::span<const double> same, std::span<const double> wrong,
                                  std::span<const double> named, const Resampling& how) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const ContrastSample sample(same, wrong, named);
  std::vector<std::uint32_t> all(same.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(i);
  ContrastMeasures out;
  out.n = same.size();
  ContrastValues values{};
  values.fill(kNone);
  if (!all.empty()) values = sample.values(all);
  std::array<std::vector<double>, kContrastValues> drawn;
  for (auto& list : drawn) list.assign(how.resamples, kNone);
  if (!all.empty() && how.resamples > 0) {
    stats::bootstrap(all.size(), how, [&](std::size_t r, std::span<const std::uint32_t> chosen) {
      const ContrastValues here = sample.values(chosen);
      for (std::size_t v = 0; v < kContrastValues; ++v) drawn[v][r] = here[v];
    });
  }
  Estimated* const places[] = {&out.told_apart, &out.auc, &out.same, &out.wrong, &out.fall, &out.named};
  for (std::size_t v = 0; v < kContrastValues; ++v)
    *places[v] = {values[v], percentile_interval(drawn[v], how.confidence)};
  return out;
}

ContrastResult result_of(const Contrasted& contrasted, const std::vector<MinimalPair>& pairs, const Resampling& how) {
  return {
      &contrasted, measure_contrast(contrasted.same, contrasted.wrong, contrasted.named, how),
      measure_groups(contrasted, pairs, how, [](const MinimalPair& p) -> const std::string& { return p.kind; }),
      measure_groups(contrasted, pairs, how, [](const MinimalPair& p) -> const std::string& { return p.modality; })};
}

}  // namespace fiducial::ssree
