// The rankings of tests/errors/data/rankings.txt: of several candidates for one reference, which a radiologist would
// rather have. A block is
//
//   == a title
//   age: 72                (optional)
//   indication: …          (optional)
//   reference: …
//   A: …
//   B: …
//   A > B                  as many as needed; A = B: within 0.01
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "fiducial/errors.h"

namespace fiducial::errors {
namespace {

struct Ranking {
  std::string title;
  std::map<std::string, std::string> texts;  // age, indication, reference, A, B, …
  std::vector<std::string> orders;           // "A > B"
};

std::vector<Ranking> rankings() {
  std::ifstream in(FIDUCIAL_TEST_DATA "/rankings.txt");
  std::vector<Ranking> out;
  std::string line;
  while (std::getline(in, line)) {
    if (line.empty() || line.front() == '#') continue;
    if (line.starts_with("== ")) {
      out.push_back({line.substr(3), {}, {}});
    } else if (const std::size_t colon = line.find(": "); colon != std::string::npos) {
      out.back().texts[line.substr(0, colon)] = line.substr(colon + 2);
    } else {
      out.back().orders.push_back(line);
    }
  }
  return out;
}

TEST(Rankings, AreThoseOfARadiologist) {
  const std::vector<Ranking> all = rankings();
  EXPECT_GE(all.size(), 30U);
  Assessor assessor;
  for (const Ranking& r : all) {
    const auto score = [&](const std::string& which) {
      return assessor
          .score(r.texts.at("reference"), r.texts.at(which),
                 {r.texts.contains("age") ? r.texts.at("age") : "",
                  r.texts.contains("indication") ? r.texts.at("indication") : ""})
          .score;
    };
    ASSERT_FALSE(r.orders.empty()) << r.title;
    for (const std::string& order : r.orders) {
      ASSERT_EQ(order.size(), 5U) << r.title << ": " << order;
      const double a = score(order.substr(0, 1));
      const double b = score(order.substr(4, 1));
      if (order[2] == '>') {
        EXPECT_GT(a, b + 0.01) << r.title << ": " << order;
      } else {
        EXPECT_NEAR(a, b, 0.01) << r.title << ": " << order;
      }
    }
  }
}

}  // namespace
}  // namespace fiducial::errors
