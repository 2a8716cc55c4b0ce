#include "io/temporaries.h"

#include <filesystem>
#include <set>

namespace fiducial::io {
namespace {

struct Registry {
  std::recursive_mutex mutex;
  std::set<std::string> paths, new_folders;
};

// Never destroyed: the program may end while another thread still writes.
Registry& registry() {
  static auto* const the = new Registry;  // NOLINT(cppcoreguidelines-owning-memory)
  return *the;
}

}  // namespace

void remember_temporary(const std::string& path) {
  const auto hold = hold_temporaries();
  registry().paths.insert(path);
}

void forget_temporary(const std::string& path) {
  const auto hold = hold_temporaries();
  registry().paths.erase(path);
}

void remember_new_folder(const std::string& path) {
  const auto hold = hold_temporaries();
  registry().new_folders.insert(path);
}

void forget_new_folder(const std::string& path) {
  const auto hold = hold_temporaries();
  registry().new_folders.erase(path);
}

std::unique_lock<std::recursive_mutex> hold_temporaries() {
  return std::unique_lock(registry().mutex);
}

void remove_temporaries() {
  auto hold = hold_temporaries();
  for (const std::string& path : registry().paths) {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  for (const std::string& path : registry().new_folders) {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);  // which it does only if the folder is empty
  }
  hold.release();  // for good
}

}  // namespace fiducial::io
