// --metrics LIST, the same in every command that has it.
#pragma once

#include <string>

#include "cli/app.h"

namespace fiducial::cli {

// Adds the option; an empty list afterwards means that it was not given.
CLI::Option* add_metrics(CLI::App& command, std::string& list, const std::string& if_missing);
// "bleu,cider" or "all" → the metrics. UsageError for one that does not exist, with the nearest that does, and for two
// that would give the same column.
Metrics metrics_from(const std::string& list, const fiducial::Lexicon& lexicon = {},
                     const lexical::Options& options = {});
Metrics metrics_from(const std::vector<std::string>& names, const fiducial::Lexicon& lexicon = {},
                     const lexical::Options& options = {});
// --tokens, --stem, --meteor-stages and --wordnet of the lexical baselines.
void add_lexical_options(CLI::App& command, lexical::Options& options);
// One line for each metric: what makes its numbers comparable.
std::string signature_lines(const Metrics& metrics, const std::string& suffix);

}  // namespace fiducial::cli
