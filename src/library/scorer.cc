#include "fiducial/scorer.h"

#include <algorithm>
#include <cstring>

#include "fiducial/problem.h"

namespace fiducial {
namespace {

// Numbers of statistics as they lie in memory, and eight bytes for each count.
constexpr std::string_view kMagic = "fiducial-statistics-1";

void put_number(std::string& out, std::uint64_t value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
}

class Bytes {
 public:
  explicit Bytes(std::string_view all) : rest_(all) {}

  std::string_view take(std::uint64_t count) {
    if (count > rest_.size()) throw Error("statistics: expected more bytes, found their end");
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  bool empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

NextPair from_lists(std::span<const std::string_view> references, std::span<const std::string_view> candidates) {
  return [references, candidates, i = std::size_t{0}](io::Pair& pair) mutable {
    if (i == references.size()) return false;
    pair.reference = references[i];
    pair.candidate = candidates[i];
    ++i;
    return true;
  };
}

std::string all_signatures(const Metrics& metrics) {
  std::string out;
  for (const auto& metric : metrics) out += signature_of(*metric) + "\n";
  return out;
}

}  // namespace

// -------------------------------------------------------------------------------------------------------------- Scores

Scores::Scores(Metrics metrics) : metrics_(std::move(metrics)) {
  for (const auto& metric : metrics_) rows_.emplace_back(metric->statistics());
}

Scores::Scores(Metrics metrics, std::vector<RowStore> rows) : metrics_(std::move(metrics)), rows_(std::move(rows)) {}

std::vector<double> Scores::samples(std::string_view column) const {
  for (std::size_t m = 0; m < metrics_.size(); ++m) {
    const auto columns = metrics_[m]->columns();
    const auto found = std::find(columns.begin(), columns.end(), column);
    if (found == columns.end()) continue;
    const auto place = static_cast<std::size_t>(found - columns.begin());
    std::vector<double> out;
    out.reserve(rows_[m].count());
    std::vector<double> values(columns.size());
    const std::size_t width = rows_[m].width();
    rows_[m].each_block([&](std::span<const double> rows) {
      for (; !rows.empty(); rows = rows.subspan(width)) {
        metrics_[m]->pair_values(rows.first(width), values);
        out.push_back(values[place]);
      }
    });
    return out;
  }
  throw Error("there is no column '" + std::string(column) + "'");
}

std::vector<ColumnSummary> Scores::summary(const Resampling& how) const {
  std::vector<ColumnSummary> out;
  for (std::size_t m = 0; m < metrics_.size(); ++m) {
    for (ColumnSummary& column : summarize(*metrics_[m], rows_[m], how)) out.push_back(std::move(column));
  }
  return out;
}

void Scores::append(const Scores& others) {
  if (all_signatures(metrics_) != all_signatures(others.metrics_))
    throw Error("scores can be put together only if they have the same signatures");
  for (std::size_t m = 0; m < rows_.size(); ++m)
    others.rows_[m].each_block([&](std::span<const double> rows) { rows_[m].append(rows); });
}

std::string Scores::bytes() const {
  std::string out(kMagic);
  const std::string signatures = all_signatures(metrics_);
  put_number(out, signatures.size());
  out += signatures;
  for (const RowStore& store : rows_) {
    put_number(out, store.count());
    store.each_block([&](std::span<const double> rows) {
      out.append(reinterpret_cast<const char*>(rows.data()), rows.size_bytes());
    });
  }
  return out;
}

// -------------------------------------------------------------------------------------------------------------- Scorer

Scorer::Scorer(const std::vector<std::string>& metrics, Lexicon lexicon, unsigned threads)
    : lexicon_(std::move(lexicon)), threads_(threads), metrics_(make_metrics(metrics, lexicon_)) {
  for (const auto& metric : metrics_) {
    names_.emplace_back(metric->name());
    columns_.insert(columns_.end(), metric->columns().begin(), metric->columns().end());
  }
}

std::vector<std::string> Scorer::signatures() const {
  std::vector<std::string> out;
  out.reserve(metrics_.size());
  for (const auto& metric : metrics_) out.push_back(signature_of(*metric));
  return out;
}

Metrics Scorer::fresh() const {
  Metrics out = metrics_;
  for (std::size_t m = 0; m < out.size(); ++m) {
    if (out[m]->needs_corpus()) out[m] = make_metric(names_[m], lexicon_);
  }
  return out;
}

bool Scorer::uses_patient() const {
  return std::any_of(metrics_.begin(), metrics_.end(), [](const auto& metric) { return metric->uses_patient(); });
}

std::vector<double> Scorer::score(std::string_view reference, std::string_view candidate,
                                  const PatientContext& patient) const {
  std::vector<double> out(columns_.size());
  std::vector<double> statistics;
  std::size_t first = 0;
  for (std::size_t m = 0; m < metrics_.size(); ++m) {
    std::shared_ptr<Metric> own;
    if (metrics_[m]->needs_corpus()) {
      own = make_metric(names_[m], lexicon_);
      own->observe(reference);
      own->observed();
    }
    const Metric& metric = own ? *own : *metrics_[m];
    statistics.assign(metric.statistics(), 0.0);
    metric.measure_for(patient, reference, candidate, statistics);
    metric.pair_values(statistics, std::span(out).subspan(first, metric.columns().size()));
    first += metric.columns().size();
  }
  return out;
}

Scores Scorer::score(std::span<const std::string_view> references, std::span<const std::string_view> candidates,
                     const Watch& watch) const {
  if (references.size() != candidates.size()) {
    throw Error("expected a candidate for each reference, found " + std::to_string(references.size()) +
                " references and " + std::to_string(candidates.size()) + " candidates");
  }
  return score([&] { return from_lists(references, candidates); }, watch);
}

Scores Scorer::score(const OpenPairs& open, const Watch& watch) const {
  Metrics metrics = fresh();
  if (need_corpus(metrics)) {
    observe_references(open(), metrics, [&](std::size_t) {
      if (watch.check) watch.check();
    });
  }
  return measure(open(), std::move(metrics), watch);
}

std::string Scorer::observe(const NextPair& references, const Watch& watch) const {
  const Metrics metrics = fresh();
  observe_references(references, metrics, [&](std::size_t) {
    if (watch.check) watch.check();
  });
  std::string out;
  for (const auto& metric : metrics) {
    if (!metric->needs_corpus()) continue;
    const std::string one = metric->observations();
    put_number(out, one.size());
    out += one;
  }
  return out;
}

Scores Scorer::score(const NextPair& piece, std::span<const std::string> observations, const Watch& watch) const {
  Metrics metrics = fresh();
  for (const std::string& bytes : observations) {
    Bytes in(bytes);
    for (const auto& metric : metrics) {
      if (metric->needs_corpus()) metric->add_observations(in.take(in.number()));
    }
  }
  for (const auto& metric : metrics) {
    if (metric->needs_corpus()) metric->observed();
  }
  return measure(piece, std::move(metrics), watch);
}

Scores Scorer::measure(const NextPair& next, Metrics metrics, const Watch& watch) const {
  EvaluateOptions how;
  how.threads = threads_;
  how.progress = watch.progress;
  how.check = watch.check;
  if (watch.failed) how.failed = [&](const io::Pair& pair, const std::string& why) { watch.failed(pair.id, why); };
  std::vector<RowStore> rows = evaluate(next, metrics, how);
  return {std::move(metrics), std::move(rows)};
}

Scores Scorer::from_bytes(std::string_view bytes) const {
  Bytes in(bytes);
  if (in.take(kMagic.size()) != kMagic) throw Error("these bytes are no statistics");
  if (in.take(in.number()) != all_signatures(metrics_))
    throw Error("statistics: expected those of the same metrics and version, found others");
  std::vector<RowStore> rows;
  for (const auto& metric : metrics_) {
    RowStore& store = rows.emplace_back(metric->statistics());
    const std::uint64_t count = in.number();
    const std::string_view raw = in.take(count * store.width() * sizeof(double));
    std::vector<double> values(raw.size() / sizeof(double));
    if (!raw.empty()) std::memcpy(values.data(), raw.data(), raw.size());
    store.append(values);
  }
  if (!in.empty()) throw Error("statistics: expected their end, found more bytes");
  return {metrics_, std::move(rows)};
}

}  // namespace fiducial
