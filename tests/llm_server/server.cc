#include "server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "certificate.h"

namespace fiducial::llm_server {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

struct Server::Tls {
  test_certificate::Certificate certificate;
  SSL_CTX* context = SSL_CTX_new(TLS_server_method());
  Tls() {
    SSL_CTX_use_certificate(context, certificate.certificate());
    SSL_CTX_use_PrivateKey(context, certificate.key());
  }
  Tls(const Tls&) = delete;
  Tls& operator=(const Tls&) = delete;
  ~Tls() { SSL_CTX_free(context); }
};

// One socket, with TLS or without.
class Server::Connection {
 public:
  Connection(int socket, const Tls* tls) : socket_(socket) {
    if (tls == nullptr) return;
    ssl_ = SSL_new(tls->context);
    SSL_set_fd(ssl_, socket);
    good_ = SSL_accept(ssl_) == 1;
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { SSL_free(ssl_); }

  bool good() const { return good_; }
  int socket() const { return socket_; }

  // More bytes into the buffer; false at the end.
  bool read_more() {
    char room[16384];
    const auto count = ssl_ != nullptr ? static_cast<ssize_t>(SSL_read(ssl_, room, sizeof room))
                                       : ::recv(socket_, room, sizeof room, 0);
    if (count <= 0) return false;
    buffer.append(room, static_cast<std::size_t>(count));
    return true;
  }

  bool write(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto count = ssl_ != nullptr
                             ? static_cast<ssize_t>(SSL_write(ssl_, bytes.data(), static_cast<int>(bytes.size())))
                             : ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }

  // The next whole request; false if the other side left.
  bool read_request(Request& request) {
    std::size_t head = 0;
    while ((head = buffer.find("\r\n\r\n")) == std::string::npos) {
      if (!read_more()) return false;
    }
    parse_head(buffer.substr(0, head), request);
    const std::size_t length = std::stoul("0" + request.headers["content-length"]);
    while (buffer.size() < head + 4 + length) {
      if (!read_more()) return false;
    }
    request.body = buffer.substr(head + 4, length);
    buffer.erase(0, head + 4 + length);
    return true;
  }

  std::string buffer;

 private:
  static void parse_head(const std::string& head, Request& request) {
    const std::size_t blank = head.find(' ');
    request.path = head.substr(blank + 1, head.find(' ', blank + 1) - blank - 1);
    request.headers.clear();
    for (std::size_t at = head.find("\r\n"); at != std::string::npos;) {
      const std::size_t end = std::min(head.find("\r\n", at + 2), head.size());
      const std::string line = head.substr(at + 2, end - at - 2);
      const std::size_t colon = line.find(": ");
      std::string name = line.substr(0, colon);
      for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      if (colon != std::string::npos) request.headers[name] = line.substr(colon + 2);
      at = end == head.size() ? std::string::npos : end;
    }
  }

  int socket_;
  SSL* ssl_ = nullptr;
  bool good_ = true;
};

Reply completion(const std::string& text, const std::string& finish) {
  Reply reply;
  reply.body =
      Json{{"id", "test"},
           {"object", "chat.completion"},
           {"choices",
            {{{"index", 0}, {"message", {{"role", "assistant"}, {"content", text}}}, {"finish_reason", finish}}}},
           {"usage", {{"prompt_tokens", 100}, {"completion_tokens", text.size() / 4 + 1}}}}
          .dump();
  return reply;
}

Reply failure(int status, const std::string& code, std::vector<std::string> headers) {
  Reply reply;
  reply.status = status;
  reply.headers = std::move(headers);
  reply.body = Json{{"error", {{"message", "no"}, {"code", code}}}}.dump();
  return reply;
}

std::string last_message(const Request& request) {
  return Json::parse(request.body)["messages"].back()["content"];
}

bool wants_embeddings(const Request& request) {
  return request.path.find("/embeddings") != std::string::npos;
}

std::vector<std::string> inputs(const Request& request) {
  return Json::parse(request.body)["input"];
}

Reply embeddings(const std::vector<std::vector<double>>& vectors) {
  Json data = Json::array();
  for (std::size_t i = 0; i < vectors.size(); ++i)
    data.push_back({{"object", "embedding"}, {"index", i}, {"embedding", vectors[i]}});
  Reply reply;
  reply.body = Json{{"object", "list"}, {"data", data}, {"usage", {{"prompt_tokens", 5}, {"total_tokens", 5}}}}.dump();
  return reply;
}

std::vector<double> letters(const std::string& text) {
  std::vector<double> counts(27, 0.0);
  for (const char c : text) counts[c >= 'a' && c <= 'z' ? static_cast<std::size_t>(c - 'a') : 26] += 1;
  return counts;
}

Reply letter_embeddings(const Request& request) {
  std::vector<std::vector<double>> vectors;
  for (const std::string& text : inputs(request)) vectors.push_back(letters(text));
  return embeddings(vectors);
}

Server::Server(Handler handler, bool tls) : handler_(std::move(handler)) {
  (void)std::signal(SIGPIPE, SIG_IGN);   // OpenSSL writes without MSG_NOSIGNAL
  ::setenv("no_proxy", "127.0.0.1", 1);  // ours is no address for a proxy
  if (tls) tls_ = std::make_unique<Tls>();
  live();
}

Server::~Server() {
  die();
}

std::string Server::url() const {
  return (tls_ ? "https://127.0.0.1:" : "http://127.0.0.1:") + std::to_string(port_) + "/v1";
}

std::string Server::ca_file() const {
  return tls_->certificate.file();
}

void Server::listen() {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;
  ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port_));
  socklen_t size = sizeof address;
  if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener_, 512) != 0)
    throw std::runtime_error("the test server cannot listen");
  ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
  port_ = ntohs(address.sin_port);
}

void Server::live() {
  listen();
  dead_ = false;
  acceptor_ = std::thread([this] { accept_all(); });
}

void Server::die() {
  {
    const std::lock_guard lock(mutex_);
    if (dead_) return;
    dead_ = true;
    ::shutdown(listener_, SHUT_RDWR);
    for (const int socket : open_) ::shutdown(socket, SHUT_RDWR);
  }
  stopped_.notify_all();
  acceptor_.join();
  ::close(listener_);
  std::unique_lock lock(mutex_);
  stopped_.wait(lock, [this] { return serving_ == 0; });
}

void Server::accept_all() {
  while (true) {
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    const std::lock_guard lock(mutex_);
    if (dead_ || socket < 0) {
      if (socket >= 0) ::close(socket);
      return;
    }
    const int yes = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    open_.push_back(socket);
    ++serving_;
    std::thread([this, socket] { serve(socket); }).detach();
  }
}

void Server::serve(int socket) {
  {
    Connection connection(socket, tls_.get());
    Request request;
    while (connection.good() && connection.read_request(request)) {
      Reply reply;
      {
        const std::lock_guard lock(mutex_);
        request.number = requests_++;
        request.before = bodies_[request.body]++;
        most_ = std::max(most_, ++at_once_);
        reply = handler_(request);
      }
      const bool go_on = answer(connection, reply);
      const std::lock_guard lock(mutex_);
      --at_once_;
      if (!go_on) break;
    }
  }
  const std::lock_guard lock(mutex_);
  open_.remove(socket);
  ::close(socket);
  --serving_;
  stopped_.notify_all();
}

// Waits; true if the server died or the client left meanwhile.
bool Server::dead_within(double seconds, int socket) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (std::chrono::steady_clock::now() < end) {
    std::unique_lock lock(mutex_);
    if (dead_) return true;
    const auto left =
        std::min<std::chrono::duration<double>>(end - std::chrono::steady_clock::now(), std::chrono::milliseconds(50));
    stopped_.wait_for(lock, left);
    if (dead_) return true;
    lock.unlock();
    pollfd state{socket, POLLRDHUP, 0};
    if (::poll(&state, 1, 0) > 0 && (state.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0) return true;
  }
  return false;
}

// True if the connection can be used for the next request.
bool Server::answer(Connection& connection, const Reply& reply) {
  if (reply.delay > 0 && dead_within(reply.delay, connection.socket())) return false;
  std::string bytes = "HTTP/1.1 " + std::to_string(reply.status) + " Test\r\nContent-Type: " + reply.content_type +
                      "\r\nContent-Length: " + std::to_string(reply.body.size()) + "\r\n";
  for (const std::string& header : reply.headers) bytes += header + "\r\n";
  bytes += "\r\n" + reply.body;
  switch (reply.manner) {
    case Reply::Manner::proper:
      return connection.write(bytes);
    case Reply::Manner::hang:
      (void)dead_within(3600, connection.socket());
      return false;
    case Reply::Manner::reset: {
      const linger now{1, 0};
      ::setsockopt(connection.socket(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
      return false;
    }
    case Reply::Manner::half:
      connection.write(std::string_view(bytes).substr(0, bytes.size() - reply.body.size() / 2));
      ::shutdown(connection.socket(), SHUT_WR);
      return false;
    case Reply::Manner::trickle:
      for (std::size_t at = 0; at < bytes.size(); at += 64) {
        if (!connection.write(std::string_view(bytes).substr(at, 64)) || dead_within(0.005, connection.socket()))
          return false;
      }
      return true;
  }
  return false;
}

std::size_t Server::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

std::size_t Server::most_at_once() const {
  const std::lock_guard lock(mutex_);
  return most_;
}

std::unordered_map<std::string, std::size_t> Server::bodies() const {
  const std::lock_guard lock(mutex_);
  return bodies_;
}

}  // namespace fiducial::llm_server
