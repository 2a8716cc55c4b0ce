#include "cli/scatter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/svg.h"

namespace fiducial::cli {
namespace {

constexpr double kPanel = 240, kMargin = 48, kColumns = 3;
constexpr std::size_t kMostPoints = 5000;  // above it densities are drawn
constexpr std::size_t kSquares = 64;       // along an axis

// From values to places along an axis.
struct Axis {
  double low = 0, high = 1, from = 0, to = 1;
  double at(double value) const { return from + (value - low) / (high - low) * (to - from); }
};

Axis axis_of(const std::vector<double>& values, double from, double to) {
  Axis axis{0, 1, from, to};
  bool first = true;
  for (const double v : values) {
    if (std::isnan(v)) continue;
    axis.low = first ? v : std::min(axis.low, v);
    axis.high = first ? v : std::max(axis.high, v);
    first = false;
  }
  if (axis.high <= axis.low) {
    axis.low -= 0.5;
    axis.high += 0.5;
  }
  return axis;
}

// The line of least squares from one end of the axis to the other; empty where all x are one.
std::string line(const Scatter& panel, const Axis& x, const Axis& y) {
  double n = 0;
  double sx = 0;
  double sy = 0;
  double sxx = 0;
  double sxy = 0;
  for (std::size_t i = 0; i < panel.x.size(); ++i) {
    if (std::isnan(panel.x[i]) || std::isnan(panel.y[i])) continue;
    n += 1;
    sx += panel.x[i];
    sy += panel.y[i];
    sxx += panel.x[i] * panel.x[i];
    sxy += panel.x[i] * panel.y[i];
  }
  const double d = n * sxx - sx * sx;
  if (n < 2 || d <= 0) return {};
  const double slope = (n * sxy - sx * sy) / d;
  const double start = (sy - slope * sx) / n;
  return fmt::format(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="#b3261e" stroke-width="1.5"/>)"
                     "\n",
                     x.from, y.at(start + slope * x.low), x.to, y.at(start + slope * x.high));
}

// How many points are where, in squares: the darker, the more, by the logarithm, as one square may have nearly all.
std::string densities(const Scatter& panel, const Axis& x, const Axis& y) {
  std::vector<std::size_t> counts(kSquares * kSquares, 0);
  const auto step = [](const Axis& axis, double value) {
    const double part = (value - axis.low) / (axis.high - axis.low) * static_cast<double>(kSquares);
    return std::min(static_cast<std::size_t>(std::max(part, 0.0)), kSquares - 1);
  };
  std::size_t most = 1;
  for (std::size_t i = 0; i < panel.x.size(); ++i) {
    if (std::isnan(panel.x[i]) || std::isnan(panel.y[i])) continue;
    most = std::max(most, ++counts[step(y, panel.y[i]) * kSquares + step(x, panel.x[i])]);
  }
  const double width = (x.to - x.from) / static_cast<double>(kSquares);
  const double height = (y.from - y.to) / static_cast<double>(kSquares);
  std::string out;
  for (std::size_t at = 0; at < counts.size(); ++at) {
    if (counts[at] == 0) continue;
    const double opacity = std::log1p(static_cast<double>(counts[at])) / std::log1p(static_cast<double>(most));
    const std::size_t column = at % kSquares;
    const std::size_t row = at / kSquares;
    out += fmt::format(
        R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" fill="#1f5fa8" fill-opacity="{:.2f}"/>)"
        "\n",
        x.from + width * static_cast<double>(column), y.from - height * static_cast<double>(row + 1), width, height,
        std::max(opacity, 0.05));
  }
  return out;
}

std::string panel_svg(const Scatter& panel, double left, double top, const std::string& rating) {
  const Axis x = axis_of(panel.x, left + kMargin, left + kPanel - 8);
  const Axis y = axis_of(panel.y, top + kPanel - kMargin, top + kMargin);
  std::string out = fmt::format(
      R"(<text x="{0:.1f}" y="{1:.1f}" font-weight="bold">{2}</text><text x="{0:.1f}" y="{3:.1f}">{4}</text>)"
      "\n"
      R"(<path d="M{5:.1f} {6:.1f}V{7:.1f}H{8:.1f}" fill="none" stroke="#888"/>)"
      "\n",
      x.from, top + 16, svg_text(panel.metric), top + 32, svg_text(panel.note), x.from, y.to, y.from, x.to);
  out += fmt::format(
      R"(<text x="{:.1f}" y="{:.1f}">{:.3g}</text><text x="{:.1f}" y="{:.1f}" text-anchor="end">{:.3g}</text>)"
      R"(<text x="{:.1f}" y="{:.1f}" text-anchor="middle">{}</text>)"
      "\n",
      x.from, y.from + 14, x.low, x.to, y.from + 14, x.high, (x.from + x.to) / 2, y.from + 28, svg_text(rating));
  out += fmt::format(
      R"(<text x="{0:.1f}" y="{1:.1f}" text-anchor="end">{2:.3g}</text><text x="{0:.1f}" y="{3:.1f}" text-anchor="end">{4:.3g}</text>)"
      "\n",
      x.from - 4, y.from, y.low, y.to + 8, y.high);
  if (panel.x.size() > kMostPoints) return out + densities(panel, x, y) + line(panel, x, y);
  for (std::size_t i = 0; i < panel.x.size(); ++i) {
    if (std::isnan(panel.x[i]) || std::isnan(panel.y[i])) continue;
    out += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="2.5" fill="#1f5fa8" fill-opacity="0.5"/>)"
                       "\n",
                       x.at(panel.x[i]), y.at(panel.y[i]));
  }
  return out + line(panel, x, y);
}

}  // namespace

std::string scatter_svg(const std::vector<Scatter>& panels, const std::string& rating) {
  const auto count = static_cast<double>(panels.size());
  const double width = kPanel * std::min(count, kColumns);
  const double height = kPanel * std::ceil(count / kColumns);
  std::string out = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" height="{1:.0f}" font-family="sans-serif" font-size="11">)"
      "\n"
      R"(<rect width="100%" height="100%" fill="white"/>)"
      "\n",
      width, height);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const auto place = static_cast<double>(i);
    out += panel_svg(panels[i], kPanel * std::fmod(place, kColumns), kPanel * std::floor(place / kColumns), rating);
  }
  return out + "</svg>\n";
}

}  // namespace fiducial::cli
