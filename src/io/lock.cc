#include "io/lock.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <ctime>

#include "fiducial/io.h"
#include "io/show.h"
#include "io/temporaries.h"

namespace fiducial::io {
namespace {

std::string own_name() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host = {"this machine"};
  return fmt::format("process {} on {}, since {:%F %TZ}", ::getpid(), host.data(), fmt::gmtime(std::time(nullptr)));
}

std::string owner_in(int descriptor) {
  std::array<char, 200> text{};
  const ssize_t count = ::pread(descriptor, text.data(), text.size(), 0);
  return count <= 0 ? "another process" : show({text.data(), static_cast<std::size_t>(count)});
}

// Whether the file that is locked is still the one of that name: its last owner removes it.
bool still_there(int descriptor, const std::string& path) {
  struct stat ours {};
  struct stat named {};
  return ::fstat(descriptor, &ours) == 0 && ::stat(path.c_str(), &named) == 0 && ours.st_dev == named.st_dev &&
         ours.st_ino == named.st_ino;
}

}  // namespace

Lock::Lock(std::string path, const std::string& of) : path_(std::move(path)) {
  for (;;) {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor_ < 0) fail(of, fmt::format("cannot be locked: {}", reason(errno)));
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      const int error = errno;
      const std::string owner = owner_in(descriptor_);
      ::close(descriptor_);
      if (error != EWOULDBLOCK) fail(of, fmt::format("cannot be locked: {}", reason(error)));
      fail(of, fmt::format("is being written by {}; wait until it has ended, or write elsewhere", owner));
    }
    if (still_there(descriptor_, path_)) break;
    ::close(descriptor_);
  }
  remember_temporary(path_);
  const std::string name = own_name();
  // For the messages of others only: a lock without a name is a lock.
  if (::ftruncate(descriptor_, 0) == 0) static_cast<void>(::pwrite(descriptor_, name.data(), name.size(), 0));
}

Lock::~Lock() {
  static_cast<void>(::unlink(path_.c_str()));
  forget_temporary(path_);
  ::close(descriptor_);
}

}  // namespace fiducial::io
