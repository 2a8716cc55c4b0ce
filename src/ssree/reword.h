// Small changes of wording that leave a sentence what it says and English: words that stand for each other in any
// sentence, and the frames "There is no …" and "No …". Whether a change is safe in a report is for the caller to check
// by reading it again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fiducial::ssree {

// The sentence with one change, for each change that applies. The first letter keeps its case.
std::vector<std::string> rewordings(std::string_view sentence);

}  // namespace fiducial::ssree
