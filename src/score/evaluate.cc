// The engine: batches of pairs become rows of statistics and lines of samples, in the order of the input.
#include <fmt/format.h>

#include <algorithm>

#include "fiducial/io.h"
#include "fiducial/score.h"
#include "stats/ordered_batches.h"

namespace fiducial {
namespace {

// A batch ends at whichever comes first; the second keeps memory flat where reports are long.
constexpr std::size_t kBatchPairs = 256;
constexpr std::size_t kBatchBytes = std::size_t{1} << 20;

struct Batch {
  std::vector<io::Pair> pairs;  // the first `used` count; kept between batches, with their memory
  std::size_t used = 0;
  std::vector<std::pair<io::Pair, std::string>> failed;  // pairs that could not be measured, and why
  std::vector<std::string> remarks;                      // of each pair, if they are asked for
  std::vector<std::vector<double>> rows;                 // one list a metric
  std::string lines;
};

class Engine {
 public:
  Engine(const NextPair& next, const Metrics& metrics, const EvaluateOptions& options)
      : next_(next), metrics_(metrics), options_(options) {
    for (const auto& metric : metrics) stores_.emplace_back(metric->statistics());
  }

  std::vector<RowStore> run() {
    stats::OrderedBatches<Batch> batches;
    batches.take = [this](Batch& batch) { return take(batch); };
    batches.make_worker = [this] { return [this](Batch& batch) { measure(batch); }; };
    batches.deliver = [this](Batch& batch) { deliver(batch); };
    batches.run(options_.threads);
    return std::move(stores_);
  }

 private:
  bool take(Batch& batch) {
    batch.used = 0;
    std::size_t bytes = 0;
    while (!ended_ && batch.used < kBatchPairs && bytes < kBatchBytes) {
      if (batch.used == batch.pairs.size()) batch.pairs.emplace_back();
      io::Pair& pair = batch.pairs[batch.used];
      ended_ = !next_(pair);
      if (ended_) break;
      bytes += pair.reference.size() + pair.candidate.size();
      ++batch.used;
    }
    return batch.used > 0;
  }

  void measure(Batch& batch) const {
    batch.rows.resize(metrics_.size());
    batch.failed.clear();
    std::vector<std::string> why(batch.used);
    for (std::size_t m = 0; m < metrics_.size(); ++m) {
      const Metric& metric = *metrics_[m];
      const std::size_t width = metric.statistics();
      batch.rows[m].assign(batch.used * width, 0.0);
      for (std::size_t i = 0; i < batch.used; ++i) {
        if (options_.check) options_.check();
        if (!why[i].empty()) continue;
        const io::Pair& pair = batch.pairs[i];
        try {
          metric.measure_for({pair.age, pair.indication}, pair.reference, pair.candidate,
                             std::span(batch.rows[m]).subspan(i * width, width));
        } catch (const RecordError& error) {
          if (!options_.failed) throw RecordError(fmt::format("id {}: {}: {}", pair.id, metric.name(), error.what()));
          why[i] = fmt::format("{}: {}", metric.name(), error.what());
        }
      }
    }
    drop_failed(batch, why);
    if (options_.samples) write_lines(batch);
    batch.remarks.assign(options_.remark ? batch.used : 0, {});
    for (std::size_t i = 0; i < batch.remarks.size(); ++i) {
      if (at_an_end(batch, i)) batch.remarks[i] = options_.remark(batch.pairs[i]);
    }
  }

  // Does a metric that reads give the pair all, none or nothing?
  bool at_an_end(const Batch& batch, std::size_t i) const {
    std::vector<double> values;
    for (std::size_t m = 0; m < metrics_.size(); ++m) {
      const Metric& metric = *metrics_[m];
      if (!metric.reads()) continue;
      const std::size_t width = metric.statistics();
      values.assign(metric.columns().size(), 0.0);
      metric.pair_values(std::span(batch.rows[m]).subspan(i * width, width), values);
      if (!(values[0] > 0 && values[0] < 1)) return true;
    }
    return false;
  }

  // Takes the pairs with a reason out of the batch.
  void drop_failed(Batch& batch, const std::vector<std::string>& why) const {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < batch.used; ++i) {
      if (!why[i].empty()) {
        batch.failed.emplace_back(std::move(batch.pairs[i]), why[i]);
        continue;
      }
      if (kept != i) {
        std::swap(batch.pairs[kept], batch.pairs[i]);
        for (std::size_t m = 0; m < metrics_.size(); ++m) {
          const auto width = static_cast<std::ptrdiff_t>(metrics_[m]->statistics());
          const auto from = batch.rows[m].begin() + static_cast<std::ptrdiff_t>(i) * width;
          std::copy(from, from + width, batch.rows[m].begin() + static_cast<std::ptrdiff_t>(kept) * width);
        }
      }
      ++kept;
    }
    batch.used = kept;
    for (std::size_t m = 0; m < metrics_.size(); ++m) batch.rows[m].resize(kept * metrics_[m]->statistics());
  }

  void write_lines(Batch& batch) const {
    batch.lines.clear();
    std::vector<double> values;
    for (std::size_t i = 0; i < batch.used; ++i) {
      batch.lines += "{\"id\":";
      io::append_json(batch.lines, std::string_view(batch.pairs[i].id));
      for (std::size_t m = 0; m < metrics_.size(); ++m) {
        const Metric& metric = *metrics_[m];
        const std::size_t width = metric.statistics();
        values.assign(metric.columns().size(), 0.0);
        metric.pair_values(std::span(batch.rows[m]).subspan(i * width, width), values);
        for (std::size_t c = 0; c < values.size(); ++c) {
          batch.lines += ',';
          io::append_json(batch.lines, std::string_view(metric.columns()[c]));
          batch.lines += ':';
          io::append_json(batch.lines, values[c]);
        }
      }
      batch.lines += "}\n";
    }
  }

  void deliver(Batch& batch) {
    for (std::size_t m = 0; m < metrics_.size(); ++m) stores_[m].append(batch.rows[m]);
    if (options_.samples) options_.samples(batch.lines);
    for (const auto& [pair, why] : batch.failed) options_.failed(pair, why);
    for (std::size_t i = 0; i < batch.remarks.size(); ++i) {
      if (!batch.remarks[i].empty()) options_.remarked(batch.pairs[i], batch.remarks[i]);
    }
    done_ += batch.used + batch.failed.size();
    if (options_.progress) options_.progress(done_);
  }

  const NextPair& next_;
  const Metrics& metrics_;
  const EvaluateOptions& options_;
  bool ended_ = false;  // of the input
  std::size_t done_ = 0;
  std::vector<RowStore> stores_;
};

}  // namespace

bool need_corpus(const Metrics& metrics) {
  return std::any_of(metrics.begin(), metrics.end(), [](const auto& metric) { return metric->needs_corpus(); });
}

void observe_references(const NextPair& next, const Metrics& metrics,
                        const std::function<void(std::size_t)>& progress) {
  io::Pair pair;
  std::size_t seen = 0;
  while (next(pair)) {
    for (const auto& metric : metrics) {
      if (metric->needs_corpus()) metric->observe(pair.reference);
    }
    if (progress && ++seen % kBatchPairs == 0) progress(seen);
  }
  for (const auto& metric : metrics) {
    if (metric->needs_corpus()) metric->observed();
  }
}

std::vector<RowStore> evaluate(const NextPair& next, const Metrics& metrics, const EvaluateOptions& options) {
  return Engine(next, metrics, options).run();
}

}  // namespace fiducial
