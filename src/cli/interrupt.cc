#include "cli/interrupt.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <initializer_list>
#include <string_view>
#include <thread>

#include "io/temporaries.h"

namespace fiducial::cli {
namespace {

constexpr int kPatience = 2000;  // milliseconds

volatile std::sig_atomic_t g_signal = 0;
int g_pipe[2] = {-1, -1};  // each signal is a byte

void mark(int signal) {
  const int error = errno;
  g_signal = signal;
  const char byte = 0;
  [[maybe_unused]] const ssize_t written = ::write(g_pipe[1], &byte, 1);
  errno = error;
}

// Waits for a signal; false after so many milliseconds, never if they are negative.
bool wait_for_signal(int milliseconds) {
  pollfd ready{g_pipe[0], POLLIN, 0};
  int found = -1;
  while (found < 0) found = ::poll(&ready, 1, milliseconds);
  char byte = 0;
  return found > 0 && ::read(g_pipe[0], &byte, 1) == 1;
}

void end_what_does_not_end() {
  if (!wait_for_signal(-1)) return;
  (void)wait_for_signal(kPatience);
  io::remove_temporaries();
  constexpr std::string_view kSaid = "interrupted; no output file was changed\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kSaid.data(), kSaid.size());
  die_of_interrupt();
}

}  // namespace

void watch_interrupts() {
  (void)std::signal(SIGPIPE, SIG_IGN);
  (void)std::signal(SIGXFSZ, SIG_IGN);                       // a file that grows too large is a write error
  if (::pipe2(g_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return;  // then signals do what they do by default
  struct sigaction action {};
  action.sa_handler = mark;  // no SA_RESTART: a read that waits for a person comes back
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    (void)sigaction(signal, &action, nullptr);
  }
  std::thread(end_what_does_not_end).detach();
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
