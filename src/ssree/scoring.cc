#include "ssree/scoring.h"

namespace fiducial::ssree {
namespace {

// A list of pairs in memory, as the engine reads it.
NextPair in_order(std::size_t count, const PairAt& pair_at) {
  return [count, &pair_at, next = std::size_t{0}](io::Pair& pair) mutable {
    if (next == count) return false;
    pair = pair_at(next++);
    return true;
  };
}

}  // namespace

std::vector<ColumnValues> score_pairs(std::size_t count, const PairAt& pair_at, const Metrics& metrics,
                                      const Scoring& scoring) {
  if (need_corpus(metrics)) observe_references(in_order(count, pair_at), metrics);
  const auto rows = evaluate(in_order(count, pair_at), metrics, {scoring.threads, {}, scoring.progress});
  std::vector<ColumnValues> out;
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    const Metric& metric = *metrics[m];
    const std::size_t first = out.size();
    for (const std::string& column : metric.columns()) out.push_back({m, column, {}});
    std::vector<double> values(metric.columns().size());
    rows[m].each_block([&](std::span<const double> block) {
      for (; !block.empty(); block = block.subspan(rows[m].width())) {
        metric.pair_values(block.first(rows[m].width()), values);
        for (std::size_t c = 0; c < values.size(); ++c) out[first + c].values.push_back(values[c]);
      }
    });
  }
  return out;
}

}  // namespace fiducial::ssree
