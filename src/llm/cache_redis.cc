// The cache in Redis, shared by several programs and machines. An answer is a hash under "fiducial:answer:KEY"; who is
// asking at the moment is "fiducial:asking:KEY", which ends by itself if its owner dies.
#include <fmt/format.h>
#include <hiredis/hiredis.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <random>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "fiducial/problem.h"
#include "llm/cache.h"
#include "llm/pipe_signal.h"
#include "llm/secret.h"
#include "llm/tls_tunnel.h"

namespace fiducial::llm {
namespace {

constexpr int kRedisPatience = 10;  // seconds

struct ReplyFree {
  void operator()(redisReply* reply) const { freeReplyObject(reply); }
};
using RedisReply = std::unique_ptr<redisReply, ReplyFree>;
struct ContextFree {
  void operator()(redisContext* context) const { redisFree(context); }
};

struct Place {
  std::string host = "localhost";
  int port = 6379, database = 0;
  bool tls = false;
};

int number_of_url(const std::string& url, std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value > 65535)
    throw InputError({url, 0, "", "expected redis://host:port/database, or rediss:// for TLS"});
  return value;
}

Place place_of(const std::string& url) {
  constexpr std::string_view kPlain = "redis://";
  constexpr std::string_view kTls = "rediss://";
  if ((!url.starts_with(kPlain) && !url.starts_with(kTls)) || url.find('@') != std::string::npos)
    throw InputError({"cache", 0, "",
                      "expected redis://host:port/database (rediss:// with TLS), without a password: that comes from "
                      "password_env_var_name, password_file or password_command"});
  Place place;
  place.tls = url.starts_with(kTls);
  std::string rest = url.substr(place.tls ? kTls.size() : kPlain.size());
  if (const std::size_t slash = rest.find('/'); slash != std::string::npos) {
    if (slash + 1 < rest.size()) place.database = number_of_url(url, std::string_view(rest).substr(slash + 1));
    rest.resize(slash);
  }
  if (const std::size_t colon = rest.rfind(':'); colon != std::string::npos) {
    place.port = number_of_url(url, std::string_view(rest).substr(colon + 1));
    rest.resize(colon);
  }
  if (!rest.empty()) place.host = rest;
  return place;
}

std::string text_of(const redisReply* reply) {
  return reply->type == REDIS_REPLY_STRING ? std::string(reply->str, reply->len) : std::string();
}

class RedisCache : public Cache {
 public:
  RedisCache(std::string url, Secret password, std::string user, std::string ca_file)
      : url_(std::move(url)),
        place_(place_of(url_)),
        password_(std::move(password)),
        user_(std::move(user)),
        ca_file_(std::move(ca_file)) {
    std::random_device random;
    owner_ = fmt::format("{}-{:08x}{:08x}", ::getpid(), random(), random());
    connect();
  }

  std::optional<CachedAnswer> find(const std::string& key) override {
    const RedisReply reply = ask({"HMGET", answer(key), "text", "failure", "input", "output"});
    if (reply->type != REDIS_REPLY_ARRAY || reply->elements != 4 || reply->element[0]->type != REDIS_REPLY_STRING)
      return std::nullopt;
    const auto count = [&](std::size_t i) {
      const std::string text = text_of(reply->element[i]);
      std::size_t value = 0;
      std::from_chars(text.data(), text.data() + text.size(), value);
      return value;
    };
    return CachedAnswer{text_of(reply->element[0]), text_of(reply->element[1]), {count(2), count(3)}};
  }

  void put(const std::string& key, const CachedAnswer& a) override {
    ask({"HSET", answer(key), "text", a.text, "failure", a.failure, "input", std::to_string(a.usage.input), "output",
         std::to_string(a.usage.output)});
    release(key);
  }

  Claim claim(const std::string& key, double seconds) override {
    const std::string ms = std::to_string(std::max(1L, static_cast<long>(seconds * 1000)));
    if (ask({"SET", asking(key), owner_, "NX", "PX", ms})->type != REDIS_REPLY_NIL) return Claim::taken;
    if (text_of(ask({"GET", asking(key)}).get()) != owner_) return Claim::anothers;
    ask({"PEXPIRE", asking(key), ms});
    return Claim::ours;
  }

  void release(const std::string& key) override {
    // Only our own claim: it may have ended, and be another's by now.
    ask({"EVAL", "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end", "1",
         asking(key), owner_});
  }

 private:
  static std::string answer(const std::string& key) { return "fiducial:answer:" + key; }
  static std::string asking(const std::string& key) { return "fiducial:asking:" + key; }

  // Debian's client library has no TLS of its own.
  int tunnel_socket() {
    try {
      tunnel_.reset();
      tunnel_ = std::make_unique<TlsTunnel>(place_.host, place_.port, ca_file_, kRedisPatience);
      return tunnel_->take_socket();
    } catch (const std::runtime_error& error) {
      throw InputError(
          {url_, 0, "", fmt::format("expected a Redis server with TLS for the cache, but {}", error.what())});
    }
  }

  void connect() {
    const timeval patience{kRedisPatience, 0};
    context_.reset();
    if (place_.tls) {
      context_.reset(redisConnectFd(tunnel_socket()));
    } else {
      context_.reset(redisConnectWithTimeout(place_.host.c_str(), place_.port, patience));
    }
    if (context_ != nullptr && context_->err != 0) context_.reset();
    if (context_ == nullptr) throw InputError({url_, 0, "", "expected a Redis server for the cache, but none answers"});
    redisSetTimeout(context_.get(), patience);
    if (!password_.empty()) {
      std::vector<std::string> words{"AUTH"};
      if (!user_.empty()) words.push_back(user_);
      words.push_back(password_.reveal());
      const RedisReply reply = try_ask(words);
      if (!reply || reply->type == REDIS_REPLY_ERROR)
        throw InputError({url_, 0, "", "the cache's Redis server does not take the password"});
    }
    ask({"SELECT", std::to_string(place_.database)});
  }

  // Nothing if there is no connection, or no longer.
  RedisReply try_ask(const std::vector<std::string>& words) {
    if (context_ == nullptr) return {};
    std::vector<const char*> texts;
    std::vector<std::size_t> sizes;
    for (const std::string& word : words) {
      texts.push_back(word.data());
      sizes.push_back(word.size());
    }
    const PipeSignalBlocked blocked;
    return RedisReply(static_cast<redisReply*>(
        redisCommandArgv(context_.get(), static_cast<int>(words.size()), texts.data(), sizes.data())));
  }

  // A connection that broke is made once more.
  RedisReply ask(const std::vector<std::string>& words) {
    RedisReply reply = try_ask(words);
    if (!reply) {
      if (words.front() != "SELECT") connect();
      reply = try_ask(words);
    }
    if (!reply) throw InputError({url_, 0, "", "the cache's Redis server went away"});
    if (reply->type == REDIS_REPLY_ERROR)
      throw InputError({url_, 0, "", fmt::format("the cache's Redis server refuses {}", words.front())});
    return reply;
  }

  std::string url_, owner_;
  Place place_;
  Secret password_;
  std::string user_, ca_file_;
  std::unique_ptr<TlsTunnel> tunnel_;  // outlives the connection that goes through it
  std::unique_ptr<redisContext, ContextFree> context_;
};

}  // namespace

std::unique_ptr<Cache> open_redis_cache(const std::string& url, const Secret& password, const std::string& user,
                                        const std::string& ca_file) {
  return std::make_unique<RedisCache>(url, password, user, ca_file);
}

}  // namespace fiducial::llm
