#include "serve/readers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "io/suggest.h"

namespace fiducial::serve {

Readers::Readers(Lexicon lexicon)
    : lexicon_(std::move(lexicon)),
      findings_(std::make_unique<text::Pool<findings::Reader>>(
          [this] { return std::make_unique<findings::Reader>(tables()); })),
      radsem_(std::make_unique<text::Pool<radsem::Matcher>>(
          [this] { return std::make_unique<radsem::Matcher>(lexicon_); })),
      radfact_(std::make_unique<text::Pool<radfact::Verifier>>(
          [this] { return std::make_unique<radfact::Verifier>(lexicon_); })),
      structurer_(std::make_unique<text::Pool<lunguage::Structurer>>(
          [this] { return std::make_unique<lunguage::Structurer>(lexicon_); })),
      errors_(std::make_unique<text::Pool<errors::Assessor::State>>(
          [this] { return std::make_unique<errors::Assessor::State>(lexicon_); })),
      terms_(lexicon_.tables(), lexicon::Lexicon::tables()) {
  for (const std::string& name : metric_names()) metrics_.emplace(name, make_metric(name, lexicon_));
}

const Metric* Readers::metric(std::string_view name) const {
  const auto found = metrics_.find(name);
  return found == metrics_.end() ? nullptr : found->second.get();
}

void Readers::check_names(const std::vector<std::string>& names) const {
  if (names.empty()) throw ApiError(400, "metrics: expected at least one, found none");
  std::set<std::string> columns;
  for (const std::string& name : names) {
    const Metric* const one = metric(name);
    if (one == nullptr)
      throw ApiError(400, fmt::format("metrics: expected some of {}, found another name.{}",
                                      fmt::join(metric_names(), ", "), io::did_you_mean(name, metric_names())));
    for (const std::string& column : one->columns()) {
      if (!columns.insert(column).second)
        throw ApiError(400, fmt::format("metrics: expected each value once, found {} twice", column));
    }
  }
}

std::vector<const Metric*> Readers::without_corpus(const std::vector<std::string>& names) const {
  check_names(names);
  std::vector<const Metric*> metrics;
  for (const std::string& name : names) {
    metrics.push_back(metric(name));
    if (metrics.back()->needs_corpus())
      throw ApiError(400, fmt::format("metrics: {} needs all references of a corpus: send them as \"pairs\"", name));
  }
  return metrics;
}

}  // namespace fiducial::serve
