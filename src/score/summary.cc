// From rows of statistics to the table: means, corpus values and percentile intervals.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "fiducial/score.h"

namespace fiducial {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

// The pairs' values as rows whose sums give means that skip what is not defined: the values, 0 where there is none, and
// then, only if some are not defined, for each whether it is. Rows are narrow, as the bootstrap reads them a thousand
// times.
struct ValueRows {
  std::vector<double> data;
  std::size_t columns = 0;
  bool all_defined = true;

  stats::Rows rows() const { return {data, all_defined ? columns : 2 * columns}; }
};

ValueRows value_rows(const Metric& metric, const RowStore& store) {
  ValueRows out{{}, metric.columns().size(), true};
  std::vector<double> values(out.columns);
  const auto each = [&](const auto& visit) {
    store.each_block([&](std::span<const double> rows) {
      for (; !rows.empty(); rows = rows.subspan(store.width())) {
        metric.pair_values(rows.first(store.width()), values);
        visit();
      }
    });
  };
  const auto undefined = [](double value) { return std::isnan(value); };
  each([&] { out.all_defined = out.all_defined && std::none_of(values.begin(), values.end(), undefined); });
  out.data.reserve(store.count() * out.rows().width);
  each([&] {
    for (const double value : values) out.data.push_back(undefined(value) ? 0.0 : value);
    if (out.all_defined) return;
    for (const double value : values) out.data.push_back(undefined(value) ? 0.0 : 1.0);
  });
  return out;
}

// Where all are defined there are no counts, and n is the count of each.
void means_of_defined(std::span<const double> sums, std::size_t n, std::span<double> values) {
  const bool counted = sums.size() > values.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double defined = counted ? sums[values.size() + i] : static_cast<double>(n);
    values[i] = defined > 0 ? sums[i] / defined : kUndefined;
  }
}

std::vector<double> sums_of(stats::Rows rows) {
  std::vector<double> sums(rows.width, 0.0);
  for (std::size_t i = 0; i < rows.data.size(); ++i) sums[i % rows.width] += rows.data[i];
  return sums;
}

bool differ(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) != std::isnan(b);
  return std::fabs(a - b) > 1e-9 * std::max({1.0, std::fabs(a), std::fabs(b)});
}

// The values of the corpus, where they are not the means (BLEU: the geometric mean of summed precisions).
void add_corpus(const Metric& metric, const RowStore& store, const Resampling& how, std::vector<ColumnSummary>& out) {
  const std::vector<double> all = store.unpacked();
  const stats::Rows rows{all, store.width()};
  std::vector<double> values(out.size());
  metric.corpus_values(sums_of(rows), rows.count(), values);
  bool any = false;
  for (std::size_t c = 0; c < out.size(); ++c) {
    out[c].corpus = values[c];
    out[c].has_corpus = differ(values[c], out[c].mean);
    any = any || out[c].has_corpus;
  }
  if (!any) return;
  const auto function = [&metric](std::span<const double> sums, std::size_t n, std::span<double> to) {
    metric.corpus_values(sums, n, to);
  };
  const auto found = intervals(rows, out.size(), function, how);
  for (std::size_t c = 0; c < out.size(); ++c) out[c].corpus_interval = found[c];
}

}  // namespace

Interval percentile_interval(std::span<double> drawn, double confidence) {
  const auto end = std::remove_if(drawn.begin(), drawn.end(), [](double value) { return std::isnan(value); });
  const auto defined = drawn.first(static_cast<std::size_t>(end - drawn.begin()));
  if (defined.empty()) return {kUndefined, kUndefined};
  std::sort(defined.begin(), defined.end());
  const double tail = (100.0 - confidence) / 2.0;
  return {stats::percentile(defined, tail), stats::percentile(defined, 100.0 - tail)};
}

std::vector<Interval> intervals(stats::Rows rows, std::size_t values, const stats::ValuesOfSums& function,
                                const Resampling& how) {
  std::vector<Interval> out(values, {kUndefined, kUndefined});
  const std::size_t n = rows.count();
  if (n == 0 || how.resamples == 0) return out;
  std::vector<double> drawn(values * how.resamples);  // value by value
  stats::resample_sums(std::span(&rows, 1), how, [&](std::size_t r, std::span<const double> sums) {
    std::vector<double> one(values);
    function(sums, n, one);
    for (std::size_t v = 0; v < values; ++v) drawn[v * how.resamples + r] = one[v];
  });
  for (std::size_t v = 0; v < values; ++v) {
    out[v] = percentile_interval(std::span(drawn).subspan(v * how.resamples, how.resamples), how.confidence);
  }
  return out;
}

Interval interval_of_mean(std::span<const double> values, const Resampling& how) {
  std::vector<double> defined;
  std::copy_if(values.begin(), values.end(), std::back_inserter(defined), [](double v) { return !std::isnan(v); });
  return intervals({defined, 1}, 1, stats::means_of_sums, how).front();
}

std::vector<ColumnSummary> summarize(const Metric& metric, const RowStore& store, const Resampling& how) {
  const std::size_t columns = metric.columns().size();
  std::vector<ColumnSummary> out(columns);
  {
    const ValueRows values = value_rows(metric, store);
    const stats::Rows rows = values.rows();
    const std::vector<double> sums = sums_of(rows);
    const auto found = intervals(rows, columns, means_of_defined, how);
    std::vector<double> means(columns);
    means_of_defined(sums, rows.count(), means);
    for (std::size_t c = 0; c < columns; ++c) {
      const auto n = values.all_defined ? rows.count() : static_cast<std::size_t>(sums[columns + c]);
      out[c] = {metric.columns()[c], n, means[c], found[c], false, 0, {}};
    }
  }  // the values go before the statistics are unpacked
  if (!metric.corpus_is_mean()) add_corpus(metric, store, how, out);
  return out;
}

std::vector<std::vector<ColumnSummary>> summarize(const Metrics& metrics, std::vector<RowStore> rows,
                                                  const Resampling& how) {
  std::vector<std::size_t> order(metrics.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rows[a].width() < rows[b].width(); });
  std::vector<std::vector<ColumnSummary>> out(metrics.size());
  for (const std::size_t m : order) {
    out[m] = summarize(*metrics[m], rows[m], how);
    rows[m] = RowStore(rows[m].width());
  }
  return out;
}

}  // namespace fiducial
