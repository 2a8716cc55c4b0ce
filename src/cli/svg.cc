#include "cli/svg.h"

#include "io/safe_text.h"

namespace fiducial::cli {

std::string svg_text(const std::string& text) {
  return io::safe_markup(io::safe_line(text));
}

}  // namespace fiducial::cli
