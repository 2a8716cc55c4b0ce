// How much of some boxes lies in others, on RadFact's mask of 224 × 224 pixels, without painting it.
//
// Between two neighbouring y coordinates nothing changes, so one row stands for the whole strip: a strip's row is a
// string of 224 bits, of which each box sets a stretch. Areas are bits × height.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "fiducial/radfact.h"

namespace fiducial::radfact {
namespace {

constexpr std::size_t kMaskWords = (kMaskSize + 63) / 64;

struct Row {
  std::array<std::uint64_t, kMaskWords> bits{};

  // Pixels [from, to).
  void set(int from, int to) {
    for (std::size_t w = 0; w < kMaskWords; ++w) {
      const int low = std::clamp(from - static_cast<int>(64 * w), 0, 64);
      const int high = std::clamp(to - static_cast<int>(64 * w), 0, 64);
      if (low < high) bits[w] |= (~std::uint64_t{0} >> (64 - (high - low))) << low;
    }
  }
};

struct Pixels {
  int x_min, y_min, x_max, y_max;  // ends exclusive
};

int pixel(double coordinate) {
  return static_cast<int>(coordinate * kMaskSize);
}

Pixels pixels_of(const Box& box) {
  return {pixel(box.x_min), pixel(box.y_min), pixel(box.x_max), pixel(box.y_max)};
}

void add_pixels(std::span<const Box> boxes, std::vector<Pixels>& out, std::vector<int>& edges) {
  for (const Box& box : boxes) {
    out.push_back(pixels_of(box));
    edges.push_back(out.back().y_min);
    edges.push_back(out.back().y_max);
  }
}

Row row_at(std::span<const Pixels> boxes, int y) {
  Row row;
  for (const Pixels& box : boxes) {
    if (box.y_min <= y && y < box.y_max) row.set(box.x_min, box.x_max);
  }
  return row;
}

}  // namespace

std::string box_error(const Box& box) {
  const std::pair<const char*, double> sides[] = {
      {"x_min", box.x_min}, {"y_min", box.y_min}, {"x_max", box.x_max}, {"y_max", box.y_max}};
  for (const auto& [name, value] : sides) {
    if (!(value >= 0 && value <= 1)) return fmt::format("expected {} from 0 to 1, found {}", name, value);
  }
  if (box.x_min > box.x_max)
    return fmt::format("expected x_max not below x_min, found {} and {}", box.x_max, box.x_min);
  if (box.y_min > box.y_max)
    return fmt::format("expected y_max not below y_min, found {} and {}", box.y_max, box.y_min);
  return "";
}

double pixel_precision(std::span<const Box> boxes, std::span<const Box> evidence) {
  std::vector<Pixels> ours;
  std::vector<Pixels> theirs;
  std::vector<int> edges;
  add_pixels(boxes, ours, edges);
  add_pixels(evidence, theirs, edges);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  int area = 0;
  int shared = 0;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    const Row a = row_at(ours, edges[i]);
    const Row b = row_at(theirs, edges[i]);
    const int height = edges[i + 1] - edges[i];
    for (std::size_t w = 0; w < kMaskWords; ++w) {
      area += height * std::popcount(a.bits[w]);
      shared += height * std::popcount(a.bits[w] & b.bits[w]);
    }
  }
  if (area == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(shared) / area;
}

bool spatially_entailed(const Phrase& phrase, const Verdict& verdict, std::span<const Phrase> premises) {
  if (verdict.status != Status::entailment || phrase.boxes.empty()) return false;
  std::vector<Box> evidence;
  for (const std::uint32_t i : verdict.evidence)
    evidence.insert(evidence.end(), premises[i].boxes.begin(), premises[i].boxes.end());
  return !evidence.empty() && pixel_precision(phrase.boxes, evidence) > kSpatialThreshold;
}

}  // namespace fiducial::radfact
