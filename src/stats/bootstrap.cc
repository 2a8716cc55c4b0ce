// Percentile bootstrap of values that are functions of sums: of one system, and of the difference of two.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "fiducial/problem.h"
#include "fiducial/stats.h"
#include "resample.h"

namespace fiducial::stats {

Spread spread(std::span<const double> values) {
  std::vector<double> sorted;
  sorted.reserve(values.size());
  std::copy_if(values.begin(), values.end(), std::back_inserter(sorted), [](double v) { return !std::isnan(v); });
  std::sort(sorted.begin(), sorted.end());
  Spread s;
  s.defined = sorted.size();
  s.mean = mean(sorted);
  double squares = 0;
  for (const double v : sorted) squares += (v - s.mean) * (v - s.mean);
  s.standard_error = sorted.empty() ? s.mean : std::sqrt(squares / static_cast<double>(sorted.size()));
  s.p2_5 = percentile(sorted, 2.5);
  s.p25 = percentile(sorted, 25);
  s.p50 = percentile(sorted, 50);
  s.p75 = percentile(sorted, 75);
  s.p97_5 = percentile(sorted, 97.5);
  return s;
}

void means_of_sums(std::span<const double> sums, std::size_t n, std::span<double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = n > 0 ? sums[i] / static_cast<double>(n) : std::numeric_limits<double>::quiet_NaN();
  }
}

namespace {

// From the sums of all tables to the values wanted.
using ValuesOfTables = std::function<void(std::span<const double> sums, std::span<double> values)>;

std::vector<Estimate> estimates(std::span<const Rows> tables, std::size_t values, const ValuesOfTables& function,
                                const Resampling& how) {
  std::vector<double> sums;
  for (const Rows& table : tables) {
    check_rows(table);
    const std::vector<double> part = column_sums(table);
    sums.insert(sums.end(), part.begin(), part.end());
  }
  std::vector<double> observed(values);
  function(sums, observed);

  // One run of resamples for each value: value-major, as each is sorted on its own.
  const std::size_t resamples = tables[0].count() == 0 ? 0 : how.resamples;
  std::vector<double> resampled(values * resamples);
  Resampling run = how;
  run.resamples = resamples;
  resample_sums(tables, run, [&](std::size_t r, std::span<const double> drawn) {
    thread_local std::vector<double> of_one;
    of_one.resize(values);
    function(drawn, of_one);
    for (std::size_t v = 0; v < values; ++v) resampled[v * resamples + r] = of_one[v];
  });

  std::vector<Estimate> result(values);
  for (std::size_t v = 0; v < values; ++v) {
    result[v] = {observed[v], spread(std::span(resampled).subspan(v * resamples, resamples))};
  }
  return result;
}

}  // namespace

std::vector<Estimate> bootstrap_sums(Rows rows, std::size_t values, const ValuesOfSums& function,
                                     const Resampling& how) {
  const std::array<Rows, 1> tables = {rows};
  return estimates(
      tables, values, [&](std::span<const double> sums, std::span<double> out) { function(sums, rows.count(), out); },
      how);
}

Estimate bootstrap_mean(std::span<const double> samples, const Resampling& how) {
  std::vector<double> defined;
  defined.reserve(samples.size());
  std::copy_if(samples.begin(), samples.end(), std::back_inserter(defined), [](double v) { return !std::isnan(v); });
  return bootstrap_sums({defined, 1}, 1, means_of_sums, how)[0];
}

std::vector<Estimate> paired_bootstrap(Rows a, Rows b, std::size_t values, const ValuesOfSums& function,
                                       const Resampling& how) {
  if (a.width != b.width) throw Error("paired rows: different widths");
  const std::array<Rows, 2> tables = {a, b};
  return estimates(
      tables, values,
      [&](std::span<const double> sums, std::span<double> out) {
        std::vector<double> of_b(values);
        function(sums.first(a.width), a.count(), out);
        function(sums.subspan(a.width), b.count(), of_b);
        for (std::size_t v = 0; v < values; ++v) out[v] -= of_b[v];
      },
      how);
}

}  // namespace fiducial::stats
