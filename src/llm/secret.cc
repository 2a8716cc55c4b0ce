#include "llm/secret.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "llm/read_text.h"
#include "radsem/sentences.h"

namespace fiducial::llm {
namespace {

// The user's own command, from the user's own configuration: a shell is what they expect.
std::string from_command(const std::string& command) {
  std::FILE* pipe = ::popen(command.c_str(), "re");  // NOLINT(cert-env33-c)
  if (pipe == nullptr) throw std::runtime_error("expected to start the key's command, but it cannot be started");
  std::array<char, 4096> room{};
  std::string text;
  for (std::size_t count = 0; (count = std::fread(room.data(), 1, room.size(), pipe)) > 0;)
    text.append(room.data(), count);
  const int status = ::pclose(pipe);
  if (status != 0) {
    throw std::runtime_error(
        fmt::format("the key's command failed ({})",
                    WIFEXITED(status) ? fmt::format("exit {}", WEXITSTATUS(status)) : "it was ended by a signal"));
  }
  return text;
}

std::string raw(const SecretSource& source) {
  switch (source.kind) {
    case SecretSource::Kind::none:
      break;
    case SecretSource::Kind::environment:
      if (const char* value = std::getenv(source.where.c_str())) return value;  // NOLINT(concurrency-mt-unsafe)
      throw std::runtime_error(fmt::format("expected a key in {}, but it is not set", source.name()));
    case SecretSource::Kind::file:
      return read_text(source.where);
    case SecretSource::Kind::command:
      return from_command(source.where);
  }
  return {};
}

}  // namespace

namespace {

// A key that was written where the name of its variable belongs must not be shown. Names are short, or in capitals.
bool looks_like_a_name(const std::string& text) {
  const auto of_name = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; };
  const auto small = [](char c) { return c >= 'a' && c <= 'z'; };
  const bool capitals = std::all_of(text.begin(), text.end(), of_name);
  const bool any = std::all_of(text.begin(), text.end(), [&](char c) { return of_name(c) || small(c); });
  return (capitals && text.size() <= 40) || (any && text.size() <= 20);
}

}  // namespace

std::string SecretSource::name() const {
  switch (kind) {
    case Kind::none:
      return "no key";
    case Kind::environment:
      return looks_like_a_name(where) ? "environment variable " + where
                                      : "the environment variable that is named (its name looks like a key itself)";
    case Kind::file:
      return "file " + where;
    case Kind::command:
      return "the api_key_command";
  }
  return {};
}

Secret fetch(const SecretSource& source) {
  if (source.kind == SecretSource::Kind::none) return {};
  const std::string text = raw(source);
  const std::string_view key = radsem::trim(text);
  if (key.empty()) throw std::runtime_error(fmt::format("expected a key in {}, but it is empty", source.name()));
  for (const char c : key) {
    // A line break would start another header of the request.
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      throw std::runtime_error(fmt::format("expected one line with a key in {}, found more", source.name()));
  }
  return Secret(std::string(key));
}

}  // namespace fiducial::llm
