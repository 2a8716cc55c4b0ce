// What a number of the embedded reader was made with: "reader:embedded|grammar:1a2b3c4d|lexicon:…". Two numbers with
// one signature are comparable, also across commits.
#pragma once

#include <string>
#include <string_view>

namespace fiducial::findings {

std::string reader_signature(std::string_view lexicon_version);

}  // namespace fiducial::findings
