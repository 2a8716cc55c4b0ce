// Reports as people keep them: a folder of text files, or one text file, read as if they were records.
#pragma once

#include <memory>
#include <string>

#include "fiducial/io.h"

namespace fiducial::cli {

// As open_input, but a folder gives a record for each .txt file in it, by name, and a .txt file that holds no records
// (JSON, or a table with a column of reports) gives one: {"id": its name without .txt, "text": all that is in it}.
std::unique_ptr<io::ByteSource> open_reports(const std::string& path);

}  // namespace fiducial::cli
