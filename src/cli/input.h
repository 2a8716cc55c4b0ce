// Inputs as commands open them: with waits that Ctrl-C can end, and pairs that may have to be read twice.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fiducial/io.h"
#include "io/spool.h"

namespace fiducial::cli {

// As io::open_source, but reading and waiting end when a signal comes (by Interrupted).
std::unique_ptr<io::ByteSource> open_input(const std::string& path);

// A pairs file. One that has to be read twice but cannot be (standard input, a pipe) is first copied to a temporary
// file that has no name: it goes with the program, however that ends.
class PairsInput {
 public:
  PairsInput(std::string path, io::PairColumns columns, bool twice);
  PairsInput(const PairsInput&) = delete;
  PairsInput& operator=(const PairsInput&) = delete;

  io::PairReader open() const;
  // The bytes, from their beginning.
  std::unique_ptr<io::ByteSource> source() const;

 private:
  std::string path_;
  io::PairColumns columns_;
  std::optional<io::Spool> spool_;
};

}  // namespace fiducial::cli
