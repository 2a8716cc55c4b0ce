// The page's built files, linked into the program as they are (web/dist).
#pragma once

#include <string_view>

namespace fiducial::serve {

struct Asset {
  std::string_view path, content_type, bytes;
};
// By path ("/", "/app.js"), or nullptr.
const Asset* asset_at(std::string_view path);
// What `fiducial report` puts into its file.
std::string_view report_script();
std::string_view page_style();
// The API's description.
std::string_view openapi_text();

}  // namespace fiducial::serve
