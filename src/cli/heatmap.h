// Shares as shades: for each row and column how often something holds. As text for the terminal and as an SVG that
// needs nothing but itself. Figure 4 of the RadSEM paper is one (levels against levels), contrast another (kinds
// against metrics).
#pragma once

#include <string>
#include <vector>

#include "cli/terminal.h"

namespace fiducial::cli {

struct Heatmap {
  std::string title;
  std::vector<std::string> rows, columns;  // their labels
  std::vector<double> cells;               // fractions (0 … 1), row by row; NaN: nothing to show
};

// Percentages, coloured where the terminal shows colours; two maps side by side if they are small.
std::string heatmap_text(const std::vector<Heatmap>& maps, const Paint& paint);
// All maps as panels of one picture, three to a row; `caption` goes below them. They are of one shape.
std::string heatmap_svg(const std::vector<Heatmap>& maps, const std::string& caption);

}  // namespace fiducial::cli
