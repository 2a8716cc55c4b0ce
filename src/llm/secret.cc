#include "llm/secret.h"

#include <fmt/format.h>
#include <sys/wait.h>

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

std::string SecretSource::name() const {
  switch (kind) {
    case Kind::none:
      return "no key";
    case Kind::environment:
      return "environment variable " + where;
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
