// The six files of SSREE: the reports, and their five levels.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fiducial/io.h"
#include "radsem/ladder.h"

namespace fiducial::cli {

// Written wholly or not at all.
class SampleFiles {
 public:
  explicit SampleFiles(const std::string& folder);
  void write(const io::Report& report, const radsem::Ladder& ladder);
  void commit();

 private:
  std::vector<io::AtomicFile> files_;
};

// What is said at the end: how many reports have levels, and why others have none.
std::string built_text(std::size_t built, std::size_t reports, const std::string& out,
                       const std::map<std::string, std::size_t>& unfit);

// Another seed for each report, whatever the others are.
std::uint64_t seed_of(std::uint64_t seed, const std::string& name);

}  // namespace fiducial::cli
