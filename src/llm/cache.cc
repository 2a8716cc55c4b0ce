#include "llm/cache.h"

#include <stdexcept>
#include <unordered_map>

namespace fiducial::llm {
namespace {

class MemoryCache : public Cache {
 public:
  std::optional<CachedAnswer> find(const std::string& key) override {
    const auto found = answers_.find(key);
    if (found == answers_.end()) return std::nullopt;
    return found->second;
  }
  void put(const std::string& key, const CachedAnswer& answer) override { answers_[key] = answer; }
  Claim claim(const std::string&, double) override { return Claim::ours; }
  void release(const std::string&) override {}

 private:
  std::unordered_map<std::string, CachedAnswer> answers_;
};

}  // namespace

std::unique_ptr<Cache> memory_cache() {
  return std::make_unique<MemoryCache>();
}

namespace {

Secret password_of(const CacheChoice& choice) {
  try {
    return fetch(choice.password);
  } catch (const std::runtime_error& error) {
    throw InputError({"cache", 0, "", std::string("the password of Redis: ") + error.what()});
  }
}

}  // namespace

std::unique_ptr<Cache> open_cache(const CacheChoice& choice, const std::string& path) {
  switch (choice.kind) {
    case CacheChoice::Kind::none:
      return memory_cache();
    case CacheChoice::Kind::redis:
      return open_redis_cache(choice.where, password_of(choice), choice.user, choice.ca_file);
    case CacheChoice::Kind::sqlite:
      break;
  }
  return open_sqlite_cache(choice.where.empty() ? path : choice.where);
}

}  // namespace fiducial::llm
