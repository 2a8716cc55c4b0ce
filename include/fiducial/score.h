// Scoring whole files: the list of metrics, the engine that measures a stream of pairs on all cores, and the summary
// with its intervals. Memory is flat: of a pair that has been measured only its row of statistics stays, packed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/files.h"
#include "fiducial/lexical.h"
#include "fiducial/lexicon.h"
#include "fiducial/metric.h"
#include "fiducial/stats.h"

namespace fiducial {

// "0.1.0", the last part of every signature.
std::string_view program_version();

// ---------------------------------------------------------------------------------------------------------------
// The metrics by name.

using Metrics = std::vector<std::shared_ptr<Metric>>;

// Every metric, in the order in which tables list them.
const std::vector<std::string>& metric_names();
// The metric of that name, reading with that lexicon, or nullptr. The options are those of the lexical baselines.
std::unique_ptr<Metric> make_metric(std::string_view name, const Lexicon& lexicon = {},
                                    const lexical::Options& options = {});
// The metrics of these names ("all": every value once). Error for one that does not exist, with the nearest that does,
// and for two that would give the same column.
Metrics make_metrics(const std::vector<std::string>& names, const Lexicon& lexicon = {},
                     const lexical::Options& options = {});
// What `score` measures if it is not told: those that need one pass only, so that a stream of any length can be scored.
const std::vector<std::string>& default_metrics();
// Every value once: all metrics but those whose columns another one has too (bleu1, as bleu gives it).
std::vector<std::string> all_metrics();
// The metric's signature with the program's version: two numbers with one signature are comparable.
std::string signature_of(const Metric& metric);

// ---------------------------------------------------------------------------------------------------------------
// Statistics rows of many pairs.

// Rows of `width` doubles, packed without loss: in blocks of some ten thousand rows, each column in the narrowest form
// that holds its values exactly (counts take one or two bytes, a constant none). A million rows of BLEU take 10 MB.
class RowStore {
 public:
  explicit RowStore(std::size_t width);

  // One or more whole rows.
  void append(std::span<const double> rows);
  std::size_t width() const { return width_; }
  std::size_t count() const { return count_; }
  // Calls visit with the rows in order, some at a time.
  void each_block(const std::function<void(std::span<const double> rows)>& visit) const;
  // All rows in one piece, for the bootstrap.
  std::vector<double> unpacked() const;
  // What the rows take in memory.
  std::size_t bytes() const;

 private:
  void pack();

  std::size_t width_;
  std::size_t count_ = 0;
  std::vector<double> open_;  // rows of the block that is not full yet
  std::vector<std::vector<unsigned char>> blocks_;
};

// ---------------------------------------------------------------------------------------------------------------
// Measuring.

// Gives the next pair, or false at the end. Called by one thread at a time.
using NextPair = std::function<bool(io::Pair&)>;

struct EvaluateOptions {
  unsigned threads = 0;  // 0: as many as the machine has
  // Gets the sample lines ({"id", column: value, …}, a newline after each) in the order of the input, some at a time.
  std::function<void(std::string_view lines)> samples;
  // Called now and then, by one thread at a time, with the number of pairs done. May throw to end the work.
  std::function<void(std::size_t done)> progress;
  // Called before every pair from any thread, several at once. May throw to end the work.
  std::function<void()> check = {};
  // Gets the pairs that no metric could measure (RecordError), in the order of the input, with the reason; they have no
  // row. Without it the first one ends the work.
  std::function<void(const io::Pair& pair, const std::string& why)> failed = {};
  // What to say of a pair that a metric that reads gives 0, 1 or nothing: perhaps there was nothing to read. Asked from
  // any thread, several at once; `remarked` gets what is not empty, in the order of the input.
  std::function<std::string(const io::Pair& pair)> remark = {};
  std::function<void(const io::Pair& pair, const std::string& remark)> remarked = {};
};

// Shows every reference to the metrics that need the corpus first. Throws what `next` or `progress` throws.
void observe_references(const NextPair& next, const Metrics& metrics,
                        const std::function<void(std::size_t done)>& progress = {});
bool need_corpus(const Metrics& metrics);

// Measures every pair; one RowStore a metric, rows in the order of the input, for any number of threads.
std::vector<RowStore> evaluate(const NextPair& next, const Metrics& metrics, const EvaluateOptions& options);

// ---------------------------------------------------------------------------------------------------------------
// Summaries.

using stats::Resampling;

// Percentile interval; NaN where there is none.
struct Interval {
  double low = 0;
  double high = 0;
};

// What lies between the percentiles of values over resamples that leave out as much on either side. NaNs are left out;
// the order of `drawn` is changed.
Interval percentile_interval(std::span<double> drawn, double confidence);
// Intervals of `values` values that are functions of sums of rows; the resamples are those of stats::bootstrap.
std::vector<Interval> intervals(stats::Rows rows, std::size_t values, const stats::ValuesOfSums& function,
                                const Resampling& how);
// One interval, of the mean of a list. NaNs in it are left out first.
Interval interval_of_mean(std::span<const double> values, const Resampling& how);

// One column of a metric over all pairs.
struct ColumnSummary {
  std::string column;
  std::size_t n = 0;  // pairs in which the value is defined
  double mean = 0;    // of the pairs' values
  Interval mean_interval;
  bool has_corpus = false;  // the corpus value is not the mean (BLEU)
  double corpus = 0;
  Interval corpus_interval;
};
std::vector<ColumnSummary> summarize(const Metric& metric, const RowStore& rows, const Resampling& how);
// All metrics, in their order. Takes the rows and lets those of a metric go as soon as it is done, the widest last, so
// that the peak of memory is not much above what the rows take packed.
std::vector<std::vector<ColumnSummary>> summarize(const Metrics& metrics, std::vector<RowStore> rows,
                                                  const Resampling& how);

// ---------------------------------------------------------------------------------------------------------------
// Lists of scores of the same samples, side by side. Error for lists of different lengths.

// Scores against people's ratings: a correlation of each kind, with its interval over resamples of the samples.
struct Correlations {
  static constexpr std::array<const char*, 3> kNames{"kendall", "pearson", "spearman"};
  std::array<double, kNames.size()> values{};
  std::array<Interval, kNames.size()> intervals{};
};
Correlations correlate(std::span<const double> scores, std::span<const double> ratings, const Resampling& how);

// A system's scores against a baseline's; samples where either is NaN are left out.
struct SystemComparison {
  std::size_t n = 0;  // samples that both have
  double mean = 0, baseline_mean = 0;
  double difference = 0;  // of the means
  Interval interval;      // of the difference, by the paired bootstrap
  double p = 0;           // two-sided, by `trials` of paired approximate randomization
};
SystemComparison compare_scores(std::span<const double> scores, std::span<const double> baseline, std::size_t trials,
                                const Resampling& how);

}  // namespace fiducial
