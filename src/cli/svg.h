// What every SVG picture needs.
#pragma once

#include <string>

namespace fiducial::cli {

// Text as it stands between tags or in an attribute.
std::string svg_text(const std::string& text);

}  // namespace fiducial::cli
