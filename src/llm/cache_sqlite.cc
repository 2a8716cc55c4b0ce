// The cache in one SQLite file. Write-ahead logging with an ordinary sync: after kill -9 of the program nothing that
// was put is lost; after a power cut perhaps the last answers are, never the file.
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <random>
#include <thread>

#include "fiducial/problem.h"
#include "llm/cache.h"

namespace fiducial::llm {
namespace {

constexpr int kFormat = 1;
// How long to wait for another program that is writing to the file.
constexpr std::chrono::milliseconds kPatience{30000};

class SqliteCache : public Cache {
 public:
  explicit SqliteCache(const std::string& path) : path_(path) {
    make_private();
    if (sqlite3_open_v2(path.c_str(), &db_, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK) fail_and_close();
    sqlite3_busy_timeout(db_, static_cast<int>(kPatience.count()));
    try {
      turn_on_write_ahead_log();
      execute("PRAGMA synchronous=NORMAL");
      check_format();
      execute(
          "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, text TEXT NOT NULL, failure TEXT NOT NULL, "
          "input INTEGER NOT NULL, output INTEGER NOT NULL) WITHOUT ROWID");
      // Who is asking a question at the moment, until when (in seconds); a claim ends by itself if its owner dies.
      execute(
          "CREATE TABLE IF NOT EXISTS asking (key TEXT PRIMARY KEY, owner TEXT NOT NULL, until REAL NOT NULL) WITHOUT "
          "ROWID");
      claim_ = prepare(
          "INSERT INTO asking VALUES (?1, ?2, ?3) ON CONFLICT(key) DO UPDATE SET owner = ?2, until = ?3 "
          "WHERE until < ?4 OR owner = ?2");
      held_ = prepare("SELECT owner FROM asking WHERE key = ?1");
      release_ = prepare("DELETE FROM asking WHERE key = ?1 AND owner = ?2");
      find_ = prepare("SELECT text, failure, input, output FROM answers WHERE key = ?1");
      put_ = prepare("INSERT OR REPLACE INTO answers VALUES (?1, ?2, ?3, ?4, ?5)");
    } catch (...) {
      close();
      throw;
    }
  }
  SqliteCache(const SqliteCache&) = delete;
  SqliteCache& operator=(const SqliteCache&) = delete;
  ~SqliteCache() override { close(); }

  std::optional<CachedAnswer> find(const std::string& key) override {
    const Reset reset{find_};
    bind(find_, 1, key);
    const int step = sqlite3_step(find_);
    if (step == SQLITE_DONE) return std::nullopt;
    if (step != SQLITE_ROW) fail();
    return CachedAnswer{column(0), column(1), {count(2), count(3)}};
  }

  void put(const std::string& key, const CachedAnswer& answer) override {
    const Reset reset{put_};
    bind(put_, 1, key);
    bind(put_, 2, answer.text);
    bind(put_, 3, answer.failure);
    sqlite3_bind_int64(put_, 4, static_cast<sqlite3_int64>(answer.usage.input));
    sqlite3_bind_int64(put_, 5, static_cast<sqlite3_int64>(answer.usage.output));
    if (sqlite3_step(put_) != SQLITE_DONE) fail();
    release(key);
  }

  Claim claim(const std::string& key, double seconds) override {
    const std::string holder = holder_of(key);
    if (!holder.empty() && holder != owner_ && is_gone(holder)) release(key, holder);
    const double now = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    const Reset reset{claim_};
    bind(claim_, 1, key);
    bind(claim_, 2, owner_);
    sqlite3_bind_double(claim_, 3, now + seconds);
    sqlite3_bind_double(claim_, 4, now);
    if (sqlite3_step(claim_) != SQLITE_DONE) fail();
    if (holder == owner_) return Claim::ours;
    return sqlite3_changes(db_) > 0 ? Claim::taken : Claim::anothers;
  }
  void release(const std::string& key) override { release(key, owner_); }

 private:
  struct Reset {
    sqlite3_stmt* statement;
    ~Reset() {
      sqlite3_reset(statement);
      sqlite3_clear_bindings(statement);
    }
  };

  void release(const std::string& key, const std::string& owner) {
    const Reset reset{release_};
    bind(release_, 1, key);
    bind(release_, 2, owner);
    if (sqlite3_step(release_) != SQLITE_DONE) fail();
  }

  // Who claims it; empty if nobody does.
  std::string holder_of(const std::string& key) {
    const Reset reset{held_};
    bind(held_, 1, key);
    if (sqlite3_step(held_) != SQLITE_ROW) return {};
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(held_, 0));
    return {static_cast<const char*>(sqlite3_column_blob(held_, 0)), size};
  }

  // A program of this machine that was killed: its claims would be in the way of the next run.
  static bool is_gone(const std::string& owner) {
    int process = 0;
    const auto [end, error] = std::from_chars(owner.data(), owner.data() + owner.size(), process);
    return error == std::errc() && process > 0 && ::kill(process, 0) != 0 && errno == ESRCH;
  }

  static std::string own_name() {
    std::random_device random;
    return fmt::format("{}-{:08x}{:08x}", ::getpid(), random(), random());
  }

  // The answers quote reports: only the owner may read them. SQLite gives its side files the permissions of the first.
  void make_private() {
    const int file = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || ::fchmod(file, 0600) != 0) {
      const std::string why = std::strerror(errno);  // NOLINT(concurrency-mt-unsafe)
      if (file >= 0) ::close(file);
      throw InputError({path_, 0, "", "expected a file for the cache: " + why});
    }
    ::close(file);
  }

  // Changing the log needs the file for oneself, and SQLite says "busy" to that at once, without waiting as it does
  // elsewhere: two programs that open a new cache at the same time would be in each other's way.
  void turn_on_write_ahead_log() {
    const auto give_up = std::chrono::steady_clock::now() + kPatience;
    while (true) {
      const int result = sqlite3_exec(db_, "PRAGMA journal_mode=WAL", nullptr, nullptr, nullptr);
      if (result == SQLITE_OK) return;
      if (result != SQLITE_BUSY || std::chrono::steady_clock::now() > give_up) fail();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  void check_format() {
    sqlite3_stmt* statement = prepare("PRAGMA user_version");
    const int step = sqlite3_step(statement);
    const int version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    if (step != SQLITE_ROW) fail();
    if (version != 0 && version != kFormat)
      throw InputError({path_, 0, "", fmt::format("expected a cache of format {}, found {}", kFormat, version)});
    execute(fmt::format("PRAGMA user_version={}", kFormat));
  }

  void execute(const std::string& sql) {
    if (sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }

  sqlite3_stmt* prepare(const char* sql) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(db_, sql, -1, &statement, nullptr) != SQLITE_OK) fail();
    return statement;
  }

  void bind(sqlite3_stmt* statement, int place, const std::string& text) {
    if (sqlite3_bind_text64(statement, place, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8) != SQLITE_OK)
      fail();
  }

  std::string column(int place) {
    const void* text = sqlite3_column_blob(find_, place);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(find_, place));
    return text == nullptr ? std::string() : std::string(static_cast<const char*>(text), size);
  }

  std::size_t count(int place) { return static_cast<std::size_t>(sqlite3_column_int64(find_, place)); }

  // SQLite's message for the code alone: its longer ones may quote values.
  [[noreturn]] void fail() {
    throw InputError({path_, 0, "", fmt::format("the cache: {}", sqlite3_errstr(sqlite3_errcode(db_)))});
  }
  [[noreturn]] void fail_and_close() {
    const std::string why = db_ == nullptr ? "out of memory" : sqlite3_errstr(sqlite3_errcode(db_));
    close();
    throw InputError({path_, 0, "", "the cache: " + why});
  }
  void close() {
    sqlite3_finalize(find_);
    sqlite3_finalize(put_);
    sqlite3_finalize(claim_);
    sqlite3_finalize(held_);
    sqlite3_finalize(release_);
    sqlite3_close(db_);
  }

  std::string path_, owner_ = own_name();
  sqlite3* db_ = nullptr;
  sqlite3_stmt* claim_ = nullptr;
  sqlite3_stmt* held_ = nullptr;
  sqlite3_stmt* release_ = nullptr;
  sqlite3_stmt* find_ = nullptr;
  sqlite3_stmt* put_ = nullptr;
};

}  // namespace

std::unique_ptr<Cache> open_sqlite_cache(const std::string& path) {
  return std::make_unique<SqliteCache>(path);
}

}  // namespace fiducial::llm
