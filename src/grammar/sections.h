// The findings and the impression of a report as texts of their own, by the headings that the reader knows
// (lexicon/headings.txt). History, technique, comparison and recommendation belong to neither.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/reader.h"

namespace fiducial::findings {

struct SectionSpans {
  std::vector<Span> findings;  // sentences in their order, without the heading, in bytes of the report
  std::vector<Span> impression;
  bool headed = false;  // a heading says where findings or impression begin; if not, all is in `findings`
};

// Text before an impression, or behind none, is findings. The reader's own memory is used for it.
SectionSpans sections_of(Reader& reader, std::string_view report);

// The report with everything but the spans blanked out: of the same length, so that what is read from it has the places
// of the report. Line breaks stay.
std::string only(std::string_view report, std::span<const Span> spans);

}  // namespace fiducial::findings
