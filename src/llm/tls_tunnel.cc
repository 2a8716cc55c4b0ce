#include "llm/tls_tunnel.h"

#include <fcntl.h>
#include <netdb.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <thread>
#include <utility>

#include "llm/pipe_signal.h"

namespace fiducial::llm {
namespace {

[[noreturn]] void no_tunnel(const char* why) {
  throw std::runtime_error(why);
}

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  int get() const { return number_; }
  int release() { return std::exchange(number_, -1); }
  void reset(int number) {
    close();
    number_ = number;
  }

 private:
  void close() {
    if (number_ >= 0) (void)::close(number_);
  }
  int number_;
};

bool wait_for(int descriptor, short what, int milliseconds) {
  pollfd one{descriptor, what, 0};
  int found = 0;
  while ((found = ::poll(&one, 1, milliseconds)) < 0 && errno == EINTR) {
  }
  return found > 0;
}

// A connected socket that does not block.
int connected(const std::string& host, int port, int milliseconds) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list) != 0) no_tunnel("none answers");
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(list, ::freeaddrinfo);
  for (const addrinfo* one = list; one != nullptr; one = one->ai_next) {
    Descriptor socket(::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, one->ai_protocol));
    if (socket.get() < 0) continue;
    if (::connect(socket.get(), one->ai_addr, one->ai_addrlen) != 0 && errno != EINPROGRESS) continue;
    int error = 0;
    socklen_t size = sizeof(error);
    if (wait_for(socket.get(), POLLOUT, milliseconds) &&
        ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0)
      return socket.release();
  }
  no_tunnel("none answers");
}

}  // namespace

struct TlsTunnel::State {
  std::unique_ptr<SSL_CTX, decltype(&::SSL_CTX_free)> context{::SSL_CTX_new(::TLS_client_method()), ::SSL_CTX_free};
  std::unique_ptr<SSL, decltype(&::SSL_free)> tls{nullptr, ::SSL_free};
  Descriptor server, ours, theirs;  // theirs: the other end of the socket that is given away
  Descriptor stop_reading, stop;    // a pipe: closed to end the thread
  std::thread thread;

  void trust(const std::string& ca_file) {
    if (context == nullptr) no_tunnel("TLS is not to be had");
    ::SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
    (void)::SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
    const int trusted = ca_file.empty() ? ::SSL_CTX_set_default_verify_paths(context.get())
                                        : ::SSL_CTX_load_verify_locations(context.get(), ca_file.c_str(), nullptr);
    if (trusted != 1) no_tunnel("expected certificates in ca_file, found none that can be read");
  }

  void shake_hands(const std::string& host, int milliseconds) {
    tls.reset(::SSL_new(context.get()));
    if (tls == nullptr || ::SSL_set_fd(tls.get(), server.get()) != 1) no_tunnel("TLS is not to be had");
    X509_VERIFY_PARAM* const wanted = ::SSL_get0_param(tls.get());
    if (::X509_VERIFY_PARAM_set1_ip_asc(wanted, host.c_str()) != 1) {  // a name, then
      if (::SSL_set1_host(tls.get(), host.c_str()) != 1) no_tunnel("expected the name of a host");
      std::string named = host;  // as SSL_set_tlsext_host_name does it
      (void)::SSL_ctrl(tls.get(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, named.data());
    }
    for (;;) {
      const int done = ::SSL_connect(tls.get());
      if (done == 1) return;
      const int why = ::SSL_get_error(tls.get(), done);
      const bool waits = why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE;
      if (!waits && ::SSL_get_verify_result(tls.get()) != X509_V_OK)
        no_tunnel("its certificate is not valid for that name, or nobody that is trusted vouches for it");
      if (!waits) no_tunnel("it does not speak TLS");
      if (!wait_for(server.get(), why == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT, milliseconds))
        no_tunnel("it does not answer in time");
    }
  }

  void open_socket() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) no_tunnel("no socket is to be had");
    ours.reset(ends[0]);
    theirs.reset(ends[1]);
    if (::fcntl(theirs.get(), F_SETFL, O_NONBLOCK) != 0 || ::pipe2(ends.data(), O_CLOEXEC) != 0)
      no_tunnel("no socket is to be had");
    stop_reading.reset(ends[0]);
    stop.reset(ends[1]);
  }

  // Sends all of the bytes into the TLS connection; false if it is over.
  bool send_all(const char* bytes, int size) {
    while (size > 0) {
      const int sent = ::SSL_write(tls.get(), bytes, size);
      if (sent > 0) {
        bytes += sent;
        size -= sent;
        continue;
      }
      const int why = ::SSL_get_error(tls.get(), sent);
      if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) return false;
      if (!wait_for(server.get(), why == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT, 10'000)) return false;
    }
    return true;
  }

  // What has come through TLS goes to the socket; false if either is over.
  bool receive_all() {
    std::array<char, 16384> room{};
    for (;;) {
      const int got = ::SSL_read(tls.get(), room.data(), static_cast<int>(room.size()));
      if (got <= 0) {
        const int why = ::SSL_get_error(tls.get(), got);
        return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE;
      }
      for (ssize_t done = 0; done < got;) {
        const ssize_t put =
            ::send(theirs.get(), room.data() + done, static_cast<std::size_t>(got - done), MSG_NOSIGNAL);
        if (put > 0) {
          done += put;
        } else if (errno != EAGAIN || !wait_for(theirs.get(), POLLOUT, 10'000)) {
          return false;
        }
      }
    }
  }

  void pass_on() {
    const PipeSignalBlocked blocked;
    std::array<char, 16384> room{};
    std::array<pollfd, 3> both{};
    both[0] = {server.get(), POLLIN, 0};
    both[1] = {theirs.get(), POLLIN, 0};
    both[2] = {stop_reading.get(), POLLIN, 0};
    for (;;) {
      if (::poll(both.data(), both.size(), -1) < 0 && errno != EINTR) break;
      if (both[2].revents != 0) break;
      if (both[0].revents != 0 && !receive_all()) break;
      if (both[1].revents != 0) {
        const ssize_t got = ::recv(theirs.get(), room.data(), room.size(), 0);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) break;
        if (got > 0 && !send_all(room.data(), static_cast<int>(got))) break;
        if (!receive_all()) break;
      }
    }
    (void)::SSL_shutdown(tls.get());
    (void)::shutdown(theirs.get(), SHUT_RDWR);  // who reads there sees the end
  }
};

TlsTunnel::TlsTunnel(const std::string& host, int port, const std::string& ca_file, int patience_seconds)
    : state_(std::make_unique<State>()) {
  const PipeSignalBlocked blocked;
  const int milliseconds = patience_seconds * 1000;
  state_->trust(ca_file);
  state_->server.reset(connected(host, port, milliseconds));
  state_->shake_hands(host, milliseconds);
  ::ERR_clear_error();
  state_->open_socket();
  state_->thread = std::thread([state = state_.get()] { state->pass_on(); });
}

TlsTunnel::~TlsTunnel() {
  state_->stop.reset(-1);
  if (state_->thread.joinable()) state_->thread.join();
}

int TlsTunnel::take_socket() {
  return state_->ours.release();
}

}  // namespace fiducial::llm
