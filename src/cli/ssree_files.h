// What `ssree build` says at its end, whoever read the reports.
#pragma once

#include <map>
#include <string>

namespace fiducial::cli {

// How many reports have levels, and why others have none.
std::string built_text(std::size_t built, std::size_t reports, const std::string& out,
                       const std::map<std::string, std::size_t>& unfit);

}  // namespace fiducial::cli
