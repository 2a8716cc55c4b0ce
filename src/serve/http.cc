#include "serve/http.h"

#include <charconv>

namespace fiducial::serve {

Response error_response(int status, std::string_view message) {
  Response response;
  response.status = status;
  io::append_json(response.body, {{"error", {{"status", status}, {"message", message}}}});
  return response;
}

Response json_response(const io::Json& value) {
  Response response;
  io::append_json(response.body, value);
  return response;
}

std::string decoded(std::string_view piece) {
  std::string out;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    if (piece[i] != '%') {
      out += piece[i];
      continue;
    }
    unsigned value = 0;
    const char* const from = piece.data() + i + 1;
    const bool room = i + 2 < piece.size();
    if (!room || std::from_chars(from, from + 2, value, 16).ptr != from + 2)
      throw ApiError(400, "the address has a '%' that begins no encoded byte");
    out += static_cast<char>(value);
    i += 2;
  }
  if (!io::is_utf8(out)) throw ApiError(400, "the address is not UTF-8");
  return out;
}

std::string query_value(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), part.size() + 1));
    const std::size_t equals = part.find('=');
    if (part.substr(0, equals) != name || equals == std::string_view::npos) continue;
    std::string value(part.substr(equals + 1));
    for (char& c : value) c = c == '+' ? ' ' : c;
    return decoded(value);
  }
  return {};
}

}  // namespace fiducial::serve
