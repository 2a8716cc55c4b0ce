// A plain HTTP client on a socket, so that the tests can say wrong things too.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace fiducial::serve_test {

struct Answer {
  int status = 0;                              // 0: the connection ended without an answer
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;                            // without the chunks' framing
};

class Client {
 public:
  explicit Client(unsigned short port);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // False: the other side closed.
  bool send(std::string_view bytes) const;
  Answer receive(bool head_only = false);
  Answer ask(std::string_view bytes) {
    (void)send(bytes);
    return receive();
  }
  // True if the other side closes within so many milliseconds.
  bool closed_within(int milliseconds);

 private:
  bool more(int milliseconds = 10'000);

  int socket_;
  std::string buffer_;
};

// A whole request with the usual headers.
std::string request(std::string_view method, std::string_view path, unsigned short port, std::string_view token,
                    std::string_view body = "", std::string_view content_type = "application/json");

}  // namespace fiducial::serve_test
