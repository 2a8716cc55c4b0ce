// A request and its answer as the API sees them: no sockets, so that every endpoint can be tested as a function.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/io.h"

namespace fiducial::serve {

struct Request {
  std::string method;  // "GET", "POST", …
  std::string path;    // as it was sent, without the query
  std::string query;   // what stands behind '?'
  std::string body;
  std::string content_type;  // in lower case, without parameters
  std::string if_match;
  std::string if_none_match;
};

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;  // further ones
};

// An answer that is an error: {"error": {"status", "message"}}. The message never quotes a report.
class ApiError : public std::runtime_error {
 public:
  ApiError(int status, const std::string& message) : std::runtime_error(message), status_(status) {}
  int status() const { return status_; }

 private:
  int status_;
};
Response error_response(int status, std::string_view message);
Response json_response(const io::Json& value);

// The value of a parameter of a query, percent-decoded; empty if it is not there.
std::string query_value(std::string_view query, std::string_view name);
// Percent-decoding of a piece of a path. ApiError 400 for bytes that are no encoding.
std::string decoded(std::string_view piece);

}  // namespace fiducial::serve
