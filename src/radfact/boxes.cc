// How much of some boxes lies in others, on RadFact's mask of 224 × 224 pixels or another one, without painting it.
//
// Between two neighbouring y coordinates nothing changes, so one row stands for the whole strip: a strip's row is a
// string of bits, one a pixel, of which each box sets a stretch. Areas are bits × height.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "fiducial/radfact.h"

namespace fiducial::radfact {
namespace {

struct Row {
  std::vector<std::uint64_t> bits;

  explicit Row(int size) : bits((static_cast<std::size_t>(size) + 63) / 64) {}
  void clear() { std::fill(bits.begin(), bits.end(), 0); }
  // Pixels [from, to).
  void set(int from, int to) {
    for (std::size_t w = static_cast<std::size_t>(from) / 64; w < bits.size() && 64 * w < static_cast<std::size_t>(to);
         ++w) {
      const int low = std::clamp(from - static_cast<int>(64 * w), 0, 64);
      const int high = std::clamp(to - static_cast<int>(64 * w), 0, 64);
      if (low < high) bits[w] |= (~std::uint64_t{0} >> (64 - (high - low))) << low;
    }
  }
};

struct Pixels {
  int x_min, y_min, x_max, y_max;  // ends exclusive
};

Pixels pixels_of(const Box& box, int size) {
  const auto pixel = [&](double coordinate) { return static_cast<int>(coordinate * size); };
  return {pixel(box.x_min), pixel(box.y_min), pixel(box.x_max), pixel(box.y_max)};
}

void add_pixels(std::span<const Box> boxes, int size, std::vector<Pixels>& out, std::vector<int>& edges) {
  for (const Box& box : boxes) {
    out.push_back(pixels_of(box, size));
    edges.push_back(out.back().y_min);
    edges.push_back(out.back().y_max);
  }
}

void set_row(std::span<const Pixels> boxes, int y, Row& row) {
  row.clear();
  for (const Pixels& box : boxes) {
    if (box.y_min <= y && y < box.y_max) row.set(box.x_min, box.x_max);
  }
}

double part_of(long part, long whole) {
  return whole == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(part) / static_cast<double>(whole);
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

Overlap overlap(std::span<const Box> boxes, std::span<const Box> evidence, int image_size) {
  std::vector<Pixels> ours;
  std::vector<Pixels> theirs;
  std::vector<int> edges;
  add_pixels(boxes, image_size, ours, edges);
  add_pixels(evidence, image_size, theirs, edges);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  Row a(image_size);
  Row b(image_size);
  long area = 0;
  long other = 0;
  long shared = 0;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    set_row(ours, edges[i], a);
    set_row(theirs, edges[i], b);
    const long height = edges[i + 1] - edges[i];
    for (std::size_t w = 0; w < a.bits.size(); ++w) {
      area += height * std::popcount(a.bits[w]);
      other += height * std::popcount(b.bits[w]);
      shared += height * std::popcount(a.bits[w] & b.bits[w]);
    }
  }
  return {part_of(shared, area), part_of(shared, other), part_of(shared, area + other - shared)};
}

double pixel_precision(std::span<const Box> boxes, std::span<const Box> evidence) {
  return overlap(boxes, evidence).precision;
}

std::vector<Box> evidence_boxes(const Verdict& verdict, std::span<const Phrase> premises) {
  std::vector<Box> out;
  for (const std::uint32_t i : verdict.evidence)
    out.insert(out.end(), premises[i].boxes.begin(), premises[i].boxes.end());
  return out;
}

bool spatially_entailed(const Phrase& phrase, const Verdict& verdict, std::span<const Phrase> premises,
                        const BoxRules& rules) {
  if (verdict.status != Status::entailment || phrase.boxes.empty()) return false;
  const std::vector<Box> evidence = evidence_boxes(verdict, premises);
  return !evidence.empty() && overlap(phrase.boxes, evidence, rules.image_size).precision > rules.threshold;
}

}  // namespace fiducial::radfact
