#include "cli/run_folder.h"

#include <algorithm>
#include <filesystem>

namespace fiducial::cli {
namespace {

// The names of results, among which those of a run from before there was a run.json are looked for: not the cache and
// the journal, which a run that was broken off leaves.
std::vector<std::string> result_names() {
  std::vector<std::string> names;
  for (const std::string_view name : kRunFiles) {
    const bool kept = name.starts_with("cache.") || name == "journal.jsonl" || name == ".lock" || name == "run.json" ||
                      name == "skipped.csv" || name == "progress.csv";
    if (!kept) names.emplace_back(name);
  }
  return names;
}

// A file by its real name; a pipe has none that lasts.
std::string input_name(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return "-";
  return std::filesystem::canonical(path, error).string();
}

}  // namespace

void add_overwrite(CLI::App& command, bool& overwrite) {
  command.add_flag("--overwrite", overwrite, "Replace another run that is in the folder");
}

OutFolder::OutFolder(const std::string& path) : RunFolder(path, result_names()) {}

void OutFolder::claim(const std::string& command, const std::string& signature, const std::vector<std::string>& inputs,
                      bool overwrite) {
  io::RunIdentity identity{command, signature, {}};
  std::transform(inputs.begin(), inputs.end(), std::back_inserter(identity.inputs), input_name);
  RunFolder::claim(identity, overwrite);
}

}  // namespace fiducial::cli
