// What the service says of itself: counters for Prometheus, and one line of JSON a request. Neither has any text of a
// report, nor an address as it was sent: a route is named by its pattern.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace fiducial::serve {

struct Served {
  std::size_t route = 0;  // by number; the last is "other"
  std::string_view method;
  int status = 0;
  double seconds = 0;
  std::size_t bytes_in = 0, bytes_out = 0;
};

class Telemetry {
 public:
  using WriteLog = std::function<void(std::string_view lines)>;
  // `log` gets lines now and then; empty: there is no log.
  Telemetry(std::vector<std::string> routes, WriteLog log);

  void add(const Served& served);
  void add_pairs(std::size_t count) { pairs_ += count; }
  void flush();
  // Prometheus' text format.
  std::string text(std::size_t connections) const;

 private:
  static constexpr std::array<double, 12> kBounds{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                                  0.05,   0.1,   0.25,   0.5,   1,    5};
  struct Route {
    std::string pattern;
    std::array<std::atomic<std::uint64_t>, 6> by_class{};  // 0xx unused, 1xx … 5xx
    std::array<std::atomic<std::uint64_t>, kBounds.size() + 1> by_time{};
    std::atomic<std::uint64_t> nanoseconds{0}, bytes_in{0}, bytes_out{0};
  };
  std::vector<Route> routes_;
  std::atomic<std::uint64_t> pairs_{0};
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  WriteLog log_;
  std::mutex mutex_;
  std::string lines_;  // under the mutex
};

}  // namespace fiducial::serve
