#include "cli/stress.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/interrupt.h"
#include "cli/numbers.h"
#include "cli/progress.h"

namespace fiducial::cli {
namespace {

// A name that is safe as a file's: metrics have letters, digits and dots, but a score file may be named anything.
std::string file_name_of(const std::string& metric) {
  std::string out;
  for (const char c : metric) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    out += plain ? c : '_';
  }
  return out;
}

}  // namespace

void with_scoring(std::size_t pairs, const Common& common, const std::function<void(const ssree::Scoring&)>& work) {
  Progress bar("scoring", "pairs", pairs, common.quiet);
  work({common.threads, [&bar](std::size_t done) {
          check_interrupt();
          bar.at(done);
        }});
}

std::string with_interval(double value, const Interval& interval, double scale, int digits) {
  std::string text = shown(scale * value, digits);
  if (interval.low <= interval.high) {
    text += fmt::format(" [{:.{}f}, {:.{}f}]", scale * interval.low, digits, scale * interval.high, digits);
  }
  return text;
}

void write_heatmaps(const std::string& where, const std::vector<Heatmap>& maps, const std::string& caption) {
  if (!where.ends_with("/") && !std::filesystem::is_directory(where)) {
    io::write_file(where, heatmap_svg(maps, caption));
    return;
  }
  std::error_code ignored;  // what is wrong shows when the first file is written
  std::filesystem::create_directories(where, ignored);
  for (const Heatmap& map : maps) {
    const auto path = std::filesystem::path(where) / fmt::format("heatmap-{}.svg", file_name_of(map.title));
    io::write_file(path.string(), heatmap_svg({map}, caption));
  }
}

std::string signatures_of(const std::vector<std::string>& all) {
  std::string text;
  std::string last;
  for (const std::string& signature : all) {
    if (!signature.empty() && signature != last) text += signature + "\n";
    last = signature;
  }
  return text;
}

}  // namespace fiducial::cli
