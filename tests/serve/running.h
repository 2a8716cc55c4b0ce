// The server in this process, on a free port, until the test ends.
#pragma once

#include <memory>
#include <string>
#include <thread>

#include "serve/api.h"

namespace fiducial::serve_test {

inline constexpr const char* kToken = "0123456789abcdef-token";

class Running {
 public:
  explicit Running(const serve::Limits& limits = {}, serve::Telemetry::WriteLog log = {})
      : Running({"127.0.0.1", 0, "", "", 2}, limits, std::move(log)) {}
  Running(const serve::Listen& listen, const serve::Limits& limits, serve::Telemetry::WriteLog log = {})
      : server_(listen, limits) {
    serve::ApiOptions options;
    options.log = std::move(log);
    const std::string scheme = listen.certificate.empty() ? "http" : "https";
    api_ = std::make_unique<serve::Api>(
        serve::Door(kToken, {"127.0.0.1", "localhost", listen.address}, server_.port(), scheme), std::move(options));
    api_->count_connections([this] { return server_.connections(); });
    port_ = server_.port();
    thread_ = std::thread([this] { server_.run(*api_); });
  }
  ~Running() { stop(); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // Ends as a signal would; returns when the last answer is out.
  void stop() {
    if (!thread_.joinable()) return;
    server_.stop();
    thread_.join();
  }
  unsigned short port() const { return port_; }
  std::size_t connections() const { return server_.connections(); }

 private:
  serve::Server server_;
  std::unique_ptr<serve::Api> api_;
  unsigned short port_ = 0;
  std::thread thread_;
};

}  // namespace fiducial::serve_test
