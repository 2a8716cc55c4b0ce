// Debian's Redis on a port of its own, in memory only, as long as the test runs.
#pragma once

#include <sys/types.h>

#include <string>

namespace fiducial {

class RedisServer {
 public:
  explicit RedisServer(const std::string& password = "");
  ~RedisServer();
  RedisServer(const RedisServer&) = delete;
  RedisServer& operator=(const RedisServer&) = delete;

  bool running() const { return port_ != 0; }
  std::string url() const { return "redis://127.0.0.1:" + std::to_string(port_); }

 private:
  pid_t child_ = -1;
  int port_ = 0;
};

}  // namespace fiducial
