// Random tag records of every kind that a scorer may meet, good and damaged. Same seed, same records.
#pragma once

#include <nlohmann/json.hpp>
#include <random>
#include <string>

namespace fiducial::radsem {

class RandomTags {
 public:
  using Json = nlohmann::ordered_json;

  explicit RandomTags(std::uint32_t seed) : random_(seed) {}

  Json record();

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint32_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }

  std::string sentence(const char* side, int count);
  Json label(std::initializer_list<const char*> words);
  Json normality();
  Json pair(int refs, int gens);
  Json unmatched(int count);
  Json findings();

  std::mt19937 random_;
  bool damage_ = false;  // put wrong labels, types and empty texts in
  int one_class_ = 0;    // 0: both; 1: abnormal only; 2: normal only
};

}  // namespace fiducial::radsem
