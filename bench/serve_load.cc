// Load on a running `fiducial serve`: N keep-alive clients in this process, each asking again as soon as it has its
// answer. Says how many requests a second were answered and how long they took.
//
//   fiducial serve --port 8917 --token-file token --quiet &
//   serve_load 8917 "$(cat token)" [clients=64] [seconds=10] [idle connections=0]
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

struct Connection {
  int socket = -1;
  Clock::time_point asked;
  std::string answer;
};

int connected(unsigned short port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as the sockets' interface asks
  if (socket < 0 || ::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    std::perror("connect");
    std::exit(2);
  }
  const int on = 1;
  (void)::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

std::string request_text(const std::string& port, const std::string& token) {
  const std::string body =
      R"({"reference":"Small left pleural effusion. No pneumothorax. The heart is mildly enlarged.",)"
      R"("candidate":"No pneumothorax. Small left effusion with adjacent atelectasis. Heart size is normal.","metrics":["radsem"]})";
  return "POST /v1/score HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAuthorization: Bearer " + token +
         "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

void ask(Connection& connection, const std::string& text) {
  connection.answer.clear();
  connection.asked = Clock::now();
  if (::send(connection.socket, text.data(), text.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(text.size())) {
    std::perror("send");
    std::exit(2);
  }
}

// The answer is whole when as much has come as its Content-Length says.
bool whole(const std::string& answer) {
  const std::size_t head = answer.find("\r\n\r\n");
  const std::size_t length = answer.find("Content-Length: ");
  if (head == std::string::npos || length > head) return false;
  return answer.size() >= head + 4 + std::strtoul(answer.c_str() + length + 16, nullptr, 10);
}

double at(const std::vector<double>& sorted, double fraction) {
  return sorted[static_cast<std::size_t>(fraction * static_cast<double>(sorted.size() - 1))];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    (void)std::fprintf(stderr, "serve_load PORT TOKEN [CLIENTS] [SECONDS] [IDLE]\n");
    return 2;
  }
  rlimit files{};
  (void)getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  (void)setrlimit(RLIMIT_NOFILE, &files);
  const auto port = static_cast<unsigned short>(std::atoi(argv[1]));
  const std::size_t clients = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 64;
  const double seconds = argc > 4 ? std::strtod(argv[4], nullptr) : 10;
  const std::size_t idle = argc > 5 ? std::strtoul(argv[5], nullptr, 10) : 0;
  const std::string text = request_text(argv[1], argv[2]);
  std::vector<int> sleeping;
  for (std::size_t i = 0; i < idle; ++i) sleeping.push_back(connected(port));
  const int poll = ::epoll_create1(0);
  std::vector<Connection> connections(clients);
  for (std::size_t i = 0; i < clients; ++i) {
    connections[i].socket = connected(port);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = i;
    (void)::epoll_ctl(poll, EPOLL_CTL_ADD, connections[i].socket, &event);
    ask(connections[i], text);
  }
  std::vector<double> times;
  std::size_t failed = 0;
  const auto began = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - began).count(); };
  std::array<epoll_event, 256> events{};
  std::array<char, 65536> room{};
  while (elapsed() < seconds) {
    const int count = ::epoll_wait(poll, events.data(), static_cast<int>(events.size()), 1000);
    for (int e = 0; e < count; ++e) {
      Connection& connection = connections[events[static_cast<std::size_t>(e)].data.u64];
      const ssize_t got = ::recv(connection.socket, room.data(), room.size(), 0);
      if (got <= 0) {
        (void)std::fprintf(stderr, "the server closed a connection\n");
        return 1;
      }
      connection.answer.append(room.data(), static_cast<std::size_t>(got));
      if (!whole(connection.answer)) continue;
      times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - connection.asked).count());
      if (connection.answer.compare(9, 3, "200") != 0) ++failed;
      ask(connection, text);
    }
  }
  const double total = elapsed();
  std::sort(times.begin(), times.end());
  std::printf("%zu clients, %zu idle: %.0f requests a second, p50 %.2f ms, p99 %.2f ms, longest %.1f ms, %zu not 200\n",
              clients, idle, static_cast<double>(times.size()) / total, at(times, 0.5), at(times, 0.99), times.back(),
              failed);
  return failed == 0 ? 0 : 1;
}
