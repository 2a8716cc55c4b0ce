#include "cli/interrupt.h"

#include <csignal>
#include <cstdlib>
#include <initializer_list>

namespace fiducial::cli {
namespace {

volatile std::sig_atomic_t g_signal = 0;

void mark(int signal) {
  g_signal = signal;
}

}  // namespace

void watch_interrupts() {
  struct sigaction action {};
  action.sa_handler = mark;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // no SA_RESTART: a read that waits for a person comes back
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    (void)sigaction(signal, &action, nullptr);
  }
  (void)std::signal(SIGPIPE, SIG_IGN);
}

bool interrupted() {
  return g_signal != 0;
}

void check_interrupt() {
  if (interrupted()) throw Interrupted{};
}

void die_of_interrupt() {
  const int signal = g_signal != 0 ? g_signal : SIGINT;
  (void)std::signal(signal, SIG_DFL);
  (void)std::raise(signal);
  std::_Exit(128 + signal);
}

}  // namespace fiducial::cli
