// The list of metrics. A new metric is one more entry in known(): nothing else in the program names metrics.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "fiducial/lexical.h"
#include "fiducial/lunguage.h"
#include "fiducial/score.h"
#include "radfact/metric.h"
#include "radsem/metric.h"

namespace fiducial {
namespace {

struct Entry {
  std::string name;
  std::function<std::unique_ptr<Metric>()> make;
};

const std::vector<Entry>& known() {
  static const std::vector<Entry> entries = [] {
    std::vector<Entry> list;
    list.push_back({"radsem", [] { return radsem::make_metric(radsem::Policy::many_to_many); }});
    list.push_back({"radsem_alt", [] { return radsem::make_metric(radsem::Policy::alt); }});
    list.push_back({"radfact", [] { return radfact::make_metric(); }});
    list.push_back({"lunguage", [] { return lunguage::make_metric(); }});
    for (const std::string& name : lexical::names()) {
      list.push_back({name, [name] { return lexical::make(name); }});
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

std::unique_ptr<Metric> make_metric(std::string_view name, const lexical::Options& options) {
  if (auto baseline = lexical::make(name, options)) return baseline;
  for (const Entry& entry : known()) {
    if (entry.name == name) return entry.make();
  }
  return nullptr;
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
      const auto other = entry.make();
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
