// Where a whole run puts its files.
#pragma once

#include <string>

namespace fiducial::cli {

// Makes the folder if it is not there. InputError if that cannot be done.
void make_folder(const std::string& path);

}  // namespace fiducial::cli
