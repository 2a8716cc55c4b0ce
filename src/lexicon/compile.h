// From the lexicon's tables to the image that the program carries.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lexicon/source.h"

namespace fiducial::lexicon {

struct Compiled {
  std::vector<std::byte> image;
  std::vector<Complaint> complaints;  // those of the source, and what resolving found: cycles, clashes, orphans
};

// `version` goes into the image; see Lexicon::version.
Compiled compile(const Source& source, const std::string& version);

// A short hash of the tables' text, for the version.
std::string digest(std::string_view text);

}  // namespace fiducial::lexicon
