// Answers that were paid for, under a hash of everything that shaped them. A killed run finds them again.
//
// SQLite by default: one file, readable by its owner only, each answer on disk before the next question. Redis for
// several machines. A question can be claimed, so that two programs do not ask it at the same time.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "llm/config.h"
#include "llm/protocol.h"

namespace fiducial::llm {

struct CachedAnswer {
  std::string text;
  std::string failure;  // why the paid reply is of no use ("cut off at the limit of tokens"); else empty
  Usage usage;

  bool operator==(const CachedAnswer& other) const {
    return text == other.text && failure == other.failure && usage.input == other.usage.input &&
           usage.output == other.usage.output;
  }
};

// What came of claiming a question.
enum class Claim {
  ours,      // as before; or nobody else could ask it
  taken,     // from now on: somebody may have asked it, and kept the answer, since we looked
  anothers,  // another program is asking it
};

class Cache {
 public:
  virtual ~Cache() = default;
  virtual std::optional<CachedAnswer> find(const std::string& key) = 0;
  virtual void put(const std::string& key, const CachedAnswer& answer) = 0;
  // We are going to ask this, within so many seconds, unless somebody else is at it. Also renews.
  virtual Claim claim(const std::string& key, double seconds) = 0;
  // We are not asking it any more.
  virtual void release(const std::string& key) = 0;
};

// InputError if the file cannot be used: no permission, not a cache, a folder that is not there.
std::unique_ptr<Cache> open_sqlite_cache(const std::string& path);
// redis://host:port/db, or rediss:// with TLS, where `ca_file` says whom to trust (empty: whom the system trusts); a
// password if the server wants one. InputError if the server does not answer, also later, if it
// goes away.
std::unique_ptr<Cache> open_redis_cache(const std::string& url, const Secret& password = {},
                                        const std::string& user = "", const std::string& ca_file = "");
// Keeps answers in memory, as long as the program runs.
std::unique_ptr<Cache> memory_cache();

// What the configuration says; `path` is where the file is if the configuration names no place.
std::unique_ptr<Cache> open_cache(const CacheChoice& choice, const std::string& path);

}  // namespace fiducial::llm
