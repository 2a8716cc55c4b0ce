// Any bytes as a request to the service: first byte which route, then the query up to a newline, then the body. Every
// request is answered by the API's rules: a status that it knows, JSON where it says so, a reason where it refuses, and
// never 500. The same bytes as a stream of pairs.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "serve/api.h"

namespace {

using namespace fiducial;

void check_that(bool good) {
  if (!good) std::abort();
}

void check_answer(const serve::Response& answer) {
  check_that(answer.status >= 200 && answer.status < 500);
  if (answer.content_type == "application/json") {
    const io::Json body = io::Json::parse(answer.body);
    check_that(answer.status < 400 || body.at("error").at("message").is_string());
  }
}

void check_stream(serve::Api& api, const std::string& query, std::string_view body) {
  const serve::Request head{"POST", "/v1/score", query, "", "application/x-ndjson", "", ""};
  const auto stream = api.stream(head);
  if (stream == nullptr) return;
  std::string lines = stream->feed(body.substr(0, body.size() / 2));
  lines += stream->feed(body.substr(body.size() / 2));
  lines += stream->finish();
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at);
    check_that(end != std::string::npos);
    check_that(io::Json::parse(lines.substr(at, end - at)).is_object());
    at = end + 1;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static serve::Api api(serve::Door("0123456789abcdef", {"localhost"}, 1, "http"), {});
  static const std::vector<std::string> routes = api.routes();
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string& route = routes[data[0] % routes.size()];
  const std::size_t newline = std::min(bytes.find('\n'), bytes.size());
  serve::Request request;
  request.method = route.substr(0, route.find(' '));
  request.path = route.substr(route.find(' ') + 1);
  request.query = bytes.substr(0, newline);
  request.body = bytes.substr(std::min(newline + 1, bytes.size()));
  request.content_type = "application/json";
  check_answer(api.answer(request));
  request.path = "/" + request.query;
  check_answer(api.answer(request));
  check_stream(api, request.query, request.body);
  return 0;
}
