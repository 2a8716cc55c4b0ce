// A row as bytes, for files that only the program that wrote them reads. Subject and study are left to the caller.
#pragma once

#include <string>
#include <string_view>

#include "fiducial/lunguage.h"

namespace fiducial::lunguage {

void append_row(std::string& out, const Row& row, bool dated);
// The first row of `bytes`, which is taken off them. They must be those that append_row made.
Row take_row(std::string_view& bytes, bool& dated);

}  // namespace fiducial::lunguage
