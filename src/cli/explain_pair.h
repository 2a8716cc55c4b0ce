// `--explain ID`: finds the one case among the records of a file, and prints what src/explain says of it.
#pragma once

#include <string>
#include <vector>

#include "fiducial/io.h"
#include "fiducial/radsem.h"

namespace fiducial::cli {

// `fiducial score PAIRS --explain ID`: the case to standard output. UsageError if there is no such pair.
int explain_pair(const std::string& path, const io::PairColumns& columns, const std::string& id, radsem::Policy policy);

// What to say if the case is not in the file.
std::string missing_case(const std::string& path, const std::string& name, const std::vector<std::string>& names);

}  // namespace fiducial::cli
