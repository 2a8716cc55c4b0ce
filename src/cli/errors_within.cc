#include "cli/errors_within.h"

#include "cli/report_source.h"
#include "grammar/sections.h"

namespace fiducial::cli {

WithinReader::WithinReader(const std::string& path, const io::ReportColumns& columns)
    : reader_(open_reports(path), columns), sections_(lexicon::Lexicon::embedded()) {}

bool WithinReader::next(io::Pair& pair) {
  io::Report report;
  while (reader_.next(report)) {
    if (report.in_columns && !report.findings.empty()) {
      pair = {};
      pair.id = report.name;
      pair.line = report.line;
      pair.reference = report.findings;
      pair.candidate = report.impression;
      return true;
    }
    const findings::SectionSpans spans = findings::sections_of(sections_, report.text);
    if (spans.findings.empty() || spans.impression.empty()) {
      ++without_;
      continue;
    }
    pair = {};
    pair.id = report.name;
    pair.line = report.line;
    pair.reference = findings::only(report.text, spans.findings);
    pair.candidate = findings::only(report.text, spans.impression);
    return true;
  }
  return false;
}

}  // namespace fiducial::cli
