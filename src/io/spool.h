// Bytes that are put aside on the disk and read back by their place, in a file that has no name: it goes with the
// program, however that ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fiducial::io {

class Spool {
 public:
  // The file is on the file system of the folder `beside` if one may be made there, else where temporary files are.
  explicit Spool(const std::string& beside = {});
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;
  Spool(Spool&& other) noexcept;
  Spool& operator=(Spool&& other) noexcept;
  ~Spool();

  // Where the bytes are from now on. InputError if there is no room for them.
  std::uint64_t append(std::string_view bytes);
  // What was appended can be read after this.
  void flush();
  // As many bytes as there are at that place, at most `size`; for any number of threads, when flushed.
  std::size_t read(std::uint64_t at, char* room, std::size_t size) const;
  std::string read(std::uint64_t at, std::size_t size) const;
  std::uint64_t size() const { return written_ + waiting_.size(); }

 private:
  int descriptor_ = -1;
  std::uint64_t written_ = 0;
  std::string waiting_;  // not yet in the file
};

}  // namespace fiducial::io
