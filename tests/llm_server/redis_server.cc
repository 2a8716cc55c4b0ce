#include "redis_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

namespace fiducial {
namespace {

sockaddr_in local(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

// A port that was free a moment ago.
int free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = local(0);
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  const bool bound = ::bind(socket, any, size) == 0 && ::getsockname(socket, any, &size) == 0;
  ::close(socket);
  if (!bound) throw std::runtime_error("no port is free for the test's Redis");
  return ntohs(address.sin_port);
}

bool answers(int port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = local(port);
  const bool connected = ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(socket);
  return connected;
}

}  // namespace

RedisServer::RedisServer(const std::string& password, const std::string& tls) : tls_(!tls.empty()) {
  const int port = free_port();
  std::vector<std::string> words = {"redis-server", "--bind", "127.0.0.1", "--save", "",
                                    "--appendonly", "no",     "--dir",     "/"};
  if (tls_) {
    const std::string certificate = tls + "/certificate.pem";
    words.insert(words.end(),
                 {"--port", "0", "--tls-port", std::to_string(port), "--tls-cert-file", certificate, "--tls-key-file",
                  tls + "/key.pem", "--tls-ca-cert-file", certificate, "--tls-auth-clients", "no"});
  } else {
    words.insert(words.end(), {"--port", std::to_string(port)});
  }
  if (!password.empty()) words.insert(words.end(), {"--requirepass", password});
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  for (const int stream : {1, 2}) ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  if (::posix_spawnp(&child_, argv[0], &actions, nullptr, argv.data(), environ) != 0) child_ = -1;
  ::posix_spawn_file_actions_destroy(&actions);
  for (int i = 0; i < 200 && child_ > 0; ++i) {
    if (answers(port)) {
      port_ = port;
      return;
    }
    if (::waitpid(child_, nullptr, WNOHANG) == child_) child_ = -1;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

RedisServer::~RedisServer() {
  if (child_ <= 0) return;
  ::kill(child_, SIGTERM);
  ::waitpid(child_, nullptr, 0);
}

}  // namespace fiducial
