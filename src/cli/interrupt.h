// Ctrl-C, SIGTERM and SIGHUP leave no half files. The signal sets a mark; work stops at the next check by an exception,
// and output files that were not committed are removed as the stack unwinds. Should the work be in the middle of
// something long, a watcher ends the program two seconds later, or at once if a second signal comes: it removes what is
// temporary and lets nothing be put in place any more. In every case the program ends by the signal.
#pragma once

namespace fiducial::cli {

struct Interrupted {};

// Also ignores SIGPIPE, so that a reader who leaves early ends the program by its write error. A signal that the
// program was started without (nohup, a job in the background) stays ignored.
void watch_interrupts();
bool interrupted();
// Throws Interrupted if a signal came.
void check_interrupt();
// Ends the program by the signal that came, as shells expect.
[[noreturn]] void die_of_interrupt();

}  // namespace fiducial::cli
