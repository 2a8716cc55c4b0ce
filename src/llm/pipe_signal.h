// Libraries that write to a server that is gone raise SIGPIPE, which ends a program that does not expect it. The
// program's main ignores it; one that only links the library must not have to.
#pragma once

#include <csignal>
#include <ctime>

namespace fiducial::llm {

// While one of these lives, no SIGPIPE of this thread reaches the program: a write to who is gone just fails.
class PipeSignalBlocked {
 public:
  PipeSignalBlocked() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    sigset_t waiting{};
    was_waiting_ = ::sigpending(&waiting) == 0 && ::sigismember(&waiting, SIGPIPE) == 1;
    (void)::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~PipeSignalBlocked() {
    constexpr timespec kAtOnce{0, 0};
    if (!was_waiting_) (void)::sigtimedwait(&pipe_, nullptr, &kAtOnce);  // takes what has come meanwhile
    (void)::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  PipeSignalBlocked(const PipeSignalBlocked&) = delete;
  PipeSignalBlocked& operator=(const PipeSignalBlocked&) = delete;

 private:
  sigset_t pipe_{}, before_{};
  bool was_waiting_ = false;
};

}  // namespace fiducial::llm
