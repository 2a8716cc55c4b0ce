#include "cli/run_folder.h"

#include <filesystem>
#include <system_error>

#include "fiducial/problem.h"

namespace fiducial::cli {

void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && !std::filesystem::is_directory(path, error)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) throw InputError({path, 0, "", "expected a folder for the results: " + error.message()});
}

}  // namespace fiducial::cli
