// Files that are written wholly or not at all.
//
// The bytes go to a temporary file in the folder of the final one, as a rename is atomic only within a file system. At
// commit they are forced to the disk before the rename, and the folder's entry after it: a power failure leaves the old
// file or the new one, never a part.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "fiducial/io.h"
#include "io/safe_text.h"
#include "io/show.h"
#include "io/temporaries.h"

namespace fiducial::io {
namespace {

constexpr std::size_t kBuffer = std::size_t{256} << 10;
constexpr std::size_t kLongestBase = 200;  // of the final name in the temporary one; names have at most 255 bytes

std::string write_message(int error) {
  const std::string_view hint = error == ENOSPC || error == EDQUOT ? "; free some space and run again" : "";
  return fmt::format("cannot be written: {}{}", reason(error), hint);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// The file that a symbolic link points to, so that the link stays and its target is replaced.
std::string resolve(const std::string& path) {
  char* const real = ::realpath(path.c_str(), nullptr);
  if (real == nullptr) return path;
  std::string out(real);
  std::free(real);
  return out;
}

// A temporary file is locked as long as it is written: one that nobody has locked was left by a process that was
// killed, and goes before the next one is made.
void remove_stale(const std::string& folder, const std::string& prefix) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(".tmp")) continue;
    const int left = ::open(entry.path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (left < 0) continue;
    if (::flock(left, LOCK_EX | LOCK_NB) == 0) ::unlink(entry.path().c_str());
    ::close(left);
  }
}

// Locks a new temporary file. False if another process took it for a stale one before: then it is closed. A file system
// without locks is no hindrance.
bool keep(int& descriptor) {
  struct stat about {};
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno != EWOULDBLOCK) return true;
  if (::fstat(descriptor, &about) != 0 || about.st_nlink > 0) return true;
  ::close(std::exchange(descriptor, -1));
  return false;
}

}  // namespace

struct AtomicFile::State {
  State(std::string name, std::string shown_name)
      : path(std::move(name)), shown(shown_name.empty() ? path : std::move(shown_name)) {
    buffer.reserve(kBuffer);
    if (path == "-") {
      descriptor = STDOUT_FILENO;
      terminal = ::isatty(descriptor) == 1;
      return;
    }
    open();
    terminal = ::isatty(descriptor) == 1;
    if (path.ends_with(".gz")) {
      // 15: the largest window; +16: gzip's header; 8: zlib's default memory.
      compressed = deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK;
      if (!compressed) {
        discard();
        fail(shown, "no memory to write gzip");
      }
    }
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { discard(); }

  void open() {
    target = resolve(path);
    struct stat old {};
    const bool exists = ::stat(target.c_str(), &old) == 0;
    if (exists && S_ISDIR(old.st_mode)) fail(shown, "expected a file to write, found a directory");
    if (exists && ::access(target.c_str(), W_OK) != 0) fail(shown, write_message(errno));
    if (exists && !S_ISREG(old.st_mode)) {
      // A device or a pipe: there is nothing to replace.
      descriptor = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
      if (descriptor < 0) fail(shown, write_message(errno));
      return;
    }
    open_temporary();
    // A file that its owner keeps to himself stays so; a new one has the mode that the umask gave it.
    if (exists && ::fchmod(descriptor, old.st_mode & 0777U) != 0) {
      const int error = errno;
      discard();
      fail(shown, write_message(error));
    }
  }

  void open_temporary() {
    static std::atomic<unsigned> count{0};
    const std::string folder = folder_of(target);
    const std::size_t slash = target.rfind('/');
    const std::string base = target.substr(slash == std::string::npos ? 0 : slash + 1).substr(0, kLongestBase);
    if (base.empty()) fail(shown, "expected the name of a file to write, found that of a folder");
    remove_stale(folder, "." + base + ".");
    do {
      temporary = fmt::format("{}/.{}.{}.{}.tmp", folder, base, ::getpid(), ++count);
      descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor < 0 ? errno == EEXIST : !keep(descriptor));
    if (descriptor >= 0) return remember_temporary(temporary);
    const int error = errno;
    temporary.clear();
    if (error == ENOENT) fail(shown, fmt::format("cannot be written: there is no folder '{}'", show(folder)));
    fail(shown, write_message(error));
  }

  void put(std::string_view bytes) {
    if (buffer.size() + bytes.size() > kBuffer) flush();
    if (bytes.size() > kBuffer) {
      write_all(bytes);
    } else {
      buffer.append(bytes);
    }
  }

  void flush() {
    write_all(buffer);
    buffer.clear();
  }

  void write_all(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
      if (count >= 0) {
        bytes.remove_prefix(static_cast<std::size_t>(count));
      } else if (errno != EINTR) {
        fail(shown, write_message(errno));
      }
    }
  }

  // Compresses into the buffer; `flag` is Z_NO_FLUSH or Z_FINISH.
  void deflate_into(std::string_view bytes, int flag) {
    char out[std::size_t{16} << 10];
    do {
      // zlib counts in 32 bits.
      const std::string_view part = bytes.substr(0, std::size_t{1} << 30);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));  // zlib does not write to it
      stream.avail_in = static_cast<uInt>(part.size());
      do {
        stream.next_out = reinterpret_cast<Bytef*>(out);
        stream.avail_out = sizeof out;
        deflate(&stream, part.size() == bytes.size() ? flag : Z_NO_FLUSH);
        put({out, sizeof out - stream.avail_out});
      } while (stream.avail_out == 0);
      bytes.remove_prefix(part.size());
    } while (!bytes.empty());
  }

  void commit() {
    if (compressed) deflate_into({}, Z_FINISH);
    flush();
    if (temporary.empty()) return close_direct();
    if (::fsync(descriptor) != 0) fail(shown, write_message(errno));
    if (::close(std::exchange(descriptor, -1)) != 0) fail(shown, write_message(errno));
    {
      const auto hold = hold_temporaries();
      if (::rename(temporary.c_str(), target.c_str()) != 0) fail(shown, write_message(errno));
      forget_temporary(temporary);
    }
    temporary.clear();
    sync_folder();
  }

  void close_direct() {
    if (descriptor == STDOUT_FILENO) {
      descriptor = -1;
    } else if (::close(std::exchange(descriptor, -1)) != 0) {
      fail(shown, write_message(errno));
    }
  }

  // Some file systems cannot sync a folder; the file is complete all the same, so that is no failure.
  void sync_folder() const {
    const int folder = ::open(folder_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    static_cast<void>(::fsync(folder));
    ::close(folder);
  }

  void discard() {
    if (compressed) deflateEnd(&stream);
    compressed = false;
    if (descriptor >= 0 && descriptor != STDOUT_FILENO) ::close(descriptor);
    descriptor = -1;
    if (!temporary.empty()) {
      ::unlink(temporary.c_str());
      forget_temporary(temporary);
    }
    temporary.clear();
  }

  std::string path;       // as the user named it
  std::string shown;      // what messages call it
  std::string target;     // the same with symbolic links followed
  std::string temporary;  // empty: written directly
  int descriptor = -1;
  std::string buffer;
  bool compressed = false;
  bool terminal = false;
  bool committed = false;
  z_stream stream{};
};

AtomicFile::AtomicFile(std::string path, std::string shown)
    : state_(std::make_unique<State>(std::move(path), std::move(shown))) {}
AtomicFile::AtomicFile(AtomicFile&&) noexcept = default;
AtomicFile& AtomicFile::operator=(AtomicFile&&) noexcept = default;
AtomicFile::~AtomicFile() = default;

void AtomicFile::write(std::string_view bytes) {
  if (state_->committed) throw Error("AtomicFile: write after commit");
  if (state_->compressed) {
    if (!bytes.empty()) state_->deflate_into(bytes, Z_NO_FLUSH);
  } else if (state_->terminal) {
    state_->put(safe_painted(bytes));  // JSON escapes what acts on one, CSV cannot
  } else {
    state_->put(bytes);
  }
}

void AtomicFile::commit() {
  if (state_->committed) throw Error("AtomicFile: commit after commit");
  state_->committed = true;
  state_->commit();
}

void AtomicFile::keep_mode(unsigned mode) {
  if (!state_->temporary.empty() && ::fchmod(state_->descriptor, mode & 0777U) != 0)
    fail(state_->shown, write_message(errno));
}

const std::string& AtomicFile::path() const {
  return state_->path;
}

void write_file(const std::string& path, std::string_view bytes) {
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

}  // namespace fiducial::io
