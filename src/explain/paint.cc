#include "explain/paint.h"

#include <fmt/format.h>

namespace fiducial::explain {

std::string Paint::wrap(std::string_view code, std::string_view text) const {
  return on_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::string Paint::on_background(int colour, bool dark_text, std::string_view text) const {
  return wrap(fmt::format("48;5;{};38;5;{}", colour, dark_text ? 16 : 231), text);
}

}  // namespace fiducial::explain
