// The HTTP server: sockets, TLS, limits and the graceful end. It knows nothing of reports; what to answer it asks the
// Service. Boost.Asio and Beast are in server.cc and session.h only.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "serve/http.h"
#include "serve/token.h"

namespace fiducial::serve {

// What one client, and all of them together, may cost.
struct Limits {
  std::size_t header = std::size_t{16} << 10;
  std::size_t body = std::size_t{64} << 20;
  std::size_t bodies = std::size_t{512} << 20;  // of all requests at once
  std::size_t connections = 2048;
  std::size_t in_flight = 256;  // requests that wait for a worker or have one
  std::chrono::milliseconds header_time{10'000};
  std::chrono::milliseconds body_time{60'000};
  std::chrono::milliseconds idle_time{75'000};
  std::chrono::milliseconds write_time{60'000};
  std::chrono::milliseconds drain_time{10'000};  // from the signal to the end
};

struct Listen {
  std::string address = "127.0.0.1";
  unsigned short port = 0;       // 0: any that is free
  std::string certificate, key;  // PEM files; both or none
  unsigned threads = 0;          // 0: as many as the machine has
};

// A body that is taken in pieces and answered in pieces: lines in, lines out.
class LineStream {
 public:
  virtual ~LineStream() = default;
  virtual std::string_view content_type() const = 0;
  // The next bytes, and what can be said by now.
  virtual std::string feed(std::string_view bytes) = 0;
  // The end, and the rest of what there is to say.
  virtual std::string finish() = 0;
};

// What became of a request, for the log and the counters.
struct Finished {
  std::string_view method, path;
  int status = 0;
  std::chrono::nanoseconds time{};
  std::size_t bytes_in = 0, bytes_out = 0;
};

// All functions may be called by several threads at once.
class Service {
 public:
  virtual ~Service() = default;
  // An answer without the body: a request that is refused. Nothing: go on.
  virtual std::optional<Response> refuse(const Request& head, const Credentials& credentials) const = 0;
  virtual Response answer(const Request& request) = 0;
  // Takes long or waits for the disk: not to be answered by a thread that reads and writes connections.
  virtual bool is_long(const Request& head) const = 0;
  // Not null: the body goes there as it comes.
  virtual std::unique_ptr<LineStream> stream(const Request& head) = 0;
  virtual void finished(const Finished& what) = 0;
  // Now and then, by one thread at a time.
  virtual void tick() = 0;
};

class Server {
 public:
  // Listens; std::runtime_error says why it cannot (a port in use, a bad certificate).
  Server(const Listen& listen, const Limits& limits);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  unsigned short port() const;
  // Serves until SIGTERM, SIGINT or stop(): then takes no new connection, ends what is under way, and returns.
  void run(Service& service);
  // From any thread.
  void stop();
  std::size_t connections() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fiducial::serve
