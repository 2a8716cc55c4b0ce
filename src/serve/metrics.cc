#include "serve/metrics.h"

#include <cmath>

namespace fiducial::serve {

std::vector<std::string> names_in(const std::string& list) {
  if (list.empty()) return default_metrics();
  std::vector<std::string> names;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    if (comma > at) names.push_back(list.substr(at, comma - at));
    at = comma + 1;
  }
  return names;
}

io::Json values_of(const Metric& metric, const io::Pair& pair) {
  std::vector<double> statistics(metric.statistics());
  std::vector<double> values(metric.columns().size());
  metric.measure_for({pair.age, pair.indication}, pair.reference, pair.candidate, statistics);
  metric.pair_values(statistics, values);
  io::Json out = io::Json::object();
  for (std::size_t i = 0; i < values.size(); ++i) {
    io::Json& value = out[metric.columns()[i]];
    if (!std::isnan(values[i])) value = values[i];
  }
  return out;
}

namespace {

io::Json number(double value) {
  return std::isfinite(value) ? io::Json(value) : io::Json(nullptr);
}
io::Json interval_json(const Interval& interval) {
  return std::isnan(interval.low) ? io::Json(nullptr) : io::Json::array({interval.low, interval.high});
}

io::Json column_json(const ColumnSummary& column) {
  io::Json value{{"mean", number(column.mean)}, {"interval", interval_json(column.mean_interval)}, {"n", column.n}};
  if (column.has_corpus) {
    value["corpus"] = number(column.corpus);
    value["corpus_interval"] = interval_json(column.corpus_interval);
  }
  return value;
}

}  // namespace

Measured measured(const std::vector<io::Pair>& pairs, const std::vector<std::string>& names, const Lexicon& lexicon,
                  const Resampling& how, unsigned threads) {
  Metrics metrics;
  for (const std::string& name : names) metrics.push_back(make_metric(name, lexicon));
  const auto from_start = [&pairs] {
    return [&pairs, at = std::size_t{0}](io::Pair& pair) mutable {
      if (at == pairs.size()) return false;
      pair = pairs[at++];
      pair.line = at;  // its number, from 1: a pair that fails is told by it
      return true;
    };
  };
  if (need_corpus(metrics)) observe_references(from_start(), metrics);
  Measured out;
  EvaluateOptions options{threads, [&out](std::string_view lines) { out.lines += lines; }, {}};
  options.failed = [&out](const io::Pair& pair, const std::string& why) {
    out.failed.emplace_back(pair.line - 1, why);
  };
  auto rows = evaluate(from_start(), metrics, options);
  io::Json scores = io::Json::object();
  io::Json signatures = io::Json::object();
  const auto summaries = summarize(metrics, std::move(rows), how);
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    signatures[std::string(metrics[m]->name())] = signature_of(*metrics[m]);
    for (const ColumnSummary& column : summaries[m]) scores[column.column] = column_json(column);
  }
  io::append_json(out.scores, scores);
  io::append_json(out.signatures, signatures);
  return out;
}

io::Json signatures_of(const std::vector<const Metric*>& metrics) {
  io::Json out = io::Json::object();
  for (const Metric* metric : metrics) out[std::string(metric->name())] = signature_of(*metric);
  return out;
}

}  // namespace fiducial::serve
