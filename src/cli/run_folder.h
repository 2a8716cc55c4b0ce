// Where a whole run puts its files: a folder that holds one run, the old one or the new one (src/io/run_folder.h).
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "io/run_folder.h"

namespace fiducial::cli {

// Every file that some run writes, keeps or makes in its folder.
inline constexpr std::array<std::string_view, 24> kRunFiles{"run.json",
                                                            "summary.json",
                                                            "scores.jsonl",
                                                            "skipped.csv",
                                                            "progress.csv",
                                                            "ref_rewritten.jsonl",
                                                            "gen_rewritten.jsonl",
                                                            "tags.jsonl",
                                                            "outputs.json",
                                                            "pred.csv",
                                                            "gold.csv",
                                                            "pairs.jsonl",
                                                            "sample.jsonl",
                                                            "sample_l1.jsonl",
                                                            "sample_l2.jsonl",
                                                            "sample_l3.jsonl",
                                                            "sample_l4.jsonl",
                                                            "sample_l5.jsonl",
                                                            "cache.sqlite",
                                                            "cache.sqlite-wal",
                                                            "cache.sqlite-shm",
                                                            "journal.jsonl",
                                                            ".lock",
                                                            "cache.sqlite-journal"};

// --overwrite, of every command that has --out DIR.
void add_overwrite(CLI::App& command, bool& overwrite);

// The folder, locked; it has to be claimed before it is written.
class OutFolder : public io::RunFolder {
 public:
  explicit OutFolder(const std::string& path);
  // InputError if it holds another run: of another command, with other settings, or on other files.
  void claim(const std::string& command, const std::string& signature, const std::vector<std::string>& inputs,
             bool overwrite);
};

}  // namespace fiducial::cli
