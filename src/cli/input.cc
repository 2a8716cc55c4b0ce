#include "cli/input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <vector>

#include "cli/interrupt.h"

namespace fiducial::cli {
namespace {

[[noreturn]] void fail(const std::string& name, const std::string& message) {
  throw InputError({name, 0, "", message + ": " + std::generic_category().message(errno)});
}

// The spooled copy, read from its beginning without moving a shared position.
class SpoolSource : public io::ByteSource {
 public:
  SpoolSource(std::string name, int descriptor) : name_(std::move(name)), descriptor_(descriptor) {
    struct stat about {};
    if (::fstat(descriptor_, &about) == 0) total_ = static_cast<std::uint64_t>(about.st_size);
  }
  std::size_t read(std::span<char> room) override {
    const ssize_t count = ::pread(descriptor_, room.data(), room.size(), static_cast<off_t>(read_));
    if (count < 0) fail(name_, "the temporary copy cannot be read");
    read_ += static_cast<std::uint64_t>(count);
    return static_cast<std::size_t>(count);
  }
  const std::string& name() const override { return name_; }
  std::uint64_t bytes_read() const override { return read_; }
  std::uint64_t total_bytes() const override { return total_; }

 private:
  std::string name_;
  int descriptor_;
  std::uint64_t read_ = 0;
  std::uint64_t total_ = 0;
};

int nameless_file() {
  const char* folder = std::getenv("TMPDIR");
  std::string path = std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") + "/fiducial-XXXXXX";
  const int descriptor = ::mkostemp(path.data(), O_CLOEXEC);
  if (descriptor < 0) fail(path, "cannot make a temporary copy of the input");
  (void)::unlink(path.c_str());
  return descriptor;
}

void write_all(int descriptor, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("temporary copy of the input", "cannot be written");
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

bool is_regular(const std::string& path) {
  struct stat about {};
  return path != "-" && ::stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode);
}

}  // namespace

std::unique_ptr<io::ByteSource> open_input(const std::string& path) {
  return io::open_source(path, check_interrupt);
}

PairsInput::PairsInput(std::string path, io::PairColumns columns, bool twice)
    : path_(std::move(path)), columns_(std::move(columns)) {
  if (!twice || is_regular(path_)) return;
  const auto source = open_input(path_);
  spool_ = nameless_file();
  std::vector<char> room(std::size_t{1} << 18);
  for (std::size_t count = source->read(room); count > 0; count = source->read(room)) {
    check_interrupt();
    write_all(spool_, std::span(room).first(count));
  }
}

PairsInput::~PairsInput() {
  if (spool_ >= 0) (void)::close(spool_);
}

std::unique_ptr<io::ByteSource> PairsInput::source() const {
  if (spool_ >= 0) return std::make_unique<SpoolSource>(path_, spool_);
  return open_input(path_);
}

io::PairReader PairsInput::open() const {
  return io::PairReader(source(), columns_);
}

}  // namespace fiducial::cli
