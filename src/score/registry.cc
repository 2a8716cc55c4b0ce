// The list of metrics. A new metric is one more entry in known(): nothing else in the program names metrics.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "fiducial/errors.h"
#include "fiducial/lexical.h"
#include "fiducial/lunguage.h"
#include "fiducial/problem.h"
#include "fiducial/score.h"
#include "io/suggest.h"
#include "radfact/metric.h"
#include "radsem/metric.h"

namespace fiducial {
namespace {

struct Entry {
  std::string name;
  std::function<std::unique_ptr<Metric>(const Lexicon&)> make;
};

const std::vector<Entry>& known() {
  static const std::vector<Entry> entries = [] {
    std::vector<Entry> list;
    list.push_back(
        {"radsem", [](const Lexicon& with) { return radsem::make_metric(radsem::Policy::many_to_many, with); }});
    list.push_back({"radsem_alt", [](const Lexicon& with) { return radsem::make_metric(radsem::Policy::alt, with); }});
    list.push_back({"radfact", [](const Lexicon& with) { return radfact::make_metric(with); }});
    list.push_back({"lunguage", [](const Lexicon& with) { return lunguage::make_metric(with); }});
    list.push_back({"clinical", [](const Lexicon& with) { return errors::make_metric(with); }});
    for (const std::string& name : lexical::names()) {
      list.push_back({name, [name](const Lexicon&) { return lexical::make(name); }});
    }
    return list;
  }();
  return entries;
}

}  // namespace

std::string_view program_version() {
  return FIDUCIAL_VERSION;
}

const std::vector<std::string>& metric_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Entry& entry : known()) list.push_back(entry.name);
    return list;
  }();
  return names;
}

std::unique_ptr<Metric> make_metric(std::string_view name, const Lexicon& lexicon, const lexical::Options& options) {
  if (auto baseline = lexical::make(name, options)) return baseline;
  for (const Entry& entry : known()) {
    if (entry.name == name) return entry.make(lexicon);
  }
  return nullptr;
}

Metrics make_metrics(const std::vector<std::string>& names, const Lexicon& lexicon, const lexical::Options& options) {
  if (names.size() == 1 && names.front() == "all") return make_metrics(all_metrics(), lexicon, options);
  if (names.empty()) throw Error("expected at least one metric, found none");
  Metrics metrics;
  std::map<std::string, std::string> column_of;  // column → the metric that gives it
  for (const std::string& name : names) {
    std::shared_ptr<Metric> metric = make_metric(name, lexicon, options);
    if (!metric) {
      throw Error(fmt::format("there is no metric '{}'.{} There are: {}", name, io::did_you_mean(name, metric_names()),
                              fmt::join(metric_names(), ", ")));
    }
    for (const std::string& column : metric->columns()) {
      const auto [other, fresh] = column_of.emplace(column, name);
      if (fresh) continue;
      throw Error(other->second == name
                      ? fmt::format("'{}' is named twice", name)
                      : fmt::format("'{}' and '{}' both give {}; name one of them", other->second, name, column));
    }
    metrics.push_back(std::move(metric));
  }
  return metrics;
}

const std::vector<std::string>& default_metrics() {
  static const std::vector<std::string> names{"radsem", "bleu", "rougeL", "meteor"};
  return names;
}

std::vector<std::string> all_metrics() {
  std::vector<std::string> names;
  for (const std::string& name : metric_names()) {
    const auto metric = make_metric(name);
    const auto columns = metric->columns();
    const bool elsewhere = std::any_of(known().begin(), known().end(), [&](const Entry& entry) {
      const auto other = entry.make({});
      return entry.name != name && other->columns().size() > columns.size() &&
             std::all_of(columns.begin(), columns.end(), [&](const std::string& column) {
               return std::find(other->columns().begin(), other->columns().end(), column) != other->columns().end();
             });
    });
    if (!elsewhere) names.push_back(name);
  }
  return names;
}

std::string signature_of(const Metric& metric) {
  return fmt::format("{}|version:{}", metric.signature(), program_version());
}

}  // namespace fiducial
