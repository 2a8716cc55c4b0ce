// What a command line would write, against what it would read: an output that is an input, or two outputs that are one
// file, are refused before anything is read, whatever the names: links and inodes are looked through.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace fiducial::cli {

enum class FileUse { none, read, written };

// What an option does with the file or folder that it takes, by its name: `--json FILE` is written, `--ref FILE` read.
FileUse use_of(const CLI::Option& option);

// UsageError if the parsed command would write over what it reads, or twice into one file.
void refuse_clashes(const CLI::App& command);

}  // namespace fiducial::cli
