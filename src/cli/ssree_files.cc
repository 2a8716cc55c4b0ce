#include "cli/ssree_files.h"

#include <fmt/format.h>

#include "cli/progress.h"

namespace fiducial::cli {

std::string built_text(std::size_t built, std::size_t reports, const std::string& out,
                       const std::map<std::string, std::size_t>& unfit) {
  std::string text =
      fmt::format("{} of {} reports have five levels now, in {}\n", with_commas(built), with_commas(reports), out);
  for (const auto& [why, n] : unfit) text += fmt::format("left out: {} with {}\n", with_commas(n), why);
  return text;
}

}  // namespace fiducial::cli
