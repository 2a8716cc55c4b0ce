#include "lunguage/sections.h"

#include <algorithm>

namespace fiducial::lunguage {

using lexicon::HeadingKind;

std::string_view section_name(HeadingKind kind) {
  switch (kind) {
    case HeadingKind::history:
      return "hist";
    case HeadingKind::impression:
      return "impression";
    case HeadingKind::none:
    case HeadingKind::findings:
    case HeadingKind::note:
      return "findings";
    default:
      return {};
  }
}

int section_rank(std::string_view name) {
  return name == "hist" ? 0 : name == "findings" ? 1 : 2;
}

namespace {

// The period and whatever else closes a sentence belong to it.
std::size_t closed(std::string_view report, std::size_t end) {
  while (end < report.size() && (report[end] == '.' || report[end] == '!' || report[end] == '?' || report[end] == ')'))
    ++end;
  return end;
}

}  // namespace

std::vector<SectionText> sections(std::string_view report) {
  thread_local findings::Reader reader(lexicon::Lexicon::embedded());
  findings::Reading reading;
  reader.read(report, reading);
  std::vector<SectionText> out;
  const findings::SentenceNote* before = nullptr;
  for (const findings::SentenceNote& note : reading.sentences) {
    const std::string_view name = section_name(note.section);
    const bool goes_on = before != nullptr && before->section == note.section && note.body == note.span.begin;
    if (goes_on && !out.empty() && !name.empty())
      out.back().end = closed(report, note.span.end);
    else if (!name.empty())
      out.push_back({name, note.body, closed(report, note.span.end)});
    before = &note;
  }
  std::stable_sort(out.begin(), out.end(), [](const SectionText& a, const SectionText& b) {
    return section_rank(a.name) < section_rank(b.name);
  });
  return out;
}

}  // namespace fiducial::lunguage
