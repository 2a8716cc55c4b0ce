// Figure 4 of the RadSEM paper: for each pair of levels, how often the row's level scores strictly above the column's.
// As text for the terminal and as an SVG that needs nothing but itself.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "cli/terminal.h"

namespace fiducial::cli {

// wins[i][j]: the fraction (0 … 1) of reports in which level i+1 scores strictly higher than level j+1.
using Wins = std::array<std::array<double, 5>, 5>;

struct Heatmap {
  std::string title;  // the metric
  Wins wins{};
};

// Percentages, coloured where the terminal shows colours; two maps side by side.
std::string heatmap_text(const std::vector<Heatmap>& maps, const Paint& paint);
// All maps as panels of one picture, three to a row; `caption` goes below them.
std::string heatmap_svg(const std::vector<Heatmap>& maps, const std::string& caption);

}  // namespace fiducial::cli
