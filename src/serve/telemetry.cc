#include "serve/telemetry.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "fiducial/score.h"

namespace fiducial::serve {
namespace {

constexpr std::size_t kLogBuffer = std::size_t{32} << 10;

// Method as it was sent is the client's text: only known ones are told.
std::string_view known_method(std::string_view method) {
  constexpr std::string_view kKnown[] = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"};
  return std::find(std::begin(kKnown), std::end(kKnown), method) != std::end(kKnown) ? method : "other";
}

std::string now_text() {
  const auto now = std::chrono::system_clock::now();
  const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count();
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(static_cast<std::time_t>(since / 1000)), since % 1000);
}

}  // namespace

Telemetry::Telemetry(std::vector<std::string> routes, WriteLog log) : routes_(routes.size()), log_(std::move(log)) {
  for (std::size_t i = 0; i < routes.size(); ++i) routes_[i].pattern = std::move(routes[i]);
}

void Telemetry::add(const Served& served) {
  Route& route = routes_[std::min(served.route, routes_.size() - 1)];
  ++route.by_class[static_cast<std::size_t>(std::clamp(served.status / 100, 0, 5))];
  const auto bound = std::lower_bound(kBounds.begin(), kBounds.end(), served.seconds);
  ++route.by_time[static_cast<std::size_t>(bound - kBounds.begin())];
  route.nanoseconds += static_cast<std::uint64_t>(served.seconds * 1e9);
  route.bytes_in += served.bytes_in;
  route.bytes_out += served.bytes_out;
  if (!log_) return;
  const std::string line =
      fmt::format(R"({{"time":"{}","method":"{}","route":"{}","status":{},"ms":{:.3f},"bytes_in":{},"bytes_out":{}}})"
                  "\n",
                  now_text(), known_method(served.method), route.pattern, served.status, served.seconds * 1e3,
                  served.bytes_in, served.bytes_out);
  const std::lock_guard lock(mutex_);
  lines_ += line;
  if (lines_.size() < kLogBuffer) return;
  log_(lines_);
  lines_.clear();
}

void Telemetry::flush() {
  const std::lock_guard lock(mutex_);
  if (log_ && !lines_.empty()) log_(lines_);
  lines_.clear();
}

std::string Telemetry::text(std::size_t connections) const {
  std::string requests, times, bytes;
  for (const Route& route : routes_) {
    for (std::size_t c = 1; c < route.by_class.size(); ++c) {
      if (route.by_class[c] > 0)
        requests += fmt::format("fiducial_requests_total{{route=\"{}\",status=\"{}xx\"}} {}\n", route.pattern, c,
                                route.by_class[c].load());
    }
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < route.by_time.size(); ++i) {
      below += route.by_time[i];
      const std::string bound = i < kBounds.size() ? fmt::format("{}", kBounds[i]) : "+Inf";
      times +=
          fmt::format("fiducial_request_seconds_bucket{{route=\"{}\",le=\"{}\"}} {}\n", route.pattern, bound, below);
    }
    times += fmt::format(
        "fiducial_request_seconds_sum{{route=\"{0}\"}} {1:.9f}\nfiducial_request_seconds_count{{route=\"{0}\"}} {2}\n",
        route.pattern, static_cast<double>(route.nanoseconds) / 1e9, below);
    bytes += fmt::format(
        "fiducial_received_bytes_total{{route=\"{0}\"}} {1}\nfiducial_sent_bytes_total{{route=\"{0}\"}} {2}\n",
        route.pattern, route.bytes_in.load(), route.bytes_out.load());
  }
  const double uptime = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  return fmt::format(
      "# HELP fiducial_info The program.\n# TYPE fiducial_info gauge\nfiducial_info{{version=\"{}\"}} 1\n"
      "# HELP fiducial_uptime_seconds Since the start.\n# TYPE fiducial_uptime_seconds gauge\n"
      "fiducial_uptime_seconds {:.3f}\n"
      "# HELP fiducial_connections Open connections.\n# TYPE fiducial_connections gauge\nfiducial_connections {}\n"
      "# HELP fiducial_pairs_total Pairs of reports measured.\n# TYPE fiducial_pairs_total counter\n"
      "fiducial_pairs_total {}\n"
      "# HELP fiducial_requests_total Requests answered.\n# TYPE fiducial_requests_total counter\n{}"
      "# HELP fiducial_request_seconds From the head of a request to the end of its answer.\n"
      "# TYPE fiducial_request_seconds histogram\n{}"
      "# HELP fiducial_received_bytes_total Bytes of requests.\n# TYPE fiducial_received_bytes_total counter\n"
      "# HELP fiducial_sent_bytes_total Bytes of answers.\n# TYPE fiducial_sent_bytes_total counter\n{}",
      program_version(), uptime, connections, pairs_.load(), requests, times, bytes);
}

}  // namespace fiducial::serve
