#include "text/level.h"

namespace fiducial::text {

namespace {
struct Region {
  char letter;
  std::uint8_t before;  // number of vertebrae above
  std::uint8_t count;
};
constexpr Region kRegions[] = {{'C', 0, 7}, {'T', 7, 12}, {'L', 19, 5}, {'S', 24, 5}};
}  // namespace

std::uint8_t vertebra(char region, unsigned number) {
  if (region == 'D') region = 'T';  // "dorsal", in older and British reports
  for (const Region& r : kRegions) {
    if (r.letter == region && number >= 1 && number <= r.count) return static_cast<std::uint8_t>(r.before + number);
  }
  return 0;
}

std::string vertebra_name(std::uint8_t level) {
  for (const Region& r : kRegions) {
    if (level > r.before && level <= r.before + r.count) return r.letter + std::to_string(level - r.before);
  }
  return {};
}

}  // namespace fiducial::text
