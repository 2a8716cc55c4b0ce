// SHA-256, as the cache's keys and the signatures of prompts use it.
#pragma once

#include <string>
#include <string_view>

namespace fiducial::llm {

// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace fiducial::llm
