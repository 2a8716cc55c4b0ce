// Debian's Redis on a port of its own, in memory only, as long as the test runs.
#pragma once

#include <sys/types.h>

#include <string>

namespace fiducial {

class RedisServer {
 public:
  // With `tls`, a folder that has key.pem and certificate.pem, it speaks TLS only.
  explicit RedisServer(const std::string& password = "", const std::string& tls = "");
  ~RedisServer();
  RedisServer(const RedisServer&) = delete;
  RedisServer& operator=(const RedisServer&) = delete;

  bool running() const { return port_ != 0; }
  std::string url(const std::string& host = "127.0.0.1") const {
    return (tls_ ? "rediss://" : "redis://") + host + ":" + std::to_string(port_);
  }

 private:
  pid_t child_ = -1;
  int port_ = 0;
  bool tls_ = false;
};

}  // namespace fiducial
