// Between Beast's messages and ours.
#include <fmt/format.h>

#include "serve/session.h"

namespace fiducial::serve {
namespace {

// Nothing that a page of ours loads or sends may come from or go to anywhere else, and nothing may frame it.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

std::string lower_type(boost::string_view value) {
  std::string type(value.substr(0, value.find(';')));
  while (!type.empty() && type.back() == ' ') type.pop_back();
  for (char& c : type) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return type;
}

}  // namespace

http::response<http::string_body> message_of(Response answer, unsigned version, bool keep_alive, bool head_only) {
  http::response<http::string_body> message(static_cast<http::status>(answer.status), version);
  message.set(http::field::content_type, answer.content_type);
  message.set("Content-Security-Policy", kPolicy);
  message.set("X-Content-Type-Options", "nosniff");
  message.set("Referrer-Policy", "no-referrer");
  message.set("Cross-Origin-Resource-Policy", "same-origin");
  message.set(http::field::cache_control, "no-store");
  for (const auto& [name, value] : answer.headers) message.set(name, value);
  message.keep_alive(keep_alive);
  const std::size_t size = answer.body.size();
  if (!head_only) message.body() = std::move(answer.body);
  message.content_length(size);
  return message;
}

std::string chunked_head(std::string_view content_type) {
  return fmt::format(
      "HTTP/1.1 200 OK\r\nContent-Type: {}\r\nTransfer-Encoding: chunked\r\nCache-Control: no-store\r\n"
      "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
      content_type);
}

std::string chunk(std::string_view bytes) {
  return bytes.empty() ? std::string() : fmt::format("{:x}\r\n{}\r\n", bytes.size(), bytes);
}

bool head_of(const http::request<http::empty_body>& message, Request& out) {
  const std::string target(message.target());
  const auto hosts = message.equal_range(http::field::host);
  if (!target.starts_with('/') || std::distance(hosts.first, hosts.second) > 1) return false;
  out.method = std::string(message.method_string());
  const std::size_t mark = target.find('?');
  out.path = target.substr(0, mark);
  if (mark != std::string::npos) out.query = target.substr(mark + 1);
  out.content_type = lower_type(message[http::field::content_type]);
  out.if_match = std::string(message[http::field::if_match]);
  out.if_none_match = std::string(message[http::field::if_none_match]);
  return true;
}

Credentials credentials_of(const http::request<http::empty_body>& message) {
  const auto view = [&](http::field field) {
    const boost::string_view value = message[field];
    return std::string_view(value.data(), value.size());
  };
  return {view(http::field::host), view(http::field::origin), view(http::field::authorization)};
}

int status_of(const Error& error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow) return 431;
  if (error == http::error::body_limit) return 413;
  return 400;
}

}  // namespace fiducial::serve
