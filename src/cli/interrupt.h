// Ctrl-C and SIGTERM leave no half files: the signal only sets a mark, work stops at the next check by an exception,
// and output files that were not committed are removed as the stack unwinds. A second signal ends at once.
#pragma once

namespace fiducial::cli {

struct Interrupted {};

// Also ignores SIGPIPE, so that a reader who leaves early ends the program by its write error.
void watch_interrupts();
bool interrupted();
// Throws Interrupted if a signal came.
void check_interrupt();
// Ends the program by the signal that came, as shells expect.
[[noreturn]] void die_of_interrupt();

}  // namespace fiducial::cli
