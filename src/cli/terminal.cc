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

// The length of a colour sequence of our own at the start of `text`, or 0.
std::size_t own_sequence(std::string_view text) {
  for (const std::string_view code : {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m"}) {
    if (text.starts_with(code)) return code.size();
  }
  if (!text.starts_with("\x1b[48;5;")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end < 20 && text[end] == 'm' ? end + 1 : 0;
}

}  // namespace

std::string shown_safely(std::string_view text) {
  std::string out;
  std::size_t from = 0;
  for (std::size_t at = text.find('\x1b'); at != std::string_view::npos; at = text.find('\x1b', at + 1)) {
    const std::size_t length = own_sequence(text.substr(at));
    if (length == 0) continue;
    out += io::safe_lines(text.substr(from, at - from));
    out += text.substr(at, length);
    from = at + length;
  }
  return out + io::safe_lines(text.substr(from));
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
