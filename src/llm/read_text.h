// All bytes of a small text file: a configuration, a prompt, a key.
#pragma once

#include <string>

namespace fiducial::llm {

// InputError if it cannot be read, or is longer than any such file.
std::string read_text(const std::string& path);

}  // namespace fiducial::llm
