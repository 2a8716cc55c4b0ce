// HTTP requests, many at a time, on one thread: libcurl's multi interface. Knows TLS, proxies, certificates and
// time-outs; knows nothing of what is said.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "llm/config.h"
#include "llm/secret.h"

namespace fiducial::llm {

// How a request ended.
struct Exchange {
  enum class End {
    reply,          // a whole HTTP reply came
    unreachable,    // no connection: refused, no such host, the TLS handshake broke off
    untrusted,      // the certificate is not one that we trust
    timeout,        // no whole reply in time
    broken,         // reset, or closed before the reply was whole
    misconfigured,  // the request could not be made: a bad address, a CA file that cannot be read
  };
  std::uint64_t ticket = 0;
  End end = End::broken;
  long status = 0;
  std::string content_type, body;
  double retry_after = -1;  // seconds; below 0: the reply did not say
  double seconds = 0;       // the request took
  std::string reason;       // in plain words, if it is no reply
};

class Transport {
 public:
  Transport();
  ~Transport();
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  // Starts a POST. The ticket comes back with its Exchange.
  void post(std::uint64_t ticket, const Endpoint& endpoint, const Secret& key, std::string body);
  // Waits until something ends, at most so many seconds, and gives all that ended.
  std::vector<Exchange> wait(double seconds);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fiducial::llm
