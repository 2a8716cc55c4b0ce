#include "llm/read_text.h"

#include <array>

#include "fiducial/io.h"

namespace fiducial::llm {

std::string read_text(const std::string& path) {
  constexpr std::size_t kMost = std::size_t{1} << 20;
  const auto source = io::open_source(path);
  std::string text;
  std::array<char, 4096> room{};
  for (std::size_t count = source->read(room); count > 0; count = source->read(room)) {
    text.append(room.data(), count);
    if (text.size() > kMost) throw InputError({path, 0, "", "expected a small text file, found more than 1 MiB"});
  }
  return text;
}

}  // namespace fiducial::llm
