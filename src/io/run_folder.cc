#include "io/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <set>

#include "io/show.h"
#include "io/temporaries.h"

namespace fiducial::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kWork = ".fiducial";
constexpr std::string_view kIdentity = "run.json";

// Some file systems cannot sync a folder; that is no failure.
void sync_directory(const std::string& path) {
  const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  static_cast<void>(::fsync(folder));
  ::close(folder);
}

[[noreturn]] void fail_to_write(const std::string& path) {
  const int error = errno;
  const std::string_view hint = error == ENOSPC || error == EDQUOT ? "; free some space and run again" : "";
  fail(path, fmt::format("cannot be written: {}{}", reason(error), hint));
}

bool is_there(const std::string& path) {
  struct stat about {};
  return ::lstat(path.c_str(), &about) == 0;
}

std::string link_target(const std::string& path) {
  std::array<char, 4096> target{};
  const ssize_t count = ::readlink(path.c_str(), target.data(), target.size());
  return count <= 0 ? std::string() : std::string(target.data(), static_cast<std::size_t>(count));
}

// What is written there, or null: a run.json that cannot be read is another run's.
Json read_identity(const std::string& path) {
  try {
    RecordReader reader(path);
    Record record;
    return reader.next(record) ? record.fields : Json();
  } catch (const InputError&) {
    return {};
  }
}

std::string text_of(const Json& identity, const char* field) {
  return identity.contains(field) && identity[field].is_string() ? identity[field].get<std::string>() : std::string();
}

std::vector<std::string> list_of(const Json& identity, const char* field) {
  std::vector<std::string> out;
  if (!identity.contains(field) || !identity[field].is_array()) return out;
  for (const Json& one : identity[field]) {
    if (one.is_string()) out.push_back(one.get<std::string>());
  }
  return out;
}

// How the run that is there differs from the one that is to be written; empty if they are the same.
std::string difference(const Json& there, const RunIdentity& ours) {
  if (text_of(there, "command").empty()) return "a run without a readable run.json";
  if (text_of(there, "command") != ours.command) return fmt::format("a run of '{}'", show(text_of(there, "command")));
  if (text_of(there, "signature") != ours.signature)
    return fmt::format("a run with other settings or of another version ({})", to_utf8(text_of(there, "signature")));
  const auto inputs = list_of(there, "inputs");
  if (inputs != ours.inputs)
    return fmt::format("a run on other files ({})", show(fmt::format("{}", fmt::join(inputs, ", "))));
  return "";
}

}  // namespace

RunFolder::RunFolder(std::string path, std::vector<std::string> known)
    : path_(std::move(path)), known_(std::move(known)) {
  std::error_code error;
  made_ = fs::create_directories(path_, error);
  if (!error && !fs::is_directory(path_, error)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) fail(path_, "expected a folder for the results: " + error.message());
  if (made_) remember_new_folder(path_);
  lock_.emplace(in(".lock"), path_);
  settle();
  clear();
  remember_temporary(work(""));
}

RunFolder::~RunFolder() {
  files_.clear();
  try {
    settle();
    clear();
  } catch (const std::exception&) {
    // The next run finishes it.
  }
  forget_temporary(work(""));
  lock_.reset();
  forget_new_folder(path_);
  std::error_code error;
  if (made_) fs::remove(path_, error);  // which it does only if the folder is empty: the run failed
}

std::string RunFolder::in(std::string_view name) const {
  return fmt::format("{}/{}", path_, name);
}

std::string RunFolder::work(std::string_view name) const {
  return fmt::format("{}/{}/{}", path_, kWork, name);
}

bool RunFolder::holds_run() const {
  if (is_there(in(kIdentity))) return true;
  return std::any_of(known_.begin(), known_.end(), [&](const std::string& name) { return is_there(in(name)); });
}

void RunFolder::claim(const RunIdentity& identity, bool overwrite) {
  identity_ = identity;
  if (overwrite || !holds_run()) return;
  const std::string other = is_there(in(kIdentity)) ? difference(read_identity(in(kIdentity)), identity)
                                                    : "files of a run without a run.json";
  if (!other.empty())
    fail(path_, fmt::format("this folder holds {}; name another folder, or replace that run with --overwrite", other));
}

AtomicFile& RunFolder::add(const std::string& name) {
  std::error_code error;
  fs::create_directories(work("new"), error);
  if (error) fail(path_, "cannot be written: " + error.message());
  files_.push_back({name, AtomicFile(work("new/" + name), in(name))});
  return files_.back().file;
}

void RunFolder::put(const std::string& name, std::string_view bytes) {
  add(name).write(bytes);
}

void RunFolder::write_identity() {
  std::vector<std::string> names;
  for (const NewFile& file : files_) names.push_back(file.name);
  put(std::string(kIdentity), json_pretty({{"command", identity_.command},
                                           {"signature", identity_.signature},
                                           {"inputs", identity_.inputs},
                                           {"files", names}}));
}

std::vector<std::string> RunFolder::old_names() const {
  if (!is_there(in(kIdentity))) return known_;
  auto names = list_of(read_identity(in(kIdentity)), "files");
  // A name of a run is a name: a run.json that was tampered with must not reach outside its folder.
  std::erase_if(names, [](const std::string& name) {
    return name.empty() || name.front() == '.' || name.find('/') != std::string::npos;
  });
  names.emplace_back(kIdentity);
  return names;
}

void RunFolder::commit() {
  write_identity();
  for (NewFile& file : files_) {
    struct stat old {};
    if (::stat(in(file.name).c_str(), &old) == 0 && S_ISREG(old.st_mode)) file.file.keep_mode(old.st_mode);
    file.file.commit();
  }
  std::set<std::string> names;
  for (const NewFile& file : files_) names.insert(file.name);
  for (const std::string& name : old_names()) {
    if (is_there(in(name))) names.insert(name);
  }
  const std::vector<std::string> all(names.begin(), names.end());
  sync_directory(work("new"));
  // From here on the names may point into the working folder: nobody but settle() may take it away.
  const auto hold = hold_temporaries();
  forget_temporary(work(""));
  if (keep_old(all)) {
    swap(all);
    settle();
  } else {
    rename_each(all);
  }
  files_.clear();
  clear();
}

// Step 1. False if the file system has no links: then each file is renamed by itself, the best that it can do.
bool RunFolder::keep_old(const std::vector<std::string>& names) {
  if (::mkdir(work("old").c_str(), 0777) != 0) fail_to_write(path_);
  for (const std::string& name : names) {
    if (::linkat(AT_FDCWD, in(name).c_str(), AT_FDCWD, work("old/" + name).c_str(), AT_SYMLINK_FOLLOW) == 0) continue;
    if (errno == EPERM || errno == ENOTSUP || errno == EMLINK || errno == ENOSYS || errno == EXDEV) return false;
    if (errno != ENOENT) fail_to_write(in(name));
  }
  sync_directory(work("old"));
  if (::symlink("old", work("now").c_str()) == 0) return true;
  if (errno == EPERM || errno == ENOTSUP || errno == ENOSYS) return false;
  fail_to_write(path_);
}

// A link of that name, in one step, whatever was there.
void RunFolder::point(const std::string& link, const std::string& target) {
  const std::string made = work("link");
  static_cast<void>(::unlink(made.c_str()));
  if (::symlink(target.c_str(), made.c_str()) != 0 || ::rename(made.c_str(), link.c_str()) != 0) fail_to_write(link);
}

// Steps 2 and 3.
void RunFolder::swap(const std::vector<std::string>& names) {
  for (const std::string& name : names) point(in(name), fmt::format("{}/now/{}", kWork, name));
  sync_directory(path_);
  point(work("now"), "new");
  sync_directory(work(""));
}

void RunFolder::rename_each(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (is_there(work("new/" + name))) {
      if (::rename(work("new/" + name).c_str(), in(name).c_str()) != 0) fail_to_write(in(name));
    } else {
      static_cast<void>(::unlink(in(name).c_str()));
    }
  }
  sync_directory(path_);
}

// Step 4, or the way back: each link of a swap is replaced by the file that it shows.
void RunFolder::settle() {
  if (!is_there(work("now"))) return;
  const std::string prefix = fmt::format("{}/now/", kWork);
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path_, error)) {
    if (link_target(entry.path().string()).starts_with(prefix)) names.push_back(entry.path().filename().string());
  }
  for (const std::string& name : names) {
    const std::string made = work("file");
    static_cast<void>(::unlink(made.c_str()));
    if (::link(work("now/" + name).c_str(), made.c_str()) == 0) {
      if (::rename(made.c_str(), in(name).c_str()) != 0) fail_to_write(in(name));
    } else if (errno == ENOENT) {
      if (::unlink(in(name).c_str()) != 0) fail_to_write(in(name));
    } else {
      fail_to_write(in(name));
    }
  }
  sync_directory(path_);
}

void RunFolder::clear() {
  std::error_code error;
  fs::remove_all(fmt::format("{}/{}", path_, kWork), error);
}

}  // namespace fiducial::io
