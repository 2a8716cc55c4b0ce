#include "grammar/sections.h"

#include <algorithm>

namespace fiducial::findings {
namespace {

using lexicon::HeadingKind;

bool belongs_to_neither(HeadingKind kind) {
  return kind == HeadingKind::history || kind == HeadingKind::technique || kind == HeadingKind::comparison ||
         kind == HeadingKind::recommendation;
}

bool white(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

}  // namespace

SectionSpans sections_of(Reader& reader, std::string_view report) {
  Reading reading;
  reader.read(report, reading);
  SectionSpans out;
  HeadingKind before = HeadingKind::none;
  for (const SentenceNote& note : reading.sentences) {
    const bool names = note.section == HeadingKind::findings || note.section == HeadingKind::impression;
    out.headed |= names;
    // "IMPRESSION: A cyst." begins behind its heading; "Liver: A cyst." is told by its heading where it is.
    Span span{names && note.section != before ? note.body : note.span.begin, note.span.end};
    before = note.section;
    while (span.end < report.size() && !white(report[span.end])) ++span.end;  // its full stop
    if (belongs_to_neither(note.section)) continue;
    (note.section == HeadingKind::impression ? out.impression : out.findings).push_back(span);
  }
  return out;
}

std::string only(std::string_view report, std::span<const Span> spans) {
  std::string out(report);
  for (char& c : out) {
    if (c != '\n' && c != '\r') c = ' ';
  }
  for (const Span& span : spans) {
    const std::size_t end = std::min<std::size_t>(span.end, report.size());
    const std::size_t begin = std::min<std::size_t>(span.begin, end);
    std::copy(report.begin() + static_cast<std::ptrdiff_t>(begin), report.begin() + static_cast<std::ptrdiff_t>(end),
              out.begin() + static_cast<std::ptrdiff_t>(begin));
  }
  return out;
}

}  // namespace fiducial::findings
