// The sections of a report that LUNGUAGE structures: history, findings, impression, as the reader cuts them by the
// headings of lexicon/headings.txt.
#pragma once

#include <string_view>
#include <vector>

#include "grammar/reader.h"

namespace fiducial::lunguage {

struct SectionText {
  std::string_view name;           // hist, findings or impression
  std::size_t begin = 0, end = 0;  // bytes of the report, without the heading
};

// hist, findings or impression; empty for technique, comparison and the like, which have no rows.
std::string_view section_name(lexicon::HeadingKind kind);
// Rows stand in this order, wherever the report has its sections.
int section_rank(std::string_view name);

// Text before any heading counts as findings.
std::vector<SectionText> sections(std::string_view report);

}  // namespace fiducial::lunguage
