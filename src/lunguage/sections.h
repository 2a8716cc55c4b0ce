// The sections of a report that LUNGUAGE structures: history, findings, impression.
#pragma once

#include <string_view>
#include <vector>

namespace fiducial::lunguage {

struct SectionText {
  std::string_view name;           // hist, findings or impression
  std::size_t begin = 0, end = 0;  // bytes of the report, without the heading
};

// Text before any heading counts as findings. Technique, comparison and the like are left out.
std::vector<SectionText> sections(std::string_view report);

}  // namespace fiducial::lunguage
