#include "cli/metrics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fiducial::cli {

CLI::Option* add_metrics(CLI::App& command, std::string& list, const std::string& if_missing) {
  return takes(command.add_option("--metrics,-m", list,
                                  fmt::format("Metrics, comma-separated, or 'all' (default: {}). There are: {}",
                                              if_missing, fmt::join(metric_names(), ", "))),
               "LIST");
}

Metrics metrics_from(const std::vector<std::string>& names, const fiducial::Lexicon& lexicon) {
  try {
    return make_metrics(names, lexicon);
  } catch (const Error& error) {
    throw UsageError(fmt::format("--metrics: {}", error.what()));
  }
}

Metrics metrics_from(const std::string& list, const fiducial::Lexicon& lexicon) {
  std::vector<std::string> names;
  for (std::string& name : CLI::detail::split(list, ',')) {
    CLI::detail::trim(name);
    if (!name.empty()) names.push_back(std::move(name));
  }
  return metrics_from(names, lexicon);
}

std::string signature_lines(const Metrics& metrics, const std::string& suffix) {
  std::string text;
  for (const auto& metric : metrics) text += fmt::format("{}{}\n", signature_of(*metric), suffix);
  return text;
}

}  // namespace fiducial::cli
