// Two programs that share a cache in Redis ask each question once.
#include <gtest/gtest.h>

#include <thread>

#include "asking.h"
#include "redis_server.h"

namespace fiducial::llm {
namespace {

TEST(SharedCache, EachQuestionIsAskedOnce) {
  RedisServer redis;
  if (!redis.running()) GTEST_SKIP() << "no redis-server here";
  Server server([](const Request& request) {
    ServerReply reply = completion("re: " + last_message(request));
    reply.delay = 0.01;
    return reply;
  });
  const Config config = config_of({server.url()}, 8);
  Asked asked[2];
  const auto work = [&](Asked& mine) {
    const auto cache = open_redis_cache(redis.url());
    mine = ask(config, 200, *cache);
  };
  std::jthread other(work, std::ref(asked[1]));
  work(asked[0]);
  other.join();
  for (const Asked& one : asked) expect_all_answered(one, 200);
  EXPECT_EQ(server.requests(), 200U);
  EXPECT_EQ(asked[0].totals.requests + asked[1].totals.requests, 200U);
}

}  // namespace
}  // namespace fiducial::llm
