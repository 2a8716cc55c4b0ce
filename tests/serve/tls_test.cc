// TLS on an address that other machines can reach, with a certificate made here.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <thread>

#include "certificate.h"
#include "client.h"
#include "running.h"

namespace fiducial::serve_test {
namespace {

using io::Json;
using namespace std::chrono_literals;
using test_certificate::Certificate;

// An address of this machine that is not the loopback's; empty on a machine without any.
std::string address_of_this_machine() {
  std::string found;
  ifaddrs* list = nullptr;
  if (::getifaddrs(&list) != 0) return found;
  for (const ifaddrs* one = list; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET || (one->ifa_flags & IFF_LOOPBACK) != 0)
      continue;
    std::array<char, INET_ADDRSTRLEN> text{};
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as the sockets' interface asks
    const auto* address = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
    if (::inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size()) != nullptr) found = text.data();
  }
  ::freeifaddrs(list);
  return found;
}

int connected(const std::string& address, unsigned short port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  ::inet_pton(AF_INET, address.c_str(), &to.sin_addr);
  const timeval patience{10, 0};
  ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as the sockets' interface asks
  if (::connect(socket, reinterpret_cast<sockaddr*>(&to), sizeof to) != 0) throw std::runtime_error("cannot connect");
  return socket;
}

// A client that trusts one certificate, and checks that it is for the address that it asked.
class TlsClient {
 public:
  TlsClient(const std::string& address, unsigned short port, const std::string& trusted, int newest = TLS1_3_VERSION)
      : context_(SSL_CTX_new(TLS_client_method())), socket_(connected(address, port)) {
    SSL_CTX_load_verify_locations(context_, trusted.c_str(), nullptr);
    SSL_CTX_set_verify(context_, SSL_VERIFY_PEER, nullptr);
    SSL_CTX_set_max_proto_version(context_, newest);
    if (newest < TLS1_2_VERSION) SSL_CTX_set_security_level(context_, 0);
    ssl_ = SSL_new(context_);
    X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl_), address.c_str());
    SSL_set_fd(ssl_, socket_);
    shaken_ = SSL_connect(ssl_) == 1;
  }
  ~TlsClient() {
    SSL_free(ssl_);
    SSL_CTX_free(context_);
    ::close(socket_);
  }
  TlsClient(const TlsClient&) = delete;
  TlsClient& operator=(const TlsClient&) = delete;

  bool shaken() const { return shaken_; }
  std::string version() const { return SSL_get_version(ssl_); }
  // The status and the body of an answer that tells its length.
  std::pair<int, std::string> ask(const std::string& text) {
    SSL_write(ssl_, text.data(), static_cast<int>(text.size()));
    std::string got;
    std::size_t head = std::string::npos, size = 0;
    std::array<char, 16384> room{};
    while (head == std::string::npos || got.size() < head + 4 + size) {
      const int count = SSL_read(ssl_, room.data(), static_cast<int>(room.size()));
      if (count <= 0) return {0, ""};
      got.append(room.data(), static_cast<std::size_t>(count));
      head = got.find("\r\n\r\n");
      if (const std::size_t at = got.find("Content-Length: "); head != std::string::npos && at < head)
        size = std::stoul(got.substr(at + 16));
    }
    return {std::stoi(got.substr(9, 3)), got.substr(head + 4)};
  }

 private:
  SSL_CTX* context_;
  SSL* ssl_ = nullptr;
  int socket_;
  bool shaken_ = false;
};

std::string asks(const std::string& host, const std::string& token, const std::string& body,
                 const std::string& more = "") {
  return fmt::format(
      "POST /v1/score HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n{}"
      "Content-Length: {}\r\n\r\n{}",
      host, token, more, body.size(), body);
}

class TlsTest : public testing::Test {
 protected:
  TlsTest()
      : address_(address_of_this_machine().empty() ? "127.0.0.1" : address_of_this_machine()),
        certificate_("IP:" + address_) {
    serve::Limits limits;
    limits.header_time = 500ms;
    server_ =
        std::make_unique<Running>(serve::Listen{address_, 0, certificate_.file(), certificate_.key_file(), 2}, limits);
    host_ = fmt::format("{}:{}", address_, server_->port());
  }

  const std::string body_ = R"({"reference":"No effusion.","candidate":"No effusion.","metrics":["radsem"]})";
  std::string address_;
  Certificate certificate_;
  std::unique_ptr<Running> server_;
  std::string host_;
};

TEST_F(TlsTest, AnswersThoseWhoTrustTheCertificateAndHaveTheToken) {
  TlsClient client(address_, server_->port(), certificate_.file());
  ASSERT_TRUE(client.shaken());
  EXPECT_EQ(client.version(), "TLSv1.3");
  for (int i = 0; i < 3; ++i) {
    const auto [status, text] = client.ask(asks(host_, kToken, body_));
    EXPECT_EQ(status, 200);
    EXPECT_EQ(Json::parse(text)["scores"]["radsem"], 1.0);
  }
  EXPECT_EQ(client.ask(asks(host_, kToken, body_, "Origin: https://" + host_ + "\r\n")).first, 200);
  const auto refused = [&](const std::string& text) {
    return TlsClient(address_, server_->port(), certificate_.file()).ask(text).first;
  };
  EXPECT_EQ(refused(asks(host_, kToken, body_, "Origin: http://" + host_ + "\r\n")), 403);
  EXPECT_EQ(refused(asks(host_, "another-token-0123456789", body_)), 401);
  EXPECT_EQ(refused(asks("evil.example", kToken, body_)), 421);
}

TEST_F(TlsTest, TakesLargeBodies) {
  std::string pairs = R"({"metrics":["radsem"],"pairs":[)";
  for (int i = 0; i < 2000; ++i)
    pairs += fmt::format(R"({}{{"reference":"Left effusion.","candidate":"Left effusion."}})", i == 0 ? "" : ",");
  TlsClient client(address_, server_->port(), certificate_.file());
  const auto [status, text] = client.ask(asks(host_, kToken, pairs + "]}"));
  EXPECT_EQ(status, 200);
  EXPECT_EQ(Json::parse(text)["scores"]["radsem"]["mean"], 1.0);
}

TEST_F(TlsTest, RefusesWhatIsNotSafe) {
  const Certificate another("IP:" + address_);
  EXPECT_FALSE(TlsClient(address_, server_->port(), another.file()).shaken());  // a client that trusts somebody else
  EXPECT_FALSE(TlsClient(address_, server_->port(), certificate_.file(), TLS1_1_VERSION).shaken());
  EXPECT_TRUE(TlsClient(address_, server_->port(), certificate_.file(), TLS1_2_VERSION).shaken());
  // Plain HTTP gets no HTTP; who does not shake hands is not waited for.
  for (const std::string& bytes : {asks(host_, kToken, body_), std::string()}) {
    const int socket = connected(address_, server_->port());
    EXPECT_EQ(::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
    std::string got;
    std::array<char, 4096> room{};
    for (ssize_t count = 0; (count = ::recv(socket, room.data(), room.size(), 0)) > 0;)
      got.append(room.data(), static_cast<std::size_t>(count));
    EXPECT_EQ(got.find("HTTP"), std::string::npos);
    ::close(socket);
  }
}

TEST(Tls, BadFilesAreNamed) {
  const Certificate one, other;
  const auto problem = [](const std::string& certificate, const std::string& key) -> std::string {
    try {
      const serve::Server server({"127.0.0.1", 0, certificate, key, 1}, {});
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(problem(one.file(), one.key_file()), "");
  EXPECT_NE(problem("/nowhere.pem", one.key_file()).find("/nowhere.pem: expected a PEM file, but: No such file"),
            std::string::npos);
  EXPECT_NE(problem(one.key_file(), one.key_file()).find("expected a certificate"), std::string::npos);
  EXPECT_NE(problem(one.file(), other.key_file()).find("expected the certificate's key"), std::string::npos);
}

}  // namespace
}  // namespace fiducial::serve_test
