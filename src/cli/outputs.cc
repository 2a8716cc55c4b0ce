#include "cli/outputs.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

#include "cli/app.h"
#include "cli/run_folder.h"

namespace fiducial::cli {
namespace {

namespace fs = std::filesystem;

// The options that name something to write; every other one that takes a file or a folder names something to read.
constexpr std::array kWritten{"out",        "samples", "json",     "svg",       "cases",      "audit",
                              "candidates", "pairs",   "failures", "rationale", "write-batch"};

// A file by what it is, not by how it is called. One that is not there yet is known by the place where it would be.
struct Identity {
  dev_t device = 0;
  ino_t inode = 0;
  std::string place;  // of a file that is not there yet

  bool operator==(const Identity&) const = default;
};

struct UsedFile {
  std::string shown;  // "--samples out.jsonl"
  Identity identity;
};

// False if it is no ordinary file (a terminal, /dev/null, a pipe): those may be written by several.
bool identify(const struct stat& about, Identity& identity) {
  identity = {about.st_dev, about.st_ino, ""};
  return S_ISREG(about.st_mode);
}

bool identify(const std::string& path, Identity& identity) {
  struct stat about {};
  if (::stat(path.c_str(), &about) == 0) return identify(about, identity);
  fs::path at = path;
  std::error_code error;
  for (int links = 0; links < 40 && fs::is_symlink(fs::symlink_status(at, error)); ++links) {
    const fs::path target = fs::read_symlink(at, error);
    at = target.is_absolute() ? target : at.parent_path() / target;
  }
  identity = {0, 0, fs::weakly_canonical(fs::absolute(at, error), error).string()};
  return true;
}

bool identify_stream(int descriptor, Identity& identity) {
  struct stat about {};
  return ::fstat(descriptor, &about) == 0 && identify(about, identity);
}

std::string option_name(const CLI::Option& option) {
  return option.get_positional() ? option.get_name(true) : option.get_name();
}

class Uses {
 public:
  void add(const CLI::Option& option) {
    const FileUse use = use_of(option);
    if (use == FileUse::none) return;
    for (const std::string& value : option.results()) {
      if (use == FileUse::written) {
        add_output(option, value);
      } else {
        add_input(option, value);
      }
    }
  }

  void add_standard_output() {
    Identity identity;
    if (!printed_ && identify_stream(STDOUT_FILENO, identity)) outputs_.push_back({"standard output", identity});
  }

  void refuse_clashes() const {
    for (auto out = outputs_.begin(); out != outputs_.end(); ++out) {
      const auto same = [&](const UsedFile& other) { return other.identity == out->identity; };
      if (const auto in = std::find_if(inputs_.begin(), inputs_.end(), same); in != inputs_.end())
        throw UsageError(fmt::format("{} would be written over {}: an output cannot be an input; name another file",
                                     out->shown, in->shown));
      if (const auto twice = std::find_if(outputs_.begin(), out, same); twice != out)
        throw UsageError(fmt::format("{} and {} are one file: each output needs its own", twice->shown, out->shown));
    }
  }

 private:
  void add_output(const CLI::Option& option, const std::string& value) {
    const std::string shown = option_name(option) + " " + value;
    Identity identity;
    if (value == "-") {
      if (printed_) throw UsageError(fmt::format("{}: another output goes to standard output already", shown));
      printed_ = true;
      if (identify_stream(STDOUT_FILENO, identity)) outputs_.push_back({shown, identity});
    } else if (option.get_type_name() == "DIR") {
      for (const std::string_view name : kRunFiles) {
        const std::string path = value + "/" + std::string(name);
        if (identify(path, identity)) outputs_.push_back({option_name(option) + " " + path, identity});
      }
    } else if (identify(value, identity)) {
      outputs_.push_back({shown, identity});
    }
  }

  void add_input(const CLI::Option& option, const std::string& value) {
    std::error_code error;
    Identity identity;
    if (value == "-") {
      if (identify_stream(STDIN_FILENO, identity)) inputs_.push_back({"standard input", identity});
    } else if (fs::is_directory(value, error)) {
      for (const auto& entry : fs::directory_iterator(value, error)) {
        if (is_read(option, entry.path()) && identify(entry.path().string(), identity))
          inputs_.push_back({entry.path().string(), identity});
      }
    } else if (identify(value, identity)) {
      inputs_.push_back({value, identity});
    }
  }

  // Of a folder of SSREE data the reports and their levels are read, of a run's folder the files of a run: other
  // results may stand beside them.
  static bool is_read(const CLI::Option& option, const fs::path& path) {
    const std::string name = path.filename().string();
    if (option.check_lname("prompts")) return true;
    if (!option.check_lname("data")) return std::find(kRunFiles.begin(), kRunFiles.end(), name) != kRunFiles.end();
    const std::size_t level = name.rfind("_l");
    std::error_code error;
    return path.extension() == ".jsonl" &&
           (level + 9 == name.size() || fs::exists(path.parent_path() / (path.stem().string() + "_l1.jsonl"), error));
  }

  std::vector<UsedFile> inputs_, outputs_;
  bool printed_ = false;  // an output is standard output by its name
};

}  // namespace

FileUse use_of(const CLI::Option& option) {
  const std::string type = option.get_expected_max() > 0 ? option.get_type_name() : "";
  if (type != "FILE" && type != "DIR") return FileUse::none;
  const auto named = [&](const char* name) { return option.check_lname(name); };
  return std::any_of(kWritten.begin(), kWritten.end(), named) ? FileUse::written : FileUse::read;
}

void refuse_clashes(const CLI::App& command) {
  Uses uses;
  for (const CLI::Option* option : command.get_options()) uses.add(*option);
  uses.add_standard_output();
  uses.refuse_clashes();
}

}  // namespace fiducial::cli
