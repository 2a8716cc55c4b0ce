// `--explain ID`: finds the one case among the records of a file, and prints what src/explain says of it.
#pragma once

#include <string>
#include <vector>

#include "cli/section.h"
#include "fiducial/io.h"

namespace fiducial::cli {

// `fiducial score PAIRS --explain ID`: the case to standard output, as each of `metrics` (names, comma-separated) tells
// it. UsageError for a metric that cannot, and if there is no such pair.
int explain_pair(const std::string& path, const io::PairColumns& columns, const std::string& id,
                 const std::string& metrics, const SectionChoice& section, const fiducial::Lexicon& lexicon);

// What to say if the case is not in the file.
std::string missing_case(const std::string& path, const std::string& name, const std::vector<std::string>& names);

}  // namespace fiducial::cli
