// Scatter plots of scores against ratings as one SVG picture: a panel a metric, each with its line of least squares.
#pragma once

#include <string>
#include <vector>

namespace fiducial::cli {

struct Scatter {
  std::string metric, note;  // the note stands below the name: "tau -0.58, r -0.69"
  std::vector<double> x, y;  // ratings and scores; pairs with a NaN are not drawn
};

std::string scatter_svg(const std::vector<Scatter>& panels, const std::string& rating);

}  // namespace fiducial::cli
