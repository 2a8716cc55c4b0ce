#include "cli/heatmap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/svg.h"

namespace fiducial::cli {
namespace {

constexpr int kRungs = 5;

// Geometry of one panel, in SVG units.
constexpr int kCell = 46;
constexpr int kLeft = 44;  // room for the row labels
constexpr int kTop = 58;   // room for the title and the column labels
constexpr int kPanelWidth = kLeft + kRungs * kCell + 26;
constexpr int kPanelHeight = kTop + kRungs * kCell + 22;
constexpr int kPerRow = 3;

struct Colour {
  int red, green, blue;
};

// From near white (never) to a deep blue (always): one hue, so that it also reads in grey.
Colour shade(double fraction) {
  const double f = std::clamp(fraction, 0.0, 1.0);
  const auto mix = [f](int low, int high) { return static_cast<int>(std::lround(low + f * (high - low))); };
  return {mix(0xf3, 0x1f), mix(0xf7, 0x4e), mix(0xfb, 0x8c)};
}

std::string svg_cell(int row, int column, double fraction, int x0, int y0) {
  const int x = x0 + kLeft + column * kCell;
  const int y = y0 + kTop + row * kCell;
  const Colour c = shade(row == column ? 0.0 : fraction);
  std::string out =
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"#{:02x}{:02x}{:02x}\"/>", x + 1,
                  y + 1, kCell - 2, kCell - 2, c.red, c.green, c.blue);
  if (row == column) return out + "\n";
  out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"{}\">{:.0f}</text>\n", x + kCell / 2,
                     y + kCell / 2 + 5, fraction > 0.55 ? "#ffffff" : "#1b2733", 100.0 * fraction);
  return out;
}

std::string svg_panel(const Heatmap& map, int x0, int y0) {
  std::string out = fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"16\" font-weight=\"600\">{}</text>\n", x0 + kLeft,
                                y0 + 24, svg_text(map.title));
  for (int level = 0; level < kRungs; ++level) {
    const int middle = level * kCell + kCell / 2;
    out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#5b6b7b\">L{}</text>\n",
                       x0 + kLeft + middle, y0 + kTop - 8, level + 1);
    out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#5b6b7b\">L{}</text>\n", x0 + kLeft - 8,
                       y0 + kTop + middle + 5, level + 1);
  }
  for (int row = 0; row < kRungs; ++row) {
    for (int column = 0; column < kRungs; ++column) {
      out += svg_cell(row, column, map.wins.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column)), x0,
                      y0);
    }
  }
  return out;
}

// The 256-colour palette's blues, pale to deep.
std::string terminal_cell(double fraction, const Paint& paint) {
  constexpr std::array kBlues{255, 195, 153, 117, 75, 33, 26};
  const auto step = static_cast<std::size_t>(std::lround(std::clamp(fraction, 0.0, 1.0) * (kBlues.size() - 1)));
  return paint.on_background(kBlues.at(step), step < 5, fmt::format("{:5.1f} ", 100.0 * fraction));
}

// Line 0 is the title, line 1 the columns' levels, the others the rows; all of one width.
std::string terminal_line(const Heatmap& map, std::size_t line, const Paint& paint) {
  constexpr std::size_t kWidth = 4 + 6 * kRungs;
  if (line == 0) {
    return paint.bold(map.title) + std::string(kWidth - std::min<std::size_t>(kWidth, display_width(map.title)), ' ');
  }
  std::string text = line == 1 ? "    " : fmt::format(" L{} ", line - 1);
  for (std::size_t column = 0; column < kRungs; ++column) {
    if (line == 1) {
      text += fmt::format("   L{} ", column + 1);
    } else {
      text += line - 2 == column ? "   ·  " : terminal_cell(map.wins.at(line - 2).at(column), paint);
    }
  }
  return text;
}

}  // namespace

std::string heatmap_text(const std::vector<Heatmap>& maps, const Paint& paint) {
  constexpr std::size_t kBeside = 2;
  std::string out;
  for (std::size_t first = 0; first < maps.size(); first += kBeside) {
    if (first > 0) out += "\n";
    const std::size_t end = std::min(first + kBeside, maps.size());
    for (std::size_t line = 0; line < kRungs + 2; ++line) {
      std::string text;
      for (std::size_t i = first; i < end; ++i) text += (i > first ? "   " : "") + terminal_line(maps[i], line, paint);
      text.erase(text.find_last_not_of(' ') + 1);
      out += text + "\n";
    }
  }
  return out;
}

std::string heatmap_svg(const std::vector<Heatmap>& maps, const std::string& caption) {
  const int count = std::max(1, static_cast<int>(maps.size()));
  const int columns = std::min(count, kPerRow);
  const int rows = (count + kPerRow - 1) / kPerRow;
  // A caption needs its own width even under a single panel.
  const int width = std::max(columns * kPanelWidth, 24 + 7 * static_cast<int>(display_width(caption)));
  const int height = rows * kPanelHeight + 34;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"system-ui, 'Segoe UI', Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#1b2733\" "
      "role=\"img\" "
      "aria-label=\"{2}\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      width, height, svg_text(caption));
  for (int i = 0; i < static_cast<int>(maps.size()); ++i) {
    out += svg_panel(maps[static_cast<std::size_t>(i)], (i % kPerRow) * kPanelWidth, (i / kPerRow) * kPanelHeight);
  }
  out += fmt::format("<text x=\"16\" y=\"{}\" fill=\"#5b6b7b\">{}</text>\n</svg>\n", height - 14, svg_text(caption));
  return out;
}

}  // namespace fiducial::cli
