#include "serve/assets.h"

#include <algorithm>
#include <iterator>

// NOLINTBEGIN(hicpp-no-assembler,bugprone-macro-parentheses): as the lexicon's image, see src/lexicon/builtin.cc.
#define FIDUCIAL_EMBED(name, file)                                                            \
  __asm__(".section .rodata\n" #name ":\n.incbin \"" file "\"\n" #name "_end:\n.previous\n"); \
  extern "C" {                                                                                \
  extern const char name[];                                                                   \
  extern const char name##_end[];                                                             \
  }
FIDUCIAL_EMBED(fiducial_page_html, FIDUCIAL_WEB "/index.html")
FIDUCIAL_EMBED(fiducial_page_script, FIDUCIAL_WEB "/app.js")
FIDUCIAL_EMBED(fiducial_page_style, FIDUCIAL_WEB "/app.css")
FIDUCIAL_EMBED(fiducial_report_script, FIDUCIAL_WEB "/report.js")
FIDUCIAL_EMBED(fiducial_page_icon, FIDUCIAL_WEB "/icon.svg")
FIDUCIAL_EMBED(fiducial_openapi, FIDUCIAL_OPENAPI)
// NOLINTEND(hicpp-no-assembler,bugprone-macro-parentheses)

namespace fiducial::serve {
namespace {

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

const Asset kAssets[] = {
    {"/", "text/html; charset=utf-8", between(fiducial_page_html, fiducial_page_html_end)},
    {"/app.js", "text/javascript; charset=utf-8", between(fiducial_page_script, fiducial_page_script_end)},
    {"/app.css", "text/css; charset=utf-8", between(fiducial_page_style, fiducial_page_style_end)},
    {"/icon.svg", "image/svg+xml", between(fiducial_page_icon, fiducial_page_icon_end)},
    {"/openapi.json", "application/json", between(fiducial_openapi, fiducial_openapi_end)},
};

}  // namespace

const Asset* asset_at(std::string_view path) {
  const auto* const found =
      std::find_if(std::begin(kAssets), std::end(kAssets), [&](const Asset& one) { return one.path == path; });
  return found == std::end(kAssets) ? nullptr : found;
}

std::string_view report_script() {
  return between(fiducial_report_script, fiducial_report_script_end);
}
std::string_view page_style() {
  return between(fiducial_page_style, fiducial_page_style_end);
}
std::string_view openapi_text() {
  return between(fiducial_openapi, fiducial_openapi_end);
}

}  // namespace fiducial::serve
