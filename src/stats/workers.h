// Runs the same work on several threads. What is done must not depend on which thread does it.
#pragma once

#include <cstddef>
#include <functional>

namespace fiducial::stats {

// Runs `worker(take)` on up to `threads` threads (0: as many as the machine has; never more than tasks). take() gives
// the next task number, or `tasks` if none is left. The first exception stops the handing out and is thrown here.
using Take = std::function<std::size_t()>;
void run_workers(std::size_t tasks, unsigned threads, const std::function<void(const Take& take)>& worker);

}  // namespace fiducial::stats
