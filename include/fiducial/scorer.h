// The one entry: pairs of reports in, numbers out.
//
//   const fiducial::Scorer scorer({"radsem", "bleu4"});
//   scorer.score(reference, candidate);                     // one pair: a value a column
//   const fiducial::Scores scores = scorer.score(references, candidates);
//   for (const fiducial::ColumnSummary& c : scores.summary()) …   // means with intervals, as the program prints them
//
// A Scorer is never changed by scoring and may be used by many threads at once, also after a fork. All that is public
// throws fiducial::Error.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/lexicon.h"
#include "fiducial/score.h"

namespace fiducial {

// To look on while pairs are scored.
struct Watch {
  // With the number of pairs done; by one thread at a time, but not always the same one. May throw to end the work.
  std::function<void(std::size_t done)> progress;
  // Before every pair and every resample; by several threads at once. May throw to end the work.
  std::function<void()> check;
  // Gets the pairs that a metric cannot measure (a report that is none), by id and in the order of the input, with the
  // reason; they have no row. Without it the first one is an Error.
  std::function<void(const std::string& id, const std::string& why)> failed = {};
};

// What was measured of many pairs: statistics, from which samples and summaries follow.
class Scores {
 public:
  explicit Scores(Metrics metrics);
  Scores(Metrics metrics, std::vector<RowStore> rows);

  std::size_t pairs() const { return rows_.empty() ? 0 : rows_.front().count(); }
  const Metrics& metrics() const { return metrics_; }
  // The pairs' values of one column, in the order of the input; NaN where it is not defined. Error for an unknown one.
  std::vector<double> samples(std::string_view column) const;
  // All columns, in the order of the metrics.
  std::vector<ColumnSummary> summary(const Resampling& how = {}) const;

  // The pairs of `others`, by a Scorer with the same metrics, behind these. What was measured in pieces, put together
  // in the order of the input, has the samples and the summary of the whole, to the last bit.
  void append(const Scores& others);
  // The statistics as bytes, to be carried to another machine of this kind; Scorer::from_bytes reads them.
  std::string bytes() const;

 private:
  Metrics metrics_;
  std::vector<RowStore> rows_;
};

class Scorer {
 public:
  // Metrics by name, or "all"; threads 0: as many as the machine has. Error for a metric that does not exist, with the
  // nearest that does, and for two that would give the same column.
  explicit Scorer(const std::vector<std::string>& metrics = {"radsem"}, Lexicon lexicon = {}, unsigned threads = 0);

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::string>& columns() const { return columns_; }
  // One a metric: two numbers with one signature are comparable.
  std::vector<std::string> signatures() const;
  // A metric needs all references before the first pair (CIDEr).
  bool needs_corpus() const { return need_corpus(metrics_); }
  // A metric weighs by what is known of the patient: age and indication of a pair.
  bool uses_patient() const;
  const Metrics& metrics() const { return metrics_; }
  const Lexicon& lexicon() const { return lexicon_; }
  unsigned threads() const { return threads_; }

  // A value a column; NaN where it is not defined. A metric that needs all references sees this one.
  std::vector<double> score(std::string_view reference, std::string_view candidate,
                            const PatientContext& patient = {}) const;

  Scores score(std::span<const std::string_view> references, std::span<const std::string_view> candidates,
               const Watch& watch = {}) const;
  // Pairs from anywhere: `open` gives the pairs from their beginning, and is called twice if needs_corpus().
  using OpenPairs = std::function<NextPair()>;
  Scores score(const OpenPairs& open, const Watch& watch = {}) const;

  // In pieces, on several machines. First, if needs_corpus(): what each piece's references say; then every piece is
  // measured with all of that.
  std::string observe(const NextPair& references, const Watch& watch = {}) const;
  Scores score(const NextPair& piece, std::span<const std::string> observations, const Watch& watch = {}) const;
  Scores from_bytes(std::string_view bytes) const;

 private:
  Metrics fresh() const;  // those that observe are made anew, for one use
  Scores measure(const NextPair& next, Metrics metrics, const Watch& watch) const;

  std::vector<std::string> names_, columns_;
  Lexicon lexicon_;
  unsigned threads_;
  Metrics metrics_;
};

}  // namespace fiducial
