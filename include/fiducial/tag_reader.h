// The tag records of a file, one after the other, without building anything but the tag. The file may be of any format
// that io reads, larger than memory, compressed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "fiducial/files.h"
#include "fiducial/radsem.h"

namespace fiducial::radsem {

class TagReader {
 public:
  // InputError: as io::RecordReader.
  explicit TagReader(std::unique_ptr<io::ByteSource> source, io::ReadOptions options = {});
  TagReader(TagReader&&) noexcept;
  TagReader& operator=(TagReader&&) noexcept;
  ~TagReader();

  // The next record; false at the end. Its name is the record's id. Records without one, or with one that was there,
  // become problems(). A record whose findings are no object is one too, but is handed out: it scores 0.
  // A tag that is used again saves allocations.
  bool next(Tag& tag);

  const std::vector<Problem>& problems() const;
  std::size_t problem_count() const;
  std::uint64_t bytes_read() const;
  std::uint64_t total_bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fiducial::radsem
