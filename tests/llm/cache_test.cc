// The caches: what is put is found, by another that opens the same; only the owner may read.
#include "llm/cache.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <future>
#include <memory>
#include <thread>

#include "../io/temp_folder.h"
#include "certificate.h"
#include "redis_server.h"

namespace fiducial::llm {
namespace {

using io::input_error;
using io::TempFolder;

const CachedAnswer kAnswer{"text \"quoted\"\nline\xc3\xa9", "", {12, 34}};
const CachedAnswer kUseless{"", "cut off", {5, 6}};

// A question is claimed by one of two who share the cache.
void expect_claims(Cache& ours, Cache& theirs) {
  EXPECT_EQ(ours.claim("q", 60), Claim::taken);
  EXPECT_EQ(ours.claim("q", 60), Claim::ours) << "renewed";
  EXPECT_EQ(theirs.claim("q", 60), Claim::anothers);
  theirs.release("q");
  EXPECT_EQ(theirs.claim("q", 60), Claim::anothers) << "another's claim is not released";
  ours.release("q");
  EXPECT_EQ(theirs.claim("q", 0.05), Claim::taken);
  std::this_thread::sleep_for(std::chrono::milliseconds(80));
  EXPECT_EQ(ours.claim("q", 60), Claim::taken) << "a claim ends by itself";
  ours.put("q", kAnswer);
  EXPECT_EQ(theirs.claim("q", 60), Claim::taken) << "an answer ends the claim";
}

void expect_keeps(Cache& cache) {
  EXPECT_FALSE(cache.find("a").has_value());
  cache.put("a", kAnswer);
  cache.put("b", kUseless);
  EXPECT_EQ(cache.find("a"), kAnswer);
  EXPECT_EQ(cache.find("b"), kUseless);
  cache.put("b", kAnswer);
  EXPECT_EQ(cache.find("b"), kAnswer);
  const CachedAnswer nul{std::string("a\0b", 3), "", {0, 0}};
  cache.put("nul", nul);
  EXPECT_EQ(cache.find("nul"), nul);
}

TEST(Cache, MemoryKeeps) {
  expect_keeps(*memory_cache());
}

TEST(SqliteCache, KeepsOverOpenings) {
  const TempFolder folder;
  const std::string path = folder / "cache.sqlite";
  expect_keeps(*open_sqlite_cache(path));
  const auto again = open_sqlite_cache(path);
  EXPECT_EQ(again->find("a"), kAnswer);
}

TEST(SqliteCache, OnlyTheOwnerMayRead) {
  const TempFolder folder;
  folder.write("open.sqlite", "");
  ::chmod((folder / "open.sqlite").c_str(), 0644);
  for (const char* name : {"new.sqlite", "open.sqlite"}) {
    const auto cache = open_sqlite_cache(folder / name);
    cache->put("a", kAnswer);
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      if (!entry.path().filename().string().starts_with(name)) continue;
      struct stat state {};
      ASSERT_EQ(::stat(entry.path().c_str(), &state), 0);
      EXPECT_EQ(state.st_mode & 0777U, 0600U) << entry.path();
    }
  }
}

TEST(SqliteCache, TwoAtOnceOnOneFile) {
  const TempFolder folder;
  const std::string path = folder / "cache.sqlite";
  const auto fill = [&](int first) {
    const auto cache = open_sqlite_cache(path);
    for (int i = 0; i < 200; ++i) cache->put(fmt::format("k{}", first + i), {fmt::format("{}", i), "", {1, 2}});
  };
  std::jthread a(fill, 0);
  std::jthread b(fill, 200);
  a.join();
  b.join();
  const auto cache = open_sqlite_cache(path);
  for (int i = 0; i < 400; ++i) EXPECT_TRUE(cache->find(fmt::format("k{}", i)).has_value()) << i;
}

TEST(SqliteCache, ManyOpenANewFileAtOnce) {
  for (int round = 0; round < 20; ++round) {
    const TempFolder folder;
    const std::string path = folder / "cache.sqlite";
    std::vector<std::future<std::string>> opened;
    for (int i = 0; i < 6; ++i)
      opened.push_back(std::async(std::launch::async, [&path, i] {
        try {
          open_sqlite_cache(path)->put(fmt::format("k{}", i), {"answer", "", {1, 2}});
        } catch (const std::exception& error) {
          return std::string(error.what());
        }
        return std::string();
      }));
    for (auto& one : opened) EXPECT_EQ(one.get(), "");
  }
}

TEST(SqliteCache, AQuestionIsClaimedByOne) {
  const TempFolder folder;
  const std::string path = folder / "cache.sqlite";
  const auto ours = open_sqlite_cache(path);
  const auto theirs = open_sqlite_cache(path);
  expect_claims(*ours, *theirs);
}

TEST(SqliteCache, ClaimsOfAKilledProgramAreFree) {
  const TempFolder folder;
  const std::string path = folder / "cache.sqlite";
  const pid_t child = ::fork();
  if (child == 0) {
    (void)open_sqlite_cache(path)->claim("q", 3600);
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(open_sqlite_cache(path)->claim("q", 60), Claim::taken);
}

TEST(SqliteCache, WhatIsNoCacheIsSaid) {
  const TempFolder folder;
  const std::string text = folder.write("text", std::string(5000, 'x'));
  EXPECT_NE(input_error([&] { (void)open_sqlite_cache(text); }).find("not a database"), std::string::npos);
  EXPECT_EQ(io::contents(text), std::string(5000, 'x')) << "and it is left as it was";
  EXPECT_NE(input_error([&] { (void)open_sqlite_cache(folder / "no/such/folder"); }).find("expected a file"),
            std::string::npos);
  EXPECT_NE(input_error([&] { (void)open_sqlite_cache(folder.path()); }).find("expected a file"), std::string::npos);
}

TEST(RedisCache, KeepsAndSharesAndClaims) {
  RedisServer server;
  if (!server.running()) GTEST_SKIP() << "no redis-server here";
  const auto ours = open_redis_cache(server.url());
  expect_keeps(*ours);
  const auto theirs = open_redis_cache(server.url());
  EXPECT_EQ(theirs->find("a"), kAnswer);
  expect_claims(*ours, *theirs);
}

TEST(RedisCache, TakesAPassword) {
  RedisServer server("open sesame");
  if (!server.running()) GTEST_SKIP() << "no redis-server here";
  expect_keeps(*open_redis_cache(server.url(), Secret("open sesame")));
  EXPECT_NE(
      input_error([&] { (void)open_redis_cache(server.url(), Secret("wrong")); }).find("does not take the password"),
      std::string::npos);
  EXPECT_NE(input_error([&] { (void)open_redis_cache(server.url()); }).find("refuses"), std::string::npos);
}

// The key and the certificate (for 127.0.0.1) as Redis wants them.
void write_certificate(const test_certificate::Certificate& made, const std::string& folder) {
  const std::unique_ptr<FILE, int (*)(FILE*)> key(std::fopen((folder + "/key.pem").c_str(), "w"), &std::fclose);
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen((folder + "/certificate.pem").c_str(), "w"),
                                                   &std::fclose);
  ASSERT_TRUE(key != nullptr && file != nullptr);
  ASSERT_EQ(PEM_write_PrivateKey(key.get(), made.key(), nullptr, nullptr, 0, nullptr, nullptr), 1);
  ASSERT_EQ(PEM_write_X509(file.get(), made.certificate()), 1);
}

TEST(RedisCache, SpeaksTlsWithAPassword) {
  const TempFolder folder;
  const test_certificate::Certificate certificate;
  write_certificate(certificate, folder.path());
  RedisServer server("open sesame", folder.path());
  if (!server.running()) GTEST_SKIP() << "no redis-server with TLS here";
  const std::string trusted = folder / "certificate.pem";
  const auto open = [&](const std::string& url, const std::string& ca_file) {
    return open_redis_cache(url, Secret("open sesame"), "", ca_file);
  };
  const auto ours = open(server.url(), trusted);
  expect_keeps(*ours);
  expect_claims(*ours, *open(server.url(), trusted));
  const CachedAnswer large{std::string(3'000'000, 'x'), "", {1, 2}};
  ours->put("large", large);
  EXPECT_EQ(ours->find("large"), large);

  // Nobody vouches for it; it is called by another name; it is no file of certificates; it speaks no TLS.
  const auto said = [&](const std::string& url, const std::string& ca_file) {
    return input_error([&] { (void)open(url, ca_file); });
  };
  EXPECT_NE(said(server.url(), "").find("certificate is not valid"), std::string::npos);
  EXPECT_NE(said(server.url("localhost"), trusted).find("certificate is not valid"), std::string::npos);
  EXPECT_NE(said(server.url(), folder / "key.pem").find("expected certificates in ca_file"), std::string::npos);
  RedisServer plain;
  std::string url = plain.url();
  EXPECT_NE(said(url.insert(5, "s"), trusted).find("with TLS"), std::string::npos);
}

TEST(RedisCache, AServerWithTlsThatGoesAwayIsSaid) {
  const TempFolder folder;
  const test_certificate::Certificate certificate;
  write_certificate(certificate, folder.path());
  auto server = std::make_unique<RedisServer>("", folder.path());
  if (!server->running()) GTEST_SKIP() << "no redis-server with TLS here";
  const auto cache = open_redis_cache(server->url(), {}, "", folder / "certificate.pem");
  cache->put("a", kAnswer);
  server.reset();
  // Again and again, as fast as it goes: whether the socket is seen to be closed before or after a write.
  for (int i = 0; i < 50; ++i)
    EXPECT_NE(input_error([&] { (void)cache->find("a"); }).find("Redis server with TLS"), std::string::npos);
}

TEST(RedisCache, AServerThatGoesAwayIsSaid) {
  auto server = std::make_unique<RedisServer>();
  if (!server->running()) GTEST_SKIP() << "no redis-server here";
  const auto cache = open_redis_cache(server->url());
  cache->put("a", kAnswer);
  server.reset();
  for (int i = 0; i < 50; ++i)
    EXPECT_NE(input_error([&] { (void)cache->find("a"); }).find("Redis server"), std::string::npos);
}

TEST(RedisCache, NoServerIsSaid) {
  EXPECT_NE(input_error([] { (void)open_redis_cache("rediss://127.0.0.1:1"); }).find("none answers"),
            std::string::npos);
  EXPECT_NE(input_error([] { (void)open_redis_cache("redis://127.0.0.1:1"); }).find("none answers"), std::string::npos);
  EXPECT_NE(input_error([] { (void)open_redis_cache("redis://a:b@c"); }).find("without a password"), std::string::npos);
  EXPECT_NE(input_error([] { (void)open_redis_cache("redis://localhost:many"); }).find("expected redis://"),
            std::string::npos);
}

}  // namespace
}  // namespace fiducial::llm
