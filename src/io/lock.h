// One writer at a time: a lock file that names its owner. The system lets go of the lock when the owner ends, however
// it ends, so that the lock of a dead process is simply taken over.
#pragma once

#include <string>

namespace fiducial::io {

class Lock {
 public:
  // InputError that names the owner if another process has it, or if the file cannot be made. `of` is what is locked,
  // as the user named it.
  Lock(std::string path, const std::string& of);
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  // Lets go, and removes the file.
  ~Lock();

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace fiducial::io
