#include "serve/token.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace fiducial::serve {
namespace {

constexpr std::size_t kShortestToken = 16;

bool token_character(char c) {
  constexpr std::string_view kOthers = "-._~+/=";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kOthers.find(c) != std::string_view::npos;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

}  // namespace

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw std::runtime_error(std::string("no random bytes for a token: ") + std::strerror(errno));
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

std::string token_from_file(const std::string& path) {
  const auto source = io::open_source(path);
  std::array<char, 4096> room{};
  std::string text(room.data(), source->read(room));
  text = text.substr(0, text.find_first_of("\r\n"));
  if (text.size() < kShortestToken)
    throw InputError({path, 1, "", fmt::format("expected a token of at least {} characters", kShortestToken)});
  if (!std::all_of(text.begin(), text.end(), token_character))
    throw InputError({path, 1, "", "expected a token of letters, digits and -._~+/= only"});
  return text;
}

bool same_token(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
  return difference == 0;
}

Door::Door(std::string token, std::vector<std::string> names, unsigned short port, std::string scheme)
    : token_(std::move(token)), port_(std::to_string(port)), scheme_(std::move(scheme)) {
  for (const std::string& name : names) {
    const bool v6 = name.find(':') != std::string::npos && !name.starts_with('[');
    names_.push_back(v6 ? "[" + lower(name) + "]" : lower(name));
  }
}

bool Door::our_host(std::string_view host) const {
  const std::string asked = lower(host);
  const bool default_port = port_ == (scheme_ == "https" ? "443" : "80");
  return std::any_of(names_.begin(), names_.end(), [&](const std::string& name) {
    return asked == name + ":" + port_ || (default_port && asked == name);
  });
}

int Door::refuses(const Credentials& credentials, bool open) const {
  if (!our_host(credentials.host)) return 421;
  if (!credentials.origin.empty()) {
    const std::string prefix = scheme_ + "://";
    const bool ours = credentials.origin.starts_with(prefix) && our_host(credentials.origin.substr(prefix.size()));
    if (!ours) return 403;
  }
  if (open) return 0;
  constexpr std::string_view kBearer = "bearer ";
  const std::string_view given = credentials.authorization;
  if (given.size() <= kBearer.size() || lower(given.substr(0, kBearer.size())) != kBearer) return 401;
  return same_token(given.substr(kBearer.size()), token_) ? 0 : 401;
}

}  // namespace fiducial::serve
