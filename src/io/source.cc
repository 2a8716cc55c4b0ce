// Where bytes come from: a file, standard input or memory, with gzip taken off if it is there.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "fiducial/io.h"
#include "io/show.h"

namespace fiducial::io {
namespace {

constexpr std::string_view kGzip = "\x1f\x8b";

class MemorySource : public ByteSource {
 public:
  MemorySource(std::string_view bytes, std::string name) : bytes_(bytes), name_(std::move(name)) {}

  std::size_t read(std::span<char> room) override {
    const std::size_t count = bytes_.copy(room.data(), room.size(), at_);
    at_ += count;
    return count;
  }
  const std::string& name() const override { return name_; }
  std::uint64_t bytes_read() const override { return at_; }
  std::uint64_t total_bytes() const override { return bytes_.size(); }

 private:
  std::string_view bytes_;
  std::string name_;
  std::size_t at_ = 0;
};

class FileSource : public ByteSource {
 public:
  explicit FileSource(const std::string& path, std::function<void()> check)
      : name_(path), owned_(path != "-"), check_(std::move(check)) {
    if (!owned_) {
      descriptor_ = STDIN_FILENO;
    } else {
      // The opening of a pipe waits for its writer; where the wait can be ended, that is done at the first read.
      descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | (check_ ? O_NONBLOCK : 0));
    }
    if (descriptor_ < 0) fail(name_, open_message(errno));
    inspect();
    // Advice only: read ahead in larger steps. It does not matter if the system does not take it.
    static_cast<void>(::posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL));
  }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override { close(); }

  std::size_t read(std::span<char> room) override {
    for (;;) {
      wait();
      const ssize_t count = ::read(descriptor_, room.data(), room.size());
      if (count >= 0) {
        read_ += static_cast<std::uint64_t>(count);
        return static_cast<std::size_t>(count);
      }
      if (errno != EINTR && errno != EAGAIN)
        fail(name_, fmt::format("cannot be read after {} bytes: {}", read_, reason(errno)));
    }
  }
  const std::string& name() const override { return name_; }
  std::uint64_t bytes_read() const override { return read_; }
  std::uint64_t total_bytes() const override { return total_; }

 private:
  void wait() {
    pollfd ready{descriptor_, POLLIN, 0};
    int found = check_ ? 0 : 1;
    while (found == 0) {
      check_();
      found = ::poll(&ready, 1, 200);
      if (found < 0 && errno == EINTR) found = 0;
    }
  }

  void inspect() {
    struct stat about = {};
    if (::fstat(descriptor_, &about) != 0) return;
    if (S_ISDIR(about.st_mode)) {
      close();
      fail(name_, "expected a file, found a directory");
    }
    if (S_ISREG(about.st_mode)) total_ = static_cast<std::uint64_t>(about.st_size);
  }

  static std::string open_message(int error) {
    if (error == ENOENT) return "there is no such file";
    if (error == EACCES || error == EPERM) return "no permission to read this file";
    return fmt::format("cannot be opened: {}", reason(error));
  }

  void close() {
    if (owned_ && descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

  std::string name_;
  bool owned_;
  std::function<void()> check_;
  int descriptor_ = -1;
  std::uint64_t read_ = 0;
  std::uint64_t total_ = 0;
};

// The bytes of another source; if they begin as gzip does, what they were before compression. The first bytes are
// looked at on the first read, so that opening a pipe does not wait for its writer.
class MaybeGzipSource : public ByteSource {
 public:
  explicit MaybeGzipSource(std::unique_ptr<ByteSource> inner) : inner_(std::move(inner)) {}
  MaybeGzipSource(const MaybeGzipSource&) = delete;
  MaybeGzipSource& operator=(const MaybeGzipSource&) = delete;
  ~MaybeGzipSource() override {
    if (kind_ == Kind::gzip) inflateEnd(&stream_);
  }

  std::size_t read(std::span<char> room) override {
    if (room.empty()) return 0;
    if (kind_ == Kind::unknown) look();
    if (kind_ == Kind::gzip) return inflate_into(room);
    if (at_ == held_) return inner_->read(room);
    const std::size_t count = std::min(room.size(), held_ - at_);
    std::memcpy(room.data(), input_.data() + at_, count);
    at_ += count;
    return count;
  }
  const std::string& name() const override { return inner_->name(); }
  std::uint64_t bytes_read() const override { return inner_->bytes_read(); }
  std::uint64_t total_bytes() const override { return inner_->total_bytes(); }

 private:
  enum class Kind { unknown, plain, gzip };
  static constexpr std::size_t kInput = std::size_t{64} << 10;

  bool at_member() const { return std::string_view(input_.data() + at_, held_ - at_).starts_with(kGzip); }

  // Puts at least `wanted` unread bytes into input_, or as many as are left.
  void hold(std::size_t wanted) {
    std::memmove(input_.data(), input_.data() + at_, held_ - at_);
    held_ -= at_;
    at_ = 0;
    while (held_ < wanted) {
      const std::size_t count = inner_->read(std::span(input_).subspan(held_));
      if (count == 0) break;
      held_ += count;
    }
  }

  void look() {
    input_.resize(kInput);
    hold(2);
    kind_ = Kind::plain;
    if (!at_member()) return;
    // 15: the largest window; +16: expect gzip's header and check sum.
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) fail(name(), "no memory to read gzip");
    kind_ = Kind::gzip;
  }

  std::size_t inflate_into(std::span<char> room) {
    std::size_t made = 0;
    while (made == 0 && !ended_) {
      if (!damage_.empty()) fail(name(), damage_);
      if (at_ == held_) hold(1);
      const bool all_given = held_ == 0;
      made = inflate_step(room);  // zlib may still hold text that had no room
      if (all_given && made == 0 && !ended_ && damage_.empty())
        fail(name(), "the gzip data end in the middle: is the file truncated?");
    }
    return made;
  }

  // What comes out before damage is handed out before the damage is told, however large the room: which records are
  // read must not depend on how the file is cut into chunks.
  std::size_t inflate_step(std::span<char> room) {
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data() + at_);
    stream_.avail_in = static_cast<uInt>(held_ - at_);
    stream_.next_out = reinterpret_cast<Bytef*>(room.data());
    const std::size_t most = std::min(room.size(), std::size_t{1} << 30);
    stream_.avail_out = static_cast<uInt>(most);
    const int result = inflate(&stream_, Z_NO_FLUSH);
    at_ = held_ - stream_.avail_in;
    const std::size_t made = most - stream_.avail_out;
    inflated_ += made;
    if (result == Z_STREAM_END) {
      next_member();
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      damage_ = fmt::format("the gzip data are damaged: {} bytes could be unpacked, the rest not", inflated_);
    }
    return made;
  }

  // gzip files may be joined end to end, and may be padded with zeros (tapes); anything else is damage.
  void next_member() {
    hold(2);
    if (at_member()) {
      inflateReset(&stream_);
      return;
    }
    while (held_ > 0 && damage_.empty()) {
      const bool zeros = std::all_of(input_.data(), input_.data() + held_, [](char c) { return c == 0; });
      if (!zeros) damage_ = "there are bytes after the end of the gzip data that are not gzip";
      at_ = held_;
      hold(1);
    }
    ended_ = damage_.empty();
  }

  std::unique_ptr<ByteSource> inner_;
  Kind kind_ = Kind::unknown;
  std::vector<char> input_;
  std::size_t at_ = 0;  // input_[at_, held_) is not used yet
  std::size_t held_ = 0;
  z_stream stream_{};
  std::uint64_t inflated_ = 0;  // bytes that came out
  std::string damage_;          // found, but not told yet
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> open_source(const std::string& path, std::function<void()> check) {
  return std::make_unique<MaybeGzipSource>(std::make_unique<FileSource>(path, std::move(check)));
}

std::unique_ptr<ByteSource> memory_source(std::string_view bytes, std::string name) {
  auto memory = std::make_unique<MemorySource>(bytes, std::move(name));
  if (!bytes.starts_with(kGzip)) return memory;
  return std::make_unique<MaybeGzipSource>(std::move(memory));
}

}  // namespace fiducial::io
