// One connection: requests one after the other, each read, answered and written within its limits.
//
//   idle ──first byte──► head ──refused──► answer, drain, close
//                          │
//                          ├─ a stream: read a piece, feed it, write what comes, …
//                          └─ else: body ──► answer (small ones at once, large ones by a worker) ──► write ──► idle
#pragma once

#include <atomic>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <mutex>
#include <optional>
#include <unordered_set>

#include "serve/server.h"

namespace fiducial::serve {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using tcp = asio::ip::tcp;
using Error = boost::system::error_code;

class Connection {
 public:
  virtual ~Connection() = default;
  // Itself, unless it is just going.
  virtual std::shared_ptr<Connection> alive() = 0;
  // The server ends: close if idle, else after the answer.
  virtual void end() = 0;
};

// What all connections share.
struct Shared {
  Limits limits;
  Service* service = nullptr;
  asio::thread_pool* workers = nullptr;
  std::atomic<std::size_t> in_flight{0}, bodies{0};
  std::atomic<bool> ending{false};
  std::mutex mutex;
  std::unordered_set<Connection*> connections;  // under the mutex
};

// `answer` as Beast writes it, with the headers that every answer has.
http::response<http::string_body> message_of(Response answer, unsigned version, bool keep_alive, bool head_only);
// The head of an answer that comes in chunks.
std::string chunked_head(std::string_view content_type);
std::string chunk(std::string_view bytes);
// The request without its body. Empty if the target is no path.
bool head_of(const http::request<http::empty_body>& message, Request& out);
Credentials credentials_of(const http::request<http::empty_body>& message);
int status_of(const Error& error);

// Bodies of up to this many bytes are answered by the thread that read them.
inline constexpr std::size_t kAtOnce = std::size_t{16} << 10;
inline constexpr std::size_t kFirstRead = std::size_t{4} << 10;

inline beast::tcp_stream& lowest(beast::tcp_stream& stream) {
  return stream;
}
inline beast::tcp_stream& lowest(beast::ssl_stream<beast::tcp_stream>& stream) {
  return stream.next_layer();
}

template <class Stream>
class Session final : public Connection, public std::enable_shared_from_this<Session<Stream>> {
 public:
  Session(Stream stream, std::shared_ptr<Shared> shared) : stream_(std::move(stream)), shared_(std::move(shared)) {
    const std::lock_guard lock(shared_->mutex);
    shared_->connections.insert(this);
  }
  ~Session() override {
    release_body();
    const std::lock_guard lock(shared_->mutex);
    shared_->connections.erase(this);
  }

  void start() {
    asio::dispatch(stream_.get_executor(), [self = this->shared_from_this()] { self->begin(); });
  }

  std::shared_ptr<Connection> alive() override { return this->weak_from_this().lock(); }
  void end() override {
    asio::post(stream_.get_executor(), [self = this->shared_from_this()] {
      if (self->idle_) self->close();
    });
  }

 private:
  using Clock = std::chrono::steady_clock;

  void begin() {
    if constexpr (std::is_same_v<Stream, beast::tcp_stream>) {
      wait();
    } else {
      lowest(stream_).expires_after(shared_->limits.header_time);
      stream_.async_handshake(asio::ssl::stream_base::server, [self = this->shared_from_this()](Error error) {
        if (!error) self->wait();
      });
    }
  }

  // Until the first byte of the next request.
  void wait() {
    release_body();
    if (shared_->ending) return close();
    if (buffer_.size() > 0) return read_head();
    idle_ = true;
    lowest(stream_).expires_after(shared_->limits.idle_time);
    stream_.async_read_some(buffer_.prepare(kFirstRead),
                            [self = this->shared_from_this()](Error error, std::size_t count) {
                              self->idle_ = false;
                              if (error) return self->close();
                              self->buffer_.commit(count);
                              self->read_head();
                            });
  }

  void read_head() {
    head_parser_.emplace();
    head_parser_->header_limit(static_cast<std::uint32_t>(shared_->limits.header));
    head_parser_->body_limit(shared_->limits.body);
    began_ = Clock::now();
    request_ = {};
    bytes_in_ = 0;
    lowest(stream_).expires_after(shared_->limits.header_time);
    http::async_read_header(stream_, buffer_, *head_parser_,
                            [self = this->shared_from_this()](Error error, std::size_t count) {
                              self->bytes_in_ += count;
                              self->have_head(error);
                            });
  }

  void have_head(Error error) {
    if (error == http::error::end_of_stream || error == beast::error::timeout) return close();
    if (error) return refuse(error_response(status_of(error), "this is no HTTP request that can be read"));
    const auto& message = head_parser_->get();
    version_ = message.version();
    keep_alive_ = message.keep_alive();
    if (!head_of(message, request_)) return refuse(error_response(400, "expected a path and one Host"));
    if (auto refused = shared_->service->refuse(request_, credentials_of(message))) return refuse(std::move(*refused));
    const std::size_t expected = head_parser_->content_length() ? *head_parser_->content_length() : 0;
    if (expected > shared_->limits.body) return refuse(error_response(413, "the body is larger than the limit"));
    continue_100_ = beast::iequals(message[http::field::expect], "100-continue");
    if (auto lines = shared_->service->stream(request_)) return begin_stream(std::move(lines));
    // A body of unknown length may become as large as the limit.
    body_held_ = head_parser_->chunked() ? shared_->limits.body : expected;
    if (shared_->bodies.fetch_add(body_held_) + body_held_ > shared_->limits.bodies)
      return refuse(busy("too many large requests at once"));
    if (continue_100_)
      send_continue([](Session& s) { s.read_body(); });
    else
      read_body();
  }

  template <class Next>
  void send_continue(Next next) {
    text_ = "HTTP/1.1 100 Continue\r\n\r\n";
    lowest(stream_).expires_after(shared_->limits.write_time);
    asio::async_write(stream_, asio::buffer(text_),
                      [self = this->shared_from_this(), next](Error error, std::size_t /*count*/) {
                        if (error) return self->close();
                        next(*self);
                      });
  }

  void read_body() {
    body_parser_.emplace(std::move(*head_parser_));
    lowest(stream_).expires_after(shared_->limits.body_time);
    http::async_read(stream_, buffer_, *body_parser_,
                     [self = this->shared_from_this()](Error error, std::size_t count) {
                       self->bytes_in_ += count;
                       self->have_body(error);
                     });
  }

  void have_body(Error error) {
    if (error == http::error::body_limit) return refuse(error_response(413, "the body is larger than the limit"));
    if (error == beast::error::timeout || error == http::error::partial_message) return close();
    if (error) return refuse(error_response(400, "the body cannot be read"));
    request_.body = std::move(body_parser_->get().body());
    if (request_.body.size() <= kAtOnce && !shared_->service->is_long(request_))
      return write(shared_->service->answer(request_));
    if (shared_->in_flight.fetch_add(1) >= shared_->limits.in_flight) {
      shared_->in_flight.fetch_sub(1);
      return write(busy("too many requests at once"));
    }
    asio::post(*shared_->workers, [self = this->shared_from_this()] {
      Response answer = self->shared_->service->answer(self->request_);
      self->shared_->in_flight.fetch_sub(1);
      asio::post(self->stream_.get_executor(),
                 [self, answer = std::move(answer)]() mutable { self->write(std::move(answer)); });
    });
  }

  static Response busy(const char* why) {
    Response answer = error_response(503, why);
    answer.headers.emplace_back("Retry-After", "1");
    return answer;
  }

  void write(Response answer) {
    const int status = answer.status;
    keep_alive_ = keep_alive_ && !shared_->ending;
    answer_.emplace(message_of(std::move(answer), version_, keep_alive_, request_.method == "HEAD"));
    lowest(stream_).expires_after(shared_->limits.write_time);
    http::async_write(stream_, *answer_, [self = this->shared_from_this(), status](Error error, std::size_t count) {
      self->finished(status, count);
      self->answer_.reset();
      if (error) return self->close();
      if (!self->keep_alive_) return self->drain();
      self->request_.body = {};
      self->wait();
    });
  }

  // Answers without reading the rest, and ends the connection: what follows cannot be told apart from a request.
  void refuse(Response answer) {
    keep_alive_ = false;
    write(std::move(answer));
  }

  void finished(int status, std::size_t count) {
    shared_->service->finished({request_.method, request_.path, status, Clock::now() - began_, bytes_in_, count});
  }

  // ------------------------------------------------------------------------------------------------------- streams

  void begin_stream(std::unique_ptr<LineStream> lines) {
    lines_ = std::move(lines);
    keep_alive_ = false;
    head_parser_->body_limit(boost::none);
    piece_parser_.emplace(std::move(*head_parser_));
    piece_.resize(std::size_t{64} << 10);
    stream_out_ = 0;
    if (continue_100_)
      send_continue([](Session& s) { s.stream_head(); });
    else
      stream_head();
  }
  void stream_head() { write_text(chunked_head(lines_->content_type()), &Session::read_piece); }

  void write_text(std::string text, void (Session::*next)()) {
    text_ = std::move(text);
    lowest(stream_).expires_after(shared_->limits.write_time);
    asio::async_write(stream_, asio::buffer(text_),
                      [self = this->shared_from_this(), next](Error error, std::size_t count) {
                        self->stream_out_ += count;
                        if (error) return self->close();
                        (self.get()->*next)();
                      });
  }

  void read_piece() {
    if (piece_parser_->is_done()) return end_stream();
    piece_parser_->get().body() = {piece_.data(), piece_.size(), true};
    lowest(stream_).expires_after(shared_->limits.body_time);
    http::async_read(stream_, buffer_, *piece_parser_,
                     [self = this->shared_from_this()](Error error, std::size_t count) {
                       self->bytes_in_ += count;
                       self->have_piece(error);
                     });
  }

  void have_piece(Error error) {
    if (error && error != http::error::need_buffer) return close();
    const std::size_t used = piece_.size() - piece_parser_->get().body().size;
    work([self = this, used] { return chunk(self->lines_->feed({self->piece_.data(), used})); }, &Session::read_piece);
  }

  // Away from the threads that read and write: what `text` gives is written, then `next`.
  template <class Text>
  void work(Text text, void (Session::*next)()) {
    asio::post(*shared_->workers, [self = this->shared_from_this(), text, next] {
      std::optional<std::string> out;
      try {
        out = text();
      } catch (const std::exception&) {  // out of memory: this connection ends, the others go on
        out.reset();
      }
      asio::post(self->stream_.get_executor(), [self, next, out = std::move(out)]() mutable {
        if (!out) return self->close();
        if (out->empty()) return (self.get()->*next)();
        self->write_text(std::move(*out), next);
      });
    });
  }

  void end_stream() {
    work([self = this] { return chunk(self->lines_->finish()) + "0\r\n\r\n"; }, &Session::end_of_stream);
  }
  void end_of_stream() {
    finished(200, stream_out_);
    lines_.reset();
    drain();
  }

  // --------------------------------------------------------------------------------------------------------- the end

  // A connection that is closed with bytes unread loses the answer too: reads on for a little while, into nothing.
  void drain() {
    Error ignored;
    lowest(stream_).socket().shutdown(tcp::socket::shutdown_send, ignored);
    lowest(stream_).expires_after(std::chrono::seconds(2));
    piece_.resize(std::size_t{64} << 10);
    read_into_nothing();
  }
  void read_into_nothing() {
    lowest(stream_).async_read_some(asio::buffer(piece_),
                                    [self = this->shared_from_this()](Error error, std::size_t /*count*/) {
                                      if (error) return self->close();
                                      self->read_into_nothing();
                                    });
  }

  void close() {
    Error ignored;
    lowest(stream_).socket().shutdown(tcp::socket::shutdown_both, ignored);
    lowest(stream_).close();
  }

  void release_body() {
    shared_->bodies.fetch_sub(body_held_);
    body_held_ = 0;
  }

  Stream stream_;
  std::shared_ptr<Shared> shared_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> head_parser_;
  std::optional<http::request_parser<http::string_body>> body_parser_;
  std::optional<http::request_parser<http::buffer_body>> piece_parser_;
  std::optional<http::response<http::string_body>> answer_;
  std::unique_ptr<LineStream> lines_;
  std::vector<char> piece_;
  std::string text_;
  Request request_;
  Clock::time_point began_;
  std::size_t bytes_in_ = 0, stream_out_ = 0, body_held_ = 0;
  unsigned version_ = 11;
  bool keep_alive_ = true, idle_ = false, continue_100_ = false;
};

}  // namespace fiducial::serve
