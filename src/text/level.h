// Vertebral levels as small numbers: C1 is 1 … C7 7, T1 8 … T12 19, L1 20 … L5 24, S1 25 … S5 29.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fiducial::text {

inline constexpr std::uint8_t kFirstThoracic = 8;
inline constexpr std::uint8_t kFirstSacral = 25;

// 0 if there is no such vertebra.
std::uint8_t vertebra(char region, unsigned number);
// "L4"; "" for 0.
std::string vertebra_name(std::uint8_t level);

}  // namespace fiducial::text
