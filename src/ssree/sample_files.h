// The six files of SSREE: the reports, and their five levels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fiducial/io.h"
#include "io/run_folder.h"
#include "ssree/ladder.h"

namespace fiducial::ssree {

// Written wholly or not at all, as one run of the folder.
class SampleFiles {
 public:
  explicit SampleFiles(io::RunFolder& folder);
  void write(const io::Report& report, const Ladder& ladder);
  void commit();

 private:
  io::RunFolder& folder_;
  std::vector<io::AtomicFile*> files_;
};

// Another seed for each report, whatever the others are.
std::uint64_t seed_of(std::uint64_t seed, const std::string& name);

}  // namespace fiducial::ssree
