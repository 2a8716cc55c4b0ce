#include "cli/metrics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "cli/suggest.h"

namespace fiducial::cli {

CLI::Option* add_metrics(CLI::App& command, std::string& list, const std::string& if_missing) {
  return takes(command.add_option("--metrics,-m", list,
                                  fmt::format("Metrics, comma-separated, or 'all' (default: {}). There are: {}",
                                              if_missing, fmt::join(metric_names(), ", "))),
               "LIST");
}

Metrics metrics_from(const std::vector<std::string>& names) {
  Metrics metrics;
  std::map<std::string, std::string> column_of;  // column → the metric that gives it
  for (const std::string& name : names) {
    auto metric = make_metric(name);
    if (!metric) {
      throw UsageError(fmt::format("--metrics: there is no metric '{}'.{} There are: {}", name,
                                   did_you_mean(name, metric_names()), fmt::join(metric_names(), ", ")));
    }
    for (const std::string& column : metric->columns()) {
      const auto [other, fresh] = column_of.emplace(column, name);
      if (fresh) continue;
      throw UsageError(other->second == name ? fmt::format("--metrics: '{}' is named twice", name)
                                             : fmt::format("--metrics: '{}' and '{}' both give {}; name one of them",
                                                           other->second, name, column));
    }
    metrics.push_back(std::move(metric));
  }
  return metrics;
}

Metrics metrics_from(const std::string& list) {
  if (list == "all") return metrics_from(all_metrics());
  std::vector<std::string> names;
  for (std::string& name : CLI::detail::split(list, ',')) {
    CLI::detail::trim(name);
    if (!name.empty()) names.push_back(std::move(name));
  }
  if (names.empty()) throw UsageError("--metrics: expected at least one metric, found none");
  return metrics_from(names);
}

std::string signature_lines(const Metrics& metrics, const std::string& suffix) {
  std::string text;
  for (const auto& metric : metrics) text += fmt::format("{}{}\n", signature_of(*metric), suffix);
  return text;
}

}  // namespace fiducial::cli
