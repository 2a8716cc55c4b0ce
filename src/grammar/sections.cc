#include "grammar/sections.h"

#include <algorithm>
#include <cstddef>

namespace fiducial::findings {
namespace {

using lexicon::HeadingKind;

bool belongs_to_neither(HeadingKind kind) {
  return kind == HeadingKind::history || kind == HeadingKind::technique || kind == HeadingKind::comparison ||
         kind == HeadingKind::recommendation;
}

// "IMPRESSION:" names the section; "Liver:" says of what is spoken in it.
bool names_section(const Lexicon& lexicon, std::string_view heading, HeadingKind kind) {
  std::vector<text::Token> tokens;
  text::tokenize(heading, tokens);
  for (std::size_t i = 0; i < tokens.size();) {
    const lexicon::Match match = lexicon.longest(tokens, i);
    for (const lexicon::Sense& sense : match.senses) {
      if (sense.section == lexicon::Section::heading && lexicon[sense.concept_id].heading() == kind) return true;
    }
    i += std::max<std::size_t>(match.tokens, 1);
  }
  return false;
}

bool ends_a_sentence(char c) {
  return std::string_view(".;:!?)\"'").find(c) != std::string_view::npos;
}

}  // namespace

SectionSpans sections_of(Reader& reader, std::string_view report) {
  Reading reading;
  reader.read(report, reading);
  SectionSpans out;
  for (const SentenceNote& note : reading.sentences) {
    const bool names = note.section == HeadingKind::findings || note.section == HeadingKind::impression;
    out.headed |= names;
    Span span = note.span;
    const std::string_view heading = report.substr(span.begin, note.body - span.begin);
    if (names && names_section(reader.lexicon(), heading, note.section)) span.begin = note.body;
    while (span.end < report.size() && ends_a_sentence(report[span.end])) ++span.end;
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
