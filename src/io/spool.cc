#include "io/spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "io/show.h"

namespace fiducial::io {
namespace {

constexpr std::size_t kSpoolBuffer = std::size_t{256} << 10;
constexpr const char* kSpoolName = "temporary file";

// A file that never had a name where the system can do that; else its name goes at once.
int nameless_in(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor >= 0) return descriptor;
  std::string path = folder + "/.fiducial-XXXXXX";
  const int named = ::mkostemp(path.data(), O_CLOEXEC);
  if (named >= 0) (void)::unlink(path.c_str());
  return named;
}

int nameless_file(const std::string& beside) {
  if (!beside.empty()) {
    const int descriptor = nameless_in(beside);
    if (descriptor >= 0) return descriptor;
  }
  const char* folder = std::getenv("TMPDIR");
  const std::string usual = folder != nullptr && *folder != '\0' ? folder : "/tmp";
  const int descriptor = nameless_in(usual);
  if (descriptor < 0) fail(usual, "cannot make a temporary file: " + reason(errno));
  return descriptor;
}

}  // namespace

Spool::Spool(const std::string& beside) : descriptor_(nameless_file(beside)) {}

Spool::Spool(Spool&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      written_(std::exchange(other.written_, 0)),
      waiting_(std::move(other.waiting_)) {}

Spool& Spool::operator=(Spool&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(written_, other.written_);
  std::swap(waiting_, other.waiting_);
  return *this;
}

Spool::~Spool() {
  if (descriptor_ >= 0) (void)::close(descriptor_);
}

std::uint64_t Spool::append(std::string_view bytes) {
  const std::uint64_t at = size();
  waiting_ += bytes;
  if (waiting_.size() >= kSpoolBuffer) flush();
  return at;
}

void Spool::flush() {
  std::string_view left = waiting_;
  while (!left.empty()) {
    const ssize_t count = ::pwrite(descriptor_, left.data(), left.size(), static_cast<off_t>(written_));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(kSpoolName, "cannot be written: " + reason(errno));
    written_ += static_cast<std::uint64_t>(count);
    left.remove_prefix(static_cast<std::size_t>(count));
  }
  waiting_.clear();
}

std::size_t Spool::read(std::uint64_t at, char* room, std::size_t size) const {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = ::pread(descriptor_, room + done, size - done, static_cast<off_t>(at + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(kSpoolName, "cannot be read: " + reason(errno));
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

std::string Spool::read(std::uint64_t at, std::size_t size) const {
  std::string bytes(size, '\0');
  bytes.resize(read(at, bytes.data(), size));
  return bytes;
}

}  // namespace fiducial::io
