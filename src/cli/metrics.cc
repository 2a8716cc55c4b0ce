#include "cli/metrics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fiducial::cli {

CLI::Option* add_metrics(CLI::App& command, std::string& list, const std::string& if_missing) {
  return value_name(command.add_option("--metrics,-m", list,
                                       fmt::format("Metrics, comma-separated, or 'all' (default: {}). There are: {}",
                                                   if_missing, fmt::join(metric_names(), ", "))),
                    "LIST");
}

Metrics metrics_from(const std::vector<std::string>& names, const fiducial::Lexicon& lexicon,
                     const lexical::Options& options) {
  try {
    return make_metrics(names, lexicon, options);
  } catch (const Error& error) {
    throw UsageError(fmt::format("--metrics: {}", error.what()));
  }
}

Metrics metrics_from(const std::string& list, const fiducial::Lexicon& lexicon, const lexical::Options& options) {
  std::vector<std::string> names;
  for (std::string& name : CLI::detail::split(list, ',')) {
    CLI::detail::trim(name);
    if (!name.empty()) names.push_back(std::move(name));
  }
  return metrics_from(names, lexicon, options);
}

void add_lexical_options(CLI::App& command, lexical::Options& options) {
  const auto choice = [&](const char* flag, const char* help, const char* words, auto set) {
    value_name(command.add_option_function<std::string>(flag, set, help), words);
  };
  choice("--tokens", "bleu, rougeL, cider, meteor: Penn Treebank words, or what stands between blanks (default: ptb)",
         "ptb|space", [&options](const std::string& word) {
           options.tokens = word == "space" ? lexical::Tokens::space : lexical::Tokens::ptb;
         });
  command.add_flag("--stem", options.stem, "rouge1, rouge2, rougeL-rouge-score: compare stems");
  choice("--meteor-stages", "meteor: the last of its stages (default: synonym, if there is a WordNet)",
         "exact|stem|synonym", [&options](const std::string& word) {
           options.stages = word == "exact"  ? lexical::Stages::exact
                            : word == "stem" ? lexical::Stages::stem
                                             : lexical::Stages::synonym;
         });
  command
      .add_option_function<std::string>(
          "--wordnet", [&options](const std::string& folder) { options.wordnet = folder; },
          "meteor: a WordNet 3.0 dictionary, for its synonyms")
      ->type_name("DIR");
}

std::string signature_lines(const Metrics& metrics, const std::string& suffix) {
  std::string text;
  for (const auto& metric : metrics) text += fmt::format("{}{}\n", signature_of(*metric), suffix);
  return text;
}

}  // namespace fiducial::cli
