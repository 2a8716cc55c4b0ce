// Statistics of scores: rank correlation, the bootstrap, orderings, randomization tests. No radiology in here.
//
// Everything random takes a seed and gives the same numbers for any number of threads, on any machine: resample r draws
// from a generator of its own, made from (seed, r). A value that is not defined is NaN, never an exception; exceptions
// (Error) are for calls that cannot mean anything, like two lists of different lengths.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fiducial::stats {

// ---------------------------------------------------------------------------------------------------------------
// Correlation. NaN if there are fewer than two points, if one list is constant, or if a value is NaN.

// (C - D) / sqrt((C + D + Tx)(C + D + Ty)): Kendall's tau with tie correction, in O(n log n).
double kendall_tau_b(std::span<const double> x, std::span<const double> y);
double pearson(std::span<const double> x, std::span<const double> y);
// Pearson's correlation of the average ranks.
double spearman(std::span<const double> x, std::span<const double> y);
// Ranks from 1; equal values share the mean of their places. Values must not be NaN.
std::vector<double> average_ranks(std::span<const double> values);

// NaN if there is none.
double mean(std::span<const double> values);
// The p-th percentile (0 to 100) of sorted values with linear interpolation between neighbours, as numpy's default.
double percentile(std::span<const double> sorted, double p);

// ---------------------------------------------------------------------------------------------------------------
// Agreement between raters. 1: they say the same; 0: no more than by chance; below: less.

enum class Scale : std::uint8_t { nominal, ordinal, interval };
// Krippendorff's alpha: `ratings` has a row of `raters` values a unit, NaN where a rater said nothing of it. Units with
// one rating or none do not count. NaN if there is nothing to compare, or if all ratings are the same.
double krippendorff_alpha(std::span<const double> ratings, std::size_t raters, Scale scale);
// Cohen's kappa of two raters with quadratic weights; what either left out (NaN) does not count.
double weighted_kappa(std::span<const double> x, std::span<const double> y);

// ---------------------------------------------------------------------------------------------------------------
// The heaviest assignment of rows to columns of a rows × columns matrix: for each row its column, or -1. min(rows,
// columns) are assigned.
std::vector<int> assign(std::span<const double> weights, std::size_t rows, std::size_t columns);

// Weights that are added without rounding, so that sums are equal in any order; `second` decides between sums whose
// `first` are equal.
struct ExactWeight {
  std::int64_t first = 0, second = 0;
  // clang-tidy 14 takes the zero that the comparison is made with for a pointer.
  friend auto operator<=>(const ExactWeight&, const ExactWeight&) = default;  // NOLINT(modernize-use-nullptr)
};
std::vector<int> assign(std::span<const ExactWeight> weights, std::size_t rows, std::size_t columns);

// The same where many rows are alike, and many columns: kinds of them, and how many there are of each. The rows are no
// more than the columns, and each gets one.
struct AlikeCount {
  std::uint32_t row = 0, column = 0, count = 0;  // so many rows of the one kind have columns of the other
};
struct Alike {
  std::span<const std::uint32_t> rows, columns;                          // how many of each kind
  std::function<std::span<const ExactWeight>(std::size_t row)> weights;  // of a kind of row, with each of column
  ExactWeight most;                                                      // no weight is more
  std::vector<AlikeCount> start;                                         // pairs that weigh `most`
  std::size_t most_steps = std::numeric_limits<std::size_t>::max();      // nothing is returned if it takes more
};
std::optional<std::vector<AlikeCount>> assign_alike(const Alike& problem);

// ---------------------------------------------------------------------------------------------------------------
// Random numbers: SplitMix64. A generator is made from a seed and the numbers of what it is for (a resample, a block),
// so who draws what never depends on who came first.

class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0, std::uint64_t substream = 0)
      : state_(mixed(mixed(mixed(seed + kStep) + stream) + substream)) {}

  std::uint64_t next() { return mixed(state_ += kStep); }
  // Uniform in [0, bound), exactly; bound > 0.
  std::uint32_t below(std::uint32_t bound);

  // Its parts, for those who keep the state themselves.
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;
  static constexpr std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

// ---------------------------------------------------------------------------------------------------------------
// Bootstrap.

struct Resampling {
  std::size_t resamples = 1000;  // 0: no intervals
  std::uint64_t seed = 0;
  unsigned threads = 0;           // 0: as many as the machine has
  double confidence = 95.0;       // of intervals, in percent
  std::function<void()> check{};  // called between resamples from any thread; may throw to end the work
};

// Calls visit(r, indices) once for each resample r with its n indices below n (drawn with replacement; the order is
// not the order of drawing). Calls come from several threads at once, in no order. The first exception ends the work
// and is thrown again. Memory: n indices a thread.
void bootstrap(std::size_t n, const Resampling& how,
               const std::function<void(std::size_t, std::span<const std::uint32_t>)>& visit);

// A distribution over resamples. Resamples in which the value is NaN are left out.
struct Spread {
  std::size_t defined = 0;    // resamples that had a value; if 0, all else is NaN
  double mean = 0;            // of the resamples
  double standard_error = 0;  // population standard deviation over resamples
  double p2_5 = 0;
  double p25 = 0;
  double p50 = 0;
  double p75 = 0;
  double p97_5 = 0;
};
Spread spread(std::span<const double> values);

// A value on the data as they are, with its distribution over resamples.
struct Estimate {
  double value = 0;
  Spread spread;
};

// Rows of statistics, one a sample, each `width` doubles; see metric.h for the idea.
struct Rows {
  std::span<const double> data;
  std::size_t width = 1;

  std::size_t count() const { return width == 0 ? 0 : data.size() / width; }
};

// From the sums of n rows to the values that are reported. Called from several threads at once.
using ValuesOfSums = std::function<void(std::span<const double> sums, std::size_t n, std::span<double> values)>;

// The sums themselves: calls visit(r, sums) once for each resample r of bootstrap(), from several threads, in no order.
// Several tables are resampled together (the same samples of each); `sums` has their columns one table after the
// other. Rows are taken block by block, so this is several times faster than adding up by bootstrap()'s indices where
// the rows do not fit the cache, and needs no memory to speak of.
using VisitSums = std::function<void(std::size_t resample, std::span<const double> sums)>;
void resample_sums(std::span<const Rows> tables, const Resampling& how, const VisitSums& visit);

// sums / n, for rows that hold the values themselves; NaN for no rows.
void means_of_sums(std::span<const double> sums, std::size_t n, std::span<double> values);

// Bootstraps `values` values that are functions of sums of rows, by resample_sums(). A million rows and a thousand
// resamples take seconds.
std::vector<Estimate> bootstrap_sums(Rows rows, std::size_t values, const ValuesOfSums& function,
                                     const Resampling& how);
// The mean of a list; NaNs in it are left out first.
Estimate bootstrap_mean(std::span<const double> samples, const Resampling& how);

// ---------------------------------------------------------------------------------------------------------------
// Comparing two systems on the same samples.

// value(a) - value(b) on the data and over resamples that take the same samples of both.
std::vector<Estimate> paired_bootstrap(Rows a, Rows b, std::size_t values, const ValuesOfSums& function,
                                       const Resampling& how);

struct Randomization {
  double difference = 0;    // value(a) - value(b)
  double p = 0;             // two-sided: (c + 1) / (trials + 1); NaN if the difference is
  std::size_t extreme = 0;  // c: trials with a difference at least as large
  std::size_t trials = 0;
};

// Paired approximate randomization: each trial swaps the two systems' rows of each sample with probability 1/2.
// `how.resamples` is the number of trials. A trial whose difference is NaN counts as extreme.
std::vector<Randomization> randomization_test(Rows a, Rows b, std::size_t values, const ValuesOfSums& function,
                                              const Resampling& how);

// Both for the difference of means of two score lists; samples where either is NaN are left out.
struct MeanComparison {
  std::size_t n = 0;  // samples that both have
  double mean_a = 0;  // over those
  double mean_b = 0;
  Estimate difference;  // of means, paired bootstrap
  Randomization test;
};
MeanComparison compare_means(std::span<const double> a, std::span<const double> b, const Resampling& bootstrap,
                             const Resampling& randomization);

// Holm's step-down adjustment of several p-values, in the order given. NaNs stay and are not counted.
std::vector<double> holm(std::span<const double> p);

// ---------------------------------------------------------------------------------------------------------------
// Ordering: scores of one subject at k levels whose right order is known, best first (SSREE: L1 to L5, k = 5).
// Levels i < j are concordant if score(i) > score(j), tied if equal, else discordant (NaN is discordant).

struct Ordering {
  double tau_b = 0;        // (C - D) / sqrt(P (P - T)) for P pairs of levels, 1 for the right order; 0 if all are tied
  double concordance = 0;  // (C + T/2) / P
  double adjacent = 0;     // fraction of the k - 1 neighbours in strictly right order
  bool perfect = false;    // all of them
  std::vector<bool> transitions;  // each neighbour pair, strictly right or not
};
Ordering ordering(std::span<const double> scores);

// The same as a row of statistics whose mean over subjects is what is reported, for bootstrap_sums with
// means_of_sums: {tau_b, concordance, adjacent, perfect, transition 1, …, transition k-1}.
std::size_t ordering_width(std::size_t levels);
std::vector<std::string> ordering_columns(std::size_t levels);  // "tau_b", "all_pairs", …, "L1>L2", …
void ordering_row(std::span<const double> scores, std::span<double> out);
// All subjects: `scores` has `levels` values each; the result has ordering_width values each.
std::vector<double> ordering_rows(std::span<const double> scores, std::size_t levels);

// levels × levels, by rows: the fraction of subjects with score(row) > score(column). The diagonal is 0; NaN for none.
std::vector<double> ordering_heatmap(std::span<const double> scores, std::size_t levels);

}  // namespace fiducial::stats
