#include "cli/heatmap.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cli/svg.h"

namespace fiducial::cli {
namespace {

constexpr int kCell = 46;
constexpr int kPerRow = 3;

std::size_t longest(const std::vector<std::string>& labels) {
  std::size_t length = 0;
  for (const std::string& label : labels) length = std::max(length, display_width(label));
  return length;
}

// Where things are in one panel, in SVG units. Long labels of columns are slanted.
struct Panel {
  int left, top, width, height;
  bool slanted;

  explicit Panel(const Heatmap& map)
      : left(30 + 7 * static_cast<int>(longest(map.rows))),
        top(58),
        width(left + static_cast<int>(map.columns.size()) * kCell + 26),
        height(0),
        slanted(longest(map.columns) > 5) {
    if (slanted) {
      top += 5 * static_cast<int>(longest(map.columns));
      width += 4 * static_cast<int>(longest(map.columns));
    }
    height = top + static_cast<int>(map.rows.size()) * kCell + 22;
  }
};

struct Colour {
  int red, green, blue;
};

// From near white (never) to a deep blue (always): one hue, so that it also reads in grey.
Colour shade(double fraction) {
  const double f = std::clamp(fraction, 0.0, 1.0);
  const auto mix = [f](int low, int high) { return static_cast<int>(std::lround(low + f * (high - low))); };
  return {mix(0xf3, 0x1f), mix(0xf7, 0x4e), mix(0xfb, 0x8c)};
}

std::string svg_cell(double fraction, int x, int y) {
  const Colour c = shade(std::isnan(fraction) ? 0.0 : fraction);
  std::string out =
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"#{:02x}{:02x}{:02x}\"/>", x + 1,
                  y + 1, kCell - 2, kCell - 2, c.red, c.green, c.blue);
  if (std::isnan(fraction)) return out + "\n";
  out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"{}\">{:.0f}</text>\n", x + kCell / 2,
                     y + kCell / 2 + 5, fraction > 0.55 ? "#ffffff" : "#1b2733", 100.0 * fraction);
  return out;
}

std::string svg_column_label(const std::string& label, int x, int y, bool slanted) {
  const std::string how = slanted ? fmt::format("text-anchor=\"start\" transform=\"rotate(-40 {} {})\"", x, y)
                                  : std::string("text-anchor=\"middle\"");
  return fmt::format("<text x=\"{}\" y=\"{}\" {} fill=\"#5b6b7b\">{}</text>\n", x, y, how, svg_text(label));
}

std::string svg_panel(const Heatmap& map, const Panel& panel, int x0, int y0) {
  std::string out = fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"16\" font-weight=\"600\">{}</text>\n",
                                x0 + panel.left, y0 + 24, svg_text(map.title));
  for (std::size_t c = 0; c < map.columns.size(); ++c) {
    const int middle = static_cast<int>(c) * kCell + kCell / 2;
    out += svg_column_label(map.columns[c], x0 + panel.left + middle, y0 + panel.top - 8, panel.slanted);
  }
  for (std::size_t r = 0; r < map.rows.size(); ++r) {
    const int y = y0 + panel.top + static_cast<int>(r) * kCell;
    out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#5b6b7b\">{}</text>\n", x0 + panel.left - 8,
                       y + kCell / 2 + 5, svg_text(map.rows[r]));
    for (std::size_t c = 0; c < map.columns.size(); ++c)
      out += svg_cell(map.cells[r * map.columns.size() + c], x0 + panel.left + static_cast<int>(c) * kCell, y);
  }
  return out;
}

// The 256-colour palette's blues, pale to deep.
std::string terminal_cell(double fraction, std::size_t width, const Paint& paint) {
  if (std::isnan(fraction)) return std::string(width - 3, ' ') + "·  ";
  constexpr std::array kBlues{255, 195, 153, 117, 75, 33, 26};
  const auto step = static_cast<std::size_t>(std::lround(std::clamp(fraction, 0.0, 1.0) * (kBlues.size() - 1)));
  return paint.on_background(kBlues.at(step), step < 5, fmt::format("{:{}.1f} ", 100.0 * fraction, width - 1));
}

// One map as lines of text of one width: the title, the columns' labels, the rows.
class TerminalMap {
 public:
  TerminalMap(const Heatmap& map, const Paint& paint)
      : map_(map),
        paint_(paint),
        label_(longest(map.rows)),
        cell_(std::max<std::size_t>(5, longest(map.columns)) + 1) {}

  std::size_t lines() const { return map_.rows.size() + 2; }
  std::size_t width() const { return label_ + 2 + cell_ * map_.columns.size(); }

  std::string line(std::size_t line) const {
    if (line == 0) return paint_.bold(map_.title) + blanks(width(), display_width(map_.title));
    const std::string label = line == 1 ? "" : map_.rows[line - 2];
    std::string text = " " + label + blanks(label_, display_width(label)) + " ";
    for (std::size_t c = 0; c < map_.columns.size(); ++c) {
      if (line == 1) {
        text += blanks(cell_ - 1, display_width(map_.columns[c])) + map_.columns[c] + " ";
      } else {
        text += terminal_cell(map_.cells[(line - 2) * map_.columns.size() + c], cell_, paint_);
      }
    }
    return text;
  }

 private:
  static std::string blanks(std::size_t room, std::size_t taken) {
    return std::string(room - std::min(room, taken), ' ');
  }

  const Heatmap& map_;
  const Paint& paint_;
  std::size_t label_, cell_;
};

}  // namespace

std::string heatmap_text(const std::vector<Heatmap>& maps, const Paint& paint) {
  constexpr std::size_t kBeside = 2;
  constexpr std::size_t kSmall = 40;  // places that two may take each
  std::string out;
  for (std::size_t first = 0; first < maps.size();) {
    if (first > 0) out += "\n";
    const bool small = TerminalMap(maps[first], paint).width() <= kSmall;
    const std::size_t end = std::min(first + (small ? kBeside : 1), maps.size());
    for (std::size_t line = 0; line < TerminalMap(maps[first], paint).lines(); ++line) {
      std::string text;
      for (std::size_t i = first; i < end; ++i)
        text += (i > first ? "   " : "") + TerminalMap(maps[i], paint).line(line);
      text.erase(text.find_last_not_of(' ') + 1);
      out += text + "\n";
    }
    first = end;
  }
  return out;
}

std::string heatmap_svg(const std::vector<Heatmap>& maps, const std::string& caption) {
  const int count = std::max(1, static_cast<int>(maps.size()));
  const int columns = std::min(count, kPerRow);
  const int rows = (count + kPerRow - 1) / kPerRow;
  const Panel panel(maps.empty() ? Heatmap{} : maps.front());
  // A caption needs its own width even under a single panel.
  const int width = std::max(columns * panel.width, 24 + 7 * static_cast<int>(display_width(caption)));
  const int height = rows * panel.height + 34;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"system-ui, 'Segoe UI', Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#1b2733\" "
      "role=\"img\" "
      "aria-label=\"{2}\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      width, height, svg_text(caption));
  for (int i = 0; i < static_cast<int>(maps.size()); ++i) {
    out +=
        svg_panel(maps[static_cast<std::size_t>(i)], panel, (i % kPerRow) * panel.width, (i / kPerRow) * panel.height);
  }
  out += fmt::format("<text x=\"16\" y=\"{}\" fill=\"#5b6b7b\">{}</text>\n</svg>\n", height - 14, svg_text(caption));
  return out;
}

}  // namespace fiducial::cli
