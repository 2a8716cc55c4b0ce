// What the program may do to the two streams it writes: colours, a bar that is redrawn, or plain text in a pipe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "explain/paint.h"

namespace fiducial::cli {

using explain::Paint;

// Colours are for a terminal only, and never when NO_COLOR is set or TERM is "dumb".
Paint stdout_paint();
Paint stderr_paint();
// A bar can be redrawn on standard error.
bool stderr_is_terminal();

// How many places a text takes in a terminal: its code points (we print no wide ones of our own).
std::size_t display_width(std::string_view text);

// Text that may have come from anybody, without what would act on a terminal; the colours of Paint stay.
std::string shown_safely(std::string_view text);

// Writes to standard output, safely. A failure stays in the stream (ferror), and run() asks for it at the end.
void emit(std::string_view text);
void emit_line(std::string_view text);
// Writes one line to standard error, safely.
void note(std::string_view text);

}  // namespace fiducial::cli
