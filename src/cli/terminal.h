// What the program may do to the two streams it writes: colours, a bar that is redrawn, or plain text in a pipe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fiducial::cli {

// Wraps text in a colour if the stream it goes to shows colours; otherwise gives it back as it is.
class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}
  bool on() const { return on_; }

  std::string bold(std::string_view text) const { return wrap("1", text); }
  std::string dim(std::string_view text) const { return wrap("2", text); }
  std::string red(std::string_view text) const { return wrap("31", text); }
  std::string yellow(std::string_view text) const { return wrap("33", text); }
  // On a background of the 256-colour palette, with black or white text.
  std::string on_background(int colour, bool dark_text, std::string_view text) const;

 private:
  std::string wrap(std::string_view code, std::string_view text) const;
  bool on_;
};

// Colours are for a terminal only, and never when NO_COLOR is set or TERM is "dumb".
Paint stdout_paint();
Paint stderr_paint();
// A bar can be redrawn on standard error.
bool stderr_is_terminal();

// How many places a text takes in a terminal: its code points (we print no wide ones of our own).
std::size_t display_width(std::string_view text);

// Writes to standard output. A failure stays in the stream (ferror), and run() asks for it at the end.
void emit(std::string_view text);
void emit_line(std::string_view text);
// Writes one line to standard error.
void note(std::string_view text);

}  // namespace fiducial::cli
