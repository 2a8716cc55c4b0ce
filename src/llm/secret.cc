#include "llm/secret.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "llm/read_text.h"
#include "radsem/sentences.h"

namespace fiducial::llm {
namespace {

// A pipe that closes itself.
struct Pipe {
  int ends[2] = {-1, -1};

  Pipe() {
    if (::pipe2(ends, O_CLOEXEC) != 0)
      throw std::runtime_error("expected to start the key's command, but there is no pipe");
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  void close_end(int which) {
    if (ends[which] >= 0) (void)::close(ends[which]);
    ends[which] = -1;
  }
};

// What the command prints until it closes its output; false if that takes longer than it may.
bool read_until(int end, double seconds, std::string& text) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  std::array<char, 4096> room{};
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) return false;
    pollfd ready{end, POLLIN, 0};
    const int found = ::poll(&ready, 1, static_cast<int>(left) + 1);
    if (found == 0 || (found < 0 && errno == EINTR)) continue;
    const ssize_t count = found < 0 ? -1 : ::read(end, room.data(), room.size());
    if (count <= 0) return true;
    text.append(room.data(), static_cast<std::size_t>(count));
  }
}

// The user's own command, from the user's own configuration: a shell is what they expect. It runs in a group of its
// own, so that what it starts ends with it.
std::string from_command(const std::string& command, double seconds) {
  Pipe pipe;
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("expected to start the key's command, but it cannot be started");
  if (child == 0) {
    (void)::setpgid(0, 0);
    (void)::dup2(pipe.ends[1], STDOUT_FILENO);
    (void)::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  (void)::setpgid(child, child);
  pipe.close_end(1);
  std::string text;
  const bool done = read_until(pipe.ends[0], seconds, text);
  if (!done) (void)::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!done)
    throw std::runtime_error(fmt::format("the key's command did not end within {:g} s, and was ended", seconds));
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
      return from_command(source.where, source.seconds);
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
