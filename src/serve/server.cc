#include "serve/server.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "serve/session.h"

namespace fiducial::serve {
namespace {

// Every connection is an open file.
void allow_open_files() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  (void)setrlimit(RLIMIT_NOFILE, &files);
}

unsigned threads_of(const Listen& listen) {
  return listen.threads > 0 ? listen.threads : std::max(2U, std::thread::hardware_concurrency());
}

void use_certificate(asio::ssl::context& context, const Listen& listen) {
  Error error;
  context.set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                      asio::ssl::context::no_tlsv1_1);
  for (const std::string& file : {listen.certificate, listen.key}) {
    if (::access(file.c_str(), R_OK) != 0)
      throw std::runtime_error(fmt::format("{}: expected a PEM file, but: {}", file, std::strerror(errno)));
  }
  context.use_certificate_chain_file(listen.certificate, error);
  if (error)
    throw std::runtime_error(
        fmt::format("{}: expected a certificate (PEM), but: {}", listen.certificate, error.message()));
  context.use_private_key_file(listen.key, asio::ssl::context::pem, error);
  if (error)
    throw std::runtime_error(
        fmt::format("{}: expected the certificate's key (PEM), but: {}", listen.key, error.message()));
}

tcp::acceptor listening(asio::io_context& io, const Listen& listen) {
  Error error;
  const auto address = asio::ip::make_address(listen.address, error);
  if (error) throw std::runtime_error(fmt::format("--host: expected an IP address, found '{}'", listen.address));
  tcp::acceptor acceptor(io);
  const tcp::endpoint endpoint(address, listen.port);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error == asio::error::address_in_use)
    throw std::runtime_error(fmt::format(
        "port {} is in use: another server runs there; choose one with --port, 0 takes any that is free", listen.port));
  if (error)
    throw std::runtime_error(
        fmt::format("cannot listen on {} port {}: {}", listen.address, listen.port, error.message()));
  return acceptor;
}

}  // namespace

struct Server::State {
  unsigned threads;
  asio::io_context io;
  tcp::acceptor acceptor;
  std::optional<asio::ssl::context> tls;
  std::shared_ptr<Shared> shared = std::make_shared<Shared>();
  asio::signal_set signals{io};
  asio::steady_timer ticker{io}, deadline{io}, pause{io};

  State(const Listen& listen, const Limits& limits)
      : threads(threads_of(listen)), io(static_cast<int>(threads)), acceptor(listening(io, listen)) {
    shared->limits = limits;
    if (listen.certificate.empty()) return;
    tls.emplace(asio::ssl::context::tls_server);
    use_certificate(*tls, listen);
  }

  void accept() {
    acceptor.async_accept(asio::make_strand(io), [this](Error error, tcp::socket socket) {
      if (shared->ending || error == asio::error::operation_aborted) return;
      if (error) return accept_later();  // no more open files, for one
      take(std::move(socket));
      accept();
    });
  }
  void accept_later() {
    pause.expires_after(std::chrono::milliseconds(50));
    pause.async_wait([this](Error error) {
      if (!error) accept();
    });
  }

  void take(tcp::socket socket) {
    if (count() >= shared->limits.connections) return turn_away(std::move(socket));
    Error ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    if (tls)
      std::make_shared<Session<beast::ssl_stream<beast::tcp_stream>>>(
          beast::ssl_stream<beast::tcp_stream>(beast::tcp_stream(std::move(socket)), *tls), shared)
          ->start();
    else
      std::make_shared<Session<beast::tcp_stream>>(beast::tcp_stream(std::move(socket)), shared)->start();
  }

  // One write that must not wait: a few bytes into an empty buffer.
  void turn_away(tcp::socket socket) const {
    Error ignored;
    if (!tls) {
      socket.non_blocking(true, ignored);
      constexpr std::string_view kBusy =
          "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
      socket.write_some(asio::buffer(kBusy), ignored);
    }
    socket.shutdown(tcp::socket::shutdown_send, ignored);
  }

  std::size_t count() const {
    const std::lock_guard lock(shared->mutex);
    return shared->connections.size();
  }

  void tick() {
    ticker.expires_after(std::chrono::milliseconds(250));
    ticker.async_wait([this](Error error) {
      if (error) return;
      shared->service->tick();
      tick();
    });
  }

  std::vector<std::shared_ptr<Connection>> alive() const {
    std::vector<std::shared_ptr<Connection>> list;
    const std::lock_guard lock(shared->mutex);
    for (Connection* connection : shared->connections) {
      if (auto one = connection->alive()) list.push_back(std::move(one));
    }
    return list;
  }

  void end() {
    if (shared->ending.exchange(true)) return;
    Error ignored;
    acceptor.close(ignored);
    pause.cancel();
    signals.cancel(ignored);
    ticker.cancel();
    for (const auto& connection : alive()) connection->end();
    wait_for_last(std::chrono::steady_clock::now() + shared->limits.drain_time);
  }
  void wait_for_last(std::chrono::steady_clock::time_point until) {
    if (count() == 0 || std::chrono::steady_clock::now() > until) return io.stop();
    deadline.expires_after(std::chrono::milliseconds(10));
    deadline.async_wait([this, until](Error error) {
      if (!error) wait_for_last(until);
    });
  }
};

Server::Server(const Listen& listen, const Limits& limits) {
  allow_open_files();
  state_ = std::make_unique<State>(listen, limits);
}
Server::~Server() = default;

unsigned short Server::port() const {
  return state_->acceptor.local_endpoint().port();
}

std::size_t Server::connections() const {
  return state_->count();
}

void Server::run(Service& service) {
  asio::thread_pool workers(state_->threads);
  state_->shared->service = &service;
  state_->shared->workers = &workers;
  state_->signals.add(SIGTERM);
  state_->signals.add(SIGINT);
  state_->signals.async_wait([this](Error error, int /*signal*/) {
    if (!error) state_->end();
  });
  state_->accept();
  state_->tick();
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < state_->threads; ++i) threads.emplace_back([this] { state_->io.run(); });
    state_->io.run();
  }
  workers.stop();
  workers.join();
  service.tick();
}

void Server::stop() {
  asio::post(state_->io, [this] { state_->end(); });
}

}  // namespace fiducial::serve
