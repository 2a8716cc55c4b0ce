#include "cli/terminal.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "io/safe_text.h"

namespace fiducial::cli {
namespace {

bool colours(int descriptor) {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* term = std::getenv("TERM");
  if (term == nullptr || std::string_view(term) == "dumb") return false;
  return isatty(descriptor) == 1;
}

}  // namespace

std::string shown_safely(std::string_view text) {
  return io::safe_painted(text);
}

Paint stdout_paint() {
  return Paint(colours(STDOUT_FILENO));
}
Paint stderr_paint() {
  return Paint(colours(STDERR_FILENO));
}
bool stderr_is_terminal() {
  return isatty(STDERR_FILENO) == 1;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++width;
  }
  return width;
}

void emit(std::string_view text) {
  const std::string safe = shown_safely(text);
  (void)std::fwrite(safe.data(), 1, safe.size(), stdout);
}

void emit_line(std::string_view text) {
  emit(text);
  emit("\n");
}

void note(std::string_view text) {
  const std::string line = shown_safely(text) + "\n";
  (void)std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace fiducial::cli
