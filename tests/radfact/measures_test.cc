// The measures: exact values, what 0/0 gives, how samples are aggregated, and the bootstrap against its definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "fiducial/radfact.h"
#include "fiducial/stats.h"

namespace fiducial::radfact {
namespace {

double of(const Measures& measures, Measure measure) {
  return measures[static_cast<std::size_t>(measure)];
}

std::size_t place(const std::string& name) {
  const auto& names = value_names();
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

TEST(Measures, OneSample) {
  // 4 phrases: one entailed with its box right, one with it wrong, one without a box, one contradicted with a box.
  const std::vector<Phrase> ours = {
      {"a", {{0, 0, 0.5, 0.5}}}, {"b", {{0.5, 0.5, 1, 1}}}, {"c", {}}, {"d", {{0, 0, 1, 1}}}};
  const std::vector<Phrase> theirs = {{"e", {{0, 0, 0.5, 0.5}}}};
  const std::vector<Verdict> verdicts = {{Status::entailment, {0}, "", {}},
                                         {Status::entailment, {0}, "", {}},
                                         {Status::entailment, {0}, "", {}},
                                         {Status::contradiction, {0}, "", {}}};
  const Counts counted = count(ours, verdicts, theirs);
  EXPECT_EQ(counted, (Counts{4, 3, 1, 3, 2, 1, 2, 1, 1, 1}));
  const Measures m = measure(counted, count(theirs, std::vector<Verdict>{{}}, ours));
  EXPECT_DOUBLE_EQ(of(m, Measure::logical_precision), 0.75);
  EXPECT_DOUBLE_EQ(of(m, Measure::spatial_precision), 1.0 / 3);
  EXPECT_DOUBLE_EQ(of(m, Measure::grounding_precision), 0.5);
  EXPECT_DOUBLE_EQ(of(m, Measure::contradicted_precision), 0.25);
  EXPECT_DOUBLE_EQ(of(m, Measure::logical_recall), 0.0);
  EXPECT_DOUBLE_EQ(of(m, Measure::spatial_recall), 0.0);
  EXPECT_TRUE(std::isnan(of(m, Measure::grounding_recall)));
  EXPECT_DOUBLE_EQ(of(m, Measure::contradicted_recall), 0.0);
  EXPECT_DOUBLE_EQ(of(m, Measure::box_precision), 0.5);
  EXPECT_DOUBLE_EQ(of(m, Measure::box_iou), 0.5);
}

TEST(Measures, NothingOverNothingIsNotDefined) {
  for (const double value : measure({}, {})) EXPECT_TRUE(std::isnan(value));
  EXPECT_DOUBLE_EQ(f1(0, 0), 0);
  EXPECT_DOUBLE_EQ(f1(0.5, 1), 2.0 / 3);
  EXPECT_TRUE(std::isnan(f1(std::nan(""), 0.5)));
  EXPECT_TRUE(std::isnan(pair_f1(measure({}, {}))));
  EXPECT_DOUBLE_EQ(pair_f1(measure({}, {2, 0, 0, 0, 0, 0})), 0);
  EXPECT_DOUBLE_EQ(pair_f1(measure({2, 0, 0, 0, 0, 0}, {})), 0);
  EXPECT_DOUBLE_EQ(pair_f1(measure({2, 1, 0, 0, 0, 0}, {1, 1, 0, 0, 0, 0})), 2.0 / 3);
}

std::vector<double> rows_of(const std::vector<SampleCounts>& samples) {
  std::vector<double> rows(samples.size() * kRowWidth);
  for (std::size_t i = 0; i < samples.size(); ++i)
    row_of(samples[i], std::span(rows).subspan(i * kRowWidth, kRowWidth));
  return rows;
}

// By the words of the definition: NaN-skipping means, F1s of means, plain means of counts.
std::vector<double> slow_values(const std::vector<SampleCounts>& samples, Kind kind) {
  std::vector<double> out(kValues);
  for (std::size_t m = 0; m < kMeasures; ++m) {
    double sum = 0;
    double n = 0;
    for (const SampleCounts& s : samples) {
      const double value = measure(s.candidate, s.reference)[m];
      if (std::isnan(value)) continue;
      sum += value;
      ++n;
    }
    out[m] = n == 0 ? std::nan("") : sum / n;
    if (kind == Kind::narrative && of_boxes(static_cast<Measure>(m))) out[m] = 0;
  }
  for (std::size_t i = 0; i < 3; ++i) out[kMeasures + i] = f1(out[2 * i], out[2 * i + 1]);
  const auto mean = [&](auto field) {
    double sum = 0;
    for (const SampleCounts& s : samples) sum += static_cast<double>(field(s));
    return sum / static_cast<double>(samples.size());
  };
  std::size_t at = kMeasures + 3;
  for (const auto side : {&SampleCounts::candidate, &SampleCounts::reference}) {
    for (const auto field : {&Counts::phrases, &Counts::entailed, &Counts::contradicted, &Counts::boxed,
                             &Counts::entailed_boxed, &Counts::spatial})
      out[at++] = mean([&](const SampleCounts& s) { return s.*side.*field; });
  }
  return out;
}

Counts random_counts(std::mt19937& random) {
  Counts c;
  c.phrases = random() % 5;
  c.entailed = c.phrases == 0 ? 0 : random() % (c.phrases + 1);
  c.contradicted = random() % (c.phrases - c.entailed + 1);
  c.entailed_boxed = c.entailed == 0 ? 0 : random() % (c.entailed + 1);
  c.boxed = c.entailed_boxed + random() % (c.phrases - c.entailed + 1);
  c.spatial = random() % (c.entailed_boxed + 1);
  return c;
}

std::vector<SampleCounts> random_samples(std::mt19937& random, std::size_t n) {
  std::vector<SampleCounts> samples(n);
  for (SampleCounts& s : samples) s = {random_counts(random), random_counts(random)};
  return samples;
}

void expect_equal(double fast, double slow, const std::string& name) {
  if (std::isnan(slow))
    EXPECT_TRUE(std::isnan(fast)) << name;
  else
    EXPECT_NEAR(fast, slow, 1e-12) << name;
}

TEST(Measures, AggregationFollowsItsDefinition) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const auto samples = random_samples(random, 1 + random() % 6);
    const std::vector<double> rows = rows_of(samples);
    std::vector<double> sums(kRowWidth, 0.0);
    for (std::size_t i = 0; i < rows.size(); ++i) sums[i % kRowWidth] += rows[i];
    for (const Kind kind : {Kind::grounded, Kind::narrative}) {
      std::vector<double> values(kValues);
      values_of_sums(sums, samples.size(), kind, values);
      const std::vector<double> slow = slow_values(samples, kind);
      for (std::size_t v = 0; v < kValues; ++v) expect_equal(values[v], slow[v], value_names()[v]);
    }
  }
}

TEST(Measures, F1ComesFromTheMeansNotFromTheSamples) {
  // Precision 1 and 0, recall 0.5 and 1: each sample's F1 is 2/3 and 0, the run's is F1(0.5, 0.75) = 0.6.
  const std::vector<double> rows =
      rows_of({{{2, 2, 0, 0, 0, 0}, {2, 1, 0, 0, 0, 0}}, {{1, 0, 0, 0, 0, 0}, {1, 1, 0, 0, 0, 0}}});
  std::vector<double> sums(kRowWidth, 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) sums[i % kRowWidth] += rows[i];
  std::vector<double> values(kValues);
  values_of_sums(sums, 2, Kind::narrative, values);
  EXPECT_DOUBLE_EQ(values[place("logical_f1")], 0.6);
  EXPECT_DOUBLE_EQ(values[place("spatial_f1")], 0.0);
  EXPECT_DOUBLE_EQ(values[place("num_candidate_phrases")], 1.5);
}

TEST(Measures, BootstrapReaggregatesEveryResample) {
  std::mt19937 random(11);
  const auto samples = random_samples(random, 12);
  const std::vector<double> rows = rows_of(samples);
  const stats::Resampling how{50, 3, 1};
  const auto function = [](std::span<const double> sums, std::size_t n, std::span<double> values) {
    values_of_sums(sums, n, Kind::grounded, values);
  };
  const auto estimates = stats::bootstrap_sums({rows, kRowWidth}, kValues, function, how);
  std::vector<std::vector<double>> drawn(kValues);
  stats::bootstrap(samples.size(), how, [&](std::size_t, std::span<const std::uint32_t> indices) {
    std::vector<SampleCounts> resample;
    for (const std::uint32_t i : indices) resample.push_back(samples[i]);
    const std::vector<double> values = slow_values(resample, Kind::grounded);
    for (std::size_t v = 0; v < kValues; ++v) {
      if (!std::isnan(values[v])) drawn[v].push_back(values[v]);
    }
  });
  for (std::size_t v = 0; v < kValues; ++v) {
    std::sort(drawn[v].begin(), drawn[v].end());
    const double mean = stats::mean(drawn[v]);
    double squares = 0;
    for (const double x : drawn[v]) squares += (x - mean) * (x - mean);
    const stats::Spread& spread = estimates[v].spread;
    expect_equal(spread.mean, mean, value_names()[v]);
    expect_equal(spread.standard_error, std::sqrt(squares / static_cast<double>(drawn[v].size())), value_names()[v]);
    expect_equal(spread.p2_5, stats::percentile(drawn[v], 2.5), value_names()[v]);
    expect_equal(spread.p50, stats::percentile(drawn[v], 50), value_names()[v]);
    expect_equal(spread.p97_5, stats::percentile(drawn[v], 97.5), value_names()[v]);
  }
}

TEST(Evidence, IsMatchedToItsPremise) {
  const std::vector<std::string> premises = {"The heart is enlarged.", "No left-sided effusion.", "Clear  lungs.",
                                             "the heart is enlarged"};
  EXPECT_EQ(premise_of_evidence("No left-sided effusion.", premises), 1U);
  EXPECT_EQ(premise_of_evidence("the heart is enlarged", premises), 3U);  // word for word comes first
  EXPECT_EQ(premise_of_evidence("THE HEART  is enlarged!", premises), 0U);
  EXPECT_EQ(premise_of_evidence("no leftsided effusion", premises), 1U);
  EXPECT_EQ(premise_of_evidence("the lungs are clear: Clear  lungs", premises), 2U);
  EXPECT_EQ(premise_of_evidence("", premises), 0U);
}

}  // namespace
}  // namespace fiducial::radfact
