// See workers.h.
#include "workers.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace fiducial::stats {

void run_workers(std::size_t tasks, unsigned threads, const std::function<void(const Take& take)>& worker) {
  if (tasks == 0) return;
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t count = std::min<std::size_t>(threads, tasks);

  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const Take take = [&] { return std::min(next.fetch_add(1, std::memory_order_relaxed), tasks); };
  const auto guarded = [&] {
    try {
      worker(take);
    } catch (...) {
      const std::scoped_lock lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      next.store(tasks, std::memory_order_relaxed);
    }
  };
  {
    std::vector<std::jthread> others;
    others.reserve(count - 1);
    for (std::size_t i = 1; i < count; ++i) others.emplace_back(guarded);
    guarded();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace fiducial::stats
