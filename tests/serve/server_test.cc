// The server over real sockets: keep-alive, streams, limits, refusals, the graceful end.
#include "serve/server.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <mutex>

#include "client.h"
#include "running.h"

namespace fiducial::serve_test {
namespace {

using io::Json;
using namespace std::chrono_literals;

const std::string kBody = R"({"reference":"No effusion.","candidate":"No effusion.","metrics":["radsem"]})";

Answer score(Client& client, const Running& server, const std::string& body = kBody) {
  return client.ask(request("POST", "/v1/score", server.port(), kToken, body));
}

TEST(Server, AnswersManyRequestsOnOneConnection) {
  const Running server;
  Client client(server.port());
  for (int i = 0; i < 50; ++i) {
    const Answer answer = score(client, server);
    ASSERT_EQ(answer.status, 200);
    EXPECT_EQ(Json::parse(answer.body)["scores"]["radsem"], 1.0);
  }
  const Answer health = client.ask(request("GET", "/healthz", server.port(), ""));
  EXPECT_EQ(Json::parse(health.body)["status"], "ok");
  EXPECT_EQ(health.headers.at("cache-control"), "no-store");
  EXPECT_NE(health.headers.at("content-security-policy").find("default-src 'none'"), std::string::npos);
}

TEST(Server, PipelinedRequestsAreAnsweredInOrder) {
  const Running server;
  Client client(server.port());
  const std::string one = request("GET", "/healthz", server.port(), "");
  EXPECT_TRUE(client.send(one + request("GET", "/nothing", server.port(), kToken)));
  EXPECT_EQ(client.receive().status, 200);
  EXPECT_EQ(client.receive().status, 404);
}

TEST(Server, RefusesBeforeItReadsTheBody) {
  const Running server;
  const auto status = [&](const std::string& text) {
    Client client(server.port());
    return client.ask(text).status;
  };
  const std::string head = fmt::format("POST /v1/score HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", server.port());
  const std::string bearer = fmt::format("Authorization: Bearer {}\r\n", kToken);
  EXPECT_EQ(status(head + "Content-Length: 10\r\n\r\n"), 401);
  EXPECT_EQ(status(head + "Authorization: Bearer wrong-token-of-mine\r\nContent-Length: 10\r\n\r\n"), 401);
  EXPECT_EQ(status("POST /v1/score HTTP/1.1\r\nHost: evil.example\r\n" + bearer + "Content-Length: 10\r\n\r\n"), 421);
  EXPECT_EQ(status(head + bearer + "Origin: http://evil.example\r\nContent-Length: 10\r\n\r\n"), 403);
  EXPECT_EQ(status(head + bearer + "Content-Length: 99999999999\r\n\r\n"), 413);
  EXPECT_EQ(status(head + bearer + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
  EXPECT_EQ(status(head + "Host: localhost\r\n" + bearer + "\r\n"), 400);
  EXPECT_EQ(status(request("DELETE", "/v1/score", server.port(), kToken)), 405);
  EXPECT_EQ(status("hello\r\n\r\n"), 400);
  EXPECT_EQ(status(head + "X: " + std::string(100'000, 'x') + "\r\n\r\n"), 431);
  EXPECT_EQ(status(fmt::format("GET http://127.0.0.1:{}/healthz HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", server.port(),
                               server.port())),
            400);
}

TEST(Server, ABodyOverTheLimitIsAnsweredThoughItIsStillSent) {
  serve::Limits limits;
  limits.body = 100'000;
  const Running server(limits);
  Client known(server.port());
  EXPECT_EQ(known.ask(request("POST", "/v1/score", server.port(), kToken, std::string(2'000'000, ' '))).status, 413);
  Client chunked(server.port());
  std::string text = fmt::format(
      "POST /v1/score HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\nTransfer-Encoding: chunked\r\n\r\n",
      server.port(), kToken);
  for (int i = 0; i < 40; ++i) text += fmt::format("{:x}\r\n{}\r\n", 10'000, std::string(10'000, ' '));
  EXPECT_EQ(chunked.ask(text).status, 413);
}

TEST(Server, LargeBodiesAreAnsweredByWorkersWithTheSameNumbers) {
  const Running server;
  std::string pairs = R"({"metrics":["radsem"],"pairs":[)";
  for (int i = 0; i < 2000; ++i)
    pairs += fmt::format(R"({}{{"id":"{}","reference":"Left effusion.","candidate":"{} effusion."}})",
                         i == 0 ? "" : ",", i, i % 2 == 0 ? "Left" : "No");
  Client client(server.port());
  const Answer answer = score(client, server, pairs + "]}");
  ASSERT_EQ(answer.status, 200);
  const Json json = Json::parse(answer.body);
  EXPECT_EQ(json["scores"]["radsem"]["mean"], 0.5);
  EXPECT_EQ(json["samples"][1999]["id"], "1999");
}

TEST(Server, StreamsLinesInAndOut) {
  const Running server;
  Client client(server.port());
  std::string text = fmt::format(
      "POST /v1/score?metrics=radsem HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\n"
      "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n",
      server.port(), kToken);
  const std::string lines =
      "{\"id\":\"a\",\"reference\":\"No effusion.\",\"candidate\":\"No effusion.\"}\n\n{\"reference\":1}\nnothing\n"
      "{\"reference\":\"No effusion.\",\"candidate\":\"Left effusion.\"}";
  for (std::size_t i = 0; i < lines.size(); i += 7) {
    const std::string piece = lines.substr(i, 7);
    text += fmt::format("{:x}\r\n{}\r\n", piece.size(), piece);
  }
  const Answer answer = client.ask(text + "0\r\n\r\n");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.headers.at("content-type"), "application/x-ndjson");
  std::vector<Json> out;
  for (std::size_t at = 0; at < answer.body.size();) {
    const std::size_t end = answer.body.find('\n', at);
    out.push_back(Json::parse(answer.body.substr(at, end - at)));
    at = end + 1;
  }
  ASSERT_EQ(out.size(), 4U);
  EXPECT_EQ(out[0]["id"], "a");
  EXPECT_EQ(out[0]["radsem"], 1.0);
  EXPECT_EQ(out[1]["line"], 3);
  EXPECT_EQ(out[1]["error"], "reference: expected a string, found a number");
  EXPECT_EQ(out[2]["line"], 4);
  EXPECT_EQ(out[3]["id"], "5");
  EXPECT_EQ(out[3]["radsem"], 0.0);
}

TEST(Server, AStreamWithAMetricThatNeedsTheCorpusIsToldWhy) {
  const Running server;
  Client client(server.port());
  const Answer answer =
      client.ask(request("POST", "/v1/score?metrics=cider", server.port(), kToken, "{}\n", "application/x-ndjson"));
  EXPECT_EQ(answer.status, 400);
  EXPECT_NE(answer.body.find("cider needs all references"), std::string::npos);
}

TEST(Server, ASlowHeadEndsAndOthersAreServedMeanwhile) {
  serve::Limits limits;
  limits.header_time = 300ms;
  limits.body_time = 300ms;
  limits.idle_time = 300ms;
  const Running server(limits);
  Client slow(server.port()), stuck(server.port()), idle(server.port());
  EXPECT_TRUE(slow.send("GET /healthz HT"));
  EXPECT_TRUE(stuck.send(fmt::format(
      "POST /v1/score HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\nContent-Length: 100\r\n\r\nabc",
      server.port(), kToken)));
  Client client(server.port());
  EXPECT_EQ(score(client, server).status, 200);
  EXPECT_TRUE(slow.closed_within(3000));
  EXPECT_TRUE(stuck.closed_within(3000));
  EXPECT_TRUE(idle.closed_within(3000));
}

TEST(Server, ConnectionsOverTheLimitAreTurnedAway) {
  serve::Limits limits;
  limits.connections = 3;
  const Running server(limits);
  Client a(server.port()), b(server.port()), c(server.port());
  EXPECT_EQ(score(a, server).status, 200);
  EXPECT_EQ(score(b, server).status, 200);
  EXPECT_EQ(score(c, server).status, 200);
  Client d(server.port());
  EXPECT_EQ(d.receive().status, 503);
  EXPECT_EQ(score(a, server).status, 200);
}

TEST(Server, EndsWhatIsUnderWayAndTakesNoMore) {
  auto server = std::make_unique<Running>();
  const unsigned short port = server->port();
  const auto work = [](int count) {
    std::string pairs = R"({"metrics":["radsem","radfact","lunguage","meteor"],"pairs":[)";
    for (int i = 0; i < count; ++i)
      pairs += fmt::format(R"({}{{"reference":"Left effusion {}. No mass.","candidate":"No effusion. Lung mass."}})",
                           i == 0 ? "" : ",", i);
    return pairs + "]}";
  };
  Client idle(port), busy(port);
  // Two seconds of work on this machine and in this build, so that the end comes in the middle of it.
  constexpr int kSome = 300;
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(score(idle, *server, work(kSome)).status, 200);
  const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const int count = std::clamp(static_cast<int>(kSome * 2 / took), kSome, 30000);
  EXPECT_TRUE(busy.send(request("POST", "/v1/score", port, kToken, work(count))));
  std::this_thread::sleep_for(100ms);
  auto ended = std::async(std::launch::async, [&] { server->stop(); });
  const Answer answer = busy.receive();
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.headers.at("connection"), "close");
  EXPECT_TRUE(idle.closed_within(3000));
  EXPECT_EQ(ended.wait_for(11s), std::future_status::ready);
  EXPECT_THROW(Client{port}, std::runtime_error);
}

TEST(Server, TheLogAndTheCountersHaveNoTextAndNoAddress) {
  std::mutex mutex;
  std::string log;
  Running server({}, [&](std::string_view lines) {
    const std::lock_guard lock(mutex);
    log += lines;
  });
  {
    Client client(server.port());
    EXPECT_EQ(client.ask(request("GET", "/v1/lexicon?term=secretterm", server.port(), kToken)).status, 200);
    EXPECT_EQ(client.ask(request("GET", "/secretpath", server.port(), kToken)).status, 404);
    Client other(server.port());
    EXPECT_EQ(score(other, server, R"({"reference":"secrettext","candidate":"secrettext"})").status, 200);
    // A request is counted when its answer is out: before its connection reads the next one, or ends.
    EXPECT_TRUE(client.closed_within(5000));
    const std::string counters = other.ask(request("GET", "/metrics", server.port(), kToken)).body;
    EXPECT_NE(counters.find("fiducial_requests_total{route=\"/v1/score\",status=\"2xx\"} 1"), std::string::npos);
    EXPECT_NE(counters.find("fiducial_requests_total{route=\"other\",status=\"4xx\"} 1"), std::string::npos);
    EXPECT_NE(counters.find("fiducial_pairs_total 1"), std::string::npos);
    EXPECT_EQ(counters.find("secret"), std::string::npos);
  }
  server.stop();
  EXPECT_NE(log.find("\"route\":\"/v1/lexicon\",\"status\":200"), std::string::npos);
  EXPECT_NE(log.find("\"route\":\"other\",\"status\":404"), std::string::npos);
  EXPECT_EQ(log.find("secret"), std::string::npos);
  EXPECT_EQ(log.find(kToken), std::string::npos);
}

TEST(Server, APortInUseIsNamed) {
  const Running server;
  try {
    const serve::Server other({"127.0.0.1", server.port(), "", "", 1}, {});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find(fmt::format("port {} is in use", server.port())), std::string::npos);
  }
  EXPECT_THROW(serve::Server({"elsewhere", 0, "", "", 1}, {}), std::runtime_error);
}

TEST(Server, AssetsAreCachedByTheirContent) {
  const Running server;
  Client client(server.port());
  const Answer page = client.ask(request("GET", "/", server.port(), ""));
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.headers.at("content-type"), "text/html; charset=utf-8");
  const Answer again = client.ask(fmt::format("GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nIf-None-Match: {}\r\n\r\n",
                                              server.port(), page.headers.at("etag")));
  EXPECT_EQ(again.status, 304);
  EXPECT_TRUE(client.send(request("HEAD", "/healthz", server.port(), "")));
  EXPECT_EQ(client.receive(true).status, 200);
  EXPECT_EQ(client.ask(request("GET", "/healthz", server.port(), "")).status, 200);
}

}  // namespace
}  // namespace fiducial::serve_test
