// The one interface of every metric, whatever it measures: RadSEM, RadFact, BLEU, …
//
// A metric turns one pair of texts into a row of *statistics* (for BLEU: matches and lengths; for most: the score).
// Both what is printed for one pair and what is printed for a corpus are functions of statistics: of the pair's own
// row, or of the sum of rows. A bootstrap resample is then a sum of rows, for every metric alike.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fiducial {

// What is known of the patient beside the two reports, as written; empty where nothing is.
struct PatientContext {
  std::string_view age, indication;
};

class Metric {
 public:
  virtual ~Metric() = default;

  // As the user names it: "bleu", "radsem".
  virtual std::string_view name() const = 0;
  // The values reported, headline first: {"bleu4", "bleu1", …}; parts of a metric are "radsem.abnormal".
  virtual std::span<const std::string> columns() const = 0;
  // What makes two numbers comparable, beyond the program's version: "bleu:pycocoevalcap|tok:ptb-lower".
  virtual std::string signature() const = 0;

  // How many statistics a pair has.
  virtual std::size_t statistics() const = 0;
  // Measures one pair; thread-safe. `out` has statistics() places.
  virtual void measure(std::string_view reference, std::string_view candidate, std::span<double> out) const = 0;
  // The same for a metric that weighs by the patient; others ignore the patient.
  virtual bool uses_patient() const { return false; }
  virtual void measure_for(const PatientContext& /*patient*/, std::string_view reference, std::string_view candidate,
                           std::span<double> out) const {
    measure(reference, candidate, out);
  }
  // The values (columns() many) of one pair from its statistics. NaN: not defined for this pair.
  virtual void pair_values(std::span<const double> statistics, std::span<double> values) const = 0;
  // The values of a corpus of n pairs from the sums of their statistics.
  virtual void corpus_values(std::span<const double> sums, std::size_t n, std::span<double> values) const = 0;

  // Does it compare what it reads in the two texts, so that a text may have nothing for it?
  virtual bool reads() const { return false; }

  // True if all references must be seen before the first pair is measured (CIDEr's document frequencies).
  virtual bool needs_corpus() const { return false; }
  virtual void observe(std::string_view /*reference*/) {}
  virtual void observed() {}
  // What was observed, as bytes that another metric of this name takes in: so that references may be seen in pieces, on
  // several machines. Taking in pieces gives what seeing all of their references gives, in whatever order.
  virtual std::string observations() const { return {}; }
  // Error if the bytes are not such.
  virtual void add_observations(std::string_view /*bytes*/) {}

  // The values of a corpus are the means of its pairs' values.
  virtual bool corpus_is_mean() const { return false; }
};

// A metric whose corpus value is the mean over pairs: statistics are the values themselves.
// A pair's NaN is kept as NaN; means skip it, so each value carries its own count as a second statistic.
class MeanMetric : public Metric {
 public:
  std::size_t statistics() const final { return 2 * columns().size(); }
  bool corpus_is_mean() const final { return true; }
  void measure(std::string_view reference, std::string_view candidate, std::span<double> out) const final;
  void pair_values(std::span<const double> statistics, std::span<double> values) const final;
  void corpus_values(std::span<const double> sums, std::size_t n, std::span<double> values) const final;

  // The values of one pair; columns() many.
  virtual void score(std::string_view reference, std::string_view candidate, std::span<double> values) const = 0;
};

}  // namespace fiducial
