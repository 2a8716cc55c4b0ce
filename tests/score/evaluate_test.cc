// The engine against the obvious loop, for any number of threads; what it does when something throws; the summary.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

#include "fiducial/io.h"
#include "fiducial/score.h"

namespace fiducial {
namespace {

// Not defined for an empty candidate; otherwise the ratio of the lengths.
class LengthRatio : public MeanMetric {
 public:
  std::string_view name() const override { return "ratio"; }
  std::span<const std::string> columns() const override { return columns_; }
  std::string signature() const override { return "ratio:bytes"; }
  void score(std::string_view reference, std::string_view candidate, std::span<double> values) const override {
    if (candidate == "throw") throw std::runtime_error("measured badly");
    values[0] = candidate.empty() ? std::numeric_limits<double>::quiet_NaN()
                                  : static_cast<double>(candidate.size()) / static_cast<double>(reference.size());
    values[1] = static_cast<double>(candidate.size());
  }

 private:
  std::vector<std::string> columns_{"ratio", "ratio.length"};
};

// The corpus value is the ratio of sums, not the mean of ratios. Also counts the references that it is shown.
class Pooled : public Metric {
 public:
  std::string_view name() const override { return "pooled"; }
  std::span<const std::string> columns() const override { return columns_; }
  std::string signature() const override { return "pooled:bytes"; }
  std::size_t statistics() const override { return 2; }
  void measure(std::string_view reference, std::string_view candidate, std::span<double> out) const override {
    out[0] = static_cast<double>(candidate.size());
    out[1] = static_cast<double>(reference.size());
  }
  void pair_values(std::span<const double> s, std::span<double> values) const override { values[0] = s[0] / s[1]; }
  void corpus_values(std::span<const double> s, std::size_t /*n*/, std::span<double> values) const override {
    values[0] = s[0] / s[1];
  }
  bool needs_corpus() const override { return true; }
  void observe(std::string_view /*reference*/) override { ++shown; }
  void observed() override { ended = true; }

  int shown = 0;
  bool ended = false;

 private:
  std::vector<std::string> columns_{"pooled"};
};

io::Pair pair_at(std::size_t i) {
  return {"case " + std::to_string(i), std::string(1 + i % 13, 'r'), std::string(i * i % 29, 'c'), i + 1};
}

NextPair pairs(std::size_t count) {
  return [count, next = std::size_t{0}](io::Pair& pair) mutable {
    if (next == count) return false;
    pair = pair_at(next++);
    return true;
  };
}

Metrics two_metrics() {
  Metrics metrics;
  metrics.push_back(std::make_unique<LengthRatio>());
  metrics.push_back(std::make_unique<Pooled>());
  return metrics;
}

struct Outcome {
  std::string lines;
  std::vector<std::vector<double>> rows;
  std::size_t done = 0;
};

Outcome run(std::size_t count, unsigned threads) {
  const Metrics metrics = two_metrics();
  Outcome out;
  const EvaluateOptions options{threads, [&](std::string_view lines) { out.lines += lines; },
                                [&](std::size_t done) {
                                  EXPECT_GT(done, out.done);
                                  out.done = done;
                                }};
  for (const RowStore& store : evaluate(pairs(count), metrics, options)) out.rows.push_back(store.unpacked());
  return out;
}

TEST(Evaluate, IsTheObviousLoopForAnyNumberOfThreads) {
  constexpr std::size_t kCount = 3001;
  const Metrics metrics = two_metrics();
  std::vector<double> ratio(4);
  std::vector<double> pooled(2);
  std::vector<std::vector<double>> expected(2);
  std::string lines;
  for (std::size_t i = 0; i < kCount; ++i) {
    const io::Pair pair = pair_at(i);
    metrics[0]->measure(pair.reference, pair.candidate, ratio);
    metrics[1]->measure(pair.reference, pair.candidate, pooled);
    expected[0].insert(expected[0].end(), ratio.begin(), ratio.end());
    expected[1].insert(expected[1].end(), pooled.begin(), pooled.end());
    const double value = pooled[0] / pooled[1];
    io::Json line{{"id", pair.id}, {"ratio", nullptr}, {"ratio.length", ratio[1]}, {"pooled", value}};
    if (!pair.candidate.empty()) line["ratio"] = value;
    lines += io::json_line(line);
  }
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    const Outcome out = run(kCount, threads);
    EXPECT_EQ(out.lines, lines) << threads << " threads";
    EXPECT_EQ(out.rows, expected) << threads << " threads";
    EXPECT_EQ(out.done, kCount);
  }
}

TEST(Evaluate, OfNothingIsNothing) {
  const Outcome out = run(0, 2);
  EXPECT_EQ(out.lines, "");
  EXPECT_TRUE(out.rows[0].empty());
}

TEST(Evaluate, ThrowsWhatTheReaderThrows) {
  const Metrics metrics = two_metrics();
  for (const unsigned threads : {1U, 4U}) {
    const NextPair broken = [next = pairs(5000), n = 0](io::Pair& pair) mutable {
      if (++n == 1500) throw InputError({"pairs.jsonl", 1500, "", "broken"});
      return next(pair);
    };
    EXPECT_THROW(evaluate(broken, metrics, {threads, {}, {}}), InputError);
  }
}

TEST(Evaluate, ThrowsWhatMetricsAndWritersThrow) {
  const Metrics metrics = two_metrics();
  for (const unsigned threads : {1U, 4U}) {
    const NextPair poisoned = [next = pairs(5000)](io::Pair& pair) mutable {
      const bool more = next(pair);
      if (pair.id == "case 2000") pair.candidate = "throw";
      return more;
    };
    EXPECT_THROW(evaluate(poisoned, metrics, {threads, {}, {}}), std::runtime_error);
    const EvaluateOptions full{threads, [](std::string_view) { throw std::runtime_error("disk full"); }, {}};
    EXPECT_THROW(evaluate(pairs(5000), metrics, full), std::runtime_error);
    const EvaluateOptions stopped{threads, {}, [](std::size_t done) {
                                    if (done > 1000) throw std::runtime_error("interrupted");
                                  }};
    EXPECT_THROW(evaluate(pairs(5000), metrics, stopped), std::runtime_error);
  }
}

TEST(Evaluate, ShowsTheCorpusOnlyToThoseThatNeedIt) {
  const Metrics metrics = two_metrics();
  EXPECT_TRUE(need_corpus(metrics));
  observe_references(pairs(700), metrics);
  EXPECT_EQ(dynamic_cast<const Pooled&>(*metrics[1]).shown, 700);
  EXPECT_TRUE(dynamic_cast<const Pooled&>(*metrics[1]).ended);
}

TEST(Summarize, MeansSkipWhatIsNotDefined) {
  const Metrics metrics = two_metrics();
  const auto rows = evaluate(pairs(290), metrics, {1, {}, {}});
  const auto summary = summarize(*metrics[0], rows[0], {.resamples = 200, .seed = 1, .threads = 1});
  ASSERT_EQ(summary.size(), 2U);
  double sum = 0;
  std::size_t n = 0;
  for (std::size_t i = 0; i < 290; ++i) {
    const io::Pair pair = pair_at(i);
    if (pair.candidate.empty()) continue;
    sum += static_cast<double>(pair.candidate.size()) / static_cast<double>(pair.reference.size());
    ++n;
  }
  ASSERT_LT(n, 290U);
  EXPECT_EQ(summary[0].column, "ratio");
  EXPECT_EQ(summary[0].n, n);
  EXPECT_NEAR(summary[0].mean, sum / static_cast<double>(n), 1e-12);
  EXPECT_LT(summary[0].mean_interval.low, summary[0].mean);
  EXPECT_GT(summary[0].mean_interval.high, summary[0].mean);
  EXPECT_FALSE(summary[0].has_corpus);
  EXPECT_EQ(summary[1].n, 290U);
}

TEST(Summarize, GivesTheCorpusValueWhereItIsNotTheMean) {
  const Metrics metrics = two_metrics();
  const auto rows = evaluate(pairs(500), metrics, {2, {}, {}});
  const auto summary = summarize(*metrics[1], rows[1], {.resamples = 200, .seed = 1, .threads = 1});
  double candidate = 0;
  double reference = 0;
  for (std::size_t i = 0; i < 500; ++i) {
    candidate += static_cast<double>(pair_at(i).candidate.size());
    reference += static_cast<double>(pair_at(i).reference.size());
  }
  ASSERT_TRUE(summary[0].has_corpus);
  EXPECT_DOUBLE_EQ(summary[0].corpus, candidate / reference);
  EXPECT_GT(summary[0].mean, summary[0].corpus);
  EXPECT_LT(summary[0].corpus_interval.low, summary[0].corpus);
  EXPECT_GT(summary[0].corpus_interval.high, summary[0].corpus);
}

TEST(Summarize, AllAtOnceIsOneByOne) {
  const Metrics metrics = two_metrics();
  auto rows = evaluate(pairs(500), metrics, {2, {}, {}});
  const Resampling how{.resamples = 100, .seed = 1, .threads = 1};
  const auto first = summarize(*metrics[0], rows[0], how);
  const auto second = summarize(*metrics[1], rows[1], how);
  const auto both = summarize(metrics, std::move(rows), how);
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0][1].column, first[1].column);
  EXPECT_EQ(both[0][1].mean_interval.high, first[1].mean_interval.high);
  EXPECT_EQ(both[1][0].corpus_interval.low, second[0].corpus_interval.low);
}

TEST(Summarize, IsTheSameForAnyNumberOfThreads) {
  const Metrics metrics = two_metrics();
  const auto rows = evaluate(pairs(500), metrics, {2, {}, {}});
  const auto one = summarize(*metrics[1], rows[1], {.resamples = 300, .seed = 5, .threads = 1, .confidence = 90.0});
  const auto four = summarize(*metrics[1], rows[1], {.resamples = 300, .seed = 5, .threads = 4, .confidence = 90.0});
  EXPECT_EQ(one[0].mean_interval.low, four[0].mean_interval.low);
  EXPECT_EQ(one[0].mean_interval.high, four[0].mean_interval.high);
  EXPECT_EQ(one[0].corpus_interval.low, four[0].corpus_interval.low);
}

TEST(Intervals, AgreeWithTheStatisticsLibraryAt95) {
  std::vector<double> values(400);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::fmod(static_cast<double>(i) * 0.37, 1.0);
  const Interval ours = interval_of_mean(values, {.resamples = 500, .seed = 3, .threads = 2});
  const auto theirs = stats::bootstrap_mean(values, {500, 3, 1});
  EXPECT_NEAR(ours.low, theirs.spread.p2_5, 1e-12);
  EXPECT_NEAR(ours.high, theirs.spread.p97_5, 1e-12);
  const Interval wide = interval_of_mean(values, {.resamples = 500, .seed = 3, .threads = 1, .confidence = 99.0});
  EXPECT_LT(wide.low, ours.low);
  EXPECT_GT(wide.high, ours.high);
}

TEST(Intervals, AreMissingWithoutResamplesOrData) {
  const std::vector<double> values{0.1, 0.2};
  EXPECT_TRUE(std::isnan(interval_of_mean(values, {.resamples = 0}).low));
  EXPECT_TRUE(std::isnan(interval_of_mean({}, {.resamples = 100}).low));
}

TEST(Intervals, CanBeStopped) {
  const std::vector<double> values(1000, 0.5);
  const Resampling stopped{.threads = 2, .check = [] { throw std::runtime_error("interrupted"); }};
  EXPECT_THROW(interval_of_mean(values, stopped), std::runtime_error);
}

TEST(Registry, MakesEveryMetricThatItNames) {
  EXPECT_EQ(make_metric("blue"), nullptr);
  for (const std::string& name : metric_names()) {
    const auto metric = make_metric(name);
    ASSERT_NE(metric, nullptr) << name;
    EXPECT_EQ(metric->name(), name);
    EXPECT_FALSE(metric->columns().empty()) << name;
    EXPECT_TRUE(signature_of(*metric).ends_with("|version:" + std::string(program_version()))) << name;
  }
  for (const std::string& name : default_metrics()) EXPECT_NE(make_metric(name), nullptr) << name;
}

TEST(Registry, AllHasEveryColumnOnce) {
  std::set<std::string> once;
  for (const std::string& name : all_metrics()) {
    const auto metric = make_metric(name);
    for (const std::string& column : metric->columns()) EXPECT_TRUE(once.insert(column).second) << column;
  }
  for (const std::string& name : metric_names()) {
    const auto metric = make_metric(name);
    for (const std::string& column : metric->columns()) EXPECT_TRUE(once.contains(column)) << column;
  }
}

}  // namespace
}  // namespace fiducial
