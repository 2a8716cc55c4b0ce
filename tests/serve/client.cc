#include "client.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

namespace fiducial::serve_test {

Client::Client(unsigned short port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as the sockets' interface asks
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("cannot connect");
}
Client::~Client() {
  ::close(socket_);
}

bool Client::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool Client::more(int milliseconds) {
  pollfd waiting{socket_, POLLIN, 0};
  if (::poll(&waiting, 1, milliseconds) <= 0) return false;
  std::array<char, 65536> room{};
  const ssize_t count = ::recv(socket_, room.data(), room.size(), 0);
  if (count <= 0) return false;
  buffer_.append(room.data(), static_cast<std::size_t>(count));
  return true;
}

bool Client::closed_within(int milliseconds) {
  pollfd waiting{socket_, POLLIN, 0};
  if (::poll(&waiting, 1, milliseconds) <= 0) return false;
  char byte = 0;
  return ::recv(socket_, &byte, 1, MSG_PEEK) <= 0;
}

Answer Client::receive(bool head_only) {
  Answer answer;
  std::size_t head = 0;
  while ((head = buffer_.find("\r\n\r\n")) == std::string::npos) {
    if (!more()) return answer;
  }
  std::string text = buffer_.substr(0, head + 2);
  buffer_.erase(0, head + 4);
  answer.status = std::stoi(text.substr(9, 3));
  for (std::size_t at = text.find("\r\n") + 2; at < text.size();) {
    const std::size_t end = text.find("\r\n", at);
    const std::size_t colon = text.find(':', at);
    std::string name = text.substr(at, colon - at);
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    answer.headers[name] = text.substr(colon + 2, end - colon - 2);
    at = end + 2;
  }
  if (answer.status == 100) return receive();
  if (answer.headers["transfer-encoding"] == "chunked") {
    while (true) {
      while (buffer_.find("\r\n") == std::string::npos) {
        if (!more()) return answer;
      }
      const std::size_t size = std::stoul(buffer_, nullptr, 16);
      const std::size_t from = buffer_.find("\r\n") + 2;
      while (buffer_.size() < from + size + 2) {
        if (!more()) return answer;
      }
      answer.body += buffer_.substr(from, size);
      buffer_.erase(0, from + size + 2);
      if (size == 0) return answer;
    }
  }
  if (head_only) return answer;
  const auto length = answer.headers.find("content-length");
  const std::size_t size = length == answer.headers.end() ? 0 : std::stoul(length->second);
  while (buffer_.size() < size && answer.status != 304) {
    if (!more()) break;
  }
  answer.body = buffer_.substr(0, size);
  buffer_.erase(0, size);
  return answer;
}

std::string request(std::string_view method, std::string_view path, unsigned short port, std::string_view token,
                    std::string_view body, std::string_view content_type) {
  std::string text = fmt::format("{} {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", method, path, port);
  if (!token.empty()) text += fmt::format("Authorization: Bearer {}\r\n", token);
  if (!body.empty() || method == "POST" || method == "PUT")
    text += fmt::format("Content-Type: {}\r\nContent-Length: {}\r\n", content_type, body.size());
  return text + "\r\n" + std::string(body);
}

}  // namespace fiducial::serve_test
