// Any bytes as a report, read with every section: the trace is text that is safe to show, spans lie in the report, and
// a second reading gives the same.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "grammar/reader.h"
#include "grammar/trace.h"
#include "io/safe_text.h"

namespace {

std::string traced(std::string_view report) {
  using namespace fiducial::findings;
  static Reader reader(Lexicon::embedded());
  Reading reading;
  std::string out;
  const ClauseWatcher watch = [&](const Clause& clause, std::span<const Finding> found) {
    out += fiducial::io::safe_lines(trace(Lexicon::embedded(), report, clause, found));
  };
  reader.read(report, reading, watch, Sections::all);
  for (const Finding& finding : reading.findings) {
    if (finding.span.begin > finding.span.end || finding.span.end > report.size()) std::abort();
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view report(reinterpret_cast<const char*>(data), size);
  const std::string first = traced(report);
  if (first != traced(report)) std::abort();
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] != '\n' && first[i] != '\t' && fiducial::io::unsafe_character(first, i) > 0) std::abort();
  }
  return 0;
}
