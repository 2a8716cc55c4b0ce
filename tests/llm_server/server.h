// A server that speaks the chat-completions protocol over real sockets, plain or TLS, on this machine only, and that
// can misbehave in every way that endpoints do. Tests say by a function what each request gets.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace fiducial::llm_server {

struct Request {
  std::string path;
  std::map<std::string, std::string> headers;  // names in small letters
  std::string body;
  std::size_t number = 0;  // of all requests, from 0
  std::size_t before = 0;  // how often this very body came before
};

struct Reply {
  enum class Manner {
    proper,
    hang,     // never answers
    reset,    // ends the connection by a reset
    half,     // closes after half of the bytes
    trickle,  // sends its bytes in small pieces with waits between
  };
  int status = 200;
  std::string body;
  std::vector<std::string> headers;  // "Retry-After: 1"
  double delay = 0;                  // seconds before anything is sent
  Manner manner = Manner::proper;
  std::string content_type = "application/json";
};

// A completion with this text; about as many tokens as the texts have letters by four.
Reply completion(const std::string& text, const std::string& finish = "stop");
Reply failure(int status, const std::string& code = "", std::vector<std::string> headers = {});
// The content of the last message of a request.
std::string last_message(const Request& request);

// The other service, /v1/embeddings: the texts of a request, and a reply with a vector for each.
bool wants_embeddings(const Request& request);
std::vector<std::string> inputs(const Request& request);
Reply embeddings(const std::vector<std::vector<double>>& vectors);
// An encoder by the simplest rule: a text is the count of each letter in it, so that its cosines can be worked out.
std::vector<double> letters(const std::string& text);
Reply letter_embeddings(const Request& request);

using Handler = std::function<Reply(const Request&)>;

class Server {
 public:
  // The handler is called for one request at a time.
  explicit Server(Handler handler, bool tls = false);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::string url() const;      // http://127.0.0.1:PORT/v1
  std::string ca_file() const;  // of the certificate, if it is TLS
  // All connections end, nobody listens; and as before, on the same port.
  void die();
  void live();

  std::size_t requests() const;                                 // that came whole
  std::size_t most_at_once() const;                             // requests at the same time
  std::unordered_map<std::string, std::size_t> bodies() const;  // each body, and how often it came

 private:
  struct Tls;
  class Connection;
  void listen();
  void accept_all();
  void serve(int socket);
  bool answer(Connection& connection, const Reply& reply);
  bool dead_within(double seconds, int socket);

  Handler handler_;
  std::unique_ptr<Tls> tls_;
  int listener_ = -1, port_ = 0;
  std::thread acceptor_;
  mutable std::mutex mutex_;
  std::condition_variable stopped_;
  bool dead_ = true;
  std::list<int> open_;
  std::size_t serving_ = 0, requests_ = 0, at_once_ = 0, most_ = 0;
  std::unordered_map<std::string, std::size_t> bodies_;
};

}  // namespace fiducial::llm_server
