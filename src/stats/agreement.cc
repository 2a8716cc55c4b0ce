// Agreement between raters.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "fiducial/problem.h"
#include "fiducial/stats.h"

namespace fiducial::stats {

namespace {

constexpr double kNoAgreement = std::numeric_limits<double>::quiet_NaN();

// The values that are there, each once and in order, with how often each counts among the units that can be compared.
class Coincidences {
 public:
  Coincidences(std::span<const double> ratings, std::size_t raters) {
    for (const double value : ratings) {
      if (!std::isnan(value)) place_.emplace(value, 0);
    }
    for (auto& [value, at] : place_) {
      at = values_.size();
      values_.push_back(value);
    }
    counts_.assign(values_.size(), 0);
    together_.assign(values_.size() * values_.size(), 0);
    for (std::size_t unit = 0; unit + raters <= ratings.size(); unit += raters) add(ratings.subspan(unit, raters));
  }

  // Krippendorff's alpha by the squared distances of the values.
  double alpha(Scale scale) const {
    double total = 0;
    for (const double count : counts_) total += count;
    double observed = 0, expected = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      for (std::size_t j = 0; j < values_.size(); ++j) {
        const double apart = distance(scale, std::min(i, j), std::max(i, j));
        observed += together_[i * values_.size() + j] * apart * apart;
        expected += counts_[i] * counts_[j] * apart * apart;
      }
    }
    return expected > 0 ? 1 - (total - 1) * observed / expected : kNoAgreement;
  }

 private:
  void add(std::span<const double> unit) {
    std::vector<std::size_t> said;
    for (const double value : unit) {
      if (!std::isnan(value)) said.push_back(place_.at(value));
    }
    if (said.size() < 2) return;  // nobody to agree with
    const double share = 1.0 / static_cast<double>(said.size() - 1);
    for (std::size_t a = 0; a < said.size(); ++a) {
      counts_[said[a]] += 1;
      for (std::size_t b = 0; b < said.size(); ++b) {
        if (a != b) together_[said[a] * values_.size() + said[b]] += share;
      }
    }
  }

  double distance(Scale scale, std::size_t low, std::size_t high) const {
    if (low == high) return 0;
    if (scale == Scale::nominal) return 1;
    if (scale == Scale::interval) return values_[high] - values_[low];
    double between = -(counts_[low] + counts_[high]) / 2;
    for (std::size_t at = low; at <= high; ++at) between += counts_[at];
    return between;
  }

  std::map<double, std::size_t> place_;
  std::vector<double> values_, counts_;
  std::vector<double> together_;  // values × values, by rows
};

}  // namespace

double krippendorff_alpha(std::span<const double> ratings, std::size_t raters, Scale scale) {
  if (raters == 0 || ratings.size() % raters != 0) throw Error("agreement: expected a row of all raters a unit");
  return Coincidences(ratings, raters).alpha(scale);
}

double weighted_kappa(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size()) throw Error("agreement: the lists have different lengths");
  double n = 0, apart = 0, sum_x = 0, sum_y = 0, squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i]) || std::isnan(y[i])) continue;
    n += 1;
    apart += (x[i] - y[i]) * (x[i] - y[i]);
    sum_x += x[i];
    sum_y += y[i];
    squares += x[i] * x[i] + y[i] * y[i];
  }
  // The mean squared distance of every x from every y: the mean of x² + y² less twice the product of the means.
  const double by_chance = squares / n - 2 * (sum_x / n) * (sum_y / n);
  return n > 0 && by_chance > 0 ? 1 - (apart / n) / by_chance : kNoAgreement;
}

}  // namespace fiducial::stats
