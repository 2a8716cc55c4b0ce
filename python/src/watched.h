// Long work without the GIL: it goes on in a thread of its own while the calling thread looks for Ctrl-C and shows
// progress fifty times a second.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>

#include "fiducial/scorer.h"

namespace fiducial::python {

struct Stopped {};

// Called with the GIL, which is released while `work(watch)` runs. `progress` is None or called with the number done.
template <class Work>
auto watched(const nanobind::object& progress, const Work& work) {
  using Result = std::invoke_result_t<Work, const Watch&>;
  std::atomic<bool> stop{false};
  std::atomic<std::size_t> done{0};
  const Watch watch{[&done](std::size_t count) { done = count; },
                    [&stop] {
                      if (stop) throw Stopped{};
                    }};
  std::optional<Result> result;
  std::exception_ptr failure;
  std::mutex guard;
  std::condition_variable ended;
  bool over = false;
  std::thread worker([&] {
    try {
      result.emplace(work(watch));
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(guard);
    over = true;
    ended.notify_all();
  });
  const auto wait = [&] {
    const nanobind::gil_scoped_release nothing;
    std::unique_lock lock(guard);
    return ended.wait_for(lock, std::chrono::milliseconds(20), [&] { return over; });
  };
  const auto join = [&] {
    const nanobind::gil_scoped_release nothing;
    worker.join();
  };
  while (!wait()) {
    try {
      if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
      if (!progress.is_none()) progress(done.load());
    } catch (...) {
      stop = true;
      join();
      throw;
    }
  }
  join();
  if (failure) std::rethrow_exception(failure);
  return std::move(*result);
}

}  // namespace fiducial::python
