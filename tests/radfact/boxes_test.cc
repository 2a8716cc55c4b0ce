// Boxes: coverage against a mask that is really painted, and every way in which a box can be none.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "fiducial/radfact.h"

namespace fiducial::radfact {
namespace {

// RadFact's own way, pixel by pixel.
class Mask {
 public:
  explicit Mask(std::span<const Box> boxes) {
    for (const Box& box : boxes) {
      for (int y = static_cast<int>(box.y_min * kMaskSize); y < static_cast<int>(box.y_max * kMaskSize); ++y) {
        for (int x = static_cast<int>(box.x_min * kMaskSize); x < static_cast<int>(box.x_max * kMaskSize); ++x)
          at(x, y) = true;
      }
    }
  }
  bool& at(int x, int y) { return pixels_.at(static_cast<std::size_t>(y)).at(static_cast<std::size_t>(x)); }

 private:
  std::array<std::array<bool, kMaskSize>, kMaskSize> pixels_{};
};

double painted_precision(std::span<const Box> boxes, std::span<const Box> evidence) {
  Mask ours(boxes);
  Mask theirs(evidence);
  int area = 0;
  int shared = 0;
  for (int y = 0; y < kMaskSize; ++y) {
    for (int x = 0; x < kMaskSize; ++x) {
      if (!ours.at(x, y)) continue;
      ++area;
      if (theirs.at(x, y)) ++shared;
    }
  }
  return area == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(shared) / area;
}

void expect_as_painted(std::span<const Box> boxes, std::span<const Box> evidence) {
  const double slow = painted_precision(boxes, evidence);
  const double fast = pixel_precision(boxes, evidence);
  if (std::isnan(slow))
    EXPECT_TRUE(std::isnan(fast));
  else
    EXPECT_EQ(fast, slow);
}

Box random_box(std::mt19937& random) {
  std::uniform_real_distribution<double> anywhere(0, 1);
  const auto coordinate = [&] {
    switch (random() % 6) {
      case 0:
        return 0.0;
      case 1:
        return 1.0;
      case 2:
        return static_cast<double>(random() % 225) / 224;  // on the edge of a pixel
      case 3:
        return static_cast<double>(random() % 5) / 4;  // so that boxes touch and repeat
      default:
        return anywhere(random);
    }
  };
  Box box{coordinate(), coordinate(), coordinate(), coordinate()};
  if (box.x_min > box.x_max) std::swap(box.x_min, box.x_max);
  if (box.y_min > box.y_max) std::swap(box.y_min, box.y_max);
  return box;
}

TEST(Boxes, OverlapHasRecallAndUnionToo) {
  const Box left{0, 0, 0.5, 1};
  const Box whole{0, 0, 1, 1};
  const Overlap inside = overlap(std::vector{left}, std::vector{whole});
  EXPECT_EQ(inside.precision, 1.0);
  EXPECT_EQ(inside.recall, 0.5);
  EXPECT_EQ(inside.iou, 0.5);
  EXPECT_TRUE(std::isnan(overlap(std::vector{left}, {}).recall));
  EXPECT_EQ(overlap(std::vector{left}, {}).iou, 0.0);
  // A line of less than a pixel has an area on a finer mask.
  const Box hair{0.5001, 0, 0.503, 1};
  EXPECT_TRUE(std::isnan(overlap(std::vector{hair}, std::vector{whole}).precision));
  EXPECT_EQ(overlap(std::vector{hair}, std::vector{whole}, 2048).precision, 1.0);
}

TEST(Boxes, TheThresholdIsAChoice) {
  const std::vector<Phrase> premises{{"e", {{0, 0, 0.5, 1}}}};
  const Phrase whole{"p", {{0, 0, 1, 1}}};
  const Verdict verdict{Status::entailment, {0}, ""};
  EXPECT_FALSE(spatially_entailed(whole, verdict, premises)) << "half is not more than half";
  EXPECT_TRUE(spatially_entailed(whole, verdict, premises, {kMaskSize, 0.4}));
}

TEST(Boxes, CoverageIsWhatPaintingGives) {
  std::mt19937 random(4);
  for (int round = 0; round < 2000; ++round) {
    std::vector<Box> boxes(random() % 5);
    std::vector<Box> evidence(random() % 6);
    for (Box& box : boxes) box = random_box(random);
    for (Box& box : evidence) box = random_box(random);
    expect_as_painted(boxes, evidence);
  }
}

TEST(Boxes, NestedTouchingAndEmptyOnes) {
  const Box whole{0, 0, 1, 1};
  const Box left{0, 0, 0.5, 1};
  const Box right{0.5, 0, 1, 1};
  const Box line{0.25, 0, 0.25, 1};
  const Box hair{0.3, 0.3, 0.301, 0.9};  // less than a pixel wide
  EXPECT_EQ(pixel_precision(std::vector{left}, std::vector{whole}), 1.0);
  EXPECT_EQ(pixel_precision(std::vector{whole}, std::vector{left}), 0.5);
  EXPECT_EQ(pixel_precision(std::vector{whole}, std::vector{left, right}), 1.0);
  EXPECT_EQ(pixel_precision(std::vector{left}, std::vector{right}), 0.0);
  EXPECT_EQ(pixel_precision(std::vector{left, left}, std::vector{left, right}), 1.0);
  EXPECT_TRUE(std::isnan(pixel_precision(std::vector{line}, std::vector{whole})));
  EXPECT_TRUE(std::isnan(pixel_precision(std::vector{hair}, std::vector{whole})));
  EXPECT_TRUE(std::isnan(pixel_precision({}, std::vector{whole})));
  EXPECT_EQ(pixel_precision(std::vector{whole}, {}), 0.0);
}

TEST(Boxes, WhatIsNotABox) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(box_error({0, 0, 1, 1}), "");
  EXPECT_EQ(box_error({0.5, 0.5, 0.5, 0.5}), "");
  EXPECT_EQ(box_error({0.5, 0, 0.4, 1}), "expected x_max not below x_min, found 0.4 and 0.5");
  EXPECT_EQ(box_error({0, 0.9, 1, 0.1}), "expected y_max not below y_min, found 0.1 and 0.9");
  EXPECT_EQ(box_error({-0.1, 0, 1, 1}), "expected x_min from 0 to 1, found -0.1");
  EXPECT_EQ(box_error({0, 0, 1, 1.5}), "expected y_max from 0 to 1, found 1.5");
  EXPECT_EQ(box_error({0, nan, 1, 1}), "expected y_min from 0 to 1, found nan");
}

TEST(Boxes, SpatialEntailmentNeedsMoreThanHalf) {
  const std::vector<Phrase> premises = {{"left half", {{0, 0, 0.5, 1}}},
                                        {"a bit more", {{0, 0, 0.51, 1}}},
                                        {"no box", {}},
                                        {"right half", {{0.5, 0, 1, 1}}}};
  const Phrase whole{"all of it", {{0, 0, 1, 1}}};
  const auto by = [&](std::vector<std::uint32_t> evidence, Status status = Status::entailment) {
    return spatially_entailed(whole, {status, std::move(evidence), "", {}}, premises);
  };
  EXPECT_FALSE(by({0}));
  EXPECT_TRUE(by({1}));
  EXPECT_FALSE(by({2}));
  EXPECT_TRUE(by({0, 3}));
  EXPECT_TRUE(by({1, 2}));
  EXPECT_FALSE(by({}));
  EXPECT_FALSE(by({0, 3}, Status::contradiction));
  EXPECT_FALSE(spatially_entailed({"no box", {}}, {Status::entailment, {0}, "", {}}, premises));
  EXPECT_FALSE(spatially_entailed({"a line", {{0.2, 0, 0.2, 1}}}, {Status::entailment, {0}, "", {}}, premises));
}

}  // namespace
}  // namespace fiducial::radfact
