#include "lunguage/sections.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace fiducial::lunguage {
namespace {

constexpr std::string_view kHistory = "hist", kFindings = "findings", kImpression = "impression", kSkipped{};

// Headings by one of their words: "CLINICAL HISTORY", "REASON FOR EXAMINATION", "WET READ". The first that fits counts.
constexpr std::array<std::pair<std::string_view, std::string_view>, 30> kHeadings{
    {{"findings", kFindings},     {"finding", kFindings},       {"observations", kFindings},
     {"impression", kImpression}, {"impressions", kImpression}, {"conclusion", kImpression},
     {"opinion", kImpression},    {"summary", kImpression},     {"history", kHistory},
     {"hist", kHistory},          {"indication", kHistory},     {"indications", kHistory},
     {"reason", kHistory},        {"complaint", kHistory},      {"information", kHistory},
     {"technique", kSkipped},     {"comparison", kSkipped},     {"comparisons", kSkipped},
     {"examination", kSkipped},   {"exam", kSkipped},           {"study", kSkipped},
     {"procedure", kSkipped},     {"recommendation", kSkipped}, {"recommendations", kSkipped},
     {"notification", kSkipped},  {"views", kSkipped},          {"view", kSkipped},
     {"date", kSkipped},          {"report", kFindings},        {"read", kSkipped}}};

bool letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// The heading that ends with the colon at `colon`, as [begin, colon): at most four words of letters that begin a line
// or a sentence. begin == colon if there is none.
std::size_t heading_begin(std::string_view report, std::size_t colon) {
  std::size_t begin = colon;
  int words = 0;
  while (begin > 0 && words <= 4) {
    const char c = report[begin - 1];
    if (letter(c) || c == ' ' || c == '/' || c == '-') {
      words += c == ' ' ? 1 : 0;
      --begin;
    } else {
      break;
    }
  }
  if (begin > 0 && report[begin - 1] != '\n' && report[begin - 1] != '.' && report[begin - 1] != '\r') return colon;
  while (begin < colon && report[begin] == ' ') ++begin;
  return words <= 4 ? begin : colon;
}

// Which section the heading begins; nullptr if its words say nothing.
const std::string_view* section_of(std::string_view heading) {
  std::string word;
  for (std::size_t i = 0; i <= heading.size(); ++i) {
    if (i < heading.size() && letter(heading[i])) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(heading[i])));
      continue;
    }
    for (const auto& [name, section] : kHeadings) {
      if (word == name) return &section;
    }
    word.clear();
  }
  return nullptr;
}

}  // namespace

std::vector<SectionText> sections(std::string_view report) {
  std::vector<SectionText> out;
  std::string_view current = kFindings;
  std::size_t begin = 0;
  const auto close = [&](std::size_t end) {
    if (current != kSkipped && end > begin) out.push_back({current, begin, end});
  };
  for (std::size_t colon = report.find(':'); colon != std::string_view::npos; colon = report.find(':', colon + 1)) {
    const std::size_t heading = heading_begin(report, colon);
    if (heading == colon) continue;
    const std::string_view* section = section_of(report.substr(heading, colon - heading));
    if (section == nullptr) continue;
    close(heading);
    current = *section;
    begin = colon + 1;
  }
  close(report.size());
  std::stable_sort(out.begin(), out.end(), [](const SectionText& a, const SectionText& b) {
    const auto rank = [](std::string_view name) { return name == kHistory ? 0 : name == kFindings ? 1 : 2; };
    return rank(a.name) < rank(b.name);
  });
  return out;
}

}  // namespace fiducial::lunguage
